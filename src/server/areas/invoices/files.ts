import { sql } from 'kysely'
import { productDetails } from '../../../shared/areas/invoices/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import { recordDownload } from '../../audit/audit.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { CallContext, Db, FileReply, Handlers } from '../../http/call.ts'
import type { TableColumn } from '../../sheets/write-table.ts'
import { writeSheetCsv } from '../../sheets/write-table.ts'
import { allOfChina, ofSites } from '../qc-boxes/sites.ts'
import { invoiceDocument } from './document.ts'
import { minorDigits } from './document-model.ts'
import { boxesOnInvoice, findInvoice, type InvoiceFacts, weightOnInvoice } from './invoice-rows.ts'

/** Libraries for workbooks and pages are loaded when needed: they would hold up every start. */

/** An invoice as a workbook or as pages, from one model; a void one says so. */
export const downloadInvoice: Handlers<Contract['invoices']>['downloadInvoice'] = async (input, context) => {
  const invoice = await taken(context, input.invoice_number, input.format)
  const document = await invoiceDocument(context.db, invoice)
  if (input.format === 'pdf') {
    const { invoicePdf } = await import('./document-pdf.ts')
    return { body: invoicePdf(document, context.resources) }
  }
  const { invoiceXlsx } = await import('./document-xlsx.ts')
  return { body: invoiceXlsx(document) }
}

/** The invoice of a download, which is an event as well. */
async function taken(context: CallContext, invoiceNumber: string, what: string): Promise<InvoiceFacts> {
  const invoice = await findInvoice(context.db, context.caller, invoiceNumber)
  await recordDownload(context, `invoice_${invoiceNumber}`, { invoice_number: invoiceNumber, what })
  return invoice
}

const boxRowColumns = {
  position: col.number,
  shipment_id: col.text,
  box_no: col.text,
  sscc: col.text,
  tracking_id: col.textOrNull,
  supplier: col.text,
  /** On the first row of a box only: a column that can be added up. */
  weight_grams: col.numberOrNull,
  order_id: col.text,
  nm_sku: col.text,
  style_id: col.text,
  style_name: col.text,
  color: col.text,
  size: col.text,
  quantity: col.number,
}

type BoxRow = Row<typeof boxRowColumns>

const boxColumns: TableColumn<BoxRow>[] = [
  { header: 'Box 箱序', kind: 'pieces', value: (row) => row.position },
  { header: 'Shipment ID 发货单号', kind: 'text', value: (row) => row.shipment_id },
  { header: 'Box No 箱号', kind: 'text', value: (row) => row.box_no },
  { header: 'SSCC 箱码', kind: 'text', value: (row) => row.sscc },
  { header: 'Tracking ID 运单号', kind: 'text', value: (row) => row.tracking_id },
  { header: 'Supplier 供应商', kind: 'text', value: (row) => row.supplier },
  { header: 'Weight (g) 重量（克）', kind: 'pieces', value: (row) => row.weight_grams },
  { header: 'Order 订单号', kind: 'text', value: (row) => row.order_id },
  { header: 'NM SKU 商品编码', kind: 'text', value: (row) => row.nm_sku },
  { header: 'Style 款号', kind: 'text', value: (row) => row.style_id },
  { header: 'Style name 款式', kind: 'text', value: (row) => row.style_name },
  { header: 'Colour 颜色', kind: 'text', value: (row) => row.color },
  { header: 'Size 尺码', kind: 'text', value: (row) => row.size },
  { header: 'Pieces 件数', kind: 'pieces', value: (row) => row.quantity },
]

/** Boxes of an invoice with their contents and weights, without prices. */
export const downloadInvoiceBoxDetails: Handlers<Contract['invoices']>['downloadInvoiceBoxDetails'] = async (
  input,
  context,
) => {
  const { id } = await taken(context, input.invoice_number, 'box_details')
  const { rows } = await rowsOf(boxRowColumns)`
    SELECT ib.position, h.shipment_id, b.box_no, b.sscc, b.tracking_id, v.name || ' ' || v.name_zh AS supplier,
      CASE WHEN row_number() OVER (PARTITION BY b.id ORDER BY s.code, k.color, k.size_rank, o.order_id, l.id) = 1
        THEN ${weightOnInvoice} END AS weight_grams,
      o.order_id, k.nm_sku, s.code AS style_id, s.name || ' ' || s.name_zh AS style_name,
      k.color || ' ' || k.color_zh AS color, k.size, l.quantity
    FROM ${boxesOnInvoice} JOIN invoice_line l ON l.invoice_id = ib.invoice_id AND l.box_id = ib.box_id
        AND l.site_id = ib.site_id
    JOIN vendor v ON v.id = h.vendor_id
    JOIN order_line ol ON ol.id = l.order_line_id JOIN vendor_order o ON o.id = ol.order_id
    JOIN sku k ON k.id = ol.sku_id JOIN style s ON s.id = k.style_id
    WHERE l.invoice_id = ${id}
    ORDER BY ib.position, s.code, k.color, k.size_rank, o.order_id, l.id`.execute(context.db)
  return table('Boxes', boxColumns, rows)
}

