import type { PrintJob } from '../shared/bridge.ts'
import type { LedgerJob } from './print-job.ts'
import type { PrintLedger } from './print-ledger.ts'
import type { PrintPorts } from './print-ports.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

interface Parts {
  ledger: PrintLedger
  ports: Pick<PrintPorts, 'queue'>
  say: Say
}

/** Takes back a job that is not printed yet: from the ledger, and from the system's queue where it got that far. */
export async function takeBack(job: LedgerJob, parts: Parts): Promise<PrintJob> {
  const { ledger, say } = parts
  if (job.state === 'printed') throw new Problem('refused', say('This job is printed already.'))
  if (job.state === 'failed') throw new Problem('refused', say('This job is not on its way to a printer.'))
  if (isOut(job)) await takeFromQueue(job, parts)
  return ledger.move(job.id, { state: 'failed', problem: say('Cancelled.'), handing: null, isTakenBack: true })
}

/** A job that is only held needs no more than to be forgotten: nobody will let it out. */
function isOut({ state, handing }: LedgerJob): boolean {
  return state === 'sent' || handing?.at === 'releasing' || handing?.way === 'one-shot'
}

async function takeFromQueue({ id, handing }: LedgerJob, { ledger, ports, say }: Parts): Promise<void> {
  if (ports.queue === null || handing?.way !== 'held' || handing.reference === null) {
    throw new Problem('refused', say('The printer has this job already. It cannot be taken back.'))
  }
  const handed = { reference: handing.reference, ticket: handing.ticket }
  // By its number alone another job could be hit: the queue gives numbers again after it lost its memory.
  if ((await ports.queue.find(handed)) === null) return
  await ports.queue.cancel(handed)
  const after = await ports.queue.find(handed)
  if (after?.state === 'printed') {
    await ledger.move(id, { state: 'printed' })
    throw new Problem('refused', say('This job is printed already.'))
  }
}
