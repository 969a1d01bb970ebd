import { sql } from 'kysely'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { loadHistory } from '../orders/order-details.ts'
import { lockBalances, moveStock, reverseStock } from '../stock/move-stock.ts'
import { lockPlaces } from '../stock/places.ts'
import { shownPlaces } from './count-places.ts'
import {
  besideLine,
  type CountFacts,
  countAfter,
  countBy,
  countWire,
  leftBehind,
  lockCount,
  lockOpenCount,
  seesBooks,
} from './count-rows.ts'

type Routes = Handlers<Contract['stockCounts']>

export const getStockCount: Routes['getStockCount'] = async ({ number }, { db, caller }) => {
  const count = await countBy(db, caller, number)
  return reply({
    count: countWire(count, caller),
    places: await shownPlaces(db, count, { userId: caller.userId, sees: seesBooks(count, caller) }),
    history: (await loadHistory(db, 'stock_count', [number])).get(number)?.toReversed() ?? [],
  })
}

export const cancelStockCount: Routes['cancelStockCount'] = (input, context) =>
  context.command(async (tx) => {
    const count = await lockOpenCount(tx, context.caller, input.number, 'ending')
    await endCount(tx, context, count, input, 'CANCELLED')
    return reply({ count: await countAfter(tx, context, input.number) }, 'The stock count was cancelled.')
  })

/**
 * Writes off what is missing and takes in what was found, each line by the books as they were when it was counted. What cannot be posted
 * is left behind with its reason. Throws where other sums stand there than the caller saw.
 */
export const postStockCount: Routes['postStockCount'] = (input, context) =>
  context.command(async (tx) => {
    const { number, reason } = input
    const count = await lockOpenCount(tx, context.caller, number, 'ending')
    const lines = await lockDifferences(tx, count)
    const postable = lines.filter(({ why }) => why === null)
    const sum = (of: (difference: number) => number) =>
      postable.reduce((total, { difference }) => total + Math.max(0, of(difference)), 0)
    const [over, short] = [sum((difference) => difference), sum((difference) => -difference)]
    if (over !== input.over || short !== input.short)
      throw conflict(stockCountWords.sumsChanged, { values: { over, short } })
    const event = await endCount(tx, context, count, input, 'POSTED')
    const left = lines.filter(({ why }) => why !== null)
    await sql`UPDATE stock_count_line l SET left_behind = n.why
      FROM unnest(${left.map(({ id }) => id)}::uuid[], ${left.map(({ why }) => why)}::text[]) AS n (id, why) WHERE l.id = n.id`.execute(
      tx,
    )
    await moveStock(
      tx,
      postable.map(({ id, place_id, sku_id, condition, difference }) => {
        const at = { placeId: place_id, condition: condition as StockCondition }
        return {
          kind: difference > 0 ? ('found' as const) : ('write_off' as const),
          skuId: sku_id,
          quantity: Math.abs(difference),
          from: difference > 0 ? null : at,
          to: difference > 0 ? at : null,
          document: { type: 'stock_count' as const, id: number, line: id },
          reason,
        }
      }),
      event,
    )
    return reply({ count: await countAfter(tx, context, number) }, 'The stock count was posted.')
  })

const differenceColumns = {
  id: col.text,
  place_id: col.text,
  sku_id: col.text,
  condition: col.text,
  difference: col.number,
  why: col.textOrNull,
}

/** The lines that differ and why each cannot be posted, or null; their places and balances stay as they are until the transaction ends. */
async function lockDifferences(tx: Tx, count: CountFacts) {
  const { rows: counted } = await rowsOf({ place_id: col.text, sku_id: col.text, condition: col.text })`
    SELECT place_id::text AS place_id, sku_id::text AS sku_id, condition FROM stock_count_line WHERE count_id = ${count.id}`.execute(
    tx,
  )
  if (counted.length === 0) throw conflict(stockCountWords.nothingCounted)
  await lockPlaces(
    tx,
    counted.map(({ place_id }) => place_id),
  )
  await lockBalances(
    tx,
    counted.map(({ place_id, sku_id, condition }) => ({
      ...{ placeId: place_id, skuId: sku_id, condition: condition as StockCondition },
    })),
  )
  const { rows } = await rowsOf(differenceColumns)`
    SELECT l.id::text AS id, l.place_id::text AS place_id, l.sku_id::text AS sku_id, l.condition, l.counted - l.expected AS difference,
      ${leftBehind} AS why
    FROM stock_count_line l JOIN stock_count c ON c.id = l.count_id ${besideLine}
    WHERE l.count_id = ${count.id} AND l.counted <> l.expected ORDER BY p.code, l.id`.execute(tx)
  return rows
}

/** Takes a posted count back by counter-moves. Throws move_not_allowed where pieces that it found are elsewhere by now. */
export const reverseStockCount: Routes['reverseStockCount'] = (input, context) =>
  context.command(async (tx) => {
    const { number, reason } = input
    const count = await lockCount(tx, context.caller, number, 'ending')
    if (count.state === 'OPEN') throw conflict(stockCountWords.isOpen, { values: { number } })
    if (count.state === 'CANCELLED') throw conflict(stockCountWords.isCancelled, { values: { number } })
    if (count.state === 'REVERSED') throw conflict(stockCountWords.isReversed, { values: { number } })
    await assertFresh(tx, { entity: 'stock_count', entityId: number, version: count.version }, input.version)
    await sql`UPDATE stock_count SET state = 'REVERSED', reversed_at = now(), reversed_by = ${context.caller.userId},
      reverse_reason = ${reason}, version = version + 1 WHERE id = ${count.id}`.execute(tx)
    const event = await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number, from: 'POSTED', to: 'REVERSED', event: 'stock_count.reversed' },
      details: { reason, over: count.over, short: count.short },
    })
    await reverseStock(tx, { type: 'stock_count', id: number }, event, reason)
    return reply({ count: await countAfter(tx, context, number) }, 'The stock count was reversed.')
  })

async function endCount(
  tx: Tx,
  context: CallContext,
  count: CountFacts,
  { version, reason }: { version: number; reason: string },
  state: 'POSTED' | 'CANCELLED',
): Promise<string> {
  const { id, number } = count
  await assertFresh(tx, { entity: 'stock_count', entityId: number, version: count.version }, version)
  await sql`UPDATE stock_count SET state = ${state}, ended_at = now(), ended_by = ${context.caller.userId}, end_reason = ${reason},
    version = version + 1 WHERE id = ${id}`.execute(tx)
  await sql`UPDATE stock_count_place SET is_open = false WHERE count_id = ${id}`.execute(tx)
  return recordEvent(tx, context, {
    ...{ entity: 'stock_count', entityId: number, from: 'OPEN', to: state },
    event: state === 'POSTED' ? 'stock_count.posted' : 'stock_count.cancelled',
    details: { reason, over: count.over, short: count.short, ...(state === 'POSTED' && { left: count.left }) },
  })
}
