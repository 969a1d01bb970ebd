import { allowedShipmentMoves } from '../../shared/domain/shipment-status.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { applyMoves, type PlainMove } from './line-moves.ts'
import { piecesOf } from './shipment-lines.ts'
import {
  findShipment,
  lockShipment,
  type ShipmentFacts,
  type ShipmentRow,
  shipmentLines,
  shipmentWire,
} from './shipment-rows.ts'
import { lockFor, notNow, stateEvent, tellShipment, touch } from './shipment-state.ts'

const NOT_RECOVERABLE = 'Shipment cannot be recovered.'

type Answer = Promise<Said<{ shipment: ShipmentRow }>>

/** Everything goes back to the platform, free for another shipment. The boxes keep their codes for a recovery. */
export async function cancelShipment(shipmentId: string, version: number | undefined, work: Work): Answer {
  return work.command(async (tx) => {
    const shipment = await lockFor(tx, work, 'cancel', shipmentId, version)
    const auditId = await recordEvent(tx, work, stateEvent(shipment, 'shipment.cancelled', 'Cancelled'))
    const lines = await shipmentLines(tx, shipment.id)
    const moves = lines.flatMap((line): PlainMove[] => [
      ...piecesOf(line.line_id, 'unpack', line.quantity_in_box),
      ...piecesOf(line.line_id, 'release', line.ready_quantity),
    ])
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
    )
    await touch(tx, work, shipment.id, { state: 'CANCELLED' })
    // Of a draft nobody has heard.
    if (shipment.state !== 'TENTATIVE') await tellShipment(tx, work, 'shipment_cancelled', shipment)
    return said({ shipment: shipmentWire(await findShipment(tx, work.caller, shipmentId)) }, 'Shipment cancelled.')
  })
}

/** Back to Awaiting packing: a cancelled one takes its pieces from the platform again, a shipped one calls them back. */
export async function recoverShipment(input: { shipment_id: string }, work: Work): Answer {
  return work.command(async (tx) => {
    const shipment = await lockShipment(tx, work.caller, input.shipment_id)
    if (!allowedShipmentMoves(shipment.state, shipment.inwarded).includes('recover'))
      throw notNow(shipment, 'recover', NOT_RECOVERABLE)
    const lines = await shipmentLines(tx, shipment.id)
    const auditId = await recordEvent(tx, work, stateEvent(shipment, 'shipment.recovered', 'Awaiting packing'))
    const moves = lines.flatMap((line): PlainMove[] =>
      shipment.state === 'PACKED_AND_SHIPPED'
        ? piecesOf(line.line_id, 'unship', line.quantity_in_box)
        : [
            ...piecesOf(line.line_id, 'reserve', line.ready_quantity),
            ...piecesOf(line.line_id, 'pack', line.quantity_in_box),
          ],
    )
    await assertStillFree(tx, shipment, lines)
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
    )
    await touch(tx, work, shipment.id, { state: 'AWAITING_PACKING', shipped_at: null })
    await tellShipment(tx, work, 'shipment_recovered', shipment)
    return said(
      { shipment: shipmentWire(await findShipment(tx, work.caller, input.shipment_id)) },
      'Shipment recovered.',
    )
  })
}

/** The pieces of a cancelled shipment may have left with another one. */
async function assertStillFree(tx: Tx, shipment: ShipmentFacts, lines: Awaited<ReturnType<typeof shipmentLines>>) {
  if (shipment.state !== 'CANCELLED') return
  const ids = lines.map((line) => line.line_id)
  const free = await tx
    .selectFrom('order_line')
    .where('id', 'in', ids)
    .select(['id', 'platform'])
    .forNoKeyUpdate()
    .execute()
  const platform = new Map(free.map((line) => [line.id, line.platform]))
  const gone = lines.find((line) => (platform.get(line.line_id) ?? 0) < line.ready_quantity)
  if (gone !== undefined)
    throw notNow(shipment, 'recover', NOT_RECOVERABLE, { order_id: gone.order_id, nm_sku: gone.nm_sku })
}
