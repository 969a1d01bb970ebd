import { sql } from 'kysely'
import { boxNames } from '../../../shared/areas/invoices/rules.ts'
import { type BoxSize, isSameSize } from '../../../shared/areas/shipments/box-size.ts'
import { trackingProblem, type Waybills } from '../../../shared/areas/shipments/packing.ts'
import { allowedShipmentMoves, boxStands, describeProblem } from '../../../shared/areas/shipments/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readCode } from '../../../shared/kernel/codes.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { EXTENSION_DIGIT, makeSscc } from '../../../shared/kernel/sscc.ts'
import { recordEvents } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { oneEach } from '../orders/orders.ts'
import { loadPlainBoxes, type PlainBox, sizeColumn, sizeRead } from './box-rows.ts'
import type { ShipmentFacts } from './shipments.ts'

/** A box as a packing list tells of it. */
export interface ListedBox {
  box_no: string
  /** undefined: not told, so that what was known before stays. */
  tracking_id: string | null | undefined
  weight_grams: number | null | undefined
  size: BoxSize | null | undefined
}

/** Whether a waybill may be on several boxes of a shipment. */
export async function waybillsNow(db: Db): Promise<Waybills> {
  return (await readSetting(db, 'shared_waybills')) ? 'shared' : 'own'
}

/**
 * Gives a shipment the boxes listed, in that order: those with a known number keep their row and code, new ones get the next
 * codes, those left out are taken off. The shipment must be locked; `hasBoxes` says whether it had any.
 */
export async function saveBoxes(
  tx: Tx,
  shipment: { id: string; hasBoxes: boolean },
  listed: readonly ListedBox[],
): Promise<PlainBox[]> {
  const known: KnownBoxes = shipment.hasBoxes ? await clearBoxes(tx, shipment.id, listed) : new Map()
  const placed = placeBoxes(listed, known, await waybillsNow(tx))
  const kept = placed.filter((box) => known.has(box.box_no))
  const fresh = placed.filter((box) => !known.has(box.box_no))
  const saved = [
    ...(kept.length > 0 ? await rewriteBoxes(tx, shipment.id, kept) : []),
    ...(fresh.length > 0 ? await insertBoxes(tx, shipment.id, fresh) : []),
  ]
  const byNumber = new Map(saved.map((box) => [box.box_no, box]))
  return listed.flatMap((box) => byNumber.get(box.box_no) ?? [])
}

type PlacedBox = Omit<PlainBox, 'box_id' | 'sscc' | 'is_inwarded'> & { position: number; waybill_place: number }

/** What boxes had before, by number. */
type KnownBoxes = ReadonlyMap<string, Pick<PlainBox, 'tracking_id' | 'weight_grams' | 'size'>>

/** Fills in what the list does not tell; a tracking id of its own that the list gives to another box does not stay. */
function placeBoxes(listed: readonly ListedBox[], known: KnownBoxes, waybills: Waybills): PlacedBox[] {
  const claimed = new Set(listed.flatMap((box) => box.tracking_id ?? []))
  const stays = (id: string | null | undefined) =>
    id && (waybills === 'shared' || !claimed.has(id.toUpperCase())) ? id : null
  return withPlaces(
    listed.map(({ box_no, tracking_id, weight_grams, size }, at) => {
      const before = known.get(box_no)
      return {
        box_no,
        position: at + 1,
        tracking_id: tracking_id === undefined ? stays(before?.tracking_id) : tracking_id,
        weight_grams: weight_grams === undefined ? (before?.weight_grams ?? null) : weight_grams,
        size: size === undefined ? (before?.size ?? null) : size,
      }
    }),
  )
}

