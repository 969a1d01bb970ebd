import { sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { readCode } from '../../shared/domain/codes.ts'
import { boxNames } from '../../shared/domain/invoices.ts'
import { trackingProblem } from '../../shared/domain/packing.ts'
import { sheetMessages } from '../../shared/domain/sheet-messages.ts'
import { allowedShipmentMoves, boxStands, describeProblem } from '../../shared/domain/shipment-status.ts'
import { recordEvents } from '../audit.ts'
import type { Tx, Work } from '../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../http/errors.ts'
import { loadPlainBoxes, type PlainBox } from './boxes.ts'
import { oneEach } from './orders.ts'
import type { ShipmentFacts } from './shipment-rows.ts'
import { freeTrackingIds, takenTrackingIds } from './tracking-ids.ts'

type TypedBox = Taken<Contract['vendor']['updateShipmentDetails']>['boxes'][number]

/** A box after what was typed, beside what it was. */
interface Described {
  before: PlainBox
  box_no: string
  tracking_id: string | null
  weight_grams: number | null
}

/**
 * Writes tracking ids and weights of a locked shipment; what was left out stays, null clears. Throws in the
 * specification's words, naming box and tracking id, and refuses what would change boxes that came in. Each new tracking
 * id is an event of its box, from old to new.
 */
export async function describeBoxes(
  tx: Tx,
  work: Work,
  shipment: ShipmentFacts,
  typed: readonly TypedBox[],
): Promise<void> {
  oneEach(typed.map((box) => box.box_no))
  const known = await loadPlainBoxes(tx, shipment.id)
  const described = describedBoxes(shipment, known, typed)
  assertOnWay(shipment, described)
  const renamed = described.filter((box) => box.tracking_id !== box.before.tracking_id)
  const ids = renamed.flatMap((box) => box.tracking_id ?? [])
  assertUnique(renamed, known, await takenTrackingIds(tx, shipment, ids))
  await freeTrackingIds(tx, work, shipment, ids)
  await writeBoxes(tx, described, renamed)
  await recordEvents(
    tx,
    work,
    renamed.map((box) => ({
      entity: 'box' as const,
      entityId: box.before.sscc,
      event: 'box.described',
      from: box.before.tracking_id,
      to: box.tracking_id,
    })),
  )
}

function describedBoxes(shipment: ShipmentFacts, known: readonly PlainBox[], typed: readonly TypedBox[]): Described[] {
  const byNumber = new Map(known.map((box) => [box.box_no, box]))
  return typed.map((box) => {
    const before = byNumber.get(box.box_no)
    if (before === undefined)
      throw notFound('Box {{box_no}} is not in shipment {{shipment_id}}.', {
        box_no: box.box_no,
        shipment_id: shipment.shipment_id,
      })
    return {
      before,
      box_no: box.box_no,
      tracking_id: box.tracking_id === undefined ? before.tracking_id : wellFormed(box.box_no, box.tracking_id),
      weight_grams: box.weight_grams === undefined ? before.weight_grams : box.weight_grams,
    }
  })
}

/** Boxes are taken in under their shipment's lock, which is held: none comes in meanwhile. */
function assertOnWay(shipment: ShipmentFacts, described: readonly Described[]): void {
  const standing = described.filter(
    ({ before, tracking_id, weight_grams }) =>
      describeProblem(before) !== null && (tracking_id !== before.tracking_id || weight_grams !== before.weight_grams),
  )
  if (standing.length === 0) return
  const boxes = boxNames(standing.map(({ box_no }) => ({ box_no, shipment_id: shipment.shipment_id })))
  throw moveNotAllowed(boxStands.some, allowedShipmentMoves(shipment.state, shipment.inwarded), { values: { boxes } })
}

function wellFormed(boxNo: string, typed: string | null): string | null {
  if (!typed) return null
  const tracking = readCode('trackingId', typed)
  if (tracking !== null) return tracking
  throw trackingRefusal(boxNo, typed, trackingProblem(typed) ?? sheetMessages.invalidTrackingId)
}

/** A tracking id names one box: among those typed, the others of this shipment, and every other shipment. */
function assertUnique(renamed: readonly Described[], known: readonly PlainBox[], taken: ReadonlySet<string>): void {
  const edited = new Set(renamed.map((box) => box.box_no))
  const used = new Set(taken)
  for (const box of known) if (box.tracking_id && !edited.has(box.box_no)) used.add(box.tracking_id.toUpperCase())
  for (const { box_no, tracking_id } of renamed) {
    if (tracking_id === null) continue
    if (used.has(tracking_id)) throw trackingRefusal(box_no, tracking_id, sheetMessages.invalidBoxTracking)
    used.add(tracking_id)
  }
}

function trackingRefusal(boxNo: string, trackingId: string, message: string) {
  return invalidInput(message, {
    values: { box_no: boxNo, tracking_id: trackingId },
    fields: [{ field: `${boxNo} tracking_id`, message: `${message} ${trackingId}` }],
  })
}

async function writeBoxes(tx: Tx, described: readonly Described[], renamed: readonly Described[]): Promise<void> {
  // Cleared first, so that two boxes can swap their tracking ids.
  await sql`UPDATE box SET tracking_id = NULL
    WHERE id = ANY(${renamed.map((box) => box.before.box_id)}::uuid[])`.execute(tx)
  await sql`
    UPDATE box b SET tracking_id = n.tracking_id, weight_grams = n.weight
    FROM unnest(${described.map((box) => box.before.box_id)}::uuid[], ${described.map((box) => box.tracking_id)}::text[],
      ${described.map((box) => box.weight_grams)}::int[]) AS n (id, tracking_id, weight)
    WHERE b.id = n.id`.execute(tx)
}
