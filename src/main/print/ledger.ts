import { createHash, randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PrintJob } from '../../shared/bridge.ts'
import { isOver, type LedgerJob, ledgerJob, shownJob } from './job.ts'
import { type JournalRead, openJournal, readJournal } from './journal.ts'
import type { Ticket } from './port.ts'

/** A change of a job: `problem` goes unless the change names one, everything else stays unless it does. */
export type JobChange = Partial<Pick<LedgerJob, 'state' | 'problem' | 'handing' | 'isTakenBack'>>

const entry = z.union([z.strictObject({ job: ledgerJob }), z.strictObject({ forget: z.array(z.string()) })])

/** Jobs that are over and kept, and how many more gather before the oldest are forgotten. */
const savedOver = 500
const slack = 100

/**
 * Every print job of this computer, kept over restarts. A change is seen at once and is on the disk when its promise resolves:
 * whoever acts outside the app waits for that.
 */
export interface PrintLedger {
  /** Newest first. */
  list(): PrintJob[]
  find(id: string): LedgerJob | undefined
  /** Oldest first. */
  where(wanted: (job: LedgerJob) => boolean): LedgerJob[]
  add(job: LedgerJob): Promise<PrintJob>
  move(id: string, change: JobChange): Promise<PrintJob>
  /** As `move`, for what no change of parts can say. */
  replace(job: LedgerJob): Promise<PrintJob>
  close(): Promise<void>
}

interface Options {
  path: string
  onChange(job: PrintJob): void
  /** Jobs of an earlier version, oldest first; asked where there is no journal yet. */
  earlier?(): Promise<LedgerJob[]>
  /** What is done with unfinished jobs of a journal that was damaged: how far they came is not known. */
  afterDamage(job: LedgerJob): LedgerJob
}

export async function openPrintLedger({ path, onChange, earlier, afterDamage }: Options): Promise<PrintLedger> {
  const { jobs, wholeBytes } = await savedJobs(path, afterDamage)
  for (const job of jobs.size === 0 ? ((await earlier?.()) ?? []) : []) jobs.set(job.id, job)
  let over = countOver(jobs)
  forgetOldest()
  const journal = await openJournal({
    path,
    wholeBytes,
    *snapshot() {
      for (const job of jobs.values()) yield { job }
    },
  })

  /** Oldest first, in one walk for many: walking for each would make a busy day quadratic. */
  function forgetOldest(): string[] {
    const forgotten: string[] = []
    if (over <= savedOver + slack) return forgotten
    for (const job of jobs.values()) {
      if (over <= savedOver) break
      if (!isOver(job)) continue
      jobs.delete(job.id)
      forgotten.push(job.id)
      over -= 1
    }
    return forgotten
  }
  const write = async (before: LedgerJob | undefined, after: LedgerJob): Promise<PrintJob> => {
    put(before, after)
    try {
      await journal.append({ job: after })
    } catch (error) {
      if (jobs.get(after.id) === after) put(after, before)
      throw error
    }
    const forgotten = forgetOldest()
    // This change is on the disk. What could not be forgotten there is forgotten after the next start.
    if (forgotten.length > 0) journal.append({ forget: forgotten }).catch(() => undefined)
    const shown = shownJob(after)
    if (before === undefined || !isDeepStrictEqual(shown, shownJob(before))) onChange(shown)
    return shown
  }
  const put = (before: LedgerJob | undefined, after: LedgerJob | undefined) => {
    over += Number(after !== undefined && isOver(after)) - Number(before !== undefined && isOver(before))
    if (after) jobs.set(after.id, after)
    else if (before) jobs.delete(before.id)
  }
  return {
    list: () => Array.from(jobs.values(), shownJob).reverse(),
    find: (id) => jobs.get(id),
    where: (wanted) => [...jobs.values()].filter(wanted),
    add: (job) => write(undefined, job),
    move(id, change) {
      const before = jobs.get(id)
      if (before === undefined) return Promise.reject(new Error(`print job ${id} is not on the ledger`))
      const { problem: _, ...rest } = before
      return write(before, { ...rest, ...change })
    },
    replace({ problem: _, ...job }) {
      return write(jobs.get(job.id), job)
    },
    close: () => journal.close(),
  }
}

interface SavedJobs {
  jobs: Map<string, LedgerJob>
  wholeBytes: number
}

async function savedJobs(path: string, afterDamage: Options['afterDamage']): Promise<SavedJobs> {
  const read = await readJournal(path)
  const { jobs, isDamaged } = replayed(read)
  if (isDamaged) {
    // For support; the journal itself goes on with what could be read, also where the disk has no room for a copy.
    await copyFile(path, `${path}.damaged-${Date.now()}`).catch(() => undefined)
    for (const job of jobs.values()) {
      if (job.state === 'queued') jobs.set(job.id, afterDamage(job))
    }
  }
  return { jobs, wholeBytes: read.wholeBytes }
}

