import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * A box of India QC is put on a shelf or sent on as a whole, once: two ways for the same pieces, that look at each other here. Pieces of
 * the SKU of a line `l` that were put on shelves of its site as such a box, or had gone one by one before it; `sscc` names the box's column.
 */
export const putAwayOf = (sscc: string): RawBuilder<number> => sql<number>`coalesce((
  SELECT sum(CASE WHEN p.kind = 'shelf' THEN m.quantity ELSE -m.quantity END) FROM stock_move m JOIN place p ON p.id = m.to_place
  WHERE m.document_type = 'put_away' AND m.document_line = ${sql.ref(sscc)} AND m.sku_id = l.sku_id AND p.site_id = l.site_id), 0)
  + coalesce((SELECT sum(w.quantity) FROM put_away_before w
    WHERE w.sscc = ${sql.ref(sscc)} AND w.sku_id = l.sku_id AND w.site_id = l.site_id), 0)`

/** Whether it is, or went, with a gate pass. */
export const wentOn = (sscc: string): RawBuilder<SqlBool> => sql<SqlBool>`EXISTS (
  SELECT 1 FROM gate_pass_box w JOIN gate_pass g ON g.id = w.pass_id
  WHERE w.code = ${sql.ref(sscc)} AND w.removed_at IS NULL AND g.state <> 'CANCELLED')`
