import { sql } from 'kysely'
import { jobWords } from '../../shared/areas/frame/jobs.ts'
import { inTransaction } from '../database/database-errors.ts'
import type { Files } from '../files/files.ts'
import type { CallContext, Caller, Db, Tx } from '../http/call.ts'
import { closedOrder, Refusal } from '../http/errors.ts'
import { changedRights } from '../http/right-holders.ts'
import { type AnyJobKind, type Job, JobStopped, type StopReason } from './define-job.ts'
import { writeFile } from './job-files.ts'
import { holdTaken, lookAtTaken, noteProgress, type RunEnd, type TakenJob } from './queue.ts'

/** How often progress is written. */
const PROGRESS_MS = 700

/** A job that runs here. */
export interface Running {
  /** Makes it end at its next check; the first reason counts. */
  stop(reason: StopReason): void
  /** Settles with how it ended; null when another server has it. Never rejects. */
  ended: Promise<RunEnd | null>
}

interface Parts {
  db: Db
  reports(): Promise<Db>
  files: Files
  /** The folder of fonts and templates. */
  resources: string
  kind: AnyJobKind
  /** An error of a kind's own, for the log. */
  onError(error: unknown): void
}

/** Runs a job that was taken. What it comes to is left to the caller to write. */
export function runJob(parts: Parts, taken: TakenJob): Running {
  const stopping = new AbortController()
  const stop = (reason: StopReason) => {
    if (!stopping.signal.aborted) stopping.abort(new JobStopped(reason))
  }
  const ended = workOn(parts, taken, stopping.signal, stop).catch((error: unknown): RunEnd | null => {
    // Whatever a kind throws after it was told to end is only the end.
    const why: unknown = stopping.signal.aborted ? stopping.signal.reason : error
    if (why instanceof JobStopped) return endOf(why.reason)
    const refusal = why instanceof Refusal ? why : closedOrder(why)
    if (refusal) return { how: 'refused', ...wordsOf(refusal) }
    parts.onError(why)
    return { how: 'broken' }
  })
  return { stop, ended }
}

function endOf(reason: StopReason): RunEnd | null {
  if (reason === 'lost') return null
  return { how: reason === 'cancelled' ? 'cancelled' : 'released' }
}

function wordsOf({ message, details }: Refusal) {
  return { problem: details.message_key ?? message, values: details.values ?? {} }
}

async function workOn(
  { db, reports, files, resources, kind }: Parts,
  taken: TakenJob,
  signal: AbortSignal,
  stop: Running['stop'],
): Promise<RunEnd> {
  const stopIfCancelled = () => {
    if (signal.aborted) throw signal.reason
  }
  const caller = await callerOf(db, taken)
  const progress = progressOf(db, taken, stop)
  const command: CallContext['command'] = (change) => inTransaction(db, (tx) => whileOurs(tx, taken, () => change(tx)))
  const job: Job<unknown> = {
    id: taken.id,
    input: taken.input,
    context: {
      ...{ caller, requestId: taken.id, source: 'screen', db, main: db, reports, files, resources, signal, command },
      clearSessionCookie: () => undefined,
      progress: progress.note,
    },
    progress: progress.note,
    stopIfCancelled,
    file: (name, type, body) => writeFile({ db, job: taken, check: stopIfCancelled }, name, type, body),
  }
  try {
    // The kind checked its input when it was asked for: `startJob` takes nothing else.
    const file = await (kind as unknown as { run(job: Job<unknown>): ReturnType<AnyJobKind['run']> }).run(job)
    stopIfCancelled()
    return { how: 'done', file }
  } finally {
    await progress.end()
  }
}

/**
 * Nothing is changed for a job that was cancelled, or that another server has: looked at before, and held from the end of the change to
 * its commit. Held for all of a long change it could be neither cancelled nor told of.
 */
async function whileOurs<T>(tx: Tx, taken: TakenJob, change: () => Promise<T>): Promise<T> {
  const isOurs = (held: Awaited<ReturnType<typeof holdTaken>>) => {
    if (!held) throw new JobStopped('lost')
    if (held.cancel_wanted) throw new JobStopped('cancelled')
  }
  isOurs(await lookAtTaken(tx, taken))
  const changed = await change()
  isOurs(await holdTaken(tx, taken))
  return changed
}

/** Reads who asked for the job, if they still have their rights: nothing is done with rights that somebody had once. */
async function callerOf(db: Db, { id, user_id, role, team, vendor_id }: TakenJob): Promise<Caller> {
  const user = await db
    .selectFrom('app_user')
    .select(['email', 'name', 'is_machine', 'site_ids', 'further_rights'])
    .select(changedRights(sql`app_user.role`))
    .where('id', '=', user_id)
    .where(
      sql<boolean>`(is_active OR EXISTS (SELECT 1 FROM api_key k WHERE k.id = app_user.id AND k.revoked_at IS NULL))`,
    )
    .where('role', '=', role)
    .where(sql<boolean>`team IS NOT DISTINCT FROM ${team} AND vendor_id IS NOT DISTINCT FROM ${vendor_id}::uuid`)
    .executeTakeFirst()
  if (!user) throw new Refusal('forbidden', jobWords.otherRights)
  const { email, name, is_machine: isMachine, site_ids: siteIds } = user
  const changed = { granted: [...user.given, ...user.further_rights], withheld: user.withheld }
  const seen = { role, ...changed, team, vendorId: vendor_id, siteIds, trueRole: null, mustChangePassword: false }
  return { userId: user_id, email, name, isMachine, ...seen, sessionId: id }
}

/** Notes in memory at once, and in the database now and then: a kind may call it for every row. */
function progressOf(db: Db, taken: TakenJob, stop: Running['stop']) {
  let latest: { done: number; total: number; step: string | null } | null = null
  let writing: Promise<void> = Promise.resolve()
  let isWriting = false
  const write = () => {
    if (latest === null || isWriting) return
    const at = latest
    latest = null
    isWriting = true
    writing = noteProgress(db, taken, at)
      .then((isOurs) => {
        if (!isOurs) stop('lost')
      })
      // What cannot be told now is told later; whether the job is still ours its lease says.
      .catch(() => undefined)
      .finally(() => {
        isWriting = false
      })
  }
  const timer = setInterval(write, PROGRESS_MS)
  return {
    note(done: number, total: number, step?: string) {
      latest = { done: Math.min(done, total), total, step: step ?? null }
    },
    async end() {
      clearInterval(timer)
      await writing
    },
  }
}
