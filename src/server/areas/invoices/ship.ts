import { sql } from 'kysely'
import { loadingMessages } from '../../../shared/areas/invoices/loading.ts'
import {
  boxNames,
  documentProblems,
  type ExportCandidate,
  invoiceMessages,
  invoiceProblem,
  type MissingFact,
  missingForExport,
} from '../../../shared/areas/invoices/rules.ts'
import type { QcMoveKind } from '../../../shared/areas/qc-boxes/quantities.ts'
import { indiaDoorWords } from '../../../shared/areas/receiving/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvents } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, type Reply, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { notify } from '../../notices/notify.ts'
import { lockQcBoxes, type QcBoxFacts, qcBoxesSelected, qcBoxFacts } from '../qc-boxes/box-rows.ts'
import { atSites, inChina, inPlaces, ofSites } from '../qc-boxes/sites.ts'
import { type LeftOut, leftOutBox, moveWholeBoxes, sortBoxes } from '../qc-boxes/whole-box-moves.ts'
import { assertArrivesLater, incomplete } from './export-orders.ts'
import {
  assertInvoiceAllows,
  boxesOfInvoices,
  exportCandidates,
  type InvoiceFacts,
  invoiceFactsRow,
  invoicesByNumber,
  invoicesSelected,
  invoiceWires,
  isOpenInvoice,
  lockInvoices,
  touchInvoices,
} from './invoice-rows.ts'
import { assertLoaded, boxesToLoad } from './loading.ts'

type Input = Taken<Contract['invoices']['confirmShipToIndia']>
type Shipped = Gives<Contract['invoices']['confirmShipToIndia']>

/** Ships invoices with all their boxes, or takes that back: they are then invoiced again and their export orders open. */
export const confirmShipToIndia: Handlers<Contract['invoices']>['confirmShipToIndia'] = (input, context) =>
  input.action === 'undo' ? takeBack(input, context) : ship(input, context)

async function ship(input: Input, context: CallContext): Promise<Reply<Shipped>> {
  return context.command(async (tx) => {
    assertArrivesLater(input.arrives_on, null)
    const destination = await destinationOf(tx, input.destination)
    const held = await lockDocuments(tx, context, input.invoice_numbers)
    for (const { invoice } of held) assertInvoiceAllows(invoice, 'ship')
    await assertComplete(tx, held)
    await assertLoaded(
      tx,
      held.map(({ invoice }) => invoice),
    )
    assertAsShown(sumsOf(held), input.expected)
    await moveAll(tx, context, held, { kind: 'ship', event: 'shipped', box: 'box.shipped_to_india' })
    await sql`UPDATE export_order SET state = 'SHIPPED', shipped_at = now(), shipped_by = ${context.caller.userId},
      destination_id = ${destination}::uuid, carrier = coalesce(${input.carrier || null}, carrier),
      transport_document = coalesce(${input.transport_document || null}, transport_document),
      arrives_on = coalesce(${input.arrives_on ?? null}::date, arrives_on), version = version + 1
      WHERE id = ANY(${held.map(({ invoice }) => invoice.export_id)}::uuid[])`.execute(tx)
    await tellShipped(tx, context, held, destination)
    return reply(await after(tx, context, held), 'Shipped to India.')
  })
}

/** Sites of India QC: where an export order may go. */
async function sitesInIndia(db: Db) {
  return db
    .selectFrom('site')
    .where('kind', '=', 'india_qc')
    .where('retired_at', 'is', null)
    .select(['id', 'code as site', 'name as site_name', 'name_zh as site_name_zh'])
    .orderBy('code')
    .execute()
}

/**
 * site.id of where the boxes go: the site that is named, or the only one of India QC. Null while there is none: the first one that is
 * entered is meant then. Throws invalid_input where one must be said.
 */
async function destinationOf(tx: Tx, code: string | undefined): Promise<string | null> {
  const sites = await sitesInIndia(tx)
  if (code === undefined) {
    if (sites.length > 1) throw invalidInput('Please say to which site in India the boxes go.')
    return sites[0]?.id ?? null
  }
  const found = sites.find(({ site }) => site === code)
  if (found === undefined) throw invalidInput(indiaDoorWords.noSite, { values: { site: code } })
  return found.id
}

