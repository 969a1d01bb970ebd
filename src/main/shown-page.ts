import type { ServerState } from '../shared/bridge.ts'
import type { ServerLink } from './server-link.ts'
import type { AppWindow } from './window.ts'

export const startingPath = '/starting.html'

/** Which page the window shows: the starting page until the server first answers, then the app, whatever happens later. */
export interface ShownPage {
  open(): Promise<void>
  /** The server's state changed: loads the other page if that is called for, otherwise the renderer just hears of it. */
  follow(state: ServerState): void
}

export function shownPage(parts: {
  window: AppWindow
  link: ServerLink
  tell(state: ServerState): void
  onError(error: unknown): void
}): ShownPage {
  const { window, link, tell, onError } = parts
  /** The server that the app's page was loaded for; its content policy allows this one only. */
  let loadedFor: string | null = null
  const open = async () => {
    loadedFor = link.state().state === 'ready' ? link.origin() : null
    await window.open(loadedFor === null ? startingPath : '/')
  }
  return {
    open,
    follow(state) {
      if (window.get() === null) return
      const moved = state.state === 'ready' && link.origin() !== loadedFor
      const cannotStart = state.state === 'down' && loadedFor === null
      if (moved || cannotStart) open().catch(onError)
      else tell(state)
    },
  }
}
