import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type PreStockRow, type PreStockSku, preStockRow, preStockSku } from '../../../shared/areas/pre-stock/calls.ts'
import type { PreStockStatus } from '../../../shared/areas/pre-stock/rules.ts'
import { type Contract, hasRight } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, FileReply, Tx } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type FileInstant, fileInstants } from '../../lists/file-instants.ts'
import { listQuery } from '../../lists/list-query.ts'
import { type CsvColumn, writeCsv } from '../../sheets/write-table.ts'
import { styleSelected } from '../data/style-columns.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { isLive, lineStates, offered } from './promises.ts'

type Asked = Taken<Contract['preStock']['getPreStockListing']>
type Filter = Taken<Contract['preStock']['downloadPreStockListing']>

const isOver = sql<SqlBool>`(x.is_live AND x.sellable < x.promised)`

/** Pre-stock listings with what can be sold by them, newest first. */
export const preStockQuery = listQuery<Asked, PreStockRow>({
  from: sql`(SELECT q.listing, q.vendor_id, q.is_live, sum(q.pieces) AS promised, sum(q.sellable) AS sellable
      FROM (${lineStates}) q GROUP BY q.listing, q.vendor_id, q.is_live) x
    JOIN pre_stock_listing h ON h.id = x.listing JOIN style s ON s.id = h.style_id`,
  id: sql<string>`x.listing`,
  scope: ({ caller }) => ownRows(caller, 'x.vendor_id'),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like} OR h.listing_id ILIKE ${like}
        OR EXISTS (SELECT 1 FROM pre_stock_line fn JOIN sku fk ON fk.id = fn.sku_id WHERE fn.listing = h.id AND fk.nm_sku ILIKE ${like}))`
    },
    supplier_id: (code) => sql`x.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    listing_ids: (ids) => sql`h.listing_id = ANY(${ids}::text[])`,
  },
  tabs: {
    sellable: sql`(x.is_live AND x.sellable = x.promised)`,
    over_promised: isOver,
    withdrawn: sql`NOT x.is_live`,
    all: sql`true`,
  },
  order: () => ({ by: [[sql`h.number`, 'int']], isDescending: true }),
  rows: (ids, { db }) => preStockRows(db, ids),
})

/** An SKU of a listing, with the listing. */
const listedSku = preStockRow
  .omit({ status: true, promised: true, sellable: true, real_stock: true, skus: true })
  .extend({ id: col.text, is_live: col.flag, sku: preStockSku })

type ListedSku = z.output<typeof listedSku>

/** By id (pre_stock_listing.id), in the order given. */
export async function preStockRows(db: Db | Tx, ids: readonly string[]): Promise<PreStockRow[]> {
  if (ids.length === 0) return []
  // Other listings of the same SKUs count, too: the window goes over all lines of these listings' styles.
  const { rows } = await rowsOf(listedSku)`
    SELECT h.id, h.listing_id, ${styleSelected}, ${isLive} AS is_live, h.until,
      h.listed_at, u.name AS listed_by, h.withdrawn_at, w.name AS withdrawn_by, h.reason, h.remark, h.version,
      k.nm_sku AS sku_nm_sku, k.color AS sku_color, k.color_zh AS sku_color_zh, k.size AS sku_size,
      coalesce(z.is_core, false) AS sku_is_core, x.pieces AS sku_promised, x.sellable AS sku_sellable, ${offered} AS sku_real_stock,
      i.price_minor AS sku_price_minor, i.price_currency AS sku_price_currency
    FROM (${lineStates}) x JOIN pre_stock_listing h ON h.id = x.listing JOIN sku k ON k.id = x.sku_id
    JOIN style s ON s.id = h.style_id JOIN vendor v ON v.id = s.vendor_id JOIN app_user u ON u.id = h.listed_by
    LEFT JOIN app_user w ON w.id = h.withdrawn_by LEFT JOIN vendor_inventory i ON i.sku_id = k.id
    LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.retired_at IS NULL
    WHERE x.listing = ANY(${ids}::uuid[])
      AND x.sku_id IN (SELECT sku_id FROM pre_stock_line WHERE listing = ANY(${ids}::uuid[]))
    ORDER BY k.color, k.size_rank, k.nm_sku`.execute(db)
  const byListing = Map.groupBy(rows, ({ id }) => id)
  return ids.flatMap((id) => {
    const lines = byListing.get(id)
    return lines ? listingOf(lines) : []
  })
}

function statusOf({ withdrawn_at, is_live }: ListedSku, isShort: boolean): PreStockStatus {
  if (withdrawn_at !== null) return 'Withdrawn'
  if (!is_live) return 'Expired'
  return isShort ? 'Over-promised' : 'Sellable'
}

function listingOf(lines: readonly ListedSku[]): PreStockRow {
  const [first] = lines
  if (first === undefined) throw new Error('a listing without lines promises nothing')
  const { id: _id, is_live: _live, sku: _sku, ...head } = first
  const skus = lines.map(({ sku }) => sku)
  const sum = (value: (sku: PreStockSku) => number) => skus.reduce((all, sku) => all + value(sku), 0)
  return {
    ...head,
    status: statusOf(
      first,
      skus.some(({ sellable, promised }) => sellable < promised),
    ),
    promised: sum(({ promised }) => promised),
    sellable: sum(({ sellable }) => sellable),
    real_stock: sum(({ real_stock }) => real_stock),
    skus,
  }
}

interface ListingLine {
  row: PreStockRow
  sku: PreStockSku
  instant: FileInstant
}

/** Prices as the reader may see them: a file goes by no shape of the contract. */
async function* everyLine(filter: Filter, context: CallContext): AsyncGenerator<ListingLine> {
  const seesPrices = hasRight(context.caller, 'seePrices')
  const instant = await fileInstants(context)
  for await (const row of preStockQuery.every(filter, context))
    for (const sku of row.skus) yield { row, sku: seesPrices ? sku : { ...sku, price: null }, instant }
}

const csvColumns = Object.entries({
  Listing: ({ row }) => row.listing_id,
  Status: ({ row }) => row.status,
  'Style ID': ({ row }) => row.style_id,
  'Style name': ({ row }) => row.style_name,
  'Supplier ID': ({ row }) => row.supplier_id,
  'Supplier name': ({ row }) => row.supplier_name,
  'NM SKU': ({ sku }) => sku.nm_sku,
  Colour: ({ sku }) => sku.color,
  Size: ({ sku }) => sku.size,
  Promised: ({ sku }) => sku.promised,
  'Can be sold': ({ sku }) => sku.sellable,
  'Real stock': ({ sku }) => sku.real_stock,
  'Price (CNY)': ({ sku }) => sku.price && (sku.price.minor / 100).toFixed(2),
  Until: ({ row }) => row.until,
  'Listed on': ({ row, instant }) => instant(row.listed_at, row),
  'Listed by': ({ row }) => row.listed_by,
  'Withdrawn on': ({ row, instant }) => instant(row.withdrawn_at, row),
  Remark: ({ row }) => row.remark,
} satisfies Record<string, (line: ListingLine) => string | number | null>).map(
  ([header, value]): CsvColumn<ListingLine> => ({ header, value }),
)

/** pre_stock_listing.csv: an SKU a row. */
export async function downloadPreStockListing(filter: Filter, context: CallContext): Promise<FileReply> {
  await assertVendorName(context, filter.supplier_id)
  await recordDownload(context, 'pre_stock_listing.csv')
  return { body: writeCsv(csvColumns, everyLine(filter, context)) }
}
