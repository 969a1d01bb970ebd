import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { orderDecisions, orderMessages } from '../../../shared/areas/orders/amendments.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { notify, type Told } from '../../notices/notify.ts'
import { retractAsked } from './asked.ts'
import { judgePrices } from './judge-prices.ts'
import { matching } from './ops-orders.ts'
import { isClosed } from './order-rows.ts'
import { assertAsShown, priceWords } from './pending-sums.ts'

type Asked = Taken<Contract['orders']['approveOrder']>
type Outcome = Gives<Contract['orders']['approveOrder']>
type Decision = Asked['decision']

interface DecisionMove {
  to: 'APPROVED' | 'NOT_APPROVED' | 'NEW'
  event: string
  /** The guard, on `vendor_order o`. */
  while: RawBuilder<unknown>
  said: string
}

/**
 * How ops decide on an order (rules, section 1). `withdraw` is the way back from both others, open until the vendor answered
 * or a piece moved: from then on the vendor works on what was approved.
 */
const decisionMoves: Record<Decision, DecisionMove> = {
  approve: {
    to: 'APPROVED',
    event: 'order.approved',
    while: sql`o.decision = 'NEW'`,
    said: 'Orders approved.',
  },
  refuse: {
    to: 'NOT_APPROVED',
    event: 'order.not_approved',
    while: sql`o.decision = 'NEW'`,
    said: 'Orders refused.',
  },
  withdraw: {
    to: 'NEW',
    event: 'order.approval_withdrawn',
    while: sql`o.decision IN ('APPROVED', 'NOT_APPROVED') AND o.vendor_decision = 'NEW' AND o.awaiting = o.ordered`,
    said: 'Decision taken back.',
  },
}

/**
 * Approves, refuses or takes back the decision on the orders named, or on every pending one that matches: of those that want a
 * second look only where that is asked. What cannot be changed, or is not as it was seen, stays as it is and is told with its
 * reason. Throws invalid_input unless exactly one of `orders` and `all_matching` is given, for a refusal without a reason and a
 * remark, and for a withdrawal of all that match; conflict where other sums match by now.
 */
export async function decideOrders(asked: Asked, context: CallContext): Promise<Reply<Outcome>> {
  checkAsked(asked)
  return context.command(async (tx) => {
    const changed = await writeDecision(tx, asked)
    if (asked.all_matching) assertAsShown(changed, asked.all_matching.expected)
    await judgePrices(
      tx,
      changed.map(({ style_id }) => style_id),
    )
    await recordDecision(tx, context, asked, changed)
    await tellVendors(tx, context, asked.decision, changed)
    const outcome = {
      changed: changed.map(({ order_id, version }) => ({ order_id, version })),
      unchanged: await explainRest(tx, asked, changed),
    }
    return reply(outcome, changed.length > 0 ? decisionMoves[asked.decision].said : 'Nothing was changed.')
  })
}

function checkAsked({ orders, all_matching, decision, reason, remark }: Asked): void {
  if ((orders === undefined) === (all_matching === undefined))
    throw invalidInput('Please give either orders or a filter.')
  if (decision === 'withdraw' && all_matching !== undefined)
    throw invalidInput('A decision is taken back for named orders only.')
  if (decision === 'refuse' && !(reason && remark)) {
    const message = 'A refusal needs a reason and a remark.'
    throw invalidInput(message, { fields: [{ field: reason ? 'remark' : 'reason', message }] })
  }
}

const changedColumns = {
  order_id: col.text,
  vendor_id: col.text,
  style_id: col.text,
  was: col.text,
  version: col.number,
  ordered: col.number,
  unit_price_minor: col.number,
}

type Changed = Row<typeof changedColumns>

/** One statement, since all that match may be thousands. Locks in the order of ids, as every command does. */
async function writeDecision(
  tx: Tx,
  { orders = [], all_matching, with_exceptions, decision }: Asked,
): Promise<Changed[]> {
  const { to, while: guard } = decisionMoves[decision]
  const named = all_matching
    ? matching(with_exceptions ? all_matching : { exception: 'none', ...all_matching }, dayIn(vendorZone, new Date()))
    : sql`(o.order_id, o.version) IN (SELECT * FROM unnest(${orders.map(({ order_id }) => order_id)}::text[],
        ${orders.map(({ version }) => version)}::int[]))`
  const { rows } = await rowsOf(changedColumns)`
    WITH chosen AS (
      SELECT o.id, o.decision FROM vendor_order o WHERE ${named} AND ${guard}
        AND NOT ${isClosed} ORDER BY o.id FOR UPDATE
    )
    UPDATE vendor_order AS n SET decision = ${to}, version = n.version + 1,
      approved_at = CASE WHEN ${to === 'APPROVED'} THEN now() END, asked_at = CASE WHEN ${to === 'APPROVED'} THEN now() END,
      answered_at = NULL
    FROM chosen WHERE n.id = chosen.id
    RETURNING n.order_id, n.vendor_id, n.style_id, chosen.decision AS was, n.version, n.ordered,
      n.unit_price_minor::float8 AS unit_price_minor`.execute(tx)
  return rows.sort((a, b) => (a.order_id < b.order_id ? -1 : 1))
}

