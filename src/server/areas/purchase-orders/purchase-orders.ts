import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type BoxToBuy,
  boxToBuy,
  type PurchaseOrderRow,
  purchaseOrderBox,
  purchaseOrderLine,
  purchaseOrderMove,
} from '../../../shared/areas/purchase-orders/calls.ts'
import { splitOverFree } from '../../../shared/areas/purchase-orders/split.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { toldEvents } from '../../audit/told-words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Caller, type Db, type Handlers, reply } from '../../http/call.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { worthOf } from '../invoices/drafts.ts'
import { loadHistory } from '../orders/order-details.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { isOneOf } from '../qc-boxes/box-rows.ts'
import { atSites, inIndia } from '../qc-boxes/sites.ts'
import { boughtBefore } from './bought-before.ts'
import { pricedLinesOf } from './priced-lines.ts'
import { findPurchaseOrder, type PurchaseOrderFacts, purchaseOrdersById } from './purchase-order-rows.ts'

type ListInput = Taken<Contract['purchaseOrders']['purchaseOrders']>

/** Purchase orders of India QC, newest first. */
export const purchaseOrderQuery: ListQuery<ListInput, PurchaseOrderRow> = listQuery<ListInput, PurchaseOrderRow>({
  from: sql`purchase_order o JOIN vendor v ON v.id = o.vendor_id`,
  id: sql<string>`o.id`,
  scope: ({ caller }) => atOwnSites(caller, 'o.site_id', 'india_qc'),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  tabs: { posted: sql`o.state = 'POSTED'`, reversed: sql`o.state = 'REVERSED'`, all: sql`true` },
  rules: {
    supplier_id: (code) => sql`v.code = ${code}`,
    site: (site) => sql`o.site_id = (SELECT id FROM site WHERE code = ${site})`,
    issued_from: (day) => sql`o.issued_on >= ${day}::date`,
    issued_to: (day) => sql`o.issued_on <= ${day}::date`,
    purchase_orders: (numbers) => sql`o.number = ANY(${numbers}::text[])`,
    search: holding,
  },
  order: () => ({
    by: [
      [sql`o.created_at`, 'timestamptz'],
      [sql`o.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: async (ids, { db, caller }) => {
    const found = await purchaseOrdersById(db, caller, ids)
    return ids.flatMap((id) => found.get(id) ?? [])
  },
})

/** By a part of its number or its counter document's, or by a shipment, box, SKU or style in it. */
function holding(search: string): RawBuilder<SqlBool> {
  const like = containing(unmarked(search))
  const { sscc } = readTraced(search)
  return sql<SqlBool>`(o.number ILIKE ${like} OR o.reversal_number ILIKE ${like}
    OR EXISTS (SELECT 1 FROM purchase_order_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
      WHERE l.purchase_order_id = o.id AND (k.nm_sku ILIKE ${like} OR s.code ILIKE ${like}))
    OR EXISTS (SELECT 1 FROM purchase_order_box p JOIN box b ON b.id = p.box_id JOIN shipment h ON h.id = b.shipment_id
      WHERE p.purchase_order_id = o.id
        AND (h.shipment_id ILIKE ${like} OR b.sscc = ${sscc ?? ''} OR b.tracking_id ILIKE ${like})))`
}

type BoxesInput = Taken<Contract['purchaseOrders']['boxesToPurchase']>

const plainBox = boxToBuy.omit({ value: true })

/** Boxes at India QC with accepted pieces that are on no purchase order, what came first first. */
export const boxesToPurchaseQuery: ListQuery<BoxesInput, BoxToBuy> = listQuery<BoxesInput, BoxToBuy>({
  from: sql`qc_box q JOIN vendor v ON v.id = q.vendor_id JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id`,
  id: sql<string>`q.box_id`,
  scope: ({ caller }) => sql`${atSites(inIndia(caller))} AND q.passed > 0`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supplier_id: (code) => sql`v.code = ${code}`,
    site: (site) => sql`q.site_id = (SELECT id FROM site WHERE code = ${site})`,
    box_ids: isOneOf,
    search: (text) => {
      const like = containing(unmarked(text))
      const { sscc } = readTraced(text)
      return sql`(h.shipment_id ILIKE ${like} OR b.sscc = ${sscc ?? ''} OR b.tracking_id ILIKE ${like}
        OR EXISTS (SELECT 1 FROM qc_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
          WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND (k.nm_sku ILIKE ${like} OR s.code ILIKE ${like})))`
    },
  },
  order: () => ({
    by: [
      [sql`q.inwarded_at`, 'timestamptz'],
      [sql`q.box_id`, 'uuid'],
    ],
  }),
  rows: async (ids, { db, caller }) => inOrder(ids, await boxesById(db, caller, ids), (row) => row.box_id),
  counts: async (filter, context) => {
    const { rows } = await rowsOf({ boxes: col.number, pieces: col.number })`
      SELECT count(*)::int AS boxes, coalesce(sum(q.passed), 0)::int AS pieces
      FROM qc_box q JOIN vendor v ON v.id = q.vendor_id JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
      WHERE ${await boxesToPurchaseQuery.where(filter, context)}`.execute(context.db)
    return { ...rows[0] }
  },
})

async function boxesById(db: Db, caller: Caller, ids: readonly string[]): Promise<BoxToBuy[]> {
  const { rows } = await rowsOf(plainBox)`
    SELECT q.box_id, b.sscc, b.box_no, h.shipment_id, w.code AS site, w.name AS site_name, w.name_zh AS site_name_zh,
      v.code AS supplier_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh, k.styles, k.skus, q.passed AS pieces,
      q.failed AS rejected, q.uncounted + q.to_inspect + q.on_hold AS open, q.inwarded_at
    FROM qc_box q JOIN vendor v ON v.id = q.vendor_id JOIN box b ON b.id = q.box_id JOIN shipment h ON h.id = q.shipment_id
    JOIN site w ON w.id = q.site_id
    JOIN LATERAL (SELECT count(*)::int AS skus, (array_agg(DISTINCT s.code ORDER BY s.code))[1:5] AS styles
      FROM qc_line l JOIN sku x ON x.id = l.sku_id JOIN style s ON s.id = x.style_id
      WHERE l.box_id = q.box_id AND l.site_id = q.site_id AND l.passed > 0) k ON true
    WHERE q.box_id = ANY(${ids}::uuid[]) AND ${atSites(inIndia(caller))}`.execute(db)
  const { rows: held } = await rowsOf({ box_id: col.text, site_id: col.text, sku_id: col.text, passed: col.number })`
    SELECT l.box_id, l.site_id, l.sku_id, l.passed FROM qc_line l JOIN qc_box q ON q.box_id = l.box_id AND q.site_id = l.site_id
    WHERE l.box_id = ANY(${ids}::uuid[]) AND ${atSites(inIndia(caller))} AND l.passed > 0`.execute(db)
  const ordered = await pricedLinesOf(db, held)
  const before = await boughtBefore(db, held)
  const byBox = Map.groupBy(held, ({ box_id }) => box_id)
  return rows.map((row) => {
    const lines = (byBox.get(row.box_id) ?? []).map((one) => {
      const known = ordered(one)
      if (known === undefined || known === 'no price') return undefined
      return splitOverFree(one.passed, known, before(one)).map(({ line, quantity }) => ({ ...line, quantity }))
    })
    const value = lines.includes(undefined) ? null : worthOf(lines.flatMap((own) => own ?? []))
    return { ...row, value }
  })
}

type Details = Gives<Contract['purchaseOrders']['purchaseOrderDetails']>

/** What a purchase order holds, a reversed one among them. */
export const purchaseOrderDetails: Handlers<Contract['purchaseOrders']>['purchaseOrderDetails'] = async (
  { purchase_order: number },
  { db, caller },
) => {
  const order = await findPurchaseOrder(db, caller, number)
  const [lines, boxes, stock_moves, history] = await Promise.all([
    linesOf(db, order),
    boxesOf(db, order),
    stockMovesOf(db, number),
    loadHistory(db, 'purchase_order', [number]),
  ])
  return reply({ lines, boxes, stock_moves, history: toldEvents(caller, history.get(number) ?? []) })
}

const skuSelected = sql`k.nm_sku, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, k.color, k.color_zh, k.size`

/** Lines with their prices, in their order. */
export async function linesOf(db: Db, { id }: PurchaseOrderFacts): Promise<Details['lines']> {
  const { rows } = await rowsOf(purchaseOrderLine)`
    SELECT l.position, ${skuSelected}, ${faceOfColour('k.style_id', 'k.color')} AS picture,
      coalesce(o.order_id, made.number) AS order_id, l.quantity, p.currency,
      l.unit_price_minor, l.unit_price_minor::bigint * l.quantity AS value_minor
    FROM purchase_order_line l JOIN purchase_order p ON p.id = l.purchase_order_id
    JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    LEFT JOIN order_line ol ON ol.id = l.order_line_id LEFT JOIN vendor_order o ON o.id = ol.order_id
    LEFT JOIN facility_line fl ON fl.id = l.facility_line_id LEFT JOIN facility_job j ON j.id = fl.job_id
    LEFT JOIN production_order made ON made.id = j.order_id
    WHERE l.purchase_order_id = ${id} ORDER BY l.position`.execute(db)
  return rows
}

async function boxesOf(db: Db, { id }: PurchaseOrderFacts): Promise<Details['boxes']> {
  const { rows } = await rowsOf(purchaseOrderBox)`
    SELECT p.box_id, b.sscc, b.box_no, h.shipment_id, count(*)::int AS skus, sum(p.quantity)::int AS pieces,
      ARRAY(SELECT i.number FROM purchase_order_source x JOIN qc_inspection i ON i.id = x.source_id
        WHERE x.purchase_order_id = ${id} AND i.box_id = p.box_id ORDER BY 1) AS inspections
    FROM purchase_order_box p JOIN box b ON b.id = p.box_id JOIN shipment h ON h.id = b.shipment_id
    WHERE p.purchase_order_id = ${id} GROUP BY p.box_id, b.sscc, b.box_no, h.shipment_id, b.position
    ORDER BY h.shipment_id, b.position`.execute(db)
  return rows
}

/** What the document moved in stock, its counter document's moves among them. */
async function stockMovesOf(db: Db, number: string): Promise<Details['stock_moves']> {
  const { rows } = await rowsOf(purchaseOrderMove)`
    SELECT ${skuSelected}, m.kind, m.quantity, p.code AS place, coalesce(m.to_condition, m.from_condition) AS condition, m.at
    FROM stock_move m JOIN sku k ON k.id = m.sku_id JOIN style s ON s.id = k.style_id
    JOIN place p ON p.id = coalesce(m.to_place, m.from_place)
    WHERE m.document_type = 'purchase_order' AND m.document_id = ${number} ORDER BY m.seq`.execute(db)
  return rows
}
