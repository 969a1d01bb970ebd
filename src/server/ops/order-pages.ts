import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { dayIn, vendorZone } from '../../shared/domain/order-status.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { loadHistory, loadLines } from '../orders/order-details.ts'
import { type OrderFacts, ordersSelected, orderWire } from '../orders/order-rows.ts'
import { narrowed } from '../orders/order-search.ts'
import { exceptionCount, matching, searchedFor } from './order-filter.ts'

type PageInput = Taken<Contract['ops']['getPendingOrders']>
type OrderPage = Gives<Contract['ops']['getPendingOrders']>

/** What waits for ops: most exceptions first, then by supplier, deadline and order id. A page past the end is empty. */
export async function listPendingOrders(input: PageInput, work: Pick<Work, 'db'>): Promise<Said<OrderPage>> {
  const today = dayIn(vendorZone, new Date())
  const order = sql`${exceptionCount(today)} DESC, v.name, o.ship_by, o.order_id`
  return pageOf(await which(input, work, 'NEW', today), order, input, work)
}

/** What ops approved, newest first. */
export async function listConfirmedOrders(input: PageInput, work: Pick<Work, 'db'>): Promise<Said<OrderPage>> {
  const today = dayIn(vendorZone, new Date())
  const order = sql`o.order_date DESC, o.order_id DESC`
  return pageOf(await which(input, work, 'APPROVED', today), order, input, work)
}

async function which(input: PageInput, { db }: Pick<Work, 'db'>, decision: 'NEW' | 'APPROVED', today: string) {
  // As text, not a parameter: partial indexes are only used where they are known to fit.
  const decided = sql<SqlBool>`o.decision = ${sql.lit(decision)}`
  const search = input.search ? await narrowed(db, searchedFor(input.search), decided) : undefined
  return sql<SqlBool>`${decided} AND ${matching(input, today, search)}`
}

async function pageOf(
  rule: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  input: PageInput,
  work: Pick<Work, 'db'>,
): Promise<Said<OrderPage>> {
  const { page, page_size } = input
  const [{ rows: found }, total] = await Promise.all([
    sql<OrderFacts>`${ordersSelected(work.db)} WHERE ${rule} ORDER BY ${order}
      LIMIT ${sql.lit(page_size)} OFFSET ${(page - 1) * page_size}`.execute(work.db),
    countOrders(work, rule),
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

async function countOrders({ db }: Pick<Work, 'db'>, rule: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM vendor_order o WHERE ${rule}`.execute(db)
  return rows[0]?.total ?? 0
}
