import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { AssortmentRow } from './shapes.ts'

const f = fields<AssortmentRow>()

/** Sets of styles, built before buyers look at them. */
export const assortmentList = list({
  name: 'assortments',
  rowId: (row) => row.assortment_id,
  file: 'assortments',
  fields: [
    f.code('assortment_id', key('Assortment'), (row) => row.assortment_id, { width: 120, pinned: true }),
    f.text('name', key('Assortment name'), (row) => row.name, { width: 220, grows: true }),
    f.words('faces', key('Styles shown'), () => [], { width: 190, isOnlyOnScreen: true }),
    f.pieces('styles', key('Styles'), (row) => row.styles, { width: 80 }),
    f.pieces('to_judge', key('To judge'), (row) => row.to_judge, { width: 90 }),
    f.pieces('passed', key('Passed'), (row) => row.passed, { width: 80 }),
    f.pieces('failed', key('Failed'), (row) => row.failed, { width: 80 }),
    f.instant('created_at', key('Made on'), (row) => row.created_at, { width: 140, shownFrom: 1280 }),
    f.text('created_by', key('Made by'), (row) => row.created_by, { width: 140, shownFrom: 1440 }),
    f.text('remark', key('Remark'), (row) => row.remark, { width: 180, hidden: true }),
  ],
})
