import type { z } from 'zod'
import { qcDiscrepancy } from '../../../shared/areas/inspection/shapes.ts'
import { rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { QcPlace } from '../qc-boxes/sites.ts'

export type QcDiscrepancyWire = z.output<typeof qcDiscrepancy>

/** Missing and excess pieces of a box with what became of them, oldest first; discrepancies that a new count made void are left out. */
export async function qcDiscrepancies(db: Db, place: QcPlace): Promise<QcDiscrepancyWire[]> {
  const { rows } = await rowsOf(qcDiscrepancy)`
    SELECT c.id AS case_id, k.nm_sku, c.kind, c.quantity, c.settled, c.settled < c.quantity AS is_open, c.owner_id,
      u.name AS owner, c.remark, c.opened_at,
      coalesce((SELECT json_agg(json_build_object('outcome', o.outcome, 'quantity', o.quantity, 'remark', o.remark,
          'at', o.at, 'by', w.name) ORDER BY o.id)
        FROM qc_case_outcome o JOIN app_user w ON w.id = o.by WHERE o.case_id = c.id), '[]') AS outcomes
    FROM qc_case c JOIN sku k ON k.id = c.sku_id JOIN app_user u ON u.id = c.owner_id
    WHERE c.box_id = ${place.box_id} AND c.site_id = ${place.site_id} AND c.withdrawn_at IS NULL ORDER BY c.id`.execute(
    db,
  )
  return rows
}
