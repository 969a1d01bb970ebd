import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { lineKey } from '../../shared/domain/packing.ts'
import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { allowedShipmentMoves, type ShipmentMove, shipmentStatus } from '../../shared/domain/shipment-status.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { conflict, invalidInput, moveNotAllowed } from '../http/errors.ts'
import { assertFresh } from './freshness.ts'
import { applyMoves, type PlainMove } from './line-moves.ts'
import { type FoundLine, findLines } from './order-lines.ts'
import {
  findShipment,
  lockShipment,
  type ShipmentFacts,
  type ShipmentRow,
  shipmentLines,
  shipmentWire,
} from './shipment-rows.ts'

type Input = Taken<Contract['vendor']['updateShipment']>
type WantedLine = Input['lines'][number]
type Answer = Promise<Said<{ shipment: ShipmentRow }>>

/** Makes a shipment from pieces on the platform, changes its lines, or cancels it. */
export async function updateShipment(input: Input, work: Work): Answer {
  if (input.action === 'create') return createShipment(input.lines, work)
  const shipmentId = input.shipment_id
  if (shipmentId === undefined) throw invalidInput('Please provide shipment id.')
  if (input.action === 'cancel') return cancelShipment(shipmentId, input.version, work)
  return changeShipment({ ...input, shipment_id: shipmentId }, work)
}

async function createShipment(lines: readonly WantedLine[], work: Work): Answer {
  return work.command(async (tx) => {
    const wanted = await wantedLines(tx, work, lines)
    const { id, shipment_id } = await insertShipment(tx, work, wanted, 'AWAITING_PACKING')
    await takeLines(tx, work, { id, shipment_id, event: 'shipment.created' }, wanted, [])
    return said({ shipment: shipmentWire(await findShipment(tx, work.caller, shipment_id)) }, 'Shipment created.')
  })
}

/** A tentative shipment: pieces that still await are put on the platform for it. */
export async function saveShipmentData(input: Taken<Contract['vendorRetool']['saveShipmentData']>, work: Work): Answer {
  if (input.shipment_id) return changeShipment({ ...input, shipment_id: input.shipment_id }, work, true)
  return work.command(async (tx) => {
    const wanted = await wantedLines(tx, work, input.lines)
    const { id, shipment_id } = await insertShipment(tx, work, wanted, 'TENTATIVE')
    const scheduled = wanted.flatMap((each) => scheduleMissing(each.line, each.quantity))
    await takeLines(tx, work, { id, shipment_id, event: 'shipment.drafted' }, wanted, scheduled)
    return said({ shipment: shipmentWire(await findShipment(tx, work.caller, shipment_id)) }, 'Shipment saved.')
  })
}

