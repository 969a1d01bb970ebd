import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ChaseKind, chaseKinds, type OrderDecision } from '../../../shared/areas/orders/amendments.ts'
import { chaseAfterDays } from '../../../shared/areas/orders/figures.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { stages } from '../../../shared/areas/orders/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { FileRows } from '../../http/area.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { byWords } from '../../lists/search.ts'
import { askedAt, toAnswer } from './asked.ts'
import { exceptionCount, exceptionRules, isException, lateOn } from './order-exceptions.ts'
import {
  containing,
  narrowed,
  orderColumns,
  orderSearch,
  orderSelection,
  ordersById,
  orderTables,
} from './order-rows.ts'
import { withDetails } from './orders.ts'

type PendingInput = Taken<Contract['orders']['getPendingOrders']>
type PageInput = Taken<Contract['orders']['getConfirmedOrders']>
type OrderPage = Gives<Contract['orders']['getPendingOrders']>

type Sorted = Pick<PageInput, 'sort' | 'descending'>
type Decided = OrderDecision

const sortColumns = {
  shipping_deadline: sql`o.ship_by`,
  order_date: sql`o.order_date`,
  order_id: sql`o.order_id`,
  total_order_quantity: sql`o.ordered`,
} as const

// Not of `listQuery`: these lists turn numbered pages and say how many there are, and exceptions come first while names go up.

/**
 * As asked for; otherwise what waits with most exceptions first, then by supplier and deadline, what its vendor left unanswered for
 * longest, or the newest of those decided on.
 */
function inOrder(
  { sort, descending, chase }: Sorted & Pick<PageInput, 'chase'>,
  decision: Decided,
  today: string,
): RawBuilder<unknown> {
  const way = descending ? sql`DESC` : sql`ASC`
  if (sort) return sql`${sortColumns[sort]} ${way}, o.order_id ${way}`
  if (decision === 'NEW') return sql`${exceptionCount(today)} DESC, v.name, o.ship_by, o.order_id`
  if (chase === 'unanswered' || chase === 'overdue') return sql`${askedAt}, o.order_id`
  return sql`o.order_date DESC, o.order_id DESC`
}

/** Of orders that are not approved: those that wait, were refused, or were cancelled. */
export const decisionOf = { pending: 'NEW', refused: 'NOT_APPROVED', cancelled: 'CANCELLED' } as const

