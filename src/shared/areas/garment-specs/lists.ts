import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { SpecStyle } from './calls.ts'

const f = fields<SpecStyle>()

/** Styles of the catalogue, and how much of each is measured and graded. */
export const specList = list({
  name: 'garment-specs',
  rowId: (row) => row.code,
  file: 'garment_specs',
  shared: [
    ['to_measure', 'waiting'],
    ['to_grade', 'waiting'],
    ['done', 'waiting'],
  ],
  fields: [
    f.code('code', key('Catalogue no.'), (row) => row.code, { width: 150, pinned: true, sort: 'number' }),
    f.text('style', key('Style'), (row, { name }) => name(row.name, row.name_zh), { width: 200, grows: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 150 }),
    f.code('vendor_style', key('Vendor’s style no.'), (row) => row.vendor_style, { width: 130, shownFrom: 1680 }),
    f.word('category', key('Category'), (row) => row.category, { width: 110 }),
    f.text('size_set', key('Size set'), (row) => row.size_set, { width: 90, shownFrom: 1440 }),
    f.pieces('points', key('Points of measure'), (row) => row.points, { width: 120 }),
    f.pieces('graded', key('Sizes graded'), (row) => row.graded, { width: 110 }),
    f.pieces('backwards', key('Jumps the wrong way'), (row) => row.backwards, { width: 130, tone: 'bad' }),
    f.pieces('waiting', key('Changes to agree to'), (row) => row.waiting, {
      width: 130,
      tone: 'warn',
      shownFrom: 1440,
    }),
    f.pieces('contradicted', key('Grading contradicted'), (row) => row.contradicted, { width: 130, tone: 'bad' }),
    f.text('survey', key('Survey rank'), ({ survey }) => survey && `${survey.rank}/${survey.of}`, {
      ...{ width: 84, sort: 'survey' },
    }),
  ],
})
