import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReturnNoteRow } from '../../../shared/areas/inspection/shapes.ts'
import { noteStates, returnNotes } from '../../../shared/areas/returns/lists.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { tableColumns, toneCell } from '../../table/columns.tsx'
import { ListTable, useList } from '../../table/ListTable.tsx'
import { choiceFilter, type ListState, searchFilter } from '../../table/list-state.ts'
import { type NoteCountry, noteCalls } from '../returns/note-calls.ts'
import { noteWords, type resultsParams } from './results-params.ts'

type P = typeof resultsParams

/** Return notes, newest first; a vendor sees its own. */
export function NoteList({ address, country }: { address: ListState<P>; country: NoteCountry }) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const list = useList(returnNotes, address, { call: noteCalls[country].list, words: noteWords })
  const states = Object.entries(noteStates).map(([value, label]) => ({ value, label: t(label) }))
  return (
    <ListTable
      list={list}
      label={t('Return notes')}
      columns={useMemo(() => noteColumns(isStaff), [isStaff])}
      hasSelection={false}
      opens="note"
      file={{ call: noteCalls[country].exports, ids: 'return_notes' }}
      filters={[
        searchFilter<P>('q', t('Return note, tracking ID, box')),
        ...(isStaff ? [choiceFilter<P>('supplier', t('Supplier'), suppliers)] : []),
        choiceFilter<P>('state', t('Status'), states),
      ]}
      empty={{ title: t('No return notes'), hint: t('A note stands here when pieces that failed are sent back.') }}
    />
  )
}

export { noteStates }

/** For staff the supplier takes the room of the carrier. */
export function noteColumns(isStaff: boolean) {
  const only = returnNotes.fields.map(({ id }) => id).filter((id) => isStaff || id !== 'supplier')
  return tableColumns<ReturnNoteRow>(returnNotes.fields, {
    only,
    cells: {
      state: toneCell(({ state }) => ({ word: noteStates[state], tone: state === 'SENT' ? 'warn' : 'neutral' })),
    },
  })
}
