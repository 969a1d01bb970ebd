import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { refusalReasons } from '../../../shared/kernel/reasons.ts'
import type { CallData } from '../../actions/calls.ts'
import type { Rows } from '../../actions/useRows.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { type Column, codeColumn, hidden, partColumn, piecesColumn, textColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, differs, type ListState, searchFilter } from '../../table/list-state.ts'
import { noteFilter, noteFilterKeys, resultsParams } from './results-params.ts'

type P = typeof resultsParams

const rowId = (row: NoteRow) => row.return_note

/** Return notes, newest first; a vendor sees its own. */
export function NoteList({ list, found }: { list: ListState<P>; found: Rows<NoteRow> }) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const columns = useMemo(() => noteColumns(isStaff), [isStaff])
  const { state } = list
  return (
    <DataTable
      tableId="return-notes"
      label={t('Return notes')}
      columns={columns}
      list={found}
      rowId={rowId}
      onOpen={(row) => list.set({ note: row.return_note }, 'push')}
      openId={state.note || null}
      views={{ list: 'return-notes', address: list }}
      exports={listExport(contract.frame.exportReturnNotes, noteFilter(state), (ids) => ({ return_notes: [...ids] }))}
      filters={
        <FilterBar
          params={resultsParams}
          list={list}
          filters={[
            searchFilter<P>('q', t('Return note, tracking ID, box')),
            ...(isStaff ? [choiceFilter<P>('supplier', t('Supplier'), suppliers)] : []),
            choiceFilter<P>(
              'state',
              t('Status'),
              Object.entries(noteStates).map(([value, label]) => ({ value, label: t(label) })),
            ),
          ]}
        />
      }
      empty={
        differs(resultsParams, state, noteFilterKeys)
          ? {
              title: t('Nothing matches'),
              action: { label: t('Clear filters'), run: () => clearFilters(list, [...noteFilterKeys]) },
            }
          : { title: t('No return notes'), hint: t('A note stands here when pieces that failed are sent back.') }
      }
    />
  )
}

export type NoteRow = CallData<'returns.returnNotes'>['rows'][number]

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
