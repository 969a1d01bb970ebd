import { sql } from 'kysely'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'

const boxColumns = { code: col.text, id: col.text, box_no: col.text }

/** A box that a gate pass brought to a site, with the pieces of it that came good and were not put away as this box since. */
export interface ReceivedBox {
  code: string
  box_no: string
  contents: { sku_id: string; quantity: number }[]
}

const contentColumns = { box_id: col.text, sku_id: col.text, quantity: col.number }

/**
 * Boxes by their codes whose last gate pass brought them to a site, whichever way they were known before. Held until the transaction ends: of two
 * people who put one away the second finds nothing left of it.
 */
export async function receivedBoxes(tx: Tx, siteId: string, codes: readonly string[]): Promise<ReceivedBox[]> {
  const asked = [...new Set(codes)]
  if (asked.length === 0) return []
  await sql`SELECT 1 FROM gate_pass_box WHERE code = ANY(${asked}::text[]) AND removed_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  const { rows: boxes } = await rowsOf(boxColumns)`
    SELECT a.code, b.id::text AS id, b.box_no::text AS box_no FROM unnest(${asked}::text[]) AS a (code)
    JOIN LATERAL (SELECT b.id, b.box_no, p.receive_site_id FROM gate_pass_box b JOIN gate_pass p ON p.id = b.pass_id
      WHERE b.code = a.code AND b.removed_at IS NULL AND p.state <> 'CANCELLED' ORDER BY b.opened_at DESC, b.id DESC LIMIT 1) b ON true
    WHERE b.receive_site_id = ${siteId} AND EXISTS (SELECT FROM gate_pass_receipt r WHERE r.box_id = b.id AND r.undone_at IS NULL)`.execute(
    tx,
  )
  const { rows: contents } = await rowsOf(contentColumns)`
    WITH came AS (SELECT r.box_id, b.code, i.sku_id, sum(r.good)::int AS good, min(r.at) AS since
      FROM gate_pass_receipt r JOIN gate_pass_box b ON b.id = r.box_id JOIN gate_pass_item i ON i.id = r.item_id
      WHERE r.box_id = ANY(${boxes.map(({ id }) => id)}::uuid[]) AND r.undone_at IS NULL AND i.condition = 'good' GROUP BY 1, 2, 3)
    SELECT c.box_id::text AS box_id, c.sku_id::text AS sku_id, (c.good - coalesce(away.pieces, 0) - coalesce(before.pieces, 0))::int AS quantity
    FROM came c
    LEFT JOIN LATERAL (SELECT sum(CASE WHEN p.kind = 'shelf' THEN m.quantity ELSE -m.quantity END) AS pieces
      FROM stock_move m JOIN place p ON p.id = m.to_place WHERE m.document_type = 'put_away' AND m.document_line = c.code
        AND m.sku_id = c.sku_id AND p.site_id = ${siteId} AND m.at >= c.since) away ON true
    LEFT JOIN LATERAL (SELECT sum(w.quantity) AS pieces FROM put_away_before w WHERE w.sscc = c.code AND w.sku_id = c.sku_id
      AND w.site_id = ${siteId} AND EXISTS (SELECT FROM stock_move m WHERE m.document_type = 'put_away'
        AND m.document_id = w.scan_id::text AND m.at >= c.since)) before ON true
    WHERE c.good > coalesce(away.pieces, 0) + coalesce(before.pieces, 0) ORDER BY 1, 2`.execute(tx)
  const held = Map.groupBy(contents, ({ box_id }) => box_id)
  return boxes.map(({ code, id, box_no }) => ({ code, box_no, contents: held.get(id) ?? [] }))
}
