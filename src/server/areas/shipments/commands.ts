import {
  allowedShipmentMoves,
  closedForShipment,
  type ShipmentMove,
  shipmentStatus,
} from '../../../shared/areas/shipments/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { applyMoves, lockPlatform, type PlainMove } from '../orders/lines.ts'
import {
  assertOnPlatform,
  insertShipment,
  piecesOf,
  scheduleMissing,
  takeLines,
  totalOf,
  type WantedLine,
  wantedLines,
  writeLines,
} from './shipment-lines.ts'
import {
  findShipment,
  lockShipment,
  type ShipmentFacts,
  type ShipmentRow,
  shipmentLines,
  shipmentWire,
} from './shipments.ts'

type Input = Taken<Contract['shipments']['updateShipment']>
type Answer = Promise<Reply<{ shipment: ShipmentRow }>>

/** Makes a shipment from pieces on the platform, changes its lines, or cancels it. */
export async function updateShipment(input: Input, context: CallContext): Answer {
  if (input.action === 'create') return createShipment(input.lines, context)
  const shipmentId = input.shipment_id
  if (shipmentId === undefined) throw invalidInput('Please provide shipment id.')
  if (input.action === 'cancel') return cancelShipment(shipmentId, input.version, context)
  return changeShipment({ ...input, shipment_id: shipmentId }, context)
}

async function createShipment(lines: readonly WantedLine[], context: CallContext): Answer {
  return context.command(async (tx) => {
    const wanted = await wantedLines(tx, context, lines)
    assertOnPlatform(wanted)
    const { id, shipment_id } = await insertShipment(tx, context, wanted, 'AWAITING_PACKING')
    await takeLines(tx, context, { id, shipment_id, event: 'shipment.created' }, wanted, [])
    return reply({ shipment: shipmentWire(await findShipment(tx, context.caller, shipment_id)) }, 'Shipment created.')
  })
}

/** A tentative shipment: pieces that still await are put on the platform for it. */
export async function saveShipmentData(
  input: Taken<Contract['retool']['saveShipmentData']>,
  context: CallContext,
): Answer {
  if (input.shipment_id) return changeShipment({ ...input, shipment_id: input.shipment_id }, context, true)
  return context.command(async (tx) => {
    const wanted = await wantedLines(tx, context, input.lines)
    const { id, shipment_id } = await insertShipment(tx, context, wanted, 'TENTATIVE')
    const scheduled = wanted.flatMap((each) => scheduleMissing(each.line, each.quantity))
    await takeLines(tx, context, { id, shipment_id, event: 'shipment.drafted' }, wanted, scheduled)
    return reply({ shipment: shipmentWire(await findShipment(tx, context.caller, shipment_id)) }, 'Shipment saved.')
  })
}

export async function confirmShipment(input: { shipment_id: string; version: number }, context: CallContext): Answer {
  return context.command(async (tx) => {
    const shipment = await lockFor(tx, context, 'confirm', input.shipment_id, input.version)
    await recordEvent(tx, context, stateEvent(shipment, 'shipment.confirmed', 'Awaiting packing'))
    await touch(tx, context, shipment.id, { state: 'AWAITING_PACKING' })
    return reply(
      { shipment: shipmentWire(await findShipment(tx, context.caller, shipment.shipment_id)) },
      'Shipment confirmed.',
    )
  })
}

interface ChangeInput {
  shipment_id: string
  version?: number | undefined
  lines: readonly WantedLine[]
}

/** Gives a shipment the lines named, and only those. What is in boxes stays: fewer than that is refused. */
async function changeShipment(input: ChangeInput, context: CallContext, fromAwaiting = false): Answer {
  return context.command(async (tx) => {
    const shipment = await lockFor(tx, context, 'change', input.shipment_id, input.version)
    const wanted = await wantedLines(tx, context, input.lines, shipment.vendor_id)
    const held = new Map((await shipmentLines(tx, shipment.id)).map((line) => [line.line_id, line]))
    const moves: PlainMove[] = []
    for (const { line, quantity } of wanted) {
      const was = held.get(line.id)?.ready_quantity ?? 0
      held.delete(line.id)
      if (quantity > was && fromAwaiting) moves.push(...scheduleMissing(line, quantity - was))
      if (quantity > was) moves.push({ lineId: line.id, kind: 'reserve', quantity: quantity - was })
      if (quantity < was) moves.push({ lineId: line.id, kind: 'release', quantity: was - quantity })
    }
    for (const line of held.values())
      moves.push({ lineId: line.line_id, kind: 'release', quantity: line.ready_quantity })
    await writeLines(tx, shipment.id, wanted)
    await assertBoxesFit(tx, shipment.id)
    const auditId = await recordEvent(tx, context, {
      ...stateEvent(shipment, 'shipment.changed', null),
      details: { quantity: totalOf(wanted), lines: wanted.length, quantity_before: shipment.total_quantity },
    })
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
    )
    await touch(tx, context, shipment.id, { packing_hash: null })
    return reply(
      { shipment: shipmentWire(await findShipment(tx, context.caller, shipment.shipment_id)) },
      'Shipment saved.',
    )
  })
}

