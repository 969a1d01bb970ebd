import { sql } from 'kysely'
import { type CountLineRow, countLine, stockCount } from '../../../shared/areas/stock-counts/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import { hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { sitesOf } from '../stock/sites.ts'
import { besideLine, countBy, leftBehind, seesBooks } from './count-rows.ts'

type LinesInput = Taken<Contract['stockCounts']['getStockCountLines']> & { line_ids?: string[] | undefined }

const joined = sql`stock_count_line l JOIN stock_count c ON c.id = l.count_id JOIN sku k ON k.id = l.sku_id
  JOIN style st ON st.id = k.style_id JOIN site d ON d.id = c.site_id ${besideLine}`

/** What a blind counter is told of what cannot be posted: only that somebody must count again. */
const toldBlind = sql`${leftBehind} = 'second'`

export const countLineQuery: ListQuery<LinesInput, CountLineRow> = listQuery<LinesInput, CountLineRow>({
  from: joined,
  id: sql<string>`l.id`,
  async check({ number }, { db, caller }) {
    if (number) await countBy(db, caller, number)
  },
  // What differs is what the books say: a blind count does not tell it.
  scope: ({ caller }, { tab }) => {
    const own = sitesOf(caller, 'd')
    if (tab === 'all' || tab === undefined) return own
    const wanted = tab === 'left' ? sql`${leftBehind} IS NOT NULL` : sql`l.counted <> l.expected`
    if (hasRight(caller, 'postStockCounts')) return sql`${own} AND ${wanted}`
    const isTold = sql`(NOT c.is_blind OR c.state IN ('POSTED', 'REVERSED'))`
    return tab === 'left'
      ? sql`${own} AND ${wanted} AND (${isTold} OR ${toldBlind})`
      : sql`${own} AND ${wanted} AND ${isTold}`
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
    const seen = filter.number
      ? seesBooks(await countBy(context.db, context.caller, filter.number), context.caller)
      : false
    const different = sql`count(*) FILTER (WHERE l.counted <> l.expected)::int`
    const { rows } = await rowsOf({ all: col.number, different: col.number, left: col.number })`
      SELECT count(*)::int AS all, ${seen ? different : sql`0`} AS different,
        count(*) FILTER (WHERE ${seen ? sql`${leftBehind} IS NOT NULL` : toldBlind})::int AS "left"
      FROM ${joined} WHERE ${await countLineQuery.where({ ...filter, tab: 'all' }, context)}`.execute(context.db)
    const [{ all, different: differing, left } = { all: 0, different: 0, left: 0 }] = rows
    return { all, left, ...(seen && { different: differing }) }
  },
  async rows(ids, { db, caller }) {
    const { rows } = await rowsOf(lineFacts)`
      SELECT l.id AS line_id, p.code AS place, p.kind AS place_kind, k.nm_sku, st.code AS style_id, st.name AS style_name,
        st.name_zh AS style_name_zh, k.color, k.color_zh, k.size, ${faceOfColour('k.style_id', 'k.color')} AS picture, l.condition, l.counted,
        l.by_closing, l.expected, CASE WHEN c.state = 'OPEN' THEN coalesce(s.on_hand, 0) - l.expected END AS moved_since, l.counted_at,
        u.name AS counted_by, l.before_counted, b.name AS before_by, ${leftBehind} AS left_behind, c.is_blind, c.state
      FROM ${joined} JOIN app_user u ON u.id = l.counted_by LEFT JOIN app_user b ON b.id = l.before_by
      WHERE l.id = ANY(${ids}::uuid[])`.execute(db)
    return inOrder(ids, rows, ({ line_id }) => line_id).map(({ is_blind, state, ...row }) => {
      const seen = seesBooks({ is_blind, state }, caller)
      return {
        ...row,
        expected: seen ? row.expected : null,
        difference: seen ? row.counted - row.expected : null,
        moved_since: seen ? row.moved_since : null,
        before_counted: seen ? row.before_counted : null,
        left_behind: seen || row.left_behind === 'second' ? row.left_behind : null,
      }
    })
  },
})

const lineFacts = countLine
  .omit({ difference: true })
  .extend({ expected: col.number, is_blind: col.flag, state: stockCount.shape.state })
