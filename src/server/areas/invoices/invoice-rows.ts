import { sql } from 'kysely'
import { z } from 'zod'
import {
  closedForInvoice,
  type ExportCandidate,
  grossWeight,
  type InvoiceAction,
  invoiceActions,
  invoiceMessages,
  missingForExport,
} from '../../../shared/areas/invoices/rules.ts'
import { invoiceRow, party } from '../../../shared/areas/invoices/shapes.ts'
import { hasRight } from '../../../shared/areas.ts'
import { instant } from '../../../shared/kernel/shapes.ts'
import { assertFresh } from '../../audit/freshness.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { moveNotAllowed, notFound } from '../../http/errors.ts'
import { lastWeight, weightWith } from '../qc-boxes/box-rows.ts'
import { inChina, ofSites } from '../qc-boxes/sites.ts'

export type InvoiceRow = z.output<typeof invoiceRow>
export type Party = z.output<typeof party>
export type ExportTerms = NonNullable<InvoiceRow['export_order']>

export const invoiceFactsRow = invoiceRow
  .omit({ consignee_name: true, total: true, export_order: true, missing: true, allowed_actions: true })
  .extend({
    /** invoice.id */
    id: col.text,
    currency: col.text,
    consignee_code: col.text,
    /** Parties as they were when it was issued. */
    consignee: party,
    exporter: party,
    total_minor: col.number,
    /** export_order.id, of the live one. */
    export_id: col.textOrNull,
    export_order_number: col.textOrNull,
    exported: z.enum(['OPEN', 'SHIPPED']).nullable(),
    incoterm: col.textOrNull,
    port_of_loading: col.textOrNull,
    port_of_discharge: col.textOrNull,
    transport: z.enum(['air', 'sea', 'road']).nullable(),
    carrier: col.textOrNull,
    transport_document: col.textOrNull,
    arrives_on: col.textOrNull,
    gross_weight_grams: col.numberOrNull,
    shipped_at: instant.nullable(),
  })

export type InvoiceFacts = z.output<typeof invoiceFactsRow>

/** Invoices `i` with their live export order `e`. */
export const invoicesSelected = sql`
  SELECT i.id, i.number AS invoice_number, i.state, i.issued_on, d.code AS site, d.name AS site_name,
    d.name_zh AS site_name_zh, i.currency, i.consignee_code, i.consignee, i.exporter, i.boxes, i.pieces, i.total_minor, i.remark, i.void_reason,
    u.name AS created_by, i.created_at, i.version, e.id AS export_id, e.number AS export_order_number,
    e.state AS exported, e.incoterm, e.port_of_loading, e.port_of_discharge, e.transport, e.carrier,
    e.transport_document, e.arrives_on::text AS arrives_on, e.gross_weight_grams, e.shipped_at,
    s.suppliers, s.suppliers_zh
  FROM invoice i JOIN site d ON d.id = i.site_id JOIN app_user u ON u.id = i.created_by
  CROSS JOIN LATERAL (SELECT coalesce(array_agg(v.name ORDER BY v.name, v.id), '{}') AS suppliers,
      coalesce(array_agg(v.name_zh ORDER BY v.name, v.id), '{}') AS suppliers_zh
    FROM vendor v WHERE v.id IN (SELECT h.vendor_id FROM invoice_box ib JOIN box b ON b.id = ib.box_id
      JOIN shipment h ON h.id = b.shipment_id WHERE ib.invoice_id = i.id)) s
  LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'`

export function invoiceWire(
  invoice: InvoiceFacts,
  candidate: ExportCandidate | undefined,
  caller: Pick<Caller, 'role'>,
): InvoiceRow {
  const { state, boxes, pieces, remark, void_reason, created_by, version, issued_on } = invoice
  return {
    invoice_number: invoice.invoice_number,
    state,
    issued_on,
    site: invoice.site,
    site_name: invoice.site_name,
    site_name_zh: invoice.site_name_zh,
    consignee: invoice.consignee_code,
    consignee_name: invoice.consignee.name,
    suppliers: invoice.suppliers,
    suppliers_zh: invoice.suppliers_zh,
    boxes,
    pieces,
    total: { minor: invoice.total_minor, currency: invoice.currency },
    // Free words of people who see prices are, as everywhere, for such people only.
    remark: hasRight(caller, 'seePrices') ? remark : null,
    void_reason: hasRight(caller, 'seePrices') ? void_reason : null,
    created_by,
    created_at: invoice.created_at,
    export_order: exportTermsOf(invoice, candidate),
    missing: candidate === undefined ? [] : missingForExport(candidate),
    allowed_actions: hasRight(caller, 'chinaInvoices') ? invoiceActions(invoice) : [],
    version,
  }
}

