import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { lineKey, missingPieces, type PackingEntry } from '../../shared/domain/packing.ts'
import { makeSscc } from '../../shared/domain/sscc.ts'
import { recordEvent } from '../audit.ts'
import type { Tx, Work } from '../http/call.ts'
import { readSetting } from '../settings.ts'
import { applyMoves, type PlainMove } from './line-moves.ts'
import type { HeldLine, ShipmentFacts } from './shipment-rows.ts'
import { touch } from './shipment-state.ts'

export interface BoxWeight {
  box_no: string
  weight_grams: number
}

/** A packing list that was found right, ready to be written. */
export interface CheckedPacking {
  shipment: ShipmentFacts
  lines: HeldLine[]
  entries: PackingEntry<unknown>[]
  weights?: BoxWeight[]
}

/** False when the boxes are already just so: the same list again changes nothing. */
export async function savePacking(tx: Tx, work: Work, packing: CheckedPacking): Promise<boolean> {
  const { shipment, entries } = packing
  const hash = packingHash(packing)
  if (shipment.packing_hash === hash) return false
  const boxNos = [...new Set(entries.map((entry) => entry.box_no))]
  const auditId = await recordEvent(tx, work, {
    entity: 'shipment',
    entityId: shipment.shipment_id,
    event: 'shipment.packed',
    details: { boxes: boxNos.length, quantity: entries.reduce((sum, entry) => sum + entry.quantity, 0) },
  })
  const moves = packingMoves(packing)
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, shipmentId: shipment.id, auditId })),
  )
  await shrinkLines(tx, packing)
  await writeBoxes(tx, shipment.id, boxNos, packing)
  await writeContents(tx, shipment.id, packing)
  await touch(tx, work, shipment.id, { packing_hash: hash })
  return true
}

/** Boxes in their order with sorted contents: two lists with this hash make the same boxes. */
function packingHash({ entries, weights = [] }: CheckedPacking): string {
  const rows = entries.map((e) => [e.box_no, e.order_id, e.nm_sku, e.quantity, e.tracking_id])
  return createHash('sha256')
    .update(JSON.stringify([rows, weights]))
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

/** Boxes keep their row and code by number; new ones get the next codes, those left out are taken off. */
async function writeBoxes(tx: Tx, shipmentUuid: string, boxNos: string[], packing: CheckedPacking): Promise<void> {
  const tracking = new Map<string, string>()
  for (const entry of packing.entries) if (entry.tracking_id) tracking.set(entry.box_no, entry.tracking_id)
  const weight = new Map(packing.weights?.map((each) => [each.box_no, each.weight_grams]))
  const positions = boxNos.map((_, at) => at + 1)
  await sql`UPDATE box SET removed_at = now() WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL
    AND box_no <> ALL(${boxNos}::text[])`.execute(tx)
  // Cleared first, so that two boxes can swap their tracking ids.
  const kept = await sql<{ box_no: string }>`UPDATE box SET tracking_id = NULL
    WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL RETURNING box_no`.execute(tx)
  const had = new Set(kept.rows.map((row) => row.box_no))
  const codes = await nextCodes(
    tx,
    boxNos.filter((boxNo) => !had.has(boxNo)),
  )
  await sql`
    INSERT INTO box (id, shipment_id, box_no, position, sscc)
    SELECT n.id, ${shipmentUuid}::uuid, n.box_no, 0, n.sscc
    FROM unnest(${[...codes.keys()].map(() => v7())}::uuid[], ${[...codes.keys()]}::text[], ${[...codes.values()]}::text[])
      AS n (id, box_no, sscc)`.execute(tx)
  await sql`
    UPDATE box b SET position = n.position, tracking_id = n.tracking_id, weight_grams = coalesce(n.weight, b.weight_grams)
    FROM unnest(${boxNos}::text[], ${positions}::int[], ${boxNos.map((no) => tracking.get(no) ?? null)}::text[],
      ${boxNos.map((no) => weight.get(no) ?? null)}::int[]) AS n (box_no, position, tracking_id, weight)
    WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL AND b.box_no = n.box_no`.execute(tx)
}

async function nextCodes(tx: Tx, boxNos: string[]): Promise<Map<string, string>> {
  if (boxNos.length === 0) return new Map()
  const prefix = await readSetting(tx, 'sscc_company_prefix')
  const serials = await sql<{ serial: string }>`
    SELECT nextval('box_serial')::text AS serial FROM generate_series(1, ${boxNos.length})`.execute(tx)
  return new Map(boxNos.map((boxNo, at) => [boxNo, makeSscc(0, prefix, BigInt(serials.rows[at]?.serial ?? '0'))]))
}

async function writeContents(tx: Tx, shipmentUuid: string, { entries, lines }: CheckedPacking): Promise<void> {
  const ids = new Map(lines.map((line) => [lineKey(line), line.line_id]))
  await sql`DELETE FROM box_line bl USING box b WHERE b.id = bl.box_id AND b.shipment_id = ${shipmentUuid}`.execute(tx)
  await sql`
    INSERT INTO box_line (id, box_id, order_line_id, quantity)
    SELECT n.id, b.id, n.line_id, n.quantity
    FROM unnest(${entries.map(() => v7())}::uuid[], ${entries.map((e) => e.box_no)}::text[],
      ${entries.map((e) => ids.get(lineKey(e)) ?? null)}::uuid[], ${entries.map((e) => e.quantity)}::int[])
      AS n (id, box_no, line_id, quantity)
    JOIN box b ON b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL AND b.box_no = n.box_no`.execute(tx)
}
