import { sql } from 'kysely'
import { agreedReason, negotiationWords, takenBackReason } from '../../../shared/areas/price-negotiations/rules.ts'
import { touchedOrder } from '../../../shared/areas/price-negotiations/shapes.ts'
import { money } from '../../../shared/kernel/shapes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import { reprice } from '../orders/amend-order.ts'
import { selectOrders } from '../orders/order-rows.ts'
import { lastOrdered } from '../orders/style-prices.ts'
import { saveInventory } from '../vendor-inventory/save-inventory.ts'

/** Orders `o` of styles with pieces that are neither refused nor on an invoice: those a price is still for. */
const openOrders = (styles: ReturnType<typeof sql>) => sql`
  SELECT o.id, o.style_id, o.order_id, o.decision, o.ordered, o.unit_price_minor, o.currency,
    o.ordered - o.rejected - o.oos - coalesce((SELECT sum(il.quantity) FROM order_line l JOIN invoice_line il ON il.order_line_id = l.id
      JOIN invoice i ON i.id = il.invoice_id WHERE l.order_id = o.id AND i.state = 'LIVE'), 0)::int AS open
  FROM vendor_order o WHERE o.style_id IN (${styles}) AND o.decision IN ('NEW', 'APPROVED')`

const openOrder = touchedOrder.extend({ unit_price: money })

/** The orders that a price of this style is for, oldest first; a vendor is told of those it sees. */
export async function openOrdersOf(db: Db | Tx, styleId: string, isVendor: boolean) {
  const { rows } = await rowsOf(openOrder)`
    SELECT x.order_id, x.unit_price_minor, x.currency, x.ordered, x.open
    FROM (${openOrders(sql`${styleId}::uuid`)}) x
    WHERE x.open > 0 AND (${!isVendor}::boolean OR x.decision = 'APPROVED') ORDER BY x.order_id`.execute(db)
  return rows
}

/** What agreeing to the price that stands of each of these negotiations would change. */
export async function effectOf(db: Db, ids: readonly string[]) {
  const { rows } = await rowsOf({ orders: col.number, pieces: col.number, difference: col.number })`
    SELECT count(*)::int AS orders, coalesce(sum(x.open), 0)::int AS pieces,
      coalesce(sum(x.open * (n.last_price_minor - x.unit_price_minor)), 0)::float8 AS difference
    FROM price_negotiation n JOIN (${openOrders(
      sql`SELECT style_id FROM price_negotiation WHERE id = ANY(${ids}::uuid[])`,
    )}) x ON x.style_id = n.style_id
    WHERE n.id = ANY(${ids}::uuid[]) AND x.open > 0 AND x.currency = n.currency
      AND x.unit_price_minor <> n.last_price_minor`.execute(db)
  return rows[0] ?? { orders: 0, pieces: 0, difference: 0 }
}

interface Agreed {
  styleId: string
  minor: number
  /** The negotiation's. */
  number: string
}

/**
 * The agreed price becomes that of the style's orders which are not invoiced whole, and of its SKUs in the vendor's inventory; what is on an
 * invoice keeps its own. What the style was ordered for before stays with the negotiation.
 */
export async function applyAgreedPrice(tx: Tx, context: CallContext, agreed: Agreed): Promise<void> {
  await sql`UPDATE price_negotiation n SET ordered_before_minor = coalesce(n.ordered_before_minor, ${lastOrdered('n.style_id', 'n.currency')}::bigint)
    WHERE n.number = ${agreed.number}`.execute(tx)
  await repriceOrders(tx, context, agreed)
  await repriceInventory(tx, context, agreed)
}

/** Of every SKU on sale, also where the vendor said nothing of it yet: that it has a price says no stock. */
async function repriceInventory(tx: Tx, context: CallContext, { styleId, minor }: Agreed): Promise<void> {
  const { rows } = await rowsOf({
    sku_id: col.text,
  })`SELECT id AS sku_id FROM sku WHERE style_id = ${styleId}::uuid AND retired_at IS NULL`.execute(tx)
  const price = { minor, currency: 'CNY' }
  await saveInventory(
    tx,
    context,
    rows.map(({ sku_id }) => ({ sku_id, price })),
  )
}