/** The boxes of a shipment with their places in their waybills: the first of each is what keeps other shipments off it. */
function withPlaces<B extends { tracking_id: string | null }>(boxes: readonly B[]): (B & { waybill_place: number })[] {
  const last = new Map<string, number>()
  return boxes.map((box) => {
    const id = box.tracking_id?.toUpperCase()
    const waybill_place = id === undefined ? 1 : (last.get(id) ?? 0) + 1
    if (id !== undefined) last.set(id, waybill_place)
    return { ...box, waybill_place }
  })
}

const earlierColumns = {
  ...{ box_no: col.text, tracking_id: col.textOrNull, weight_grams: col.numberOrNull },
  size: sizeRead,
}

/** Takes off the boxes that are not listed. Gives the others as they were; they no longer hold a tracking id: two may swap theirs. */
async function clearBoxes(tx: Tx, shipmentUuid: string, listed: readonly ListedBox[]): Promise<KnownBoxes> {
  await sql`UPDATE box SET removed_at = now() WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL
    AND box_no <> ALL(${listed.map((box) => box.box_no)}::text[])`.execute(tx)
  const { rows } = await rowsOf(earlierColumns)`
    WITH before AS (SELECT id, tracking_id FROM box WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL)
    UPDATE box b SET tracking_id = NULL FROM before WHERE b.id = before.id
    RETURNING b.box_no, before.tracking_id, b.weight_grams, ${sizeColumn('b')} AS size`.execute(tx)
  return new Map(rows.map((row) => [row.box_no, row]))
}

const plainBoxColumns = {
  box_id: col.text,
  box_no: col.text,
  sscc: col.text,
  tracking_id: col.textOrNull,
  weight_grams: col.numberOrNull,
  size: sizeRead,
  is_inwarded: col.flag,
}

/** What a vendor tells of a box beside its contents, as columns of `n`. */
const toldNames = sql.raw('tracking_id, waybill_place, weight, length_mm, width_mm, height_mm')

const toldSet = sql.raw(`tracking_id = n.tracking_id, waybill_place = n.waybill_place, weight_grams = n.weight,
  length_mm = n.length_mm, width_mm = n.width_mm, height_mm = n.height_mm`)

type Told = Pick<PlacedBox, 'tracking_id' | 'waybill_place' | 'weight_grams' | 'size'>

const toldOf = (boxes: readonly Told[]) => sql`${boxes.map((box) => box.tracking_id)}::text[],
  ${boxes.map((box) => box.waybill_place)}::int[], ${boxes.map((box) => box.weight_grams)}::int[],
  ${boxes.map(({ size }) => size?.length_mm ?? null)}::int[], ${boxes.map(({ size }) => size?.width_mm ?? null)}::int[],
  ${boxes.map(({ size }) => size?.height_mm ?? null)}::int[]`

async function rewriteBoxes(tx: Tx, shipmentUuid: string, boxes: readonly PlacedBox[]): Promise<PlainBox[]> {
  const { rows } = await rowsOf(plainBoxColumns)`
    UPDATE box b SET position = n.position, ${toldSet}
    FROM unnest(${boxes.map((box) => box.box_no)}::text[], ${boxes.map((box) => box.position)}::int[],
      ${toldOf(boxes)}) AS n (box_no, position, ${toldNames})
    WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL AND b.box_no = n.box_no
    RETURNING b.id AS box_id, b.box_no, b.sscc, b.tracking_id, b.weight_grams, ${sizeColumn('b')} AS size,
      b.inwarded_at IS NOT NULL AS is_inwarded`.execute(tx)
  return rows
}

