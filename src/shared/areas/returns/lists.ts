import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { refusalReasons } from '../../kernel/reasons.ts'
import { key } from '../../kernel/words.ts'
import type { ReturnNoteRow } from '../inspection/shapes.ts'

export const noteStates = { SENT: key('Sent back'), CANCELLED: key('Cancelled') } as const

const f = fields<ReturnNoteRow>()

export const returnNotes = list({
  name: 'return-notes',
  rowId: (row) => row.return_note,
  file: 'return_notes',
  fields: [
    f.code('return_note', key('Return note'), (row) => row.return_note, { width: 104, pinned: true }),
    f.word('state', key('Status'), (row) => row.state, { width: 104, words: noteStates }),
    f.text('supplier', key('Supplier'), supplierName, { width: 200 }),
    f.word('reason', key('Reason'), (row) => row.reason, { width: 150, words: refusalReasons }),
    f.text('remark', key('Remark'), (row) => row.remark, { width: 150, grows: true }),
    f.pieces('boxes', key('Boxes'), (row) => row.boxes, { width: 60 }),
    f.pieces('pieces', key('Pieces'), (row) => row.pieces, { width: 62 }),
    f.pieces('photos', key('Photos'), (row) => row.photos, { width: 62 }),
    f.code('tracking', key('Tracking ID'), (row) => row.tracking_id, { width: 132, shownFrom: 1400 }),
    f.instant('created_at', key('Created'), (row) => row.created_at, { width: 148 }),
    f.text('carrier', key('Carrier'), (row) => row.carrier, { width: 120, hidden: true }),
    f.text('disputes', key('Disputed'), (row) => row.disputes.join(', ') || null, { width: 140, hidden: true }),
    f.text('created_by', key('Created by'), (row) => row.created_by, { width: 140, hidden: true }),
  ],
})
