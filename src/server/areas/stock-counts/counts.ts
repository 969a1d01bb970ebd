import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { CountLineRow, StockCountRow } from '../../../shared/areas/stock-counts/calls.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/sheets.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Caller, type Db, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, notFound } from '../../http/errors.ts'
import type { Placed } from '../../http/own-sites.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { loadHistory } from '../orders/order-details.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { moveStock } from '../stock/move-stock.ts'
import { sitesOf, siteToChange } from '../stock/sites.ts'

type Calls = Contract['stockCounts']
type Routes = Handlers<Calls>

const columns = {
  id: col.text,
  number: col.text,
  state: col.text,
  site_id: col.text,
  site: col.text,
  site_name: col.text,
  site_name_zh: col.text,
  is_blind: col.flag,
  remark: col.textOrNull,
  created_at: col.instant,
  created_by: col.text,
  ended_at: col.instantOrNull,
  ended_by: col.textOrNull,
  end_reason: col.textOrNull,
  places: col.number,
  skus: col.number,
  counted: col.number,
  over: col.number,
  short: col.number,
  version: col.number,
}

type CountFacts = Row<typeof columns>

const selected = sql`
  SELECT c.id, c.number, c.state, c.site_id, d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, c.is_blind, c.remark,
    c.created_at, u.name AS created_by, c.ended_at, e.name AS ended_by, c.end_reason, c.version, l.*
  FROM stock_count c JOIN site d ON d.id = c.site_id JOIN app_user u ON u.id = c.created_by LEFT JOIN app_user e ON e.id = c.ended_by
  CROSS JOIN LATERAL (SELECT count(DISTINCT place_id)::int AS places, count(DISTINCT sku_id)::int AS skus,
    coalesce(sum(counted), 0)::int AS counted, coalesce(sum(greatest(counted - expected, 0)), 0)::int AS over,
    coalesce(sum(greatest(expected - counted, 0)), 0)::int AS short FROM stock_count_line WHERE count_id = c.id) l`

/** Whether this caller may see what the books say of a count. */
export const seesBooks = ({ is_blind, state }: Pick<CountFacts, 'is_blind' | 'state'>, caller: Pick<Caller, 'role'>) =>
  !is_blind || state === 'POSTED' || hasRight(caller, 'postStockCounts')

