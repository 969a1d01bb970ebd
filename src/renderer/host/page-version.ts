import type { UpdateState } from '../../shared/bridge.ts'

type Listener = (state: UpdateState) => void

/** Between two looks of a page that stays open, and the least between any two, milliseconds. */
const everyMillis = 15 * 60_000
const leastMillis = 60_000

const newest: UpdateState = { state: 'off', reason: 'The browser edition is as new as its server.' }

/** Gives the file of the program that a page names; null where it is no page of ours, as a network's own sign-in. */
export function programOf(page: string): string | null {
  if (!page.includes('<div id="root">')) return null
  return /<script type="module"[^>]* src="[^"]*\/(assets\/[\w.~-]+\.js)"/.exec(page)?.[1] ?? null
}

/** The file of the program that is open; null where it was not built. */
export function openProgram(): string | null {
  const script = document.querySelector('script[type="module"][src*="assets/"]')
  return script?.getAttribute('src')?.replace(/^.*(?=assets\/)/, '') ?? null
}

/**
 * Notices that the server has another page than the one that is open: it looks when the line is back, when somebody comes back to the
 * page, and now and then. The old page goes on working until it is reloaded.
 */
export function pageVersion(findOpen: () => string | null) {
  let state = newest
  let last = 0
  const listeners = new Set<Listener>()

  async function look(): Promise<UpdateState> {
    const open = findOpen()
    if (state.state === 'ready' || open === null || Date.now() - last < leastMillis) return state
    last = Date.now()
    const there = await fetch('/', { cache: 'no-cache', credentials: 'same-origin' })
      .then((reply) => (reply.ok ? reply.text() : ''))
      .catch(() => '')
    const program = programOf(there)
    if (program === null || program === open) return state
    state = { state: 'ready', version: program, notes: '' }
    for (const listener of listeners) listener(state)
    return state
  }

  function onUpdate(listener: Listener): () => void {
    listeners.add(listener)
    const lookIfSeen = () => void (document.visibilityState === 'visible' && look())
    const timer = setInterval(lookIfSeen, everyMillis)
    window.addEventListener('online', lookIfSeen)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      listeners.delete(listener)
      clearInterval(timer)
      window.removeEventListener('online', lookIfSeen)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }

  return { look, onUpdate, updates: async () => state }
}
