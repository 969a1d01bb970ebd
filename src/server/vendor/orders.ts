import { type SqlBool, sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { dayIn, orderStatuses, stages, statusFilter, vendorZone } from '../../shared/domain/order-status.ts'
import { type Db, type Said, said, type Work } from '../http/call.ts'
import { invalidInput, notFound } from '../http/errors.ts'
import { loadHistory, loadLines } from '../orders/order-details.ts'
import { type OrderFacts, orderWire, scopeOrders, selectOrders } from '../orders/order-rows.ts'
import { orderSearch, searchedOrders } from '../orders/order-search.ts'
import { ownRows } from '../people/for-vendor.ts'
import { pageOf, readCursor } from './keyset.ts'
import { assertVendorName } from './vendors.ts'

type ListInput = Taken<Contract['vendor']['getOrders']>
export type OrderFilter = Taken<Contract['vendor']['getOrdersFile']>
type OrderList = ReturnType<Contract['vendor']['getOrders']['gives']['json']['parse']>

const sortColumns = {
  shipping_deadline: 'o.ship_by',
  order_date: 'o.order_date',
  order_id: 'o.order_id',
  total_order_quantity: 'o.ordered',
} as const

const sortValue = {
  shipping_deadline: (order: OrderFacts) => order.ship_by,
  order_date: (order: OrderFacts) => order.order_date,
  order_id: (order: OrderFacts) => order.order_id,
  total_order_quantity: (order: OrderFacts) => order.ordered,
}

/** A page of the orders that ops approved, or their counts. */
export async function listOrders(input: ListInput, work: Work): Promise<Said<OrderList>> {
  await assertVendorName(work, input.supplier_id)
  if (input.part === 'counts') return said({ rows: [], next_cursor: null, counts: await countOrders(input, work) })
  const column = sortColumns[input.sort]
  const after = readCursor(input.cursor)
  let query = filteredOrders(work, input, await searchOf(work, input))
  if (after !== null) query = query.where(beyond(column, input.descending, after.value, after.id))
  const direction = input.descending ? 'desc' : 'asc'
  query = query.orderBy(column, direction)
  if (column !== 'o.order_id') query = query.orderBy('o.order_id', direction)
  const found = await query.limit(sql.lit(input.page_size + 1)).execute()
  const { rows, next_cursor } = pageOf(found, input.page_size, (order) => ({
    value: sortValue[input.sort](order),
    id: order.order_id,
  }))
  return said({ rows: await withDetails(rows, input, work), next_cursor })
}

function beyond(column: string, descending: boolean, value: string | number, id: string) {
  const than = descending ? sql`<` : sql`>`
  return sql<SqlBool>`(${sql.ref(column)}, o.order_id) ${than} (${value}, ${id})`
}

async function withDetails(
  orders: OrderFacts[],
  wanted: { include_lines?: boolean; include_history?: boolean },
  work: Pick<Work, 'db'>,
) {
  const now = new Date()
  const ids = orders.map((order) => order.id)
  const lines = wanted.include_lines && ids.length > 0 ? await loadLines(work.db, ids) : null
  const codes = orders.map((order) => order.order_id)
  const history = wanted.include_history && ids.length > 0 ? await loadHistory(work.db, 'order', codes) : null
  return orders.map((order) => ({
    ...orderWire(order, now),
    ...(lines && { sku_details: lines.get(order.id) ?? [] }),
    ...(history && { history: history.get(order.order_id) ?? [] }),
  }))
}

/** Orders with their lines by the ids that people use, in the order asked for, as a command answers them. */
export async function ordersAfter(db: Db, work: Work, orderIds: readonly string[]) {
  const found = await scopeOrders(selectOrders(db), work.caller).where('o.order_id', 'in', orderIds).execute()
  const rows = await withDetails(found, { include_lines: true, include_history: true }, { db })
  return orderIds.flatMap((id) => rows.filter((row) => row.order_id === id))
}

/** The filter's search in the form that is fast for a page of what the caller may see. */
async function searchOf(work: Pick<Work, 'db' | 'caller'>, { search }: Pick<OrderFilter, 'search'>) {
  if (!search) return undefined
  return searchedOrders(work.db, search, sql`o.decision = 'APPROVED' AND ${ownRows(work.caller, 'o.vendor_id')}`)
}

/** Every order that fits the filter and that the caller may see. Sorted by the caller of this. */
export function filteredOrders(
  work: Pick<Work, 'db' | 'caller'>,
  filter: OrderFilter,
  search = filter.search ? orderSearch(filter.search) : undefined,
) {
  const today = dayIn(vendorZone, new Date())
  let query = scopeOrders(selectOrders(work.db), work.caller).where('o.decision', '=', 'APPROVED')
  if (filter.supplier_id)
    query = query.where(sql<SqlBool>`o.vendor_id = (SELECT id FROM vendor WHERE code = ${filter.supplier_id})`)
  if (filter.order_ids) query = query.where(sql<SqlBool>`o.order_id = ANY(${filter.order_ids}::text[])`)
  if (filter.order_date_from) query = query.where('o.order_date', '>=', filter.order_date_from)
  if (filter.order_date_to) query = query.where('o.order_date', '<=', filter.order_date_to)
  if (search !== undefined) query = query.where(search)
  if (filter.status?.length) query = query.where(hasStatus(filter.status, today))
  if (filter.urgent !== undefined) query = query.where(urgentIs(filter.urgent, today))
  if (filter.tab !== 'all') query = query.where(sql<SqlBool>`${tabs[filter.tab]}`)
  return query
}

const tabs = {
  new: sql<boolean>`o.vendor_decision = 'NEW'`,
  confirmed: sql<boolean>`o.vendor_decision = 'ANSWERED' AND o.stage IN (3, 4, 5)`,
  shipped: sql<boolean>`o.stage IN (2, 3) AND o.shipped > 0`,
  rejected_oos: sql<boolean>`o.rejected + o.oos > 0`,
} as const

function hasStatus(statuses: NonNullable<OrderFilter['status']>, today: string) {
  const each = statuses.map((status) => {
    const { stages: covered, deadline } = statusFilter(status)
    const inStages = sql`o.stage IN (${sql.join(covered)})`
    if (deadline === 'any') return inStages
    const compare = { past: sql`<`, today: sql`=`, future: sql`>` }[deadline]
    return sql`(${inStages} AND o.ship_by ${compare} ${today})`
  })
  return sql<SqlBool>`(${sql.join(each, sql` OR `)})`
}

function urgentIs(urgent: boolean, today: string) {
  const rule = sql`(o.is_flagged_urgent OR (o.stage > ${stages.fullyShipped} AND o.ship_by <= ${today}::date + 1))`
  return urgent ? sql<SqlBool>`${rule}` : sql<SqlBool>`NOT ${rule}`
}

/** Counts by tab and by status, of what the other filters leave. */
async function countOrders(input: ListInput, work: Work): Promise<Record<string, number>> {
  const { tab: _tab, status: _status, ...filter } = input
  const today = dayIn(vendorZone, new Date())
  const count = (rule: unknown) => sql<number>`count(*) FILTER (WHERE ${rule})::int`
  const row = await filteredOrders(work, { ...filter, tab: 'all' }, await searchOf(work, filter))
    .clearSelect()
    .select([
      count(tabs.new).as('new'),
      count(tabs.confirmed).as('confirmed'),
      count(tabs.shipped).as('shipped'),
      count(tabs.rejected_oos).as('rejected_oos'),
      sql<number>`count(*)::int`.as('all'),
      ...orderStatuses.map((status) => count(hasStatus([status], today)).as(status)),
    ])
    .executeTakeFirstOrThrow()
  return row as Record<string, number>
}

/** Orders with refused or out-of-stock pieces, with their lines. */
export async function listRejectedOosOrders(
  input: Taken<Contract['vendor']['getRejectedOosOrders']>,
  work: Work,
): Promise<Said<OrderList>> {
  const list = { tab: 'rejected_oos', sort: 'order_date', descending: true, part: 'rows' } as const
  return listOrders({ ...input, ...list, include_lines: true, include_history: false }, work)
}

/** Locks one order for a command. Throws not_found for another vendor's, or one that ops did not approve. */
export async function lockOrder(db: Db, caller: Work['caller'], orderId: string) {
  const scoped = scopeOrders(selectOrders(db), caller)
  const order = await scoped
    .where('o.order_id', '=', orderId)
    .where('o.decision', '=', 'APPROVED')
    .forNoKeyUpdate('o')
    .executeTakeFirst()
  if (order === undefined) throw notFound('Order {{order_id}} was not found.', { order_id: orderId })
  return order
}

export function oneEach(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length) throw invalidInput('Multiple entries found.')
}