function countWire(facts: CountFacts, caller: Pick<Caller, 'role'>): StockCountRow {
  const { id: _, site_id: _s, ...row } = facts
  const seen = seesBooks(facts, caller)
  return {
    ...row,
    state: row.state as StockCountRow['state'],
    over: seen ? row.over : 0,
    short: seen ? row.short : 0,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

type CountsInput = Taken<Calls['getStockCounts']> & { numbers?: string[] | undefined }

export const stockCountQuery: ListQuery<CountsInput, StockCountRow> = listQuery<CountsInput, StockCountRow>({
  from: sql`stock_count c JOIN site d ON d.id = c.site_id`,
  id: sql<string>`c.id`,
  scope: ({ caller }) => sitesOf(caller, 'd'),
  rules: {
    site: (code) => sql`d.code = ${code}`,
    search: (text) => sql`(c.number ILIKE ${containing(text)} OR d.name ILIKE ${containing(text)})`,
    numbers: (numbers) => sql`c.number = ANY(${numbers}::text[])`,
  },
  tabs: {
    open: sql`c.state = 'OPEN'`,
    posted: sql`c.state = 'POSTED'`,
    cancelled: sql`c.state = 'CANCELLED'`,
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
    const { rows } = await rowsOf(columns)`${selected} WHERE c.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ id }) => id).map((row) => countWire(row, caller))
  },
})

/** Throws not_found, also for a count of a site whose stock the caller does not see. */
async function countBy(db: Db, caller: Placed, number: string): Promise<CountFacts> {
  const { rows } = await rowsOf(columns)`${selected} WHERE c.number = ${number} AND ${sitesOf(caller, 'd')}`.execute(db)
  const [count] = rows
  if (count === undefined) throw notFound(stockCountWords.noCount)
  return count
}

/**
 * Locks an open count: FOR SHARE lets many people count at once, and holds off its end. Throws for one that is over, and for one of a
 * site whose stock the caller may not change.
 */
export async function lockOpenCount(
  tx: Tx,
  caller: Caller,
  number: string,
  forWhat: 'counting' | 'ending' = 'counting',
): Promise<CountFacts> {
  await sql`SELECT 1 FROM stock_count WHERE number = ${number} ${forWhat === 'ending' ? sql`FOR UPDATE` : sql`FOR SHARE`}`.execute(
    tx,
  )
  const count = await countBy(tx, caller, number)
  await siteToChange(tx, caller, count.site)
  if (count.state === 'POSTED') throw conflict(stockCountWords.isPosted, { values: { number } })
  if (count.state === 'CANCELLED') throw conflict(stockCountWords.isCancelled, { values: { number } })
  return count
}

export async function countAfter(
  tx: Tx,
  { caller }: Pick<CallContext, 'caller'>,
  number: string,
): Promise<StockCountRow> {
  return countWire(await countBy(tx, caller, number), caller)
}

export const getCountSites: Routes['getCountSites'] = async (_, { db, caller }) => {
  const { rows } = await rowsOf({ site: col.text, site_name: col.text, site_name_zh: col.text, shelves: col.number })`
    SELECT d.code AS site, d.name AS site_name, d.name_zh AS site_name_zh, count(*) FILTER (WHERE p.kind = 'shelf')::int AS shelves
    FROM site d JOIN place p ON p.site_id = d.id AND p.retired_at IS NULL WHERE d.retired_at IS NULL AND d.kind <> 'china_qc'
      AND ${sitesOf(caller, 'd', 'changes')}
    GROUP BY d.id ORDER BY d.kind DESC, d.code`.execute(db)
  return reply({ sites: rows })
}

export const startStockCount: Routes['startStockCount'] = ({ site, is_blind, remark }, context) =>
  context.command(async (tx) => {
    await siteToChange(tx, context.caller, site)
    const { rows } = await rowsOf({ id: col.text })`
      SELECT d.id FROM site d WHERE d.code = ${site} AND d.retired_at IS NULL AND EXISTS (SELECT 1 FROM place p WHERE p.site_id = d.id)`.execute(
      tx,
    )
    const [found] = rows
    if (found === undefined) throw invalidInput(stockCountWords.noSite)
    const id = v7()
    const [made] = (
      await rowsOf({ number: col.text })`
        INSERT INTO stock_count (id, number, site_id, is_blind, remark, created_by)
        VALUES (${id}, 'SC-' || lpad(nextval('stock_count_number')::text, 5, '0'), ${found.id}, ${is_blind}, ${remark || null}, ${context.caller.userId})
        RETURNING number`.execute(tx)
    ).rows
    const number = made?.number ?? ''
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number, event: 'stock_count.started' },
      details: { site, is_blind },
    })
    return reply({ count: await countAfter(tx, context, number) }, 'Success')
  })

export const getStockCount: Routes['getStockCount'] = async ({ number }, { db, caller }) => {
  const count = await countBy(db, caller, number)
  const { rows: places } = await rowsOf({
    place: col.text,
    place_kind: col.text,
    counted_skus: col.number,
    counted: col.number,
    uncounted_skus: col.number,
  })`
    SELECT p.code AS place, p.kind AS place_kind, coalesce(l.skus, 0) AS counted_skus, coalesce(l.counted, 0) AS counted,
      (SELECT count(*)::int FROM stock s WHERE s.place_id = p.id AND s.on_hand > 0 AND NOT EXISTS (SELECT 1 FROM stock_count_line x
        WHERE x.count_id = ${count.id} AND x.place_id = s.place_id AND x.sku_id = s.sku_id AND x.condition = s.condition)) AS uncounted_skus
    FROM place p LEFT JOIN (SELECT place_id, count(*)::int AS skus, sum(counted)::int AS counted FROM stock_count_line
      WHERE count_id = ${count.id} GROUP BY 1) l ON l.place_id = p.id
    WHERE p.site_id = ${count.site_id} AND p.kind IN ('shelf', 'floor', 'quarantine') AND (p.retired_at IS NULL OR l.skus > 0)
    ORDER BY array_position(ARRAY['shelf', 'floor', 'quarantine'], p.kind), p.code`.execute(db)
  const seen = seesBooks(count, caller)
  return reply({
    count: countWire(count, caller),
    places: places.map(({ place_kind, uncounted_skus, ...place }) => ({
      ...place,
      place_kind: place_kind as CountLineRow['place_kind'],
      // Of a blind count, what the books have there is not told either.
      uncounted_skus: seen ? uncounted_skus : 0,
    })),
    history: (await loadHistory(db, 'stock_count', [number])).get(number)?.toReversed() ?? [],
  })
}

type LinesInput = Taken<Calls['getStockCountLines']> & { line_ids?: string[] | undefined }

/** What moved at the place of line `l` since it was counted. */
const movedSince = sql`(coalesce(s.on_hand, 0) - l.expected)`

export const countLineQuery: ListQuery<LinesInput, CountLineRow> = listQuery<LinesInput, CountLineRow>({
  from: sql`stock_count_line l JOIN stock_count c ON c.id = l.count_id JOIN place p ON p.id = l.place_id JOIN sku k ON k.id = l.sku_id
    JOIN style st ON st.id = k.style_id JOIN site d ON d.id = c.site_id`,
  id: sql<string>`l.id`,
  async check({ number }, { db, caller }) {
    if (number) await countBy(db, caller, number)
  },
  // What differs is what the books say: a blind count does not tell it.
  scope: ({ caller }, { tab }) => {
    const own = sitesOf(caller, 'd')
    if (tab !== 'different') return own
    return hasRight(caller, 'postStockCounts')
      ? sql`${own} AND l.counted <> l.expected`
      : sql`${own} AND l.counted <> l.expected AND (NOT c.is_blind OR c.state = 'POSTED')`
  },
  rules: {
    number: (number) => sql`c.number = ${number}`,
    search: (text) => {
      const like = containing(text)
      return sql`(k.nm_sku ILIKE ${like} OR p.code ILIKE ${like} OR st.code ILIKE ${like} OR st.name ILIKE ${like})`
    },
    line_ids: (ids) => sql`l.id = ANY(${ids}::uuid[])`,
  },
  order: () => ({
    by: [
      [sql`p.code`, 'text'],
      [sql`k.nm_sku`, 'text'],
      [sql`l.condition`, 'text'],
      [sql`l.id`, 'uuid'],
    ],
  }),
  async counts(filter, context) {
    const different = sql`count(*) FILTER (WHERE l.counted <> l.expected)::int`
    const seen = filter.number
      ? seesBooks(await countBy(context.db, context.caller, filter.number), context.caller)
      : false
    const { rows } = await rowsOf({ all: col.number, different: col.number })`
      SELECT count(*)::int AS all, ${seen ? different : sql`0`} AS different FROM stock_count_line l
      JOIN stock_count c ON c.id = l.count_id JOIN place p ON p.id = l.place_id JOIN sku k ON k.id = l.sku_id JOIN style st ON st.id = k.style_id
      JOIN site d ON d.id = c.site_id WHERE ${await countLineQuery.where({ ...filter, tab: 'all' }, context)}`.execute(
      context.db,
    )
    return rows[0] ?? {}
  },
  async rows(ids, { db, caller }) {
    const { rows } = await rowsOf({
      ...{
        line_id: col.text,
        place: col.text,
        place_kind: col.text,
        nm_sku: col.text,
        style_id: col.text,
        style_name: col.text,
      },
      ...{
        style_name_zh: col.text,
        color: col.text,
        color_zh: col.text,
        size: col.text,
        picture: col.textOrNull,
        condition: col.text,
      },
      ...{
        counted: col.number,
        expected: col.number,
        moved_since: col.number,
        counted_at: col.instant,
        counted_by: col.text,
      },
      ...{ is_blind: col.flag, state: col.text },
    })`
      SELECT l.id AS line_id, p.code AS place, p.kind AS place_kind, k.nm_sku, st.code AS style_id, st.name AS style_name,
        st.name_zh AS style_name_zh, k.color, k.color_zh, k.size, ${faceOfColour('k.style_id', 'k.color')} AS picture, l.condition, l.counted,
        l.expected, CASE WHEN c.state = 'OPEN' THEN ${movedSince} ELSE 0 END AS moved_since, l.counted_at, u.name AS counted_by, c.is_blind, c.state
      FROM stock_count_line l JOIN stock_count c ON c.id = l.count_id JOIN place p ON p.id = l.place_id JOIN sku k ON k.id = l.sku_id
      JOIN style st ON st.id = k.style_id JOIN app_user u ON u.id = l.counted_by
      LEFT JOIN stock s ON s.place_id = l.place_id AND s.sku_id = l.sku_id AND s.condition = l.condition
      WHERE l.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ line_id }) => line_id).map(({ is_blind, state, ...row }) => {
      const seen = seesBooks({ is_blind, state }, caller)
      return {
        ...row,
        place_kind: row.place_kind as CountLineRow['place_kind'],
        condition: row.condition as CountLineRow['condition'],
        expected: seen ? row.expected : null,
        difference: seen ? row.counted - row.expected : null,
        moved_since: seen ? row.moved_since : 0,
        counted_at: row.counted_at.toISOString(),
      }
    })
  },
})

