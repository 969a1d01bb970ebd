import { sql } from 'kysely'
import type { z } from 'zod'
import { brokenColors, daysOfCover, realStock } from '../../../shared/areas/vendor-inventory/rules.ts'
import {
  type InventoryRow,
  type InventorySku,
  inventoryRow,
  inventorySku,
} from '../../../shared/areas/vendor-inventory/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { listQuery, type SortKey } from '../../lists/list-query.ts'
import { styleSelected } from '../data/style-columns.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
import { faceOfColour } from '../pictures/faces.ts'
import { freshStyles, skuStates } from './style-states.ts'

type Asked = Taken<Contract['vendorInventory']['getInventoryDetails']>
export type InventoryFilter = Omit<Asked, 'cursor' | 'page_size' | 'part'>

const setting = (name: string) => sql`(SELECT (value #>> '{}')::int FROM setting WHERE name = ${sql.lit(name)})`

/** What a vendor says is old by then. */
const isOld = (saidAt: string) => sql`(${sql.ref(saidAt)} IS NULL
  OR ${sql.ref(saidAt)} < now() - ${setting('inventory_update_days')} * interval '1 day')`

const isLow = sql`(x.is_listed AND x.rate > 0 AND x.real_stock / x.rate < ${setting('inventory_low_days')})`
const byCode: SortKey = [sql`s.code`, 'text']

const orders: Readonly<Record<Asked['sort'], readonly SortKey[]>> = {
  low: [[sql`x.cover`, 'int'], byCode],
  old: [[sql`x.said_at`, 'timestamptz'], byCode],
  best_selling: [[sql`-x.sold_30`, 'int'], byCode],
  style: [byCode],
}

/** As `freshStyles` left it. */
const from = sql`style_stock x JOIN style s ON s.id = x.style_id AND s.retired_at IS NULL`

/** Before anything of the list is read. Throws for a vendor that the caller may not name. */
async function prepare(filter: Partial<Asked>, context: CallContext): Promise<void> {
  await assertVendorName(context, filter.supplier_id)
  await freshStyles(context.main)
  // What was reckoned just now is waited for where it is read.
  if (context.db !== context.main) await context.reports()
}