export function exportTermsOf(
  invoice: InvoiceFacts,
  candidate: ExportCandidate | undefined,
): InvoiceRow['export_order'] {
  if (invoice.exported === null || invoice.transport === null) return null
  return {
    export_order_number: invoice.export_order_number ?? '',
    state: invoice.exported,
    incoterm: invoice.incoterm ?? '',
    port_of_loading: invoice.port_of_loading ?? '',
    port_of_discharge: invoice.port_of_discharge ?? '',
    transport: invoice.transport,
    carrier: invoice.carrier,
    transport_document: invoice.transport_document,
    arrives_on: invoice.arrives_on,
    gross_weight_grams: candidate === undefined ? invoice.gross_weight_grams : grossWeight(candidate),
    shipped_at: invoice.shipped_at,
  }
}

/** What an export order needs to know of invoices (invoice.id): their styles, and the weights of their boxes. */
export async function exportCandidates(
  db: Db,
  invoices: readonly Pick<InvoiceFacts, 'id' | 'gross_weight_grams'>[],
): Promise<Map<string, ExportCandidate>> {
  const ids = invoices.map(({ id }) => id)
  const styles = Map.groupBy(await invoicedStyles(db, ids), (style) => style.invoice_id)
  const boxes = Map.groupBy(await weighedBoxes(db, ids), (box) => box.invoice_id)
  return new Map(
    invoices.map(({ id, gross_weight_grams }) => [
      id,
      { styles: styles.get(id) ?? [], boxes: boxes.get(id) ?? [], gross_weight_grams },
    ]),
  )
}

const invoicedStyleColumns = {
  style_id: col.text,
  hs_code: col.textOrNull,
  description: col.textOrNull,
  origin: col.textOrNull,
  net_weight_grams: col.numberOrNull,
  pieces: col.number,
  least_price_minor: col.number,
  invoice_id: col.text,
}

async function invoicedStyles(db: Db, ids: readonly string[]) {
  // A fact that one line of a style lacks is missing for the style.
  const everywhere = (column: string) =>
    sql`CASE WHEN bool_and(coalesce(${sql.ref(`l.${column}`)}::text, '') <> '') THEN min(${sql.ref(`l.${column}`)}) END AS ${sql.ref(column)}`
  const { rows } = await rowsOf(invoicedStyleColumns)`
    SELECT l.invoice_id, s.code AS style_id, ${everywhere('hs_code')}, ${everywhere('description')},
      ${everywhere('origin')}, ${everywhere('net_weight_grams')}, sum(l.quantity)::int AS pieces,
      min(l.unit_price_minor) AS least_price_minor
    FROM invoice_line l JOIN order_line ol ON ol.id = l.order_line_id JOIN vendor_order o ON o.id = ol.order_id
    JOIN style s ON s.id = o.style_id
    WHERE l.invoice_id = ANY(${ids}::uuid[]) GROUP BY l.invoice_id, s.code ORDER BY s.code`.execute(db)
  return rows
}

/** What a box weighs with the pieces `p` that an invoice takes of it, in grams. */
export const weightOnInvoice = weightWith(sql`p.pieces`)

/** Boxes `b` on invoices `ib` with how they stand at QC `q` and the pieces `p` of them that the invoice takes. */
export const boxesOnInvoice = sql`invoice_box ib JOIN box b ON b.id = ib.box_id JOIN shipment h ON h.id = b.shipment_id
  JOIN qc_box q ON q.box_id = ib.box_id AND q.site_id = ib.site_id
  JOIN LATERAL (SELECT sum(l.quantity)::int AS pieces, sum(l.quantity * l.unit_price_minor) AS minor FROM invoice_line l
    WHERE l.invoice_id = ib.invoice_id AND l.box_id = ib.box_id AND l.site_id = ib.site_id) p ON true`

const weighedBoxColumns = {
  box_no: col.text,
  shipment_id: col.text,
  weight_grams: col.numberOrNull,
  last_weight_grams: col.numberOrNull,
  returned: col.number,
  invoice_id: col.text,
}

