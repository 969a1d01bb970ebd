import { type ExportCandidate, grossWeight } from '../../../shared/areas/invoices/rules.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { InvoiceDocument, InvoiceEntry, InvoiceGroup, InvoiceParty } from './document-model.ts'
import { exportCandidates, type InvoiceFacts, type Party } from './invoice-rows.ts'

const documentColumns = {
  hs_code: col.textOrNull,
  description: col.textOrNull,
  description_zh: col.textOrNull,
  composition: col.textOrNull,
  origin: col.textOrNull,
  net_weight_grams: col.numberOrNull,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  order_id: col.text,
  unit_price_minor: col.number,
  quantity: col.number,
}

type DocumentRow = Row<typeof documentColumns>

/** What an invoice says on paper, a void one among them. */
export async function invoiceDocument(db: Db, invoice: InvoiceFacts): Promise<InvoiceDocument> {
  const groups = groupsOf(await documentRows(db, invoice.id))
  const candidate = (await exportCandidates(db, [invoice])).get(invoice.id)
  return {
    number: invoice.invoice_number,
    issuedOn: invoice.issued_on,
    voidReason: invoice.void_reason,
    exporter: partyOf(invoice.exporter),
    consignee: partyOf(invoice.consignee),
    paymentTerms: invoice.exporter.payment_terms ?? null,
    bank: invoice.exporter.bank ?? null,
    currency: invoice.currency,
    exportOrder: exportOrderOf(invoice),
    groups,
    boxes: invoice.boxes,
    pieces: invoice.pieces,
    totalMinor: invoice.total_minor,
    netGrams: sumOrNull(groups.map((group) => group.netGrams)),
    grossGrams: grossOf(invoice, candidate),
    remark: invoice.remark,
  }
}

/** What has gone keeps the weight that it went with. */
function grossOf({ exported, gross_weight_grams }: InvoiceFacts, candidate: ExportCandidate | undefined) {
  if (exported === 'SHIPPED' || candidate === undefined) return gross_weight_grams
  return grossWeight(candidate)
}

function partyOf({ name, address, country, tax_id, contact }: Party): InvoiceParty {
  return { name, address, country, taxId: tax_id ?? null, contact: contact ?? null }
}

function exportOrderOf(invoice: InvoiceFacts): InvoiceDocument['exportOrder'] {
  if (invoice.exported === null || invoice.transport === null) return null
  return {
    number: invoice.export_order_number ?? '',
    incoterm: invoice.incoterm ?? '',
    portOfLoading: invoice.port_of_loading ?? '',
    portOfDischarge: invoice.port_of_discharge ?? '',
    transport: invoice.transport,
    carrier: invoice.carrier,
    transportDocument: invoice.transport_document,
  }
}

/** Pieces by style, HS code, order and price: boxes, colours and sizes are no matter of customs. */
async function documentRows(db: Db, invoiceUuid: string): Promise<DocumentRow[]> {
  const { rows } = await rowsOf(documentColumns)`
    SELECT s.code AS style_id, s.name AS style_name, s.name_zh AS style_name_zh, l.hs_code, l.description,
      l.description_zh, l.composition, l.origin, l.net_weight_grams, o.order_id, l.unit_price_minor,
      sum(l.quantity)::int AS quantity
    FROM invoice_line l JOIN order_line ol ON ol.id = l.order_line_id JOIN vendor_order o ON o.id = ol.order_id
    JOIN style s ON s.id = o.style_id
    WHERE l.invoice_id = ${invoiceUuid}
    GROUP BY s.code, s.name, s.name_zh, l.hs_code, l.description, l.description_zh, l.composition, l.origin,
      l.net_weight_grams, o.order_id, l.unit_price_minor
    ORDER BY s.code, l.hs_code, o.order_id, l.unit_price_minor`.execute(db)
  return rows
}

/** Lines that say the same of a style stand together. */
function groupsOf(rows: readonly DocumentRow[]): InvoiceGroup[] {
  const same = (row: DocumentRow) =>
    JSON.stringify([row.style_id, row.hs_code, row.description, row.composition, row.origin, row.net_weight_grams])
  return [...Map.groupBy(rows, same).values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const entries = group.map(entryOf)
    return [
      {
        styleId: first.style_id,
        styleName: first.style_name,
        styleNameZh: first.style_name_zh,
        hsCode: first.hs_code,
        description: first.description,
        descriptionZh: first.description_zh,
        composition: first.composition,
        origin: first.origin,
        netGramsEach: first.net_weight_grams,
        entries,
        quantity: entries.reduce((sum, entry) => sum + entry.quantity, 0),
        valueMinor: entries.reduce((sum, entry) => sum + entry.valueMinor, 0),
        netGrams: sumOrNull(entries.map((entry) => entry.netGrams)),
      },
    ]
  })
}

function entryOf({ order_id, quantity, unit_price_minor, net_weight_grams }: DocumentRow): InvoiceEntry {
  return {
    orderId: order_id,
    quantity,
    unitPriceMinor: unit_price_minor,
    valueMinor: quantity * unit_price_minor,
    netGrams: net_weight_grams === null ? null : net_weight_grams * quantity,
  }
}

function sumOrNull(parts: readonly (number | null)[]): number | null {
  let sum = 0
  for (const part of parts) {
    if (part === null) return null
    sum += part
  }
  return sum
}
