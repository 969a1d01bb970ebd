import { unitsOf } from '../../../shared/areas/materials/roll.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'

const rollColumns = {
  job_id: col.text,
  id: col.text,
  roll: col.text,
  /** Reserved for the order or cut for it, in hundredths. */
  sent: col.number,
  came_on: col.textOrNull,
}

/** Rolls that were sent for the orders of jobs (facility_job.id), and when each came to the job. */
export async function sentRolls(db: Db | Tx, jobIds: readonly string[]): Promise<Row<typeof rollColumns>[]> {
  const { rows } = await rowsOf(rollColumns)`
    SELECT j.id AS job_id, f.id, f.number AS roll, sum(s.quantity)::int AS sent,
      (SELECT (c.at AT TIME ZONE 'Asia/Kolkata')::date::text FROM facility_receipt c WHERE c.roll_id = f.id AND c.job_id = j.id) AS came_on
    FROM facility_job j CROSS JOIN LATERAL (
      SELECT r.roll_id, r.quantity FROM roll_reservation r WHERE r.document_id = j.order_id
      UNION ALL SELECT v.roll_id, CASE v.kind WHEN 'cut' THEN v.quantity ELSE -v.quantity END FROM roll_move v
        WHERE v.document_id = j.order_id AND v.kind IN ('cut', 'uncut')) s
    JOIN fabric_roll f ON f.id = s.roll_id WHERE j.id = ANY(${[...jobIds]}::uuid[])
    GROUP BY j.id, f.id HAVING sum(s.quantity) > 0 ORDER BY f.number`.execute(db)
  return rows
}

/** Pieces of the lines of jobs (facility_job.id) in boxes that are sent and that India has not received. */
export async function piecesOnRoad(db: Db | Tx, jobIds: readonly string[]) {
  const { rows } = await rowsOf({ job_id: col.text, line_id: col.text, nm_sku: col.text, pieces: col.number })`
    SELECT l.job_id, l.id AS line_id, k.nm_sku, sum(x.quantity)::int AS pieces FROM facility_line l JOIN sku k ON k.id = l.sku_id
    JOIN facility_box_line x ON x.line_id = l.id JOIN facility_box b ON b.id = x.box_id
    JOIN facility_shipment h ON h.id = b.shipment_id AND h.state = 'DISPATCHED'
    WHERE l.job_id = ANY(${[...jobIds]}::uuid[]) AND NOT EXISTS (SELECT 1 FROM qc_box q WHERE q.box_id = b.id) GROUP BY 1, 2, 3`.execute(
    db,
  )
  return rows
}

/** What each of the jobs (facility_job.id) may receive, by its id. */
export async function awaitedOf(db: Db | Tx, jobIds: readonly string[]) {
  const rolls = Map.groupBy(await sentRolls(db, jobIds), ({ job_id }) => job_id)
  const onRoad = Map.groupBy(await piecesOnRoad(db, jobIds), ({ job_id }) => job_id)
  return new Map(
    jobIds.map((id) => [
      id,
      {
        rolls: (rolls.get(id) ?? []).map(({ roll, sent, came_on }) => ({ roll, sent: unitsOf(sent), came_on })),
        on_road: (onRoad.get(id) ?? []).map(({ nm_sku, pieces }) => ({ nm_sku, pieces })),
      },
    ]),
  )
}
