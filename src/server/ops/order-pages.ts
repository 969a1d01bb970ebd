import { sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { dayIn, vendorZone } from '../../shared/domain/order-status.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { loadHistory, loadLines } from '../orders/order-details.ts'
import { orderWire, selectOrders } from '../orders/order-rows.ts'
import { exceptionCount, matching } from './order-filter.ts'

type PageInput = Taken<Contract['ops']['getPendingOrders']>
type OrderPage = Gives<Contract['ops']['getPendingOrders']>

/** What waits for ops: most exceptions first, then by supplier, deadline and order id. A page past the end is empty. */
export function listPendingOrders(input: PageInput, work: Pick<Work, 'db'>): Promise<Said<OrderPage>> {
  const today = dayIn(vendorZone, new Date())
  const sorted = ordersOf(input, work, 'NEW', today)
    .orderBy(exceptionCount(today), 'desc')
    .orderBy('v.name')
    .orderBy('o.ship_by')
    .orderBy('o.order_id')
  return pageOf(sorted, input, work, 'NEW', today)
}

/** What ops approved, newest first. */
export function listConfirmedOrders(input: PageInput, work: Pick<Work, 'db'>): Promise<Said<OrderPage>> {
  const today = dayIn(vendorZone, new Date())
  const sorted = ordersOf(input, work, 'APPROVED', today).orderBy('o.order_date', 'desc').orderBy('o.order_id', 'desc')
  return pageOf(sorted, input, work, 'APPROVED', today)
}

type Decided = 'NEW' | 'APPROVED'

function ordersOf(input: PageInput, work: Pick<Work, 'db'>, decision: Decided, today: string) {
  return selectOrders(work.db).where('o.decision', '=', decision).where(matching(input, today))
}

async function pageOf(
  query: ReturnType<typeof ordersOf>,
  input: PageInput,
  work: Pick<Work, 'db'>,
  decision: Decided,
  today: string,
): Promise<Said<OrderPage>> {
  const { page, page_size } = input
  const [found, total] = await Promise.all([
    query
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    countOrders(input, work, decision, today),
  ])
  const now = new Date()
  const ids = found.map((order) => order.id)
  const lines = input.include_lines ? await loadLines(work.db, ids) : null
  const codes = found.map((order) => order.order_id)
  const history = input.include_history ? await loadHistory(work.db, 'order', codes) : null
  const rows = found.map((order) => ({
    ...orderWire(order, now),
    ...(lines && { sku_details: lines.get(order.id) ?? [] }),
    ...(history && { history: history.get(order.order_id) ?? [] }),
  }))
  return said({ rows, page, page_size, total, pages: Math.ceil(total / page_size) })
}

async function countOrders(
  input: PageInput,
  work: Pick<Work, 'db'>,
  decision: Decided,
  today: string,
): Promise<number> {
  const row = await work.db
    .selectFrom('vendor_order as o')
    .where('o.decision', '=', decision)
    .where(matching(input, today))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}
