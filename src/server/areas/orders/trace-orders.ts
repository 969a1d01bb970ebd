import { type SqlBool, sql } from 'kysely'
import { allowedOrderActions, orderActions } from '../../../shared/areas/orders/next-actions.ts'
import { hiddenStatuses, shortPieces } from '../../../shared/areas/orders/status.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { address } from '../../../shared/kernel/screens.ts'
import type { Caller } from '../../http/call.ts'
import {
  type Asking,
  codeIs,
  type Fact,
  type Finder,
  known,
  pathFor,
  RELATED,
  type Related,
  relatedOf,
  type Traced,
} from '../../trace/finder.ts'
import { relatedBoxes, ssccsOf, withLines } from '../shipments/trace-boxes.ts'
import { relatedShipments } from '../shipments/trace-shipments.ts'
import { linesOf, shipmentsOfLines, standing, sumOf } from './order-lines.ts'
import { type OrderFacts, orderWire, scopeOrders, selectOrders } from './order-rows.ts'
import { relatedStyles } from './trace-styles.ts'

/** Orders by the ids that people use, for another thing's history. */
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
    NOT_APPROVED: address('/ops/all-pending-orders', { tab: 'refused', order: code }),
    CANCELLED: address('/ops/all-pending-orders', { tab: 'cancelled', order: code }),
  }
  const order = orderWire(facts, new Date())
  const status = {
    NEW: hiddenStatuses.pending,
    APPROVED: order.status,
    NOT_APPROVED: hiddenStatuses.notApproved,
    CANCELLED: hiddenStatuses.cancelled,
  }
  return {
    kind: 'order',
    code,
    title: code,
    subtitle: `${supplier_name} · ${style_name}`,
    subtitle_zh: `${supplier_name_zh} · ${style_name_zh}`,
    status: status[decision],
    short: shortPieces(order),
    picture: facts.picture,
    path: pathFor(caller, paths[decision]),
  }
}

export const orderFinder: Finder = {
  async find(asking, match, limit) {
    const found = await scopeOrders(selectOrders(asking.db), asking.caller)
      .where(codeIs(sql`o.order_id`, match))
      .orderBy(sql`o.order_id USING ~>~`)
      .limit(sql.lit(limit))
      .execute()
    return found.map((facts) => orderTraced(facts, asking.caller))
  },
  async history(asking, code) {
    const { db, caller } = asking
    const facts = await scopeOrders(selectOrders(db), caller).where('o.order_id', '=', code).executeTakeFirst()
    if (facts === undefined) return null
    const lines = await linesOf(asking, sql<SqlBool>`o.id = ${facts.id}::uuid`)
    const shipments = await shipmentsOfLines(asking, lines)
    const related = await Promise.all([
      relatedStyles(asking, sql<SqlBool>`s.code = ${facts.style_id}`),
      relatedShipments(asking, shipments),
      relatedBoxes(asking, withLines(lines)),
    ])
    return {
      ...orderTraced(facts, caller),
      facts: orderFacts(facts, caller),
      quantities: sumOf(lines),
      related: related.flat(),
      next: orderActions(allowedOrderActions(standing(lines)), { order: code }),
      scope: {
        things: [
          { kind: 'order', codes: [code] },
          { kind: 'shipment', codes: shipments },
        ],
        boxes: ssccsOf(asking, withLines(lines)),
        lines: lines.map((line) => line.id),
      },
    }
  },
}

function orderFacts(facts: OrderFacts, caller: Caller): Fact[] {
  const seesPrices = hasRight(caller, 'seePrices')
  const unit = { minor: facts.unit_price_minor, currency: facts.currency }
  return known([
    { label: factLabels.supplier, text: facts.supplier_name, text_zh: facts.supplier_name_zh },
    {
      label: factLabels.style,
      text: `${facts.style_id} · ${facts.style_name}`,
      text_zh: `${facts.style_id} · ${facts.style_name_zh}`,
    },
    { label: factLabels.ordered_on, day: facts.order_date },
    { label: factLabels.deadline, day: facts.ship_by },
    { label: factLabels.destination, text: facts.destination, text_zh: facts.destination_zh },
    seesPrices ? { label: factLabels.unit_price, price: unit } : null,
    // Free words of ops: they write prices in them.
    seesPrices && facts.remark ? { label: factLabels.remark, text: facts.remark } : null,
  ])
}
