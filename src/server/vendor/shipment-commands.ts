import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { recordEvent } from '../audit.ts'
import { col, rowsOf } from '../database/rows.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { invalidInput, moveNotAllowed } from '../http/errors.ts'
import { applyMoves, type PlainMove } from './line-moves.ts'
import {
  assertOnPlatform,
  insertShipment,
  scheduleMissing,
  takeLines,
  totalOf,
  type WantedLine,
  wantedLines,
  writeLines,
} from './shipment-lines.ts'
import { cancelShipment } from './shipment-recovery.ts'
import { findShipment, type ShipmentRow, shipmentLines, shipmentWire } from './shipment-rows.ts'
import { lockFor, stateEvent, touch } from './shipment-state.ts'

type Input = Taken<Contract['vendor']['updateShipment']>
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
    assertOnPlatform(wanted)
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
    await assertBoxesFit(tx, shipment.id)
    const auditId = await recordEvent(tx, work, {
      ...stateEvent(shipment, 'shipment.changed', null),
      details: { quantity: totalOf(wanted), lines: wanted.length, quantity_before: shipment.total_quantity },
    })
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
    )
    await touch(tx, work, shipment.id, { packing_hash: null })
    return said(
      { shipment: shipmentWire(await findShipment(tx, work.caller, shipment.shipment_id)) },
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
