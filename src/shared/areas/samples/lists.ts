import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { SampleRow } from './calls.ts'
import { sampleStateWords } from './rounds.ts'

const f = fields<SampleRow>()

/** Samples of styles that vendors offer. */
export const samples = list({
  name: 'samples',
  rowId: (row) => row.sample_id,
  file: 'samples',
  shared: [['to_send', 'overdue']],
  fields: [
    f.code('sample_id', key('Sample no.'), (row) => row.sample_id, { width: 150, pinned: true, sort: 'number' }),
    f.code('catalogue_id', key('Catalogue no.'), (row) => row.catalogue_id, { width: 110 }),
    f.text('style', key('Style'), (row, { name }) => name(row.name, row.name_zh), { width: 200, grows: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 160 }),
    f.count('round', key('Round'), (row) => row.round, { width: 72 }),
    f.word('state', key('Status'), (row) => sampleStateWords[row.state], { width: 110, words: sampleStateWords }),
    f.day('due_on', key('To be sent by'), (row) => row.due_on, { width: 130, sort: 'due' }),
    f.text('carrier', key('Carrier'), (row) => row.carrier, { width: 120 }),
    f.code('tracking', key('Tracking no.'), (row) => row.tracking, { width: 140 }),
    f.instant('sent_at', key('Sent off'), (row) => row.sent_at, { width: 140, shownFrom: 1440 }),
    f.instant('received_at', key('Received'), (row) => row.received_at, { width: 140, shownFrom: 1440 }),
    f.grams('weight_vendor_g', key('Weight by the vendor (g)'), (row) => row.weight_vendor_g, {
      width: 110,
      hidden: true,
    }),
    f.grams('weight_qc_g', key('Weight at QC (g)'), (row) => row.weight_qc_g, { width: 110, hidden: true }),
    f.count('out_of_tolerance', key('Out of tolerance'), (row) => row.out_of_tolerance, {
      width: 110,
      shownFrom: 1680,
    }),
    f.word('computed', key('By its measures'), (row) => row.computed && sampleStateWords[row.computed], {
      width: 120,
      words: sampleStateWords,
      shownFrom: 1440,
    }),
    f.text('judged_by', key('Judged by'), (row) => row.judged_by, { width: 120, hidden: true }),
    f.text('remark', key('Remark'), (row) => row.remark, { width: 160, hidden: true }),
  ],
})
