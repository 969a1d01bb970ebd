import { z } from 'zod'
import { document, json, post, table, upload, xlsx } from '../../kernel/call.ts'
import { tableFormat } from '../../kernel/list.ts'
import { rights, rolesOf } from '../../kernel/rights.ts'
import {
  counts,
  day,
  instant,
  orderId,
  page,
  part,
  pieces,
  price,
  remark,
  rowsTaken,
  searchText,
  seenWhere,
  supplierId,
  takeMode,
  timelineEvent,
  unseen,
  version,
} from '../../kernel/shapes.ts'
import { boxRefs, qcBox, qcFilter, siteCode } from '../inspection/shapes.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'
import { loadingCalls } from './loading.ts'
import { incoterms, mostShipped, transports } from './rules.ts'
import { invoiceNumber, invoiceRow, invoiceStates, leftOut, party, readyBox } from './shapes.ts'

export const invoicesRights = rights({
  chinaInvoices: {
    group: 'China QC',
    label: 'Make invoices and export orders, and void them',
    roles: qc.chinaQcLead,
    isPriced: true,
  },
})

/** Its own, and those of QC that its calls go by. */
const allowed = { ...qc, ...rolesOf(invoicesRights) }

const ofInvoice = z.object({ invoice_number: invoiceNumber })

const detailsName = (what: string) => (input: { invoice_number: string }) =>
  `invoice_${what}_${input.invoice_number}.xlsx`

const exportTerms = {
  incoterm: z.enum(incoterms).default('FOB'),
  port_of_loading: z.string().trim().max(80).default(''),
  port_of_discharge: z.string().trim().max(80).default(''),
  transport: z.enum(transports).default('air'),
  carrier: z.string().trim().max(80).nullish(),
  transport_document: z.string().trim().max(60).nullish(),
  /** The day on which the carrier says that the goods arrive in India. */
  arrives_on: day.nullish(),
  gross_weight_grams: z.int().min(1).max(100_000_000).nullish(),
}

export const invoicedBox = z.object({
  box_id: z.string(),
  sscc: z.string(),
  box_no: z.string(),
  shipment_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  pieces,
  value: price,
  weight_grams: z.int().nullable(),
  /** Into the truck or container of its export order. */
  loaded_at: instant.nullable(),
  loaded_by: z.string().nullable(),
  vehicle: z.string().nullable(),
})

/** By order and style. What customs want to know is null where a line lacks it. */
export const invoicedStyle = z.object({
  order_id: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  pieces,
  unit_price: price,
  value: price,
  hs_code: z.string().nullable(),
  description: z.string().nullable(),
  composition: z.string().nullable(),
  origin: z.string().nullable(),
  net_weight_grams: z.int().nullable(),
  description_zh: z.string().nullable(),
  /** The same as the style's record knows it today, and its style of the catalogue. */
  record: z.object({
    hs_code: z.string().nullable(),
    description: z.string().nullable(),
    description_zh: z.string().nullable(),
    composition: z.string().nullable(),
    origin: z.string().nullable(),
    net_weight_grams: z.int().nullable(),
  }),
})