async function recordDecision(tx: Tx, context: CallContext, asked: Asked, changed: readonly Changed[]): Promise<void> {
  const { to, event } = decisionMoves[asked.decision]
  const several = asked.all_matching !== undefined || (asked.orders?.length ?? 0) > 1
  await recordEvents(
    tx,
    context,
    changed.map(({ order_id, was }) => ({
      entity: 'order',
      entityId: order_id,
      event: was === 'NOT_APPROVED' ? 'order.refusal_withdrawn' : event,
      from: was,
      to,
      source: several ? 'bulk' : context.source,
      details: { ...(asked.reason && { reason: asked.reason }), ...(asked.remark && { remark: asked.remark }) },
    })),
  )
}

/** Vendors see approved orders only: of others they hear nothing. */
async function tellVendors(
  tx: Tx,
  context: CallContext,
  decision: Decision,
  changed: readonly Changed[],
): Promise<void> {
  const seen = decision === 'withdraw' ? changed.filter(({ was }) => was === 'APPROVED') : changed
  if (decision === 'refuse' || seen.length === 0) return
  if (decision === 'withdraw')
    await retractAsked(
      tx,
      seen.map(({ order_id }) => order_id),
    )
  const byVendor = Map.groupBy(seen, (order) => order.vendor_id)
  const told = [...byVendor].map(
    ([vendorId, orders]): Told => ({
      kind: decision === 'approve' ? 'orders_to_answer' : 'orders_withdrawn',
      vendorId,
      things: orders.map(({ order_id }) => order_id),
      values: { order_id: orders[0]?.order_id ?? '' },
    }),
  )
  await notify(tx, context, ...told)
}

async function explainRest(
  tx: Tx,
  { orders = [], decision }: Asked,
  changed: readonly Changed[],
): Promise<Outcome['unchanged']> {
  const done = new Set(changed.map((order) => order.order_id))
  const rest = [...new Set(orders.map(({ order_id }) => order_id))].filter((id) => !done.has(id))
  if (rest.length === 0) return []
  const { rows: found } = await rowsOf(standingColumns)`
    SELECT o.order_id, o.decision, o.vendor_decision, o.awaiting = o.ordered AS untouched,
      ${isClosed} AS is_closed, o.ordered, o.ship_by::text AS ship_by,
      o.unit_price_minor::float8 AS minor, (SELECT u.name FROM audit_event e JOIN app_user u ON u.id = e.user_id
        WHERE e.entity = 'order' AND e.entity_id = o.order_id ORDER BY e.seq DESC LIMIT 1) AS changed_by
    FROM vendor_order o WHERE o.order_id = ANY(${rest}::text[])`.execute(tx)
  const standing = new Map(found.map((order) => [order.order_id, order]))
  return rest.map((order_id) => {
    const order = standing.get(order_id)
    const reason = whyNot(decision, order)
    return { order_id, ...(reason === null && order ? changedSince(order) : { reason: reason ?? '' }) }
  })
}

const standingColumns = {
  order_id: col.text,
  decision: z.enum(orderDecisions),
  vendor_decision: z.enum(['NEW', 'ANSWERED']),
  untouched: col.flag,
  ordered: col.number,
  ship_by: col.text,
  minor: col.number,
  changed_by: col.textOrNull,
  is_closed: col.flag,
}

type Standing = Row<typeof standingColumns>

/** Null where nothing stands against the decision but that the order is not as it was seen. */
function whyNot(decision: Decision, order: Standing | undefined): string | null {
  if (order === undefined) return 'The order was not found.'
  if (order.is_closed) return orderMessages.isClosed
  if (order.decision === 'CANCELLED') return orderMessages.isCancelled
  if (decision !== 'withdraw') {
    if (order.decision === 'NEW') return null
    return order.decision === 'APPROVED' ? 'The order is already approved.' : 'The order is already refused.'
  }
  if (order.decision === 'NEW') return 'There is no decision to take back.'
  if (order.vendor_decision === 'ANSWERED') return 'The vendor has already answered.'
  return order.untouched ? null : 'Pieces of the order were already moved.'
}

function changedSince({ changed_by, ordered, ship_by, minor }: Standing) {
  const values = { changed_by: changed_by ?? 'Selvedge', pieces: ordered, price: priceWords(minor), ship_by }
  return { reason: orderMessages.changedSince, values }
}
