import { fields } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import { orderStateWords } from '../production/order-states.ts'
import type { FacilityOrderRow } from './calls.ts'
import { stages, stageWords } from './stage-ledger.ts'

const f = fields<FacilityOrderRow>()

/** Names an order at a facility in one word, as addresses and rows do. */
export const jobKey = ({ facility, order_action_id }: { facility: string; order_action_id: string }): string =>
  `${order_action_id}@${facility}`

/** Orders that facilities make, with their pieces by stage. */
export const facilityOrders = list({
  name: 'facility-orders',
  rowId: jobKey,
  file: 'facility-orders',
  shared: [['open', 'late']],
  fields: [
    f.code('order', key('Production order'), (row) => row.order_action_id, { width: 130, pinned: true }),
    f.text('name', key('Style name'), (row, reader) => reader.name(row.name, row.name_zh), { width: 200, grows: true }),
    f.code('style', key('Style'), (row) => row.style_id, { width: 120, shownFrom: 1280, traces: true }),
    f.text('facility', key('Facility'), (row, reader) => reader.name(row.facility_name, row.facility_name_zh), {
      width: 180,
      shownFrom: 1280,
    }),
    f.day('due_on', key('Due at the facility'), (row) => row.due_on, { width: 130 }),
    f.count('days_late', key('Days late'), (row) => row.days_late, { width: 90, tone: 'bad' }),
    f.pieces('allotted', key('Ordered'), (row) => row.allotted, { width: 90 }),
    f.pieces('to_make', key('To make'), (row) => row.to_make, { width: 90 }),
    ...stages.map((stage) => f.pieces(stage, stageWords[stage], (row) => row[stage], { width: 90 })),
    f.pieces('overcut', key('Cut beyond the order'), (row) => row.overcut, { width: 90, hidden: true }),
    f.day('order_due_on', key('Order due'), (row) => row.order_due_on, { width: 110, shownFrom: 1440 }),
    f.day('starts_on', key('Begins'), (row) => row.starts_on, { width: 110, hidden: true }),
    f.word('state', key('Status'), (row) => orderStateWords[row.state], {
      width: 150,
      hidden: true,
      words: orderStateWords,
    }),
  ],
})
