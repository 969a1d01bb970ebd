import type { Say } from '../words.ts'
import { unclear } from './hand-over.ts'
import type { LedgerJob } from './job.ts'
import type { JobChange, PrintLedger } from './ledger.ts'
import type { HoldingPort, QueueJob } from './port.ts'

const shortestPause = 400
const longestPause = 10_000
/** A program that the app started before it was killed may hand a job over this much later, in milliseconds. */
const strayFor = 90_000

/** Looks after what the app has in the system's queue. */
export interface PrintWatch {
  /** Something changed there: it is looked at soon. */
  nudge(): void
  stop(): void
}

interface Parts {
  queue: HoldingPort
  ledger: PrintLedger
  say: Say
  warn(text: string, error: unknown): void
}

/**
 * Follows jobs that went out until the queue says what became of them, and cancels held jobs that the ledger does not know: they
 * come from a handing over that was cut off, and their jobs have gone another way since. One question for all jobs at a time.
 */
export function printWatch(parts: Parts): PrintWatch {
  const { warn } = parts
  let timer: NodeJS.Timeout | null = null
  let pause = shortestPause
  let strayUntil = Date.now() + strayFor
  let looking = false
  let isBlind = false
  let stopped = false

  const plan = (wait: number) => {
    if (timer) clearTimeout(timer)
    timer = stopped ? null : setTimeout(() => void look(), wait)
  }
  const look = async () => {
    timer = null
    looking = true
    const hasChanged = await lookAtQueue(parts).then(
      (changed) => {
        isBlind = false
        return changed
      },
      (error: unknown) => {
        // Once for each time that it is away, and where it is missed.
        if (!isBlind && followed(parts.ledger).length > 0)
          warn('the printing queue cannot be looked at', error instanceof Error ? error.message : error)
        isBlind = true
        return false
      },
    )
    looking = false
    pause = hasChanged ? shortestPause : Math.min(pause * 1.5, longestPause)
    if (followed(parts.ledger).length > 0 || Date.now() < strayUntil) plan(pause)
  }
  plan(0)
  return {
    nudge() {
      strayUntil = Date.now() + strayFor
      if (pause === shortestPause && (looking || timer)) return
      pause = shortestPause
      if (!looking) plan(pause)
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

function followed(ledger: PrintLedger): LedgerJob[] {
  return ledger.where(({ state, handing }) => state === 'sent' && handing?.way === 'held')
}

/** Answers whether anything changed. */
export async function lookAtQueue({ queue, ledger, say }: Omit<Parts, 'warn'>): Promise<boolean> {
  // Taken first: a job that goes out while the queue is asked would look as if it were held still.
  const sent = followed(ledger)
  let open: QueueJob[]
  try {
    open = await queue.open()
  } catch (error) {
    const problem = say('The printing system of this computer does not answer.')
    for (const { id } of sent) await change(ledger, id, { problem })
    throw error
  }
  const byTicket = new Map(open.map((job) => [job.ticket, job]))
  let hasChanged = await cancelStray({ queue, ledger }, open)
  for (const job of sent) {
    const handed = handedOf(job)
    if (handed === null) continue
    const known = byTicket.get(handed.ticket)
    const found = known?.reference === handed.reference ? known : await queue.find(handed)
    // Taken back or printed again meanwhile: then this is not about the job any more.
    if (ledger.find(job.id)?.handing?.ticket !== handed.ticket) continue
    if (found?.state === 'held') await queue.cancel(handed)
    if (await change(ledger, job.id, changeBy(found, say))) hasChanged = true
  }
  return hasChanged
}

async function cancelStray(parts: Pick<Parts, 'queue' | 'ledger'>, open: readonly QueueJob[]): Promise<boolean> {
  const held = open.filter(({ state }) => state === 'held')
  if (held.length === 0) return false
  // A job that is over and held again was brought back by a spooler that had not written down its end.
  const underWay = parts.ledger.where(
    ({ state, handing }) => handing !== null && (state === 'queued' || state === 'sent'),
  )
  const known = new Set(underWay.map(({ handing }) => handing?.ticket))
  const stray = held.filter(({ ticket }) => !known.has(ticket))
  for (const job of stray) await parts.queue.cancel(job)
  return stray.length > 0
}

function changeBy(found: QueueJob | null, say: Say): JobChange {
  if (found === null) return { state: 'failed', problem: say(unclear.forgotten), handing: null }
  // Let out once and held again: saying the word a second time could print it twice.
  if (found.state === 'held') return { state: 'failed', problem: say(unclear.releasing), handing: null }
  if (found.state === 'printed') return { state: 'printed' }
  if (found.state === 'on-its-way') return found.trouble === null ? {} : { problem: found.trouble }
  const problem = say('The printer gave the job up: {{reason}}', { reason: say(found.state) })
  return { state: 'failed', problem, handing: null }
}

/** Only what differs is written. */
async function change(ledger: PrintLedger, id: string, wanted: JobChange): Promise<boolean> {
  const now = ledger.find(id)
  if (now?.state !== 'sent') return false
  if (wanted.state === undefined && wanted.problem === now.problem) return false
  await ledger.move(id, wanted)
  return true
}

function handedOf({ handing }: LedgerJob) {
  if (handing === null || handing.reference === null) return null
  return { reference: handing.reference, ticket: handing.ticket }
}
