import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { kept } from './kept.ts'

const side = z.number().int()
const shape = z
  .object({
    x: side,
    y: side,
    width: side.min(200),
    height: side.min(200),
    maximized: z.boolean(),
    fullScreen: z.boolean().default(false),
  })
  .nullable()

export interface WindowPlace {
  /** Where the window was, if a screen still shows it; otherwise only a size. */
  bounds(): Partial<Rectangle> & { width: number; height: number }
  /** Makes it as large as it was. */
  restore(window: BrowserWindow): void
  follow(window: BrowserWindow): void
}

export function openWindowPlace(): WindowPlace {
  const file = kept('window', shape, null)
  return {
    bounds() {
      const last = file.get()
      if (last === null) return { width: 1440, height: 900 }
      const { x, y } = last
      const size = fitting(last)
      return isSeen(last) ? { x, y, ...size } : size
    },
    restore(window) {
      const last = file.get()
      if (last?.fullScreen) window.setFullScreen(true)
      else if (last?.maximized) window.maximize()
    },
    follow(window) {
      // The bounds are those it returns to: a maximised window that is made small again must not fill the screen.
      window.on('close', () => {
        file.note({
          ...window.getNormalBounds(),
          maximized: window.isMaximized(),
          fullScreen: window.isFullScreen(),
        })
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

/** No larger than the largest screen that is there: the window of a big one opens on a laptop's whole, not beyond it. */
function fitting({ width, height }: Rectangle): { width: number; height: number } {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  return {
    width: Math.min(width, Math.max(...areas.map((area) => area.width))),
    height: Math.min(height, Math.max(...areas.map((area) => area.height))),
  }
}
