import { sql } from 'kysely'
import { v7 } from 'uuid'
import {
  type ExportCandidate,
  grossWeight,
  invoiceMessages,
  type MissingFact,
  missingForExport,
  missingTerms,
} from '../../../shared/areas/invoices/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Db, type Handlers, type Reply, reply, type Tx } from '../../http/call.ts'
import { invalidInput, refusedField } from '../../http/errors.ts'
import { lockQcBoxes } from '../qc-boxes/box-rows.ts'
import { inChina } from '../qc-boxes/sites.ts'
import {
  assertFreshInvoice,
  assertInvoiceAllows,
  boxesOfInvoices,
  exportCandidates,
  findInvoice,
  type InvoiceFacts,
  type InvoiceRow,
  invoiceWires,
  lockInvoice,
  touchInvoices,
} from './invoice-rows.ts'
import { takeAllOff } from './loading.ts'

type Input = Taken<Contract['invoices']['createExportOrder']>
type Answer = Promise<Reply<{ invoice: InvoiceRow }>>

/** An export order for an invoice, a list of what it still wants, or its end with a reason. */
export const createExportOrder: Handlers<Contract['invoices']>['createExportOrder'] = (input, context) => {
  if (input.action === 'check') return checkExport(input, context)
  if (input.action === 'document') return completeDocument(input, context)
  return input.action === 'cancel' ? cancelExport(input, context) : makeExport(input, context)
}

async function checkExport(input: Input, context: CallContext): Answer {
  const { db, caller } = context
  const invoice = await findInvoice(db, caller, input.invoice_number)
  const [row] = await invoiceWires(db, caller, [invoice])
  if (row === undefined) throw new Error(`invoice ${input.invoice_number} is gone`)
  if (!row.allowed_actions.includes('export')) return reply({ invoice: row })
  return reply({ invoice: { ...row, missing: missingOf(await candidateOf(db, invoice, input), input) } })
}

/** Of the invoice and of the terms that are typed. */
const missingOf = (candidate: ExportCandidate, input: Input): MissingFact[] => [
  ...missingForExport(candidate),
  ...missingTerms(input),
]

/** The invoice with the gross weight as typed, where it was. */
async function candidateOf(db: Db, invoice: InvoiceFacts, input: Input): Promise<ExportCandidate> {
  const gross_weight_grams = input.gross_weight_grams ?? null
  const candidate = (await exportCandidates(db, [{ id: invoice.id, gross_weight_grams }])).get(invoice.id)
  if (candidate === undefined) throw new Error(`invoice ${invoice.invoice_number} has no lines`)
  return candidate
}

/** From here on the documents stay as they are: what customs are told of the styles is no longer filled in. */
async function makeExport(input: Input, context: CallContext): Answer {
  return context.command(async (tx) => {
    const invoice = await lockInvoice(tx, context.caller, input.invoice_number)
    assertInvoiceAllows(invoice, 'export')
    await assertFreshInvoice(tx, invoice, input.version)
    const candidate = await candidateOf(tx, invoice, input)
    assertArrivesLater(input.arrives_on, null)
    const missing = missingOf(candidate, input)
    if (missing.length > 0) throw incomplete(invoice, missing)
    const { rows } = await rowsOf({ number: col.text })`
      INSERT INTO export_order (id, number, invoice_id, incoterm, port_of_loading, port_of_discharge, transport, carrier,
        transport_document, arrives_on, gross_weight_grams, created_by)
      VALUES (${v7()}, 'EO-' || lpad(nextval('export_order_number')::text, 6, '0'), ${invoice.id}, ${input.incoterm},
        ${input.port_of_loading}, ${input.port_of_discharge}, ${input.transport}, ${input.carrier || null},
        ${input.transport_document || null}, ${input.arrives_on ?? null}, ${grossWeight(candidate)}, ${context.caller.userId})
      RETURNING number`.execute(tx)
    await recordEvent(tx, context, {
      entity: 'invoice',
      entityId: invoice.invoice_number,
      event: 'invoice.export_ordered',
      details: { export_order_number: rows[0]?.number ?? '', incoterm: input.incoterm, transport: input.transport },
    })
    return reply(await after(tx, context, invoice), 'Export order created.')
  })
}

