import { sql } from 'kysely'
import type { StockCondition } from '../../../shared/areas/stock/moves.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import { forgetLines, writeLines } from './count-line-writes.ts'
import { type HeldPlace, heldAgainst, lockCountPlaces, namedIn, ofScope, shownPlaces } from './count-places.ts'
import { type CountFacts, countAfter, lockOpenCount } from './count-rows.ts'

type Routes = Handlers<Contract['stockCounts']>

interface Turn {
  count: CountFacts
  place: HeldPlace
}

/** A place of an open count, locked. Throws for one that the count does not have, or that another count has. */
async function lockTurn(tx: Tx, { caller }: CallContext, number: string, name: string): Promise<Turn> {
  const count = await lockOpenCount(tx, caller, number)
  const id = (await namedIn(tx, count))(name)
  const place = id === undefined ? undefined : (await lockCountPlaces(tx, count, [id])).get(id)
  if (place === undefined) throw invalidInput(stockCountWords.noPlace, { values: { place: name } })
  if (!place.is_open)
    throw conflict(stockCountWords.otherCount, { values: { place: place.code, number: place.other ?? '' } })
  return { count, place }
}

/** The caller counts a place from now on: anew, or what they had ended goes on. */
export const takeCountedPlace: Routes['takeCountedPlace'] = ({ number, place: name, how }, context) =>
  context.command(async (tx) => {
    const { userId } = context.caller
    const { count, place } = await lockTurn(tx, context, number, name)
    const isOwn = place.counter_id === null || place.counter_id === userId
    if (how === 'continue' && !isOwn) {
      const message = place.is_ended ? stockCountWords.countedBy : stockCountWords.heldBy
      throw conflict(message, { values: { place: place.code, name: place.counter ?? '' } })
    }
    if (how === 'continue' && place.is_full) {
      // Closing in full had counted these as none.
      await forgetLines(tx, sql`l.count_id = ${count.id} AND l.place_id = ${place.id} AND l.by_closing`)
    }
    const { rows } = await rowsOf({ has_lines: col.flag })`
      SELECT EXISTS (SELECT 1 FROM stock_count_line WHERE count_id = ${count.id} AND place_id = ${place.id}) AS has_lines`.execute(
      tx,
    )
    const isAnew = how === 'anew' && (place.counter_id !== null || rows[0]?.has_lines === true)
    await sql`UPDATE stock_count_place SET counter_id = ${userId}, taken_at = now(), ended_at = NULL, is_full = false,
      round = round + ${isAnew ? 1 : 0} WHERE count_id = ${count.id} AND place_id = ${place.id}`.execute(tx)
    const isReopened = how === 'continue' && place.is_ended
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number },
      event: isReopened ? 'stock_count.place_reopened' : 'stock_count.place_taken',
      details: { place: place.code, from: isOwn ? null : place.counter },
    })
    return reply({ count: await countAfter(tx, context, number) }, 'Success')
  })

/** Ends the counting of a place; in full, what the books have there and nobody counted counts as none. Throws where other sums stand there than the caller saw. */
export const closeCountedPlace: Routes['closeCountedPlace'] = (input, context) =>
  context.command(async (tx) => {
    const { userId } = context.caller
    const { number, is_full } = input
    const { count, place } = await lockTurn(tx, context, number, input.place)
    const against = heldAgainst(place, userId, 'scanned')
    if (against !== null) throw conflict(against.message, { values: against.values })
    const [seen] = await shownPlaces(tx, count, { userId, sees: false, only: place.id })
    const isAsSeen = (['counted_skus', 'counted', 'again_skus'] as const).every((name) => seen?.[name] === input[name])
    if (!isAsSeen) throw conflict(stockCountWords.placeChanged, { values: { place: place.code } })
    const emptied = is_full ? await countRestAsNone(tx, count, place, userId) : 0
    await sql`UPDATE stock_count_place SET counter_id = ${userId}, taken_at = coalesce(taken_at, now()), ended_at = now(), is_full = ${is_full}
      WHERE count_id = ${count.id} AND place_id = ${place.id}`.execute(tx)
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number },
      event: is_full ? 'stock_count.place_closed' : 'stock_count.place_left',
      details: { place: place.code, counted: input.counted, ...(is_full && { emptied }) },
    })
    return reply({ count: await countAfter(tx, context, number), emptied }, 'Count saved.')
  })

/** Counts as none what the books have at a place and nobody counted, and what was not found there again. */
async function countRestAsNone(tx: Tx, count: CountFacts, place: HeldPlace, userId: string): Promise<number> {
  const { rows } = await rowsOf({ sku_id: col.text, condition: col.text })`
    SELECT s.sku_id::text AS sku_id, s.condition FROM stock s JOIN sku k ON k.id = s.sku_id
    WHERE s.place_id = ${place.id} AND s.on_hand > 0 AND ${ofScope(count)} AND NOT EXISTS (SELECT 1 FROM stock_count_line l
      WHERE l.count_id = ${count.id} AND l.place_id = s.place_id AND l.sku_id = s.sku_id AND l.condition = s.condition)
    UNION SELECT l.sku_id::text, l.condition FROM stock_count_line l
    WHERE l.count_id = ${count.id} AND l.place_id = ${place.id} AND l.round < ${place.round}`.execute(tx)
  const none = rows.map(({ sku_id, condition }) => ({
    ...{ placeId: place.id, skuId: sku_id, counted: 0 },
    condition: condition as StockCondition,
  }))
  await writeLines(tx, count, userId, none, { byClosing: true })
  return none.length
}
