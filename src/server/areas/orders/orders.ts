import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { openStages, orderStatuses, type Stage, stages, statusFilter } from '../../../shared/areas/orders/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { col, counts, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Reply, reply } from '../../http/call.ts'
import { invalidInput, notFound } from '../../http/errors.ts'
import { forVendor } from '../../http/own-rows.ts'
import { type Keyset, pageOf, readCursor } from '../../lists/keyset.ts'
import { assertVendorName } from '../data/vendors.ts'
import { loadHistory, loadLists } from './order-details.ts'
import {
  narrowed,
  type OrderFacts,
  orderColumns,
  orderSearch,
  ordersSelected,
  orderWire,
  scopeOrders,
  selectOrders,
} from './order-rows.ts'

type ListInput = Taken<Contract['orders']['getOrders']>
export type OrderFilter = Taken<Contract['orders']['getOrdersFile']>
type OrderList = ReturnType<Contract['orders']['getOrders']['gives']['json']['parse']>

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
export async function listOrders(input: ListInput, context: CallContext): Promise<Reply<OrderList>> {
  await assertVendorName(context, input.supplier_id)
  if (input.part === 'counts') return reply({ rows: [], next_cursor: null, counts: await countOrders(input, context) })
  const after = readCursor(input.cursor)
  const rules = await orderRules(context, input)
  if (after !== null) rules.push(beyond(input, after))
  const { rows: found } = await rowsOf(orderColumns)`${ordersSelected(context.db)} WHERE ${sql.join(rules, sql` AND `)}
    ORDER BY ${inOrder(input)} LIMIT ${sql.lit(input.page_size + 1)}`.execute(context.db)
  const { rows, next_cursor } = pageOf(found, input.page_size, (order) => ({
    value: sortValue[input.sort](order),
    id: order.order_id,
  }))
  return reply({ rows: await withDetails(rows, input, context), next_cursor })
}

/** Ids (uuid) of the whole list in its order, `most` of them at most. */
export async function orderIdsInOrder(
  input: OrderFilter & Sorted,
  context: CallContext,
  most: number,
): Promise<string[]> {
  await assertVendorName(context, input.supplier_id)
  const { rows } = await rowsOf({ id: col.text })`SELECT o.id FROM vendor_order o
    WHERE ${allOf(await orderRules(context, input))} ORDER BY ${inOrder(input)} LIMIT ${sql.lit(most)}`.execute(
    context.db,
  )
  return rows.map(({ id }) => id)
}

type Sorted = Pick<ListInput, 'sort' | 'descending'>

/** By the column and the order id, which makes every place in the list one of its own. */
function inOrder({ sort, descending }: Sorted) {
  const way = descending ? sql`DESC` : sql`ASC`
  const column = sortColumns[sort]
  return column === 'o.order_id' ? sql`o.order_id ${way}` : sql`${sql.ref(column)} ${way}, o.order_id ${way}`
}

function beyond({ sort, descending }: Sorted, after: Keyset) {
  const than = descending ? sql`<` : sql`>`
  return sql<SqlBool>`(${sql.ref(sortColumns[sort])}, o.order_id) ${than} (${after.value}, ${after.id})`
}

/** Orders as they are shown; with their lines the other lists of an order come too: what waits, travels and lies in boxes. */
export async function withDetails(
  orders: OrderFacts[],
  wanted: { include_lines?: boolean; include_history?: boolean },
  context: Pick<CallContext, 'db'>,
) {
  const now = new Date()
  const ids = orders.map((order) => order.id)
  const lines = wanted.include_lines && ids.length > 0 ? await loadLists(context.db, ids) : null
  const codes = orders.map((order) => order.order_id)
  const history = wanted.include_history && ids.length > 0 ? await loadHistory(context.db, 'order', codes) : null
  return orders.map((order) => ({
    ...orderWire(order, now),
    ...lines?.(order.id),
    ...(history && { history: history.get(order.order_id) ?? [] }),
  }))
}

/** Orders with their lines by the ids that people use, in the order asked for, as a command answers them. */
export async function ordersAfter(db: Db, context: CallContext, orderIds: readonly string[]) {
  const found = await scopeOrders(selectOrders(db), context.caller).where('o.order_id', 'in', orderIds).execute()
  const rows = await withDetails(found, { include_lines: true, include_history: true }, { db })
  return orderIds.flatMap((id) => rows.filter((row) => row.order_id === id))
}