async function weighedBoxes(db: Db, ids: readonly string[]) {
  const { rows } = await rowsOf(weighedBoxColumns)`
    SELECT ib.invoice_id, b.box_no, h.shipment_id, ${weightOnInvoice} AS weight_grams,
      ${lastWeight} AS last_weight_grams, q.returned
    FROM ${boxesOnInvoice} WHERE ib.invoice_id = ANY(${ids}::uuid[]) ORDER BY ib.invoice_id, ib.position`.execute(db)
  return rows
}

/** Whether an invoice is on its way to being shipped: what it lacks is asked for. */
export const isOpenInvoice = ({ state, exported }: InvoiceFacts) => state === 'LIVE' && exported !== 'SHIPPED'

/** Invoices ready to be answered, each with what it lacks. */
export async function invoiceWires(
  db: Db,
  caller: Pick<Caller, 'role'>,
  invoices: readonly InvoiceFacts[],
): Promise<InvoiceRow[]> {
  const candidates = await exportCandidates(db, invoices.filter(isOpenInvoice))
  return invoices.map((invoice) => invoiceWire(invoice, candidates.get(invoice.id), caller))
}

/** Invoices by number, in the order given, without those nobody knows. */
export async function invoicesByNumber(db: Db, caller: Caller, numbers: readonly string[]): Promise<InvoiceFacts[]> {
  const { rows } = await rowsOf(invoiceFactsRow)`${invoicesSelected}
    WHERE i.number = ANY(${numbers}::text[]) AND ${ofSites(inChina(caller), 'i')}`.execute(db)
  const found = new Map(rows.map((row) => [row.invoice_number, row]))
  return [...new Set(numbers)].flatMap((number) => found.get(number) ?? [])
}

/** Throws not_found for a number that nobody issued. */
export async function findInvoice(db: Db, caller: Caller, number: string): Promise<InvoiceFacts> {
  const [invoice] = await invoicesByNumber(db, caller, [number])
  if (invoice === undefined) throw notFound(invoiceMessages.notFound, { invoice_number: number })
  return invoice
}

/**
 * Invoices locked for a command, by id so that two commands never wait for each other; boxes are locked before. Throws
 * not_found for a number that nobody issued.
 */
export async function lockInvoices(tx: Tx, caller: Caller, numbers: readonly string[]): Promise<InvoiceFacts[]> {
  await sql`SELECT i.id FROM invoice i WHERE i.number = ANY(${numbers}::text[]) AND ${ofSites(inChina(caller), 'i')}
    ORDER BY i.id FOR NO KEY UPDATE`.execute(tx)
  const found: InvoiceFacts[] = []
  const known = new Map(
    (await invoicesByNumber(tx, caller, numbers)).map((invoice) => [invoice.invoice_number, invoice]),
  )
  for (const number of new Set(numbers)) found.push(known.get(number) ?? (await findInvoice(tx, caller, number)))
  return found
}

export async function lockInvoice(tx: Tx, caller: Caller, number: string): Promise<InvoiceFacts> {
  const [invoice] = await lockInvoices(tx, caller, [number])
  return invoice ?? findInvoice(tx, caller, number)
}

/** Boxes of invoices (box.id), in the order of the documents. */
export async function boxesOfInvoices(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await rowsOf({ box_id: col.text })`
    SELECT box_id FROM invoice_box WHERE invoice_id = ANY(${ids}::uuid[]) ORDER BY invoice_id, position`.execute(db)
  return rows.map((row) => row.box_id)
}

/** Refuses a move that the invoice's state does not allow, saying how it stands. */
export function assertInvoiceAllows(invoice: InvoiceFacts, action: InvoiceAction): void {
  const closed = closedForInvoice(action, invoice)
  if (closed !== null) throw moveNotAllowed(closed.message, invoiceActions(invoice), { values: closed.values })
}

/** Refuses a write by someone who has not seen the invoice as it is now. */
export async function assertFreshInvoice(tx: Tx, invoice: InvoiceFacts, seen: number | undefined): Promise<void> {
  await assertFresh(tx, { entity: 'invoice', entityId: invoice.invoice_number, version: invoice.version }, seen)
}

/** Counts an invoice's version up: its rows or its export order changed. */
export async function touchInvoices(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE invoice SET version = version + 1 WHERE id = ANY(${ids}::uuid[])`.execute(tx)
}
