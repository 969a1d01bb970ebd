import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type JobState, jobLimits, jobWords } from '../../shared/areas/frame/jobs.ts'
import { roles, teams } from '../../shared/kernel/roles.ts'
import { inTransaction } from '../database/database-errors.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Db, Tx } from '../http/call.ts'
import { countJobs, countJobsOf } from '../notices/feed.ts'
import type { JobFile } from './define-job.ts'
import { makeRoom } from './job-files.ts'

const takenJobColumns = {
  id: col.text,
  kind: col.text,
  user_id: col.text,
  role: z.enum(roles),
  team: z.enum(teams).nullable(),
  vendor_id: col.textOrNull,
  input: z.unknown(),
  attempt: col.number,
}

/** A job that this server has taken. All writes for it name the attempt: a server that lost it writes nothing any more. */
export type TakenJob = Row<typeof takenJobColumns>

type Taken = Pick<TakenJob, 'id' | 'attempt' | 'user_id'>

const queuedColumns = {
  /** Something can be taken, if its user has room. */
  hasWaiting: col.flag,
  /** A server died over something. */
  hasBroken: col.flag,
  /** Gives the jobs that the queue counts as this server's; those that it runs beside them it has lost. */
  held: z.array(z.object({ id: col.text, attempt: col.number, cancel_wanted: col.flag })),
}

export type Queued = Row<typeof queuedColumns>

/** One glance at what is under way, which is little: it is made every second. */
export async function lookAtQueue(db: Db, worker: string, kinds: readonly string[]): Promise<Queued> {
  const { rows } = await rowsOf(queuedColumns)`
    SELECT coalesce(bool_or(state = 'waiting' AND run_after <= now() AND kind = ANY (${kinds}::text[])), false) AS "hasWaiting",
      coalesce(bool_or(lease_until < now()), false) AS "hasBroken",
      coalesce(json_agg(json_build_object('id', id, 'attempt', attempt, 'cancel_wanted', cancel_wanted))
        FILTER (WHERE worker = ${worker}), '[]') AS held
    FROM job WHERE ended_at IS NULL`.execute(db)
  return rows[0] ?? { hasWaiting: false, hasBroken: false, held: [] }
}

/**
 * Takes the next job, or null. Whose fewest jobs run comes first, then who asked first; nobody has more running than
 * `jobLimits.runningPerUser` over all servers, which take in turn. What another transaction holds is passed over.
 */
export function takeJob(db: Db, worker: string, kinds: readonly string[], leaseMs: number): Promise<TakenJob | null> {
  return inTransaction(db, async (tx) => {
    await sql`SELECT id FROM job_turn WHERE id = 1 FOR UPDATE`.execute(tx)
    const { rows } = await rowsOf(takenJobColumns)`
      UPDATE job SET state = 'running', attempt = attempt + 1, worker = ${worker}, lease_until = ${leaseEnd(leaseMs)},
        started_at = coalesce(started_at, clock_timestamp()), done = 0, total = NULL, step = NULL
      WHERE id = (
        SELECT j.id FROM job j
        CROSS JOIN LATERAL (SELECT count(*) AS running FROM job r
          WHERE r.user_id = j.user_id AND r.ended_at IS NULL AND r.state = 'running') own
        WHERE j.ended_at IS NULL AND j.state = 'waiting' AND j.run_after <= clock_timestamp()
          AND j.kind = ANY (${kinds}::text[]) AND own.running < ${jobLimits.runningPerUser}
        ORDER BY own.running, j.created_at, j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
      RETURNING id, kind, user_id, role, team, vendor_id, input, attempt`.execute(tx)
    const [job] = rows
    if (!job) return null
    await countJobs(tx, job.user_id)
    return job
  })
}

/** Shows that these jobs (job.id) are still worked on here. */
export async function holdJobs(db: Db, worker: string, ids: readonly string[], leaseMs: number): Promise<void> {
  await sql`
    UPDATE job SET lease_until = ${leaseEnd(leaseMs)}
    WHERE ended_at IS NULL AND state = 'running' AND worker = ${worker} AND id = ANY(${ids}::uuid[])`.execute(db)
}

