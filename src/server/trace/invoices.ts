import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { address } from '../../shared/domain/next-actions.ts'
import { hasRight } from '../../shared/domain/rights.ts'
import { factLabels, traceStatuses } from '../../shared/domain/trace.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Caller } from '../http/call.ts'
import { chinaSites, ofSites } from '../qc/qc-sites.ts'
import { onInvoice } from './box-hits.ts'
import { type Asking, type Fact, known, pathFor, type Related, type Traced } from './finder.ts'
import { type PaperKind, paperFinder, relatedPapers } from './papers.ts'

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
const invoicePaper: PaperKind<InvoiceFacts> = {
  kind: 'invoice',
  number: sql.ref('i.number'),
  otherCode: sql.ref('e.number'),
  where: invoicesWhere,
  traced: invoiceTraced,
  facts: invoiceFacts,
  boxes: onInvoice,
}

export const invoiceFinder = paperFinder(invoicePaper)

/** The invoices that a box (box.id) is or was on, the newest first. */
export async function relatedInvoices(asking: Asking, boxId: string): Promise<Related[]> {
  const ofBox = sql<SqlBool>`i.id IN (SELECT invoice_id FROM invoice_box WHERE box_id = ${boxId}::uuid)`
  return relatedPapers(invoicePaper, asking, ofBox)
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
    WHERE ${condition} AND ${ofSites(chinaSites, 'i')} ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.lit(limit)}`.execute(
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
  if (state === 'VOID') return traceStatuses.voidInvoice
  if (exported === 'SHIPPED') return traceStatuses.shippedInvoice
  return exported === 'OPEN' ? traceStatuses.exportOrder : traceStatuses.liveInvoice
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