async function assertBoxesFit(tx: Tx, shipmentUuid: string): Promise<void> {
  const found = await rowsOf({ order_id: col.text, nm_sku: col.text, boxed: col.number })`
    SELECT o.order_id, k.nm_sku, p.boxed FROM
      (SELECT bl.order_line_id, sum(bl.quantity)::int AS boxed FROM box b JOIN box_line bl ON bl.box_id = b.id
       WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL GROUP BY 1) p
    JOIN order_line l ON l.id = p.order_line_id JOIN vendor_order o ON o.id = l.order_id JOIN sku k ON k.id = l.sku_id
    LEFT JOIN shipment_line sl ON sl.order_line_id = l.id AND sl.shipment_id = ${shipmentUuid}
    WHERE coalesce(sl.quantity, 0) < p.boxed LIMIT 1`.execute(tx)
  const over = found.rows[0]
  if (over === undefined) return
  throw moveNotAllowed('Take the pieces out of their boxes first.', ['pack'], {
    values: { order_id: over.order_id, nm_sku: over.nm_sku, quantity: over.boxed },
  })
}

const NOT_RECOVERABLE = 'Shipment cannot be recovered.'

type RecoveryAnswer = Promise<Reply<{ shipment: ShipmentRow }>>

/** Everything goes back to the platform, free for another shipment. The boxes keep their codes for a recovery. */
export async function cancelShipment(
  shipmentId: string,
  version: number | undefined,
  context: CallContext,
): RecoveryAnswer {
  return context.command(async (tx) => {
    const shipment = await lockFor(tx, context, 'cancel', shipmentId, version)
    const auditId = await recordEvent(tx, context, stateEvent(shipment, 'shipment.cancelled', 'Cancelled'))
    const lines = await shipmentLines(tx, shipment.id)
    const moves = lines.flatMap((line): PlainMove[] => [
      ...piecesOf(line.line_id, 'unpack', line.quantity_in_box),
      ...piecesOf(line.line_id, 'release', line.ready_quantity),
    ])
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
    )
    await touch(tx, context, shipment.id, { state: 'CANCELLED' })
    // Of a draft nobody has heard.
    if (shipment.state !== 'TENTATIVE') await tellShipment(tx, context, 'shipment_cancelled', shipment)
    return reply({ shipment: shipmentWire(await findShipment(tx, context.caller, shipmentId)) }, 'Shipment cancelled.')
  })
}

/** Back to Awaiting packing: a cancelled one takes its pieces from the platform again, a shipped one calls them back. */
export async function recoverShipment(input: { shipment_id: string }, context: CallContext): RecoveryAnswer {
  return context.command(async (tx) => {
    const shipment = await lockShipment(tx, context.caller, input.shipment_id)
    if (!allowedShipmentMoves(shipment.state, shipment.inwarded).includes('recover'))
      throw notNow(shipment, 'recover', NOT_RECOVERABLE)
    const lines = await shipmentLines(tx, shipment.id)
    const auditId = await recordEvent(tx, context, stateEvent(shipment, 'shipment.recovered', 'Awaiting packing'))
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
    await touch(tx, context, shipment.id, { state: 'AWAITING_PACKING', shipped_at: null })
    await tellShipment(tx, context, 'shipment_recovered', shipment)
    return reply(
      { shipment: shipmentWire(await findShipment(tx, context.caller, input.shipment_id)) },
      'Shipment recovered.',
    )
  })
}

/** The pieces of a cancelled shipment may have left with another one. */
async function assertStillFree(tx: Tx, shipment: ShipmentFacts, lines: Awaited<ReturnType<typeof shipmentLines>>) {
  if (shipment.state !== 'CANCELLED') return
  const platform = await lockPlatform(
    tx,
    lines.map((line) => line.line_id),
  )
  const gone = lines.find((line) => (platform.get(line.line_id) ?? 0) < line.ready_quantity)
  if (gone !== undefined)
    throw notNow(shipment, 'recover', NOT_RECOVERABLE, { order_id: gone.order_id, nm_sku: gone.nm_sku })
}

/** Locks a shipment for a move that its state must allow, and checks that the caller has seen its newest version. */
export async function lockFor(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  move: ShipmentMove,
  shipmentId: string,
  version: number | undefined,
): Promise<ShipmentFacts> {
  const shipment = await lockShipment(tx, context.caller, shipmentId)
  const closed = closedForShipment(move, shipment)
  if (closed !== null)
    throw moveNotAllowed(closed.message, allowedShipmentMoves(shipment.state, shipment.inwarded), {
      values: closed.values,
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

/** Tells the company what became of a shipment; one notice a vendor. */
export async function tellShipment(
  tx: Tx,
  context: CallContext,
  kind: ToldOfShipment,
  shipment: ShipmentFacts,
): Promise<void> {
  const { shipment_id, supplier_id, supplier_name: vendor, supplier_name_zh: vendor_zh } = shipment
  const values = { shipment_id, vendor, vendor_zh, vendor_code: supplier_id, pieces: shipment.total_quantity }
  const { destination_id } = await tx
    .selectFrom('shipment')
    .select('destination_id')
    .where('shipment_id', '=', shipment_id)
    .executeTakeFirstOrThrow()
  await notify(tx, context, { kind, group: supplier_id, things: [shipment_id], siteIds: [destination_id], values })
}

type Changes = Partial<{
  state: ShipmentFacts['state']
  packing_hash: string | null
  shipped_at: Date | null
  invoice_number: string | null
  carrier: string | null
}>

/** Writes what changed on a shipment, with who did it; its version counts up. */
export async function touch(
  tx: Tx,
  context: Pick<CallContext, 'caller'>,
  shipmentUuid: string,
  changes: Changes,
): Promise<void> {
  await tx
    .updateTable('shipment')
    .set((eb) => ({
      ...changes,
      updated_at: new Date(),
      updated_by: context.caller.userId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', shipmentUuid)
    .execute()
}
