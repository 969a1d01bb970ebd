import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invoicedBox, invoicedStyle } from '../../../shared/areas/invoices/calls.ts'
import type { InvoiceTab } from '../../../shared/areas/invoices/rules.ts'
import { party } from '../../../shared/areas/invoices/shapes.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced, unmarked } from '../../../shared/kernel/traced-code.ts'
import { toldEvents } from '../../audit/told-words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Caller, type Db, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { assertVendorName } from '../data/vendors.ts'
import { loadHistory } from '../orders/order-details.ts'
import { containing } from '../orders/order-rows.ts'
import { inChina, ofSites } from '../qc-boxes/sites.ts'
import {
  boxesOnInvoice,
  type InvoiceRow,
  invoiceFactsRow,
  invoicesSelected,
  invoiceWires,
  weightOnInvoice,
} from './invoice-rows.ts'

type ListInput = Taken<Contract['invoices']['getInvoices']>

/** `invoiceTab` of the rules, in SQL; a test holds the two together. */
const invoiceTabCondition: Record<InvoiceTab | 'all', RawBuilder<SqlBool>> = {
  to_export: sql<SqlBool>`(i.state = 'LIVE' AND e.id IS NULL)`,
  to_ship: sql<SqlBool>`(i.state = 'LIVE' AND e.state = 'OPEN')`,
  shipped: sql<SqlBool>`(i.state = 'LIVE' AND e.state = 'SHIPPED')`,
  void: sql<SqlBool>`i.state = 'VOID'`,
  all: sql<SqlBool>`true`,
}

/** Invoices, newest first. */
export const invoiceQuery = listQuery<ListInput, InvoiceRow>({
  from: sql`invoice i LEFT JOIN export_order e ON e.invoice_id = i.id AND e.state <> 'CANCELLED'`,
  id: sql<string>`i.id`,
  scope: ({ caller }) => ofSites(inChina(caller), 'i'),
  check: (filter, context) => assertVendorName(context, filter.supplier_id),
  tabs: invoiceTabCondition,
  rules: {
    state: (states) => (states.length === 0 ? sql`true` : sql`i.state = ANY(${states}::text[])`),
    issued_from: (day) => sql`i.issued_on >= ${day}::date`,
    issued_to: (day) => sql`i.issued_on <= ${day}::date`,
    invoice_numbers: (numbers) => sql`i.number = ANY(${numbers}::text[])`,
    supplier_id: (code) => sql`EXISTS (SELECT 1 FROM invoice_box fb JOIN box b ON b.id = fb.box_id
      JOIN shipment h ON h.id = b.shipment_id JOIN vendor v ON v.id = h.vendor_id
      WHERE fb.invoice_id = i.id AND v.code = ${code})`,
    search: invoiceSearch,
  },
  order: () => ({
    by: [
      [sql`i.created_at`, 'timestamptz'],
      [sql`i.id`, 'uuid'],
    ],
    isDescending: true,
  }),
  rows: async (ids, { db, caller }) => {
    const { rows } = await rowsOf(invoiceFactsRow)`
      ${invoicesSelected} WHERE i.id = ANY(${ids}::uuid[]) AND ${ofSites(inChina(caller), 'i')}`.execute(db)
    return invoiceWires(
      db,
      caller,
      inOrder(ids, rows, (row) => row.id),
    )
  },
})

/** By its number, that of its export order or of one that was cancelled, a vendor, a box by whatever stands on it, or an order. */
function invoiceSearch(text: string): RawBuilder<SqlBool> {
  const like = containing(unmarked(text))
  const { sscc } = readTraced(text)
  return sql`(i.number ILIKE ${like} OR EXISTS (SELECT 1 FROM export_order fe WHERE fe.invoice_id = i.id AND fe.number ILIKE ${like})
    OR EXISTS (SELECT 1 FROM invoice_box fb JOIN box b ON b.id = fb.box_id JOIN shipment h ON h.id = b.shipment_id
      JOIN vendor v ON v.id = h.vendor_id WHERE fb.invoice_id = i.id
        AND (v.name ILIKE ${like} OR v.name_zh ILIKE ${like} OR v.code ILIKE ${like} OR h.shipment_id ILIKE ${like}
          OR b.box_no ILIKE ${like} OR b.tracking_id ILIKE ${like} OR b.sscc ILIKE ${like} OR b.sscc = ${sscc ?? ''}))
    OR EXISTS (SELECT 1 FROM invoice_line fl JOIN order_line ol ON ol.id = fl.order_line_id
      JOIN vendor_order o ON o.id = ol.order_id WHERE fl.invoice_id = i.id AND o.order_id ILIKE ${like}))`
}

