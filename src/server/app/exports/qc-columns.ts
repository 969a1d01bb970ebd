import type { ExportColumnId } from '../../../shared/areas/frame/list-exports.ts'
import type { AwaitingBoxRow, InvoiceRow, QcBoxRow, ReturnNoteRow } from '../../../shared/areas/inspection/shapes.ts'
import { invoiceTab } from '../../../shared/areas/invoices/rules.ts'
import { failedOf, passedOf } from '../../../shared/areas/qc-boxes/quantities.ts'
import type { Reader } from '../../lists/export-list.ts'
import { type Columns, day, pieces, price, text } from './columns.ts'

const instant = <Row>(of: (row: Row) => string | null) => text<Row>((row, reader) => reader.instant(of(row)))
const weight = <Row extends { weight_grams: number | null }>() =>
  ({ kind: 'pieces', of: (row: Row) => row.weight_grams }) as const

const supplier = (row: { supplier_name: string; supplier_name_zh: string }, { name }: Reader) =>
  name(row.supplier_name, row.supplier_name_zh)

/** "12 (3 / 8)": the number on the box, and which of the shipment's boxes it is. */
const boxName = (row: { box_no: string; position: number; boxes_in_shipment: number }) =>
  `${row.box_no} (${row.position} / ${row.boxes_in_shipment})`

/** A box names its first styles only. */
const styles = (row: { styles: string[]; style_count: number }) =>
  row.styles.join(' ') + (row.style_count > row.styles.length ? ` +${row.style_count - row.styles.length}` : '')

/** A row per box on its way. */
export const awaitingColumns: Columns<AwaitingBoxRow, ExportColumnId<'awaiting'>> = {
  box: text(boxName),
  sscc: text((b) => b.sscc),
  tracking: text((b) => b.tracking_id),
  shipment: text((b) => b.shipment_id),
  supplier: text(supplier),
  carrier: text((b) => b.carrier),
  shipped_at: instant((b) => b.shipped_at),
  days_on_way: pieces((b) => b.days_on_way),
  pieces: pieces((b) => b.pieces),
  styles: text(styles),
  weight: weight(),
  site: text((b, { name }) => name(b.site_name, b.site_name_zh)),
}

/** A row per box at QC. Passed and failed as the specification shows them: wherever such pieces went since. */
export const qcBoxColumns: Columns<QcBoxRow, ExportColumnId<'qcBoxes'>> = {
  box: text(boxName),
  sscc: text((b) => b.sscc),
  tracking: text((b) => b.tracking_id),
  shipment: text((b) => b.shipment_id),
  supplier: text(supplier),
  status: text((b, { word }) => word(b.status)),
  styles: text(styles),
  inwarded_at: instant((b) => b.inwarded_at),
  age: pieces((b) => b.age_days),
  declared: pieces((b) => b.quantities.declared),
  missing: pieces((b) => b.quantities.missing),
  excess: pieces((b) => b.quantities.excess),
  to_inspect: pieces((b) => b.quantities.to_inspect),
  on_hold: pieces((b) => b.quantities.on_hold),
  passed: pieces((b) => passedOf(b.quantities)),
  failed: pieces((b) => failedOf(b.quantities)),
  ready: pieces((b) => b.quantities.ready),
  invoiced: pieces((b) => b.quantities.invoiced),
  shipped: pieces((b) => b.quantities.shipped),
  returned: pieces((b) => b.quantities.returned),
  shelf: text((b) => b.shelf),
  invoice: text((b) => b.invoice_number),
  return_note: text((b) => b.return_notes.join(' ')),
  weight: weight(),
}

const liveState = (order: InvoiceRow['export_order']) =>
  order === null || order.state === 'CANCELLED' ? null : order.state

/** A row per invoice. */
export const invoiceColumns: Columns<InvoiceRow, ExportColumnId<'invoices'>> = {
  invoice: text((i) => i.invoice_number),
  // As the list shows it: where the invoice stands on its way.
  state: text((i, { word }) => word(invoiceTab({ state: i.state, exported: liveState(i.export_order) }))),
  issued_on: day((i) => i.issued_on),
  consignee: text((i) => i.consignee_name),
  suppliers: text((i) => i.suppliers.join(', ')),
  boxes: pieces((i) => i.boxes),
  pieces: pieces((i) => i.pieces),
  total: price((i) => i.total),
  currency: { kind: 'text', isPrice: true, of: (i) => i.total?.currency ?? null },
  export_order: text((i) => i.export_order?.export_order_number ?? null),
  missing: text((i, { word }) => i.missing.map(({ field }) => word(field)).join(', ')),
  created_by: text((i) => i.created_by),
}

/** A row per return note. */
export const returnNoteColumns: Columns<ReturnNoteRow, ExportColumnId<'returnNotes'>> = {
  return_note: text((n) => n.return_note),
  state: text((n, { word }) => word(n.state)),
  supplier: text(supplier),
  reason: text((n, { word }) => word(n.reason)),
  remark: text((n) => n.remark),
  boxes: pieces((n) => n.boxes),
  pieces: pieces((n) => n.pieces),
  photos: pieces((n) => n.photos),
  carrier: text((n) => n.carrier),
  tracking: text((n) => n.tracking_id),
  created_at: instant((n) => n.created_at),
  created_by: text((n) => n.created_by),
}
