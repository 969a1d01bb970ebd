import { sql } from 'kysely'
import { makeSscc } from '../../shared/domain/sscc.ts'
import type { Tx } from '../http/call.ts'
import { newIds } from '../new-ids.ts'
import { readSetting } from '../settings.ts'
import type { PlainBox } from './boxes.ts'

/** A box as a packing list tells of it. */
export interface ListedBox {
  box_no: string
  tracking_id: string | null
  /** null: not told, so that a weight known before stays. */
  weight_grams: number | null
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
  const placed = listed.map((box, at) => ({ ...box, position: at + 1 }))
  const known = shipment.hasBoxes ? await clearBoxes(tx, shipment.id, listed) : new Set<string>()
  const kept = placed.filter((box) => known.has(box.box_no))
  const fresh = placed.filter((box) => !known.has(box.box_no))
  const saved = [
    ...(kept.length > 0 ? await rewriteBoxes(tx, shipment.id, kept) : []),
    ...(fresh.length > 0 ? await insertBoxes(tx, shipment.id, fresh) : []),
  ]
  const byNumber = new Map(saved.map((box) => [box.box_no, box]))
  return listed.flatMap((box) => byNumber.get(box.box_no) ?? [])
}

interface PlacedBox extends ListedBox {
  position: number
}

/** Takes off the boxes that are not listed. Gives the numbers of the others, which no longer hold a tracking id: two may swap theirs. */
async function clearBoxes(tx: Tx, shipmentUuid: string, listed: readonly ListedBox[]): Promise<Set<string>> {
  await sql`UPDATE box SET removed_at = now() WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL
    AND box_no <> ALL(${listed.map((box) => box.box_no)}::text[])`.execute(tx)
  const { rows } = await sql<{ box_no: string }>`UPDATE box SET tracking_id = NULL
    WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL RETURNING box_no`.execute(tx)
  return new Set(rows.map((row) => row.box_no))
}

async function rewriteBoxes(tx: Tx, shipmentUuid: string, boxes: readonly PlacedBox[]): Promise<PlainBox[]> {
  const { rows } = await sql<PlainBox>`
    UPDATE box b SET position = n.position, tracking_id = n.tracking_id, weight_grams = coalesce(n.weight, b.weight_grams)
    FROM unnest(${boxes.map((box) => box.box_no)}::text[], ${boxes.map((box) => box.position)}::int[],
      ${boxes.map((box) => box.tracking_id)}::text[], ${boxes.map((box) => box.weight_grams)}::int[])
      AS n (box_no, position, tracking_id, weight)
    WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL AND b.box_no = n.box_no
    RETURNING b.id AS box_id, b.box_no, b.sscc, b.tracking_id, b.weight_grams`.execute(tx)
  return rows
}

async function insertBoxes(tx: Tx, shipmentUuid: string, boxes: readonly PlacedBox[]): Promise<PlainBox[]> {
  const codes = await nextCodes(tx, boxes.length)
  const ids = newIds(boxes.length)
  await sql`
    INSERT INTO box (id, shipment_id, box_no, position, sscc, tracking_id, weight_grams)
    SELECT n.id, ${shipmentUuid}::uuid, n.box_no, n.position, n.sscc, n.tracking_id, n.weight
    FROM unnest(${ids}::uuid[], ${boxes.map((box) => box.box_no)}::text[], ${boxes.map((box) => box.position)}::int[],
      ${codes}::text[], ${boxes.map((box) => box.tracking_id)}::text[], ${boxes.map((box) => box.weight_grams)}::int[])
      AS n (id, box_no, position, sscc, tracking_id, weight)`.execute(tx)
  return boxes.map(({ position: _position, ...box }, at) => ({ ...box, box_id: ids[at] ?? '', sscc: codes[at] ?? '' }))
}

async function nextCodes(tx: Tx, count: number): Promise<string[]> {
  const prefix = await readSetting(tx, 'sscc_company_prefix')
  const { rows } = await sql<{ serial: string }>`
    SELECT nextval('box_serial')::text AS serial FROM generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => makeSscc(0, prefix, BigInt(row.serial)))
}
