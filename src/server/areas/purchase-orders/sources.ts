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
  return withoutDeclined(rows, await declinedPieces(db, places))
}

const keyOf = ({ box_id, sku_id }: { box_id: string; sku_id: string }) => `${box_id} ${sku_id}`

/** Accepted pieces that go back all the same, by box and SKU, since they were judged last. */
async function declinedPieces(db: Db, places: readonly QcPlace[]): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ box_id: col.text, sku_id: col.text, pieces: col.number })`
    SELECT m.box_id, m.sku_id, sum(CASE m.kind WHEN 'decline' THEN m.quantity ELSE -m.quantity END)::int AS pieces FROM qc_move m
    WHERE ${inPlaces(places, 'm')} AND m.kind IN ('decline', 'undecline') AND NOT EXISTS (SELECT 1 FROM qc_move r
      WHERE r.box_id = m.box_id AND r.site_id = m.site_id AND r.sku_id = m.sku_id AND r.kind = 'revert_passed' AND r.seq > m.seq)
    GROUP BY 1, 2`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), row.pieces]))
}

/** Takes them off what accepted them and is not bought, the last of it first. */
function withoutDeclined(accepted: readonly AcceptedPieces[], declined: Map<string, number>): AcceptedPieces[] {
  return accepted
    .toReversed()
    .flatMap((one) => {
      const off = one.purchase_order === null ? Math.min(one.quantity, declined.get(keyOf(one)) ?? 0) : 0
      if (off > 0) declined.set(keyOf(one), (declined.get(keyOf(one)) ?? 0) - off)
      return off === one.quantity ? [] : [{ ...one, quantity: one.quantity - off }]
    })
    .toReversed()
}
