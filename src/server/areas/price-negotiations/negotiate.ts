import { sql } from 'kysely'
import { v7 } from 'uuid'
import { priceNegotiationRights } from '../../../shared/areas/price-negotiations/rights.ts'
import { allowedMoves, type Move, negotiationWords, type Side } from '../../../shared/areas/price-negotiations/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { addDays, dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { isAmong } from '../../../shared/kernel/rights.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed, notFound, stale } from '../../http/errors.ts'
import { ownRows } from '../../http/own-rows.ts'
import { notify } from '../../notices/notify.ts'
import { applyAgreedPrice, keepBefore, takeAgreedPriceBack } from './agreed-price.ts'
import { negotiationRows, sideOf, takeBackUntil } from './negotiation-rows.ts'

type Routes = Handlers<Contract['priceNegotiations']>
type Item = Taken<Contract['priceNegotiations']['updatePriceNegotiationDetails']>['items'][number]

export const updatePriceNegotiationDetails: Routes['updatePriceNegotiationDetails'] = ({ items }, context) =>
  context.command(async (tx) => {
    const about = items.map(({ style_id, negotiation }) => style_id ?? negotiation)
    if (new Set(about).size < about.length) throw invalidInput('Multiple entries found.')
    const done: Done[] = []
    // One after the other, in one order: each locks its negotiation.
    for (const item of await inLockOrder(tx, items)) done.push(await negotiate(tx, context, item))
    await tellOtherSide(tx, context, done)
    const rows = await negotiationRows(
      tx,
      context.caller,
      done.map(({ id }) => id),
    )
    const [only] = done
    return reply({ rows }, done.length === 1 && only ? said[only.move] : negotiationWords.many)
  })

const said = {
  ask: negotiationWords.asked,
  counter: negotiationWords.countered,
  agree: negotiationWords.agreed,
  abandon: negotiationWords.abandoned,
  reopen: negotiationWords.reopened,
  take_back: negotiationWords.takenBack,
} as const

interface Done {
  id: string
  number: string
  move: Item['move']
  style: string
  vendorId: string
}

/** Two commands over the same negotiations wait for each other, whatever the order in which they name them. */
async function inLockOrder(tx: Tx, items: readonly Item[]): Promise<Item[]> {
  const { rows } = await rowsOf({ name: col.text, style_id: col.text })`
    SELECT n.number AS name, n.style_id FROM price_negotiation n WHERE n.number = ANY(${items.flatMap(({ negotiation }) => negotiation ?? [])}::text[])
    UNION ALL SELECT code, id FROM style WHERE code = ANY(${items.flatMap(({ style_id }) => style_id ?? [])}::text[])`.execute(
    tx,
  )
  const place = new Map(rows.map(({ name, style_id }) => [name, style_id]))
  const of = (item: Item) => place.get(item.style_id ?? item.negotiation ?? '') ?? ''
  return items.toSorted((a, b) => (of(a) < of(b) ? -1 : 1))
}

/** A negotiation as it stands, held until the transaction ends, with its style. Throws not_found for another vendor's. */
export async function heldNegotiation(tx: Tx, { caller }: CallContext, number: string) {
  const held = await tx
    .selectFrom('price_negotiation as n')
    .innerJoin('style as s', 's.id', 'n.style_id')
    .leftJoin('app_user as u', 'u.id', 'n.updated_by')
    .where('n.number', '=', number)
    .where(ownRows(caller, 'n.vendor_id'))
    .select('s.code as style')
    .select(['n.id', 'n.number', 'n.style_id', 'n.vendor_id', 'n.state', 'n.last_side', 'n.currency', 'n.version'])
    .select([
      'n.last_price_minor',
      'n.updated_at',
      'u.name as updated_by',
      'n.target_minor',
      takeBackUntil.as('take_back_until'),
      'n.floor_minor',
      'n.poc_id',
    ])
    .forNoKeyUpdate('n')
    .executeTakeFirst()
  if (held === undefined) throw notFound('Negotiation {{number}} was not found.', { number })
  const until = held.take_back_until?.toISOString() ?? null
  return { ...held, last_price_minor: Number(held.last_price_minor), take_back_until: until }
}

export type Held = Awaited<ReturnType<typeof heldNegotiation>>

