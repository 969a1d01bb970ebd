import { sql } from 'kysely'
import { z } from 'zod'
import {
  brokenColors,
  type DelistReason,
  daysOfCover,
  delistReasonNames,
  realStock,
} from '../../../shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow, InventorySku } from '../../../shared/areas/vendor-inventory/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { ownRows } from '../../http/own-rows.ts'
import { listQuery, type SortKey } from '../../lists/list-query.ts'
import { styleColumns, styleSelected } from '../data/style-columns.ts'
import { assertVendorName } from '../data/vendors.ts'
import { containing } from '../orders/order-rows.ts'
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
  await freshStyles(context.db)
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

const columns = {
  style_uuid: col.text,
  ...styleColumns,
  nm_sku: col.text,
  color: col.text,
  color_zh: col.text,
  size: col.text,
  is_core: col.flag,
  is_listed: col.flag,
  is_old: col.flag,
  said_at: col.instantOrNull,
  available: col.number,
  in_production: col.number,
  promised: col.number,
  rate: col.number,
  sold_7: col.number,
  sold_15: col.number,
  sold_30: col.number,
  price_minor: col.numberOrNull,
  price_currency: col.textOrNull,
  delist_reason: z.enum(delistReasonNames).nullable(),
  delist_remark: col.textOrNull,
  version: col.number,
}

type SkuLine = { [K in keyof typeof columns]: z.output<(typeof columns)[K]> }

/** By id (style.id), in the order given. */
export async function inventoryRows(db: Db | Tx, ids: readonly string[]): Promise<InventoryRow[]> {
  if (ids.length === 0) return []
  const { rows } = await rowsOf(columns)`
    SELECT q.style_id AS style_uuid, ${styleSelected}, k.nm_sku, k.color,
      k.color_zh, k.size, q.is_core, q.is_listed, ${isOld('q.said_at')} AS is_old, q.said_at, q.available, q.in_production,
      q.promised, q.rate, coalesce(r.sold_7, 0) AS sold_7, coalesce(r.sold_15, 0) AS sold_15, q.sold_30, i.price_minor::float8
      AS price_minor, i.price_currency, i.delist_reason, i.delist_remark, coalesce(i.version, 0) AS version
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

function skuOf(line: SkuLine): InventorySku {
  const real_stock = realStock(line.available, line.promised)
  return {
    nm_sku: line.nm_sku,
    color: line.color,
    color_zh: line.color_zh,
    size: line.size,
    is_core: line.is_core,
    available: line.available,
    promised: line.promised,
    real_stock,
    in_production: line.in_production,
    listing_status: line.is_listed ? 'Listed' : 'Delisted',
    stock_status: real_stock > 0 ? 'In stock' : 'Out of stock',
    update_status: line.is_listed && line.is_old ? 'Update Pending' : 'Updated',
    last_updated: line.said_at?.toISOString() ?? null,
    rate_of_sale: line.rate,
    sales_7: line.sold_7,
    sales_15: line.sold_15,
    sales_30: line.sold_30,
    days_of_cover: daysOfCover(real_stock, line.rate),
    price:
      line.price_minor === null || line.price_currency === null
        ? null
        : { minor: line.price_minor, currency: line.price_currency },
    version: line.version,
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
  const reason: DelistReason | null = isListed ? null : first.delist_reason
  const said = counted.map(({ last_updated }) => last_updated)
  return {
    style_id: first.style_id,
    style_name: first.style_name,
    style_name_zh: first.style_name_zh,
    category: first.category,
    supplier_id: first.supplier_id,
    supplier_name: first.supplier_name,
    supplier_name_zh: first.supplier_name_zh,
    picture: first.picture,
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
    delist_reason: reason,
    delist_remark: isListed ? null : first.delist_remark,
    broken_colors: brokenColors(skus),
    skus,
  }
}