async function table<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<FileReply> {
  const { writeTable } = await import('../../sheets/write-table.ts')
  return { body: writeTable(name, columns, rows) }
}

const orderRowColumns = {
  order_id: col.text,
  supplier: col.text,
  style_id: col.text,
  style_name: col.text,
  order_date: col.text,
  ordered: col.number,
  invoiced: col.number,
  /** On all live invoices, this one among them while it is live. */
  invoiced_ever: col.number,
  unit_price_minor: col.number,
}

type OrderRow = Row<typeof orderRowColumns>

function orderColumns({ currency }: InvoiceFacts): TableColumn<OrderRow>[] {
  const units = 10 ** minorDigits(currency)
  return [
    { header: 'Order 订单号', kind: 'text', value: (row) => row.order_id },
    { header: 'Supplier 供应商', kind: 'text', value: (row) => row.supplier },
    { header: 'Style 款号', kind: 'text', value: (row) => row.style_id },
    { header: 'Style name 款式', kind: 'text', value: (row) => row.style_name },
    { header: 'Order date 下单日期', kind: 'day', value: (row) => row.order_date },
    { header: 'Ordered (pcs) 订单数量', kind: 'pieces', value: (row) => row.ordered },
    { header: 'On this invoice (pcs) 本次开票数量', kind: 'pieces', value: (row) => row.invoiced },
    { header: 'On all live invoices (pcs) 累计开票数量', kind: 'pieces', value: (row) => row.invoiced_ever },
    { header: `Unit price (${currency}) 单价`, kind: 'money', value: (row) => row.unit_price_minor / units },
    {
      header: `Amount (${currency}) 金额`,
      kind: 'money',
      value: (row) => (row.unit_price_minor * row.invoiced) / units,
    },
  ]
}

/** An invoice by order: ordered, invoiced and what that is worth. */
export const downloadInvoicePoDetails: Handlers<Contract['invoices']>['downloadInvoicePoDetails'] = async (
  input,
  context,
) => {
  const invoice = await taken(context, input.invoice_number, 'po_details')
  const { rows } = await rowsOf(orderRowColumns)`
    SELECT o.order_id, v.name || ' ' || v.name_zh AS supplier, s.code AS style_id,
      s.name || ' ' || s.name_zh AS style_name, o.order_date, o.ordered, n.invoiced, n.unit_price_minor,
      (SELECT coalesce(sum(x.quantity), 0)::int FROM order_line xl JOIN invoice_line x ON x.order_line_id = xl.id
        JOIN invoice xi ON xi.id = x.invoice_id AND xi.state = 'LIVE' AND ${ofSites(allOfChina, 'xi')}
        WHERE xl.order_id = o.id) AS invoiced_ever
    FROM (SELECT ol.order_id, l.unit_price_minor, sum(l.quantity)::int AS invoiced FROM invoice_line l
      JOIN order_line ol ON ol.id = l.order_line_id WHERE l.invoice_id = ${invoice.id} GROUP BY 1, 2) n
    JOIN vendor_order o ON o.id = n.order_id JOIN vendor v ON v.id = o.vendor_id JOIN style s ON s.id = o.style_id
    ORDER BY o.order_id, n.unit_price_minor`.execute(context.db)
  return table('Orders', orderColumns(invoice), rows)
}

/** Styles of an invoice with what is known of each: a sheet to fill in and upload. */
export const downloadInvoiceProductDetails: Handlers<Contract['invoices']>['downloadInvoiceProductDetails'] = async (
  input,
  context,
) => {
  const { id } = await taken(context, input.invoice_number, 'product_details')
  const rows = await styleRows(context.db, id)
  if (input.format === 'csv') return { body: writeSheetCsv(productDetails, rows) }
  const { writeWorkbook } = await import('../../sheets/write-workbook.ts')
  return { body: writeWorkbook(productDetails, rows) }
}

const styleRowColumns = {
  style_id: col.text,
  style_name: col.text,
  pieces: col.text,
  hs_code: col.textOrNull,
  description: col.textOrNull,
  description_zh: col.textOrNull,
  composition: col.textOrNull,
  origin: col.textOrNull,
  net_weight_grams: col.numberOrNull,
}

/** Where a line of the invoice says otherwise than the style's own card, the paper goes first. */
async function styleRows(db: Db, invoiceUuid: string) {
  const known = (column: string) =>
    sql`coalesce(min(${sql.ref(`l.${column}`)}), min(${sql.ref(`c.${column}`)})) AS ${sql.ref(column)}`
  const { rows } = await rowsOf(styleRowColumns)`
    SELECT s.code AS style_id, s.name || ' ' || s.name_zh AS style_name, sum(l.quantity)::text AS pieces,
      ${known('hs_code')}, ${known('description')}, ${known('description_zh')}, ${known('composition')},
      ${known('origin')}, ${known('net_weight_grams')}
    FROM invoice_line l JOIN order_line ol ON ol.id = l.order_line_id JOIN vendor_order o ON o.id = ol.order_id
    JOIN style s ON s.id = o.style_id LEFT JOIN style_customs c ON c.style_id = s.id
    WHERE l.invoice_id = ${invoiceUuid} GROUP BY s.code, s.name, s.name_zh ORDER BY s.code`.execute(db)
  return rows
}
