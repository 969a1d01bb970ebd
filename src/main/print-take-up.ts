import { unclear } from './print-hand-over.ts'
import type { LedgerJob } from './print-job.ts'
import type { PrintLedger } from './print-ledger.ts'
import type { Say } from './words.ts'

/**
 * After a start: jobs that the last run left go on. One that was being handed over to a queue is begun anew under a new ticket,
 * since nobody lets the old one out; one that was being handed over in one go may be on paper, so the user looks.
 */
export async function takeUp(parts: { ledger: PrintLedger; say: Say; again(job: LedgerJob): void }): Promise<void> {
  const { ledger, say, again } = parts
  for (const job of ledger.where(({ state }) => state === 'queued')) {
    const isCutOff = job.handing?.at === 'handing'
    if (isCutOff && job.handing?.way === 'one-shot') {
      await ledger.move(job.id, { state: 'failed', problem: say(unclear.handing), handing: null })
      continue
    }
    if (isCutOff) await ledger.move(job.id, { handing: null })
    again(job)
  }
}
