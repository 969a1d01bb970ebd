import { sql } from 'kysely'
import { orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { isNewVendor } from '../../../shared/areas/orders/answers.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordEvents } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { notify, type Told } from '../../notices/notify.ts'
import { judgePrices } from './judge-prices.ts'
import { checkNewOrders, type NewOrder, type NewOrderFault, type ReadyOrder } from './new-orders.ts'
import { ordersAfter } from './orders.ts'
import { lastApproved } from './style-prices.ts'

type Input = Taken<Contract['orders']['makeOrder']>
type Made = Awaited<ReturnType<typeof ordersAfter>>[number]

/** One order by hand. Throws invalid_input with every fault at its field; an order that is made now has a deadline to come. */
export async function makeOrder(input: Input, context: CallContext): Promise<Reply<{ order: Made }>> {
  return context.command(async (tx) => {
    const { faults } = await checkNewOrders(tx, [input])
    if (input.shipping_deadline < dayIn(vendorZone, new Date()) && faults.length === 0)
      faults.push({ at: 0, field: 'shipping_deadline', message: orderMessages.deadlinePast, values: {} })
    if (faults.length > 0) throw refused(faults)
    const [order_id = ''] = await makeOrders(tx, context, [input])
    const [order] = await ordersAfter(tx, context, [order_id])
    if (order === undefined) throw notFound('Order {{order_id}} was not found.', { order_id })
    return reply({ order }, 'Order made.')
  })
}

function refused(faults: readonly NewOrderFault[]) {
  const [first] = faults
  const fields = faults.map(({ field, message, values }) => ({ field, message, values }))
  return invalidInput(first?.message ?? '', { values: first?.values ?? {}, fields })
}

/**
 * Makes orders with their lines, any number in a handful of statements, and gives their ids in the order given. Flags, first state,
 * history and notices are as for every order: they wait for ops, or for their vendor where that answers first. Throws invalid_input
 * with the first fault and all fields; who wants the faults of every order asks `checkNewOrders` before.
 */
export async function makeOrders(tx: Tx, context: CallContext, orders: readonly NewOrder[]): Promise<string[]> {
  if (orders.length === 0) return []
  const { ready, faults } = await checkNewOrders(tx, orders)
  if (faults.length > 0) throw refused(faults)
  const decision = (await readSetting(tx, 'ops_approval')) === 'after_vendor' ? 'APPROVED' : 'NEW'
  const numbers = await numbersFor(tx, ready.filter(({ given }) => !given.order_id).length)
  const codes = ready.map(({ given }) => given.order_id || (numbers.shift() ?? ''))
  await writeOrders(tx, ready, codes, decision)
  await recordEvents(
    tx,
    context,
    ready.map((order, at) => ({
      entity: 'order',
      entityId: codes[at] ?? '',
      event: 'order.created',
      to: decision,
      source: ready.length > 1 && context.source !== 'file' ? 'bulk' : context.source,
      details: { quantity: piecesOf(order) },
    })),
  )
  if (decision === 'APPROVED')
    await judgePrices(
      tx,
      ready.map(({ style }) => style),
    )
  await tellOf(tx, context, ready, codes, decision)
  return codes
}

const piecesOf = ({ lines }: ReadyOrder) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** The next numbers of the series; those that somebody gave to an order by hand are passed over. */
async function numbersFor(tx: Tx, count: number): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const { rows } = await rowsOf({ order_id: col.text })`
      SELECT n.order_id FROM (SELECT 'VO-' || lpad(nextval('vendor_order_number')::text, 6, '0') AS order_id
        FROM generate_series(1, ${count - free.length}::int)) n
      WHERE NOT EXISTS (SELECT 1 FROM vendor_order o WHERE o.order_id = n.order_id)
      ORDER BY n.order_id`.execute(tx)
    free.push(...rows.map(({ order_id }) => order_id))
  }
  return free
}

async function writeOrders(
  tx: Tx,
  ready: readonly ReadyOrder[],
  codes: readonly string[],
  decision: 'NEW' | 'APPROVED',
) {
  const ids = newIds(ready.length)
  const newDays = await readSetting(tx, 'new_vendor_days')
  const all = <T>(of: (order: ReadyOrder) => T) => ready.map(of)
  await sql`
    INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, unit_price_minor, currency,
      previous_unit_price_minor, is_flagged_urgent, is_new_vendor, decision, approved_at, asked_at, remark, ordered, awaiting)
    SELECT id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, minor, currency,
      ${lastApproved('n.style_id', 'n.currency')}, urgent, is_new, ${decision}, CASE WHEN ${decision === 'APPROVED'} THEN now() END, CASE WHEN ${decision === 'APPROVED'} THEN now() END, remark, pieces, pieces
    FROM unnest(${ids}::uuid[], ${codes}::text[], ${all(({ vendor }) => vendor.id)}::uuid[],
      ${all(({ style }) => style)}::uuid[], ${all(({ site }) => site)}::uuid[], ${all(({ orderDate }) => orderDate)}::date[],
      ${all(({ given }) => given.shipping_deadline)}::date[], ${all(({ given }) => given.unit_price.minor)}::bigint[],
      ${all(({ given }) => given.unit_price.currency)}::text[],
      ${all(({ given }) => given.is_urgent ?? false)}::boolean[],
      ${all(({ vendor, orderDate }) => isNewVendor(vendor.onboarded_on, orderDate, newDays))}::boolean[], ${all(({ given }) => given.remark || null)}::text[],
      ${all(piecesOf)}::int[])
      AS n (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, minor, currency, urgent, is_new,
        remark, pieces)`.execute(tx)
  const lines = ready.flatMap((order, at) => order.lines.map((line) => ({ ...line, order: ids[at] ?? '' })))
  await sql`
    INSERT INTO order_line (id, order_id, sku_id, opened, ordered, awaiting)
    SELECT id, order_id, sku_id, pieces, pieces, pieces
    FROM unnest(${newIds(lines.length)}::uuid[], ${lines.map(({ order }) => order)}::uuid[],
      ${lines.map(({ sku }) => sku)}::uuid[], ${lines.map(({ quantity }) => quantity)}::int[])
      AS n (id, order_id, sku_id, pieces)`.execute(tx)
}

/** Ops hear of orders that wait for them, a vendor of those that wait for it. */
async function tellOf(
  tx: Tx,
  context: CallContext,
  ready: readonly ReadyOrder[],
  codes: readonly string[],
  decision: 'NEW' | 'APPROVED',
): Promise<void> {
  const made = ready.map(({ vendor }, at) => ({ vendor: vendor.id, code: codes[at] ?? '' }))
  if (decision === 'NEW') {
    await notify(tx, context, { kind: 'orders_to_approve', things: codes, values: { order_id: codes[0] ?? '' } })
    return
  }
  const told = [...Map.groupBy(made, ({ vendor }) => vendor)].map(
    ([vendorId, orders]): Told => ({
      kind: 'orders_to_answer',
      vendorId,
      things: orders.map(({ code }) => code),
      values: { order_id: orders[0]?.code ?? '' },
    }),
  )
  await notify(tx, context, ...told)
}