function replayed(read: JournalRead): { jobs: Map<string, LedgerJob>; isDamaged: boolean } {
  const jobs = new Map<string, LedgerJob>()
  let isDamaged = read.isDamaged
  for (const found of read.entries) {
    const told = entry.safeParse(found)
    if (!told.success) isDamaged = true
    else if ('job' in told.data) jobs.set(told.data.job.id, told.data.job)
    else for (const id of told.data.forget) jobs.delete(id)
  }
  return { jobs, isDamaged }
}

function countOver(jobs: ReadonlyMap<string, LedgerJob>): number {
  let over = 0
  for (const job of jobs.values()) if (isOver(job)) over += 1
  return over
}

/** Jobs of one printer wait for each other; printers do not. */
export interface PrintLines {
  add(printer: string, id: string): void
  /** What stood in the way may be gone: waiting jobs are tried at once. */
  wake(): void
  /** Stops what is being done for this job, if anything is. */
  drop(id: string): void
  /** Begins nothing more; resolves when nothing is under way. */
  stop(): Promise<void>
}

export const shortestPause = 500
export const longestPause = 30_000

/** `attempt` never throws: `again` when the job waits for something. */
export type Attempt = (id: string, signal: AbortSignal) => Promise<'done' | 'again'>

interface Line {
  ids: string[]
  work: Promise<void> | null
}

/** `onLeave` hears of every job that leaves its line, whatever became of it. */
export function printLines(attempt: Attempt, onLeave: (id: string) => Promise<void>): PrintLines {
  const lines = new Map<string, Line>()
  const underWay = new Map<string, AbortController>()
  const sleepers = new Set<() => void>()
  let stopping = false

  const sleep = (pause: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        sleepers.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, pause)
      sleepers.add(wake)
      signal.addEventListener('abort', wake)
    })

  /** The first of the line, until it is done with: the ones behind it keep their order. */
  const serve = async (id: string): Promise<void> => {
    const controller = new AbortController()
    underWay.set(id, controller)
    let pause = shortestPause
    while (!stopping && !controller.signal.aborted && (await attempt(id, controller.signal)) === 'again') {
      if (stopping || controller.signal.aborted) break
      await sleep(pause, controller.signal)
      pause = Math.min(pause * 2, longestPause)
    }
    underWay.delete(id)
    await onLeave(id)
  }
  const run = async (line: Line): Promise<void> => {
    for (let id = line.ids.shift(); id !== undefined && !stopping; id = line.ids.shift()) await serve(id)
    line.work = null
  }
  return {
    add(printer, id) {
      const line = lines.get(printer) ?? { ids: [], work: null }
      lines.set(printer, line)
      line.ids.push(id)
      line.work ??= run(line)
    },
    wake() {
      for (const wake of [...sleepers]) wake()
    },
    drop: (id) => underWay.get(id)?.abort(),
    async stop() {
      stopping = true
      for (const controller of underWay.values()) controller.abort()
      await Promise.all([...lines.values()].map(({ work }) => work))
    },
  }
}

/**
 * Tickets of one workstation. Its own part keeps apart the apps that share a print server: held jobs of others are none of our
 * business. It follows from where the app keeps its data, so that it outlives a lost ledger.
 */
export interface Tickets {
  next(): Ticket
  /** The ticket in the name of a job of ours, or null. */
  in(jobName: string): Ticket | null
}

const longestTitle = 200

export function printTickets(place: string): Tickets {
  const station = createHash('sha256').update(place).digest('hex').slice(0, 8)
  const ours = new RegExp(`\\[(sv-${station}-[0-9a-f]+)\\]$`)
  return {
    next: () => `sv-${station}-${randomBytes(5).toString('hex')}`,
    in: (jobName) => ours.exec(jobName)?.[1] ?? null,
  }
}

/** The user's title first. A job's name has room for 255 bytes, and what is cut off must not be the ticket. */
export function jobName(title: string, ticket: Ticket): string {
  let cut = title
  while (Buffer.byteLength(cut) > longestTitle) cut = [...cut].slice(0, -1).join('')
  return `${cut} [${ticket}]`
}

/** Whether a job of that name was handed over by that ticket; jobs of an earlier version went by their title alone. */
export function carries(name: string, ticket: Ticket): boolean {
  return name === ticket || name.endsWith(` [${ticket}]`)
}
