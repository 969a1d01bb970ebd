import { z } from 'zod'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { inPlaces, type QcPlace } from '../qc-boxes/sites.ts'

const sourceColumns = {
  /** qc_inspection.id, or disposition.id of a concession. */
  source_id: col.text,
  kind: z.enum(['inspection', 'concession']),
  /** Of an inspection, among those of its box at its site. */
  number: col.numberOrNull,
  box_id: col.text,
  site_id: col.text,
  sku_id: col.text,
  quantity: col.number,
  /** The live purchase order that it is on. */
  purchase_order: col.textOrNull,
}

/** Pieces of a SKU in a box that were accepted by one inspection or one concession. */
export type AcceptedPieces = Row<typeof sourceColumns>

/**
 * What accepted the pieces of boxes, with the purchase order that bought them. Pieces that went back to be judged again since are
 * nobody's: whoever accepts them next accepted them. What was on a purchase order meanwhile did not go back.
 */
export async function acceptedPieces(db: Db, places: readonly QcPlace[]): Promise<AcceptedPieces[]> {
  if (places.length === 0) return []
  const { rows } = await rowsOf(sourceColumns)`
    SELECT a.source_id, a.kind, i.number, a.box_id, a.site_id, a.sku_id, a.quantity,
      (SELECT o.number FROM purchase_order_source s JOIN purchase_order o ON o.id = s.purchase_order_id
        WHERE s.source_id = a.source_id AND s.is_live) AS purchase_order
    FROM (
      SELECT coalesce(m.disposition_id, m.inspection_id) AS source_id,
        CASE WHEN m.kind = 'concede' THEN 'concession' ELSE 'inspection' END AS kind,
        m.box_id, m.site_id, m.sku_id, sum(m.quantity)::int AS quantity
      FROM qc_move m
      WHERE ${inPlaces(places, 'm')} AND m.kind IN ('pass', 'skip', 'concede')
        AND coalesce(m.disposition_id, m.inspection_id) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM disposition x WHERE x.id = m.disposition_id AND x.state = 'UNDONE')
        AND NOT EXISTS (
          SELECT 1 FROM qc_move r
          WHERE r.box_id = m.box_id AND r.site_id = m.site_id AND r.sku_id = m.sku_id AND r.kind = 'revert_passed' AND r.seq > m.seq
            AND NOT EXISTS (SELECT 1 FROM purchase_order_source s JOIN purchase_order o ON o.id = s.purchase_order_id
              WHERE s.source_id = coalesce(m.disposition_id, m.inspection_id) AND r.at >= o.created_at
                AND (o.reversed_at IS NULL OR r.at < o.reversed_at)))
      GROUP BY 1, 2, 3, 4, 5) a
    LEFT JOIN qc_inspection i ON i.id = a.source_id
    ORDER BY a.box_id, a.source_id, a.sku_id`.execute(db)
  return rows
}
