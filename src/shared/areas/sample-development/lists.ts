import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { sampleStateWords } from '../samples/rounds.ts'
import type { DevelopmentRow } from './calls.ts'

const f = fields<DevelopmentRow>()

/** Samples on their way to production; both screens show some of its columns. */
export const sampleDevelopment = list({
  name: 'sample-development',
  rowId: (row) => row.sample_id,
  file: 'sample_development',
  shared: [['to_cost', 'to_produce']],
  fields: [
    f.code('sample_id', key('Sample no.'), (row) => row.sample_id, { width: 150, pinned: true }),
    f.code('catalogue_id', key('Catalogue no.'), (row) => row.catalogue_id, { width: 110 }),
    f.text('style', key('Style'), (row, { name }) => name(row.name, row.name_zh), { width: 200, grows: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 160 }),
    f.count('round', key('Round'), (row) => row.round, { width: 72 }),
    f.word('state', key('Status'), (row) => sampleStateWords[row.state], { width: 110, words: sampleStateWords }),
    f.count('points', key('Measures'), (row) => row.points, { width: 90 }),
    f.count('lacking', key('Not measured'), (row) => row.lacking, { width: 110, tone: 'warn' }),
    f.count('out_of_tolerance', key('Out of tolerance'), (row) => row.out_of_tolerance, { width: 110, tone: 'warn' }),
    f.count('critical_out', key('Critical points out of tolerance'), (row) => row.critical_out, {
      width: 120,
      tone: 'bad',
    }),
    f.word('computed', key('By its measures'), (row) => row.computed && sampleStateWords[row.computed], {
      width: 120,
      words: sampleStateWords,
    }),
    f.count('costing', key('Costing version'), (row) => row.last_version, { width: 110 }),
    f.money('cost', key('Cost of a piece'), (row) => row.cost, { width: 120 }),
    f.money('target', key('Target'), (row) => row.target, { width: 120 }),
    f.count('tech_pack', key('Tech pack'), (row) => row.tech_pack, { width: 90 }),
    f.code('order', key('Pre-production order'), (row) => row.order, { width: 150 }),
  ],
})
