import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { CountLineRow, LeftReason, StockCountRow } from './shapes.ts'
import { leftWords } from './words.ts'

export const stockCountStateWords = {
  OPEN: key('Under way'),
  POSTED: key('Posted'),
  CANCELLED: key('Cancelled'),
  REVERSED: key('Reversed'),
} as const
export const conditionWords = { good: key('Good'), b_grade: key('B-grade'), damaged: key('Damaged') } as const
export const leftReasonWords = Object.fromEntries(
  Object.entries(leftWords).map(([reason, { word }]) => [reason, word]),
) as Record<LeftReason, string>

const f = fields<StockCountRow>()

export const stockCounts = list({
  name: 'stock-counts',
  rowId: (row) => row.number,
  file: 'stock_counts',
  fields: [
    f.code('number', key('Stock count'), (row) => row.number, { width: 100, pinned: true }),
    f.text('site', key('Site or shop'), (row, { name }) => name(row.site_name, row.site_name_zh), {
      width: 180,
      grows: true,
    }),
    f.text('shelves', key('Shelves to count'), (row) => row.shelves.join(', ') || null, { width: 120 }),
    f.word('category', key('Category'), (row) => row.category, { width: 100, hidden: true }),
    f.text('style', key('Style'), (row) => row.style_id, { width: 100, hidden: true }),
    f.word('state', key('Status'), (row) => row.state, { width: 100, words: stockCountStateWords }),
    f.pieces('counted_places', key('Places counted'), (row) => row.counted_places, { width: 104 }),
    f.pieces('skus', key('SKUs'), (row) => row.skus, { width: 72 }),
    f.pieces('counted', key('Counted pcs'), (row) => row.counted, { width: 84 }),
    f.pieces('over', key('Pieces found'), (row) => row.over, { width: 72, tone: 'warn' }),
    f.pieces('short', key('Pieces not there'), (row) => row.short, { width: 84, tone: 'bad' }),
    f.pieces('left', key('Left behind'), (row) => row.left, { width: 84, tone: 'warn' }),
    f.instant('created_at', key('Created'), (row) => row.created_at, { width: 148 }),
    f.text('created_by', key('Created by'), (row) => row.created_by, { width: 132 }),
    f.instant('ended_at', key('Ended'), (row) => row.ended_at, { width: 148, hidden: true }),
    f.text('end_reason', key('Reason'), (row) => row.end_reason, { width: 160, hidden: true }),
  ],
})

const l = fields<CountLineRow>()

export const countLines = list({
  name: 'stock-count-lines',
  rowId: (row) => row.line_id,
  file: 'stock_count',
  fields: [
    l.text('place', key('Shelf'), (row) => row.place, { width: 96, pinned: true }),
    l.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 150, traces: true }),
    l.text('style', key('Style'), (row, { name }) => `${row.style_id} ${name(row.style_name, row.style_name_zh)}`, {
      width: 180,
      grows: true,
    }),
    l.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 96, hidden: true }),
    l.text('size', key('Size'), (row) => row.size, { width: 56 }),
    l.word('condition', key('Condition'), (row) => row.condition, { width: 86, words: conditionWords }),
    l.pieces('counted', key('Counted pcs'), (row) => row.counted, { width: 80 }),
    l.text('counted_by', key('Counted by'), (row) => row.counted_by, { width: 110 }),
    l.pieces('expected', key('On the books'), (row) => row.expected, { width: 80 }),
    l.number('difference', key('Difference'), (row) => row.difference, { width: 84, isSigned: true }),
    l.number('moved_since', key('Moved since'), (row) => row.moved_since, { width: 92, isSigned: true }),
    l.word('left_behind', key('Not posted because'), (row) => row.left_behind, { width: 140, words: leftReasonWords }),
    l.pieces('before', key('Counted before'), (row) => row.before_counted, {
      width: 84,
      hidden: true,
    }),
    l.text('before_by', key('Counted before by'), (row) => row.before_by, { width: 120, hidden: true }),
    l.instant('counted_at', key('Counted on'), (row) => row.counted_at, { width: 148, hidden: true }),
  ],
})
