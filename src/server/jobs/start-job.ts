import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { jobLimits, jobWords } from '../../shared/areas/frame/jobs.ts'
import { recordEvent } from '../audit/audit.ts'
import type { CallContext, Caller, Tx } from '../http/call.ts'
import { conflict } from '../http/errors.ts'
import { countJobs } from '../notices/feed.ts'
import { type JobKind, mostFailures } from './define-job.ts'

let started = 0

/** How many jobs were asked for in this process: tells a server cheaply that it is worth looking. */
export function startedJobs(): number {
  return started
}

/**
 * Asks for a job in the transaction of the command that wants it: undone with it, and done by some server soon after it is
 * through. Gives the job's id. The same asked for again while it waits or runs is the same job. Throws `conflict` when the
 * caller has `jobLimits.underWayPerUser` under way, `disk_full` when there is no room for what it would make.
 */
export async function startJob<I>(tx: Tx, context: CallContext, kind: JobKind<I>, input: I): Promise<string> {
  const { caller } = context
  await context.room?.insist('extra')
  const { text, values } = kind.title(input)
  const row = {
    id: v7(),
    kind: kind.kind,
    user_id: caller.userId,
    role: caller.role,
    team: caller.team,
    vendor_id: caller.vendorId,
    input: JSON.stringify(input),
    fingerprint: fingerprintOf(kind.kind, caller, input),
    title: text,
    title_values: JSON.stringify(values),
    most_failures: mostFailures(kind),
  }
  // Who asks twice at the same moment waits here until the first is through: the limit and the likeness are then known.
  await countJobs(tx, caller.userId)
  const underWay = await tx
    .selectFrom('job')
    .select(['id', 'fingerprint'])
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .execute()
  const same = underWay.find(({ fingerprint }) => fingerprint.equals(row.fingerprint))
  if (same) return same.id
  if (underWay.length >= jobLimits.underWayPerUser)
    throw conflict(jobWords.tooMany, { values: { limit: jobLimits.underWayPerUser } })
  await tx.insertInto('job').values(row).execute()
  await recordEvent(tx, context, {
    entity: 'job',
    entityId: row.id,
    event: 'job.started',
    details: { kind: kind.kind },
  })
  started += 1
  return row.id
}

function fingerprintOf(kind: string, { role, team, vendorId, granted, withheld }: Caller, input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, role, team, vendorId, granted, withheld, input]))
    .digest()
}
