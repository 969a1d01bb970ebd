import { type RawBuilder, sql } from 'kysely'
import { col, rowsOf } from '../../database/rows.ts'
import { vendorToday } from '../../database/today.ts'
import type { CallContext, Tx } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { availableNow, orderedOfSku } from '../vendor-inventory/style-states.ts'

/** Whether listing `h` promises anything today. */
export const isLive: RawBuilder<boolean> = sql`(h.withdrawn_at IS NULL AND (h.until IS NULL OR h.until >= ${vendorToday}))`

/**
 * What can be promised of SKU `k` of style `s`: the real stock of its vendor's inventory, below zero where more is promised than there is;
 * nothing of what is delisted or was retired. Asked SKU by SKU, for few of them.
 */
export const offered: RawBuilder<number> = sql`(CASE WHEN k.retired_at IS NOT NULL OR s.retired_at IS NOT NULL THEN 0 ELSE coalesce((
  SELECT ${availableNow} - p.promised FROM vendor_inventory i CROSS JOIN LATERAL ${orderedOfSku} p
  WHERE i.sku_id = k.id AND i.is_listed), 0) END)::int`

/** What live listings but one (`but`: pre_stock_listing.id) promise of SKU `k`. */
export function promisedBy(but: string | null): RawBuilder<number> {
  return sql`coalesce((SELECT sum(n.pieces) FROM pre_stock_line n JOIN pre_stock_listing h ON h.id = n.listing
    WHERE n.sku_id = k.id AND ${isLive} AND h.id IS DISTINCT FROM ${but}::uuid), 0)::int`
}

/** `sellable` of the shared rules in SQL, line by line: of real stock, listings made before are served first. */
export const lineStates = sql`
  SELECT q.*, CASE WHEN q.is_live THEN greatest(0, least(q.pieces, q.real_stock - q.before)) ELSE 0 END AS sellable
  FROM (SELECT n.listing, n.sku_id, n.pieces, s.vendor_id, o.is_live, o.real_stock,
      coalesce(sum(CASE WHEN o.is_live THEN n.pieces ELSE 0 END) OVER (PARTITION BY s.vendor_id, n.sku_id ORDER BY h.number
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::int AS before
    FROM pre_stock_line n JOIN pre_stock_listing h ON h.id = n.listing JOIN sku k ON k.id = n.sku_id JOIN style s ON s.id = k.style_id
    CROSS JOIN LATERAL (SELECT ${isLive} AS is_live, CASE WHEN ${isLive} THEN ${offered} ELSE 0 END AS real_stock) o) q`

/** Live listings of these SKUs that promise more than there is, by `pre_stock_listing.id`. */
async function overPromised(tx: Tx, skuIds: readonly string[]) {
  const { rows } = await rowsOf({ id: col.text, listing_id: col.text, style_id: col.text })`
    SELECT DISTINCT h.id, h.listing_id, s.code AS style_id
    FROM (${lineStates}) x JOIN pre_stock_listing h ON h.id = x.listing JOIN style s ON s.id = h.style_id
    WHERE x.sku_id = ANY(${skuIds}::uuid[]) AND x.is_live AND x.sellable < x.pieces ORDER BY h.listing_id`.execute(tx)
  return rows
}

/** The same around a change of what these orders hold (`vendor_order.id`). */
export async function watchOrders(tx: Tx, orders: readonly string[]) {
  const { rows } = await rowsOf({ sku_id: col.text })`
    SELECT DISTINCT sku_id FROM order_line WHERE order_id = ANY(${orders}::uuid[])`.execute(tx)
  return watchPromises(
    tx,
    rows.map(({ sku_id }) => sku_id),
  )
}

/**
 * Around a change of what vendors have of these SKUs: `const tell = await watchPromises(tx, skuIds)`, the change, `await tell(context)`. Tells
 * ops once, whatever became over-promised by it; what was so before is not told again.
 */
export async function watchPromises(tx: Tx, skuIds: readonly string[]) {
  const { rows } = await rowsOf({ sku_id: col.text })`
    SELECT DISTINCT n.sku_id FROM pre_stock_line n JOIN pre_stock_listing h ON h.id = n.listing
    WHERE n.sku_id = ANY(${skuIds}::uuid[]) AND ${isLive}`.execute(tx)
  const promised = rows.map(({ sku_id }) => sku_id)
  const before = promised.length === 0 ? [] : await overPromised(tx, promised)
  return async (context: Pick<CallContext, 'caller'>): Promise<void> => {
    if (promised.length === 0) return
    const known = new Set(before.map(({ id }) => id))
    const fresh = (await overPromised(tx, promised)).filter(({ id }) => !known.has(id))
    const [first] = fresh
    if (!first) return
    await notify(tx, context, {
      kind: 'pre_stock_over',
      things: fresh.map(({ listing_id }) => listing_id),
      values: { listing_id: first.listing_id, style_id: first.style_id },
    })
  }
}
