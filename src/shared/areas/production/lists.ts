import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { ProductionPoRow, ProductionRow } from './calls.ts'
import { waitWords } from './lacking.ts'
import { orderPathWords, orderStates, orderStateWords } from './order-states.ts'
import { poStateWords } from './po-life.ts'
import { sourceWords } from './words.ts'

const f = fields<ProductionRow>()

/** Production orders of the nine tabs. */
export const productionOrders = list({
  name: 'production-orders',
  rowId: (row) => row.order_action_id,
  file: 'production-orders',
  shared: orderStates.map((state) => [state, 'CAD_HISTORY']),
  fields: [
    f.code('order', key('Production order'), (row) => row.order_action_id, { width: 140, pinned: true }),
    f.code('style', key('Style'), (row) => row.style_id ?? row.catalogue_id, { width: 130 }),
    f.text('name', key('Style name'), (row, reader) => reader.name(row.name, row.name_zh), { width: 220, grows: true }),
    f.word('waits_for', key('Waits for'), (row) => waitWords[row.waits_for], { width: 140, words: waitWords }),
    f.instant('since', key('Since'), (row) => row.since, { width: 140 }),
    f.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 90 }),
    f.day('due_on', key('Order due'), (row) => row.due_on, { width: 120 }),
    f.day('facility_due_on', key('Due at the facility'), (row) => row.facility_due_on, { width: 130, shownFrom: 1280 }),
    f.count('facility_days_late', key('Days late there'), (row) => row.facility_days_late, {
      width: 110,
      shownFrom: 1280,
      tone: 'bad',
    }),
    f.text('facilities', key('Facilities'), (row) => row.facilities.join(', ') || null, {
      width: 180,
      shownFrom: 1280,
    }),
    f.word('state', key('Status'), (row) => orderStateWords[row.state], {
      width: 150,
      shownFrom: 1280,
      words: orderStateWords,
    }),
    f.text('reason', key('Reason'), (row) => row.reason, { width: 200, shownFrom: 1440 }),
    f.pieces('cut', key('Cut'), (row) => row.cut, { width: 90, shownFrom: 1440 }),
    f.count('drafts', key('Drafts'), (row) => row.drafts, { width: 80, shownFrom: 1440 }),
    f.word('category', key('Category'), (row) => row.category, { width: 120, hidden: true }),
    f.word('path', key('Produced'), (row) => orderPathWords[row.path], {
      width: 110,
      hidden: true,
      words: orderPathWords,
    }),
    f.count('marker', key('Marker'), (row) => row.marker, { width: 90, hidden: true }),
    f.word('source', key('Comes from'), (row) => sourceWords[row.source], {
      width: 120,
      hidden: true,
      words: sourceWords,
    }),
  ],
})

const p = fields<ProductionPoRow>()

/** Purchase orders to facilities that produce for us. */
export const productionPos = list({
  name: 'production-pos',
  rowId: (row) => row.purchase_order,
  file: 'production-purchase-orders',
  fields: [
    p.code('purchase_order', key('Purchase order'), (row) => row.purchase_order, { width: 140, pinned: true }),
    p.code('order', key('Production order'), (row) => row.order_action_id, { width: 140, traces: true }),
    p.text('facility', key('Facility'), (row, reader) => reader.name(row.facility_name, row.facility_name_zh), {
      width: 200,
      grows: true,
    }),
    p.code('style', key('Style'), (row) => row.style_id, { width: 130, traces: true }),
    p.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 90 }),
    p.money('rate', key('Rate a piece'), (row) => row.rate, { width: 110 }),
    p.money('value', key('Value'), (row) => row.value, { width: 120 }),
    p.day('due_on', key('Due date'), (row) => row.due_on, { width: 120 }),
    p.word('state', key('Status'), (row) => poStateWords[row.state], { width: 120, words: poStateWords }),
    p.instant('made_at', key('Made'), (row) => row.made_at, { width: 140, shownFrom: 1440 }),
    p.text('made_by', key('Made by'), (row) => row.made_by, { width: 130, hidden: true }),
    p.text('reason', key('Reason'), (row) => row.reason, { width: 200, hidden: true }),
  ],
})
