import { sql } from 'kysely'
import { orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { stages } from '../../../shared/areas/orders/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { notify, type Told } from '../../notices/notify.ts'

const columns = {
  order_id: col.text,
  vendor_id: col.text,
  decision: col.text,
  stage: col.number,
  is_reminded: col.flag,
}

type Outcome = Gives<Contract['orders']['remindVendors']>

/**
 * Tells the vendors of open orders that we wait for them, one notice a vendor, and notes it in the orders' histories. An order is reminded of
 * once an hour at most, however often it is pressed.
 */
export async function remindVendors(
  { order_ids }: Taken<Contract['orders']['remindVendors']>,
  context: CallContext,
): Promise<Reply<Outcome>> {
  return context.command(async (tx) => {
    // Locked in the order of ids, as every command does, before it is read who was reminded: two who press at once remind once.
    await sql`SELECT FROM vendor_order WHERE order_id = ANY(${order_ids}::text[]) ORDER BY id FOR NO KEY UPDATE`.execute(
      tx,
    )
    const { rows } = await rowsOf(columns)`
      SELECT o.order_id, o.vendor_id, o.decision, o.stage, EXISTS (SELECT 1 FROM audit_event e WHERE e.entity = 'order'
        AND e.entity_id = o.order_id AND e.event = 'order.reminded' AND e.at > now() - interval '1 hour') AS is_reminded
      FROM vendor_order o WHERE o.order_id = ANY(${order_ids}::text[])`.execute(tx)
    const reasons = new Map(rows.map((order) => [order.order_id, whyNot(order)]))
    const waiting = rows
      .filter(({ order_id }) => reasons.get(order_id) === null)
      .sort((a, b) => (a.order_id < b.order_id ? -1 : 1))
    await recordEvents(
      tx,
      context,
      waiting.map(({ order_id }) => ({
        ...{ entity: 'order', entityId: order_id, event: 'order.reminded' },
        source: order_ids.length > 1 ? 'bulk' : context.source,
      })),
    )
    const told = [...Map.groupBy(waiting, ({ vendor_id }) => vendor_id)].map(
      ([vendorId, orders]): Told => ({
        kind: 'orders_reminded',
        vendorId,
        things: orders.map(({ order_id }) => order_id),
        values: { order_id: orders[0]?.order_id ?? '' },
      }),
    )
    await notify(tx, context, ...told)
    const unchanged = [...new Set(order_ids)].flatMap((order_id) => {
      const reason = reasons.has(order_id) ? reasons.get(order_id) : 'The order was not found.'
      return reason ? [{ order_id, reason }] : []
    })
    const outcome: Outcome = { changed: waiting.map(({ order_id }) => order_id), unchanged }
    return reply(outcome, waiting.length > 0 ? 'Vendors were reminded.' : 'Nothing was changed.')
  })
}

function whyNot({ decision, stage, is_reminded }: { decision: string; stage: number; is_reminded: boolean }) {
  if (decision === 'CANCELLED') return orderMessages.isCancelled
  if (decision !== 'APPROVED' || stage <= stages.fullyShipped) return orderMessages.nothingOpen
  return is_reminded ? orderMessages.remindedNow : null
}
