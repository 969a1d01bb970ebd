import { app, type BrowserWindow, type WebContents } from 'electron'
import type { Mishap } from '../shared/bridge.ts'
import { log } from './log.ts'
import type { Ask } from './native.ts'
import { timeout } from './settings.ts'
import type { Say } from './words.ts'

/** What went wrong with the page, and its way back: drafts lie in its local storage, jobs in main, so loading it again loses nothing. */
export interface Mishaps {
  watch(window: BrowserWindow): void
  /** What happened since it was last asked. */
  take(): Mishap | null
}

interface Parts {
  ask: Ask
  say: Say
}

/** A page that crashes this often in a minute would do so for ever. */
const mostCrashes = 3
const aMinute = 60_000

export function mishaps(parts: Parts): Mishaps {
  let last: Mishap | null = null
  const note = (kind: Mishap['kind']) => {
    last = { kind, at: new Date().toISOString() }
  }
  return {
    watch({ webContents }) {
      const hang = followHang(webContents, parts)
      followCrashes(webContents, { ...parts, hang, note })
    },
    take() {
      const taken = last
      last = null
      return taken
    },
  }
}

interface Hang {
  /** Whether the page was ended because it hung; forgets it. */
  endedIt(): boolean
  over(): void
}

function followCrashes(
  contents: WebContents,
  { ask, say, hang, note }: Parts & { hang: Hang; note(kind: Mishap['kind']): void },
): void {
  let crashes: number[] = []
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return
    hang.over()
    const kind = hang.endedIt() ? 'page-hung' : 'page-crashed'
    log.error('the page went down', { kind, reason, exitCode })
    note(kind)
    const now = Date.now()
    crashes = [...crashes.filter((at) => now - at < aMinute), now]
    if (crashes.length < mostCrashes) {
      contents.reload()
      return
    }
    void askAfterCrashes(ask, say).then((again) => {
      crashes = []
      if (!again) app.quit()
      else if (!contents.isDestroyed()) contents.reload()
    })
  })
}

async function askAfterCrashes(ask: Ask, say: Say): Promise<boolean> {
  const answer = await ask({
    message: say('The page of the app crashed several times.'),
    detail: say('What you typed is kept as a draft, and print jobs go on.'),
    buttons: [say('Load it again'), say('Close the app')],
  })
  return answer === 0
}

/** Chromium says that the page hangs; after some more time the user decides, unless it comes back first. */
function followHang(contents: WebContents, { ask, say }: Parts): Hang {
  let ended = false
  let asking: AbortController | null = null
  const over = () => {
    asking?.abort()
    asking = null
  }
  contents.on('unresponsive', () => {
    if (asking !== null) return
    log.warn('the page does not answer')
    asking = new AbortController()
    void askWhileHung(asking.signal, ask, say).then((shouldEnd) => {
      if (!shouldEnd || contents.isDestroyed()) return
      ended = true
      // Its end is a crash like another, and its handler loads the page again.
      contents.forcefullyCrashRenderer()
    })
  })
  contents.on('responsive', over)
  contents.once('destroyed', over)
  return {
    over,
    endedIt() {
      const was = ended
      ended = false
      return was
    },
  }
}

/** Chromium says it once, so after "wait" the question comes again by itself. */
async function askWhileHung(signal: AbortSignal, ask: Ask, say: Say): Promise<boolean> {
  while (await isStillSo(signal)) {
    const answer = await ask({
      message: say('The page of the app does not answer.'),
      detail: say('What you typed is kept as a draft, and print jobs go on.'),
      buttons: [say('Load it again'), say('Wait')],
      signal,
    })
    if (signal.aborted) return false
    if (answer === 0) return true
  }
  return false
}

function isStillSo(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(true)
    }, timeout.hungPage)
    const stop = () => {
      clearTimeout(timer)
      resolve(false)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
