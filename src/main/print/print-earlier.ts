import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { Say } from '../words.ts'
import { unclear } from './hand-over.ts'
import { type EarlierJob, earlierJob, type LedgerJob } from './job.ts'

const file = z.object({ value: z.array(earlierJob) })

/** The ledger of the version before the journal, oldest first; one that cannot be read is no reason not to start. */
export async function earlierJobs(path: string, say: Say): Promise<LedgerJob[]> {
  try {
    const { value } = file.parse(JSON.parse(await readFile(path, 'utf8')))
    return value.reverse().map((job) => asKeptNow(job, say))
  } catch {
    return []
  }
}

/** Out of the way once its jobs are on the journal. */
export async function putAside(path: string): Promise<void> {
  await rename(path, `${path}.taken-over`).catch(() => undefined)
}

/** That version handed over in one go and under the job's title alone. */
function asKeptNow({ reference, ...job }: EarlierJob, say: Say): LedgerJob {
  const common = job as Omit<LedgerJob, 'handing'>
  if (job.state === 'queued') return { ...common, state: 'failed', problem: say(unclear.handing), handing: null }
  if (job.state !== 'sent') return { ...common, handing: null }
  const way = reference === null ? 'one-shot' : 'held'
  return { ...common, handing: { way, at: 'out', ticket: job.title, reference } }
}
