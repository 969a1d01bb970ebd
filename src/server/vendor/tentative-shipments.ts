import { sql } from 'kysely'
import { col, rowsOf } from '../database/rows.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { ownRows } from '../people/for-vendor.ts'
import { itemsOf, type ShippingItem } from './platform.ts'
import { type ShipmentRow, selectShipments, shipmentWire } from './shipment-rows.ts'

/** Where a SKU could be shipped from: its open lines, and the tentative shipments that hold it. */
export async function getTentativeShipment(
  input: { sku: string },
  work: Work,
): Promise<Said<{ items: ShippingItem[]; shipments: ShipmentRow[] }>> {
  const open = await rowsOf({ order_id: col.text, nm_sku: col.text })`
    SELECT o.order_id, k.nm_sku FROM sku k JOIN order_line l ON l.sku_id = k.id JOIN vendor_order o ON o.id = l.order_id
    WHERE k.nm_sku = ${input.sku} AND o.decision = 'APPROVED' AND l.awaiting + l.platform > 0
      AND ${ownRows(work.caller, 'o.vendor_id')} ORDER BY o.ship_by LIMIT 500`.execute(work.db)
  const holding = await selectShipments(work.db, work.caller)
    .where('h.state', '=', 'TENTATIVE')
    .where(
      sql<boolean>`EXISTS (SELECT 1 FROM shipment_line sl JOIN order_line l ON l.id = sl.order_line_id
        JOIN sku k ON k.id = l.sku_id WHERE sl.shipment_id = h.id AND k.nm_sku = ${input.sku})`,
    )
    .orderBy('h.shipment_id', 'desc')
    .limit(100)
    .execute()
  return said({ items: await itemsOf(work.db, work.caller, open.rows), shipments: holding.map(shipmentWire) })
}
