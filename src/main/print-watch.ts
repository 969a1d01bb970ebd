import { log } from './log.ts'
import type { PrintLedger } from './print-ledger.ts'
import type { PrintPort } from './print-port.ts'
import type { Say } from './words.ts'

const firstLook = 400
const longestPause = 10_000
/** Afterwards the job stays `sent`: a printer without paper over the weekend is no failure. */
const giveUpAfter = 15 * 60_000

/** Follows jobs that were handed to the system until it says what became of them. */
export interface PrintWatch {
  follow(id: string, reference: string): void
  stop(): void
}

export function printWatch(parts: { port: PrintPort; ledger: PrintLedger; say: Say }): PrintWatch {
  const timers = new Set<NodeJS.Timeout>()
  const later = (pause: number, work: () => Promise<void>) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work().catch((error: unknown) => log.warn('a print job cannot be followed', error))
    }, pause)
    timers.add(timer)
  }
  const look = async (id: string, reference: string, pause: number, until: number): Promise<void> => {
    const outcome = await parts.port.outcome(reference)
    const job = parts.ledger.find(id)
    // Printed again meanwhile: then this reference is no longer the job's.
    if (job?.state !== 'sent' || job.reference !== reference) return
    if (outcome.state === 'printed') parts.ledger.move(id, { state: 'printed' })
    if (outcome.state === 'failed') {
      const problem = parts.say('The printer gave the job up: {{reason}}', { reason: parts.say(outcome.reason) })
      parts.ledger.move(id, { state: 'failed', problem })
    }
    if (outcome.state !== 'pending' || Date.now() > until) return
    const next = Math.min(pause * 1.5, longestPause)
    later(next, () => look(id, reference, next, until))
  }
  return {
    follow(id, reference) {
      later(firstLook, () => look(id, reference, firstLook, Date.now() + giveUpAfter))
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
