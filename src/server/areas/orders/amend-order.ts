import { sql } from 'kysely'
import { v7 } from 'uuid'
import { amendMoves, mostPieces, orderCurrency, orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { pieces, type Quantities } from '../../../shared/areas/orders/quantities.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordEvent } from '../../audit/audit.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { newIds } from '../../database/new-ids.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed, notFound } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { decideLines } from './answers.ts'
import { setTerms } from './decide-proposal.ts'
import { applyMoves } from './lines.ts'
import type { OrderFacts } from './order-rows.ts'
import { lockAnyOrder, oneEach, ordersAfter } from './orders.ts'

type Input = Taken<Contract['orders']['amendOrder']>
type Amended = Awaited<ReturnType<typeof ordersAfter>>[number]

/**
 * Changes an order's quantities, deadline and, until its vendor answered, its price; always with a reason, which its history keeps.
 * Pieces are taken from those that await and are free on the platform; more pieces are answered anew. The vendor is told of an order
 * that it sees. Throws stale, not_found, invalid_input at the field, and move_not_allowed that says how few pieces are possible.
 */
export async function amendOrder(input: Input, context: CallContext): Promise<Reply<{ order: Amended }>> {
  oneEach(input.lines.map(({ nm_sku }) => nm_sku))
  return context.command(async (tx) => {
    const order = await lockAnyOrder(tx, context.caller, input.order_id)
    await assertFresh(tx, { entity: 'order', entityId: order.order_id, version: order.version }, input.version)
    await amendHeld(tx, context, order, input)
    const [after] = await ordersAfter(tx, context, [order.order_id], { only_lines: false })
    if (after === undefined) throw notFound('Order {{order_id}} was not found.', { order_id: order.order_id })
    return reply({ order: after }, 'Order amended.')
  })
}

/** The same of an order that is held already. Throws as it does. */
export async function amendHeld(
  tx: Tx,
  context: CallContext,
  order: OrderFacts,
  input: Pick<Input, 'lines' | 'shipping_deadline' | 'unit_price' | 'reason'>,
): Promise<void> {
  if (order.decision !== 'NEW' && order.decision !== 'APPROVED')
    throw moveNotAllowed(orderMessages.notOpen, [], { values: { order_id: order.order_id } })
  const lines = await linesToAmend(tx, order, input.lines)
  const terms = termsOf(order, input)
  if (terms.unit_price_minor !== undefined && (await isAnswered(tx, order)))
    throw moveNotAllowed(orderMessages.priceStays, ['quantity', 'deadline'], {
      fields: [{ field: 'unit_price', message: orderMessages.priceStays }],
    })
  const changed = lines.filter(({ line, quantity }) => line.ordered !== quantity)
  if (changed.length === 0 && Object.keys(terms).length === 0) throw invalidInput(orderMessages.nothingAmended)
  const total = changed.reduce((sum, { line, quantity }) => sum + quantity - line.ordered, order.ordered)
  if (total > mostPieces) throw invalidInput(orderMessages.tooMany, { values: { most: mostPieces } })
  if (total < 1) throw moveNotAllowed(orderMessages.cancelInstead, ['cancel'], { values: { order_id: order.order_id } })
  await writeAmendment(tx, context, { order, changed, terms, total, reason: input.reason })
}

interface LineOfOrder extends Quantities {
  /** order_line.id; null where the order has no such line yet. */
  id: string | null
  sku_id: string
  nm_sku: string
  isRetired: boolean
}

interface Wanted {
  line: LineOfOrder
  quantity: number
}

/** The lines named, as they stand now that their order is held; a SKU of the style that the order does not have begins with nothing. */
async function linesToAmend(tx: Tx, order: OrderFacts, wanted: Input['lines']): Promise<Wanted[]> {
  const rows = await tx
    .selectFrom('sku as k')
    .innerJoin('vendor_order as o', 'o.style_id', 'k.style_id')
    .leftJoin('order_line as l', (on) => on.onRef('l.sku_id', '=', 'k.id').onRef('l.order_id', '=', 'o.id'))
    .where('o.id', '=', order.id)
    .where(sql<boolean>`k.nm_sku = ANY(${wanted.map(({ nm_sku }) => nm_sku)}::text[])`)
    .select(['l.id', 'k.id as sku_id', 'k.nm_sku', 'k.retired_at'])
    .select(['l.ordered', 'l.awaiting', 'l.platform', 'l.reserved', 'l.packed', 'l.shipped', 'l.rejected', 'l.oos'])
    // Not taken out of use meanwhile.
    .orderBy('k.id')
    .forShare('k')
    .execute()
  const found = new Map(
    rows.map(({ id, sku_id, nm_sku, retired_at, ...now }) => {
      const quantities = Object.fromEntries(Object.entries(now).map(([name, count]) => [name, count ?? 0]))
      return [nm_sku, { id, sku_id, nm_sku, isRetired: retired_at !== null, ...pieces.nothing, ...quantities }]
    }),
  )
  return wanted.map(({ nm_sku, quantity }, at) => {
    const line = found.get(nm_sku)
    const refuse = (field: string, message: string) =>
      invalidInput(message, {
        values: { nm_sku, code: nm_sku, style_id: order.style_id, order_id: order.order_id },
        fields: [{ field: `lines.${at}.${field}`, message }],
      })
    if (line === undefined) throw refuse('nm_sku', orderMessages.otherStyle)
    if (line.isRetired && quantity > line.ordered) throw refuse('nm_sku', orderMessages.outOfUse)
    if (quantity < 0) throw refuse('quantity', sheetMessages.wrongOrderQuantity)
    return { line, quantity }
  })
}

type Terms = Partial<Pick<OrderFacts, 'ship_by' | 'unit_price_minor'>>

/** Of deadline and price what becomes another. */
function termsOf(
  order: OrderFacts,
  { shipping_deadline, unit_price }: Pick<Input, 'shipping_deadline' | 'unit_price'>,
): Terms {
  const terms: Terms = {}
  const refuse = (field: string, message: string, values = {}) =>
    invalidInput(message, { values, fields: [{ field, message }] })
  if (shipping_deadline && shipping_deadline !== order.ship_by) {
    if (shipping_deadline < order.order_date) throw refuse('shipping_deadline', orderMessages.deadlineBefore)
    if (shipping_deadline < dayIn(order.time_zone, new Date()))
      throw refuse('shipping_deadline', orderMessages.deadlinePast)
    terms.ship_by = shipping_deadline
  }
  if (unit_price && (unit_price.minor !== order.unit_price_minor || unit_price.currency !== order.currency)) {
    if (unit_price.currency !== order.currency)
      throw refuse('unit_price', orderMessages.otherCurrency, { currency: orderCurrency })
    if (unit_price.minor < 1) throw refuse('unit_price', orderMessages.noPrice)
    terms.unit_price_minor = unit_price.minor
  }
  return terms
}

/** The vendor said something of it and did not take that back: also where a raised quantity waits for an answer of its own. */
async function isAnswered(tx: Tx, order: OrderFacts): Promise<boolean> {
  if (order.awaiting < order.ordered) return true
  const line = await tx
    .selectFrom('order_line')
    .where('order_id', '=', order.id)
    .where('ordered', '>', 0)
    .where('vendor_decision', '<>', 'NEW')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (line !== undefined) return true
  const last = await tx
    .selectFrom('audit_event')
    .where('entity', '=', 'order')
    .where('entity_id', '=', order.order_id)
    .where('event', 'in', ['order.answered', 'order.reopened'])
    .orderBy('seq', 'desc')
    .select('event')
    .limit(1)
    .executeTakeFirst()
  return last?.event === 'order.answered'
}

/** Another price of an order that is held, whatever its vendor answered: both sides agreed to it. */
export function reprice(
  tx: Tx,
  context: CallContext,
  order: OrderFacts,
  unit_price_minor: number,
  reason: string,
): Promise<void> {
  return writeAmendment(tx, context, { order, changed: [], terms: { unit_price_minor }, total: order.ordered, reason })
}

interface Amendment {
  order: OrderFacts
  changed: readonly Wanted[]
  terms: Terms
  /** Pieces of the whole order afterwards. */
  total: number
  reason: string
}

async function writeAmendment(tx: Tx, context: CallContext, amendment: Amendment): Promise<void> {
  const { order, terms, total, reason } = amendment
  const isSeen = order.decision === 'APPROVED'
  const changed = await withLines(tx, order, amendment.changed)
  const moves = changed.flatMap(({ lineId, line, quantity }) => movesOf(order, line, quantity, lineId))
  const auditId = await recordEvent(tx, context, {
    entity: 'order',
    entityId: order.order_id,
    event: isSeen ? 'order.amended' : 'order.corrected',
    details: {
      reason,
      ...(total !== order.ordered && { pieces_from: order.ordered, pieces_to: total }),
      ...(terms.ship_by && { deadline_from: order.ship_by, deadline_to: terms.ship_by }),
    },
  })
  await applyMoves(
    tx,
    moves.map((move) => ({ ...move, auditId })),
  )
  if (terms.ship_by !== undefined || terms.unit_price_minor !== undefined) await setTerms(tx, order, terms)
  await keepAmendment(tx, context, { ...amendment, changed }, !isSeen)
  const raised = changed.filter(({ line, quantity }) => quantity > line.ordered)
  await sql`UPDATE order_line SET vendor_decision = 'NEW' WHERE id = ANY(${raised.map(({ lineId }) => lineId)}::uuid[])`.execute(
    tx,
  )
  // Of a line without a piece there is nothing to answer.
  await decideLines(
    tx,
    [order.id],
    new Set(changed.filter(({ quantity }) => quantity === 0).map(({ lineId }) => lineId)),
  )
  if (!isSeen) return
  const things = [order.order_id]
  const values = { order_id: order.order_id }
  await notify(tx, context, { kind: 'order_amended', vendorId: order.vendor_id, things, values })
}

type OnLine = Wanted & { lineId: string }

/** Makes the lines that the order does not have, with nothing: a move brings their pieces. */
async function withLines(tx: Tx, order: OrderFacts, wanted: readonly Wanted[]): Promise<OnLine[]> {
  const ids = newIds(wanted.length)
  const all = wanted.map((each, at) => ({ ...each, lineId: each.line.id ?? ids[at] ?? '' }))
  const added = all.filter(({ line }) => line.id === null)
  if (added.length > 0)
    await tx
      .insertInto('order_line')
      .values(
        added.map(({ lineId, line }) => ({
          ...{ id: lineId, order_id: order.id, sku_id: line.sku_id },
          ...{ opened: 0, ordered: 0, awaiting: 0 },
        })),
      )
      .execute()
  return all
}

function movesOf(order: OrderFacts, line: LineOfOrder, quantity: number, lineId: string) {
  const outcome = amendMoves(line, quantity)
  if ('moves' in outcome) return outcome.moves.map((move) => ({ ...move, lineId }))
  throw moveNotAllowed(orderMessages.tooFew, pieces.allowed(line), {
    values: { order_id: order.order_id, nm_sku: line.nm_sku, least: outcome.least },
    fields: [{ field: line.nm_sku, message: orderMessages.tooFew }],
  })
}

async function keepAmendment(
  tx: Tx,
  context: CallContext,
  { order, changed, terms, reason }: Omit<Amendment, 'changed'> & { changed: readonly OnLine[] },
  isInternal: boolean,
): Promise<void> {
  const id = v7()
  await tx
    .insertInto('order_amendment')
    .values({
      id,
      order_id: order.id,
      reason,
      is_internal: isInternal,
      ship_by_before: terms.ship_by === undefined ? null : order.ship_by,
      ship_by: terms.ship_by ?? null,
      unit_price_before: terms.unit_price_minor === undefined ? null : order.unit_price_minor,
      unit_price_minor: terms.unit_price_minor ?? null,
      amended_by: context.caller.userId,
    })
    .execute()
  await sql`
    INSERT INTO order_amendment_line (amendment_id, order_line_id, quantity_before, quantity)
    SELECT ${id}::uuid, * FROM unnest(${changed.map(({ lineId }) => lineId)}::uuid[], ${changed.map(({ line }) => line.ordered)}::int[],
      ${changed.map(({ quantity }) => quantity)}::int[])`.execute(tx)
}
