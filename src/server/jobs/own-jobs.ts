import { sql } from 'kysely'
import { jobLimits, jobWords } from '../../shared/areas/frame/jobs.ts'
import type { JobRow } from '../../shared/areas/people/calls.ts'
import type { Contract } from '../../shared/areas.ts'
import type { FileType, Taken } from '../../shared/kernel/call.ts'
import { fill } from '../../shared/kernel/notices.ts'
import { recordDownload, recordEvent } from '../audit/audit.ts'
import type { CallContext, Caller, Db, Handlers, Tx } from '../http/call.ts'
import { conflict, notFound } from '../http/errors.ts'
import { countJobs, versionsOf } from '../notices/feed.ts'
import { readFile } from './job-files.ts'
import type { ServerJobs } from './server-jobs.ts'

type Own = Pick<Contract['frame'], 'getJobs' | 'cancelJob' | 'dismissJobs' | 'getJobFile'>

/** Commands of people on their own jobs. Those of others, and of a role or vendor that is theirs no more, are not found. */
export function jobsRoutes({ jobs }: { jobs: ServerJobs }): Handlers<Own> {
  return {
    async getJobs(_, { db, caller }) {
      // Before the rows: a change in between then shows as a newer version, and is asked for.
      const { jobs: version } = await versionsOf(db, caller.userId)
      return { data: { rows: await readJobs(db, caller), version }, message: 'Success' }
    },
    async cancelJob(input, context) {
      const reply = await cancelJob(input, context)
      jobs.look()
      return reply
    },
    dismissJobs,
    getJobFile,
  }
}

function ownJobs(db: Db | Tx, { userId, role, team, vendorId }: Caller) {
  return db
    .selectFrom('job')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .where(sql<boolean>`team IS NOT DISTINCT FROM ${team} AND vendor_id IS NOT DISTINCT FROM ${vendorId}::uuid`)
}

async function readJobs(db: Db | Tx, caller: Caller, ids?: readonly string[]): Promise<JobRow[]> {
  const rows = await ownJobs(db, caller)
    .select(['id', 'kind', 'title', 'title_values', 'state', 'done', 'total', 'step', 'cancel_wanted'])
    .select(['problem', 'problem_values', 'created_at', 'ended_at', 'file_name', 'file_bytes'])
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = ANY (${ids ?? []}::uuid[])`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(jobLimits.keptPerUser + jobLimits.underWayPerUser))
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.kind, title: { text: row.title, values: row.title_values } },
    ...{ state: row.state, done: row.done, total: row.total, step: row.step },
    is_ending: row.state === 'running' && row.cancel_wanted,
    problem: row.problem === null ? null : { text: row.problem, values: row.problem_values },
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    file: fileOf(row),
  }))
}

function fileOf(row: { file_name: string | null; file_bytes: number | null; ended_at: Date | null }): JobRow['file'] {
  if (row.file_name === null || row.file_bytes === null || row.ended_at === null) return null
  const until = new Date(row.ended_at.getTime() + jobLimits.fileDays * 24 * 3_600_000)
  return { name: row.file_name, bytes: row.file_bytes, kept_until: until.toISOString() }
}

/** A job as its user sees it, within the command that made or changed it. Throws `not_found`. */
export async function readJob(db: Db | Tx, caller: Caller, id: string): Promise<JobRow> {
  const [job] = await readJobs(db, caller, [id])
  if (!job) throw notFound(jobWords.unknown)
  return job
}

async function cancelJob({ job_id }: Taken<Own['cancelJob']>, context: CallContext) {
  return context.command(async (tx) => {
    const job = await ownJobs(tx, context.caller)
      .select(['state', 'title', 'title_values'])
      .where('id', '=', job_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!job) throw notFound(jobWords.unknown)
    if (job.state !== 'waiting' && job.state !== 'running') throw conflict(jobWords.ended)
    const ended = { state: 'cancelled' as const, ended_at: sql<Date>`now()` }
    await tx
      .updateTable('job')
      .set(job.state === 'waiting' ? ended : { cancel_wanted: true })
      .where('id', '=', job_id)
      .execute()
    await countJobs(tx, context.caller.userId)
    const title = fill(job.title, job.title_values)
    await recordEvent(tx, context, { entity: 'job', entityId: job_id, event: 'job.cancelled', details: { title } })
    return { data: { job: await readJob(tx, context.caller, job_id) }, message: 'Success' }
  })
}

async function dismissJobs({ job_ids }: Taken<Own['dismissJobs']>, context: CallContext) {
  return context.command(async (tx) => {
    const found = await ownJobs(tx, context.caller)
      .select(['id', 'ended_at'])
      .where(sql<boolean>`id = ANY (${job_ids}::uuid[])`)
      .orderBy('id')
      .forUpdate()
      .execute()
    if (found.some(({ ended_at }) => ended_at === null)) throw conflict(jobWords.underWay)
    const dismissed = found.map(({ id }) => id)
    if (dismissed.length > 0) {
      await tx.deleteFrom('job').where('id', 'in', dismissed).execute()
      await countJobs(tx, context.caller.userId)
      const details = { jobs: dismissed.length }
      await recordEvent(tx, context, { entity: 'job', entityId: dismissed[0] ?? '', event: 'job.dismissed', details })
    }
    return { data: { dismissed }, message: 'Success' }
  })
}

/** The file was made for sites or rights that its user had then: what it holds is asked for anew. */
function isOfOtherRights({ userId, role }: Caller) {
  return sql<boolean>`EXISTS (SELECT FROM audit_event e WHERE e.subject_id = ${userId}::uuid AND e.at > job.created_at
      AND e.event IN ('user.sites_changed', 'user.rights_changed'))
    OR EXISTS (SELECT FROM audit_event e WHERE e.entity = 'role_right' AND e.at > job.created_at AND e.details ->> 'role' = ${role})`
}

async function getJobFile({ job_id }: Taken<Own['getJobFile']>, context: CallContext) {
  const job = await ownJobs(context.db, context.caller)
    .select(['id', 'kind', 'attempt', 'file_name', 'file_type', 'file_bytes'])
    .select(isOfOtherRights(context.caller).as('is_of_other_rights'))
    .where('id', '=', job_id)
    .executeTakeFirst()
  if (!job) throw notFound(jobWords.unknown)
  if (job.is_of_other_rights) throw conflict(jobWords.otherRights)
  const { file_name: name, file_type: type, file_bytes: bytes } = job
  if (name === null || bytes === null) throw notFound(jobWords.noFile)
  await recordDownload(context, name, { job: job.id, kind: job.kind })
  return { body: readFile(context.db, { ...job, bytes }), name, type: type as FileType }
}
