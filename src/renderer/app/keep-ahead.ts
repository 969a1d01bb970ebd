import { useEffect } from 'react'
import { type ScreenPath, screens, sideMenu } from '../../shared/areas.ts'
import type { User } from '../session/session.ts'

/** After a screen has come, milliseconds: what somebody does first goes before. */
const afterMillis = 8_000

/** Of a role with many screens the first of its menu; a station's people have fewer. */
const most = 16

const known = new Set<string>(screens.map(({ path }) => path))

/** Whether the browser keeps what it loads, and the line is not paid by the byte or too slow for it. */
function mayKeep(): boolean {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null || !navigator.onLine) return false
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '')
}

/**
 * Loads the screens of a person's menu while nothing else is done, one after another, so that a station opens that was never opened
 * here when the line breaks. What does not come is loaded when it is opened, as ever.
 */
export function useKeepAhead(user: User, load: (path: ScreenPath) => Promise<unknown>): void {
  useEffect(() => {
    const paths = sideMenu(user, '')
      .flatMap(({ items }) => items.map(({ path }) => path))
      .filter((path): path is ScreenPath => known.has(path))
      .slice(0, most)
    let isOver = false
    const idle = () =>
      new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 5_000 } as never))
    const all = async () => {
      if (!mayKeep()) return
      for (const path of paths) {
        await idle()
        if (isOver) return
        await load(path).catch(() => undefined)
      }
    }
    const timer = setTimeout(() => void all(), afterMillis)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [user, load])
}
