import { sql } from 'kysely'
import { isEmptyReason } from '../../../shared/areas/production/due.ts'
import { heldFromAfter, leadsTo, type OrderMove, orderLife } from '../../../shared/areas/production/order-life.ts'
import type { OrderPath } from '../../../shared/areas/production/order-states.ts'
import { productionWords } from '../../../shared/areas/production/words.ts'
import type { Contract, NoticeKindName } from '../../../shared/areas.ts'
import { needsWordsText, openMoves } from '../../../shared/kernel/lifecycle.ts'
import { recordEvents } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, forbidden, moveNotAllowed, notFound, refusedField } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { closeStages, openStages } from '../facilities/stage-lines.ts'
import { releaseCloth } from '../materials/reservations.ts'
import { type KnownOrder, knownOrders, seenOrders } from './orders.ts'

type Routes = Handlers<Contract['production']>

interface SeenOrder {
  order_action_id: string
  version: number
}

/** Locks orders by their numbers, in the order of their ids, and reads what moves hang on, in the order asked. Throws not_found. */
export async function lockOrders(tx: Tx, context: CallContext, numbers: readonly string[]): Promise<KnownOrder[]> {
  const twice = numbers.findIndex((number, at) => numbers.indexOf(number) !== at)
  if (twice >= 0) throw refusedField(`orders.${twice}`, productionWords.twice, { number: numbers[twice] ?? '' })
  const { rows } = await rowsOf({ id: col.text, number: col.text })`
    SELECT o.id::text AS id, o.number FROM production_order o WHERE o.number = ANY(${numbers}::text[]) AND ${seenOrders(context.caller)}
    ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(tx)
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  const missing = numbers.find((number) => !ids.has(number))
  if (missing !== undefined) throw notFound(productionWords.notFound, { number: missing })
  return knownOrders(
    tx,
    numbers.map((number) => ids.get(number) ?? ''),
  )
}

/**
 * Holds orders until the transaction ends, for one move of all of them. Throws not_found, forbidden, move_not_allowed with every closed
 * order at its field (before versions: who comes second hears what became of it), stale for an older version.
 */
export async function holdOrders(
  tx: Tx,
  context: CallContext,
  asked: readonly SeenOrder[],
  move: OrderMove,
): Promise<KnownOrder[]> {
  if (!orderLife.mayMove(context.caller, move)) throw forbidden()
  const held = await lockOrders(
    tx,
    context,
    asked.map(({ order_action_id }) => order_action_id),
  )
  assertOpen(context, held, move)
  for (const [at, { number, version }] of held.entries())
    await assertFresh(tx, { entity: 'production_order', entityId: number, version }, asked[at]?.version)
  return held
}

function assertOpen({ caller }: CallContext, held: readonly KnownOrder[], move: OrderMove): void {
  const closed = held.flatMap((order, at) => {
    const why = orderLife.closedFor(move, order)
    return why === null ? [] : [{ order, field: `orders.${at}`, message: why.message, values: why.values }]
  })
  const [first] = closed
  if (first === undefined) return
  throw moveNotAllowed(first.message, openMoves(orderLife.movesFor(caller, first.order)), {
    values: first.values,
    fields: closed.map(({ order: _, ...field }) => field),
  })
}

/** Tells CAD of orders that need a marker now, and those who prepare production of markers that are made and orders that were stopped. */
async function tellOthers(
  tx: Tx,
  context: CallContext,
  held: readonly KnownOrder[],
  { move, reason }: { move: OrderMove; reason: string },
): Promise<void> {
  const kinds = noticesOf[move]
  const told = held.filter((order) => move !== 'assign' || leadsTo(move, order) === 'CAD')
  for (const [path, own] of Map.groupBy(told, (order) => order.path)) {
    const things = own.map(({ number }) => number)
    const kind = kinds?.[path]
    const [number = ''] = things
    if (kind !== undefined) await notify(tx, context, { kind, things, values: { number, reason } })
  }
}

const noticesOf: Partial<Record<OrderMove, Record<OrderPath, NoticeKindName>>> = {
  assign: { IN_HOUSE: 'production_to_cad', OUTSOURCED: 'outsourced_to_cad' },
  complete_cad: { IN_HOUSE: 'production_marked', OUTSOURCED: 'outsourced_marked' },
  stop: { IN_HOUSE: 'production_stopped', OUTSOURCED: 'outsourced_stopped' },
}

/** Makes a move of held orders: state, where it is held from, path, reason, event and notice of each. */
export async function moveOrders(
  tx: Tx,
  context: CallContext,
  held: readonly KnownOrder[],
  move: OrderMove,
  {
    reason = '',
    details = () => ({}),
  }: { reason?: string; details?: (order: KnownOrder) => Record<string, string | number | null> } = {},
): Promise<void> {
  if (orderLife.ruleOf(move).needsWords && reason === '') throw refusedField('reason', needsWordsText)
  if (orderLife.ruleOf(move).needsWords && isEmptyReason(reason))
    throw refusedField('reason', productionWords.otherInWords)
  const to = held.map((order) => leadsTo(move, order))
  const path = move === 'to_in_house' ? 'IN_HOUSE' : move === 'to_outsourced' ? 'OUTSOURCED' : null
  const keepsReason = move === 'edit' || path !== null
  await sql`
    UPDATE production_order o SET state = n.state, held_from = n.held_from, path = coalesce(${path}, o.path), version = o.version + 1,
      state_since = CASE WHEN o.state = n.state THEN o.state_since ELSE now() END,
      waits_since = CASE WHEN o.state = n.state THEN o.waits_since ELSE now() END,
      reason = CASE WHEN ${keepsReason} THEN o.reason ELSE ${reason || null} END
    FROM unnest(${held.map(({ id }) => id)}::uuid[], ${to}::text[], ${held.map((order) => heldAfter(move, order))}::text[]) AS n (id, state, held_from)
    WHERE o.id = n.id`.execute(tx)
  await recordEvents(
    tx,
    context,
    held.map((order, at) => ({
      entity: 'production_order',
      entityId: order.number,
      event: `production.${move}`,
      ...(order.state !== to[at] && { from: order.state, to: to[at] ?? null }),
      details: { ...details(order), ...(reason && { reason }) },
    })),
  )
  const atFacilities = held.filter(({ state }) => state === 'SENT_FOR_PRODUCTION' || state === 'PRODUCTION_ON_HOLD')
  if (move === 'revert' || move === 'reject')
    await closeStages(
      tx,
      context,
      atFacilities.map(({ id }) => id),
    )
  if (move === 'send')
    await openStages(
      tx,
      context,
      held.map(({ id }) => id),
    )
  await tellOthers(tx, context, held, { move, reason })
}

function heldAfter(move: OrderMove, order: KnownOrder): string | null {
  if (leadsTo(move, order) !== 'ON_HOLD') return null
  return heldFromAfter(move, order) ?? order.held_from
}

/** Holds orders and moves them, with what the move brings along: another path chooses facilities anew, a rejected order gives its cloth back. */
export async function takeMove(
  tx: Tx,
  context: CallContext,
  asked: readonly SeenOrder[],
  move: OrderMove,
  reason: string,
): Promise<KnownOrder[]> {
  const held = await holdOrders(tx, context, asked, move)
  await withConsequences(tx, context, held, move, reason)
  return held
}

/** The same of orders that are held already. */
export async function withConsequences(
  tx: Tx,
  context: CallContext,
  held: readonly KnownOrder[],
  move: OrderMove,
  reason: string,
): Promise<void> {
  const ids = held.map(({ id }) => id)
  const isPath = move === 'to_in_house' || move === 'to_outsourced'
  if (isPath || move === 'reject') await assertNoLivePo(tx, ids)
  const split = isPath ? await saidSplits(tx, ids) : new Map<string, string>()
  if (isPath) await sql`DELETE FROM production_vendor_allocation WHERE order_id = ANY(${ids}::uuid[])`.execute(tx)
  await moveOrders(tx, context, held, move, {
    reason,
    details: ({ id }): Record<string, string> => {
      const was = split.get(id)
      return was === undefined ? {} : { split_before: was }
    },
  })
  if (move === 'reject') await releaseCloth(tx, context, ids, reason)
}

/** What facilities make of orders, by the orders' ids: "NOI1 24 · TIR2 21". */
async function saidSplits(tx: Tx, orders: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: col.text, split: col.text })`
    SELECT a.order_id::text AS id, string_agg(f.code || ' ' || a.pieces, ' · ' ORDER BY f.code) AS split
    FROM production_vendor_allocation a JOIN production_facility f ON f.id = a.facility_id
    WHERE a.order_id = ANY(${orders}::uuid[]) GROUP BY 1`.execute(tx)
  return new Map(rows.map(({ id, split }) => [id, split]))
}

/** Throws conflict where a live purchase order would be left without its pieces; `except`, facilities that keep theirs. */
export async function assertNoLivePo(tx: Tx, orders: readonly string[], except: readonly string[] = []): Promise<void> {
  const { rows } = await rowsOf({ number: col.text })`
    SELECT p.number FROM production_po p WHERE p.order_id = ANY(${orders}::uuid[]) AND p.state = 'open'
      AND p.order_id::text || ' ' || p.facility_id::text <> ALL(${except}::text[]) ORDER BY p.number LIMIT 1`.execute(
    tx,
  )
  const number = rows[0]?.number
  if (number !== undefined) throw conflict(productionWords.cancelPo, { values: { number } })
}

const moveOf = ({ destination, source }: Parameters<Routes['moveOrder']>[0]): OrderMove => {
  if (source === 'REJECTED') return 'recover'
  switch (destination) {
    case 'IN_HOUSE':
      return 'to_in_house'
    case 'OUTSOURCED':
      return 'to_outsourced'
    case 'READY_FOR_ALLOCATION':
      return 'make_ready'
    case 'ON_HOLD':
      return 'hold'
    case 'PRODUCTION_ON_HOLD':
      return 'stop'
    case 'REJECTED':
      return 'reject'
  }
}

/** Moves orders, all of them or none. A rejected one is recovered into its path, or into the other where that is its destination. */
export const moveOrder: Routes['moveOrder'] = (input, context) =>
  context.command(async (tx) => {
    const move = moveOf(input)
    const held = await takeMove(tx, context, input.orders, move, input.reason)
    if (move === 'recover' && (input.destination === 'IN_HOUSE' || input.destination === 'OUTSOURCED')) {
      const other = held.filter(({ path }) => path !== input.destination).map(({ number }) => number)
      const now = await lockOrders(tx, context, other)
      if (now.length > 0)
        await withConsequences(tx, context, now, input.destination === 'IN_HOUSE' ? 'to_in_house' : 'to_outsourced', '')
    }
    return reply({ moved: held.length }, move === 'reject' ? productionWords.rejected : productionWords.moved)
  })

/** Held orders: REJECT rejects, anything else releases. */
export const updateProductionOnHoldOrders: Routes['updateProductionOnHoldOrders'] = (
  { orders, action, reason },
  context,
) =>
  context.command(async (tx) => {
    const isOver = action === 'REJECT'
    const numbers = orders.map(({ order_action_id }) => order_action_id)
    const locked = await lockOrders(tx, context, numbers)
    // Held ones only: other orders are rejected where they stand, by moving them.
    if (isOver) assertOpen(context, locked, 'release')
    const held = await takeMove(tx, context, orders, isOver ? 'reject' : 'release', reason)
    return reply({ moved: held.length }, isOver ? productionWords.rejected : productionWords.moved)
  })

export const revertOrderAction: Routes['revertOrderAction'] = ({ orders, reason }, context) =>
  context.command(async (tx) => {
    const held = await takeMove(tx, context, orders, 'revert', reason)
    return reply({ moved: held.length }, productionWords.moved)
  })
