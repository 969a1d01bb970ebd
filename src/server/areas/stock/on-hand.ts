import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type StockRow, stockRow } from '../../../shared/areas/stock/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { counts, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db } from '../../http/call.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { stockSearch } from './search.ts'
import { sitesOf, toldPlaces } from './sites.ts'

type Filter = Taken<Contract['stock']['getStock']>

const isOnTheWay = sql<SqlBool>`p.kind = 'in_transit'`
const lies = (condition: string) => sql<SqlBool>`(s.condition = ${sql.lit(condition)} AND p.kind <> 'in_transit')`

/** What each tab shows, of stock `s` at places `p`. */
export const stockTabConditions = {
  good: lies('good'),
  b_grade: lies('b_grade'),
  damaged: lies('damaged'),
  reserved: sql<SqlBool>`s.reserved > 0`,
  in_transit: isOnTheWay,
  all: sql<SqlBool>`true`,
}

const from = sql`stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = s.sku_id`

const order = [
  [sql`k.nm_sku`, 'text'],
  [sql`s.place_id`, 'uuid'],
  [sql`s.condition`, 'text'],
] as const

/** SKUs before the page's own are not looked at again: the database cannot see that of an order over two tables. */
function fromSku(cursor: string | null | undefined): RawBuilder<unknown> {
  const [sku] = readCursor(cursor, ['text', 'uuid', 'text']) ?? []
  return sku === undefined ? sql`` : sql` AND k.nm_sku >= ${sku}`
}

/** What lies where, by SKU. */
export const stockQuery = listQuery<Filter, StockRow>({
  from,
  id: sql<string>`concat_ws(' ', s.place_id, s.sku_id, s.condition)`,
  scope: ({ caller }, { cursor }) =>
    sql`(s.on_hand > 0 AND ${sitesOf(caller)} AND ${toldPlaces(caller)}${fromSku(cursor)})`,
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text, { db }) => stockSearch(text, db),
    site: (code) => sql`p.site_id = (SELECT id FROM site WHERE code = ${code})`,
    place_kind: (kind) => sql`p.kind = ${kind}`,
    shelf: (code) => sql`(p.kind = 'shelf' AND p.code = ${code})`,
    condition: (one) => sql`s.condition = ${one}`,
    nm_sku: (code) => sql`s.sku_id = (SELECT id FROM sku WHERE nm_sku = ${code})`,
    style_id: (code) =>
      sql`s.sku_id = ANY(ARRAY(SELECT k.id FROM sku k JOIN style t ON t.id = k.style_id WHERE t.code = ${code}))`,
    supplier_id: (code) => sql`s.sku_id = ANY(ARRAY(SELECT k.id FROM sku k JOIN style t ON t.id = k.style_id
      JOIN vendor v ON v.id = t.vendor_id WHERE v.code = ${code}))`,
    category: (name) =>
      sql`s.sku_id = ANY(ARRAY(SELECT k.id FROM sku k JOIN style t ON t.id = k.style_id WHERE t.category = ${name}))`,
  },
  tabs: stockTabConditions,
  order: () => ({ by: order }),
  rows: (ids, { db }) => rowsByKey(ids, db),
  atOnce: async ({ where, orderBy, size }, { db }) => {
    const page = sql`SELECT ${balance} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${sql.lit(size + 1)}`
    const { rows, next_cursor } = pageOf(await stockRows(page, db), size, placeOf)
    return { rows, next_cursor }
  },
  counts: countStock,
})

/** The facts of an SKU `k` of a style `t`. */
export const skuFacts: RawBuilder<unknown> = sql`k.nm_sku, t.code AS style_id, t.name AS style_name, t.name_zh AS style_name_zh,
  k.color, k.color_zh, k.size, t.category, ${faceOfColour('k.style_id', 'k.color')} AS picture`

/** What a row is told of its own balance and place; the rest hangs on its SKU. */
const balance = sql`s.place_id, s.sku_id, s.condition, s.on_hand, s.reserved, k.nm_sku, k.style_id, k.color, k.color_zh, k.size,
  p.kind, p.code AS place, x.code AS site, x.name AS site_name, x.name_zh AS site_name_zh`

/** The balances (`balance`) that a query finds, as rows in the list's order: their styles are read for these alone. */
async function stockRows(balances: RawBuilder<unknown>, db: Db): Promise<StockRow[]> {
  const { rows } = await rowsOf(stockRow)`
    SELECT concat_ws(' ', k.place_id, k.sku_id, k.condition) AS stock_id, ${skuFacts},
      v.name AS supplier_name, v.name_zh AS supplier_name_zh, k.site, k.site_name, k.site_name_zh,
      k.kind AS place_kind, k.place, k.condition, k.on_hand, k.reserved, m.at AS since, m.document_type, m.document_id
    FROM (${balances}) k JOIN style t ON t.id = k.style_id JOIN vendor v ON v.id = t.vendor_id
    LEFT JOIN LATERAL (
      SELECT m.at, m.document_type, m.document_id FROM stock_move m
      WHERE k.kind = 'in_transit' AND m.sku_id = k.sku_id AND m.to_place = k.place_id AND m.kind = 'dispatch'
      ORDER BY m.seq DESC LIMIT 1) m ON true
    ORDER BY k.nm_sku, k.place_id, k.condition`.execute(db)
  return rows
}

/** What the list is in order of, of a row: SKU, place and condition. */
function placeOf({ nm_sku, stock_id, condition }: StockRow): string[] {
  return [nm_sku, stock_id.slice(0, stock_id.indexOf(' ')), condition]
}

async function rowsByKey(ids: readonly string[], db: Db): Promise<StockRow[]> {
  const keys = ids.map((id) => id.split(' '))
  const part = (at: number) => keys.map((key) => key[at] ?? null)
  const rows = await stockRows(
    sql`SELECT ${balance} FROM unnest(${part(0)}::uuid[], ${part(1)}::uuid[], ${part(2)}::text[]) AS i (place_id, sku_id, condition)
      JOIN stock s ON s.place_id = i.place_id AND s.sku_id = i.sku_id AND s.condition = i.condition
      JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = s.sku_id`,
    db,
  )
  return inOrder(ids, rows, ({ stock_id }) => stock_id)
}

/** Rows by tab, and under `pieces` and `reserved_pieces` the sums of what the list shows. Only what a filter asks of is joined. */
async function countStock(filter: Partial<Filter>, context: CallContext): Promise<Record<string, number>> {
  const { tab = 'all' } = filter
  const where = await stockQuery.where({ ...filter, cursor: null }, context, ['tab'])
  const { rows } = await rowsOf(counts)`
    SELECT ${stockQuery.tabCounts()}, coalesce(sum(s.on_hand) FILTER (WHERE ${stockTabConditions[tab]}), 0)::int AS pieces,
      coalesce(sum(s.reserved) FILTER (WHERE ${stockTabConditions[tab]}), 0)::int AS reserved_pieces
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id WHERE ${where}`.execute(context.db)
  return rows[0] ?? {}
}