/** Every order that fits the filter and that the caller may see. Sorted by the caller of this. */
export function filteredOrders(context: Pick<CallContext, 'db' | 'caller'>, filter: OrderFilter) {
  const search = filter.search ? [orderSearch(filter.search)] : []
  return selectOrders(context.db).where(allOf([...scope(context), ...plainRules(filter), ...search]))
}

/** The same as conditions, with the search in the form that is fast for a page. */
async function orderRules(
  context: Pick<CallContext, 'db' | 'caller'>,
  filter: OrderFilter,
): Promise<RawBuilder<SqlBool>[]> {
  const rules = [...scope(context), ...plainRules(filter)]
  if (filter.search) rules.push(await narrowed(context.db, orderSearch(filter.search), allOf(scope(context))))
  return rules
}

function allOf(rules: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join(rules, sql` AND `)}`
}

/** What the caller may see at all: orders that ops approved, and a vendor only its own. */
function scope({ caller }: Pick<CallContext, 'caller'>): RawBuilder<SqlBool>[] {
  const vendorId = forVendor(caller)
  const approved = sql<SqlBool>`o.decision = 'APPROVED'`
  return vendorId === null ? [approved] : [sql<SqlBool>`o.vendor_id = ${vendorId}`, approved]
}

/** The filter without its search. */
function plainRules(filter: OrderFilter): RawBuilder<SqlBool>[] {
  const today = dayIn(vendorZone, new Date())
  const rules: RawBuilder<SqlBool>[] = []
  if (filter.supplier_id)
    rules.push(sql<SqlBool>`o.vendor_id = (SELECT id FROM vendor WHERE code = ${filter.supplier_id})`)
  if (filter.order_ids) rules.push(sql<SqlBool>`o.order_id = ANY(${filter.order_ids}::text[])`)
  if (filter.order_date_from) rules.push(sql<SqlBool>`o.order_date >= ${filter.order_date_from}::date`)
  if (filter.order_date_to) rules.push(sql<SqlBool>`o.order_date <= ${filter.order_date_to}::date`)
  if (filter.status?.length) rules.push(hasStatus(filter.status, today))
  if (filter.urgent !== undefined) rules.push(urgentIs(filter.urgent, today))
  if (filter.tab !== 'all') rules.push(sql<SqlBool>`(${tabs[filter.tab]})`)
  return rules
}

/** Constants of the statement, not parameters: the planner must see them to choose a partial index. */
function among(covered: readonly Stage[]) {
  return sql.join(covered.map((stage) => sql.lit(stage)))
}

const tabs = {
  new: sql<boolean>`o.vendor_decision = 'NEW'`,
  confirmed: sql<boolean>`o.vendor_decision = 'ANSWERED' AND o.stage IN (${among(openStages)})`,
  shipped: sql<boolean>`o.stage IN (${among([stages.fullyShipped, stages.partlyShipped])}) AND o.shipped > 0`,
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
async function countOrders(input: ListInput, context: CallContext): Promise<Record<string, number>> {
  const { tab: _tab, status: _status, ...filter } = input
  const today = dayIn(vendorZone, new Date())
  const count = (rule: unknown) => sql<number>`count(*) FILTER (WHERE ${rule})::int`
  const { rows } = await rowsOf(counts)`
    SELECT count(*)::int AS "all",
      ${sql.join(Object.entries(tabs).map(([tab, rule]) => sql`${count(rule)} AS ${sql.ref(tab)}`))},
      ${sql.join(orderStatuses.map((status) => sql`${count(hasStatus([status], today))} AS ${sql.ref(status)}`))}
    FROM vendor_order o WHERE ${allOf(await orderRules(context, { ...filter, tab: 'all' }))}`.execute(context.db)
  return rows[0] ?? {}
}

/** Orders with refused or out-of-stock pieces, with their lines. */
export async function listRejectedOosOrders(
  input: Taken<Contract['orders']['getRejectedOosOrders']>,
  context: CallContext,
): Promise<Reply<OrderList>> {
  const list = { tab: 'rejected_oos', sort: 'order_date', descending: true, part: 'rows' } as const
  return listOrders({ ...input, ...list, include_lines: true, include_history: false }, context)
}

/** Locks one order for a command. Throws not_found for another vendor's, or one that ops did not approve. */
export async function lockOrder(db: Db, caller: CallContext['caller'], orderId: string) {
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
