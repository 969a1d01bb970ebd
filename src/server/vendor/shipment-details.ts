import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { readCode } from '../../shared/domain/codes.ts'
import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { recordEvent } from '../audit.ts'
import { type Said, said, type Tx, type Work } from '../http/call.ts'
import { conflict, invalidInput, notFound } from '../http/errors.ts'
import { takenTrackingIds } from './check-packing.ts'
import { applyMoves } from './line-moves.ts'
import { type ShipmentFacts, shipmentLines } from './shipment-rows.ts'
import { lockFor, touch } from './shipment-state.ts'
import { type Packing, packingOf } from './shipments.ts'

type Input = Taken<Contract['vendor']['updateShipmentDetails']>

/** Edits tracking ids, weights, carrier and invoice number; with a status, marks the shipment packed and shipped as well. */
export async function updateShipmentDetails(input: Input, work: Work): Promise<Said<Packing>> {
  return work.command(async (tx) => {
    const shipment = await lockFor(tx, work, input.status ? 'ship' : 'describe', input.shipment_id, input.version)
    if (input.boxes.length > 0) await describeBoxes(tx, work, shipment, input.boxes)
    if (input.status) await ship(tx, work, shipment)
    await touch(tx, work, shipment.id, {
      ...(input.invoice_number !== undefined && { invoice_number: input.invoice_number || null }),
      ...(input.carrier !== undefined && { carrier: input.carrier || null }),
      ...(input.status && { state: 'PACKED_AND_SHIPPED' as const, shipped_at: new Date() }),
      // Tracking ids are part of what a packing list says: the same file again must be able to set them back.
      ...(input.boxes.length > 0 && { packing_hash: null }),
    })
    const message = input.status ? 'Shipment packed and shipped.' : 'Shipment saved.'
    return said(await packingOf(tx, work, input.shipment_id), message)
  })
}

async function ship(tx: Tx, work: Work, shipment: ShipmentFacts): Promise<void> {
  if (shipment.number_of_boxes === 0) throw conflict('Please provide packing details.')
  const lines = await shipmentLines(tx, shipment.id)
  const short = lines.find((line) => line.quantity_in_box !== line.ready_quantity)
  if (short !== undefined)
    throw conflict(sheetMessages.wrongOrderQuantity, {
      values: {
        order_id: short.order_id,
        nm_sku: short.nm_sku,
        quantity: short.quantity_in_box,
        expected: short.ready_quantity,
      },
    })
  const auditId = await recordEvent(tx, work, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: 'shipment.shipped',
    from: 'Awaiting packing',
    to: 'Packed and shipped',
    details: { boxes: shipment.number_of_boxes, quantity: shipment.total_quantity },
  })
  const moves = lines.map((line) => ({ lineId: line.line_id, kind: 'ship' as const, quantity: line.quantity_in_box }))
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
}

interface NewFacts {
  box_no: string
  tracking_id: string | null | undefined
  weight_grams: number | null | undefined
}

async function describeBoxes(tx: Tx, work: Work, shipment: ShipmentFacts, boxes: Input['boxes']): Promise<void> {
  const wanted = boxes.map((box) => ({ ...box, tracking_id: wellFormed(box), weight_grams: box.weight_grams }))
  await assertUnique(tx, shipment, wanted)
  const known = await tx
    .selectFrom('box')
    .where('shipment_id', '=', shipment.id)
    .where('removed_at', 'is', null)
    .select(['box_no', 'tracking_id'])
    .execute()
  const unknown = wanted.find((box) => !known.some((each) => each.box_no === box.box_no))
  if (unknown !== undefined)
    throw notFound('Box {{box_no}} is not in shipment {{shipment_id}}.', {
      box_no: unknown.box_no,
      shipment_id: shipment.shipment_id,
    })
  assertNoClash(wanted, known)
  const edited = wanted.filter((box) => box.tracking_id !== undefined)
  // Cleared first, so that two boxes can swap their tracking ids.
  await sql`UPDATE box SET tracking_id = NULL WHERE shipment_id = ${shipment.id} AND removed_at IS NULL
    AND box_no = ANY(${edited.map((box) => box.box_no)}::text[])`.execute(tx)
  await sql`
    UPDATE box b SET tracking_id = CASE WHEN n.has_tracking THEN n.tracking_id ELSE b.tracking_id END,
      weight_grams = CASE WHEN n.has_weight THEN n.weight ELSE b.weight_grams END
    FROM unnest(${wanted.map((box) => box.box_no)}::text[], ${wanted.map((box) => box.tracking_id ?? null)}::text[],
      ${wanted.map((box) => box.tracking_id !== undefined)}::bool[], ${wanted.map((box) => box.weight_grams ?? null)}::int[],
      ${wanted.map((box) => box.weight_grams !== undefined)}::bool[]) AS n (box_no, tracking_id, has_tracking, weight, has_weight)
    WHERE b.shipment_id = ${shipment.id} AND b.removed_at IS NULL AND b.box_no = n.box_no`.execute(tx)
  await recordEvent(tx, work, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: 'shipment.described',
    details: { boxes: wanted.length },
  })
}

function wellFormed(box: Input['boxes'][number]): string | null | undefined {
  if (box.tracking_id === undefined) return undefined
  if (!box.tracking_id) return null
  const tracking = readCode('trackingId', box.tracking_id)
  if (tracking !== null) return tracking
  throw trackingRefusal(box.box_no, box.tracking_id, sheetMessages.invalidTrackingId)
}

/** A tracking id names one box: within what was typed, and against every other shipment. */
async function assertUnique(tx: Tx, shipment: ShipmentFacts, boxes: readonly NewFacts[]): Promise<void> {
  const ids = boxes.flatMap((box) => box.tracking_id ?? [])
  const taken = await takenTrackingIds(tx, shipment.id, ids)
  const seen = new Set<string>()
  for (const box of boxes) {
    if (!box.tracking_id) continue
    if (seen.has(box.tracking_id) || taken.has(box.tracking_id))
      throw trackingRefusal(box.box_no, box.tracking_id, sheetMessages.invalidBoxTracking)
    seen.add(box.tracking_id)
  }
}

/** And against the boxes of this shipment that are not being edited. */
function assertNoClash(
  wanted: readonly NewFacts[],
  known: readonly { box_no: string; tracking_id: string | null }[],
): void {
  const edited = new Set(wanted.filter((box) => box.tracking_id !== undefined).map((box) => box.box_no))
  const kept = new Set(
    known.filter((box) => !edited.has(box.box_no)).flatMap((box) => box.tracking_id?.toUpperCase() ?? []),
  )
  const clash = wanted.find((box) => box.tracking_id && kept.has(box.tracking_id))
  if (clash?.tracking_id) throw trackingRefusal(clash.box_no, clash.tracking_id, sheetMessages.invalidBoxTracking)
}

function trackingRefusal(boxNo: string, trackingId: string, message: string) {
  return invalidInput(message, {
    values: { box_no: boxNo, tracking_id: trackingId },
    fields: [{ field: `${boxNo} tracking_id`, message: `${message} ${trackingId}` }],
  })
}
