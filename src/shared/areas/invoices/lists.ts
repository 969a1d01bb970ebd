import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { InvoiceRow } from '../inspection/shapes.ts'
import { type InvoiceTab, invoiceTab } from './rules.ts'

/** Where an invoice stands on its way. */
export const stageWords: Record<InvoiceTab, string> = {
  to_export: key('To export'),
  to_ship: key('To ship'),
  shipped: key('Shipped to India'),
  void: key('Void'),
}

export function stageOf({ state, export_order }: Pick<InvoiceRow, 'state' | 'export_order'>): InvoiceTab {
  const exported = export_order === null || export_order.state === 'CANCELLED' ? null : export_order.state
  return invoiceTab({ state, exported })
}

/** What an export order may still want, by its field on the wire. */
export const missingWords: Record<string, string> = {
  hs_code: key('HS code'),
  description: key('Description'),
  origin: key('Country of origin'),
  net_weight: key('Net weight'),
  gross_weight: key('Gross weight'),
  value: key('Invoice value'),
}

const f = fields<InvoiceRow>()

export const invoices = list({
  name: 'qc-invoices',
  rowId: (row) => row.invoice_number,
  file: 'invoices',
  fields: [
    f.code('invoice', key('Invoice'), (row) => row.invoice_number, { width: 126, pinned: true }),
    f.word('state', key('Status'), stageOf, { width: 138, words: stageWords }),
    f.words('missing', key('Still missing'), (row) => row.missing.map(({ field }) => field), {
      width: 122,
      words: missingWords,
    }),
    f.day('issued_on', key('Issued on'), (row) => row.issued_on, { width: 104 }),
    f.text(
      'suppliers',
      key('Suppliers'),
      (row, { name }) => name(row.suppliers.join(', '), row.suppliers_zh.join('、')),
      {
        width: 130,
        grows: true,
      },
    ),
    f.pieces('boxes', key('Boxes'), (row) => row.boxes, { width: 64 }),
    f.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 72 }),
    f.money('total', key('Invoice value'), (row) => row.total, { width: 104, with: ['currency'] }),
    f.currency('currency', key('Currency'), (row) => row.total?.currency ?? null, { isPart: true }),
    f.text('export_order', key('Export order'), (row) => row.export_order?.export_order_number ?? null, { width: 104 }),
    // Names of one company are alike in their first words; its codes are not.
    f.text('consignee', key('Consignee'), (row) => `${row.consignee} · ${row.consignee_name}`, {
      width: 140,
      shownFrom: 1400,
    }),
    f.text('created_by', key('Made by'), (row) => row.created_by, { width: 120, hidden: true }),
  ],
})
