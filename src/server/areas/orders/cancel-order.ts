import { type RawBuilder, sql } from 'kysely'
import { orderMessages } from '../../../shared/areas/orders/amendments.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvent, recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify, type Told } from '../../notices/notify.ts'
import { retractAsked } from './asked.ts'
import { judgePrices } from './judge-prices.ts'
import { isClosed } from './order-rows.ts'
import { lockAnyOrder, ordersAfter } from './orders.ts'
import { withdrawProposals } from './proposals.ts'

type Input = Taken<Contract['orders']['cancelOrder']>
type Cancelled = Awaited<ReturnType<typeof ordersAfter>>[number]

/**
 * Cancels an order with a reason while none of its pieces is in a shipment; its pieces stay where they stood, so that it can be
 * restored as it was. Vendors see it no longer, and are told. Throws not_found, stale, invalid_input and move_not_allowed.
 */
export async function cancelOrder(input: Input, context: CallContext): Promise<Reply<{ order: Cancelled }>> {
  const { order_id, action, reason } = input
  const isEnd = action === 'cancel'
  if (isEnd && !reason) {
    const message = 'A cancellation needs a reason.'
    throw invalidInput(message, { fields: [{ field: 'reason', message }] })
  }
  return context.command(async (tx) => {
    const order = await lockAnyOrder(tx, context.caller, order_id)
    await assertFresh(tx, { entity: 'order', entityId: order_id, version: order.version }, input.version)
    const underWay = order.reserved + order.packed + order.shipped
    if (isEnd && order.decision === 'CANCELLED') throw moveNotAllowed(orderMessages.notOpen, ['restore'])
    if (isEnd && underWay > 0)
      throw moveNotAllowed(orderMessages.underWay, ['amend'], { values: { order_id, quantity: underWay } })
    if (!isEnd && order.decision !== 'CANCELLED') throw moveNotAllowed(orderMessages.notCancelled, ['cancel'])
    const { was, now, style_id } = await turn(tx, order.id, isEnd)
    await judgePrices(tx, [style_id])
    await recordEvent(tx, context, {
      entity: 'order',
      entityId: order_id,
      event: isEnd ? 'order.cancelled' : 'order.restored',
      from: was,
      to: now,
      details: isEnd && reason ? { reason } : {},
    })
    if (isEnd) {
      await withdrawProposals(tx, [order.id])
      await retractAsked(tx, [order_id])
    }
    // Vendors hear only of what they saw.
    const told = { vendorId: order.vendor_id, things: [order_id], values: { order_id } }
    if ((isEnd ? was : now) === 'APPROVED')
      await notify(tx, context, { ...told, kind: isEnd ? 'orders_cancelled' : 'orders_restored' })
    const [after] = await ordersAfter(tx, context, [order_id])
    if (after === undefined) throw notFound('Order {{order_id}} was not found.', { order_id })
    return reply({ order: after }, isEnd ? 'Order cancelled.' : 'Cancellation taken back.')
  })
}

async function turn(tx: Tx, id: string, isEnd: boolean): Promise<{ was: string; now: string; style_id: string }> {
  const set: RawBuilder<unknown> = isEnd
    ? sql`decision = 'CANCELLED', cancelled_from = b.decision`
    : sql`decision = b.cancelled_from, cancelled_from = NULL`
  const { rows } = await rowsOf({ was: col.text, now: col.text, style_id: col.text })`
    UPDATE vendor_order o SET ${set}, version = o.version + 1
    FROM (SELECT id, decision, cancelled_from FROM vendor_order WHERE id = ${id}) b WHERE o.id = b.id
    RETURNING b.decision AS was, o.decision AS now, o.style_id`.execute(tx)
  const [turned] = rows
  if (turned === undefined) throw new Error('an order that is held is there')
  return turned
}

type Urgent = Gives<Contract['orders']['setUrgent']>