/** An export order of a version before may tell a weight that counts pieces which went back. Throws invalid_input with what is missing. */
async function assertComplete(tx: Tx, held: readonly Held[]): Promise<void> {
  const candidates = await exportCandidates(
    tx,
    held.map(({ invoice }) => invoice),
  )
  for (const { invoice } of held) {
    const missing = missingOf(invoice, candidates)
    if (missing.length > 0) throw incomplete(invoice, missing)
  }
}

function missingOf({ id }: InvoiceFacts, candidates: ReadonlyMap<string, ExportCandidate>): MissingFact[] {
  const candidate = candidates.get(id)
  return candidate === undefined ? [] : missingForExport(candidate)
}

async function takeBack({ invoice_numbers, reason, expected }: Input, context: CallContext): Promise<Reply<Shipped>> {
  if (!reason) throw invalidInput('Please give a reason.')
  return context.command(async (tx) => {
    const held = await lockDocuments(tx, context, invoice_numbers)
    for (const { invoice } of held) assertInvoiceAllows(invoice, 'undo_ship')
    await assertNotReceived(tx, held)
    assertAsShown(sumsOf(held), expected)
    await moveAll(tx, context, held, { kind: 'unship', event: 'shipping_undone', box: 'box.shipping_undone', reason })
    await sql`UPDATE export_order SET state = 'OPEN', shipped_at = NULL, shipped_by = NULL, version = version + 1
      WHERE id = ANY(${held.map(({ invoice }) => invoice.export_id)}::uuid[])`.execute(tx)
    return reply(await after(tx, context, held), 'No longer shipped.')
  })
}

/** What another site has taken in stays shipped. The boxes must be locked, which taking in waits for. */
async function assertNotReceived(tx: Tx, held: readonly Held[]): Promise<void> {
  const boxes = held.flatMap((each) => each.boxes)
  const { rows } = await rowsOf({ box_no: col.text, site_name: col.text, site_name_zh: col.text })`
    SELECT b.box_no, d.name AS site_name, d.name_zh AS site_name_zh
    FROM qc_box o JOIN site d ON d.id = o.site_id JOIN box b ON b.id = o.box_id
    WHERE o.box_id = ANY(${boxes.map((box) => box.box_id)}::uuid[]) AND NOT (${inPlaces(boxes, 'o')}) LIMIT 1`.execute(
    tx,
  )
  const [received] = rows
  if (received) throw moveNotAllowed('Box {{box_no}} came in at {{site_name}} already.', [], { values: received })
  await assertStillExpected(tx, held)
}

/** Boxes that India has noted as short stay shipped, too: somebody has to say what became of them. */
async function assertStillExpected(tx: Tx, held: readonly Held[]): Promise<void> {
  const numbers = held.flatMap(({ invoice }) => invoice.export_order_number ?? [])
  const closed = await tx
    .selectFrom('arrival_closing')
    .where('origin', '=', 'export_order')
    .where('number', 'in', numbers.length > 0 ? numbers : [''])
    .select('number')
    .executeTakeFirst()
  if (closed)
    throw moveNotAllowed('The arrival of {{number}} in India was closed. Please open it there again first.', [], {
      values: closed,
    })
}

interface Held {
  invoice: InvoiceFacts
  boxes: QcBoxFacts[]
}

/** Invoices and their boxes, locked: all boxes first, since every command on a box locks that before its documents. */
async function lockDocuments(tx: Tx, context: CallContext, numbers: readonly string[]): Promise<Held[]> {
  const found = await invoicesByNumber(tx, context.caller, numbers)
  const boxes = await lockQcBoxes(
    tx,
    inChina(context.caller),
    await boxesOfInvoices(
      tx,
      found.map((invoice) => invoice.id),
    ),
  )
  const byInvoice = Map.groupBy(boxes, (box) => box.invoice_number)
  const invoices = await lockInvoices(tx, context.caller, numbers)
  return invoices.map((invoice) => ({ invoice, boxes: byInvoice.get(invoice.invoice_number) ?? [] }))
}

