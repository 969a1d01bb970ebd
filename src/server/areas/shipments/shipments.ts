import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { roundedCbm } from '../../../shared/areas/shipments/box-size.ts'
import { packingListName } from '../../../shared/areas/shipments/calls.ts'
import type { shipmentLine, shipmentRow } from '../../../shared/areas/shipments/shapes.ts'
import {
  allowedShipmentMoves,
  type ShipmentMove,
  shipmentOffers,
  shipmentState,
  shipmentStates,
  shipmentStatus,
} from '../../../shared/areas/shipments/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import type { OfferedMove } from '../../../shared/kernel/lifecycle.ts'
import type { TimelineEvent } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Caller, type Db, type Reply, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { atOwnSites } from '../../http/own-sites.ts'
import { pageOf } from '../../lists/keyset.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { loadHistory } from '../orders/order-details.ts'
import { containing } from '../orders/order-rows.ts'
import { itemsOf, type ShippingItem } from '../orders/platform.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { type Box, loadBoxes } from './box-rows.ts'

type ListInput = Taken<Contract['shipments']['getShipments']>
type Listed = ListInput & { shipment_ids?: string[] | undefined }

/** Shipments, newest first. */
export const shipmentQuery: ListQuery<Listed, ShipmentRow> = listQuery<Listed, ShipmentRow>({
  from: sql`shipment h JOIN vendor v ON v.id = h.vendor_id`,
  id: sql<string>`h.id`,
  // Those of production facilities have lists of their own.
  scope: ({ caller }) => sql<SqlBool>`(${ownRows(caller, 'h.vendor_id')} AND NOT h.is_production)`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supplier_id: (code) => sql`v.code = ${code}`,
    status: (statuses) =>
      statuses.length === 0 ? sql`true` : sql`h.state = ANY(${statuses.map(shipmentState)}::text[])`,
    shipment_ids: (ids) => sql`h.shipment_id = ANY(${ids}::text[])`,
    search: (text) => {
      const like = containing(text)
      return sql`(h.shipment_id ILIKE ${like} OR h.invoice_number ILIKE ${like} OR v.name ILIKE ${like}
        OR EXISTS (SELECT 1 FROM box b WHERE b.shipment_id = h.id AND b.removed_at IS NULL
          AND (b.tracking_id ILIKE ${like} OR b.sscc LIKE ${like})))`
    },
  },
  order: () => ({ by: [[sql`h.shipment_id`, 'text']], isDescending: true }),
  rows: async (ids, { db, caller }) => {
    const rows = await selectShipments(db, caller).where(sql<boolean>`h.id = ANY(${ids}::uuid[])`).execute()
    return inOrder(ids, rows, (row) => row.id).map(shipmentWire)
  },
  atOnce: async ({ where, orderBy, size }, { db, caller }) => {
    const all = selectShipments(db, caller).where(where).orderBy(orderBy)
    const found = await all.limit(sql.lit(size + 1)).execute()
    const { rows, next_cursor } = pageOf(found, size, (row) => [row.shipment_id])
    return { rows: rows.map(shipmentWire), next_cursor }
  },
  counts: async (filter, context) => {
    const { rows: found } = await rowsOf({ state: z.enum(shipmentStates), count: col.number })`
      SELECT h.state, count(*)::int AS count FROM shipment h JOIN vendor v ON v.id = h.vendor_id
      WHERE ${await shipmentQuery.where(filter, context, ['status'])} GROUP BY 1`.execute(context.db)
    const of = (state: string) => found.find((row) => row.state === state)?.count ?? 0
    const counts = Object.fromEntries(shipmentStates.map((state) => [shipmentStatus(state), of(state)]))
    return { ...counts, all: found.reduce((sum, row) => sum + row.count, 0) }
  },
})

export interface Packing {
  shipment: ShipmentRow
  lines: ShipmentLine[]
  boxes: Box[]
  may_share_waybills: boolean
  moves: OfferedMove<ShipmentMove>[]
}

/** What a shipment holds and its boxes. */
export async function getPackingItems(input: { shipment_id: string }, context: CallContext): Promise<Reply<Packing>> {
  return reply(await packingOf(context.db, context, input.shipment_id))
}

export async function getShipmentDetails(
  input: { shipment_id: string },
  context: CallContext,
): Promise<Reply<Packing & { history: TimelineEvent[] }>> {
  const packing = await packingOf(context.db, context, input.shipment_id)
  const history = await loadHistory(context.db, 'shipment', [packing.shipment.shipment_id])
  return reply({ ...packing, history: history.get(packing.shipment.shipment_id) ?? [] })
}

