import { lastReplay } from '../../../shared/areas/allocation/store-shapes.ts'
import { rowsOf } from '../../database/rows.ts'
import type { Caller, Db } from '../../http/call.ts'

/** The last replay of a person's own; null before the first. */
export async function lastReplayOf(db: Db, { userId }: Caller) {
  const { rows } = await rowsOf(lastReplay)`
    SELECT r.category, r.days, r.every, r.made_at AS at, r.outcome,
      (SELECT j.id::text FROM job j WHERE j.id = r.job_id AND j.ended_at IS NULL) AS job_id
    FROM allocation_replay r WHERE r.made_by = ${userId}::uuid ORDER BY r.made_at DESC, r.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