function sumsOf(held: readonly Held[]): { boxes: number; pieces: number } {
  return {
    boxes: held.reduce((sum, { invoice }) => sum + invoice.boxes, 0),
    pieces: held.reduce((sum, { invoice }) => sum + invoice.pieces, 0),
  }
}

function assertAsShown(now: { boxes: number; pieces: number }, shown: Input['expected']): void {
  if (shown.boxes === now.boxes && shown.pieces === now.pieces) return
  throw conflict('Something changed since: by now it is {{pieces}} pcs, boxes: {{boxes}}. Please look again.', {
    values: now,
  })
}

interface Moving {
  kind: Extract<QcMoveKind, 'ship' | 'unship'>
  event: string
  box: string
  reason?: string
}

async function moveAll(
  tx: Tx,
  context: CallContext,
  held: readonly Held[],
  { kind, event, box, reason }: Moving,
): Promise<void> {
  const why = reason === undefined ? {} : { reason }
  await recordEvents(
    tx,
    context,
    held.map(({ invoice }) => ({
      entity: 'invoice' as const,
      entityId: invoice.invoice_number,
      event: `invoice.${event}`,
      details: {
        export_order_number: invoice.export_order_number,
        boxes: invoice.boxes,
        pieces: invoice.pieces,
        ...why,
      },
    })),
  )
  for (const { invoice, boxes } of held) {
    const { id, invoice_number, export_order_number } = invoice
    const details = { invoice_number, export_order_number, ...why }
    await moveWholeBoxes(tx, context, boxes, { kinds: [kind], event: box, details, invoiceId: id, ...why })
  }
  await touchInvoices(
    tx,
    held.map(({ invoice }) => invoice.id),
  )
}

/** One notice to each country's people, however many invoices went at once. */
async function tellShipped(
  tx: Tx,
  context: CallContext,
  held: readonly Held[],
  destination: string | null,
): Promise<void> {
  const last = held.at(-1)?.invoice
  if (last === undefined) return
  const { invoice_number, export_order_number: number, boxes, pieces } = last
  const things = held.map(({ invoice }) => invoice.invoice_number)
  await notify(
    tx,
    context,
    { kind: 'shipped_to_india', things, values: { invoice_number, boxes, pieces } },
    {
      kind: 'coming_to_india',
      things,
      siteIds: [destination],
      values: { number: number ?? invoice_number, boxes, pieces },
    },
  )
}

async function after(tx: Tx, context: CallContext, held: readonly Held[]): Promise<Shipped> {
  const numbers = held.map(({ invoice }) => invoice.invoice_number)
  const invoices = await invoiceWires(tx, context.caller, await invoicesByNumber(tx, context.caller, numbers))
  return { ...sumsOf(held), invoices }
}

type ShipSummaryInput = Taken<Contract['invoices']['shipToIndiaSummary']>
type Summary = Gives<Contract['invoices']['shipToIndiaSummary']>

/** Named without being asked for: more would be a list, not a summary. */
const SHOWN_UNASKED = 500

/** What would go to India now: invoices with an open export order, chosen by box or number or all; the rest with the reason. */
export const shipToIndiaSummary: Handlers<Contract['invoices']>['shipToIndiaSummary'] = async (input, context) => {
  const { invoices, left } = isChosen(input) ? await chosenInvoices(input, context) : await allInvoices(context)
  const reasons = await reasonsToStay(context, invoices)
  const going = invoices.filter((invoice) => !reasons.has(invoice.id))
  return reply({
    invoices: going.map(summaryOf),
    boxes: going.reduce((sum, invoice) => sum + invoice.boxes, 0),
    pieces: going.reduce((sum, invoice) => sum + invoice.pieces, 0),
    left_out: [...reasons.values(), ...left],
    destinations: (await sitesInIndia(context.db)).map(({ id: _, ...site }) => site),
  })
}

function isChosen({ box_ids, invoice_numbers }: ShipSummaryInput): boolean {
  return box_ids !== undefined || invoice_numbers !== undefined
}

interface Candidates {
  invoices: InvoiceFacts[]
  left: LeftOut[]
}