type Details = Gives<Contract['invoices']['invoiceDetails']>
/** What an invoice holds, also a void one. */
export const invoiceDetails: Handlers<Contract['invoices']>['invoiceDetails'] = async (
  { invoice_number },
  { db, caller },
) => {
  const invoice = await findInvoice(db, caller, invoice_number)
  const [boxes, styles, history] = await Promise.all([
    boxesOf(db, invoice.id),
    stylesOf(db, invoice.id),
    loadHistory(db, 'invoice', [invoice_number]),
  ])
  const { exporter, consignee } = invoice
  return reply({ exporter, consignee, boxes, styles, history: toldEvents(caller, history.get(invoice_number) ?? []) })
}

async function findInvoice(db: Db, caller: Caller, number: string) {
  const { rows } = await rowsOf({ id: col.text, exporter: party, consignee: party })`
    SELECT i.id, i.exporter, i.consignee FROM invoice i
    WHERE i.number = ${number} AND ${ofSites(inChina(caller), 'i')}`.execute(db)
  const [found] = rows
  if (found === undefined) throw notFound('Invoice {{invoice_number}} was not found.', { invoice_number: number })
  return found
}

async function boxesOf(db: Db, id: string): Promise<Details['boxes']> {
  const { rows } = await rowsOf(invoicedBox)`
    SELECT b.id AS box_id, b.sscc, b.box_no, h.shipment_id, v.name AS supplier_name, v.name_zh AS supplier_name_zh,
      ${weightOnInvoice} AS weight_grams, p.pieces, i.currency, p.minor::bigint AS value_minor, x.loaded_at, u.name AS loaded_by, x.vehicle
    FROM ${boxesOnInvoice} JOIN invoice i ON i.id = ib.invoice_id JOIN vendor v ON v.id = h.vendor_id
    LEFT JOIN export_order e ON e.invoice_id = ib.invoice_id AND e.state <> 'CANCELLED'
    LEFT JOIN export_load x ON x.export_order_id = e.id AND x.box_id = ib.box_id AND x.off_at IS NULL
    LEFT JOIN app_user u ON u.id = x.loaded_by
    WHERE ib.invoice_id = ${id} ORDER BY ib.position`.execute(db)
  return rows
}

/** A fact stands only where every line of the style has it: what one lacks is missing on the paper. */
const onEvery = (column: string) => sql`CASE WHEN count(*) = count(${sql.ref(column)}) THEN min(${sql.ref(column)}) END`

async function stylesOf(db: Db, id: string): Promise<Details['styles']> {
  const { rows } = await rowsOf(invoicedStyle)`
    SELECT o.order_id, s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, sum(l.quantity)::int AS pieces, i.currency,
      l.unit_price_minor, sum(l.quantity * l.unit_price_minor)::bigint AS value_minor,
      ${onEvery('l.hs_code')} AS hs_code, ${onEvery('l.description')} AS description,
      ${onEvery('l.composition')} AS composition, ${onEvery('l.origin')} AS origin,
      ${onEvery('l.net_weight_grams')} AS net_weight_grams, ${onEvery('l.description_zh')} AS description_zh,
      (SELECT jsonb_build_object('hs_code', coalesce(c.hs_code, k.hs_code), 'description', c.description, 'description_zh', c.description_zh,
        'composition', coalesce(c.composition, k.fabric_composition), 'origin', c.origin, 'net_weight_grams', c.net_weight_grams)
        FROM (SELECT s.id) n LEFT JOIN style_customs c ON c.style_id = n.id LEFT JOIN catalogue_style k ON k.style_id = n.id) AS record
    FROM invoice_line l JOIN invoice i ON i.id = l.invoice_id JOIN order_line ol ON ol.id = l.order_line_id
    JOIN vendor_order o ON o.id = ol.order_id JOIN style s ON s.id = o.style_id
    WHERE l.invoice_id = ${id} GROUP BY o.order_id, s.id, l.unit_price_minor, i.currency ORDER BY o.order_id, s.code`.execute(
    db,
  )
  return rows
}
