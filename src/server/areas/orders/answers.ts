import { sql } from 'kysely'
import { answerMoves, lineDecision } from '../../../shared/areas/orders/answers.ts'
import { pieces } from '../../../shared/areas/orders/quantities.ts'
import { reasonText } from '../../../shared/areas/orders/vendor-reasons.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { type CallContext, type Reply, reply, type Source, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify, retract, type Told } from '../../notices/notify.ts'
import { watchOrders } from '../pre-stock/promises.ts'
import { applyMoves, NOT_ANSWERED, type PlainMove } from './lines.ts'
import { lockOrder, oneEach, ordersAfter } from './orders.ts'
import { keepProposal, withdrawProposals } from './proposals.ts'
import { assertReasonsOn } from './vendor-reasons.ts'

type Input = Taken<Contract['orders']['updateOrders']>
type Answered = Awaited<ReturnType<typeof ordersAfter>>
type OneOrder = Input['orders'][number]

/** The vendor's answer to one or several orders, or taking it back. */
export async function updateOrders(input: Input, context: CallContext): Promise<Reply<{ orders: Answered }>> {
  oneEach(input.orders.map((order) => order.order_id))
  return context.command(async (tx) => {
    await decideOrders(tx, context, input)
    const orders = await ordersAfter(tx, context, idsOf(input))
    return reply({ orders }, input.action === 'answer' ? 'Order confirmed.' : 'Answer taken back.')
  })
}

/** The same for one order. Its reply is made inside the command: what is kept under an Idempotency-Key is what was said. */
export async function confirmOrder(
  input: Taken<Contract['retool']['confirmOrder']>,
  context: CallContext,
): Promise<Reply<{ order: Answered[number] }>> {
  return context.command(async (tx) => {
    await decideOrders(tx, context, { action: 'answer', orders: [input] })
    const [order] = await ordersAfter(tx, context, [input.order_id], { only_lines: false })
    if (order === undefined) throw notFound('Order {{order_id}} was not found.', { order_id: input.order_id })
    return reply({ order }, 'Order confirmed.')
  })
}

async function decideOrders(tx: Tx, context: CallContext, { action, orders }: Input): Promise<void> {
  const source = orders.length > 1 ? 'bulk' : context.source
  // One order of locking for every command, so that two of them never wait for each other.
  const inOrder = [...orders].sort((a, b) => (a.order_id < b.order_id ? -1 : 1))
  for (const order of inOrder) {
    if (action === 'answer') await answerOrder(tx, context, order, source)
    else await reopenOrder(tx, context, order, source)
  }
  if (action === 'answer') await tellUndelivered(tx, context, orders.map(undelivered))
  else await retractDelivered(tx, idsOf({ orders }))
}

const idsOf = ({ orders }: Pick<Input, 'orders'>) => orders.map((order) => order.order_id)

function undelivered({ order_id, lines }: OneOrder): Undelivered {
  return { order_id, pieces: lines.reduce((sum, line) => sum + line.oos_quantity + line.rejected_quantity, 0) }
}

async function answerOrder(tx: Tx, context: CallContext, input: OneOrder, source: Source): Promise<void> {
  const order = await lockOrder(tx, context.caller, input.order_id)
  await assertFresh(tx, { entity: 'order', entityId: input.order_id, version: order.version }, input.version)
  const lines = await orderLines(tx, order.id)
  oneEach(input.lines.map((line) => line.nm_sku))
  if (input.lines.length === 0) throw invalidInput(sheetMessages.wrongOrderQuantity)
  await assertReasonsOn(
    tx,
    input.lines.map((line) => line.vendor_reason),
  )
  const answered = new Set(input.lines.map((line) => line.nm_sku))
  const isWhole = [...lines.values()].every((line) => line.vendor_decision !== 'NEW' || answered.has(line.nm_sku))
  const tellPromises = await watchOrders(tx, [order.id])
  const auditId = await recordEvent(tx, context, {
    entity: 'order',
    entityId: input.order_id,
    event: 'order.answered',
    from: order.vendor_decision,
    to: isWhole ? 'ANSWERED' : 'NEW',
    source,
    details: answerSums(input.lines),
  })
  const moves = input.lines.flatMap((answer) => movesFor(input.order_id, lines, answer))
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, auditId })),
  )
  await keepReasons(tx, lines, input.lines)
  if (input.proposal) {
    const refused = input.lines.flatMap((answer) => {
      const line = lines.get(answer.nm_sku)
      return line ? [{ ...answer, id: line.id }] : []
    })
    await keepProposal(tx, context, order, input.proposal, refused)
  }
  await decideLines(tx, [order.id], new Set(input.lines.flatMap((answer) => lines.get(answer.nm_sku)?.id ?? [])))
  await tellPromises(context)
}

