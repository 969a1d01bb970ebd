import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type LeftReason, type StockCountRow, stockCount } from '../../../shared/areas/stock-counts/shapes.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import type { Placed } from '../../http/own-sites.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { sitesOf, siteToChange } from '../stock/sites.ts'

const countFacts = stockCount.extend({ id: col.text, site_id: col.text })

export type CountFacts = z.output<typeof countFacts>

const left = (reason: LeftReason) => sql.lit(reason)

/**
 * Why the difference of line `l` of count `c` cannot be posted as it is, or was not; null where it can. Wants the line's place `p`, its
 * `stock_count_place` as `h` and its balance as `s`.
 */
export const leftBehind: RawBuilder<string | null> = sql<string | null>`CASE
  WHEN c.state <> 'OPEN' THEN l.left_behind
  WHEN l.counted = l.expected THEN NULL
  WHEN h.is_open IS NOT TRUE THEN ${left('other_count')}
  WHEN h.counter_id IS NOT NULL AND h.ended_at IS NULL THEN ${left('counting')}
  WHEN c.needs_second AND l.before_by IS NULL THEN ${left('second')}
  WHEN l.counted > l.expected AND p.retired_at IS NOT NULL THEN ${left('out_of_use')}
  WHEN l.expected - l.counted > coalesce(s.on_hand, 0) THEN ${left('gone')}
  WHEN l.expected - l.counted > coalesce(s.on_hand - s.reserved, 0) THEN ${left('reserved')}
  END`

/** The tables that `leftBehind` looks at, beside line `l` and count `c`. */
export const besideLine = sql`JOIN place p ON p.id = l.place_id
  LEFT JOIN stock_count_place h ON h.count_id = l.count_id AND h.place_id = l.place_id
  LEFT JOIN stock s ON s.place_id = l.place_id AND s.sku_id = l.sku_id AND s.condition = l.condition`

const selected = (caller: Placed) => sql`
  SELECT c.id, c.number, c.state, c.site_id, d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, c.is_blind, c.shelves, c.category,
    t.code AS style_id, c.needs_second, c.remark, c.created_at, u.name AS created_by, c.ended_at, e.name AS ended_by, c.end_reason,
    c.reversed_at, r.name AS reversed_by, c.reverse_reason, c.version, ${sitesOf(caller, 'd', 'changes')} AS may_count, h.counted_places, l.*
  FROM stock_count c JOIN site d ON d.id = c.site_id JOIN app_user u ON u.id = c.created_by LEFT JOIN app_user e ON e.id = c.ended_by
  LEFT JOIN app_user r ON r.id = c.reversed_by LEFT JOIN style t ON t.id = c.style_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS counted_places FROM (SELECT place_id FROM stock_count_line WHERE count_id = c.id
    UNION SELECT place_id FROM stock_count_place WHERE count_id = c.id AND ended_at IS NOT NULL) x) h
  CROSS JOIN LATERAL (SELECT count(DISTINCT sku_id)::int AS skus,
    coalesce(sum(counted), 0)::int AS counted,
    coalesce(sum(greatest(counted - expected, 0)) FILTER (WHERE why IS NULL), 0)::int AS over,
    coalesce(sum(greatest(expected - counted, 0)) FILTER (WHERE why IS NULL), 0)::int AS short, count(why)::int AS "left"
    FROM (SELECT l.place_id, l.sku_id, l.counted, l.expected, ${leftBehind} AS why FROM stock_count_line l ${besideLine}
      WHERE l.count_id = c.id) x) l`

/** Whether this caller may see what the books say of a count. */
export const seesBooks = ({ is_blind, state }: Pick<CountFacts, 'is_blind' | 'state'>, caller: Pick<Caller, 'role'>) =>
  !is_blind || state === 'POSTED' || state === 'REVERSED' || hasRight(caller, 'postStockCounts')

export function countWire(facts: CountFacts, caller: Pick<Caller, 'role'>): StockCountRow {
  const { id: _, site_id: _s, ...row } = facts
  return seesBooks(facts, caller) ? row : { ...row, over: null, short: null, left: null }
}

type CountsInput = Taken<Contract['stockCounts']['getStockCounts']> & { numbers?: string[] | undefined }

export const stockCountQuery: ListQuery<CountsInput, StockCountRow> = listQuery<CountsInput, StockCountRow>({
  from: sql`stock_count c JOIN site d ON d.id = c.site_id`,
  id: sql<string>`c.id`,
  scope: ({ caller }) => sitesOf(caller, 'd'),
  rules: {
    site: (code) => sql`d.code = ${code}`,
    search: (text) => {
      const like = containing(text)
      return sql`(c.number ILIKE ${like} OR d.code ILIKE ${like} OR d.name ILIKE ${like} OR d.name_zh ILIKE ${like})`
    },
    numbers: (numbers) => sql`c.number = ANY(${numbers}::text[])`,
  },
  tabs: {
    open: sql`c.state = 'OPEN'`,
    posted: sql`c.state = 'POSTED'`,
    cancelled: sql`c.state = 'CANCELLED'`,
    reversed: sql`c.state = 'REVERSED'`,
    all: sql`true`,
  },
  order: () => ({
    by: [
      [sql`c.created_at`, 'timestamptz'],
      [sql`c.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  async rows(ids, { db, caller }) {
    const { rows } = await rowsOf(countFacts)`${selected(caller)} WHERE c.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ id }) => id).map((row) => countWire(row, caller))
  },
})

/** Throws not_found, also for a count of a site whose stock the caller does not see. */
export async function countBy(db: Db, caller: Placed, number: string): Promise<CountFacts> {
  const { rows } = await rowsOf(countFacts)`
    ${selected(caller)} WHERE c.number = ${number} AND ${sitesOf(caller, 'd')}`.execute(db)
  const [count] = rows
  if (count === undefined) throw notFound(stockCountWords.noCount)
  return count
}

/**
 * Locks a count: FOR SHARE lets many people count at once, and holds off its end. Throws for one of a site whose stock the caller may
 * not change.
 */
export async function lockCount(
  tx: Tx,
  caller: Caller,
  number: string,
  forWhat: 'counting' | 'ending' = 'counting',
): Promise<CountFacts> {
  const lock = forWhat === 'ending' ? sql`FOR UPDATE` : sql`FOR SHARE`
  await sql`SELECT 1 FROM stock_count WHERE number = ${number} ${lock}`.execute(tx)
  const count = await countBy(tx, caller, number)
  await siteToChange(tx, caller, count.site)
  return count
}

/** The same of one that is open; throws for one that is over. */
export async function lockOpenCount(...asked: Parameters<typeof lockCount>): Promise<CountFacts> {
  const count = await lockCount(...asked)
  const { number, state } = count
  if (state === 'POSTED') throw conflict(stockCountWords.isPosted, { values: { number } })
  if (state === 'CANCELLED') throw conflict(stockCountWords.isCancelled, { values: { number } })
  if (state === 'REVERSED') throw conflict(stockCountWords.isReversed, { values: { number } })
  return count
}

export async function countAfter(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  number: string,
): Promise<StockCountRow> {
  return countWire(await countBy(tx, caller, number), caller)
}
