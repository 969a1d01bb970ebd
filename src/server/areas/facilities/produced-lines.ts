import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'

const columns = {
  box_id: col.text,
  sku_id: col.text,
  facility_line_id: col.text,
  /** Of the production order. */
  order_id: col.text,
  quantity: col.number,
  /** Paise, as the paper that the box was sent with says; null where it says none. */
  unit_price_minor: col.numberOrNull,
}

export type ProducedLine = Row<typeof columns>

/** What facilities packed into boxes (box.id), by the lines of production orders, with what a piece was worth when it was sent. */
export async function producedLines(db: Db, boxIds: readonly string[]): Promise<ProducedLine[]> {
  if (boxIds.length === 0) return []
  const { rows } = await rowsOf(columns)`
    SELECT b.id AS box_id, l.sku_id, l.id AS facility_line_id, o.number AS order_id, x.quantity,
      (SELECT round(sum((p ->> 'value_minor')::numeric) / sum((p ->> 'quantity')::numeric))::bigint
        FROM facility_document d CROSS JOIN jsonb_array_elements(d.content -> 'lines') p
        WHERE d.shipment_id = b.shipment_id AND d.state = 'LIVE' AND p ->> 'nm_sku' = k.nm_sku
          AND p ->> 'unit_minor' IS NOT NULL) AS unit_price_minor
    FROM facility_box b JOIN facility_box_line x ON x.box_id = b.id JOIN facility_line l ON l.id = x.line_id
    JOIN facility_job j ON j.id = l.job_id JOIN production_order o ON o.id = j.order_id JOIN sku k ON k.id = l.sku_id
    WHERE b.id = ANY(${[...new Set(boxIds)]}::uuid[]) ORDER BY b.id, o.number, l.id`.execute(db)
  return rows
}