/** Says fact by fact what an export order still wants. */
export function incomplete(invoice: InvoiceFacts, missing: readonly MissingFact[]) {
  return invalidInput('The export order of {{invoice_number}} is not complete.', {
    values: { invoice_number: invoice.invoice_number },
    fields: [...missing],
  })
}

async function cancelExport({ invoice_number, reason, version }: Input, context: CallContext): Answer {
  if (!reason) throw invalidInput('Please give a reason.')
  return context.command(async (tx) => {
    const { id } = await findInvoice(tx, context.caller, invoice_number)
    // Loading locks its boxes before the invoice.
    await lockQcBoxes(tx, inChina(context.caller), await boxesOfInvoices(tx, [id]))
    const invoice = await lockInvoice(tx, context.caller, invoice_number)
    assertInvoiceAllows(invoice, 'cancel_export')
    await assertFreshInvoice(tx, invoice, version)
    await takeAllOff(tx, context, invoice)
    await sql`UPDATE export_order SET state = 'CANCELLED', cancel_reason = ${reason}, version = version + 1
      WHERE id = ${invoice.export_id}`.execute(tx)
    await recordEvent(tx, context, {
      entity: 'invoice',
      entityId: invoice_number,
      event: 'invoice.export_cancelled',
      details: { export_order_number: invoice.export_order_number, reason },
    })
    return reply(await after(tx, context, invoice), 'Export order cancelled.')
  })
}

/** Carrier, number of the air waybill or bill of lading, and day of arrival, which may come when the goods are gone; a field left out stays. */
async function completeDocument(input: Input, context: CallContext): Answer {
  const { invoice_number, version } = input
  return context.command(async (tx) => {
    const invoice = await lockInvoice(tx, context.caller, invoice_number)
    assertInvoiceAllows(invoice, 'document')
    await assertFreshInvoice(tx, invoice, version)
    const said = (typed: string | null | undefined, now: string | null) => (typed === undefined ? now : typed || null)
    const carrier = said(input.carrier, invoice.carrier)
    const transport_document = said(input.transport_document, invoice.transport_document)
    const arrives_on = said(input.arrives_on, invoice.arrives_on)
    if (
      carrier === invoice.carrier &&
      transport_document === invoice.transport_document &&
      arrives_on === invoice.arrives_on
    )
      throw invalidInput('Nothing was changed: carrier, transport document and day of arrival are as they were.')
    assertArrivesLater(arrives_on, invoice.shipped_at)
    await sql`UPDATE export_order SET carrier = ${carrier}, transport_document = ${transport_document}, arrives_on = ${arrives_on}::date, version = version + 1
      WHERE id = ${invoice.export_id}`.execute(tx)
    const told = (of: Pick<InvoiceFacts, 'carrier' | 'transport_document' | 'arrives_on'>) =>
      [of.carrier ?? '–', of.transport_document ?? '–', ...(of.arrives_on ? [of.arrives_on] : [])].join(' · ')
    await recordEvent(tx, context, {
      entity: 'invoice',
      entityId: invoice_number,
      event: 'invoice.document_changed',
      from: told(invoice),
      to: told({ carrier, transport_document, arrives_on }),
      details: { export_order_number: invoice.export_order_number },
    })
    return reply(await after(tx, context, invoice), 'Transport document saved.')
  })
}

/** Refuses a day of arrival before goods were shipped, and of goods that are yet to be shipped, before today. */
export function assertArrivesLater(day: string | null | undefined, shippedAt: string | null): void {
  const first = dayIn(vendorZone, shippedAt === null ? new Date() : new Date(shippedAt))
  if (day && day < first) throw refusedField('arrives_on', invoiceMessages.arrivesBefore, { day: first })
}

async function after(
  tx: Tx,
  context: CallContext,
  { id, invoice_number }: InvoiceFacts,
): Promise<{ invoice: InvoiceRow }> {
  await touchInvoices(tx, [id])
  const [invoice] = await invoiceWires(tx, context.caller, [await findInvoice(tx, context.caller, invoice_number)])
  if (invoice === undefined) throw new Error(`invoice ${invoice_number} is gone`)
  return { invoice }
}
