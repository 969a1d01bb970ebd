import { address } from '../../shared/domain/next-actions.ts'
import { traceStatuses } from '../../shared/domain/trace.ts'
import type { Caller } from '../http/call.ts'
import { type OrderFacts, orderWire, scopeOrders, selectOrders } from '../orders/order-rows.ts'
import { type Asking, pathFor, RELATED, type Related, relatedOf, type Traced } from './finder.ts'

/** Orders by the ids that people use, for another thing's life. */
export async function relatedOrders(asking: Asking, orderIds: readonly string[]): Promise<Related[]> {
  if (orderIds.length === 0) return []
  const shown = orderIds.slice(0, RELATED)
  const found = await scopeOrders(selectOrders(asking.db), asking.caller).where('o.order_id', 'in', shown).execute()
  const byId = new Map(found.map((facts) => [facts.order_id, orderTraced(facts, asking.caller)]))
  return relatedOf(
    'order',
    shown.flatMap((id) => byId.get(id) ?? []),
    orderIds.length,
  )
}

export function orderTraced(facts: OrderFacts, caller: Caller): Traced {
  const { order_id: code, decision, supplier_name, supplier_name_zh, style_name, style_name_zh } = facts
  const paths = {
    NEW: address('/ops/all-pending-orders', { order: code }),
    APPROVED: address('/supplier/my-orders', { tab: 'all', order: code }),
    NOT_APPROVED: null,
  }
  const status = {
    NEW: traceStatuses.pending,
    APPROVED: orderWire(facts, new Date()).status,
    NOT_APPROVED: traceStatuses.notApproved,
  }
  return {
    kind: 'order',
    code,
    title: code,
    subtitle: `${supplier_name} · ${style_name}`,
    subtitle_zh: `${supplier_name_zh} · ${style_name_zh}`,
    status: status[decision],
    path: pathFor(caller, paths[decision]),
  }
}