/** What waits for ops, what they refused or cancelled. A page past the end is empty. */
export function listPendingOrders(
  input: PendingInput,
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<Reply<OrderPage>> {
  return listDecided(decisionOf[input.tab], input, context)
}

/** What ops approved. */
export function listConfirmedOrders(
  input: PageInput,
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<Reply<OrderPage>> {
  return listDecided('APPROVED', input, context)
}

async function listDecided(
  decision: Decided,
  input: PageInput,
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<Reply<OrderPage>> {
  const today = dayIn(vendorZone, new Date())
  const rule = sql<SqlBool>`${await which(input, context, decision, today)} AND ${chosenAmong(input)}`
  return pageOf(rule, inOrder(input, decision, today), input, context)
}

/** The whole list as a file, or the orders chosen among it. */
export const decidedOrders = <I extends OpsFilter & Sorted & { order_ids?: string[] | undefined }>(
  decisionIn: (input: I) => Decided,
): FileRows<I, OrderRow> => ({
  async idsInOrder(input, { db }, most) {
    const today = dayIn(vendorZone, new Date())
    const decision = decisionIn(input)
    const { rows } = await rowsOf({ id: col.text })`SELECT o.id FROM vendor_order o JOIN vendor v ON v.id = o.vendor_id
      WHERE ${await which(input, { db }, decision, today)} AND ${chosenAmong(input)}
      ORDER BY ${inOrder(input, decision, today)} LIMIT ${sql.lit(most)}`.execute(db)
    return rows.map(({ id }) => id)
  },
  byId: ordersById,
})

function chosenAmong({ order_ids }: { order_ids?: string[] | undefined }): RawBuilder<unknown> {
  return order_ids ? sql`o.order_id = ANY(${order_ids}::text[])` : sql`true`
}

async function which(input: OpsFilter, { db }: Pick<CallContext, 'db'>, decision: Decided, today: string) {
  // As text, not a parameter: partial indexes are only used where they are known to fit.
  const decided = sql<SqlBool>`o.decision = ${sql.lit(decision)}`
  const search = input.search ? await narrowed(db, searchedFor(input.search), decided) : undefined
  return sql<SqlBool>`${decided} AND ${matching(input, today, search)}`
}

async function pageOf(
  rule: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  input: PageInput,
  context: Pick<CallContext, 'db' | 'caller'>,
): Promise<Reply<OrderPage>> {
  const { page, page_size } = input
  const [{ rows: found }, total] = await Promise.all([
    rowsOf(orderColumns)`SELECT ${orderSelection} FROM ${orderTables} WHERE ${rule} ORDER BY ${order}
      LIMIT ${sql.lit(page_size)} OFFSET ${(page - 1) * page_size}`.execute(context.db),
    countOrders(context, rule),
  ])
  const rows = await withDetails(found, input, context)
  return reply({ rows, page, page_size, total, pages: Math.ceil(total / page_size) })
}

async function countOrders({ db }: Pick<CallContext, 'db'>, rule: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await rowsOf({ total: col.number })`
    SELECT count(*)::int AS total FROM vendor_order o WHERE ${rule}`.execute(db)
  return rows[0]?.total ?? 0
}

/** What ops narrow their lists by; "all that match" in an approval means this filter over the pending orders. */
export type OpsFilter = Taken<Contract['orders']['getBulkOrdersForApproval']> &
  Pick<PageInput, 'open_proposal' | 'chase'>

/**
 * The filter as a condition on `vendor_order o` alone, so that the same words select a page, count it, sum it and change it.
 */
export function matching(
  filter: OpsFilter,
  today: string,
  search = filter.search ? searchedFor(filter.search) : undefined,
): RawBuilder<SqlBool> {
  const all = [sql`true`]
  if (filter.supplier_id) all.push(sql`o.vendor_id = (SELECT id FROM vendor WHERE code = ${filter.supplier_id})`)
  if (filter.order_date_from) all.push(sql`o.order_date >= ${filter.order_date_from}::date`)
  if (filter.order_date_to) all.push(sql`o.order_date <= ${filter.order_date_to}::date`)
  if (filter.exception) all.push(exceptionRule(filter.exception, today))
  if (filter.chase) all.push(chased(today)[filter.chase])
  if (filter.open_proposal) all.push(sql`o.id IN (SELECT order_id FROM counter_proposal WHERE state = 'OPEN')`)
  if (search !== undefined) all.push(search)
  return sql<SqlBool>`(${sql.join(all, sql` AND `)})`
}

function exceptionRule(exception: NonNullable<OpsFilter['exception']>, today: string): RawBuilder<SqlBool> {
  if (exception === 'any') return isException(today)
  return exception === 'none' ? sql`NOT ${isException(today)}` : exceptionRules(today)[exception]
}

/** Of an approved order `o`. */
function chased(today: string): Record<ChaseKind, RawBuilder<SqlBool>> {
  // Constants of the statement: the planner must see them to choose the index of open orders.
  const isOpen = sql<SqlBool>`o.stage > ${sql.lit(stages.fullyShipped)}`
  return {
    unanswered: toAnswer,
    overdue: sql`(${toAnswer} AND ${askedAt} < now() - make_interval(days => ${chaseAfterDays}::int))`,
    late: lateOn(today),
    short: sql`(${isOpen} AND o.rejected + o.oos > 0)`,
    shipped_short: sql`(NOT ${isOpen} AND o.shipped > 0 AND o.shipped < o.ordered)`,
  }
}

const chaseColumns = {
  unanswered: col.number,
  overdue: col.number,
  late: col.number,
  short: col.number,
  shipped_short: col.number,
}

/** How many approved orders there are of each kind to run after. */
export async function ordersToChase(
  { supplier_id }: Taken<Contract['orders']['ordersToChase']>,
  { db }: Pick<CallContext, 'db'>,
): Promise<Reply<Gives<Contract['orders']['ordersToChase']>>> {
  const rules = chased(dayIn(vendorZone, new Date()))
  const counted = chaseKinds.map((kind) => sql`count(*) FILTER (WHERE ${rules[kind]})::int AS ${sql.ref(kind)}`)
  const { rows } = await rowsOf(chaseColumns)`SELECT ${sql.join(counted)} FROM vendor_order o
    WHERE ${matching({ supplier_id }, '')} AND o.decision = 'APPROVED'`.execute(db)
  return reply({ counts: rows[0] ?? { unanswered: 0, overdue: 0, late: 0, short: 0, shipped_short: 0 } })
}

/** Finds by order, style or SKU, and by the supplier's names. */
export function searchedFor(text: string): RawBuilder<SqlBool> {
  return byWords(text, (word) => {
    const like = containing(word)
    return sql<SqlBool>`(${orderSearch(word)}
      OR o.vendor_id = ANY(ARRAY(SELECT id FROM vendor WHERE name ILIKE ${like} OR name_zh ILIKE ${like})))`
  })
}
