import { sql } from 'kysely'
import { type AwaitingBoxRow, awaitingBox } from '../../shared/contract/qc-shapes.ts'
import { dayIn, daysBetween } from '../../shared/domain/order-status.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Caller, Db } from '../http/call.ts'
import { ownRows } from '../people/for-vendor.ts'

/** A box with what stands on its packing list, ready for `awaitingWire`. */
export const awaitingFactsColumns = {
  ...awaitingBox.omit({ days_on_way: true }).shape,
  shipped_at: col.instantOrNull,
  time_zone: col.text,
}

export type AwaitingFacts = Row<typeof awaitingFactsColumns>

/** Of a box `b` with its shipment `h`, vendor `v`, site `d`, and what `boxContents` joins. */
export const awaitingColumns = sql`b.id AS box_id, b.sscc, b.box_no, b.position, b.tracking_id, b.weight_grams,
  coalesce(t.boxes_in_shipment, 0) AS boxes_in_shipment,
  h.shipment_id, h.carrier, h.shipped_at, v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
  d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, d.time_zone, k.pieces, k.sku_count, k.style_count,
  coalesce(k.styles, '{}') AS styles`

/** What lies in each box `b` of these, as `k`, and as `t` the size of its shipment, which is counted once. */
export const boxContents = (ids: readonly string[]) => sql`
  LEFT JOIN (SELECT o.shipment_id, count(*)::int AS boxes_in_shipment FROM box o
    WHERE o.removed_at IS NULL AND o.shipment_id IN (SELECT shipment_id FROM box WHERE id = ANY(${ids}::uuid[]))
    GROUP BY 1) t ON t.shipment_id = b.shipment_id
  LEFT JOIN LATERAL (SELECT coalesce(sum(bl.quantity), 0)::int AS pieces,
    count(DISTINCT l.sku_id)::int AS sku_count, count(DISTINCT s.code)::int AS style_count,
    (array_agg(DISTINCT s.code ORDER BY s.code))[1:5] AS styles
  FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id JOIN sku ON sku.id = l.sku_id
  JOIN style s ON s.id = sku.style_id WHERE bl.box_id = b.id) k ON true`

/** Boxes by id (uuid) as they were packed, wherever they are now. */
export async function awaitingById(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, AwaitingBoxRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await rowsOf(awaitingFactsColumns)`
    SELECT ${awaitingColumns} FROM box b JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
    JOIN site d ON d.id = h.destination_id ${boxContents(ids)}
    WHERE b.id = ANY(${ids}::uuid[]) AND ${ownRows(caller, 'h.vendor_id')}`.execute(db)
  const now = new Date()
  return new Map(rows.map((row) => [row.box_id, awaitingWire(row, now)]))
}

export function awaitingWire({ time_zone, shipped_at, ...box }: AwaitingFacts, now: Date): AwaitingBoxRow {
  const days = shipped_at === null ? 0 : daysBetween(dayIn(time_zone, shipped_at), dayIn(time_zone, now))
  return { ...box, shipped_at: shipped_at?.toISOString() ?? null, days_on_way: Math.max(0, days) }
}