export function assertVersion(held: Held, version: number | undefined): void {
  if (version !== undefined && version !== held.version) throw stale(held.updated_by ?? 'Selvedge', held.updated_at)
}

async function negotiate(tx: Tx, context: CallContext, item: Item): Promise<Done> {
  if (item.move === 'ask') return ask(tx, context, item)
  const side = sideOf(context.caller)
  const held = await heldNegotiation(tx, context, item.negotiation ?? '')
  assertVersion(held, item.version)
  const may = allowedMoves(held, side, isAmong(context.caller, priceNegotiationRights.reopenPrices.roles))
  if (!may.includes(item.move)) throw moveNotAllowed(negotiationWords.noMove, may, { values: { number: held.number } })
  await moves[item.move](tx, context, held, item, side)
  return { id: held.id, number: held.number, move: item.move, style: held.style, vendorId: held.vendor_id }
}

/** A new price for a style. One negotiation of a style is open at a time. */
async function ask(tx: Tx, context: CallContext, item: Item): Promise<Done> {
  const side = sideOf(context.caller)
  const style = await ownStyle(tx, context, item.style_id ?? '')
  const id = v7()
  const number = await newNumber(tx)
  const minor = item.price?.minor ?? 0
  const made = await tx
    .insertInto('price_negotiation')
    .values({
      ...{ id, number, style_id: style.id, vendor_id: style.vendor_id, last_side: side, last_price_minor: minor },
      answer_by: item.answer_by ?? (await usualAnswer(tx)),
      updated_by: context.caller.userId,
      ...(side === 'house' && { poc_id: context.caller.userId }),
    })
    .onConflict((on) => on.column('style_id').where(sql<boolean>`state = 'OPEN'`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) await assertNoneOpen(tx, style)
  await keepOffer(tx, context, { id, number, side, move: 'ask', minor, reason: item.reason })
  return { id, number, move: 'ask', style: style.code, vendorId: style.vendor_id }
}

/** A style of this caller's. Throws not_found for another's. */
export async function ownStyle(tx: Tx, { caller }: CallContext, code: string) {
  const style = await tx
    .selectFrom('style as s')
    .where('s.code', '=', code)
    .where('s.retired_at', 'is', null)
    .where(ownRows(caller, 's.vendor_id'))
    .select(['s.id', 's.code', 's.vendor_id'])
    .executeTakeFirst()
  if (style === undefined) throw notFound('Style {{style_id}} was not found.', { style_id: code })
  return style
}

/** The number of the style's open negotiation; undefined where there is none. */
export async function openNumber(tx: Tx, styleId: string): Promise<string | undefined> {
  const open = await tx
    .selectFrom('price_negotiation')
    .where('style_id', '=', styleId)
    .where('state', '=', 'OPEN')
    .select('number')
    .executeTakeFirst()
  return open?.number
}

async function assertNoneOpen(tx: Tx, style: { id: string; code: string }): Promise<void> {
  const number = await openNumber(tx, style.id)
  if (number !== undefined) throw conflict(negotiationWords.isOpen, { values: { style_id: style.code, number } })
}

export async function newNumber(tx: Tx): Promise<string> {
  const { rows } = await rowsOf({ n: col.number })`SELECT nextval('price_negotiation_number')::int AS n`.execute(tx)
  return `PN-${String(rows[0]?.n ?? 0).padStart(6, '0')}`
}

async function usualAnswer(tx: Tx): Promise<string> {
  const days = await readSetting(tx, 'negotiation_answer_days')
  return addDays(dayIn(vendorZone, new Date()), days)
}

type MakeMove = (tx: Tx, context: CallContext, held: Held, item: Item, side: Side) => Promise<void>

const moves: Readonly<Record<Move, MakeMove>> = {
  async counter(tx, context, held, { price, reason, answer_by }, side) {
    const minor = price?.minor ?? 0
    if (minor === held.last_price_minor)
      throw invalidInput(negotiationWords.samePrice, {
        fields: [{ field: 'price', message: negotiationWords.samePrice }],
      })
    await write(tx, context, held, {
      ...{ last_side: side, last_price_minor: minor, answer_by: answer_by ?? (await usualAnswer(tx)) },
    })
    await keepOffer(tx, context, { ...held, side, move: 'counter', minor, reason })
  },
  async agree(tx, context, held, { reason }, side) {
    const minor = held.last_price_minor
    await keepBefore(tx, { styleId: held.style_id, minor, number: held.number })
    await write(tx, context, held, { state: 'AGREED', agreed_minor: minor, answer_by: null })
    await keepOffer(tx, context, { ...held, side, move: 'agree', minor, reason })
    await applyAgreedPrice(tx, context, { styleId: held.style_id, minor, number: held.number })
  },
  async abandon(tx, context, held, { reason }, side) {
    await write(tx, context, held, { state: 'ABANDONED', answer_by: null })
    await keepOffer(tx, context, { ...held, side, move: 'abandon', minor: null, reason })
  },
  async take_back(tx, context, held, { reason }, side) {
    await assertNoneOpen(tx, { id: held.style_id, code: held.style })
    await takeAgreedPriceBack(tx, context, {
      styleId: held.style_id,
      minor: held.last_price_minor,
      number: held.number,
    })
    await write(tx, context, held, { state: 'OPEN', agreed_minor: null, answer_by: await usualAnswer(tx) })
    await keepOffer(tx, context, { ...held, side, move: 'take_back', minor: null, reason })
  },
  async reopen(tx, context, held, { reason }, side) {
    await assertNoneOpen(tx, { id: held.style_id, code: held.style })
    const back = { agreed_minor: null, agreed_at: null, before_agreed: null }
    await write(tx, context, held, { state: 'OPEN', ...back, answer_by: await usualAnswer(tx) })
    await keepOffer(tx, context, { ...held, side, move: 'reopen', minor: null, reason })
  },
}

type Columns = Partial<{
  state: 'OPEN' | 'AGREED' | 'ABANDONED'
  last_side: Side
  last_price_minor: number
  agreed_minor: number | null
  agreed_at: null
  before_agreed: null
  answer_by: string | null
  poc_id: string
  target_minor: number | null
  floor_minor: number | null
}>

/** Writes over what is held. */
export async function write(
  tx: Tx,
  { caller }: CallContext,
  { id }: Pick<Held, 'id'>,
  columns: Columns,
): Promise<void> {
  await tx
    .updateTable('price_negotiation')
    .set((eb) => ({
      ...columns,
      updated_at: sql<Date>`now()`,
      updated_by: caller.userId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

interface Offer {
  id: string
  number: string
  side: Side
  move: 'ask' | Move | 'enter'
  minor: number | null
  reason?: string | undefined
}

const events = {
  ask: 'price.asked',
  counter: 'price.countered',
  agree: 'price.agreed',
  abandon: 'price.abandoned',
  reopen: 'price.reopened',
  take_back: 'price.taken_back',
  enter: 'price.entered',
} as const

/** What was said, in the ledger and in the audit. */
export async function keepOffer(
  tx: Tx,
  context: CallContext,
  { id, number, side, move, minor, reason }: Offer,
): Promise<void> {
  await tx
    .insertInto('price_offer')
    .values({
      ...{ id: v7(), negotiation_id: id, side, move, price_minor: minor, reason: reason || null },
      by: context.caller.userId,
    })
    .execute()
  await recordEvent(tx, context, {
    ...({ entity: 'price_negotiation', entityId: number, event: events[move] } as const),
    to: minor === null ? null : `${(minor / 100).toFixed(2)} CNY`,
    // Where an agreement was entered from is the company's alone.
    details: { side, reason: (move !== 'enter' && reason) || null },
  })
}

/** One notice a vendor and kind; of what a vendor said, one to the company. */
async function tellOtherSide(tx: Tx, context: CallContext, done: readonly Done[]): Promise<void> {
  const isVendor = sideOf(context.caller) === 'vendor'
  const isSettled = ({ move }: Done) => move === 'agree' || move === 'abandon'
  const groups = isVendor ? [done] : [...Map.groupBy(done, (one) => `${one.vendorId} ${isSettled(one)}`).values()]
  for (const group of groups) {
    const [first] = group
    if (first === undefined) continue
    const about = {
      things: group.map(({ number }) => number),
      values: { style_id: first.style, number: first.number },
    }
    if (isVendor) await notify(tx, context, { kind: 'price_asked', ...about })
    else
      await notify(tx, context, {
        ...{ kind: isSettled(first) ? 'price_settled' : 'price_to_answer', vendorId: first.vendorId },
        ...about,
      })
  }
}
