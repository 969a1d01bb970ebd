import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { LateRow } from './calls.ts'
import { legWords } from './forecast.ts'

const f = fields<LateRow>()

/** Goods of orders by the leg that they are on, with the day on which they are promised and expected. */
export const lateGoods = list({
  name: 'late-goods',
  rowId: (row) => row.goods_id,
  file: 'late-goods',
  shared: [
    ['late', 'open'],
    ['will', 'open'],
  ],
  fields: [
    f.code('order_id', key('Order'), (row) => row.order_id, { width: 120, pinned: true }),
    f.code('style', key('Style'), (row) => row.style, { width: 100, traces: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 150, grows: true }),
    f.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 80 }),
    f.word('leg', key('On this leg'), (row) => row.leg, { width: 156, words: legWords }),
    f.number('late_days', key('Days late'), (row) => row.late_days, { width: 84 }),
    f.number('will_days', key('Days late, expected'), (row) => row.will_days, { width: 140 }),
    f.word('why', key('Most of the delay'), (row) => row.why, { width: 156, words: legWords }),
    f.day('promised_on', key('Promised in India'), (row) => row.promised_on, { width: 120 }),
    f.day('expected_on', key('Expected in India'), (row) => row.expected_on, { width: 120 }),
    f.day('low_on', key('Earliest (8 of 10)'), (row) => row.low_on, { width: 120, shownFrom: 1680 }),
    f.day('high_on', key('Latest (8 of 10)'), (row) => row.high_on, { width: 120, shownFrom: 1440 }),
    f.day('ship_by', key('Ship by'), (row) => row.ship_by, { width: 110, shownFrom: 1680 }),
    f.number('held_days', key('Days on hold'), (row) => row.held_days || null, { width: 100, shownFrom: 1680 }),
    f.pieces('on_hold', key('Pieces on hold'), (row) => row.on_hold, { width: 100, hidden: true }),
    f.code('goods_id', key('Order, leg and day'), (row) => row.goods_id, { width: 200, hidden: true }),
  ],
})
