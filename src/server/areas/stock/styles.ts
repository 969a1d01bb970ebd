import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type StockStyleRow, stockStyleRow } from '../../../shared/areas/stock/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller } from '../../http/call.ts'
import { inOrder, type ListQuery, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { stockTabConditions } from './on-hand.ts'
import { stockSearch } from './search.ts'
import { sitesOf, toldPlaces } from './sites.ts'

type Filter = Taken<Contract['stock']['getStockStyles']>

/** Stock `s` of style `t` at places `p` of which this caller is told, at one site or all. */
function stockOf(caller: Caller, site: string | undefined): RawBuilder<unknown> {
  const at = site === undefined ? sql<SqlBool>`true` : sql<SqlBool>`x.code = ${site}`
  return sql`sku k JOIN stock s ON s.sku_id = k.id AND s.on_hand > 0 JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE k.style_id = t.id AND ${at} AND ${sitesOf(caller)} AND ${toldPlaces(caller)}`
}

const lies = (condition: string) =>
  sql`coalesce(sum(s.on_hand) FILTER (WHERE s.condition = ${sql.lit(condition)} AND p.kind <> 'in_transit'), 0)::int`

/** Styles of which something is in stock, with what lies of each. */
export const stockStylesQuery: ListQuery<Filter, StockStyleRow> = listQuery<Filter, StockStyleRow>({
  from: sql`style t JOIN vendor v ON v.id = t.vendor_id`,
  id: sql<string>`t.code`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  scope: ({ caller }, { site, tab = 'all' }) =>
    sql`EXISTS (SELECT 1 FROM ${stockOf(caller, site)} AND ${stockTabConditions[tab]})`,
  rules: {
    search: async (text, { db, caller }) =>
      sql`t.id = ANY(ARRAY(SELECT k.style_id FROM sku k JOIN stock s ON s.sku_id = k.id AND s.on_hand > 0
        JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
        WHERE ${sitesOf(caller)} AND ${toldPlaces(caller)} AND ${await stockSearch(text, db)}))`,
    supplier_id: (code) => sql`v.code = ${code}`,
    category: (name) => sql`t.category = ${name}`,
  },
  order: () => ({ by: [[sql`t.code`, 'text']] }),
  async rows(ids, { db, caller }, { site }) {
    const { rows } = await rowsOf(stockStyleRow)`
      SELECT t.code AS style_id, t.name AS style_name, t.name_zh AS style_name_zh, t.category,
        t.picture_id AS picture, v.name AS supplier_name, v.name_zh AS supplier_name_zh, o.*
      FROM style t JOIN vendor v ON v.id = t.vendor_id CROSS JOIN LATERAL (
        SELECT count(DISTINCT s.sku_id)::int AS skus, count(DISTINCT s.place_id)::int AS places, ${lies('good')} AS good,
          ${lies('b_grade')} AS b_grade, ${lies('damaged')} AS damaged, coalesce(sum(s.reserved), 0)::int AS reserved,
          coalesce(sum(s.on_hand) FILTER (WHERE p.kind = 'in_transit'), 0)::int AS in_transit
        FROM ${stockOf(caller, site)}) o
      WHERE t.code = ANY(${ids}::text[])`.execute(db)
    return inOrder(ids, rows, ({ style_id }) => style_id)
  },
  counts: countStyles,
})

/** Styles by tab. */
async function countStyles(filter: Partial<Filter>, context: CallContext): Promise<Record<string, number>> {
  const where = await stockStylesQuery.where({ ...filter, tab: 'all' }, context)
  const tabs = Object.entries(stockTabConditions)
  const { rows } = await rowsOf({ tab: col.text, styles: col.number })`
      SELECT n.tab, count(DISTINCT t.id)::int AS styles FROM style t JOIN vendor v ON v.id = t.vendor_id
      CROSS JOIN LATERAL (SELECT ${sql.join(tabs.map(([tab, holds]) => sql`bool_or(${holds}) AS ${sql.ref(tab)}`))}
        FROM ${stockOf(context.caller, filter.site)}) o
      CROSS JOIN LATERAL (VALUES ${sql.join(tabs.map(([tab]) => sql`(${sql.lit(tab)}, ${sql.ref(`o.${tab}`)})`))}) n (tab, holds)
      WHERE ${where} AND n.holds GROUP BY 1`.execute(context.db)
  return Object.fromEntries([...tabs.map(([tab]) => [tab, 0]), ...rows.map(({ tab, styles }) => [tab, styles])])
}
