import { sql } from 'kysely'
import { z } from 'zod'
import { stateByPieces } from '../../../shared/areas/gate-passes/moves.ts'
import { stockConditions } from '../../../shared/areas/stock/moves.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import { sitePlace, transitPlace } from '../stock/places.ts'
import { touchPass } from './lock-pass.ts'
import type { LockedItem } from './pass-items.ts'
import type { PassRow } from './pass-rows.ts'

/** Pieces of an item that came: out of a box, or of none that is known. */
export interface Coming {
  item: LockedItem
  box_id: string | null
  good: number
  damaged: number
  /** More than were sent. */
  excess: number
  /** It came by the label of its box, uncounted. */
  is_whole?: boolean
  reason: string | null
  remark: string | null
  image_ids: readonly string[]
}

/** place.id of the goods of a pass on their way. It counts to where they go; what is given away, to the source. */
export function roadOf(tx: Tx, pass: PassRow): Promise<string> {
  return transitPlace(tx, pass.receive_site_id ?? pass.from_site_id, pass.gate_pass)
}

const paperOf = ({ gate_pass: id }: PassRow, line: string) => ({ type: 'gate_pass', id, line }) as const

/** Why pieces came that nobody sent: in the ledger. */
const surplus = 'More came than was sent'

interface Places {
  road: string
  floor: string
}

async function placesOf(tx: Tx, pass: PassRow): Promise<Places> {
  const site = pass.receive_site_id ?? pass.from_site_id
  return { road: await roadOf(tx, pass), floor: await sitePlace(tx, site, 'floor') }
}

/** The moves of what came; with `isBack`, those that take it back. */
function movesOf(
  pass: PassRow,
  { road, floor }: Places,
  lines: readonly Pick<Coming, 'item' | 'good' | 'damaged' | 'excess' | 'reason'>[],
  isBack: boolean,
): StockMove[] {
  return lines.flatMap(({ item, good, damaged, excess, reason }) => {
    const { sku_id: skuId, condition } = item
    const [onRoad, here] = [
      { placeId: road, condition },
      { placeId: floor, condition },
    ]
    const hurt = { placeId: floor, condition: 'damaged' } as const
    const document = paperOf(pass, 'receipt')
    const why = reason ?? (isBack ? 'Taken back' : 'Damaged')
    const all: StockMove[] = isBack
      ? [
          { kind: 'unarrive', skuId, quantity: good, from: here, to: onRoad, document },
          { kind: 'unarrive_damaged', skuId, quantity: damaged, from: hurt, to: onRoad, document },
          { kind: 'write_off', skuId, quantity: excess, from: here, to: null, document, reason: surplus },
        ]
      : [
          { kind: 'arrive', skuId, quantity: good, from: onRoad, to: here, document },
          { kind: 'arrive_damaged', skuId, quantity: damaged, from: onRoad, to: hurt, document, reason: why },
          { kind: 'found', skuId, quantity: excess, from: null, to: here, document, reason: surplus },
        ]
    return all.filter(({ quantity }) => quantity > 0)
  })
}

