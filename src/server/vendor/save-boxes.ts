import { sql } from 'kysely'
import { EXTENSION_DIGIT, makeSscc } from '../../shared/domain/sscc.ts'
import { col, rowsOf } from '../database/rows.ts'
import type { Tx } from '../http/call.ts'
import { newIds } from '../new-ids.ts'
import { readSetting } from '../settings.ts'
import type { PlainBox } from './boxes.ts'

/** A box as a packing list tells of it. */
export interface ListedBox {
  box_no: string
  /** undefined: not told, so that what was known before stays. */
  tracking_id: string | null | undefined
  weight_grams: number | null | undefined
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
  const placed = placeBoxes(listed, known)
  const kept = placed.filter((box) => known.has(box.box_no))
  const fresh = placed.filter((box) => !known.has(box.box_no))
  const saved = [
    ...(kept.length > 0 ? await rewriteBoxes(tx, shipment.id, kept) : []),
    ...(fresh.length > 0 ? await insertBoxes(tx, shipment.id, fresh) : []),
  ]
  const byNumber = new Map(saved.map((box) => [box.box_no, box]))
  return listed.flatMap((box) => byNumber.get(box.box_no) ?? [])
}

type PlacedBox = Omit<PlainBox, 'box_id' | 'sscc' | 'is_inwarded'> & { position: number }

/** What boxes had before, by number. */
type KnownBoxes = ReadonlyMap<string, Pick<PlainBox, 'tracking_id' | 'weight_grams'>>

/** Fills in what the list does not tell; a tracking id that the list gives to another box does not stay. */
function placeBoxes(listed: readonly ListedBox[], known: KnownBoxes): PlacedBox[] {
  const claimed = new Set(listed.flatMap((box) => box.tracking_id ?? []))
  const stays = (id: string | null | undefined) => (id && !claimed.has(id.toUpperCase()) ? id : null)
  return listed.map(({ box_no, tracking_id, weight_grams }, at) => {
    const before = known.get(box_no)
    return {
      box_no,
      position: at + 1,
      tracking_id: tracking_id === undefined ? stays(before?.tracking_id) : tracking_id,
      weight_grams: weight_grams === undefined ? (before?.weight_grams ?? null) : weight_grams,
    }
  })
}

const earlierColumns = { box_no: col.text, tracking_id: col.textOrNull, weight_grams: col.numberOrNull }

/** Takes off the boxes that are not listed. Gives the others as they were; they no longer hold a tracking id: two may swap theirs. */
async function clearBoxes(tx: Tx, shipmentUuid: string, listed: readonly ListedBox[]): Promise<KnownBoxes> {
  await sql`UPDATE box SET removed_at = now() WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL
    AND box_no <> ALL(${listed.map((box) => box.box_no)}::text[])`.execute(tx)
  const { rows } = await rowsOf(earlierColumns)`
    WITH before AS (SELECT id, tracking_id FROM box WHERE shipment_id = ${shipmentUuid} AND removed_at IS NULL)
    UPDATE box b SET tracking_id = NULL FROM before WHERE b.id = before.id
    RETURNING b.box_no, before.tracking_id, b.weight_grams`.execute(tx)
  return new Map(rows.map((row) => [row.box_no, row]))
}

const plainBoxColumns = {
  box_id: col.text,
  box_no: col.text,
  sscc: col.text,
  tracking_id: col.textOrNull,
  weight_grams: col.numberOrNull,
  is_inwarded: col.flag,
}

async function rewriteBoxes(tx: Tx, shipmentUuid: string, boxes: readonly PlacedBox[]): Promise<PlainBox[]> {
  const { rows } = await rowsOf(plainBoxColumns)`
    UPDATE box b SET position = n.position, tracking_id = n.tracking_id, weight_grams = n.weight
    FROM unnest(${boxes.map((box) => box.box_no)}::text[], ${boxes.map((box) => box.position)}::int[],
      ${boxes.map((box) => box.tracking_id)}::text[], ${boxes.map((box) => box.weight_grams)}::int[])
      AS n (box_no, position, tracking_id, weight)
    WHERE b.shipment_id = ${shipmentUuid} AND b.removed_at IS NULL AND b.box_no = n.box_no
    RETURNING b.id AS box_id, b.box_no, b.sscc, b.tracking_id, b.weight_grams,
      b.inwarded_at IS NOT NULL AS is_inwarded`.execute(tx)
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
  return boxes.map(({ position: _position, ...box }, at) => ({
    ...box,
    ...{ box_id: ids[at] ?? '', sscc: codes[at] ?? '', is_inwarded: false },
  }))
}

async function nextCodes(tx: Tx, count: number): Promise<string[]> {
  const prefix = await readSetting(tx, 'sscc_company_prefix')
  const { rows } = await rowsOf({ serial: col.text })`
    SELECT nextval('box_serial')::text AS serial FROM generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => makeSscc(EXTENSION_DIGIT, prefix, BigInt(row.serial)))
}
