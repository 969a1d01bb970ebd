import { type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { boxTracking, currentShipment, type OrderRow, type skuDetail } from '../../../shared/areas/orders/shapes.ts'
import { shipmentStates, shipmentStatus } from '../../../shared/areas/shipments/status.ts'
import type { AuditEvent } from '../../audit/audit.ts'
import { type TimelineEvent, timelineEventOf } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tables } from '../../database/types.gen.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { quantitiesWire } from './order-rows.ts'

export type SkuDetail = z.output<typeof skuDetail>
/** Lines of several orders, keyed by the order's uuid, in the grid's order: colour, then size rank. */
export async function loadLines(db: Kysely<Tables>, orderUuids: readonly string[]): Promise<Map<string, SkuDetail[]>> {
  if (orderUuids.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_line as l')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .where(sql<SqlBool>`l.order_id = ANY(${orderUuids}::uuid[])`)
    .select(['l.order_id', 'k.nm_sku', 'k.color', 'k.color_zh', 'k.size', 'k.size_rank'])
    .select(['l.ordered', 'l.awaiting', 'l.platform', 'l.reserved', 'l.packed', 'l.shipped', 'l.rejected', 'l.oos'])
    .select(['l.vendor_decision', 'l.reason', 'l.vendor_reason', 'l.remark'])
    .select(faceOfColour('k.style_id', 'k.color').as('picture'))
    .orderBy('k.color')
    .orderBy('k.size_rank')
    .orderBy('k.nm_sku')
    .execute()
  return grouped(rows, (row) => row.order_id, lineWire)
}

type OrderLists = Pick<OrderRow, 'sku_details' | 'new_orders' | 'current_shipment' | 'box_tracking'>

/**
 * The lists of several orders, given by the order's uuid: lines, and unless only those are wanted what waits for an answer, what is in
 * shipments not sent, and boxes.
 */
export async function loadLists(
  db: Kysely<Tables>,
  orderUuids: readonly string[],
  { only_lines = false }: { only_lines?: boolean } = {},
): Promise<(orderUuid: string) => OrderLists> {
  if (only_lines) {
    const lines = await loadLines(db, orderUuids)
    return (orderUuid) => ({ sku_details: lines.get(orderUuid) ?? [] })
  }
  const [lines, shipments, boxes] = await Promise.all([
    loadLines(db, orderUuids),
    loadCurrentShipments(db, orderUuids),
    loadBoxTracking(db, orderUuids),
  ])
  return (orderUuid: string) => {
    const sku_details = lines.get(orderUuid) ?? []
    return {
      sku_details,
      new_orders: sku_details
        .filter(({ vendor_decision }) => vendor_decision === 'NEW')
        .map(({ nm_sku, quantities }) => ({ nm_sku, quantity: quantities.awaiting })),
      current_shipment: shipments.get(orderUuid) ?? [],
      box_tracking: boxes.get(orderUuid) ?? [],
    }
  }
}

const inShipment = currentShipment.omit({ status: true }).extend({ order: col.text, state: z.enum(shipmentStates) })
const inBox = boxTracking.extend({ order: col.text })

async function loadCurrentShipments(db: Kysely<Tables>, orderUuids: readonly string[]) {
  const { rows } = await rowsOf(inShipment)`
    SELECT l.order_id AS "order", h.shipment_id, h.state, k.nm_sku, sl.quantity,
      (SELECT coalesce(sum(bl.quantity), 0)::int FROM box_line bl JOIN box b ON b.id = bl.box_id
        WHERE bl.order_line_id = l.id AND b.shipment_id = h.id AND b.removed_at IS NULL) AS quantity_in_box
    FROM order_line l JOIN shipment_line sl ON sl.order_line_id = l.id
    JOIN shipment h ON h.id = sl.shipment_id AND h.state IN ('TENTATIVE', 'AWAITING_PACKING')
    JOIN sku k ON k.id = l.sku_id
    WHERE l.order_id = ANY(${orderUuids}::uuid[])
    ORDER BY h.shipment_id, k.color, k.size_rank, k.nm_sku`.execute(db)
  return grouped(
    rows,
    (row) => row.order,
    ({ order: _, state, ...row }) => ({ ...row, status: shipmentStatus(state) }),
  )
}

async function loadBoxTracking(db: Kysely<Tables>, orderUuids: readonly string[]) {
  const { rows } = await rowsOf(inBox)`
    SELECT l.order_id AS "order", h.shipment_id, b.id AS box_id, b.box_no, b.tracking_id, k.nm_sku, bl.quantity
    FROM order_line l JOIN box_line bl ON bl.order_line_id = l.id
    JOIN box b ON b.id = bl.box_id AND b.removed_at IS NULL
    JOIN shipment h ON h.id = b.shipment_id AND h.state <> 'CANCELLED'
    JOIN sku k ON k.id = l.sku_id
    WHERE l.order_id = ANY(${orderUuids}::uuid[])
    ORDER BY h.shipment_id, b.position, bl.position`.execute(db)
  return grouped(
    rows,
    (row) => row.order,
    ({ order: _, ...row }) => row,
  )
}

/** What a line must hold to be shown. */
type LineFacts = Pick<
  SkuDetail,
  'nm_sku' | 'color' | 'color_zh' | 'picture' | 'size' | 'size_rank' | 'vendor_decision' | 'reason' | 'vendor_reason'
> &
  Parameters<typeof quantitiesWire>[0] & { remark: string | null }

function lineWire(line: LineFacts): SkuDetail {
  return {
    nm_sku: line.nm_sku,
    color: line.color,
    color_zh: line.color_zh,
    picture: line.picture,
    size: line.size,
    size_rank: line.size_rank,
    quantities: quantitiesWire(line),
    ready_quantity: line.platform,
    vendor_decision: line.vendor_decision,
    reason: line.reason,
    vendor_reason: line.vendor_reason,
    remark: line.remark,
  }
}

/**
 * What happened to several things of one kind, keyed by the id that people use (order id, shipment id), oldest first. An
 * event that no person caused has the actor `Selvedge`.
 */
export async function loadHistory(
  db: Kysely<Tables>,
  entity: AuditEvent['entity'],
  ids: readonly string[],
): Promise<Map<string, TimelineEvent[]>> {
  if (ids.length === 0) return new Map()
  const rows = await eventsOf(db, entity)
    .where(sql<SqlBool>`e.entity_id = ANY(${ids}::text[])`)
    .orderBy('e.seq')
    .execute()
  return grouped(rows, (row) => row.entity_id, timelineEventOf)
}

const eventsOf = (db: Kysely<Tables>, entity: AuditEvent['entity']) =>
  db
    .selectFrom('audit_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.user_id')
    .where('e.entity', '=', entity)
    .select(['e.seq', 'e.entity_id', 'e.at', 'u.name as actor', 'u.is_machine as by_key', 'e.event'])
    .select(['e.from_state', 'e.to_state', 'e.source', 'e.details'])

/** What of a shipment's history belongs to its orders'. */
const ofOrders = ['shipment.shipped', 'shipment.cancelled', 'shipment.recovered'] as const

/** The history of orders by their ids, with what became of their shipments: the shipment's number, and of what left the order's own pieces. */
export async function loadOrderHistory(
  db: Kysely<Tables>,
  orderIds: readonly string[],
): Promise<Map<string, TimelineEvent[]>> {
  const own = await eventsOf(db, 'order').where(sql<SqlBool>`e.entity_id = ANY(${orderIds}::text[])`).execute()
  const { rows: carried } = await rowsOf({ order_id: col.text, shipment_id: col.text, pieces: col.number })`
    SELECT o.order_id, h.shipment_id, sum(sl.quantity)::int AS pieces
    FROM vendor_order o JOIN order_line l ON l.order_id = o.id JOIN shipment_line sl ON sl.order_line_id = l.id
    JOIN shipment h ON h.id = sl.shipment_id
    WHERE o.order_id = ANY(${orderIds}::text[]) GROUP BY o.order_id, h.shipment_id`.execute(db)
  const shipped = await eventsOf(db, 'shipment')
    .where(sql<SqlBool>`e.entity_id = ANY(${[...new Set(carried.map(({ shipment_id }) => shipment_id))]}::text[])`)
    .where('e.event', 'in', ofOrders)
    .execute()
  const byShipment = Map.groupBy(carried, ({ shipment_id }) => shipment_id)
  const ofShipments = shipped.flatMap((row) =>
    (byShipment.get(row.entity_id) ?? []).map(({ order_id, shipment_id, pieces }) => ({
      ...row,
      entity_id: order_id,
      details: { shipment: shipment_id, ...(row.event === 'shipment.shipped' && { quantity: pieces }) },
    })),
  )
  const rows = [...own, ...ofShipments].sort((a, b) => Number(a.seq) - Number(b.seq))
  return grouped(rows, (row) => row.entity_id, timelineEventOf)
}

function grouped<R, T>(rows: readonly R[], keyOf: (row: R) => string, wire: (row: R) => T): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(wire(row))
    else groups.set(keyOf(row), [wire(row)])
  }
  return groups
}