export async function packingOf(db: Db, context: Pick<CallContext, 'caller'>, shipmentId: string): Promise<Packing> {
  const facts = await findShipment(db, context.caller, shipmentId)
  const lines = await shipmentLines(db, facts.id)
  const boxes = await loadBoxes(db, facts.id)
  const may_share_waybills = await readSetting(db, 'shared_waybills')
  const unpacked = lines.reduce((sum, line) => sum + line.ready_quantity - line.quantity_in_box, 0)
  const moves = shipmentOffers({ ...facts, unpacked })
  return { shipment: shipmentWire(facts), lines: lines.map(lineWire), boxes, may_share_waybills, moves }
}

export type ShipmentRow = z.output<typeof shipmentRow>
export type ShipmentLine = z.output<typeof shipmentLine>

/** Shipments `h` that the caller may see, with their sums, ready for `shipmentWire`. */
export function selectShipments(db: Db, caller: Caller) {
  return db
    .selectFrom('shipment as h')
    .innerJoin('vendor as v', 'v.id', 'h.vendor_id')
    .innerJoin('site as d', 'd.id', 'h.destination_id')
    .where(ownRows(caller, 'h.vendor_id'))
    .where('h.is_production', '=', false)
    .where(sql<SqlBool>`(d.kind <> 'china_qc' OR ${atOwnSites(caller, 'd.id', 'china_qc')})`)
    .select(['h.id', 'h.shipment_id', 'h.state', 'h.created_at', 'h.shipped_at', 'h.invoice_number', 'h.carrier'])
    .select(['h.version', 'h.vendor_id', 'h.packing_hash', 'd.name as destination', 'd.name_zh as destination_zh'])
    .select(['v.code as supplier_id', 'v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
    .select([
      sql<number>`(SELECT coalesce(sum(quantity), 0)::int FROM shipment_line WHERE shipment_id = h.id)`.as(
        'total_quantity',
      ),
      sql<number>`(SELECT count(*)::int FROM box WHERE shipment_id = h.id AND removed_at IS NULL)`.as(
        'number_of_boxes',
      ),
      sql<number>`(SELECT count(*)::int FROM box WHERE shipment_id = h.id AND inwarded_at IS NOT NULL)`.as('inwarded'),
      sql<number>`(SELECT count(*)::int FROM box WHERE shipment_id = h.id AND removed_at IS NULL AND length_mm IS NULL)`.as(
        'unsized',
      ),
      sql<string | null>`(SELECT sum(length_mm::bigint * width_mm * height_mm)::text FROM box
        WHERE shipment_id = h.id AND removed_at IS NULL)`.as('cubic_mm'),
      sql<string[]>`ARRAY(SELECT tracking_id FROM box WHERE shipment_id = h.id AND removed_at IS NULL
        AND tracking_id IS NOT NULL GROUP BY tracking_id ORDER BY min(position) LIMIT 500)`.as('tracking_ids'),
    ])
}

export type ShipmentFacts = Awaited<ReturnType<ReturnType<typeof selectShipments>['executeTakeFirstOrThrow']>>

export function shipmentWire(facts: ShipmentFacts): ShipmentRow {
  return {
    shipment_id: facts.shipment_id,
    supplier_id: facts.supplier_id,
    supplier_name: facts.supplier_name,
    supplier_name_zh: facts.supplier_name_zh,
    status: shipmentStatus(facts.state),
    created_date: facts.created_at.toISOString(),
    shipped_at: facts.shipped_at?.toISOString() ?? null,
    total_quantity: facts.total_quantity,
    number_of_boxes: facts.number_of_boxes,
    inwarded_boxes: facts.inwarded,
    cbm: facts.cubic_mm === null ? null : roundedCbm(Number(facts.cubic_mm)),
    boxes_without_size: facts.unsized,
    tracking_ids: facts.tracking_ids,
    destination: facts.destination,
    destination_zh: facts.destination_zh,
    invoice_number: facts.invoice_number,
    carrier: facts.carrier,
    has_packing_list: facts.number_of_boxes > 0,
    packing_list: facts.number_of_boxes > 0 ? packingListName({}) : null,
    // A csv, which opens in Excel and its like.
    file_type: facts.number_of_boxes > 0 ? 'excel' : null,
    allowed_moves: allowedShipmentMoves(facts.state, facts.inwarded),
    version: facts.version,
  }
}

/** One shipment by the id that people use. Throws not_found for another vendor's. */
export async function findShipment(db: Db, caller: Caller, shipmentId: string): Promise<ShipmentFacts> {
  const found = await selectShipments(db, caller).where('h.shipment_id', '=', shipmentId).executeTakeFirst()
  if (found === undefined) throw unknownShipment(shipmentId)
  return found
}

/** The same, locked for a command. */
export async function lockShipment(db: Db, caller: Caller, shipmentId: string): Promise<ShipmentFacts> {
  await db
    .selectFrom('shipment as h')
    .where('h.shipment_id', '=', shipmentId)
    .where(ownRows(caller, 'h.vendor_id'))
    .select('h.id')
    .forNoKeyUpdate()
    .execute()
  return findShipment(db, caller, shipmentId)
}

function unknownShipment(shipmentId: string) {
  return notFound('Shipment {{shipment_id}} was not found.', { shipment_id: shipmentId })
}

/** A line of a shipment with what the command that moves its pieces needs. */
export interface HeldLine extends ShipmentLine {
  line_id: string
}

/** What a shipment holds, in the order of style, colour and size. */
export async function shipmentLines(db: Db, shipmentUuid: string): Promise<HeldLine[]> {
  return db
    .selectFrom('shipment_line as sl')
    .innerJoin('order_line as l', 'l.id', 'sl.order_line_id')
    .innerJoin('vendor_order as o', 'o.id', 'l.order_id')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('box_line as bl')
          .innerJoin('box as b', 'b.id', 'bl.box_id')
          .where('b.shipment_id', '=', shipmentUuid)
          .where('b.removed_at', 'is', null)
          .groupBy('bl.order_line_id')
          .select(['bl.order_line_id', sql<number>`sum(bl.quantity)::int`.as('boxed')])
          .as('p'),
      (join) => join.onRef('p.order_line_id', '=', 'l.id'),
    )
    .where('sl.shipment_id', '=', shipmentUuid)
    .select(['l.id as line_id', 'o.order_id', 'k.nm_sku', 's.code as style_id', 's.name as style_name'])
    .select(['s.name_zh as style_name_zh', 'k.color', 'k.color_zh', 'k.size', 'k.size_rank'])
    .select(['l.ordered as requested_quantity', 'l.awaiting as awaiting_shipment_quantity', 'l.oos as oos_quantity'])
    .select(['sl.quantity as ready_quantity'])
    .select(faceOfColour('k.style_id', 'k.color').as('picture'))
    .select(sql<number>`coalesce(p.boxed, 0)`.as('quantity_in_box'))
    .orderBy('s.code')
    .orderBy('k.color')
    .orderBy('k.size_rank')
    .orderBy('o.order_id')
    .execute()
}

/** What packing needs of a line. */
export type PackedLine = Pick<HeldLine, 'line_id' | 'order_id' | 'nm_sku' | 'ready_quantity' | 'quantity_in_box'>

const packedLineColumns = {
  order_id: col.text,
  line_id: col.text,
  nm_sku: col.text,
  ready_quantity: col.number,
  quantity_in_box: col.number,
}

/** What a shipment holds, for checking a packing list of thousands of rows: without names, in no order. */
export async function packedLines(db: Db, shipmentUuid: string): Promise<PackedLine[]> {
  const { rows } = await rowsOf(packedLineColumns)`
    SELECT l.id AS line_id, o.order_id, k.nm_sku, sl.quantity AS ready_quantity, coalesce(p.boxed, 0) AS quantity_in_box
    FROM shipment_line sl JOIN order_line l ON l.id = sl.order_line_id
    JOIN vendor_order o ON o.id = l.order_id JOIN sku k ON k.id = l.sku_id
    LEFT JOIN (SELECT bl.order_line_id, sum(bl.quantity)::int AS boxed FROM box b JOIN box_line bl ON bl.box_id = b.id
      WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL GROUP BY 1) p ON p.order_line_id = l.id
    WHERE sl.shipment_id = ${shipmentUuid}`.execute(db)
  return rows
}

export function lineWire({ line_id: _id, ...line }: HeldLine): ShipmentLine {
  return line
}

/** Where a SKU could be shipped from: its open lines, and the tentative shipments that hold it. */
export async function getTentativeShipment(
  input: { sku: string },
  context: CallContext,
): Promise<Reply<{ items: ShippingItem[]; shipments: ShipmentRow[] }>> {
  const open = await rowsOf({ order_id: col.text, nm_sku: col.text })`
    SELECT o.order_id, k.nm_sku FROM sku k JOIN order_line l ON l.sku_id = k.id JOIN vendor_order o ON o.id = l.order_id
    WHERE k.nm_sku = ${input.sku} AND o.decision = 'APPROVED' AND l.awaiting + l.platform > 0
      AND ${ownRows(context.caller, 'o.vendor_id')} ORDER BY o.ship_by LIMIT 500`.execute(context.db)
  const holding = await selectShipments(context.db, context.caller)
    .where('h.state', '=', 'TENTATIVE')
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM shipment_line sl JOIN order_line l ON l.id = sl.order_line_id
        JOIN sku k ON k.id = l.sku_id WHERE sl.shipment_id = h.id AND k.nm_sku = ${input.sku})`,
    )
    .orderBy('h.shipment_id', 'desc')
    .limit(100)
    .execute()
  return reply({ items: await itemsOf(context.db, context.caller, open.rows), shipments: holding.map(shipmentWire) })
}
