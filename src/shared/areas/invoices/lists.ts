import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { stylesOf, weighing } from '../qc-boxes/lists.ts'
import { type InvoiceTab, invoiceTab } from './rules.ts'
import type { InvoiceRow, ReadyBox } from './shapes.ts'

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
  port_of_loading: key('Port of loading'),
  port_of_discharge: key('Port of discharge'),
}

export const complete = key('Complete')

/** What an export order still wants of it; of an invoice that is void or gone, nobody asks any more. */
export function missingOf(row: Pick<InvoiceRow, 'state' | 'export_order' | 'missing'>): string[] {
  if (['void', 'shipped'].includes(stageOf(row))) return []
  return row.missing.length === 0 ? [complete] : row.missing.map(({ field }) => missingWords[field] ?? field)
}

const f = fields<InvoiceRow>()

export const invoices = list({
  name: 'qc-invoices',
  rowId: (row) => row.invoice_number,
  file: 'invoices',
  fields: [
    f.code('invoice', key('Invoice'), (row) => row.invoice_number, { width: 126, pinned: true }),
    f.word('state', key('Status'), stageOf, { width: 138, words: stageWords }),
    f.words('missing', key('Still missing'), missingOf, {
      width: 122,
      words: [...Object.values(missingWords), complete],
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

const b = fields<ReadyBox>()

/** Boxes that passed and wait for an invoice: the first tab of the same screen, without views of its own. */
export const readyBoxes = list({
  name: 'qc-invoices',
  rowId: (row) => row.box_id,
  file: 'ready_boxes',
  fields: [
    b.code('box', key('Box'), (row) => `${row.shipment_id} / ${row.box_no}`, { width: 126, pinned: true }),
    b.text('supplier', key('Supplier'), supplierName, { width: 230 }),
    b.text('styles', key('Styles'), stylesOf, { width: 130, grows: true }),
    b.pieces('ready', key('Ready pieces'), (row) => row.quantities.ready, { width: 96 }),
    b.money('value', key('Invoice value'), (row) => row.value, { width: 104 }),
    b.text('orders', key('Orders'), (row) => row.order_ids.join(', '), { width: 130, shownFrom: 1366 }),
    b.number('weight', key('Weight (kg)'), (row) => row.weight_grams && row.weight_grams / 1_000, {
      width: 90,
      digits: 3,
      with: ['weighing'],
    }),
    b.word('weighing', key('Weighing'), weighing, { words: [key('Weigh again')], isPart: true }),
    b.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 120, hidden: true }),
    b.instant('inwarded_at', key('Inwarded on'), (row) => row.inwarded_at, { width: 148, hidden: true }),
    b.code('sscc', key('SSCC'), (row) => row.sscc, { width: 170, hidden: true, traces: true }),
    b.words('flags', key('To note'), () => [], { width: 130, isOnlyOnScreen: true }),
  ],
})
