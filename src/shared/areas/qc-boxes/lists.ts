import { type Field, fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { QcBoxRow } from '../inspection/shapes.ts'
import { failedOf, passedOf } from './quantities.ts'
import { shownQcStatus, shownQcStatuses } from './status.ts'

/** "12 (3 / 8)": the number on the box, and which of its shipment's boxes it is. */
export function boxName(row: { box_no: string; position: number; boxes_in_shipment: number }): string {
  return `${row.box_no} (${row.position} / ${row.boxes_in_shipment})`
}

/** A box names its first styles only. */
export function stylesOf({ styles, style_count }: { styles: string[]; style_count: number }): string {
  return styles.join(' ') + (style_count > styles.length ? ` +${style_count - styles.length}` : '')
}

const weighAgain = key('Weigh again')

/** Whether a box's weight is not known any more. */
export const weighing = ({ weigh_again }: Pick<QcBoxRow, 'weigh_again'>) => (weigh_again ? weighAgain : null)

const f = fields<QcBoxRow>()
const hidden = true

/** Passed and failed as the specification shows them: wherever such pieces went since. What is shown at first fits a screen of
 * 1280 pixels beside the menu, and of 1024 beside the closed one. */
const qcBoxFields: readonly Field<QcBoxRow>[] = [
  f.text('box', key('Box'), boxName, { width: 100, pinned: true }),
  f.code('sscc', key('SSCC'), (row) => row.sscc, { width: 150, shownFrom: 1400, traces: true }),
  f.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 84, traces: true }),
  f.text('supplier', key('Supplier'), supplierName, { width: 92, grows: true }),
  f.word('status', key('Status'), shownQcStatus, { width: 196, words: shownQcStatuses }),
  f.count('age', key('Days'), (row) => row.age_days, { width: 60, sort: 'age' }),
  f.pieces('declared', key('Declared'), (row) => (row.counts_hidden ? null : row.quantities.declared), {
    width: 78,
    sort: 'pieces',
  }),
  f.pieces('missing', key('Missing pcs'), (row) => row.quantities.missing, { width: 82, tone: 'bad' }),
  f.pieces('excess', key('Excess'), (row) => row.quantities.excess, { width: 54, shownFrom: 1100, tone: 'warn' }),
  f.pieces('to_inspect', key('To inspect'), (row) => row.quantities.to_inspect, { width: 74 }),
  f.pieces('on_hold', key('Hold'), (row) => row.quantities.on_hold, { width: 46, shownFrom: 1400, tone: 'warn' }),
  f.pieces('passed', key('Passed'), (row) => passedOf(row.quantities), { width: 58, tone: 'good' }),
  f.pieces('failed', key('Failed QC'), (row) => failedOf(row.quantities), { width: 72, tone: 'bad' }),
  f.text('styles', key('Style IDs'), stylesOf, { width: 140, hidden }),
  f.instant('inwarded_at', key('Inwarded on'), (row) => row.inwarded_at, { width: 148, sort: 'inwarded_at', hidden }),
  f.pieces('ready', key('Ready for invoice'), (row) => row.quantities.ready, { width: 92, hidden }),
  f.pieces('invoiced', key('Invoiced'), (row) => row.quantities.invoiced, { width: 76, hidden }),
  f.pieces('shipped', key('Shipped'), (row) => row.quantities.shipped, { width: 72, hidden }),
  f.pieces('returned', key('Returned'), (row) => row.quantities.returned, { width: 76, hidden }),
  f.code('tracking', key('Tracking ID'), (row) => row.tracking_id, { width: 140, hidden }),
  f.text('shelf', key('Shelf'), (row) => row.shelf, { width: 80, hidden }),
  f.text('invoice', key('Invoice'), (row) => row.invoice_number, { width: 118, hidden }),
  f.text('return_note', key('Return note'), (row) => row.return_notes.join(' '), { width: 118, hidden }),
  f.grams('weight', key('Weight (g)'), (row) => row.weight_grams, { width: 92, hidden, with: ['weighing'] }),
  f.word('weighing', key('Weighing'), weighing, { words: [weighAgain], isPart: true }),
]

const rowId = (row: QcBoxRow) => row.sscc
export const qcBoxes = list({
  ...{ name: 'qc-boxes', rowId, file: 'qc_boxes' },
  // A box stands wherever it has pieces.
  shared: [
    ['inwarded', 'passed', 'failed', 'ready_to_ship', 'shipped', 'returned'],
    ['in_qc', 'passed', 'failed', 'ready_to_ship', 'shipped', 'returned'],
  ],
  fields: [
    ...qcBoxFields,
    f.text('inspector', key('Inspector'), (row) => row.inspector, { width: 110, shownFrom: 1500 }),
  ],
})
/** The same boxes as results: what became of the pieces. */
export const qcResults = list({ name: 'qc-results', rowId, fields: qcBoxFields, file: 'qc_boxes' })