async function insertBoxes(tx: Tx, shipmentUuid: string, boxes: readonly PlacedBox[]): Promise<PlainBox[]> {
  const codes = await nextCodes(tx, boxes.length)
  const ids = newIds(boxes.length)
  await sql`
    INSERT INTO box (id, shipment_id, box_no, position, sscc, tracking_id, waybill_place, weight_grams, length_mm, width_mm, height_mm)
    SELECT n.id, ${shipmentUuid}::uuid, n.box_no, n.position, n.sscc, ${sql.raw('n.tracking_id, n.waybill_place, n.weight, n.length_mm, n.width_mm, n.height_mm')}
    FROM unnest(${ids}::uuid[], ${boxes.map((box) => box.box_no)}::text[], ${boxes.map((box) => box.position)}::int[],
      ${codes}::text[], ${toldOf(boxes)}) AS n (id, box_no, position, sscc, ${toldNames})`.execute(tx)
  return boxes.map(({ position: _position, waybill_place: _place, ...box }, at) => ({
    ...box,
    ...{ box_id: ids[at] ?? '', sscc: codes[at] ?? '', is_inwarded: false },
  }))
}

/** SSCCs that no box has yet, in their order. */
export async function nextCodes(tx: Tx, count: number): Promise<string[]> {
  const prefix = await readSetting(tx, 'sscc_company_prefix')
  const { rows } = await rowsOf({ serial: col.text })`
    SELECT nextval('box_serial')::text AS serial FROM generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => makeSscc(EXTENSION_DIGIT, prefix, BigInt(row.serial)))
}

type TypedBox = Taken<Contract['shipments']['updateShipmentDetails']>['boxes'][number]

/** A box after what was typed, beside what it was. */
interface Described {
  before: PlainBox
  box_no: string
  tracking_id: string | null
  weight_grams: number | null
  size: BoxSize | null
}

/**
 * Writes tracking ids, weights and sizes of a locked shipment; what was left out stays, null clears. Throws in the
 * specification's words, naming box and tracking id, and refuses what would change boxes that came in. Each new tracking
 * id is an event of its box, from old to new.
 */
export async function describeBoxes(
  tx: Tx,
  context: CallContext,
  shipment: ShipmentFacts,
  typed: readonly TypedBox[],
): Promise<void> {
  oneEach(typed.map((box) => box.box_no))
  const known = await loadPlainBoxes(tx, shipment.id)
  const described = describedBoxes(shipment, known, typed)
  assertOnWay(shipment, described)
  const renamed = described.filter((box) => box.tracking_id !== box.before.tracking_id)
  const ids = renamed.flatMap((box) => box.tracking_id ?? [])
  assertUnique(renamed, known, await takenTrackingIds(tx, shipment, ids), await waybillsNow(tx))
  await freeTrackingIds(tx, context, shipment, ids)
  await writeBoxes(tx, known, described)
  await recordEvents(
    tx,
    context,
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
      size: box.size === undefined ? before.size : box.size,
    }
  })
}

/** Boxes are taken in under their shipment's lock, which is held: none comes in meanwhile. */
function assertOnWay(shipment: ShipmentFacts, described: readonly Described[]): void {
  const standing = described.filter(
    ({ before, tracking_id, weight_grams, size }) =>
      describeProblem(before) !== null &&
      (tracking_id !== before.tracking_id || weight_grams !== before.weight_grams || !isSameSize(size, before.size)),
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

/** A tracking id names one box, unless waybills may be shared: among those typed, the others of this shipment, and every other shipment. */
function assertUnique(
  renamed: readonly Described[],
  known: readonly PlainBox[],
  taken: ReadonlySet<string>,
  waybills: Waybills,
): void {
  const edited = new Set(renamed.map((box) => box.box_no))
  const used = new Set(taken)
  const isOwn = waybills === 'own'
  for (const box of known)
    if (isOwn && box.tracking_id && !edited.has(box.box_no)) used.add(box.tracking_id.toUpperCase())
  for (const { box_no, tracking_id } of renamed) {
    if (tracking_id === null) continue
    if (used.has(tracking_id)) throw trackingRefusal(box_no, tracking_id, sheetMessages.invalidBoxTracking)
    if (isOwn) used.add(tracking_id)
  }
}

function trackingRefusal(boxNo: string, trackingId: string, message: string) {
  return invalidInput(message, {
    values: { box_no: boxNo, tracking_id: trackingId },
    fields: [{ field: `${boxNo} tracking_id`, message: `${message} ${trackingId}` }],
  })
}

/** Writes what was typed, and with it the places of the other boxes on the waybills that it touches. */
async function writeBoxes(tx: Tx, known: readonly PlainBox[], described: readonly Described[]): Promise<void> {
  const typed = new Map(described.map((box) => [box.before.box_id, box]))
  const renamed = described.filter((box) => box.tracking_id !== box.before.tracking_id)
  const touched = new Set(
    renamed.flatMap(({ before, tracking_id }) => [before.tracking_id ?? [], tracking_id ?? []].flat()).map(upper),
  )
  const isTouched = (id: string | null | undefined) => !!id && touched.has(upper(id))
  const next = withPlaces(known.map((box) => ({ ...box, ...told(typed.get(box.box_id)) })))
  const written = next.filter(
    (box, at) => typed.has(box.box_id) || isTouched(box.tracking_id) || isTouched(known[at]?.tracking_id),
  )
  // Cleared first, so that two boxes can swap their tracking ids.
  const cleared = known.filter((box) => isTouched(box.tracking_id)).map((box) => box.box_id)
  await sql`UPDATE box SET tracking_id = NULL WHERE id = ANY(${cleared}::uuid[])`.execute(tx)
  await sql`
    UPDATE box b SET ${toldSet} FROM unnest(${written.map((box) => box.box_id)}::uuid[], ${toldOf(written)})
      AS n (id, ${toldNames})
    WHERE b.id = n.id`.execute(tx)
}

const upper = (id: string) => id.toUpperCase()

const told = (box: Described | undefined) =>
  box && { tracking_id: box.tracking_id, weight_grams: box.weight_grams, size: box.size }

type Owner = Pick<ShipmentFacts, 'id' | 'vendor_id'>

/**
 * Tracking ids, upper case, that a box of another shipment carries; those of the vendor's own cancelled shipments are free.
 * Whose they are stays untold: it may be another vendor's.
 */
export async function takenTrackingIds(db: Db, shipment: Owner, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await rowsOf({ tracking_id: col.text })`
    SELECT upper(b.tracking_id) AS tracking_id FROM box b JOIN shipment h ON h.id = b.shipment_id
    WHERE upper(b.tracking_id) = ANY(${[...new Set(ids)]}::text[]) AND b.removed_at IS NULL
      AND h.id <> ${shipment.id} AND NOT (h.state = 'CANCELLED' AND h.vendor_id = ${shipment.vendor_id})`.execute(db)
  return new Set(found.rows.map((row) => row.tracking_id))
}

/** Takes tracking ids off the vendor's cancelled shipments before another one gets them: a parcel is sent once. */
export async function freeTrackingIds(
  tx: Tx,
  context: CallContext,
  shipment: Owner,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await rowsOf({ shipment_id: col.text, boxes: col.number })`
    WITH freed AS (
      UPDATE box b SET tracking_id = NULL FROM shipment h
      WHERE h.id = b.shipment_id AND h.id <> ${shipment.id} AND h.vendor_id = ${shipment.vendor_id}
        AND h.state = 'CANCELLED' AND b.removed_at IS NULL AND upper(b.tracking_id) = ANY(${[...new Set(ids)]}::text[])
      RETURNING b.shipment_id)
    UPDATE shipment h SET packing_hash = NULL, version = h.version + 1
    FROM (SELECT shipment_id AS id, count(*)::int AS boxes FROM freed GROUP BY 1) f
    WHERE h.id = f.id RETURNING h.shipment_id, f.boxes`.execute(tx)
  await recordEvents(
    tx,
    context,
    rows.map(({ shipment_id, boxes }) => ({
      entity: 'shipment' as const,
      entityId: shipment_id,
      event: 'shipment.described',
      details: { boxes },
    })),
  )
}
