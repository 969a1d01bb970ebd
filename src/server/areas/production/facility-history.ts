import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'

/** Days that a facility is judged by. */
const DAYS = 180

export interface FacilityHistory {
  /** Of the pieces that were checked, the share that neither went to rework nor was scrapped there; null where none were checked. */
  pass_rate: number | null
  /** Of the orders that are shipped whole or due, the share that was shipped by its due date; null where there are none. */
  on_time: number | null
}

const historyColumns = {
  facility_id: col.text,
  checked: col.number,
  failed: col.number,
  judged: col.number,
  in_time: col.number,
}

/** How facilities (by id) did lately, by the moves of their pieces. */
export async function historiesOf(db: Db | Tx, facilities: readonly string[]): Promise<Map<string, FacilityHistory>> {
  const { rows } = await rowsOf(historyColumns)`
    WITH job AS (
      SELECT j.id, j.facility_id, a.due_on, j.shipped > 0 AND j.pending + j.cutting + j.stitching + j.finishing + j.checking + j.packed
          + j.shipment_pending + j.rework = 0 AS is_done
      FROM facility_job j JOIN production_vendor_allocation a ON a.order_id = j.order_id AND a.facility_id = j.facility_id
      WHERE j.facility_id = ANY(${facilities}::uuid[]) AND j.started_at >= now() - ${DAYS} * interval '1 day'
    ), moved AS (
      SELECT l.job_id, sum(CASE m.kind WHEN 'check' THEN m.quantity WHEN 'uncheck' THEN -m.quantity ELSE 0 END) AS checked,
        sum(CASE WHEN m.kind IN ('send_to_rework', 'reject_checked') THEN m.quantity WHEN m.kind = 'restore_checked' THEN -m.quantity ELSE 0 END)
          AS failed,
        (max(m.at) FILTER (WHERE m.kind = 'ship') AT TIME ZONE 'Asia/Kolkata')::date AS shipped_on
      FROM job j JOIN facility_line l ON l.job_id = j.id JOIN facility_move m ON m.line_id = l.id GROUP BY 1
    ), judged AS (
      SELECT j.facility_id, m.checked, m.failed, j.is_done OR j.due_on < (now() AT TIME ZONE 'Asia/Kolkata')::date AS is_judged,
        j.is_done AND m.shipped_on <= j.due_on AS is_in_time
      FROM job j LEFT JOIN moved m ON m.job_id = j.id
    )
    SELECT facility_id::text AS facility_id, coalesce(sum(checked), 0)::int AS checked, coalesce(sum(failed), 0)::int AS failed,
      (count(*) FILTER (WHERE is_judged))::int AS judged, (count(*) FILTER (WHERE is_judged AND is_in_time))::int AS in_time
    FROM judged GROUP BY 1`.execute(db)
  return new Map(
    rows.map(({ facility_id, checked, failed, judged, in_time }) => [
      facility_id,
      {
        pass_rate: checked > 0 ? Math.max(0, 1 - failed / checked) : null,
        on_time: judged > 0 ? in_time / judged : null,
      },
    ]),
  )
}
