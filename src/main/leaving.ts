import type { Downloads } from './downloads.ts'
import { log } from './log.ts'
import type { Printing } from './printing.ts'
import type { Ask } from './question.ts'
import type { Say } from './words.ts'

interface Parts {
  downloads: Downloads
  printing: Pick<Printing, 'stop'>
  server: { stop(): Promise<void> }
  ask: Ask
  say: Say
}

/** How the app ends: nothing half saved, no label half handed over, the database at rest. */
export interface Leaving {
  /** Asks while a file is being saved. */
  may(): Promise<boolean>
  /** Called any number of times, ends once. */
  stop(): Promise<void>
  /** Nothing runs any more: the app may go at once. */
  isOver(): boolean
}

export function leaving({ downloads, printing, server, ask, say }: Parts): Leaving {
  let stopped: Promise<void> | null = null
  let over = false
  const stop = async () => {
    for (const step of await Promise.allSettled([downloads.stop(), printing.stop()])) {
      if (step.status === 'rejected') log.error('the app could not end a part of it', step.reason)
    }
    await server.stop()
  }
  return {
    async may() {
      if (downloads.running() === 0) return true
      const answer = await ask({
        message: say('A file is still being saved. Quit all the same?'),
        detail: say('It would have to be downloaded again.'),
        buttons: [say('Quit'), say('Stay')],
      })
      return answer === 0
    },
    isOver: () => over,
    stop() {
      stopped ??= stop().finally(() => {
        over = true
      })
      return stopped
    },
  }
}
