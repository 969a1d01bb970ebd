import { allowedShipmentMoves, type ShipmentMove, shipmentStatus } from '../../shared/domain/shipment-status.ts'
import type { Tx, Work } from '../http/call.ts'
import { moveNotAllowed } from '../http/errors.ts'
import { tell } from '../notices/tell.ts'
import { assertFresh } from './freshness.ts'
import { lockShipment, type ShipmentFacts } from './shipment-rows.ts'

/** Locks a shipment for a move that its state must allow, and checks that the caller has seen its newest version. */
export async function lockFor(
  tx: Tx,
  work: Pick<Work, 'caller'>,
  move: ShipmentMove,
  shipmentId: string,
  version: number | undefined,
): Promise<ShipmentFacts> {
  const shipment = await lockShipment(tx, work.caller, shipmentId)
  const allowed = allowedShipmentMoves(shipment.state, shipment.inwarded)
  if (!allowed.includes(move))
    throw moveNotAllowed('Shipment {{shipment_id}} is {{status}}.', allowed, {
      values: { shipment_id: shipmentId, status_key: shipmentStatus(shipment.state) },
    })
  await assertFresh(tx, { entity: 'shipment', entityId: shipmentId, version: shipment.version }, version)
  return shipment
}

/** A move that the state would allow and the shipment's boxes do not; names the others. */
export function notNow(
  shipment: ShipmentFacts,
  move: ShipmentMove,
  message: string,
  values: Record<string, string | number> = {},
) {
  const allowed = allowedShipmentMoves(shipment.state, shipment.inwarded).filter((each) => each !== move)
  return moveNotAllowed(message, allowed, {
    values: { shipment_id: shipment.shipment_id, status_key: shipmentStatus(shipment.state), ...values },
  })
}

/** The audit event of a change; `to` is null where the state stays. */
export function stateEvent(shipment: ShipmentFacts, event: string, to: string | null) {
  const from = to === null ? null : shipmentStatus(shipment.state)
  return { entity: 'shipment' as const, entityId: shipment.shipment_id, event, from, to }
}

type ToldOfShipment = 'shipment_sent' | 'shipment_cancelled' | 'shipment_recovered'

/** Tells the house what became of a shipment; one notice a vendor. */
export async function tellShipment(tx: Tx, work: Work, kind: ToldOfShipment, shipment: ShipmentFacts): Promise<void> {
  const { shipment_id, supplier_id, supplier_name: vendor, supplier_name_zh: vendor_zh } = shipment
  const values = { shipment_id, vendor, vendor_zh, vendor_code: supplier_id, pieces: shipment.total_quantity }
  await tell(tx, work, { kind, group: supplier_id, things: [shipment_id], values })
}

type Changes = Partial<{
  state: ShipmentFacts['state']
  packing_hash: string | null
  shipped_at: Date | null
  invoice_number: string | null
  carrier: string | null
}>

/** Writes what changed on a shipment, with who did it; its version counts up. */
export async function touch(tx: Tx, work: Pick<Work, 'caller'>, shipmentUuid: string, changes: Changes): Promise<void> {
  await tx
    .updateTable('shipment')
    .set((eb) => ({
      ...changes,
      updated_at: new Date(),
      updated_by: work.caller.userId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', shipmentUuid)
    .execute()
}