/** Receives pieces of a pass, which and whose items are locked: stock, receipts with their photographs, sums and state. */
export async function bringIn(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  lines: readonly Coming[],
  eventId: string,
): Promise<void> {
  const coming = lines.filter(({ good, damaged, excess }) => good + damaged + excess > 0)
  if (coming.length === 0) return
  await moveStock(tx, movesOf(pass, await placesOf(tx, pass), coming, false), eventId)
  const ids = newIds(coming.length)
  const column = <T>(of: (line: Coming) => T) => coming.map(of)
  await sql`
    INSERT INTO gate_pass_receipt (id, pass_id, item_id, box_id, good, damaged, excess, reason, remark, is_whole, event_id)
    SELECT n.id, ${pass.id}::uuid, n.item_id, n.box_id, n.good, n.damaged, n.excess, n.reason, n.remark, n.is_whole, ${eventId}::uuid
    FROM unnest(${ids}::uuid[], ${column(({ item }) => item.id)}::uuid[], ${column(({ box_id }) => box_id)}::uuid[],
      ${column(({ good }) => good)}::int[], ${column(({ damaged }) => damaged)}::int[], ${column(({ excess }) => excess)}::int[],
      ${column(({ reason }) => reason)}::text[], ${column(({ remark }) => remark)}::text[],
      ${column(({ is_whole }) => is_whole === true)}::boolean[])
      AS n (id, item_id, box_id, good, damaged, excess, reason, remark, is_whole)`.execute(tx)
  const photos = coming.flatMap(({ image_ids }, at) => image_ids.map((image) => ({ receipt: ids[at] ?? '', image })))
  if (photos.length > 0)
    await sql`INSERT INTO gate_pass_photo (receipt_id, image_id) SELECT * FROM unnest(${photos.map(({ receipt }) => receipt)}::uuid[],
      ${photos.map(({ image }) => image)}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx)
  await addToItems(tx, coming, 1)
  await settleState(tx, context, pass)
}

async function addToItems(
  tx: Tx,
  lines: readonly Pick<Coming, 'item' | 'good' | 'damaged' | 'excess'>[],
  sign: 1 | -1,
): Promise<void> {
  await sql`
    UPDATE gate_pass_item i SET received = i.received + d.received, damaged = i.damaged + d.damaged, excess = i.excess + d.excess
    FROM (SELECT n.id, sum(n.good + n.damaged)::int * ${sign}::int AS received, sum(n.damaged)::int * ${sign}::int AS damaged,
        sum(n.excess)::int * ${sign}::int AS excess
      FROM unnest(${lines.map(({ item }) => item.id)}::uuid[], ${lines.map(({ good }) => good)}::int[],
        ${lines.map(({ damaged }) => damaged)}::int[], ${lines.map(({ excess }) => excess)}::int[]) AS n (id, good, damaged, excess) GROUP BY n.id) d
    WHERE i.id = d.id`.execute(tx)
}

/** The state by what came so far. */
async function settleState(tx: Tx, context: CallContext, pass: PassRow): Promise<void> {
  const { rows } = await rowsOf({
    sent: col.number,
    received: col.number,
    closed_short: col.number,
    excess: col.number,
  })`
    SELECT sum(sent)::int AS sent, sum(received)::int AS received, sum(closed_short)::int AS closed_short, sum(excess)::int AS excess
    FROM gate_pass_item WHERE pass_id = ${pass.id}`.execute(tx)
  const [sums] = rows
  if (sums) await touchPass(tx, context, pass.id, { state: stateByPieces(sums) })
}

const receiptColumns = {
  id: col.text,
  item_id: col.text,
  box_id: col.textOrNull,
  good: col.number,
  damaged: col.number,
  excess: col.number,
  is_whole: col.flag,
}

export type Receipt = Row<typeof receiptColumns>

/** Receipts of items that were not taken back, the newest first, locked with their pass. */
export async function receiptsOf(
  tx: Tx,
  by: { itemIds: readonly string[] } | { boxIds: readonly string[] },
): Promise<Receipt[]> {
  const which =
    'itemIds' in by ? sql`item_id = ANY(${[...by.itemIds]}::uuid[])` : sql`box_id = ANY(${[...by.boxIds]}::uuid[])`
  const { rows } = await rowsOf(receiptColumns)`
    SELECT id::text AS id, item_id::text AS item_id, box_id::text AS box_id, good, damaged, excess, is_whole
    FROM gate_pass_receipt
    WHERE undone_at IS NULL AND ${which} ORDER BY at DESC, id DESC`.execute(tx)
  return rows
}

/** So much of a receipt is taken back. */
export interface TakenBack {
  receipt: Receipt
  item: LockedItem
  good: number
  damaged: number
  excess: number
}

/** Takes receipts back, all or in part. Throws move_not_allowed where the pieces are not on the floor any more. */
export async function takeReceiptsBack(
  tx: Tx,
  context: CallContext,
  pass: PassRow,
  lines: readonly TakenBack[],
  eventId: string,
): Promise<void> {
  const back = lines.filter(({ good, damaged, excess }) => good + damaged + excess > 0)
  if (back.length === 0) return
  const plain = back.map((line) => ({ ...line, reason: null }))
  await moveStock(tx, movesOf(pass, await placesOf(tx, pass), plain, true), eventId)
  const column = <T>(of: (line: TakenBack) => T) => back.map(of)
  const n = sql`(SELECT id, sum(good)::int AS good, sum(damaged)::int AS damaged, sum(excess)::int AS excess
    FROM unnest(${column(({ receipt }) => receipt.id)}::uuid[], ${column(({ good }) => good)}::int[], ${column(({ damaged }) => damaged)}::int[],
      ${column(({ excess }) => excess)}::int[]) AS u (id, good, damaged, excess) GROUP BY id)`
  // A receipt of nothing keeps what it was, and when it was taken back.
  await sql`
    UPDATE gate_pass_receipt r SET
      undone_at = CASE WHEN r.good + r.damaged + r.excess = n.good + n.damaged + n.excess THEN now() END,
      good = CASE WHEN r.good + r.damaged + r.excess = n.good + n.damaged + n.excess THEN r.good ELSE r.good - n.good END,
      damaged = CASE WHEN r.good + r.damaged + r.excess = n.good + n.damaged + n.excess THEN r.damaged ELSE r.damaged - n.damaged END,
      excess = CASE WHEN r.good + r.damaged + r.excess = n.good + n.damaged + n.excess THEN r.excess ELSE r.excess - n.excess END
    FROM ${n} n WHERE r.id = n.id`.execute(tx)
  await addToItems(tx, back, -1)
  await settleState(tx, context, pass)
}

const leftColumns = {
  box_id: col.text,
  item_id: col.text,
  sku_id: col.text,
  condition: z.enum(stockConditions),
  box_no: col.number,
  left: col.number,
  /** Good pieces that came by the box's label, uncounted. */
  by_label: col.number,
}

export type LeftInBox = Row<typeof leftColumns>

/** What of boxes did not come yet, and what came by their labels, box by box in their order. */
export async function leftInBoxes(
  tx: Tx,
  pass: Pick<PassRow, 'id'>,
  by: { itemIds: readonly string[] } | { boxIds: readonly string[] },
): Promise<LeftInBox[]> {
  const which =
    'itemIds' in by ? sql`c.item_id = ANY(${[...by.itemIds]}::uuid[])` : sql`c.box_id = ANY(${[...by.boxIds]}::uuid[])`
  const { rows } = await rowsOf(leftColumns)`
    SELECT c.box_id::text AS box_id, c.item_id::text AS item_id, i.sku_id::text AS sku_id, i.condition,
      b.box_no, coalesce((SELECT sum(r.good) FROM gate_pass_receipt r
        WHERE r.box_id = c.box_id AND r.item_id = c.item_id AND r.undone_at IS NULL AND r.is_whole), 0)::int AS by_label,
      (sum(c.quantity) - coalesce((SELECT sum(r.good + r.damaged) FROM gate_pass_receipt r
        WHERE r.box_id = c.box_id AND r.item_id = c.item_id AND r.undone_at IS NULL), 0))::int AS left
    FROM gate_pass_content c JOIN gate_pass_box b ON b.id = c.box_id JOIN gate_pass_item i ON i.id = c.item_id
    WHERE b.pass_id = ${pass.id} AND b.removed_at IS NULL AND ${which}
    GROUP BY c.box_id, c.item_id, i.sku_id, i.condition, b.box_no ORDER BY b.box_no`.execute(tx)
  return rows
}
