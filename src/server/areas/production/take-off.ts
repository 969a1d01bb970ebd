import { sql } from 'kysely'
import { productionWords } from '../../../shared/areas/production/words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { releaseCloth } from '../materials/reservations.ts'
import { lockOrders, moveOrders } from './move-orders.ts'

/** Pieces of a colour and size that a facility no longer makes of an order. */
export interface TakenOff {
  /** production_order.id */
  order: string
  number: string
  facilityId: string
  color: string
  size: string
  pieces: number
}

/**
 * Makes orders (held) and their facilities' shares smaller by pieces that are not cut. The marker of what stays stands: its consumption is
 * that of a piece. An order of which nothing stays is rejected.
 */
export async function takeOff(tx: Tx, context: CallContext, taken: readonly TakenOff[], reason: string): Promise<void> {
  if (taken.length === 0) return
  const before = await lockOrders(tx, context, [...new Set(taken.map(({ number }) => number))])
  const all = <T>(of: (one: TakenOff) => T) => taken.map(of)
  const less = sql`(SELECT order_id, facility_id, color, size, sum(pieces)::int AS pieces FROM unnest(${all(({ order }) => order)}::uuid[],
      ${all(({ facilityId }) => facilityId)}::uuid[], ${all(({ color }) => color)}::text[], ${all(({ size }) => size)}::text[],
      ${all(({ pieces }) => pieces)}::int[]) AS n (order_id, facility_id, color, size, pieces) GROUP BY 1, 2, 3, 4)`
  const lessOfOrder = sql`(SELECT order_id, color, size, sum(pieces)::int AS pieces FROM ${less} AS f GROUP BY 1, 2, 3)`
  const orders = before.map(({ id }) => id)
  const isCell = sql`l.order_id = n.order_id AND l.color = n.color AND l.size = n.size`
  await sql`DELETE FROM production_order_line l USING ${lessOfOrder} n WHERE ${isCell} AND l.pieces <= n.pieces`.execute(
    tx,
  )
  await sql`UPDATE production_order_line l SET pieces = l.pieces - n.pieces FROM ${lessOfOrder} n WHERE ${isCell}`.execute(
    tx,
  )
  const isShare = sql`${isCell} AND l.facility_id = n.facility_id`
  await sql`DELETE FROM production_allocation_line l USING ${less} n WHERE ${isShare} AND l.pieces <= n.pieces`.execute(
    tx,
  )
  await sql`UPDATE production_allocation_line l SET pieces = l.pieces - n.pieces FROM ${less} n WHERE ${isShare}`.execute(
    tx,
  )
  await sql`DELETE FROM production_vendor_allocation a WHERE a.order_id = ANY(${orders}::uuid[]) AND NOT EXISTS
    (SELECT 1 FROM production_allocation_line l WHERE l.order_id = a.order_id AND l.facility_id = a.facility_id)`.execute(
    tx,
  )
  await sql`UPDATE production_vendor_allocation a SET pieces = n.pieces
    FROM (SELECT order_id, facility_id, sum(pieces)::int AS pieces FROM production_allocation_line WHERE order_id = ANY(${orders}::uuid[])
      GROUP BY 1, 2) n WHERE a.order_id = n.order_id AND a.facility_id = n.facility_id`.execute(tx)
  await sql`UPDATE production_order o SET pieces = (SELECT coalesce(sum(l.pieces), 0) FROM production_order_line l WHERE l.order_id = o.id)
    WHERE o.id = ANY(${orders}::uuid[])`.execute(tx)
  const now = await lockOrders(
    tx,
    context,
    before.map(({ number }) => number),
  )
  const piecesBefore = new Map(before.map(({ id, pieces }) => [id, pieces]))
  const emptied = now.filter(({ pieces }) => pieces === 0)
  const details = ({ id, pieces }: { id: string; pieces: number }) => ({
    pieces_before: piecesBefore.get(id) ?? null,
    pieces,
  })
  await moveOrders(
    tx,
    context,
    now.filter(({ pieces }) => pieces > 0),
    'clear',
    { details },
  )
  await moveOrders(tx, context, emptied, 'clear', { reason, details })
  await releaseCloth(
    tx,
    context,
    emptied.map(({ id }) => id),
    reason,
  )
}

/** Throws conflict where a facility has an open purchase order of an order: it would be left of other pieces than the facility makes. */
export async function assertNoOpenPo(tx: Db | Tx, facilityId: string, orders: readonly string[]): Promise<void> {
  const { rows } = await rowsOf({ number: col.text })`
    SELECT p.number FROM production_po p WHERE p.facility_id = ${facilityId}::uuid AND p.order_id = ANY(${[...orders]}::uuid[]) AND p.state = 'open'
    ORDER BY p.number LIMIT 1`.execute(tx)
  const number = rows[0]?.number
  if (number !== undefined) throw conflict(productionWords.poOfMore, { values: { number } })
}
