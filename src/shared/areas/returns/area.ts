import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { notice, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { returnNoteStatuses, returnsCalls } from './calls.ts'
import { returnFigures } from './figures.ts'
import { returnNotes } from './lists.ts'
import { returnsRights } from './rights.ts'

export const returnsArea = area({
  calls: returnsCalls,
  figures: returnFigures,
  rights: returnsRights,
  screens: [screen('china-qc', '/supplier/qc-results', 'QC results', 'clipboard', returnsRights.chinaQcOutcome)],
  lists: { 'qc-results': returnsRights.chinaQcOutcome, 'return-notes': returnsRights.chinaQcOutcome },
  exports: {
    exportReturnNotes: listFile('return-notes', returnNotes, {
      summary: 'Return notes as seen; a vendor takes its own.',
      callers: returnsRights.chinaQcOutcome.roles,
      takes: { ...notPaged(returnsCalls.returnNotes), return_notes: chosen(z.string().max(40)) },
    }),
  },
  notices: {
    pieces_returned: notice('problem', {
      to: toVendor(returnsRights.chinaQcOutcome, 'Open return notes'),
      label: 'Pieces that come back from QC',
      one: [
        '{{pieces}} pcs that failed QC in China come back to you with return note {{return_note}}.',
        '/supplier/qc-results?note={{return_note}}',
      ],
      many: [
        'Pieces that failed QC in China come back to you with {{count}} return notes.',
        '/supplier/qc-results?tab=notes',
      ],
    }),
    return_cancelled: notice('news', {
      to: toVendor(returnsRights.chinaQcOutcome, 'Open return notes'),
      label: 'Return notes that were cancelled',
      one: [
        'Return note {{return_note}} was cancelled. Its pieces stay at QC in China.',
        '/supplier/qc-results?note={{return_note}}',
      ],
      many: [
        '{{count}} return notes were cancelled. Their pieces stay at QC in China.',
        '/supplier/qc-results?tab=notes',
      ],
    }),
  },
  traces: { return_note: { place: 7, one: 'Return note', many: 'Return notes' } },
  facts: {
    return_note: 'Return note',
    reason: 'Reason',
    disputes: 'Disputed',
  },
  entities: ['return_note'],
  feed: { return_note: returnsRights.chinaQcOutcome },
  events: {
    'box.returned': { word: 'Returned to the vendor', boxes: '{{n}} boxes returned to the vendor' },
    'box.return_cancelled': {
      word: 'Return to the vendor cancelled',
      boxes: 'Return of {{n}} boxes to the vendor cancelled',
    },
    'return_note.sent': 'Return note made',
    'return_note.cancelled': 'Return note cancelled',
  },
  toldToVendors: ['return_note'],
  words: Object.values(returnNoteStatuses),
})
