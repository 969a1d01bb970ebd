import { type SqlBool, sql } from 'kysely'
import { factLabels } from '../../../shared/areas.ts'
import { codeIs, type Fact, type Finder, known } from '../../trace/finder.ts'
import { linesOf, ordersIn } from '../orders/order-lines.ts'
import { relatedOrders } from '../orders/trace-orders.ts'
import { type ShipmentFacts, selectShipments } from './shipments.ts'
import { inShipment, relatedBoxes, ssccsOf } from './trace-boxes.ts'
import { nextOfShipment, shipmentTraced } from './trace-shipments.ts'

export const shipmentFinder: Finder = {
  async find(asking, match, limit) {
    const columns = [sql<string>`h.shipment_id`, sql<string>`upper(h.invoice_number)`]
    const found = await Promise.all(
      columns.map((column) =>
        selectShipments(asking.db, asking.caller)
          .where(codeIs(column, match))
          .orderBy(sql`${column} USING ~>~`)
          .orderBy('h.shipment_id', 'desc')
          .limit(sql.lit(limit))
          .execute(),
      ),
    )
    return found.flat().map((facts) => shipmentTraced(facts, asking.caller))
  },
  async history(asking, code) {
    const { db, caller } = asking
    const facts = await selectShipments(db, caller).where('h.shipment_id', '=', code).executeTakeFirst()
    if (facts === undefined) return null
    const held = sql<SqlBool>`l.id IN (SELECT order_line_id FROM shipment_line WHERE shipment_id = ${facts.id}::uuid)`
    const lines = await linesOf(asking, held)
    const boxes = inShipment(facts.id)
    const related = await Promise.all([relatedOrders(asking, ordersIn(lines)), relatedBoxes(asking, boxes)])
    return {
      ...shipmentTraced(facts, caller),
      facts: shipmentFacts(facts),
      quantities: null,
      related: related.flat(),
      next: await nextOfShipment(db, facts),
      scope: {
        things: [{ kind: 'shipment', codes: [code] }],
        boxes: ssccsOf(asking, boxes),
        lines: lines.map((line) => line.id),
      },
    }
  },
}

function shipmentFacts(facts: ShipmentFacts): Fact[] {
  return known([
    { label: factLabels.supplier, text: facts.supplier_name, text_zh: facts.supplier_name_zh },
    { label: factLabels.destination, text: facts.destination, text_zh: facts.destination_zh },
    { label: factLabels.pieces, count: facts.total_quantity },
    { label: factLabels.boxes, count: facts.number_of_boxes },
    facts.inwarded === 0 ? null : { label: factLabels.boxes_inwarded, count: facts.inwarded },
    { label: factLabels.created, at: facts.created_at.toISOString() },
    facts.shipped_at && { label: factLabels.shipped, at: facts.shipped_at.toISOString() },
    facts.invoice_number === null ? null : { label: factLabels.invoice, text: facts.invoice_number },
    facts.carrier === null ? null : { label: factLabels.carrier, text: facts.carrier },
  ])
}
