import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { AwaitingBoxRow } from '../inspection/shapes.ts'
import { boxName, stylesOf } from '../qc-boxes/lists.ts'

const f = fields<AwaitingBoxRow>()

/** Boxes on their way, the day of shipping first to be seen. */
export const awaitingBoxes = list({
  name: 'awaiting-boxes',
  rowId: (row) => row.sscc,
  file: 'awaiting_inward_boxes',
  fields: [
    f.text('box', key('Box'), boxName, { width: 76, pinned: true }),
    f.code('sscc', key('SSCC'), (row) => row.sscc, { width: 150, shownFrom: 1400, traces: true }),
    f.code('tracking', key('Tracking ID'), (row) => row.tracking_id, { width: 136 }),
    f.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 86, traces: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 170, grows: true }),
    f.text('carrier', key('Carrier'), (row) => row.carrier, { width: 140 }),
    f.instant('shipped_at', key('Shipped on'), (row) => row.shipped_at, { width: 148 }),
    f.count('days_on_way', key('Days on the way'), (row) => row.days_on_way, { width: 116 }),
    f.pieces('pieces', key('Pieces'), (row) => (row.counts_hidden ? null : row.pieces), { width: 64 }),
    f.text('styles', key('Styles'), stylesOf, { width: 150, hidden: true }),
    f.grams('weight', key('Weight (g)'), (row) => row.weight_grams, { width: 92, hidden: true }),
    f.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 150, hidden: true }),
  ],
})
