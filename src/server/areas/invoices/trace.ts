import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { tracedInvoiceStatuses } from '../../../shared/areas/invoices/rules.ts'
import { factLabels, hasRight } from '../../../shared/areas.ts'
import { address } from '../../../shared/kernel/screens.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller } from '../../http/call.ts'
import {
  type Asking,
  codeIs,
  type Fact,
  type Finder,
  known,
  pathFor,
  type Related,
  relatedOf,
  type Traced,
} from '../../trace/finder.ts'
import { inChina, ofSites } from '../qc-boxes/sites.ts'
import { onInvoice, relatedBoxes, ssccsOf } from '../shipments/trace-boxes.ts'

const invoiceFactsColumns = {
  /** invoice.id */
  id: col.text,
  number: col.text,
  state: z.enum(['LIVE', 'VOID']),
  issued_on: col.text,
  currency: col.text,
  total_minor: col.number,
  boxes: col.number,
  pieces: col.number,
  consignee: col.text,
  suppliers: col.text,
  suppliers_zh: col.text,
  export_order: col.textOrNull,
  exported: z.enum(['OPEN', 'SHIPPED']).nullable(),
  shipped_at: col.instantOrNull,
  carrier: col.textOrNull,
}

type InvoiceFacts = Row<typeof invoiceFactsColumns>

/** For people of China QC: an invoice may hold boxes of several vendors. */
export const invoiceDocument: DocumentKind<InvoiceFacts> = {
  kind: 'invoice',
  number: sql.ref('i.number'),
  otherCode: sql.ref('e.number'),
  where: invoicesWhere,
  traced: invoiceTraced,
  facts: invoiceFacts,
  boxes: onInvoice,
}

export const invoiceFinder = documentFinder(invoiceDocument)

/** The invoices that a box (box.id) is or was on, the newest first. */
export async function relatedInvoices(asking: Asking, boxId: string): Promise<Related[]> {
  const ofBox = sql<SqlBool>`i.id IN (SELECT invoice_id FROM invoice_box WHERE box_id = ${boxId}::uuid)`
  return relatedDocuments(invoiceDocument, asking, ofBox)
}

async function invoicesWhere(
  { db, caller }: Asking,
  condition: RawBuilder<SqlBool>,
  limit: number,
): Promise<InvoiceFacts[]> {
  if (!hasRight(caller, 'chinaQc')) return []
  const names = (
    column: string,
  ) => sql`array_to_string(ARRAY(SELECT DISTINCT ${sql.ref(`v.${column}`)} FROM invoice_box ib
    JOIN box b ON b.id = ib.box_id JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
    WHERE ib.invoice_id = i.id ORDER BY 1 LIMIT 5), ', ')`
  const { rows } = await rowsOf(invoiceFactsColumns)`
    SELECT i.id, i.number, i.state, i.issued_on, i.currency, i.total_minor, i.boxes, i.pieces,
      i.consignee->>'name' AS consignee, ${names('name')} AS suppliers, ${names('name_zh')} AS suppliers_zh,
      e.number AS export_order, e.state AS exported, e.shipped_at, e.carrier
    FROM invoice i LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'
    WHERE ${condition} AND ${ofSites(inChina(caller), 'i')} ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.lit(limit)}`.execute(
    db,
  )
  return rows
}

function invoiceTraced(invoice: InvoiceFacts, caller: Caller): Traced {
  const { number, consignee, suppliers, suppliers_zh } = invoice
  return {
    kind: 'invoice',
    code: number,
    title: number,
    subtitle: `${suppliers} → ${consignee}`,
    subtitle_zh: `${suppliers_zh} → ${consignee}`,
    status: statusOf(invoice),
    path: pathFor(caller, address('/supplier/qc-invoices', { tab: 'all', invoice: number })),
  }
}

function statusOf({ state, exported }: InvoiceFacts): string {
  if (state === 'VOID') return tracedInvoiceStatuses.void
  if (exported === 'SHIPPED') return tracedInvoiceStatuses.shipped
  return exported === 'OPEN' ? tracedInvoiceStatuses.exported : tracedInvoiceStatuses.live
}

function invoiceFacts(invoice: InvoiceFacts, caller: Caller): Fact[] {
  const total = { minor: invoice.total_minor, currency: invoice.currency }
  return known([
    { label: factLabels.issued_on, day: invoice.issued_on },
    { label: factLabels.supplier, text: invoice.suppliers, text_zh: invoice.suppliers_zh },
    { label: factLabels.consignee, text: invoice.consignee },
    { label: factLabels.boxes, count: invoice.boxes },
    { label: factLabels.pieces, count: invoice.pieces },
    hasRight(caller, 'seePrices') ? { label: factLabels.total, price: total } : null,
    invoice.export_order === null ? null : { label: factLabels.export_order, text: invoice.export_order },
    invoice.carrier === null ? null : { label: factLabels.carrier, text: invoice.carrier },
    invoice.shipped_at && { label: factLabels.shipped, at: invoice.shipped_at.toISOString() },
  ])
}

/** A kind of paper with a number that China QC makes of boxes. */
export interface DocumentKind<Facts extends { id: string; number: string }> {
  kind: 'invoice' | 'return_note' | 'purchase_order'
  /** The column of its number. */
  number: RawBuilder<string>
  /** That of another code that stands on it. */
  otherCode: RawBuilder<string>
  /** The newest first; none for those who may not see them. */
  where: (asking: Asking, condition: RawBuilder<SqlBool>, limit: number) => Promise<Facts[]>
  traced: (document: Facts, caller: Caller) => Traced
  facts: (document: Facts, caller: Caller) => Fact[]
  /** The condition on the boxes `b` that it names, by its id. */
  boxes: (id: string) => RawBuilder<SqlBool>
  /** Said beside it in the history of a box. */
  pieces?: (document: Facts) => number
}

export function documentFinder<Facts extends { id: string; number: string }>(document: DocumentKind<Facts>): Finder {
  return {
    async find(asking, match, limit) {
      const columns = [document.number, document.otherCode].map((column) => sql<string>`upper(${column})`)
      const found = await Promise.all(columns.map((column) => document.where(asking, codeIs(column, match), limit)))
      return found.flat().map((facts) => document.traced(facts, asking.caller))
    },
    async history(asking, code) {
      const [facts] = await document.where(asking, sql<SqlBool>`${document.number} = ${code}`, 1)
      if (facts === undefined) return null
      const boxes = document.boxes(facts.id)
      return {
        ...document.traced(facts, asking.caller),
        facts: document.facts(facts, asking.caller),
        quantities: null,
        related: await relatedBoxes(asking, boxes),
        next: [],
        scope: { things: [{ kind: document.kind, codes: [facts.number] }], boxes: ssccsOf(asking, boxes), lines: [] },
      }
    },
  }
}

/** Most documents of a box that its history names. */
const MOST_OF_A_BOX = 10

export async function relatedDocuments<Facts extends { id: string; number: string }>(
  document: DocumentKind<Facts>,
  asking: Asking,
  condition: RawBuilder<SqlBool>,
): Promise<Related[]> {
  const found = await document.where(asking, condition, MOST_OF_A_BOX)
  return relatedOf(
    document.kind,
    found.map((facts) => ({ ...document.traced(facts, asking.caller), pieces: document.pieces?.(facts) ?? null })),
    found.length,
  )
}