function answerSums(lines: OneOrder['lines']) {
  const sum = (of: (line: OneOrder['lines'][number]) => number) => lines.reduce((total, line) => total + of(line), 0)
  const refused = lines.filter((line) => line.rejected_quantity > 0)
  return {
    ready: sum((line) => line.ready_quantity),
    oos: sum((line) => line.oos_quantity),
    rejected: sum((line) => line.rejected_quantity),
    reason: eachOnce(refused.map(reasonText)),
    remark: eachOnce(refused.map((line) => line.remark)),
  }
}

function eachOnce(texts: readonly (string | null | undefined)[]): string | null {
  return [...new Set(texts.filter(Boolean))].join(' · ') || null
}

type Lines = Awaited<ReturnType<typeof orderLines>>

function movesFor(orderId: string, lines: Lines, answer: OneOrder['lines'][number]): PlainMove[] {
  const line = lines.get(answer.nm_sku)
  if (line === undefined)
    throw notFound('SKU {{nm_sku}} is not in order {{order_id}}.', { nm_sku: answer.nm_sku, order_id: orderId })
  const outcome = answerMoves(line, answer)
  if ('message' in outcome)
    throw invalidInput(outcome.message, {
      values: { order_id: orderId, nm_sku: answer.nm_sku, quantity: line.awaiting },
      fields: [{ field: answer.nm_sku, message: outcome.message }],
    })
  return outcome.moves.map((move) => ({
    ...move,
    lineId: line.id,
    reason: reasonText(answer),
    remark: answer.remark ?? null,
  }))
}

async function orderLines(tx: Tx, orderUuid: string) {
  const rows = await tx
    .selectFrom('order_line as l')
    .innerJoin('sku as s', 's.id', 'l.sku_id')
    .where('l.order_id', '=', orderUuid)
    .select(['l.id', 's.nm_sku', 'l.vendor_decision', 'l.reason', 'l.remark'])
    .select(['l.ordered', 'l.awaiting', 'l.platform', 'l.reserved', 'l.packed', 'l.shipped', 'l.rejected', 'l.oos'])
    .execute()
  return new Map(rows.map((row) => [row.nm_sku, row]))
}

/** Why pieces are refused stands on their line, for lists that do not read the ledger; `decideLines` takes it off again. */
async function keepReasons(tx: Tx, lines: Lines, answers: OneOrder['lines']): Promise<void> {
  const refused = answers.filter((answer) => answer.rejected_quantity > 0)
  const ids = refused.map((answer) => lines.get(answer.nm_sku)?.id ?? null)
  await sql`
    UPDATE order_line l SET reason = n.reason, vendor_reason = n.vendor_reason, remark = n.remark
    FROM unnest(${ids}::uuid[], ${refused.map((answer) => (answer.vendor_reason ? 'Other' : (answer.reason ?? null)))}::text[],
      ${refused.map((answer) => answer.vendor_reason ?? null)}::text[],
      ${refused.map((answer) => answer.remark ?? null)}::text[]) AS n (id, reason, vendor_reason, remark)
    WHERE l.id = n.id`.execute(tx)
}

/** Back to new, with every refused and out-of-stock piece awaiting again: only while nothing was scheduled. */
async function reopenOrder(tx: Tx, context: CallContext, input: OneOrder, source: Source): Promise<void> {
  const order = await lockOrder(tx, context.caller, input.order_id)
  await assertFresh(tx, { entity: 'order', entityId: input.order_id, version: order.version }, input.version)
  const underWay = order.platform + order.reserved + order.packed + order.shipped
  if (underWay > 0)
    throw moveNotAllowed('Pieces of this order are already on their way.', pieces.allowed(order), {
      values: { order_id: input.order_id, quantity: underWay },
    })
  const lines = [...(await orderLines(tx, order.id)).values()]
  if (lines.every((line) => line.vendor_decision === 'NEW' || line.ordered === 0))
    throw moveNotAllowed(NOT_ANSWERED, ['answer'], { values: { order_id: input.order_id } })
  const auditId = await recordEvent(tx, context, {
    entity: 'order',
    entityId: input.order_id,
    event: 'order.reopened',
    from: order.vendor_decision,
    to: 'NEW',
    source,
  })
  const moves = lines.flatMap((line): PlainMove[] => [
    ...(line.rejected > 0 ? [{ lineId: line.id, kind: 'recover_refused' as const, quantity: line.rejected }] : []),
    ...(line.oos > 0 ? [{ lineId: line.id, kind: 'recover_oos' as const, quantity: line.oos }] : []),
  ])
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, auditId })),
  )
  await withdrawProposals(tx, [order.id])
  await tx
    .updateTable('order_line')
    .set({ vendor_decision: 'NEW' })
    .where('order_id', '=', order.id)
    .where('ordered', '>', 0)
    .execute()
  // The answer is taken back: what counts is when the next one comes.
  await tx.updateTable('vendor_order').set({ answered_at: null }).where('id', '=', order.id).execute()
  await decideLines(tx, [order.id])
}