export const invoicesCalls = {
  ...loadingCalls,
  shipToIndiaSummary: post('v1/erp/qc/china/ship-to-india-summary', {
    summary: 'What would go to India now, by invoice, and what is left out and why.',
    callers: allowed.chinaQc,
    takes: z.object({
      box_ids: boxRefs(5_000).optional(),
      invoice_numbers: z.array(invoiceNumber).max(mostShipped).optional(),
    }),
    gives: json(
      z.object({
        invoices: z.array(
          z.object({
            invoice_number: z.string(),
            export_order_number: z.string(),
            consignee_name: z.string(),
            boxes: z.int(),
            pieces,
            gross_weight_grams: z.int().nullable(),
            transport: z.enum(['air', 'sea', 'road']),
            carrier: z.string().nullable(),
            transport_document: z.string().nullable(),
            arrives_on: day.nullable(),
          }),
        ),
        boxes: z.int(),
        pieces,
        left_out: z.array(leftOut),
        /** Sites of India QC where the boxes may go. */
        destinations: z.array(z.object({ site: siteCode, site_name: z.string(), site_name_zh: z.string() })),
      }),
    ),
  }),
  confirmShipToIndia: post('v1/erp/qc/china/confirm-ship-to-india', {
    summary:
      'Ship invoices with their export orders, exactly what the summary showed; or take that back with a reason.',
    callers: allowed.chinaQcLead,
    changes: true,
    takes: z.object({
      action: z.enum(['ship', 'undo']).default('ship'),
      invoice_numbers: z.array(invoiceNumber).min(1).max(mostShipped),
      /** As the summary or the list showed them: another sum is a 409, since something changed in between. */
      expected: z.object({ boxes: z.int().min(0).max(1_000_000), pieces }),
      /** Where the boxes go. Left out: the only site of India QC; with several it must be said. */
      destination: siteCode.optional(),
      carrier: z.string().trim().max(80).nullish(),
      transport_document: z.string().trim().max(60).nullish(),
      arrives_on: day.nullish(),
      reason: z.string().trim().max(200).optional(),
    }),
    gives: json(z.object({ boxes: z.int(), pieces, invoices: z.array(invoiceRow) })),
  }),
  createReadyForInvoice: post('v1/erp/qc/china/create-ready-for-invoice', {
    summary: 'Passed boxes become ready for an invoice, or no longer are.',
    callers: allowed.chinaQc,
    changes: true,
    takes: z.object({ box_ids: boxRefs(5_000), action: z.enum(['ready', 'undo']).default('ready') }),
    gives: json(z.object({ boxes: z.array(qcBox), left_out: z.array(leftOut) })),
  }),
  getBoxesForInvoice: post('v1/erp/qc/china/get-boxes-for-invoice', {
    summary: 'Boxes ready for an invoice, with what their pieces are worth.',
    callers: allowed.chinaQc,
    takes: z.object({
      ...page,
      part,
      supplier_id: supplierId.optional(),
      site: z.string().trim().max(20).optional(),
      search: searchText.optional(),
      box_ids: boxRefs(5_000).optional(),
    }),
    gives: json(
      z.object({
        rows: z.array(readyBox),
        next_cursor: z.string().nullable(),
        counts: counts.optional(),
      }),
    ),
  }),
  createInvoice: post('v1/erp/qc/china/create-invoice', {
    summary: 'Invoice boxes that are ready, under the next number without a gap; or void an invoice with a reason.',
    callers: allowed.chinaInvoices,
    changes: true,
    takes: z
      .object({
        action: z.enum(['create', 'void']).default('create'),
        box_ids: boxRefs(5_000).optional(),
        consignee: z.string().trim().max(20).optional(),
        exporter: z.string().trim().max(20).optional(),
        remark: remark.optional(),
        invoice_number: invoiceNumber.optional(),
        version: version.optional(),
        reason: z.string().trim().max(200).optional(),
      })
      .refine(seenWhere('void'), unseen),
    gives: json(z.object({ invoice: invoiceRow })),
  }),
  getInvoices: post('v1/erp/qc/china/get-invoices', {
    summary: 'Invoices, newest first, or their counts.',
    callers: allowed.chinaQc,
    takes: z.object({
      ...page,
      part,
      tab: z.enum(['all', 'to_export', 'to_ship', 'shipped', 'void']).default('all'),
      state: z.array(z.enum(invoiceStates)).max(2).optional(),
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      issued_from: day.optional(),
      issued_to: day.optional(),
      invoice_numbers: z.array(invoiceNumber).max(500).optional(),
    }),
    gives: json(z.object({ rows: z.array(invoiceRow), next_cursor: z.string().nullable(), counts: counts.optional() })),
  }),
  downloadInvoice: post('v1/erp/qc/china/download-invoice', {
    summary: 'An invoice as a workbook or as pages.',
    callers: allowed.chinaInvoices,
    takes: ofInvoice.extend({ format: z.enum(['xlsx', 'pdf']).default('xlsx') }),
    gives: document(({ invoice_number }: { invoice_number: string; format: 'xlsx' | 'pdf' }) =>
      invoice_number === '' ? 'invoice' : `invoice_${invoice_number}`,
    ),
  }),
  uploadBoxesForInvoiceCreation: upload('v1/erp/qc/china/upload-boxes-for-invoice-creation', {
    summary: 'Boxes by sheet that are to go on an invoice: those that passed become ready.',
    callers: allowed.chinaQc,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(
      z.object({
        ...rowsTaken,
        /** All good boxes of the sheet, in its order, to make an invoice of. */
        box_ids: z.array(z.string()),
      }),
    ),
  }),
  downloadBoxesForInvoiceCreation: post('v1/erp/qc/china/download-boxes-for-invoice-creation', {
    summary: 'Boxes that passed or are ready for an invoice, as a workbook to choose from and upload.',
    callers: allowed.chinaQc,
    takes: z.object(qcFilter),
    gives: xlsx('boxes_for_invoice.xlsx'),
  }),
  downloadInvoiceBoxDetails: post('v1/erp/qc/china/download-invoice-box-details', {
    summary: 'Boxes of an invoice with their contents and weights.',
    callers: allowed.chinaQc,
    takes: ofInvoice,
    gives: xlsx(detailsName('box_details')),
  }),
  downloadInvoicePoDetails: post('v1/erp/qc/china/download-invoice-po-details', {
    summary: 'An invoice by order: ordered, invoiced and their value.',
    callers: allowed.chinaInvoices,
    takes: ofInvoice,
    gives: xlsx(detailsName('po_details')),
  }),
  downloadInvoiceProductDetails: post('v1/erp/qc/china/download-invoice-product-details', {
    summary:
      'Styles of an invoice with HS code, description, composition, origin and weight: a sheet to fill in and upload.',
    callers: allowed.chinaQc,
    takes: ofInvoice.extend({ format: tableFormat }),
    gives: table('Product-details'),
  }),
  uploadInvoice: upload('v1/erp/qc/china/upload-invoice', {
    summary: "What customs want to know of an order's styles: HS code, description, composition, origin, net weight.",
    callers: allowed.chinaQc,
    accept: ['.xlsx', '.csv'],
    takes: z.object({
      /** An order, or an invoice: all its styles. */
      po_number: z.union([orderId, invoiceNumber]),
      mode: takeMode,
    }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  createExportOrder: post('v1/erp/qc/china/create-export-order', {
    summary:
      'An export order for an invoice; what is still missing is listed. `check` only lists; `cancel` takes it back; `document` completes carrier, transport document and day of arrival, also when it was shipped.',
    callers: allowed.chinaInvoices,
    changes: true,
    takes: ofInvoice
      .extend({
        action: z.enum(['check', 'create', 'cancel', 'document']).default('create'),
        /** Of the invoice as it was seen. */
        version: version.optional(),
        ...exportTerms,
        reason: z.string().trim().max(200).optional(),
      })
      .refine(seenWhere('create', 'cancel', 'document'), unseen),
    gives: json(z.object({ invoice: invoiceRow })),
  }),
  invoiceDetails: post('selvedge/qc/invoice', {
    summary: 'What an invoice holds: its parties as issued, its boxes, what it says of each style, and its history.',
    callers: allowed.chinaQc,
    takes: z.object({ invoice_number: invoiceNumber }),
    gives: json(
      z.object({
        exporter: party,
        consignee: party,
        boxes: z.array(invoicedBox),
        styles: z.array(invoicedStyle),
        history: z.array(timelineEvent),
      }),
    ),
  }),
  tradeParties: post('selvedge/qc/trade-parties', {
    summary: 'Exporters and consignees of export papers.',
    callers: allowed.chinaQc,
    takes: z.object({}),
    gives: json(
      z.object({
        parties: z.array(party.extend({ is_active: z.boolean(), version })),
        /** What the company says of itself, with which a party of its own begins; texts may be empty. */
        company: z.object({ name: z.string(), address: z.string(), tax_id: z.string() }),
      }),
    ),
  }),
  saveTradeParty: post('selvedge/qc/save-trade-party', {
    summary: 'Add a party of export papers, or change one. Issued invoices keep what they said.',
    callers: allowed.chinaInvoices,
    changes: true,
    takes: party.extend({ is_active: z.boolean().default(true), version: version.optional() }),
    gives: json(z.object({ parties: z.array(party.extend({ is_active: z.boolean(), version })) })),
  }),
}
