import type { RawBuilder, SqlBool } from 'kysely'
import { orderActions } from '../../shared/domain/next-actions.ts'
import { relatedBoxes, ssccsOf, withLines } from './box-hits.ts'
import type { Asking } from './finder.ts'
import { relatedOrders } from './order-hits.ts'
import { allowedOfLines, ordersIn, shipmentsOfLines, sumOf, type TracedLine } from './order-lines.ts'
import { relatedShipments } from './shipment-hits.ts'
import { relatedStyles } from './style-hits.ts'

/** What SKUs and styles have in common: all their orders, and the shipments of those. `style` is the condition on styles `s`. */
export async function livesOfLines(
  asking: Asking,
  code: string,
  lines: readonly TracedLine[],
  style: RawBuilder<SqlBool> | null,
) {
  const shipments = await shipmentsOfLines(asking, lines)
  const orders = ordersIn(lines)
  const boxes = withLines(lines)
  const related = await Promise.all([
    style ? relatedStyles(asking, style) : [],
    relatedOrders(asking, orders),
    relatedShipments(asking, shipments),
    relatedBoxes(asking, boxes),
  ])
  return {
    quantities: sumOf(lines),
    related: related.flat(),
    next: orderActions(asking.caller, allowedOfLines(lines), { search: code }),
    scope: {
      things: [
        { kind: 'order' as const, codes: orders },
        { kind: 'shipment' as const, codes: shipments },
      ],
      boxes: ssccsOf(asking, boxes),
      lines: lines.map((line) => line.id),
    },
  }
}
