import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lineKey, missingPieces, type PackingEntry } from '../../shared/domain/packing.ts'
import { recordEvent } from '../audit.ts'
import type { Tx, Work } from '../http/call.ts'
import type { PlainBox } from './boxes.ts'
import { applyMoves, type PlainMove } from './line-moves.ts'
import { type ListedBox, saveBoxes } from './save-boxes.ts'
import type { PackedLine, ShipmentFacts } from './shipment-rows.ts'
import { touch } from './shipment-state.ts'
import { freeTrackingIds } from './tracking-ids.ts'

/** What the grid tells of a box beside its contents. */
export interface ToldBox {
  box_no: string
  /** undefined: not told, so that what was known stays; null: none. */
  tracking_id: string | null | undefined
  weight_grams: number | null | undefined
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
export async function savePacking(tx: Tx, work: Work, packing: CheckedPacking): Promise<PlainBox[] | null> {
  const { shipment, entries } = packing
  const hash = packingHash(packing)
  if (shipment.packing_hash === hash) return null
  const listed = listedBoxes(packing)
  const auditId = await recordEvent(tx, work, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: 'shipment.packed',
    details: { boxes: listed.length, quantity: entries.reduce((sum, entry) => sum + entry.quantity, 0) },
  })
  const moves = packingMoves(packing)
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
  await shrinkLines(tx, packing)
  await freeTrackingIds(
    tx,
    work,
    shipment,
    listed.flatMap((box) => box.tracking_id ?? []),
  )
  const boxes = await saveBoxes(tx, { id: shipment.id, hasBoxes: shipment.number_of_boxes > 0 }, listed)
  await writeContents(tx, boxes, packing)
  await touch(tx, work, shipment.id, { packing_hash: hash })
  return boxes
}

/** Boxes in their order with sorted contents: two lists with this hash make the same boxes. */
function packingHash({ entries, told = [] }: CheckedPacking): string {
  const rows = entries.map((e) => [e.box_no, e.order_id, e.nm_sku, e.quantity, e.tracking_id])
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

/** The boxes in the order of their first row, each with the tracking id that any of its rows tells. */
function listedBoxes({ entries, told }: CheckedPacking): ListedBox[] {
  const tracking = new Map<string, string | undefined>()
  for (const { box_no, tracking_id } of entries) tracking.set(box_no, tracking_id ?? tracking.get(box_no))
  const byNumber = new Map(told?.map((box) => [box.box_no, box]))
  return [...tracking].map(([box_no, tracking_id]) => {
    const box = byNumber.get(box_no)
    return { box_no, tracking_id: tracking_id ?? box?.tracking_id, weight_grams: box?.weight_grams }
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
