import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { shipmentLine, shipmentRow } from '../../shared/contract/shapes.ts'
import { allowedShipmentMoves, shipmentStatus } from '../../shared/domain/shipment-status.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Caller, Db } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { ownRows } from '../people/for-vendor.ts'

export type ShipmentRow = z.output<typeof shipmentRow>
export type ShipmentLine = z.output<typeof shipmentLine>

/** Shipments `h` that the caller may see, with their sums, ready for `shipmentWire`. */
export function selectShipments(db: Db, caller: Caller) {
  return db
    .selectFrom('shipment as h')
    .innerJoin('vendor as v', 'v.id', 'h.vendor_id')
    .innerJoin('site as d', 'd.id', 'h.destination_id')
    .where(ownRows(caller, 'h.vendor_id'))
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
      sql<string[]>`ARRAY(SELECT tracking_id FROM box WHERE shipment_id = h.id AND removed_at IS NULL
        AND tracking_id IS NOT NULL ORDER BY position LIMIT 500)`.as('tracking_ids'),
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
    tracking_ids: facts.tracking_ids,
    destination: facts.destination,
    destination_zh: facts.destination_zh,
    invoice_number: facts.invoice_number,
    carrier: facts.carrier,
    has_packing_list: facts.number_of_boxes > 0,
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
    .select(['l.ordered as requested_quantity', 'sl.quantity as ready_quantity'])
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

/** The condition of one shipment or all, for the CSV files. */
export function isShipment(shipmentId: string | undefined) {
  return shipmentId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`h.shipment_id = ${shipmentId}`
}