export const cancelStockCount: Routes['cancelStockCount'] = (input, context) =>
  context.command(async (tx) => {
    const count = await lockOpenCount(tx, context.caller, input.number, 'ending')
    await endCount(tx, context, count, input, 'CANCELLED')
    return reply({ count: await countAfter(tx, context, input.number) }, 'The stock count was cancelled.')
  })

/** Writes off what is missing and takes in what was found, by the books as they were when each place was counted. */
export const postStockCount: Routes['postStockCount'] = (input, context) =>
  context.command(async (tx) => {
    const { number, reason } = input
    const count = await lockOpenCount(tx, context.caller, number, 'ending')
    const { rows } = await rowsOf({
      id: col.text,
      place_id: col.text,
      sku_id: col.text,
      condition: col.text,
      difference: col.number,
    })`
      SELECT id, place_id, sku_id, condition, counted - expected AS difference FROM stock_count_line
      WHERE count_id = ${count.id}`.execute(tx)
    if (rows.length === 0) throw conflict(stockCountWords.nothingCounted)
    const event = await endCount(tx, context, count, input, 'POSTED')
    const differing = rows.filter(({ difference }) => difference !== 0)
    await moveStock(
      tx,
      differing.map(({ id, place_id, sku_id, condition, difference }) => {
        const at = { placeId: place_id, condition: condition as CountLineRow['condition'] }
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
  return recordEvent(tx, context, {
    ...{ entity: 'stock_count', entityId: number, from: 'OPEN', to: state },
    event: state === 'POSTED' ? 'stock_count.posted' : 'stock_count.cancelled',
    details: { reason, over: count.over, short: count.short },
  })
}
