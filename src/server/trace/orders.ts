import { type SqlBool, sql } from 'kysely'
import { allowedOrderActions, orderActions } from '../../shared/domain/next-actions.ts'
import { hasRight } from '../../shared/domain/rights.ts'
import { factLabels } from '../../shared/domain/trace.ts'
import type { Caller } from '../http/call.ts'
import { type OrderFacts, scopeOrders, selectOrders } from '../orders/order-rows.ts'
import { relatedBoxes, ssccsOf, withLines } from './box-hits.ts'
import { codeIs, type Fact, type Finder, known } from './finder.ts'
import { orderTraced } from './order-hits.ts'
import { linesOf, shipmentsOfLines, standing, sumOf } from './order-lines.ts'
import { relatedShipments } from './shipment-hits.ts'
import { relatedStyles } from './style-hits.ts'

export const orderFinder: Finder = {
  async find(asking, match, limit) {
    const found = await scopeOrders(selectOrders(asking.db), asking.caller)
      .where(codeIs(sql`o.order_id`, match))
      .orderBy(sql`o.order_id USING ~>~`)
      .limit(sql.lit(limit))
      .execute()
    return found.map((facts) => orderTraced(facts, asking.caller))
  },
  async life(asking, code) {
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
      next: orderActions(caller, allowedOrderActions(standing(lines)), { order: code }),
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
