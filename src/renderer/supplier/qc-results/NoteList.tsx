import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import type { Rows } from '../../actions/useRows.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { differs } from '../../table/list-params.ts'
import type { ListState } from '../../table/use-list-state.ts'
import { useIsStaff, useSupplierChoices } from '../use-suppliers.ts'
import { type NoteRow, noteColumns, noteStates } from './note-columns.tsx'
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
      exports={listExport(contract.house.exportReturnNotes, noteFilter(state), (ids) => ({ return_notes: [...ids] }))}
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
