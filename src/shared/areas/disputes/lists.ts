import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { DisputeRow } from './calls.ts'
import { disputeReasonWords, disputeStateWords, nextStepWords, stepStateWords } from './rules.ts'

const f = fields<DisputeRow>()

/** What vendors say of QC results. */
export const disputes = list({
  name: 'disputes',
  rowId: (row) => row.number,
  file: 'disputes',
  shared: [
    ['open', 'mine', 'overdue'],
    ['settled', 'to_do'],
  ],
  fields: [
    f.code('number', key('Dispute no.'), (row) => row.number, { width: 120, pinned: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 170, grows: true }),
    f.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 110, traces: true }),
    f.text('box', key('Box'), (row) => row.box_no, { width: 80 }),
    f.code('sscc', key('SSCC'), (row) => row.sscc, { width: 170, shownFrom: 1680, traces: true }),
    f.word('state', key('Status'), (row) => disputeStateWords[row.state], { width: 180, words: disputeStateWords }),
    f.word('reason', key('Why disputed'), (row) => row.reason && disputeReasonWords[row.reason], {
      ...{ width: 180, words: disputeReasonWords },
    }),
    f.pieces('pieces', key('Pieces disputed'), (row) => row.pieces, { width: 120 }),
    f.pieces('upheld', key('Pieces upheld'), (row) => row.upheld, { width: 120, shownFrom: 1440 }),
    f.day('due_on', key('Due date'), (row) => row.due_on, { width: 170 }),
    f.text('owner', key('Owner'), (row) => row.owner, { width: 140, shownFrom: 1440 }),
    f.instant('opened_at', key('Opened'), (row) => row.opened_at, { width: 140, shownFrom: 1440 }),
    f.text('opened_by', key('Opened by'), (row) => row.opened_by, { width: 130, hidden: true }),
    f.word('next', key('What is next'), (row) => row.next && nextStepWords[row.next], {
      ...{ width: 200, words: nextStepWords, hidden: true },
    }),
    f.word('step', key('Is it done?'), (row) => row.step && stepStateWords[row.step], {
      ...{ width: 130, words: stepStateWords, hidden: true },
    }),
    f.instant('done_at', key('Done on'), (row) => row.done_at, { width: 140, hidden: true }),
    f.instant('settled_at', key('Settled'), (row) => row.settled_at, { width: 140, shownFrom: 1680 }),
    f.text('settled_by', key('Settled by'), (row) => row.settled_by, { width: 130, hidden: true }),
    f.text('site', key('Site'), (row, { name }) => name(row.site_name, row.site_name_zh), { width: 130, hidden: true }),
    f.text('words', key('What the vendor says'), (row) => row.words, { width: 240, hidden: true }),
  ],
})
