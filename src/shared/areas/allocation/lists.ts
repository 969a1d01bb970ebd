import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { OutwardRow, ReplenishmentRow, TaskRow } from './shapes.ts'
import { choiceWords, lineWords, modeWords, replenishmentStateWords, taskStates, taskStateWords } from './words.ts'

const f = fields<TaskRow>()

/** Plans of what stores get. */
export const allocationTasks = list({
  name: 'allocations',
  rowId: (row) => row.task_id,
  file: 'allocations',
  shared: taskStates
    .filter((state) => state !== 'GATEPASSES_CREATED' && state !== 'REJECTED')
    .map((state) => ['open', state]),
  fields: [
    f.code('task_id', key('Allocation'), (row) => row.task_id, { width: 100, pinned: true }),
    f.text('name', key('Allocation name'), (row) => row.name, { width: 150, grows: true }),
    f.word('state', key('Status'), (row) => taskStateWords[row.state], { width: 180, words: taskStateWords }),
    f.words('categories', key('Categories'), (row) => row.categories, { width: 108 }),
    f.text('seasons', key('Season'), (row) => row.seasons.join(', '), { width: 120, shownFrom: 1680 }),
    f.text('sources', key('From'), (row) => row.sources.join(', '), { width: 100 }),
    f.pieces('stores', key('Stores'), (row) => row.stores, { width: 70 }),
    f.pieces('styles', key('Styles'), (row) => row.styles, { width: 70 }),
    f.pieces('need', key('Needed'), (row) => row.need, { width: 76 }),
    f.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 75, means: key('Pieces that go out') }),
    f.number(
      'retail_value',
      key('Retail value (INR)'),
      (row) => row.retail_value_minor && row.retail_value_minor / 100,
      {
        width: 125,
        digits: 2,
        shownFrom: 1280,
      },
    ),
    f.pieces('pieces_without_mrp', key('Pieces without an MRP'), (row) => row.pieces_without_mrp, {
      width: 120,
      hidden: true,
    }),
    f.pieces('gate_passes', key('Gate passes'), (row) => row.gate_passes, { width: 110, shownFrom: 1680 }),
    f.text('created_by', key('Made by'), (row) => row.created_by, { width: 140, shownFrom: 1920 }),
    f.instant('created_at', key('Made on'), (row) => row.created_at, { width: 140, shownFrom: 1440 }),
    f.instant('calculated_at', key('Calculated on'), (row) => row.calculated_at, { width: 140, hidden: true }),
    f.text('reason', key('Reason'), (row) => row.reason, { width: 180, hidden: true }),
  ],
})

const o = fields<OutwardRow>()

/** Their lines: pieces of an SKU from a warehouse to a store. */
export const allocationLines = list({
  name: 'allocation-lines',
  rowId: (row) => row.line_id,
  file: 'allocation-lines',
  fields: [
    o.code('store', key('Store'), (row) => row.store, { width: 72, pinned: true }),
    o.code('nm_sku', key('NM SKU'), (row) => row.nm_sku, { width: 125, traces: true }),
    o.code('style_id', key('Style'), (row) => row.style_id, { width: 80, traces: true }),
    o.text('color', key('Colour'), (row, { name }) => name(row.color, row.color_zh), { width: 100 }),
    o.text('size', key('Size'), (row) => row.size, { width: 55 }),
    o.pieces('need', key('Needed'), (row) => row.need, { width: 74 }),
    o.pieces('quantity', key('Pieces'), (row) => row.quantity, { width: 66 }),
    o.code('source', key('From'), (row) => row.source, { width: 72 }),
    o.word('choice', key('Status'), (row) => choiceWords[row.choice], { width: 115, words: choiceWords }),
    o.word('limit', key('Why'), (row) => row.limit && lineWords[row.limit], { width: 245, words: lineWords }),
    o.code('gate_pass', key('Gate pass'), (row) => row.gate_pass, { width: 110, traces: true }),
  ],
})

const r = fields<ReplenishmentRow>()

/** Orders of stores at a warehouse. */
export const replenishmentOrders = list({
  name: 'replenishment-orders',
  rowId: (row) => row.po_id,
  file: 'replenishment-orders',
  fields: [
    r.code('po_id', key('Replenishment order'), (row) => row.po_id, { width: 145, pinned: true }),
    r.text('name', key('Order name'), (row) => row.name, { width: 150, grows: true }),
    r.word('state', key('Status'), (row) => replenishmentStateWords[row.state], {
      width: 150,
      words: replenishmentStateWords,
    }),
    r.code('source', key('From'), (row) => row.source, { width: 80 }),
    r.text('stores', key('Stores'), (row) => row.stores.join(', '), { width: 150 }),
    r.word('mode', key('Sent in'), (row) => modeWords[row.mode], { width: 110, words: modeWords }),
    r.pieces('skus', key('SKUs'), (row) => row.skus, { width: 64 }),
    r.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 76 }),
    r.number(
      'retail_value',
      key('Retail value (INR)'),
      (row) => row.retail_value_minor && row.retail_value_minor / 100,
      { width: 130, digits: 2, shownFrom: 1280 },
    ),
    r.text('gate_passes', key('Gate passes'), (row) => row.gate_passes.join(', '), { width: 150, shownFrom: 1440 }),
    r.text('created_by', key('Made by'), (row) => row.created_by, { width: 130, shownFrom: 1440 }),
    r.instant('created_at', key('Made on'), (row) => row.created_at, { width: 140, shownFrom: 1440 }),
    r.text('reason', key('Reason'), (row) => row.reason, { width: 180, hidden: true }),
  ],
})
