import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toHouse, toVendor } from '../../kernel/notices.ts'
import { indiaQcRights } from '../india-qc/rights.ts'
import { returnNotes } from '../returns/lists.ts'
import { rejectedId, rejectedSkusCalls } from './calls.ts'
import { rejectedSkuFigures } from './figures.ts'
import { chinaWords, debitNotes, rejectedSkus } from './lists.ts'
import { rejectedSkusRights } from './rights.ts'
import { dispositionStates, dispositionWords, nextStepWords, rejectedMessages } from './rules.ts'

const vendor = toVendor(rejectedSkusRights.indiaQcOutcome, 'Open return notes')
const results = { one: '/supplier/qc-results', many: '/supplier/qc-results' }
const notes = {
  one: '/supplier/qc-results?tab=india_notes&note={{return_note}}',
  many: '/supplier/qc-results?tab=india_notes',
}
const debits = {
  one: '/supplier/qc-results?tab=debit_notes&debit={{debit_note}}',
  many: '/supplier/qc-results?tab=debit_notes',
}
const rejected = '/supplier/qc-platform-india?part=rejected_skus'

export const rejectedSkusArea = area({
  calls: rejectedSkusCalls,
  figures: rejectedSkuFigures,
  rights: rejectedSkusRights,
  lists: { 'rejected-skus': indiaQcRights.indiaQc, 'debit-notes': rejectedSkusRights.indiaQcOutcome },
  exports: {
    exportDebitNotes: listFile('debit-notes', debitNotes, {
      summary: 'Debit notes as seen; a vendor of its own.',
      callers: rejectedSkusRights.indiaQcOutcome.roles,
      takes: notPaged(rejectedSkusCalls.debitNotes),
    }),
    exportIndiaReturnNotes: listFile('india-return-notes', returnNotes, {
      summary: 'Return notes of India QC as seen; a vendor takes its own.',
      callers: rejectedSkusRights.indiaQcOutcome.roles,
      takes: { ...notPaged(rejectedSkusCalls.indiaReturnNotes), return_notes: chosen(z.string().max(40)) },
    }),
    exportRejectedSkus: listFile('rejected-skus', rejectedSkus, {
      summary: 'Rejected pieces as seen.',
      callers: indiaQcRights.indiaQc.roles,
      takes: { ...notPaged(rejectedSkusCalls.getRejectedSkus), rejected_ids: chosen(rejectedId) },
    }),
  },
  notices: {
    pieces_returned_from_india: notice('problem', {
      to: vendor,
      label: 'Pieces that come back from QC in India',
      one: ['{{pieces}} pcs that were rejected in India come back to you with return note {{return_note}}.', notes.one],
      many: ['Pieces that were rejected in India come back to you with {{count}} return notes.', notes.many],
    }),
    return_from_india_cancelled: notice('news', {
      to: vendor,
      label: 'Return notes of India that were cancelled',
      one: ['Return note {{return_note}} was cancelled. Its pieces stay at QC in India.', notes.one],
      many: ['{{count}} return notes were cancelled. Their pieces stay at QC in India.', notes.many],
    }),
    pieces_to_replace: notice('problem', {
      to: toVendor(rejectedSkusRights.indiaQcOutcome, 'Open QC results'),
      label: 'Pieces rejected in India, to be replaced',
      one: ['{{pieces}} pcs of yours were rejected in India: please replace them. SKUs: {{nm_skus}}', results.one],
      many: ['Pieces of yours were rejected in India: please replace them.', results.many],
    }),
    pieces_to_credit: notice('problem', {
      to: toVendor(rejectedSkusRights.indiaQcOutcome, 'Open debit notes'),
      label: 'Pieces rejected in India, to be credited',
      one: [
        '{{pieces}} pcs that were rejected in India are claimed from you with debit note {{debit_note}}.',
        debits.one,
      ],
      many: ['Pieces that were rejected in India are claimed from you with {{count}} debit notes.', debits.many],
    }),
    credit_taken_back: notice('news', {
      to: toVendor(rejectedSkusRights.indiaQcOutcome, 'Open debit notes'),
      label: 'Debit notes that were taken back',
      one: ['{{pieces}} pcs are no longer claimed from you with debit note {{debit_note}}.', debits.one],
      many: ['Pieces of {{count}} debit notes are no longer claimed from you.', debits.many],
    }),
    rejected_reconciled: notice('news', {
      to: toHouse(indiaQcRights.indiaQc, ['ops', 'india_qc_manager'], 'Open rejected SKUs'),
      label: 'Decisions on pieces rejected in India',
      one: ['{{pieces}} rejected pcs in {{boxes}} boxes were decided on.', rejected],
      many: ['Rejected pieces were decided on, {{count}} times.', rejected],
    }),
  },
  events: {
    'box.reconciled': { word: 'Rejected pieces decided on', boxes: 'Rejected pieces of {{n}} boxes decided on' },
    'box.back_from_rework': { word: 'Back from rework', boxes: '{{n}} boxes back from rework' },
    'box.replaced': { word: 'Replaced by the vendor', boxes: 'Pieces of {{n}} boxes replaced by the vendor' },
    'box.credited': {
      ...{ word: 'Credited by the vendor', boxes: 'Pieces of {{n}} boxes credited by the vendor', namesPrice: true },
    },
    'box.decision_undone': { word: 'Decision taken back', boxes: 'Decisions on {{n}} boxes taken back' },
  },
  words: [
    ...Object.values(dispositionWords),
    ...Object.values(dispositionStates),
    ...Object.values(chinaWords),
    ...Object.values(nextStepWords).flatMap(({ waits, happened }) => [waits, happened]),
    ...Object.values(rejectedMessages),
  ],
})
