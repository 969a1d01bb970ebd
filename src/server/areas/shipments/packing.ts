import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BoxSize } from '../../../shared/areas/shipments/box-size.ts'
import {
  lineKey,
  missingPieces,
  type PackingEntry,
  type PackingFault,
  rowFaults,
  type SumFault,
  sumFaults,
  trackingProblem,
} from '../../../shared/areas/shipments/packing.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { readCode } from '../../../shared/kernel/codes.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { applyMoves, type PlainMove } from '../orders/lines.ts'
import type { PlainBox } from './box-rows.ts'
import { freeTrackingIds, type ListedBox, saveBoxes, takenTrackingIds, waybillsNow } from './boxes.ts'
import { lockFor, touch } from './commands.ts'
import { type PackedLine, type Packing, packedLines, packingOf, type ShipmentFacts } from './shipments.ts'

/** What the grid tells of a box beside its contents. */
export interface ToldBox {
  box_no: string
  /** undefined: not told, so that what was known stays; null: none. */
  tracking_id: string | null | undefined
  weight_grams: number | null | undefined
  size: BoxSize | null | undefined
}

/** A packing list that was found right, ready to be written. */
export interface CheckedPacking {
  shipment: ShipmentFacts
  lines: readonly PackedLine[]
  entries: readonly PackingEntry<unknown>[]
  /** Missing for a sheet: an empty cell tells nothing of a tracking id that was typed. */
  told?: readonly ToldBox[]
}

/** Gives the boxes in their order; null when they are already just so, since the same list again changes nothing. */
export async function savePacking(tx: Tx, context: CallContext, packing: CheckedPacking): Promise<PlainBox[] | null> {
  const { shipment, entries } = packing
  const hash = packingHash(packing)
  if (shipment.packing_hash === hash) return null
  const listed = listedBoxes(packing)
  const moves = packingMoves(packing)
  const to_platform = moves.reduce((sum, { kind, quantity }) => sum + (kind === 'release' ? quantity : 0), 0)
  const auditId = await recordEvent(tx, context, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: 'shipment.packed',
    details: {
      boxes: listed.length,
      quantity: entries.reduce((sum, entry) => sum + entry.quantity, 0),
      ...(to_platform > 0 && { to_platform }),
    },
  })
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
  await shrinkLines(tx, packing)
  await freeTrackingIds(
    tx,
    context,
    shipment,
    listed.flatMap((box) => box.tracking_id ?? []),
  )
  const boxes = await saveBoxes(tx, { id: shipment.id, hasBoxes: shipment.number_of_boxes > 0 }, listed)
  await writeContents(tx, boxes, packing)
  await touch(tx, context, shipment.id, { packing_hash: hash })
  return boxes
}

/** Boxes in their order with sorted contents: two lists with this hash make the same boxes. */
function packingHash({ entries, told = [] }: CheckedPacking): string {
  const rows = entries.map((e) => [
    e.box_no,
    e.order_id,
    e.nm_sku,
    e.quantity,
    e.tracking_id,
    ...(e.size ? [e.size] : []),
  ])
  return createHash('sha256')
    .update(JSON.stringify([rows, told]))
    .digest('base64url')
}

function packedNow(entries: readonly PackingEntry<unknown>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const entry of entries) sums.set(lineKey(entry), (sums.get(lineKey(entry)) ?? 0) + entry.quantity)
  return sums
}

/** Only differences move: pieces that stay in a box stay in the ledger as they were. Pieces in no box leave the shipment. */
function packingMoves({ lines, entries }: CheckedPacking): PlainMove[] {
  const packed = packedNow(entries)
  const rest = missingPieces(entries, lines)
  return lines.flatMap((line): PlainMove[] => {
    const more = (packed.get(lineKey(line)) ?? 0) - line.quantity_in_box
    const left = rest.get(lineKey(line)) ?? 0
    return [
      ...(more > 0 ? [{ lineId: line.line_id, kind: 'pack' as const, quantity: more }] : []),
      ...(more < 0 ? [{ lineId: line.line_id, kind: 'unpack' as const, quantity: -more }] : []),
      ...(left > 0 ? [{ lineId: line.line_id, kind: 'release' as const, quantity: left }] : []),
    ]
  })
}

