import { refusalReasons } from '../../../shared/domain/reasons.ts'
import type { CallData } from '../../actions/calls.ts'
import { key } from '../../i18n/key.ts'
import { type Column, codeColumn, hidden, partColumn, piecesColumn, textColumn } from '../../table/columns.tsx'

export type NoteRow = CallData<'house.returnNotes'>['rows'][number]

export const noteStates = { SENT: key('Sent back'), CANCELLED: key('Cancelled') } as const

/** Return notes. Ids are those of the export. For staff the supplier takes the room of the carrier. */
export function noteColumns(isStaff: boolean): readonly Column<NoteRow>[] {
  const supplier = textColumn<NoteRow>({
    id: 'supplier',
    header: 'Supplier',
    width: 200,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  })
  return [
    codeColumn<NoteRow>({
      id: 'return_note',
      header: 'Return note',
      width: 104,
      pinned: true,
      of: (row) => row.return_note,
    }),
    partColumn<NoteRow>({
      id: 'state',
      header: 'Status',
      width: 104,
      words: noteStates,
      of: ({ state }, { t }) => (
        <span className="status-tag" data-tone={state === 'SENT' ? 'warn' : 'neutral'}>
          {t(noteStates[state])}
        </span>
      ),
    }),
    ...(isStaff ? [supplier] : []),
    textColumn<NoteRow>({
      id: 'reason',
      header: 'Reason',
      width: 150,
      words: refusalReasons,
      of: (row, { t }) => t(row.reason),
    }),
    textColumn<NoteRow>({ id: 'remark', header: 'Remark', width: 150, grows: true, of: (row) => row.remark }),
    piecesColumn<NoteRow>({ id: 'boxes', header: 'Boxes', width: 60, of: (row) => row.boxes }),
    piecesColumn<NoteRow>({ id: 'pieces', header: 'Pieces', width: 62, of: (row) => row.pieces }),
    piecesColumn<NoteRow>({ id: 'photos', header: 'Photos', width: 62, of: (row) => row.photos }),
    codeColumn<NoteRow>({
      id: 'tracking',
      header: 'Tracking ID',
      width: 132,
      shownFrom: 1400,
      of: (row) => row.tracking_id ?? '–',
    }),
    textColumn<NoteRow>({
      id: 'created_at',
      header: 'Created',
      width: 148,
      of: (row, words) => words.instant(row.created_at),
    }),
    hidden(textColumn<NoteRow>({ id: 'carrier', header: 'Carrier', width: 120, of: (row) => row.carrier ?? '–' })),
    hidden(textColumn<NoteRow>({ id: 'created_by', header: 'Created by', width: 140, of: (row) => row.created_by })),
  ]
}