/**
 * Brings the decision of every answered line, and of those just answered, in step with its pieces, and counts the orders'
 * versions up. An order is answered once none of its lines is new; one that has a new line again waits for an answer from now on; a reason stands on a line while it has refused pieces.
 */
export async function decideLines(
  tx: Tx,
  orderUuids: readonly string[],
  justAnswered: ReadonlySet<string> = new Set(),
): Promise<void> {
  const lines = await tx.selectFrom('order_line').where('order_id', 'in', orderUuids).selectAll().execute()
  const changed = lines.filter(
    (line) =>
      (line.vendor_decision !== 'NEW' || justAnswered.has(line.id)) && line.vendor_decision !== lineDecision(line),
  )
  await sql`
    UPDATE order_line l SET vendor_decision = n.decision
    FROM unnest(${changed.map((line) => line.id)}::uuid[], ${changed.map(lineDecision)}::text[]) AS n (id, decision)
    WHERE l.id = n.id`.execute(tx)
  await sql`UPDATE order_line SET reason = NULL, vendor_reason = NULL, remark = NULL
    WHERE order_id = ANY(${orderUuids}::uuid[]) AND rejected = 0 AND reason IS NOT NULL`.execute(tx)
  await sql`
    UPDATE vendor_order o SET version = version + 1, vendor_decision = CASE
      WHEN EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id AND l.vendor_decision = 'NEW') THEN 'NEW'
      ELSE 'ANSWERED' END, asked_at = CASE
      WHEN o.vendor_decision = 'ANSWERED' AND EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id AND l.vendor_decision = 'NEW')
      THEN now() ELSE o.asked_at END, answered_at = CASE
      WHEN EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = o.id AND l.vendor_decision = 'NEW') THEN o.answered_at
      ELSE coalesce(o.answered_at, now()) END
    WHERE o.id = ANY(${orderUuids}::uuid[])`.execute(tx)
}

type RecoverOrderInput = Taken<Contract['orders']['recoverOosOrder']>

/** Brings refused and out-of-stock pieces back to awaiting; the history keeps why they had gone. */
export async function recoverOosOrder(
  input: RecoverOrderInput,
  context: CallContext,
): Promise<Reply<{ order: Awaited<ReturnType<typeof ordersAfter>>[number] }>> {
  oneEach(input.lines?.map((line) => line.nm_sku) ?? [])
  return context.command(async (tx) => {
    const order = await lockOrder(tx, context.caller, input.order_id)
    const lines = await goneLines(tx, order.id)
    const moves = wantedBack(input, lines)
    if (moves.length === 0)
      throw moveNotAllowed('No piece of this order is rejected or out of stock.', pieces.allowed(order), {
        values: { order_id: input.order_id },
      })
    const tellPromises = await watchOrders(tx, [order.id])
    const auditId = await recordEvent(tx, context, {
      entity: 'order',
      entityId: input.order_id,
      event: 'order.recovered',
      details: { quantity: moves.reduce((sum, move) => sum + move.quantity, 0) },
    })
    await applyMoves(
      tx,
      moves.map((move) => ({ ...move, auditId })),
    )
    if (moves.some((move) => move.kind === 'recover_refused')) await withdrawProposals(tx, [order.id])
    await decideLines(tx, [order.id])
    await tellPromises(context)
    await retractDelivered(tx, [input.order_id])
    const [after] = await ordersAfter(tx, context, [input.order_id])
    if (after === undefined) throw notFound('Order {{order_id}} was not found.', { order_id: input.order_id })
    return reply({ order: after }, 'Pieces recovered.')
  })
}

