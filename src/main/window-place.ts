import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { kept } from './kept.ts'

const side = z.number().int()
const shape = z
  .object({ x: side, y: side, width: side.min(200), height: side.min(200), maximized: z.boolean() })
  .nullable()

export interface WindowPlace {
  /** Where the window was, if a screen still shows it; otherwise only a size. */
  bounds(): Partial<Rectangle> & { width: number; height: number }
  wasMaximized(): boolean
  follow(window: BrowserWindow): void
}

export function openWindowPlace(): WindowPlace {
  const file = kept('window', shape, null)
  return {
    wasMaximized: () => file.get()?.maximized ?? false,
    bounds() {
      const last = file.get()
      if (last === null) return { width: 1440, height: 900 }
      const { x, y, width, height } = last
      return isSeen(last) ? { x, y, width, height } : { width, height }
    },
    follow(window) {
      window.on('close', () => {
        file.set({ ...window.getNormalBounds(), maximized: window.isMaximized() })
      })
    },
  }
}

/** A screen may have been unplugged since: at least a corner to drag must be on one that is there. */
function isSeen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x)
    return across >= 100 && bounds.y >= workArea.y && bounds.y < workArea.y + workArea.height - 50
  })
}
