import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { IndiaQcBox } from '../india-qc/shapes.ts'
import { indiaQcStatuses } from '../india-qc/status.ts'
import type { AwaitingBoxRow } from '../inspection/shapes.ts'
import { boxName, stylesOf } from '../qc-boxes/lists.ts'
import { failedOf, passedOf } from '../qc-boxes/quantities.ts'
import { boxKindWords, boxOutcomeWords } from './rules.ts'
import type { BoxDiscrepancyRow } from './shapes.ts'

const hidden = true

const w = fields<AwaitingBoxRow>()

/** Boxes on their way to India, with what brings them. */
export const indiaAwaitingBoxes = list({
  name: 'india-awaiting-boxes',
  rowId: (row) => row.sscc,
  file: 'india_awaiting_boxes',
  fields: [
    w.text('box', key('Box'), boxName, { width: 76, pinned: true }),
    w.code('sscc', key('SSCC'), (row) => row.sscc, { width: 150, shownFrom: 1400, traces: true }),
    w.code('consignment', key('Comes with'), (row) => row.consignment ?? null, { width: 110 }),
    w.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 86, traces: true }),
    w.text('supplier', key('Supplier'), supplierName, { width: 170, grows: true }),
    w.text('carrier', key('Carrier'), (row) => row.carrier, { width: 140 }),
    w.instant('shipped_at', key('Shipped on'), (row) => row.shipped_at, { width: 148 }),
    w.count('days_on_way', key('Days in transit'), (row) => row.days_on_way, { width: 110 }),
    w.pieces('pieces', key('Pieces'), (row) => (row.counts_hidden ? null : row.pieces), { width: 64 }),
    w.text('styles', key('Styles'), stylesOf, { width: 150, hidden }),
    w.code('tracking', key('Tracking ID'), (row) => row.tracking_id, { width: 136, hidden }),
    w.grams('weight', key('Weight (g)'), (row) => row.weight_grams, { width: 92, hidden }),
    w.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 150, hidden }),
  ],
})

const b = fields<IndiaQcBox>()

/** Boxes that India received. */
export const indiaBoxes = list({
  name: 'india-boxes',
  shared: [
    ['received', 'rejected', 'purchased'],
    ['in_part', 'rejected', 'purchased'],
    ['verified', 'rejected', 'purchased'],
  ],
  rowId: (row) => row.sscc,
  file: 'india_boxes',
  fields: [
    b.text('box', key('Box'), boxName, { width: 76, pinned: true }),
    b.code('sscc', key('SSCC'), (row) => row.sscc, { width: 150, shownFrom: 1600, traces: true }),
    b.code('consignment', key('Came with'), (row) => row.consignment, { width: 104 }),
    b.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 86, shownFrom: 1366, traces: true }),
    b.text('supplier', key('Supplier'), supplierName, { width: 92, grows: true }),
    b.word('status', key('Status'), (row) => row.status, { width: 172, words: indiaQcStatuses }),
    b.instant('received_at', key('Received on'), (row) => row.inwarded_at, {
      width: 148,
      sort: 'inwarded_at',
      shownFrom: 1400,
    }),
    b.text('received_by', key('Received by'), (row) => row.inwarded_by, { width: 110, hidden }),
    b.count('age', key('Days'), (row) => row.age_days, { width: 66, sort: 'age' }),
    b.pieces('declared', key('Declared'), (row) => (row.counts_hidden ? null : row.quantities.declared), {
      width: 86,
      sort: 'pieces',
    }),
    b.pieces('missing', key('Short pcs'), (row) => row.quantities.missing, { width: 74, tone: 'bad' }),
    b.pieces('excess', key('Excess'), (row) => row.quantities.excess, { width: 58, tone: 'warn' }),
    b.pieces('to_inspect', key('To inspect'), (row) => row.quantities.to_inspect + row.quantities.uncounted, {
      width: 74,
    }),
    b.pieces('on_hold', key('Hold'), (row) => row.quantities.on_hold, { width: 46, hidden, tone: 'warn' }),
    b.pieces('passed', key('Accepted'), (row) => passedOf(row.quantities), { width: 74, tone: 'good' }),
    b.pieces('failed', key('Rejected pcs'), (row) => failedOf(row.quantities), { width: 98, tone: 'bad' }),
    b.pieces('purchased', key('Purchased'), (row) => row.quantities.purchased, { width: 80, hidden }),
    b.text('inspector', key('Inspector'), (row) => row.inspector, { width: 110, shownFrom: 1500 }),
    b.text('styles', key('Style IDs'), stylesOf, { width: 140, hidden }),
    b.code('tracking', key('Tracking ID'), (row) => row.tracking_id, { width: 140, hidden }),
    b.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 150, hidden }),
  ],
})

const d = fields<BoxDiscrepancyRow>()

/** Whole boxes that are short, excess or damaged. */
export const boxDiscrepancies = list({
  name: 'box-discrepancies',
  rowId: (row) => row.discrepancy_id,
  file: 'box_discrepancies',
  fields: [
    d.word('kind', key('Difference'), (row) => row.kind, { width: 132, pinned: true, words: boxKindWords }),
    d.code('code', key('Box code'), (row) => row.code, { width: 160 }),
    d.text('box', key('Box'), (row) => row.box_no, { width: 56 }),
    d.code('consignment', key('Comes with'), (row) => row.consignment, { width: 104 }),
    d.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 86, shownFrom: 1600, traces: true }),
    d.text(
      'supplier',
      key('Supplier'),
      (row, { name }) => name(row.supplier_name ?? '', row.supplier_name_zh ?? '') || null,
      {
        width: 140,
        grows: true,
      },
    ),
    // Nobody knows what an unknown box holds.
    d.count('pieces', key('Pieces'), (row) => row.pieces, { width: 64 }),
    d.text('remark', key('Remark'), (row) => row.remark, { width: 180, shownFrom: 1700 }),
    d.count('photos', key('Photos'), (row) => row.image_ids.length, { width: 60 }),
    d.instant('opened_at', key('Noted on'), (row) => row.opened_at, { width: 148, shownFrom: 1500 }),
    d.text('owner', key('Owner'), (row) => row.owner, { width: 110 }),
    d.word('outcome', key('Outcome'), (row) => row.outcome, { width: 120, words: boxOutcomeWords }),
    d.text('outcome_remark', key('Remark on the outcome'), (row) => row.outcome_remark, { width: 160, hidden }),
    d.instant('settled_at', key('Settled on'), (row) => row.settled_at, { width: 148, hidden }),
    d.text('settled_by', key('Settled by'), (row) => row.settled_by, { width: 110, hidden }),
    d.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 150, hidden }),
  ],
})
