import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QcSites } from '../qc-boxes/sites.ts'

/** How boxes come to the doors of a country's QC, in SQL on a box `b`, its shipment `h`, its vendor `v` and the site `d` that it is for. */
export interface WayIn {
  /** Tables with a row for every box that was sent here, whether it is in or not. */
  from: RawBuilder<unknown>
  /** It was sent to one of these sites, or to the one that is named. */
  sentTo: (site: string | undefined) => RawBuilder<SqlBool>
  /** Of those: it is still to come. */
  isOnWay: RawBuilder<SqlBool>
  /** It has come. */
  isIn: RawBuilder<SqlBool>
  /** When it left for here; null where nobody said. */
  shippedAt: RawBuilder<unknown>
  /** The same, or the next best moment: what lists stand in order of. */
  shipped: RawBuilder<string>
  carrier: RawBuilder<unknown>
  /** Of what it comes with: its shipment or export order. */
  consignment: RawBuilder<unknown>
  /** Of any box by its id, sent here or not: joins `d`, and `q` where it was taken in. */
  joinsOf: (ids: readonly string[]) => RawBuilder<unknown>
  /** Columns of a box that only this way knows, as `awaitingBox` has them. */
  more: RawBuilder<unknown>
  /** It is said to be elsewhere still, though it should have been sent here. */
  isNotSent: RawBuilder<SqlBool>
  /** What each box `b` should hold when it comes: rows of `sku_id` and `quantity`. */
  contents: RawBuilder<unknown>
}

/** What a vendor packed, or a production facility. */
const packed = sql`SELECT l.sku_id, bl.quantity FROM box_line bl JOIN order_line l ON l.id = bl.order_line_id
  WHERE bl.box_id = b.id
  UNION ALL SELECT l.sku_id, x.quantity FROM facility_box_line x JOIN facility_line l ON l.id = x.line_id WHERE x.box_id = b.id`

const ofSite = (kind: QcSites, site: string | undefined) =>
  site ? sql`d.code = ${site}` : sql`d.kind = ${sql.lit(kind)}`

/** From the vendor: a box stays on its way until it is taken in, or called back by its vendor. */
const toChina: WayIn = {
  from: sql`box b JOIN shipment h ON h.id = b.shipment_id JOIN site d ON d.id = h.destination_id
    JOIN vendor v ON v.id = h.vendor_id`,
  sentTo: (site) =>
    sql<SqlBool>`b.removed_at IS NULL AND h.state = 'PACKED_AND_SHIPPED' AND ${ofSite('china_qc', site)}`,
  isOnWay: sql<SqlBool>`b.inwarded_at IS NULL`,
  isIn: sql<SqlBool>`b.inwarded_at IS NOT NULL`,
  shippedAt: sql`h.shipped_at`,
  shipped: sql`coalesce(h.shipped_at, h.created_at)`,
  carrier: sql`h.carrier`,
  consignment: sql`h.shipment_id`,
  joinsOf: () => sql`JOIN site d ON d.id = h.destination_id
    LEFT JOIN qc_box q ON q.box_id = b.id AND q.site_kind = 'china_qc'`,
  more: sql`h.carrier, h.shipped_at`,
  isNotSent: sql<SqlBool>`false`,
  contents: packed,
}

/** Where boxes go of an export order that left before there was a site of India QC. */
const onlySite = sql`(SELECT id FROM site WHERE kind = 'india_qc' AND retired_at IS NULL ORDER BY code LIMIT 1)`

/**
 * Boxes that were sent to India, or those of them: what an export order brings that China shipped, what a vendor sent there directly, and
 * what a production facility sent.
 * A further origin is a further part of this.
 */
export function sentToIndia(ids?: readonly string[]): RawBuilder<unknown> {
  const among = (column: RawBuilder<unknown>) => (ids === undefined ? sql`true` : sql`${column} = ANY(${ids}::uuid[])`)
  return sql`(
    SELECT ib.box_id, 'export_order' AS origin, e.number, coalesce(e.destination_id, ${onlySite}) AS site_id,
      coalesce(e.shipped_at, e.created_at) AS shipped_at, e.carrier, e.transport, e.transport_document, e.arrives_on,
      i.number AS invoice_number
    FROM export_order e JOIN invoice i ON i.id = e.invoice_id JOIN invoice_box ib ON ib.invoice_id = i.id AND ib.is_live
    WHERE e.state = 'SHIPPED' AND ${among(sql`ib.box_id`)}
    UNION ALL
    SELECT x.id, CASE WHEN s.is_production THEN 'production' ELSE 'shipment' END, s.shipment_id, s.destination_id, coalesce(s.shipped_at, s.created_at), s.carrier, NULL, NULL,
      NULL, NULL
    FROM site p JOIN shipment s ON s.destination_id = p.id AND s.state = 'PACKED_AND_SHIPPED'
    JOIN box x ON x.shipment_id = s.id AND x.removed_at IS NULL
    WHERE p.kind = 'india_qc' AND ${among(sql`x.id`)})`
}

const inIndia = sql`SELECT 1 FROM qc_box q WHERE q.box_id = b.id AND q.site_kind = 'india_qc'`

/** From China QC with an export order, or from a vendor directly: until the box is received, or its arrival is closed. */
const toIndia: WayIn = {
  from: sql`${sentToIndia()} w JOIN box b ON b.id = w.box_id JOIN shipment h ON h.id = b.shipment_id
    JOIN vendor v ON v.id = h.vendor_id JOIN site d ON d.id = w.site_id`,
  sentTo: (site) => sql<SqlBool>`${ofSite('india_qc', site)}`,
  isOnWay: sql<SqlBool>`NOT EXISTS (${inIndia})
    AND NOT EXISTS (SELECT 1 FROM arrival_closing a WHERE a.origin = w.origin AND a.number = w.number)`,
  isIn: sql<SqlBool>`EXISTS (${inIndia})`,
  shippedAt: sql`w.shipped_at`,
  shipped: sql`w.shipped_at`,
  carrier: sql`w.carrier`,
  consignment: sql`w.number`,
  joinsOf: (ids) => sql`LEFT JOIN ${sentToIndia(ids)} w ON w.box_id = b.id
    LEFT JOIN qc_box q ON q.box_id = b.id AND q.site_kind = 'india_qc'
    JOIN site d ON d.id = coalesce(q.site_id, w.site_id, h.destination_id)`,
  more: sql`w.carrier, w.shipped_at, w.origin, w.number AS consignment`,
  isNotSent: sql<SqlBool>`d.kind = 'china_qc'`,
  // What China sent of it; where it sent nothing, or has it still, what its vendor packed.
  contents: sql`SELECT o.sku_id, o.shipped AS quantity FROM qc_line o WHERE o.box_id = b.id AND o.shipped > 0
    UNION ALL SELECT p.sku_id, p.quantity FROM (${packed}) p
    WHERE NOT EXISTS (SELECT 1 FROM qc_line o WHERE o.box_id = b.id AND o.shipped > 0)`,
}

export const waysIn: Readonly<Record<QcSites, WayIn>> = { china_qc: toChina, india_qc: toIndia }