/** What no box holds went back to the platform; the shipment promises only what is packed. */
async function shrinkLines(tx: Tx, { shipment, lines, entries }: CheckedPacking): Promise<void> {
  const packed = packedNow(entries)
  const short = lines.filter((line) => (packed.get(lineKey(line)) ?? 0) < line.ready_quantity)
  if (short.length === 0) return
  await sql`
    UPDATE shipment_line sl SET quantity = n.quantity
    FROM unnest(${short.map((line) => line.line_id)}::uuid[], ${short.map((line) => packed.get(lineKey(line)) ?? 0)}::int[])
      AS n (line_id, quantity)
    WHERE sl.shipment_id = ${shipment.id} AND sl.order_line_id = n.line_id AND n.quantity > 0`.execute(tx)
  const gone = short.filter((line) => !packed.has(lineKey(line))).map((line) => line.line_id)
  if (gone.length === 0) return
  await tx
    .deleteFrom('shipment_line')
    .where('shipment_id', '=', shipment.id)
    .where('order_line_id', 'in', gone)
    .execute()
}

/** The boxes in the order of their first row, each with the tracking id and size that any of its rows tells. */
function listedBoxes({ entries, told }: CheckedPacking): ListedBox[] {
  const tracking = new Map<string, string | undefined>()
  const sizes = new Map<string, BoxSize>()
  for (const { box_no, tracking_id, size } of entries) {
    tracking.set(box_no, tracking_id ?? tracking.get(box_no))
    if (size) sizes.set(box_no, size)
  }
  const byNumber = new Map(told?.map((box) => [box.box_no, box]))
  return [...tracking].map(([box_no, tracking_id]) => {
    const box = byNumber.get(box_no)
    const size = sizes.get(box_no) ?? box?.size
    return { box_no, tracking_id: tracking_id ?? box?.tracking_id, weight_grams: box?.weight_grams, size }
  })
}

async function writeContents(
  tx: Tx,
  boxes: readonly PlainBox[],
  { shipment, entries, lines }: CheckedPacking,
): Promise<void> {
  const lineIds = new Map(lines.map((line) => [lineKey(line), line.line_id]))
  const boxIds = new Map(boxes.map((box) => [box.box_no, box.box_id]))
  await sql`DELETE FROM box_line bl USING box b WHERE b.id = bl.box_id AND b.shipment_id = ${shipment.id}`.execute(tx)
  await sql`
    INSERT INTO box_line (box_id, order_line_id, position, quantity)
    SELECT n.box_id, n.line_id, n.position, n.quantity
    FROM unnest(${entries.map((e) => boxIds.get(e.box_no) ?? null)}::uuid[],
      ${entries.map((e) => lineIds.get(lineKey(e)) ?? null)}::uuid[], ${entries.map((_, at) => at + 1)}::int[],
      ${entries.map((e) => e.quantity)}::int[]) AS n (box_id, line_id, position, quantity)`.execute(tx)
}

type Input = Taken<Contract['shipments']['updatePackingItems']>

/** Saves the boxes of the grid by the same rules as a sheet; every fault is named by box and SKU. */
export async function updatePackingItems(input: Input, context: CallContext): Promise<Reply<Packing>> {
  if (input.boxes.length === 0) throw invalidInput('Please provide packing details.')
  const entries = input.boxes.flatMap(boxEntries)
  if (entries.length === 0) throw invalidInput(sheetMessages.noSkus)
  return context.command(async (tx) => {
    const shipment = await lockFor(tx, context, 'pack', input.shipment_id, input.version)
    const lines = await packedLines(tx, shipment.id)
    if (lines.length === 0) throw invalidInput('Shipped quantity is zero for the schedule.')
    const faults = [
      ...emptyBoxes(input),
      ...(await packingFaults(tx, shipment, lines, entries)),
      ...packingSumFaults(lines, entries, input.rest_to_platform),
    ]
    if (faults.length > 0) throw refusal(faults)
    await savePacking(tx, context, { shipment, lines, entries, told: input.boxes.map(toldBox) })
    return reply(await packingOf(tx, context, input.shipment_id), 'Packing list saved.')
  })
}

