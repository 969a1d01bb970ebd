import { sql } from 'kysely'
import type { Contract } from '../../../shared/areas.ts'
import { lastEvents } from '../../audit/timeline.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { inventoryQuery } from './inventory-rows.ts'
import { freshRates, shopRates } from './rates.ts'

type Routes = Handlers<Contract['vendorInventory']>

/** One style whole. Throws not_found for a style of another vendor, or nobody's. */
export const getProductInventory: Routes['getProductInventory'] = async ({ style_id }, context) => {
  await freshRates(context.db)
  const [id] = await inventoryQuery.idsInOrder({ style_ids: [style_id] }, context, 1)
  const [product] = id === undefined ? [] : await inventoryQuery.byId([id], context)
  if (id === undefined || product === undefined) throw notFound('Style {{style_id}} was not found.', { style_id })
  const names = [style_id, ...product.skus.map(({ nm_sku }) => nm_sku)]
  return reply({
    product,
    open_orders: await openOrders(context.db, id),
    days: await salesByDay(context.db, id),
    events: await eventsOf(context.db, names),
  })
}

/** What `promised` is made of. */
async function openOrders(db: Db, styleId: string) {
  const { rows } = await rowsOf({ order_id: col.text, shipping_deadline: col.textOrNull, pieces: col.number })`
    SELECT o.order_id, o.ship_by::text AS shipping_deadline, sum(l.awaiting + l.platform + l.reserved + l.packed)::int AS pieces
    FROM order_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
    JOIN vendor_order o ON o.id = l.order_id AND o.vendor_id = s.vendor_id
    WHERE k.style_id = ${styleId}::uuid AND l.vendor_decision = 'CONFIRMED' AND l.awaiting + l.platform + l.reserved + l.packed > 0
    GROUP BY o.order_id, o.ship_by ORDER BY o.ship_by, o.order_id`.execute(db)
  return rows
}

async function salesByDay(db: Db, styleId: string) {
  const { rows } = await rowsOf({ day: col.text, sold: col.number, out: col.number })`
    SELECT d.day::text AS day, sum(d.sold)::int AS sold,
      (count(*) FILTER (WHERE NOT d.was_in_stock AND d.sold = 0))::int AS out
    FROM sale_day d JOIN sku k ON k.id = d.sku_id
    WHERE k.style_id = ${styleId}::uuid AND d.shop_id IN (SELECT id FROM site WHERE kind = 'shop')
      AND d.day > (SELECT as_of FROM sku_rate_state) - 30
    GROUP BY d.day ORDER BY d.day`.execute(db)
  return rows
}

async function eventsOf(db: Db, names: readonly string[]) {
  return (await lastEvents(db, 'vendor_inventory', names)).map(({ name, ...event }) => ({ ...event, nm_sku: name }))
}

const bands = ['none', 'week', 'fortnight', 'month', 'more', 'unsold'] as const

/** How long inventory lasts, and what empty core sizes cost in shops. */
export const inventoryFigures: Routes['inventoryFigures'] = async (filter, context) => {
  const { db } = context
  const as_of = await freshRates(db)
  await inventoryQuery.prepare(filter, context)
  const where = await inventoryQuery.where({ ...filter, tab: 'listed' }, context)
  const listed = sql`SELECT x.style_id FROM ${inventoryQuery.from} WHERE ${where}`
  const { rows: cover } = await rowsOf({ band: col.text, skus: col.number })`
    SELECT CASE WHEN q.rate = 0 THEN 'unsold' WHEN q.real_stock <= 0 THEN 'none' WHEN q.real_stock / q.rate < 7 THEN 'week'
        WHEN q.real_stock / q.rate < 14 THEN 'fortnight' WHEN q.real_stock / q.rate < 30 THEN 'month' ELSE 'more' END AS band,
      count(*)::int AS skus
    FROM (${inventoryQuery.skus}) q WHERE q.is_listed AND q.style_id IN (${listed}) GROUP BY 1`.execute(db)
  const { rows: lost } = await rowsOf({ category: col.text, days: col.number, pieces: col.number })`
    WITH ${shopRates(await readSetting(db, 'sale_rate_weights'))}
    SELECT s.category, sum(b.out_30)::int AS days, coalesce(sum(b.rate * b.out_30), 0) AS pieces
    FROM by_shop b JOIN sku k ON k.id = b.sku_id JOIN style s ON s.id = k.style_id
    JOIN size_set z ON z.code = s.size_set AND z.size = k.size AND z.is_core AND z.retired_at IS NULL
    WHERE b.out_30 > 0 AND k.style_id IN (${listed})
    GROUP BY s.category ORDER BY pieces DESC, s.category LIMIT 12`.execute(db)
  const { rows: categories } = await rowsOf({ category: col.text })`
    SELECT DISTINCT category FROM style WHERE retired_at IS NULL ORDER BY category`.execute(db)
  const counted = new Map(cover.map(({ band, skus }) => [band, skus]))
  return reply({
    as_of,
    cover: bands.map((band) => ({ band, skus: counted.get(band) ?? 0 })),
    lost,
    categories: categories.map(({ category }) => category),
  })
}
