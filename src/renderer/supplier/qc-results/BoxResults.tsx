import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import type { QcBoxRow } from '../../../shared/contract/qc-shapes.ts'
import { qcStatuses } from '../../../shared/domain/qc-status.ts'
import { useRows } from '../../actions/useRows.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, choicesFilter, datesFilter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { differs } from '../../table/list-params.ts'
import type { ListState } from '../../table/use-list-state.ts'
import { useKnowsView } from '../../table/use-views.ts'
import { useIsStaff, useSupplierChoices } from '../use-suppliers.ts'
import { resultColumns } from './result-columns.ts'
import { boxFilter, boxFilterKeys, resultsParams } from './results-params.ts'

type P = typeof resultsParams

const rowId = (row: QcBoxRow) => row.sscc

/** What became of boxes at China QC; a vendor sees its own. */
export function BoxResults({ list }: { list: ListState<P> }) {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const { state } = list
  const listed = { ...boxFilter(state), sort: state.sort, descending: !state.up }
  const found = useRows('chinaQc.getInwardedBoxes', listed, { enabled: useKnowsView('qc-results', list) })
  const columns = useMemo(() => resultColumns(isStaff), [isStaff])
  return (
    <DataTable
      tableId="qc-results"
      label={t('Boxes at QC')}
      columns={columns}
      list={found}
      rowId={rowId}
      rowLabel={(row) => `${row.shipment_id} ${row.box_no}`}
      sort={{ key: state.sort, isDescending: !state.up }}
      onSort={(by) => list.set({ sort: resultsParams.sort.read(by.key), up: !by.isDescending })}
      onOpen={(row) => list.set({ box: row.sscc }, 'push')}
      openId={state.box || null}
      views={{ list: 'qc-results', address: list }}
      exports={listExport(contract.house.exportQcBoxes, listed, (ids) => ({ box_ids: [...ids] }))}
      filters={
        <FilterBar
          params={resultsParams}
          list={list}
          filters={[
            searchFilter<P>('q', t('SSCC, tracking ID, box, style')),
            ...(isStaff ? [choiceFilter<P>('supplier', t('Supplier'), suppliers)] : []),
            choicesFilter<P>(
              'status',
              t('Status'),
              qcStatuses.map((value) => ({ value, label: t(value) })),
            ),
            datesFilter<P>('from', 'to', t('Inwarded on')),
          ]}
        />
      }
      empty={
        differs(resultsParams, state, boxFilterKeys)
          ? {
              title: t('No box matches'),
              action: { label: t('Clear filters'), run: () => clearFilters(list, [...boxFilterKeys]) },
            }
          : { title: t('No boxes here'), hint: t('Boxes stand here once China QC has taken them in.') }
      }
    />
  )
}