type GoneLine = Awaited<ReturnType<typeof goneLines>>[number]

async function goneLines(tx: Tx, orderUuid: string) {
  return tx
    .selectFrom('order_line as l')
    .innerJoin('sku as s', 's.id', 'l.sku_id')
    .where('l.order_id', '=', orderUuid)
    .select(['l.id', 's.nm_sku', 'l.rejected', 'l.oos'])
    .orderBy('l.id')
    .forNoKeyUpdate('l')
    .execute()
}

function wantedBack(input: RecoverOrderInput, lines: GoneLine[]): PlainMove[] {
  if (input.lines === undefined) return lines.flatMap((line) => movesBack(line, line.rejected + line.oos))
  return input.lines.flatMap(({ nm_sku, quantity }) => {
    const line = lines.find((each) => each.nm_sku === nm_sku)
    if (line === undefined)
      throw notFound('SKU {{nm_sku}} is not in order {{order_id}}.', { nm_sku, order_id: input.order_id })
    if (quantity > line.rejected + line.oos)
      throw moveNotAllowed('Please enter correct quantity for order.', ['recover_oos', 'recover_refused'], {
        values: { order_id: input.order_id, nm_sku, quantity, available: line.rejected + line.oos },
      })
    return movesBack(line, quantity)
  })
}

/** Out-of-stock pieces first: a refusal had a reason. */
function movesBack(line: GoneLine, quantity: number): PlainMove[] {
  const fromOos = Math.min(line.oos, quantity)
  const fromRefused = quantity - fromOos
  return [
    ...(fromOos > 0 ? [{ lineId: line.id, kind: 'recover_oos' as const, quantity: fromOos }] : []),
    ...(fromRefused > 0 ? [{ lineId: line.id, kind: 'recover_refused' as const, quantity: fromRefused }] : []),
  ]
}

/** Pieces of one order that a vendor has just refused or has not. */
export interface Undelivered {
  order_id: string
  pieces: number
}

/** Tells ops which orders will not come whole, one notice a vendor. Orders of which all pieces come are left out. */
export async function tellUndelivered(tx: Tx, context: CallContext, orders: readonly Undelivered[]): Promise<void> {
  const short = orders.filter((order) => order.pieces > 0).map((order) => order.order_id)
  if (short.length === 0) return
  const found = await tx
    .selectFrom('vendor_order as o')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .where(sql<boolean>`o.order_id = ANY (${short}::text[])`)
    .select(['o.order_id', 'v.code as vendor_code', 'v.name as vendor', 'v.name_zh as vendor_zh'])
    .select(sql<number>`o.rejected + o.oos`.as('pieces'))
    .orderBy('o.order_id')
    .execute()
  const told = [...Map.groupBy(found, (row) => row.vendor_code)].flatMap(([group, rows]): Told[] => {
    const [first] = rows
    if (first === undefined) return []
    return [{ kind: 'pieces_refused', group, things: rows.map((row) => row.order_id), values: first }]
  })
  await notify(tx, context, ...told)
}

/**
 * Orders of which all pieces come after all leave the notices that said otherwise; where some still do not, and where another order is
 * now the one that is named, the words are made anew.
 */
export async function retractDelivered(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const found = await tx
    .selectFrom('vendor_order as o')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .where(sql<boolean>`o.order_id = ANY (${[...orderIds]}::text[])`)
    .select(['o.order_id', 'v.code as vendor_code', sql<boolean>`o.rejected + o.oos = 0`.as('is_whole')])
    .orderBy('v.code')
    .execute()
  for (const [group, rows] of Map.groupBy(found, (row) => row.vendor_code)) {
    const idsWhere = (isWhole: boolean) => rows.filter((row) => row.is_whole === isWhole).map((row) => row.order_id)
    const left = await retract(tx, 'pieces_refused', group, idsWhere(true), idsWhere(false))
    const named = sql`details = n.details || jsonb_build_object('order_id', o.order_id, 'pieces', o.rejected + o.oos)
      FROM vendor_order o WHERE o.order_id = n.things[1]`
    await sql`UPDATE notice_outbox n SET ${named} AND n.kind = 'pieces_refused' AND n.group_key = ${group}`.execute(tx)
    await sql`UPDATE notice n SET ${named} AND n.id = ANY (${left}::uuid[])`.execute(tx)
  }
}