const query = listQuery<Asked, InventoryRow>({
  from,
  id: sql<string>`x.style_id`,
  scope: ({ caller }) => ownRows(caller, 's.vendor_id'),
  check: prepare,
  rules: {
    search: (text) => {
      const like = containing(text)
      return sql`(s.code ILIKE ${like} OR s.name ILIKE ${like} OR s.name_zh ILIKE ${like}
        OR EXISTS (SELECT 1 FROM sku fk WHERE fk.style_id = s.id AND fk.nm_sku ILIKE ${like}))`
    },
    supplier_id: (code) => sql`s.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    category: (category) => sql`s.category = ${category}`,
    style_ids: (codes) => sql`s.code = ANY(${codes}::text[])`,
  },
  tabs: {
    update_pending: sql`(x.is_listed AND ${isOld('x.said_at')})`,
    low: sql`${isLow}`,
    out_of_stock: sql`(x.is_listed AND NOT x.in_stock)`,
    broken: sql`x.is_broken`,
    listed: sql`x.is_listed`,
    delisted: sql`NOT x.is_listed`,
    all: sql`true`,
  },
  order: ({ sort = 'low' }) => ({ by: orders[sort] }),
  rows: (ids, { db }) => inventoryRows(db, ids),
})

/** Styles with their vendor's inventory; `from` and `skus` for questions of one's own by its `where`. */
export const inventoryQuery = { ...query, from, skus: skuStates, prepare }

/** An SKU with its style. */
const skuLine = inventoryRow
  .pick({
    style_id: true,
    style_name: true,
    style_name_zh: true,
    category: true,
    supplier_id: true,
    supplier_name: true,
    supplier_name_zh: true,
    picture: true,
    delist_reason: true,
    delist_remark: true,
  })
  .extend({
    style_uuid: col.text,
    is_listed: col.flag,
    is_old: col.flag,
    sku: inventorySku.omit({
      real_stock: true,
      listing_status: true,
      stock_status: true,
      update_status: true,
      days_of_cover: true,
    }),
  })

type SkuLine = z.output<typeof skuLine>

/** By id (style.id), in the order given. */
export async function inventoryRows(db: Db | Tx, ids: readonly string[]): Promise<InventoryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(skuLine)`
    SELECT q.style_id AS style_uuid, ${styleSelected}, q.is_listed, ${isOld('q.said_at')} AS is_old, i.delist_reason,
      i.delist_remark, k.nm_sku AS sku_nm_sku, k.color AS sku_color, k.color_zh AS sku_color_zh, k.size AS sku_size,
      ${faceOfColour('k.style_id', 'k.color')} AS sku_picture,
      q.is_core AS sku_is_core, q.said_at AS sku_last_updated, q.available AS sku_available, q.in_production AS sku_in_production,
      q.promised AS sku_promised, q.rate AS sku_rate_of_sale, coalesce(r.sold_7, 0) AS sku_sales_7,
      coalesce(r.sold_15, 0) AS sku_sales_15, q.sold_30 AS sku_sales_30, i.price_minor AS sku_price_minor,
      i.price_currency AS sku_price_currency, coalesce(i.version, 0) AS sku_version
    FROM (${skuStates} AND s.id = ANY(${ids}::uuid[])) q JOIN sku k ON k.id = q.sku_id JOIN style s ON s.id = q.style_id
    JOIN vendor v ON v.id = q.vendor_id LEFT JOIN vendor_inventory i ON i.sku_id = q.sku_id
    LEFT JOIN sku_rate r ON r.sku_id = q.sku_id
    ORDER BY k.color, k.size_rank, k.nm_sku`.execute(db)
  const byStyle = Map.groupBy(rows, ({ style_uuid }) => style_uuid)
  return ids.flatMap((id) => {
    const lines = byStyle.get(id)
    return lines ? styleOf(lines) : []
  })
}

function skuOf({ sku, is_listed, is_old }: SkuLine): InventorySku {
  const real_stock = realStock(sku.available, sku.promised)
  return {
    ...sku,
    real_stock,
    listing_status: is_listed ? 'Listed' : 'Delisted',
    stock_status: real_stock > 0 ? 'In stock' : 'Out of stock',
    update_status: is_listed && is_old ? 'Update Pending' : 'Updated',
    days_of_cover: daysOfCover(real_stock, sku.rate_of_sale),
  }
}

/** Sums are of what is listed; of a style that is delisted whole, of all of it. */
function styleOf(lines: readonly SkuLine[]): InventoryRow {
  const [first] = lines
  if (first === undefined) throw new Error('a style without SKUs has no inventory')
  const skus = lines.map(skuOf)
  const isListed = lines.some((line) => line.is_listed)
  const counted = isListed ? skus.filter(({ listing_status }) => listing_status === 'Listed') : skus
  const sum = (of: (sku: InventorySku) => number) => counted.reduce((all, sku) => all + of(sku), 0)
  const [real_stock, rate] = [sum((sku) => sku.real_stock), sum((sku) => sku.rate_of_sale)]
  const said = counted.map(({ last_updated }) => last_updated)
  const { style_uuid: _u, is_listed: _l, is_old: _o, sku: _s, ...style } = first
  return {
    ...style,
    available: sum((sku) => sku.available),
    promised: sum((sku) => sku.promised),
    real_stock,
    in_production: sum((sku) => sku.in_production),
    listing_status: isListed ? 'Listed' : 'Delisted',
    stock_status:
      isListed && counted.some(({ stock_status }) => stock_status === 'In stock') ? 'In stock' : 'Out of stock',
    update_status: counted.some(({ update_status }) => update_status === 'Update Pending')
      ? 'Update Pending'
      : 'Updated',
    last_updated: said.includes(null) ? null : (said.toSorted()[0] ?? null),
    rate_of_sale: rate,
    sales_7: sum((sku) => sku.sales_7),
    sales_15: sum((sku) => sku.sales_15),
    sales_30: sum((sku) => sku.sales_30),
    days_of_cover: daysOfCover(real_stock, rate),
    ...(isListed && { delist_reason: null, delist_remark: null }),
    broken_colors: brokenColors(skus),
    skus,
  }
}