export async function confirmShipment(input: { shipment_id: string; version: number }, work: Work): Answer {
  return work.command(async (tx) => {
    const shipment = await lockFor(tx, work, 'confirm', input.shipment_id, input.version)
    await recordEvent(tx, work, stateEvent(shipment, 'shipment.confirmed', 'Awaiting packing'))
    await touch(tx, work, shipment.id, { state: 'AWAITING_PACKING' })
    return said(
      { shipment: shipmentWire(await findShipment(tx, work.caller, shipment.shipment_id)) },
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
async function changeShipment(input: ChangeInput, work: Work, fromAwaiting = false): Answer {
  return work.command(async (tx) => {
    const shipment = await lockFor(tx, work, 'change', input.shipment_id, input.version)
    const wanted = await wantedLines(tx, work, input.lines, shipment.vendor_id)
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
    const auditId = await recordEvent(tx, work, stateEvent(shipment, 'shipment.changed', null))
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
    )
    await assertBoxesFit(tx, shipment.id)
    await touch(tx, work, shipment.id, { packing_hash: null })
    return said(
      { shipment: shipmentWire(await findShipment(tx, work.caller, shipment.shipment_id)) },
      'Shipment saved.',
    )
  })
}

async function assertBoxesFit(tx: Tx, shipmentUuid: string): Promise<void> {
  const found = await sql<{ order_id: string; nm_sku: string; boxed: number }>`
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

/** Everything goes back to the platform, free for another shipment. The boxes keep their codes for a recovery. */
async function cancelShipment(shipmentId: string, version: number | undefined, work: Work): Answer {
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
    return said({ shipment: shipmentWire(await findShipment(tx, work.caller, shipmentId)) }, 'Shipment cancelled.')
  })
}

/** Back to Awaiting packing: a cancelled one takes its pieces from the platform again, a shipped one calls them back. */
export async function recoverShipment(input: { shipment_id: string }, work: Work): Answer {
  return work.command(async (tx) => {
    const shipment = await lockShipment(tx, work.caller, input.shipment_id)
    if (!allowedShipmentMoves(shipment.state, shipment.inwarded).includes('recover')) throw notRecoverable(shipment)
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
  const free = await tx.selectFrom('order_line').where('id', 'in', ids).select(['id', 'platform']).forNoKeyUpdate().execute()
  const platform = new Map(free.map((line) => [line.id, line.platform]))
  const gone = lines.find((line) => (platform.get(line.line_id) ?? 0) < line.ready_quantity)
  if (gone !== undefined) throw notRecoverable(shipment, { order_id: gone.order_id, nm_sku: gone.nm_sku })
}

function notRecoverable(shipment: ShipmentFacts, values: Record<string, string> = {}) {
  const allowed = allowedShipmentMoves(shipment.state, shipment.inwarded).filter((move) => move !== 'recover')
  return moveNotAllowed('Shipment cannot be recovered.', allowed, {
    values: { shipment_id: shipment.shipment_id, status: shipmentStatus(shipment.state), ...values },
  })
}

function piecesOf(lineId: string, kind: PlainMove['kind'], quantity: number): PlainMove[] {
  return quantity > 0 ? [{ lineId, kind, quantity }] : []
}

/** Pieces missing on the platform are taken from those that await. */
function scheduleMissing(line: FoundLine, quantity: number): PlainMove[] {
  return piecesOf(line.id, 'schedule', quantity - line.platform)
}

interface Wanted {
  line: FoundLine
  quantity: number
}

async function wantedLines(tx: Tx, work: Work, lines: readonly WantedLine[], vendorId?: string): Promise<Wanted[]> {
  if (lines.length === 0 || lines.some((line) => line.quantity === 0))
    throw invalidInput('Shipped quantity is zero for the schedule.')
  if (new Set(lines.map(lineKey)).size !== lines.length) throw invalidInput(sheetMessages.multipleEntries)
  const found = await findLines(tx, work.caller, lines)
  const wanted = lines.map((wish) => {
    const line = found.get(lineKey(wish))
    if (line !== undefined) return { line, quantity: wish.quantity }
    throw conflict(sheetMessages.notOnPlatform, { values: { order_id: wish.order_id, nm_sku: wish.nm_sku } })
  })
  const vendors = new Set(wanted.map((each) => each.line.vendor_id))
  if (vendorId !== undefined) vendors.add(vendorId)
  if (vendors.size > 1) throw invalidInput('Please create shipment for single vendor.')
  return wanted
}

/** Every vendor shipment goes to the China QC site first; where there is none, straight to the order's destination. */
async function insertShipment(tx: Tx, work: Work, wanted: Wanted[], state: 'TENTATIVE' | 'AWAITING_PACKING') {
  const vendorId = wanted[0]?.line.vendor_id ?? ''
  const { rows } = await sql<{ id: string; shipment_id: string }>`
    INSERT INTO shipment (id, shipment_id, vendor_id, destination_id, state, created_by, updated_by)
    SELECT ${v7()}::uuid, 'SH-' || lpad(nextval('shipment_number')::text, 6, '0'), ${vendorId}::uuid,
      coalesce((SELECT id FROM site WHERE kind = 'china_qc' ORDER BY code LIMIT 1),
        (SELECT o.destination_id FROM order_line l JOIN vendor_order o ON o.id = l.order_id WHERE l.id = ${wanted[0]?.line.id ?? ''}::uuid)),
      ${state}, ${work.caller.userId}::uuid, ${work.caller.userId}::uuid
    RETURNING id, shipment_id`.execute(tx)
  const made = rows[0]
  if (made === undefined) throw new Error('the shipment was not written')
  return made
}

async function takeLines(
  tx: Tx,
  work: Work,
  shipment: { id: string; shipment_id: string; event: string },
  wanted: Wanted[],
  before: PlainMove[],
): Promise<void> {
  await writeLines(tx, shipment.id, wanted)
  const quantity = wanted.reduce((sum, each) => sum + each.quantity, 0)
  const auditId = await recordEvent(tx, work, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: shipment.event,
    details: { quantity, lines: wanted.length },
  })
  const moves: PlainMove[] = [...before, ...wanted.flatMap((each) => piecesOf(each.line.id, 'reserve', each.quantity))]
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
}

async function writeLines(tx: Tx, shipmentUuid: string, wanted: Wanted[]): Promise<void> {
  await tx.deleteFrom('shipment_line').where('shipment_id', '=', shipmentUuid).execute()
  await sql`
    INSERT INTO shipment_line (id, shipment_id, order_line_id, quantity)
    SELECT n.id, ${shipmentUuid}::uuid, n.line_id, n.quantity
    FROM unnest(${wanted.map(() => v7())}::uuid[], ${wanted.map((each) => each.line.id)}::uuid[],
      ${wanted.map((each) => each.quantity)}::int[]) AS n (id, line_id, quantity)`.execute(tx)
}

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
      values: { shipment_id: shipmentId, status: shipmentStatus(shipment.state) },
    })
  await assertFresh(tx, { entity: 'shipment', entityId: shipmentId, version: shipment.version }, version)
  return shipment
}

function stateEvent(shipment: ShipmentFacts, event: string, to: string | null) {
  const from = to === null ? null : shipmentStatus(shipment.state)
  return { entity: 'shipment' as const, entityId: shipment.shipment_id, event, from, to }
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