/**
 * Flags orders as urgent, or takes the flag off; an answer that the vendor is typing meanwhile still counts. What is not changed is
 * told with its reason.
 */
export async function setUrgent(
  { order_ids, is_urgent }: Taken<Contract['orders']['setUrgent']>,
  context: CallContext,
): Promise<Reply<Urgent>> {
  return context.command(async (tx) => {
    const outcome = await flagUrgent(tx, context, order_ids, is_urgent)
    return reply(outcome, outcome.changed.length > 0 ? 'Urgency changed.' : 'Nothing was changed.')
  })
}

/** The same within a command. */
export async function flagUrgent(
  tx: Tx,
  context: CallContext,
  order_ids: readonly string[],
  is_urgent: boolean,
): Promise<Urgent> {
  // One statement that locks in the order of ids, as every command does.
  const { rows } = await rowsOf({ order_id: col.text, vendor_id: col.text, decision: col.text })`
      WITH chosen AS (
        SELECT o.id FROM vendor_order o WHERE o.order_id = ANY(${order_ids}::text[])
          AND o.decision IN ('NEW', 'APPROVED') AND o.is_flagged_urgent <> ${is_urgent}
          AND NOT ${isClosed} ORDER BY o.id FOR NO KEY UPDATE
      )
      UPDATE vendor_order AS n SET is_flagged_urgent = ${is_urgent} FROM chosen WHERE n.id = chosen.id
      RETURNING n.order_id, n.vendor_id, n.decision`.execute(tx)
  const changed = rows.sort((a, b) => (a.order_id < b.order_id ? -1 : 1))
  await recordEvents(
    tx,
    context,
    changed.map(({ order_id }) => ({
      entity: 'order',
      entityId: order_id,
      event: is_urgent ? 'order.urgent_set' : 'order.urgent_unset',
      source: order_ids.length > 1 ? 'bulk' : context.source,
    })),
  )
  if (is_urgent) await tellUrgent(tx, context, changed)
  const done = new Set(changed.map(({ order_id }) => order_id))
  const rest = [...new Set(order_ids)].filter((order_id) => !done.has(order_id))
  return { changed: [...done], unchanged: await whyNotUrgent(tx, rest, is_urgent) }
}

async function tellUrgent(
  tx: Tx,
  context: CallContext,
  changed: readonly { order_id: string; vendor_id: string; decision: string }[],
): Promise<void> {
  const seen = changed.filter(({ decision }) => decision === 'APPROVED')
  const told = [...Map.groupBy(seen, ({ vendor_id }) => vendor_id)].map(
    ([vendorId, orders]): Told => ({
      kind: 'orders_urgent',
      vendorId,
      things: orders.map(({ order_id }) => order_id),
      values: { order_id: orders[0]?.order_id ?? '' },
    }),
  )
  await notify(tx, context, ...told)
}

async function whyNotUrgent(tx: Tx, rest: readonly string[], isUrgent: boolean): Promise<Urgent['unchanged']> {
  const { rows } = await rowsOf({ order_id: col.text, decision: col.text, is_closed: col.flag })`
    SELECT o.order_id, o.decision, ${isClosed} AS is_closed FROM vendor_order o
    WHERE o.order_id = ANY(${rest}::text[])`.execute(tx)
  const known = new Map(rows.map(({ order_id, decision, is_closed }) => [order_id, is_closed ? 'CLOSED' : decision]))
  return rest.map((order_id) => {
    const decision = known.get(order_id)
    if (decision === undefined) return { order_id, reason: 'The order was not found.' }
    if (decision === 'CLOSED') return { order_id, reason: orderMessages.isClosed }
    if (decision === 'CANCELLED') return { order_id, reason: orderMessages.isCancelled }
    if (decision === 'NOT_APPROVED') return { order_id, reason: 'The order is already refused.' }
    return { order_id, reason: isUrgent ? orderMessages.isUrgent : orderMessages.notUrgent }
  })
}
