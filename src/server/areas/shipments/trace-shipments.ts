import { shipmentActions, shipmentPath, shipmentStatusAtDoor } from '../../../shared/areas/shipments/status.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db } from '../../http/call.ts'
import { type Asking, pathFor, RELATED, type Related, relatedOf, type Traced } from '../../trace/finder.ts'
import { type ShipmentFacts, selectShipments } from './shipments.ts'

/** What may be done with a shipment now, asked by itself or by one of its boxes. */
export async function nextOfShipment(db: Db, facts: ShipmentFacts) {
  const { rows } = await rowsOf({ packed: col.flag })`
    SELECT ${facts.number_of_boxes} > 0 AND NOT EXISTS (SELECT 1 FROM shipment_line sl
      LEFT JOIN (SELECT bl.order_line_id, sum(bl.quantity) AS boxed FROM box b JOIN box_line bl ON bl.box_id = b.id
        WHERE b.shipment_id = ${facts.id}::uuid AND b.removed_at IS NULL GROUP BY 1) p
        ON p.order_line_id = sl.order_line_id
      WHERE sl.shipment_id = ${facts.id}::uuid AND sl.quantity <> coalesce(p.boxed, 0)) AS packed`.execute(db)
  const { shipment_id, state, inwarded: boxesInwarded } = facts
  return shipmentActions({ shipment_id, state, boxesInwarded, isPacked: rows[0]?.packed ?? false })
}

/** Shipments by the ids that people use, for another thing's history. */
export async function relatedShipments(asking: Asking, shipmentIds: readonly string[]): Promise<Related[]> {
  if (shipmentIds.length === 0) return []
  const found = await selectShipments(asking.db, asking.caller)
    .where('h.shipment_id', 'in', shipmentIds.slice(0, RELATED))
    .orderBy('h.shipment_id', 'desc')
    .execute()
  return relatedOf(
    'shipment',
    found.map((facts) => ({ ...shipmentTraced(facts, asking.caller), pieces: facts.total_quantity })),
    shipmentIds.length,
  )
}

export function shipmentTraced(facts: ShipmentFacts, caller: Caller): Traced {
  const invoice = facts.invoice_number === null ? '' : ` · ${facts.invoice_number}`
  return {
    kind: 'shipment',
    code: facts.shipment_id,
    title: facts.shipment_id,
    subtitle: `${facts.supplier_name} → ${facts.destination}${invoice}`,
    subtitle_zh: `${facts.supplier_name_zh} → ${facts.destination_zh}${invoice}`,
    status: shipmentStatusAtDoor(facts.state, { all: facts.number_of_boxes, inwarded: facts.inwarded }),
    path: pathFor(caller, shipmentPath(facts.shipment_id)),
  }
}
