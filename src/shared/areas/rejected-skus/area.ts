import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { noticeStatus, toastTimes } from '../../kernel/notices.ts'
import { indiaQcRights } from '../india-qc/rights.ts'
import { returnNotes } from '../returns/lists.ts'
import { rejectedId, rejectedSkusCalls } from './calls.ts'
import { chinaWords, debitNotes, rejectedSkus } from './lists.ts'
import { rejectedSkusRights } from './rights.ts'
import { dispositionStates, dispositionWords, nextStepWords, rejectedMessages } from './rules.ts'

const toVendor = {
  audience: 'vendor',
  roles: ['vendor'],
  action: 'Open return notes',
  status: noticeStatus.problem,
  timeout: toastTimes.toRead,
} as const
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
    pieces_returned_from_india: {
      ...toVendor,
      label: 'Pieces that come back from QC in India',
      words: {
        one: '{{pieces}} pcs that were rejected in India come back to you with return note {{return_note}}.',
        many: 'Pieces that were rejected in India come back to you with {{count}} return notes.',
      },
      path: notes,
    },
    return_from_india_cancelled: {
      ...toVendor,
      label: 'Return notes of India that were cancelled',
      words: {
        one: 'Return note {{return_note}} was cancelled. Its pieces stay at QC in India.',
        many: '{{count}} return notes were cancelled. Their pieces stay at QC in India.',
      },
      path: notes,
      status: noticeStatus.news,
      timeout: toastTimes.passing,
    },
    pieces_to_replace: {
      ...toVendor,
      label: 'Pieces rejected in India, to be replaced',
      words: {
        one: '{{pieces}} pcs of yours were rejected in India: please replace them. SKUs: {{nm_skus}}',
        many: 'Pieces of yours were rejected in India: please replace them.',
      },
      path: results,
      action: 'Open QC results',
    },
    pieces_to_credit: {
      ...toVendor,
      label: 'Pieces rejected in India, to be credited',
      words: {
        one: '{{pieces}} pcs that were rejected in India are claimed from you with debit note {{debit_note}}.',
        many: 'Pieces that were rejected in India are claimed from you with {{count}} debit notes.',
      },
      path: debits,
      action: 'Open debit notes',
    },
    credit_taken_back: {
      ...toVendor,
      label: 'Debit notes that were taken back',
      words: {
        one: '{{pieces}} pcs are no longer claimed from you with debit note {{debit_note}}.',
        many: 'Pieces of {{count}} debit notes are no longer claimed from you.',
      },
      path: debits,
      action: 'Open debit notes',
      status: noticeStatus.news,
    },
    rejected_reconciled: {
      label: 'Decisions on pieces rejected in India',
      audience: 'house',
      roles: ['ops', 'india_qc_manager'],
      words: {
        one: '{{pieces}} rejected pcs in {{boxes}} boxes were decided on.',
        many: 'Rejected pieces were decided on, {{count}} times.',
      },
      path: { one: rejected, many: rejected },
      action: 'Open rejected SKUs',
      status: noticeStatus.news,
      timeout: toastTimes.passing,
    },
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