/** An empty text clears as null does. */
function toldBox({ box_no, tracking_id, weight_grams, size }: Input['boxes'][number]): ToldBox {
  const tracking = tracking_id ? readCode('trackingId', tracking_id) : tracking_id
  return { box_no, tracking_id: tracking === '' ? null : tracking, weight_grams, size }
}

type Place = { box_no: string; nm_sku: string }

function boxEntries(box: Input['boxes'][number]): PackingEntry<Place>[] {
  const boxNo = readCode('boxNo', box.box_no)
  if (boxNo === null) throw malformed(box.box_no, 'box_no', sheetMessages.invalidBox)
  const tracking = box.tracking_id ? readCode('trackingId', box.tracking_id) : null
  const problem = box.tracking_id ? trackingProblem(box.tracking_id) : null
  if (problem !== null) throw malformed(boxNo, 'tracking_id', problem)
  return box.items.map((item) => ({
    row: { box_no: boxNo, nm_sku: item.nm_sku },
    box_no: boxNo,
    order_id: item.order_id,
    nm_sku: item.nm_sku,
    quantity: item.quantity,
    tracking_id: tracking,
  }))
}

/** A box listed twice, or with nothing in it. */
function emptyBoxes(input: Input): PackingFault<Place>[] {
  const seen = new Set<string>()
  return input.boxes.flatMap((box): PackingFault<Place>[] => {
    const row = { box_no: box.box_no, nm_sku: '' }
    const twice = seen.has(box.box_no)
    seen.add(box.box_no)
    if (twice) return [{ row, field: 'box_no', value: box.box_no, message: sheetMessages.multipleEntries }]
    return box.items.length > 0 ? [] : [{ row, field: 'quantity', value: '0', message: sheetMessages.zeroInBox }]
  })
}

function malformed(boxNo: string, field: string, message: string) {
  return invalidInput(message, { values: { box_no: boxNo }, fields: [{ field: `${boxNo} ${field}`, message }] })
}

function refusal(faults: PackingFault<Place>[]) {
  const [first] = faults
  return invalidInput(first?.message ?? 'Please provide packing details.', {
    values: { value: first?.value ?? '', expected: first?.expected ?? '' },
    fields: faults.slice(0, 1_000).map((fault) => ({
      field: [fault.row?.box_no ?? '', fault.row?.nm_sku ?? fault.value, fault.field].join(' ').trim(),
      message: fault.message,
      values: { value: fault.value, expected: fault.expected ?? '' },
    })),
  })
}

/** Every fault of a packing list's rows, tracking ids of other boxes included; sums apart, since good rows may leave a rest. */
export async function packingFaults<Row>(
  db: Db,
  shipment: ShipmentFacts,
  lines: readonly PackedLine[],
  entries: readonly PackingEntry<Row>[],
): Promise<PackingFault<Row>[]> {
  const taken = await takenTrackingIds(
    db,
    shipment,
    entries.flatMap((entry) => entry.tracking_id ?? []),
  )
  const elsewhere = entries
    .filter((entry) => entry.tracking_id !== null && taken.has(entry.tracking_id))
    .map(
      (entry): PackingFault<Row> => ({
        row: entry.row,
        field: 'tracking_id',
        value: entry.tracking_id ?? '',
        message: sheetMessages.invalidBoxTracking,
      }),
    )
  return [...rowFaults(entries, lines, await waybillsNow(db)), ...elsewhere]
}

/** Sums that do not fit: `all` wants every piece packed, otherwise a rest may stay but never too many. */
export function packingSumFaults<Row>(
  lines: readonly PackedLine[],
  entries: readonly PackingEntry<Row>[],
  restMayStay: boolean,
): SumFault<Row>[] {
  // Lines are read in no order; faults of the same list must always come in the same.
  const faults = sumFaults(entries, lines).sort((a, b) => (a.value < b.value ? -1 : 1))
  if (!restMayStay) return faults
  return faults.filter((fault) => fault.surplus > 0)
}