/** Invoices by number, and those of the chosen boxes: an invoice goes whole or not at all. */
async function chosenInvoices(
  { box_ids = [], invoice_numbers = [] }: ShipSummaryInput,
  context: CallContext,
): Promise<Candidates> {
  const boxes = await sortBoxes(context.db, inChina(context.caller), box_ids, false, boxProblem)
  const ofBoxes = boxes.taken.flatMap((box) => box.invoice_number ?? [])
  const invoices = await invoicesByNumber(context.db, context.caller, [...invoice_numbers, ...ofBoxes])
  const known = new Set(invoices.map((invoice) => invoice.invoice_number))
  const unknown = invoice_numbers.filter((number) => !known.has(number))
  return {
    invoices,
    left: [...unknown.map((number) => document(number, invoiceMessages.notFound)), ...boxes.left],
  }
}

/** Why a box is on no invoice that could ship; null for a box on one. */
function boxProblem(box: QcBoxFacts): string | null {
  if (box.shipped > 0) return documentProblems.shipped
  if (box.invoice_number !== null) return null
  return invoiceProblem(box) ?? documentProblems.onNoInvoice
}

/** Without a choice: every live invoice that has not gone, and what is ready and on none. */
async function allInvoices({ db, caller }: CallContext): Promise<Candidates> {
  const { rows: invoices } = await rowsOf(invoiceFactsRow)`${invoicesSelected}
    WHERE i.state = 'LIVE' AND e.state IS DISTINCT FROM 'SHIPPED' AND ${ofSites(inChina(caller), 'i')}
    ORDER BY i.created_at, i.id`.execute(db)
  const { rows: boxes } = await rowsOf(qcBoxFacts)`${qcBoxesSelected}
    WHERE q.ready + q.invoiced > 0 AND q.ready > 0 AND ${atSites(inChina(caller))}
    ORDER BY q.inwarded_at, q.box_id
    LIMIT ${sql.lit(SHOWN_UNASKED)}`.execute(db)
  return { invoices, left: boxes.map((box) => leftOutBox(box, documentProblems.onNoInvoice)) }
}

function document(invoice_number: string, message: string, values: LeftOut['values'] = {}): LeftOut {
  const of = { invoice_number, ...values }
  return { box_id: null, sscc: null, box_no: null, shipment_id: null, message, values: of }
}

/** Of those invoices that do not ship now: why. */
async function reasonsToStay({ db }: CallContext, invoices: readonly InvoiceFacts[]): Promise<Map<string, LeftOut>> {
  const candidates = await exportCandidates(db, invoices.filter(isOpenInvoice))
  const toLoad = await boxesToLoad(
    db,
    invoices.map(({ export_id }) => export_id),
  )
  const reasons = new Map<string, LeftOut>()
  for (const invoice of invoices) {
    const { invoice_number, export_id } = invoice
    const message = reasonToStay(invoice, missingOf(invoice, candidates).length > 0)
    const boxes = toLoad.get(export_id ?? '')
    if (message !== null) reasons.set(invoice.id, document(invoice_number, message))
    else if (boxes)
      reasons.set(invoice.id, document(invoice_number, loadingMessages.notLoaded, { boxes: boxNames(boxes) }))
  }
  return reasons
}

function reasonToStay({ state, exported }: InvoiceFacts, isIncomplete: boolean): string | null {
  if (state === 'VOID') return invoiceMessages.isVoid
  if (exported === 'SHIPPED') return invoiceMessages.isShipped
  if (isIncomplete) return invoiceMessages.incomplete
  return exported === 'OPEN' ? null : invoiceMessages.noExport
}

function summaryOf(invoice: InvoiceFacts): Summary['invoices'][number] {
  return {
    invoice_number: invoice.invoice_number,
    export_order_number: invoice.export_order_number ?? '',
    consignee_name: invoice.consignee.name,
    boxes: invoice.boxes,
    pieces: invoice.pieces,
    gross_weight_grams: invoice.gross_weight_grams,
    transport: invoice.transport ?? 'air',
    carrier: invoice.carrier,
    transport_document: invoice.transport_document,
    arrives_on: invoice.arrives_on,
  }
}
