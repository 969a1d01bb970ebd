import { sql } from 'kysely'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { moveStock, type StockMove } from '../stock/move-stock.ts'
import { sitePlace } from '../stock/places.ts'
import { freeForMoves, type Promised, settleReservations } from './reservations.ts'
import { holdFreeStock } from './source-stock.ts'

/** Pieces of an item that go into a box, or out of it where `quantity` is negative. */
export interface ContentChange {
  box_id: string
  box_code: string
  item_id: string
  sku_id: string
  condition: StockCondition
  /** Where they are taken from, and put back to; onto the floor where that is a shelf out of use. */
  place_id: string
  quantity: number
}

/**
 * Moves pieces between their places and the boxes of a pass: stock, the contents of boxes and the sums of items, in a fixed number of
 * statements, and promises the pass again what it still wants. Boxes and items must be locked; `pass.state` is the one it ends with. Throws move_not_allowed where the pieces are not where they should be.
 */
export async function changeContents(
  tx: Tx,
  pass: Promised,
  changes: readonly ContentChange[],
  eventId: string,
): Promise<void> {
  const real = changes.filter(({ quantity }) => quantity !== 0)
  if (real.length === 0) return
  const packing = await sitePlace(tx, pass.from_site_id, 'packing')
  const back = await placesToPutBack(tx, pass, real)
  const moves = real.map(({ sku_id, condition, place_id, quantity, box_code }): StockMove => {
    const stored = { placeId: quantity > 0 ? place_id : (back.get(place_id) ?? place_id), condition }
    const packed = { placeId: packing, condition }
    const [kind, from, to] = quantity > 0 ? (['pack', stored, packed] as const) : (['unpack', packed, stored] as const)
    const document = { type: 'gate_pass', id: pass.gate_pass, line: box_code } as const
    return { kind, skuId: sku_id, quantity: Math.abs(quantity), from, to, document }
  })
  // Floor and shelves before packing, whatever is moved: who packs and who unpacks lock in one order.
  const skuIds = real.map(({ sku_id }) => sku_id)
  await freeForMoves(tx, pass, moves, await holdFreeStock(tx, pass, skuIds))
  // What leaves boxes first: a piece that goes from one box to another is not missing meanwhile.
  await moveStock(
    tx,
    moves.toSorted((a, b) => Number(a.kind === 'pack') - Number(b.kind === 'pack')),
    eventId,
  )
  const column = <T>(of: (change: ContentChange) => T) => real.map(of)
  const rows = sql`unnest(${column((c) => c.box_id)}::uuid[], ${column((c) => c.item_id)}::uuid[], ${column((c) => c.place_id)}::uuid[],
    ${column((c) => c.quantity)}::int[]) AS n (box_id, item_id, place_id, quantity)`
  const sums = sql`(SELECT n.box_id, n.item_id, n.place_id, sum(n.quantity)::int AS quantity FROM ${rows} GROUP BY 1, 2, 3)`
  // One statement cannot change a row twice, and a content of nothing is no content: first what stays, then what is left of it.
  await sql`
    WITH n AS MATERIALIZED ${sums},
      emptied AS (DELETE FROM gate_pass_content c USING n WHERE c.box_id = n.box_id AND c.item_id = n.item_id AND c.place_id = n.place_id
        AND c.quantity + n.quantity = 0),
      changed AS (UPDATE gate_pass_content c SET quantity = c.quantity + n.quantity FROM n
        WHERE c.box_id = n.box_id AND c.item_id = n.item_id AND c.place_id = n.place_id AND c.quantity + n.quantity <> 0),
      added AS (INSERT INTO gate_pass_content (box_id, item_id, place_id, quantity)
        SELECT n.box_id, n.item_id, n.place_id, n.quantity FROM n WHERE n.quantity <> 0 AND NOT EXISTS (SELECT FROM gate_pass_content c
          WHERE c.box_id = n.box_id AND c.item_id = n.item_id AND c.place_id = n.place_id)),
      items AS (UPDATE gate_pass_item i SET packed = i.packed + d.by
        FROM (SELECT item_id, sum(quantity)::int AS by FROM n GROUP BY item_id) d WHERE i.id = d.item_id AND d.by <> 0)
    UPDATE gate_pass_box b SET weigh_again = b.weight_grams IS NOT NULL WHERE b.id IN (SELECT box_id FROM n)`.execute(
    tx,
  )
  await settleReservations(tx, pass, skuIds)
}

/** Where pieces go that come from places out of use, by place.id: a shelf may be retired while its pieces are on the road. */
async function placesToPutBack(
  tx: Tx,
  pass: Promised,
  changes: readonly ContentChange[],
): Promise<ReadonlyMap<string, string>> {
  const places = changes.flatMap(({ place_id, quantity }) => (quantity < 0 ? [place_id] : []))
  const { rows } = await rowsOf({ id: col.text })`
    SELECT id::text AS id FROM place WHERE id = ANY(${places}::uuid[]) AND retired_at IS NOT NULL`.execute(tx)
  if (rows.length === 0) return new Map()
  const floor = await sitePlace(tx, pass.from_site_id, 'floor')
  return new Map(rows.map(({ id }) => [id, floor]))
}
