import { sql } from 'kysely'
import { v7 } from 'uuid'
import {
  boxNames,
  documentProblems,
  invoiceMessages,
  invoiceNumberOf,
  invoiceProblem,
  invoiceSeries,
} from '../../../shared/areas/invoices/rules.ts'
import { party } from '../../../shared/areas/invoices/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { readSetting } from '../../database/settings.ts'
import { type CallContext, type Db, type Handlers, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { lockQcBoxes, type QcBoxFacts } from '../qc-boxes/box-rows.ts'
import { inChina, type QcPlace } from '../qc-boxes/sites.ts'
import { boxesRefused, leftOutBox, moveWholeBoxes, sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import { type DraftLine, draftBoxes } from './drafts.ts'
import {
  assertFreshInvoice,
  assertInvoiceAllows,
  boxesOfInvoices,
  findInvoice,
  type InvoiceRow,
  invoiceWires,
  lockInvoice,
  type Party,
} from './invoice-rows.ts'
import { namedExcess } from './open-excess.ts'

type Input = Taken<Contract['invoices']['createInvoice']>

/** Invoices boxes that are ready, or voids an invoice. */
export const createInvoice: Handlers<Contract['invoices']>['createInvoice'] = (input, context) =>
  input.action === 'void' ? voidInvoice(input, context) : issueInvoice(input, context)

/** A box on an invoice to be, with its lines. */
interface TakenBox {
  box: QcBoxFacts
  lines: DraftLine[]
}

interface NewInvoice {
  taken: TakenBox[]
  currency: string
  exporter: Party
  consignee: Party
  remark: string | null
}

/** All ready pieces of these boxes go on one invoice: one currency, one site, one consignee, every box whole or none at all. */
async function issueInvoice(input: Input, context: CallContext): Promise<Reply<{ invoice: InvoiceRow }>> {
  const refs = input.box_ids
  if (refs === undefined) throw invalidInput('Please choose the boxes for the invoice.')
  return context.command(async (tx) => {
    const taken = await boxesToInvoice(tx, context, refs)
    const currency = theOne(taken, ({ lines }) => lines.map((line) => line.currency), invoiceMessages.currencies)
    theOne(taken, ({ box }) => [box.site], invoiceMessages.sites)
    const exporter = await chosenParty(tx, 'exporter', input.exporter)
    const consignee = await chosenParty(tx, 'consignee', input.consignee)
    await holdCustoms(tx, taken)
    const number = await writeInvoice(tx, context, {
      taken,
      currency,
      exporter,
      consignee,
      remark: input.remark || null,
    })
    const [invoice] = await invoiceWires(tx, context.caller, [await findInvoice(tx, context.caller, number)])
    if (invoice === undefined) throw new Error(`invoice ${number} was not written`)
    return reply({ invoice }, 'Invoice created.')
  })
}

/** The chosen boxes, locked, in the order of their shipments. Throws when one of them can go on no invoice, naming all. */
async function boxesToInvoice(tx: Tx, context: CallContext, refs: readonly string[]): Promise<TakenBox[]> {
  const { taken, left } = await sortBoxes(tx, inChina(context.caller), refs, true, invoiceProblem)
  const drafts = await draftBoxes(tx, taken, 'ready')
  for (const box of taken) {
    const nm_sku = drafts.get(box.box_id)?.unordered
    if (nm_sku) left.push(leftOutBox(box, documentProblems.unordered, { nm_sku }))
  }
  if (left.length > 0) throw boxesRefused(await namedExcess(tx, left), invoiceMessages.someRefused)
  return taken
    .map((box) => ({ box, lines: drafts.get(box.box_id)?.lines ?? [] }))
    .sort((a, b) => compare(a.box.shipment_id, b.box.shipment_id) || a.box.position - b.box.position)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What all boxes have in common. Where it differs, the message names the boxes of each. */
function theOne(taken: readonly TakenBox[], of: (each: TakenBox) => string[], message: string): string {
  const groups = new Map<string, QcBoxFacts[]>()
  for (const each of taken) {
    for (const value of new Set(of(each))) groups.set(value, [...(groups.get(value) ?? []), each.box])
  }
  const [first, ...others] = groups.keys()
  if (first !== undefined && others.length === 0) return first
  const boxes = [...groups].map(([value, of]) => `${value} (${boxNames(of)})`).join(', ')
  throw moveNotAllowed(message, [], { values: { boxes } })
}

/** What customs are told of these styles is held still: it is copied, and a sheet taken meanwhile waits until it was. */
async function holdCustoms(tx: Tx, taken: readonly TakenBox[]): Promise<void> {
  const styles = new Set(taken.flatMap(({ lines }) => lines.map((line) => line.style_uuid)))
  await sql`SELECT id FROM style WHERE id = ANY(${[...styles]}::uuid[]) ORDER BY id FOR SHARE`.execute(tx)
}

async function writeInvoice(tx: Tx, context: CallContext, invoice: NewInvoice): Promise<string> {
  const { taken } = invoice
  const first = taken[0]?.box
  if (first === undefined) throw new Error('an invoice without boxes')
  const issuedOn = dayIn(first.time_zone, new Date())
  const series = invoiceSeries(await readSetting(tx, 'invoice_series'), issuedOn)
  // Whoever comes next waits here until this one is written whole, or takes the same number when it is not.
  const serial = await nextInSeries(tx, series)
  const id = v7()
  const number = invoiceNumberOf(series, serial)
  const lines = taken.flatMap((each) =>
    each.lines.map((line) => ({ ...line, box_id: each.box.box_id, site_id: each.box.site_id })),
  )
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const row = { id, number, series, serial, issued_on: issuedOn, site_id: first.site_id, currency: invoice.currency }
  await tx
    .insertInto('invoice')
    .values({
      ...row,
      consignee_code: invoice.consignee.code,
      exporter: JSON.stringify(invoice.exporter),
      consignee: JSON.stringify(invoice.consignee),
      boxes: taken.length,
      pieces,
      total_minor: lines.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0),
      remark: invoice.remark,
      created_by: context.caller.userId,
    })
    .execute()
  await writeLines(tx, id, taken, lines)
  await recordEvent(tx, context, {
    entity: 'invoice',
    entityId: number,
    event: 'invoice.created',
    to: 'LIVE',
    details: { boxes: taken.length, pieces, consignee: invoice.consignee.code },
  })
  const boxes = taken.map(({ box }) => box)
  await moveWholeBoxes(tx, context, boxes, {
    kinds: ['invoice'],
    event: 'box.invoiced',
    details: { invoice_number: number },
    invoiceId: id,
  })
  return number
}

type NewLine = DraftLine & QcPlace

async function writeLines(tx: Tx, id: string, taken: readonly TakenBox[], lines: readonly NewLine[]): Promise<void> {
  await sql`
    INSERT INTO invoice_box (invoice_id, box_id, site_id, position)
    SELECT ${id}::uuid, n.box_id, n.site_id, n.position
    FROM unnest(${taken.map(({ box }) => box.box_id)}::uuid[], ${taken.map(({ box }) => box.site_id)}::uuid[])
      WITH ORDINALITY AS n (box_id, site_id, position)`.execute(tx)
  await sql`
    INSERT INTO invoice_line (id, invoice_id, box_id, site_id, order_line_id, quantity, unit_price_minor, hs_code, description,
      description_zh, composition, origin, net_weight_grams)
    SELECT n.id, ${id}::uuid, n.box_id, n.site_id, n.order_line_id, n.quantity, n.price, c.hs_code, c.description,
      c.description_zh, c.composition, c.origin, c.net_weight_grams
    FROM unnest(${newIds(lines.length)}::uuid[], ${lines.map((line) => line.box_id)}::uuid[],
        ${lines.map((line) => line.site_id)}::uuid[],
        ${lines.map((line) => line.order_line_id)}::uuid[], ${lines.map((line) => line.style_uuid)}::uuid[],
        ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.unit_price_minor)}::bigint[])
      AS n (id, box_id, site_id, order_line_id, style_id, quantity, price)
    LEFT JOIN style_customs c ON c.style_id = n.style_id`.execute(tx)
}

type VoidInvoiceInput = Pick<Taken<Contract['invoices']['createInvoice']>, 'invoice_number' | 'version' | 'reason'>

/** An invoice becomes void with a reason: its boxes are ready again, its number stays used, its paper stays. */
export async function voidInvoice(
  input: VoidInvoiceInput,
  context: CallContext,
): Promise<Reply<{ invoice: InvoiceRow }>> {
  const { invoice_number, reason, version } = input
  if (invoice_number === undefined) throw invalidInput('Please choose an invoice.')
  if (!reason) throw invalidInput('Please give a reason.')
  return context.command(async (tx) => {
    const { id } = await findInvoice(tx, context.caller, invoice_number)
    const boxes = await lockQcBoxes(tx, inChina(context.caller), await boxesOfInvoices(tx, [id]))
    const invoice = await lockInvoice(tx, context.caller, invoice_number)
    assertInvoiceAllows(invoice, 'void')
    await assertFreshInvoice(tx, invoice, version)
    await recordEvent(tx, context, {
      entity: 'invoice',
      entityId: invoice_number,
      event: 'invoice.voided',
      from: 'LIVE',
      to: 'VOID',
      details: { reason },
    })
    await moveWholeBoxes(tx, context, boxes, {
      kinds: ['uninvoice'],
      event: 'box.invoice_voided',
      details: { invoice_number, reason },
      invoiceId: id,
      reason,
    })
    await sql`UPDATE invoice_box SET is_live = false WHERE invoice_id = ${id}`.execute(tx)
    await sql`UPDATE invoice SET state = 'VOID', void_reason = ${reason}, voided_at = now(),
      voided_by = ${context.caller.userId}, version = version + 1 WHERE id = ${id}`.execute(tx)
    const [voided] = await invoiceWires(tx, context.caller, [await findInvoice(tx, context.caller, invoice_number)])
    if (voided === undefined) throw new Error(`invoice ${invoice_number} is gone`)
    return reply({ invoice: voided }, 'Invoice is void.')
  })
}

/**
 * The next number of a series without gaps. Its row stays locked until the transaction ends, so that a number taken by a
 * command that fails is given to the next one: take it last, after everything that can wait or be refused.
 */
export async function nextInSeries(tx: Tx, series: string): Promise<number> {
  const { rows } = await rowsOf({ taken: col.number })`
    INSERT INTO number_series AS s (series, next) VALUES (${series}, 2)
    ON CONFLICT (series) DO UPDATE SET next = s.next + 1 RETURNING next - 1 AS taken`.execute(tx)
  const taken = rows[0]?.taken
  if (taken === undefined) throw new Error(`series ${series} gave no number`)
  return taken
}

const chooseParty = {
  exporter: 'Please choose an exporter.',
  consignee: 'Please choose a consignee.',
} as const

/** A party of a new paper: the one named, or the only one there is. Throws invalid_input where that says nothing. */
export async function chosenParty(db: Db, kind: Party['kind'], code: string | undefined): Promise<Party> {
  const { rows } = await rowsOf(party.shape)`
    SELECT code, kind, name, address, country, tax_id, contact, payment_terms, bank FROM trade_party
    WHERE kind = ${kind} AND is_active AND (${code ?? null}::text IS NULL OR code = ${code ?? null}) LIMIT 2`.execute(
    db,
  )
  const [only, other] = rows
  if (only === undefined || other !== undefined) throw invalidInput(chooseParty[kind])
  return only
}
