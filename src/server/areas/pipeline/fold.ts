import { sql } from 'kysely'
import { inTransaction } from '../../database/database-errors.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { indiaToday } from '../../database/today.ts'
import type { Db, Tx } from '../../http/call.ts'

/** So many changes are added up by each reader; of more the sums are made anew. */
const MOST_LEFT = 2_000
const AT_ONCE = 50_000
/** Days are kept so long: what stood there before has no age of its own. */
const KEPT_DAYS = 400

/** The party of days that are of all parties. */
export const EVERYBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Adds changes to the sums and days, where there are many; nothing where somebody else is at it. Figures are the same before and after. */
export async function foldPipeline(db: Db, most = MOST_LEFT): Promise<void> {
  const { rows } = await rowsOf({ is_many: col.flag })`
    SELECT EXISTS (SELECT FROM pipeline_delta ORDER BY id OFFSET ${most} LIMIT 1) AS is_many`.execute(db)
  if (!rows[0]?.is_many) return
  while (await inTransaction(db, foldSome)) {
    // As long as there are many.
  }
}

/** False: nothing is left, or somebody else folds. */
async function foldSome(tx: Tx): Promise<boolean> {
  const turn = await sql`SELECT 1 FROM pipeline_turn FOR UPDATE SKIP LOCKED`.execute(tx)
  if (turn.rows.length === 0) return false
  const { rows } = await rowsOf({ taken: col.number })`
    WITH gone AS (
      DELETE FROM pipeline_delta
      WHERE id <= (SELECT max(id) FROM (SELECT id FROM pipeline_delta ORDER BY id LIMIT ${AT_ONCE}) first) RETURNING *),
    sums AS (
      INSERT INTO pipeline_sum AS s (stage, party_id, style_id, destination_id, pieces, value)
      SELECT stage, party_id, style_id, destination_id, sum(pieces)::int, sum(value) FROM gone GROUP BY 1, 2, 3, 4
      ON CONFLICT (party_id, stage, style_id, destination_id) DO UPDATE SET pieces = s.pieces + excluded.pieces, value = s.value + excluded.value),
    sides AS (SELECT party_id, stage, day, came, gone FROM gone
      UNION ALL SELECT ${EVERYBODY}::uuid, stage, day, came, gone FROM gone),
    days AS (
      INSERT INTO pipeline_day AS d (party_id, stage, day, came, gone)
      SELECT party_id, stage, day, sum(came)::int, sum(gone)::int FROM sides GROUP BY 1, 2, 3
      ON CONFLICT (party_id, stage, day) DO UPDATE SET came = d.came + excluded.came, gone = d.gone + excluded.gone)
    SELECT count(*)::int AS taken FROM gone`.execute(tx)
  await sql`DELETE FROM pipeline_sum WHERE pieces = 0 AND value = 0`.execute(tx)
  return (rows[0]?.taken ?? 0) === AT_ONCE
}

/** Folds what is left, and forgets days of long ago. */
export async function tidyPipeline(db: Db): Promise<void> {
  await foldPipeline(db, 0)
  await sql`DELETE FROM pipeline_day WHERE day < ${indiaToday} - ${KEPT_DAYS}::int`.execute(db)
}
