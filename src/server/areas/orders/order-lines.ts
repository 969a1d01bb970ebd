import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { orderDecisions } from '../../../shared/areas/orders/amendments.ts'
import {
  allowedOrderActions,
  type OrderAction,
  orderActionLabels,
  type StandingOrder,
} from '../../../shared/areas/orders/next-actions.ts'
import { pieces } from '../../../shared/areas/orders/quantities.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { ownRows } from '../../http/own-rows.ts'
import type { Asking } from '../../trace/finder.ts'
import { isClosed, quantitiesWire, quantityColumns } from './order-rows.ts'

const tracedLineColumns = {
  ...quantityColumns,
  vendor_decision: z.enum(['NEW', 'CONFIRMED', 'REJECTED', 'OUT_OF_STOCK']),
  /** order_line.id */
  id: col.text,
  order_id: col.text,
  decision: z.enum(orderDecisions),
  is_closed: col.flag,
}

export type TracedLine = Row<typeof tracedLineColumns>

/** More lines than this are not looked at for one SKU or style: its newest orders tell its history. */
const MOST_LINES = 3_000

/** Lines `l` of orders `o` that the caller may see, newest orders first. */
export async function linesOf({ db, caller }: Asking, condition: RawBuilder<SqlBool>): Promise<TracedLine[]> {
  const approved = caller.vendorId === null ? sql<SqlBool>`true` : sql<SqlBool>`o.decision = 'APPROVED'`
  const { rows } = await rowsOf(tracedLineColumns)`
    SELECT l.id, o.order_id, o.decision, l.vendor_decision, l.ordered, l.awaiting, l.platform, l.reserved, l.packed,
      l.shipped, l.rejected, l.oos,
      ${isClosed} AS is_closed
    FROM order_line l JOIN vendor_order o ON o.id = l.order_id
    WHERE ${condition} AND ${approved} AND ${ownRows(caller, 'o.vendor_id')}
    ORDER BY o.order_date DESC, o.order_id DESC LIMIT ${sql.lit(MOST_LINES)}`.execute(db)
  return rows
}

/** Orders of lines, each once, in their order. */
export function ordersIn(lines: readonly TracedLine[]): string[] {
  return [...new Set(lines.map((line) => line.order_id))]
}

export function sumOf(lines: readonly TracedLine[]) {
  return lines.length === 0 ? null : quantitiesWire(pieces.sum(lines))
}

/** What may be done with a SKU's or style's lines, whatever order they are in; what needs one whole order is left to that. */
export function allowedOfLines(lines: readonly TracedLine[]): OrderAction[] {
  const orders = [...Map.groupBy(lines, (line) => line.order_id).values()]
  const allowed = new Set(orders.flatMap((of) => allowedOrderActions(standing(of))))
  const whole: readonly OrderAction[] = ['reopen', 'withdraw']
  return (Object.keys(orderActionLabels) as OrderAction[]).filter(
    (action) => allowed.has(action) && !whole.includes(action),
  )
}

/** An order as these of its lines tell it. */
export function standing(lines: readonly TracedLine[]): StandingOrder {
  const isNew = lines.some((line) => line.vendor_decision === 'NEW')
  const { decision = 'NEW', is_closed = false } = lines[0] ?? {}
  return { decision, vendor_decision: isNew ? 'NEW' : 'ANSWERED', lines, is_closed }
}

/** Shipments that hold pieces of these lines, or once did: by the ids that people use, newest first. */
export async function shipmentsOfLines({ db, caller }: Asking, lines: readonly TracedLine[]): Promise<string[]> {
  if (lines.length === 0) return []
  const ids = lines.map((line) => line.id)
  const { rows } = await rowsOf({ shipment_id: col.text })`
    SELECT h.shipment_id FROM shipment h
    WHERE h.id IN (SELECT shipment_id FROM shipment_line WHERE order_line_id = ANY(${ids}::uuid[])
      UNION SELECT shipment_id FROM line_move WHERE order_line_id = ANY(${ids}::uuid[]) AND shipment_id IS NOT NULL)
      AND ${ownRows(caller, 'h.vendor_id')}
    ORDER BY h.shipment_id DESC`.execute(db)
  return rows.map((row) => row.shipment_id)
}