function leaseEnd(leaseMs: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`
}

/** Writes a job's progress; false when the job is no longer this server's. */
export function noteProgress(
  db: Db,
  { id, attempt, user_id }: Taken,
  at: { done: number; total: number; step: string | null },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('job')
      .set(at)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await countJobs(tx, user_id)
    return true
  })
}

/** Locks the job for the rest of the transaction. Null when it is no longer this server's. */
export async function holdTaken(tx: Tx, job: Pick<Taken, 'id' | 'attempt'>) {
  return (await selectTaken(tx, job).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** The same without holding it. */
export async function lookAtTaken(tx: Tx, job: Pick<Taken, 'id' | 'attempt'>) {
  return (await selectTaken(tx, job).executeTakeFirst()) ?? null
}

function selectTaken(tx: Tx, { id, attempt }: Pick<Taken, 'id' | 'attempt'>) {
  return tx
    .selectFrom('job')
    .select(['cancel_wanted', 'failures', 'most_failures'])
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')
}

type Held = NonNullable<Awaited<ReturnType<typeof holdTaken>>>

/** How a run ended. `broken`: by an error that another try may not meet; `released`: its server stops. */
export type RunEnd =
  | { how: 'done'; file: JobFile | null }
  | { how: 'cancelled' | 'broken' | 'released' }
  | { how: 'refused'; problem: string; values: Record<string, string | number> }

type Ending =
  | { state: 'done'; file: JobFile | null }
  | { state: 'cancelled' }
  | { state: 'failed'; problem: string; values: Record<string, string | number> }
  | { state: 'waiting'; counts: boolean }

function endingOf({ cancel_wanted, failures, most_failures }: Held, end: RunEnd): Ending {
  if (cancel_wanted) return { state: 'cancelled' }
  const failed = (problem: string): Ending => ({ state: 'failed', problem, values: {} })
  switch (end.how) {
    case 'done':
      return { state: 'done', file: end.file }
    case 'cancelled':
      return { state: 'cancelled' }
    case 'refused':
      return { state: 'failed', problem: end.problem, values: end.values }
    case 'broken':
      return failures + 1 < most_failures ? { state: 'waiting', counts: true } : failed(jobWords.failed)
    case 'released':
      return most_failures > 1 ? { state: 'waiting', counts: false } : failed(jobWords.brokeOff)
  }
}

/**
 * Writes how a run ended, once, and what is left of it: pieces of anything but a file that is done are gone. A job that was
 * cancelled before this is through is cancelled. Does nothing, and gives null, when another server has the job; otherwise what
 * it became.
 */
export function endRun(db: Db, job: Taken, end: RunEnd): Promise<JobState | null> {
  return inTransaction(db, async (tx) => {
    const held = await holdTaken(tx, job)
    if (!held) return null
    const ending = endingOf(held, end)
    await countJobs(tx, job.user_id)
    await writeEnding(tx, job, ending)
    const kept = ending.state === 'done' && ending.file ? job.attempt : -1
    await tx.deleteFrom('job_piece').where('job_id', '=', job.id).where('attempt', '!=', kept).execute()
    if (ending.state !== 'waiting') await makeRoom(tx, job.user_id)
    return ending.state
  })
}

async function writeEnding(tx: Tx, { id }: Taken, ending: Ending): Promise<void> {
  const released = { worker: null, lease_until: null, state: ending.state }
  const query = tx.updateTable('job').where('id', '=', id).set(released)
  if (ending.state === 'waiting') {
    const pause = sql<Date>`now() + (failures + 1) * interval '5 seconds'`
    await query
      .set({ done: 0, total: null, step: null })
      .$if(ending.counts, (again) => again.set({ failures: sql<number>`failures + 1`, run_after: pause }))
      .execute()
    return
  }
  const ended = query.set({ ended_at: sql<Date>`now()` })
  if (ending.state === 'failed')
    await ended.set({ problem: ending.problem, problem_values: JSON.stringify(ending.values) }).execute()
  else if (ending.state === 'done' && ending.file) {
    const { name, type, bytes } = ending.file
    await ended.set({ file_name: name, file_type: type, file_bytes: bytes }).execute()
  } else await ended.execute()
}

/**
 * Takes back what dead servers left: to the queue where the job may be done again, otherwise it failed; cancelled ones are
 * cancelled. Any number of servers may do it at once. Gives how many there were.
 */
export function takeBack(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await rowsOf({ id: col.text, user_id: col.text })`
      WITH broken AS (
        SELECT id, CASE WHEN cancel_wanted THEN 'cancelled' WHEN failures + 1 < most_failures THEN 'waiting'
          ELSE 'failed' END AS becomes
        FROM job WHERE ended_at IS NULL AND state = 'running' AND lease_until < now()
        ORDER BY user_id, id FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE job j SET state = b.becomes, worker = NULL, lease_until = NULL, failures = j.failures + 1,
        problem = CASE WHEN b.becomes = 'failed' THEN ${jobWords.brokeOff} END,
        ended_at = CASE WHEN b.becomes <> 'waiting' THEN now() END
      FROM broken b WHERE j.id = b.id RETURNING j.id, j.user_id`.execute(tx)
    await countJobsOf(tx, rows)
    if (rows.length > 0)
      await tx
        .deleteFrom('job_piece')
        .where(
          'job_id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
    return rows.length
  })
}
