import { sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { invoiceMessages, invoiceProblem, missingForExport, paperProblems } from '../../shared/domain/invoices.ts'
import { rowsOf } from '../database/rows.ts'
import { type Handlers, said, type Work } from '../http/call.ts'
import {
  exportCandidates,
  type InvoiceFacts,
  invoiceFactsColumns,
  invoicesByNumber,
  invoicesSelected,
} from './invoice-rows.ts'
import { type LeftOut, leftOutBox, sortBoxes } from './left-out.ts'
import { type QcBoxFacts, qcBoxesSelected, qcBoxFactsColumns } from './qc-box-rows.ts'
import { atSites, chinaSites, inChina, ofSites } from './qc-sites.ts'

type Input = Taken<Contract['chinaQc']['shipToIndiaSummary']>
type Summary = Gives<Contract['chinaQc']['shipToIndiaSummary']>

/** Named without being asked for: more would be a list, not a summary. */
const SHOWN_UNASKED = 500

/** What would go to India now: invoices with an open export order, chosen by box or number or all; the rest with the reason. */
export const shipToIndiaSummary: Handlers<Contract['chinaQc']>['shipToIndiaSummary'] = async (input, work) => {
  const { invoices, left } = isChosen(input) ? await chosenInvoices(input, work) : await allInvoices(work)
  const reasons = await reasonsToStay(work, invoices)
  const going = invoices.filter((invoice) => !reasons.has(invoice.id))
  return said({
    invoices: going.map(summaryOf),
    boxes: going.reduce((sum, invoice) => sum + invoice.boxes, 0),
    pieces: going.reduce((sum, invoice) => sum + invoice.pieces, 0),
    left_out: [...reasons.values(), ...left],
  })
}

function isChosen({ box_ids, invoice_numbers }: Input): boolean {
  return box_ids !== undefined || invoice_numbers !== undefined
}

interface Candidates {
  invoices: InvoiceFacts[]
  left: LeftOut[]
}

/** Invoices by number, and those of the chosen boxes: an invoice goes whole or not at all. */
async function chosenInvoices({ box_ids = [], invoice_numbers = [] }: Input, work: Work): Promise<Candidates> {
  const boxes = await sortBoxes(work.db, inChina(work.caller), box_ids, false, boxProblem)
  const ofBoxes = boxes.taken.flatMap((box) => box.invoice_number ?? [])
  const invoices = await invoicesByNumber(work.db, [...invoice_numbers, ...ofBoxes])
  const known = new Set(invoices.map((invoice) => invoice.invoice_number))
  const unknown = invoice_numbers.filter((number) => !known.has(number))
  return {
    invoices,
    left: [...unknown.map((number) => paper(number, invoiceMessages.notFound)), ...boxes.left],
  }
}

/** Why a box is on no invoice that could ship; null for a box on one. */
function boxProblem(box: QcBoxFacts): string | null {
  if (box.shipped > 0) return paperProblems.shipped
  if (box.invoice_number !== null) return null
  return invoiceProblem(box) ?? paperProblems.onNoInvoice
}

/** Without a choice: every live invoice that has not gone, and what is ready and on none. */
async function allInvoices({ db }: Work): Promise<Candidates> {
  const { rows: invoices } = await rowsOf(invoiceFactsColumns)`${invoicesSelected}
    WHERE i.state = 'LIVE' AND e.state IS DISTINCT FROM 'SHIPPED' AND ${ofSites(chinaSites, 'i')}
    ORDER BY i.created_at, i.id`.execute(db)
  const { rows: boxes } = await rowsOf(qcBoxFactsColumns)`${qcBoxesSelected}
    WHERE q.ready + q.invoiced > 0 AND q.ready > 0 AND ${atSites(chinaSites)}
    ORDER BY q.inwarded_at, q.box_id
    LIMIT ${sql.lit(SHOWN_UNASKED)}`.execute(db)
  return { invoices, left: boxes.map((box) => leftOutBox(box, paperProblems.onNoInvoice)) }
}

function paper(invoice_number: string, message: string): LeftOut {
  return { box_id: null, sscc: null, box_no: null, shipment_id: null, message, values: { invoice_number } }
}

/** Of those invoices that do not ship now: why. */
async function reasonsToStay({ db }: Work, invoices: readonly InvoiceFacts[]): Promise<Map<string, LeftOut>> {
  const open = invoices.filter((invoice) => invoice.state === 'LIVE' && invoice.exported === null)
  const candidates = await exportCandidates(
    db,
    open.map((invoice) => invoice.id),
  )
  const reasons = new Map<string, LeftOut>()
  for (const invoice of invoices) {
    const candidate = candidates.get(invoice.id)
    const isIncomplete = candidate !== undefined && missingForExport(candidate).length > 0
    const message = reasonToStay(invoice, isIncomplete)
    if (message !== null) reasons.set(invoice.id, paper(invoice.invoice_number, message))
  }
  return reasons
}

function reasonToStay({ state, exported }: InvoiceFacts, isIncomplete: boolean): string | null {
  if (state === 'VOID') return invoiceMessages.isVoid
  if (exported === 'SHIPPED') return invoiceMessages.isShipped
  if (exported === 'OPEN') return null
  return isIncomplete ? invoiceMessages.incomplete : invoiceMessages.noExport
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
  }
}
