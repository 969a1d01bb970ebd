import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { openStages, orderStatuses, type Stage, stages, statusFilter } from '../../../shared/areas/orders/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { toldEvents } from '../../audit/told-words.ts'
import { col, counts, rowsOf } from '../../database/rows.ts'
import type { CallContext, Caller, Db, Reply } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { type ColumnType, pageOf } from '../../lists/keyset.ts'
import { type ListQuery, type ListReply, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { loadAmendments } from './amendments.ts'
import { toAnswer } from './asked.ts'
import { loadLists, loadOrderHistory } from './order-details.ts'
import {
  narrowed,
  type OrderFacts,
  orderColumns,
  orderSearch,
  orderSelection,
  ordersById,
  orderTables,
  orderWire,
  scopeOrders,
  selectOrders,
} from './order-rows.ts'
import { loadProposals } from './proposals.ts'

/** Which lists come with the orders: `only_lines` leaves out the other lists of an order. */
type Wanted = { include_lines?: boolean | undefined; only_lines?: boolean; include_history?: boolean | undefined }
type ListInput = Taken<Contract['orders']['getOrders']> & Pick<Wanted, 'only_lines'>
export type OrderFilter = Taken<Contract['orders']['getOrdersFile']>
type ListedOrder = ReturnType<Contract['orders']['getOrders']['gives']['json']['parse']>['rows'][number]

/** Orders that ops approved. */
export const orderQuery: ListQuery<ListInput, ListedOrder> = listQuery<ListInput, ListedOrder>({
  from: sql`vendor_order o`,
  id: sql<string>`o.id`,
  scope: ({ caller }) => approvedFor(caller),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  rules: {
    supplier_id: (code) => sql`o.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    order_ids: (ids) => sql`o.order_id = ANY(${ids}::text[])`,
    order_date_from: (day) => sql`o.order_date >= ${day}::date`,
    order_date_to: (day) => sql`o.order_date <= ${day}::date`,
    status: (statuses) => (statuses.length === 0 ? sql`true` : hasStatus(statuses, vendorToday())),
    urgent: (urgent) => urgentIs(urgent, vendorToday()),
    search: (text, { db, caller }) => narrowed(db, orderSearch(text), approvedFor(caller)),
  },
  tabs: {
    all: sql`true`,
    new: toAnswer,
    confirmed: sql`(o.vendor_decision = 'ANSWERED' AND o.stage IN (${among(openStages)}))`,
    shipped: sql`(o.stage IN (${among([stages.fullyShipped, stages.partlyShipped])}) AND o.shipped > 0)`,
    rejected_oos: sql`o.rejected + o.oos > 0`,
  },
  order: ({ sort, descending = false }) => ({
    by: sortKeys(sort).map(([column, type]) => [ofOrder[column], type]),
    isDescending: descending,
  }),
  rows: ordersById,
  atOnce: async ({ where, orderBy, size }, context, input) => {
    const { rows: found } = await rowsOf(orderColumns)`
      SELECT ${orderSelection} FROM ${orderTables} WHERE ${where} ORDER BY ${orderBy} LIMIT ${sql.lit(size + 1)}`.execute(
      context.db,
    )
    const keys = sortKeys(input.sort)
    const { rows, next_cursor } = pageOf(found, size, (row) => keys.map(([column]) => String(row[column])))
    return { rows: await withDetails(rows, input, context), next_cursor }
  },
  counts: countOrders,
})

const sortColumns = {
  shipping_deadline: ['ship_by', 'date'],
  order_date: ['order_date', 'date'],
  order_id: ['order_id', 'text'],
  total_order_quantity: ['ordered', 'int'],
} as const satisfies Record<ListInput['sort'], readonly [keyof OrderFacts, ColumnType]>

/** Made once: a reference is parsed anew each time. */
const ofOrder = {
  ship_by: sql.ref('o.ship_by'),
  order_date: sql.ref('o.order_date'),
  order_id: sql.ref('o.order_id'),
  ordered: sql.ref('o.ordered'),
}

/** By the column and the order id, which makes every place in the list one of its own. */
function sortKeys(sort: ListInput['sort'] = 'shipping_deadline') {
  return sort === 'order_id' ? [sortColumns.order_id] : [sortColumns[sort], sortColumns.order_id]
}

const vendorToday = () => dayIn(vendorZone, new Date())

/** What the caller may see at all: orders that ops approved, and a vendor only its own. */
export function approvedFor(caller: Caller): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${ownRows(caller, 'o.vendor_id')} AND o.decision = 'APPROVED')`
}

/** Orders as they are shown; with their lines the other lists of an order come too, unless not wanted: what waits, travels and lies in boxes. */
export async function withDetails(orders: OrderFacts[], wanted: Wanted, context: Pick<CallContext, 'db' | 'caller'>) {
  const now = new Date()
  const ids = orders.map((order) => order.id)
  const lines = wanted.include_lines && ids.length > 0 ? await loadLists(context.db, ids, wanted) : null
  const proposals = lines && (await loadProposals(context.db, ids))
  const amendments = lines && !wanted.only_lines && (await loadAmendments(context.db, context.caller, ids))
  const codes = orders.map((order) => order.order_id)
  const history = wanted.include_history && ids.length > 0 ? await loadOrderHistory(context.db, codes) : null
  return orders.map((order) => ({
    ...orderWire(order, now),
    ...lines?.(order.id),
    ...(amendments && { amendments: amendments.get(order.id) ?? [] }),
    ...(proposals && { proposal: proposals.get(order.id) ?? null }),
    ...(history && { history: toldEvents(context.caller, history.get(order.order_id) ?? []) }),
  }))
}

/** Orders with their lines by the ids that people use, in the order asked for, as a command answers them: without the other lists, unless asked for. */
export async function ordersAfter(
  db: Db,
  context: CallContext,
  orderIds: readonly string[],
  { only_lines = true }: Pick<Wanted, 'only_lines'> = {},
) {
  const found = await scopeOrders(selectOrders(db), context.caller).where('o.order_id', 'in', orderIds).execute()
  const wanted = { include_lines: true, only_lines, include_history: true }
  const rows = await withDetails(found, wanted, { db, caller: context.caller })
  return orderIds.flatMap((id) => rows.filter((row) => row.order_id === id))
}

/** Constants of the statement, not parameters: the planner must see them to choose a partial index. */
function among(covered: readonly Stage[]) {
  return sql.join(covered.map((stage) => sql.lit(stage)))
}

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

/** Counts by tab, as its list shows it, and by status, of what the filters beside tab and status leave. */
async function countOrders(filter: Partial<ListInput>, context: CallContext): Promise<Record<string, number>> {
  const { status = [] } = filter
  const chosen = status.length === 0 ? undefined : hasStatus(status, vendorToday())
  const count = (status: (typeof orderStatuses)[number]) =>
    sql`count(*) FILTER (WHERE ${hasStatus([status], vendorToday())})::int AS ${sql.ref(status)}`
  const { rows } = await rowsOf(counts)`
    SELECT ${orderQuery.tabCounts(chosen)}, ${sql.join(orderStatuses.map(count))}
    FROM vendor_order o WHERE ${await orderQuery.where(filter, context, ['tab', 'status'])}`.execute(context.db)
  return rows[0] ?? {}
}

/** Orders with refused or out-of-stock pieces, with their lines. */
export async function listRejectedOosOrders(
  input: Taken<Contract['orders']['getRejectedOosOrders']>,
  context: CallContext,
): Promise<Reply<ListReply<ListedOrder>>> {
  const list = { tab: 'rejected_oos', sort: 'order_date', descending: true, part: 'rows' } as const
  return orderQuery.page({ ...input, ...list, include_lines: true, include_history: false }, context)
}

/** Locks one order for a command. Throws not_found for another vendor's, or one that ops did not approve. */
export async function lockOrder(db: Db, caller: CallContext['caller'], orderId: string): Promise<OrderFacts> {
  const order = await lockAnyOrder(db, caller, orderId)
  if (order.decision !== 'APPROVED') throw notFound('Order {{order_id}} was not found.', { order_id: orderId })
  return order
}

/** The same whatever ops decided on it, for themselves. */
export async function lockAnyOrder(db: Db, caller: CallContext['caller'], orderId: string): Promise<OrderFacts> {
  const scoped = scopeOrders(selectOrders(db), caller)
  const order = await scoped.where('o.order_id', '=', orderId).forNoKeyUpdate('o').executeTakeFirst()
  if (order !== undefined) return order
  const gone = await takenFromSight(db, caller, orderId)
  if (gone === null) throw notFound('Order {{order_id}} was not found.', { order_id: orderId })
  throw moveNotAllowed(gone, [], { values: { order_id: orderId } })
}

/** Why a vendor no longer sees an order that it saw; null for one that it never saw, another vendor's, or nobody's. */
async function takenFromSight(db: Db, caller: CallContext['caller'], orderId: string): Promise<string | null> {
  if (caller.vendorId === null) return null
  const { rows } = await rowsOf({ decision: col.text })`
    SELECT o.decision FROM vendor_order o
    WHERE o.order_id = ${orderId} AND ${ownRows(caller, 'o.vendor_id')} AND o.decision <> 'APPROVED' AND EXISTS (SELECT 1 FROM audit_event e
      WHERE e.entity = 'order' AND e.entity_id = o.order_id AND e.from_state = 'APPROVED'
        AND e.event IN ('order.approval_withdrawn', 'order.cancelled'))`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  return found.decision === 'CANCELLED' ? orderMessages.cancelledMeanwhile : orderMessages.withdrawnMeanwhile
}

export function oneEach(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length) throw invalidInput('Multiple entries found.')
}