async function repriceOrders(tx: Tx, context: CallContext, { styleId, minor, number }: Agreed): Promise<void> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT x.id FROM (${ordersToReprice(styleId, minor)}) x ORDER BY x.id`.execute(tx)
  const prices = new Map(rows.map(({ id }) => [id, minor]))
  await giveOrders(tx, context, prices, agreedReason(number))
}

/** Gives orders (by vendor_order.id) these prices. */
async function giveOrders(tx: Tx, context: CallContext, prices: ReadonlyMap<string, number>, why: string) {
  if (prices.size === 0) return
  const orders = await selectOrders(tx)
    .where(sql<boolean>`o.id = ANY(${[...prices.keys()]}::uuid[])`)
    .orderBy('o.id')
    .forNoKeyUpdate('o')
    .execute()
  for (const order of orders) {
    const minor = prices.get(order.id)
    if (minor !== undefined) await reprice(tx, context, order, minor, why)
  }
}

const ordersToReprice = (styleId: string, minor: number) => sql`
  SELECT x.id, x.unit_price_minor FROM (${openOrders(sql`${styleId}::uuid`)}) x
  WHERE x.open > 0 AND x.currency = 'CNY' AND x.unit_price_minor <> ${minor}`

/** Keeps the prices that an agreement is about to change, so that it can be taken back. */
export async function keepBefore(tx: Tx, { styleId, minor, number }: Agreed): Promise<void> {
  await sql`
    UPDATE price_negotiation SET agreed_at = now(), before_agreed = jsonb_build_object(
      'orders', (SELECT coalesce(jsonb_object_agg(x.id::text, x.unit_price_minor), '{}') FROM (${ordersToReprice(styleId, minor)}) x),
      'skus', (SELECT coalesce(jsonb_object_agg(k.id::text, v.price_minor), '{}') FROM sku k LEFT JOIN vendor_inventory v ON v.sku_id = k.id
        WHERE k.style_id = ${styleId}::uuid AND k.retired_at IS NULL))
    WHERE number = ${number}`.execute(tx)
}

/**
 * Gives orders and inventory the prices that they had before this agreement; an SKU that was priced anew since keeps that. Throws
 * move_not_allowed, naming the order, where one was invoiced or priced anew since.
 */
export async function takeAgreedPriceBack(tx: Tx, context: CallContext, agreed: Agreed): Promise<void> {
  const { minor, number } = agreed
  const { rows: orders } = await rowsOf({ id: col.text, order_id: col.text, was: col.number, is_used: col.flag })`
    SELECT o.id, o.order_id, b.value::int AS was, o.unit_price_minor <> ${minor} OR EXISTS (SELECT FROM order_line l
        JOIN invoice_line il ON il.order_line_id = l.id JOIN invoice i ON i.id = il.invoice_id
        WHERE l.order_id = o.id AND i.state = 'LIVE' AND i.created_at >= n.agreed_at) AS is_used
    FROM price_negotiation n CROSS JOIN LATERAL jsonb_each_text(n.before_agreed -> 'orders') b JOIN vendor_order o ON o.id = b.key::uuid
    WHERE n.number = ${number} ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx)
  const used = orders.find(({ is_used }) => is_used)
  if (used !== undefined)
    throw moveNotAllowed(negotiationWords.usedByNow, ['reopen'], { values: { order_id: used.order_id } })
  await giveOrders(tx, context, new Map(orders.map(({ id, was }) => [id, was])), takenBackReason(number))
  const { rows: skus } = await rowsOf({ sku_id: col.text, was: col.numberOrNull })`
    SELECT v.sku_id, b.value::int AS was
    FROM price_negotiation n CROSS JOIN LATERAL jsonb_each_text(n.before_agreed -> 'skus') b JOIN vendor_inventory v ON v.sku_id = b.key::uuid
    WHERE n.number = ${number} AND v.price_minor = ${minor} AND v.price_minor IS DISTINCT FROM b.value::int ORDER BY v.sku_id`.execute(
    tx,
  )
  await saveInventory(
    tx,
    context,
    skus.map(({ sku_id, was }) => ({ sku_id, price: was === null ? null : { minor: was, currency: 'CNY' } })),
  )
  await sql`UPDATE price_negotiation SET agreed_at = NULL, before_agreed = NULL WHERE number = ${number}`.execute(tx)
}
