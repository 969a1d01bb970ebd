import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { applyMoves } from '../orders/lines.ts'
import { describeBoxes } from './boxes.ts'
import { lockFor, notNow, stateEvent, tellShipment, touch } from './commands.ts'
import { type Packing, packingOf, type ShipmentFacts, shipmentLines } from './shipments.ts'

type Input = Taken<Contract['shipments']['updateShipmentDetails']>

/** Edits tracking ids, weights, carrier and invoice number; with a status, marks the shipment packed and shipped as well. */
export async function updateShipmentDetails(input: Input, context: CallContext): Promise<Reply<Packing>> {
  return context.command(async (tx) => {
    const shipment = await lockFor(tx, context, input.status ? 'ship' : 'describe', input.shipment_id, input.version)
    const changes = {
      ...(input.invoice_number !== undefined && { invoice_number: input.invoice_number || null }),
      ...(input.carrier !== undefined && { carrier: input.carrier || null }),
    }
    if (input.boxes.length > 0) await describeBoxes(tx, context, shipment, input.boxes)
    if (input.boxes.length > 0 || Object.keys(changes).length > 0)
      await recordEvent(tx, context, {
        ...stateEvent(shipment, 'shipment.described', null),
        details: { ...changes, ...(input.boxes.length > 0 && { boxes: input.boxes.length }) },
      })
    if (input.status) await ship(tx, context, shipment)
    await touch(tx, context, shipment.id, {
      ...changes,
      ...(input.status && { state: 'PACKED_AND_SHIPPED' as const, shipped_at: new Date() }),
      // Tracking ids are part of what a packing list says: the same file again must be able to set them back.
      ...(input.boxes.length > 0 && { packing_hash: null }),
    })
    const message = input.status ? 'Shipment packed and shipped.' : 'Shipment saved.'
    return reply(await packingOf(tx, context, input.shipment_id), message)
  })
}

async function ship(tx: Tx, context: CallContext, shipment: ShipmentFacts): Promise<void> {
  if (shipment.number_of_boxes === 0) throw notNow(shipment, 'ship', sheetMessages.noPackingDetails)
  const lines = await shipmentLines(tx, shipment.id)
  const short = lines.find((line) => line.quantity_in_box !== line.ready_quantity)
  if (short !== undefined) {
    const { order_id, nm_sku, quantity_in_box: quantity, ready_quantity: expected } = short
    throw notNow(shipment, 'ship', sheetMessages.wrongOrderQuantity, { order_id, nm_sku, quantity, expected })
  }
  const auditId = await recordEvent(tx, context, {
    ...stateEvent(shipment, 'shipment.shipped', 'Packed and shipped'),
    details: { boxes: shipment.number_of_boxes, quantity: shipment.total_quantity },
  })
  const moves = lines.map((line) => ({ lineId: line.line_id, kind: 'ship' as const, quantity: line.quantity_in_box }))
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
  await tellShipment(tx, context, 'shipment_sent', shipment)
}
