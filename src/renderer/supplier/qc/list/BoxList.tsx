import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../../shared/contract/index.ts'
import type { QcBoxRow } from '../../../../shared/contract/qc-shapes.ts'
import type { QcTab } from '../../../../shared/domain/qc-status.ts'
import { useDownload } from '../../../actions/useDownload.ts'
import { useRows } from '../../../actions/useRows.ts'
import { fileCall, fileName } from '../../../api/client.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../../table/FilterBar.tsx'
import { listExport } from '../../../table/list-export.ts'
import { differs } from '../../../table/list-params.ts'
import { isEmpty, isSelected } from '../../../table/selection.ts'
import type { ListState } from '../../../table/use-list-state.ts'
import { useRowSelection } from '../../../table/use-row-selection.ts'
import { useKnowsView } from '../../../table/use-views.ts'
import { useShipToIndia } from '../../qc-invoices/use-ship-to-india.tsx'
import { useReturnToVendor } from '../../qc-returns/use-return-to-vendor.tsx'
import { useBoxMoves } from '../moves/use-box-moves.tsx'
import { BulkBar } from './BulkBar.tsx'
import { qcColumns } from './qc-columns.tsx'
import { useQcFilters } from './qc-filters.ts'
import { qcFilter, qcFilterKeys, qcParams, qcSort } from './qc-params.ts'
import { ScanStationButton } from './ScanStationButton.tsx'

const rowId = (row: QcBoxRow) => row.sscc
const rowLabel = (row: QcBoxRow) => `${row.shipment_id} ${row.box_no}`

interface BoxListProps {
  list: ListState<typeof qcParams>
  tab: QcTab
  /** How many the list shows in all, once that is known. */
  matching: number | undefined
}

/** Boxes of one tab, as seen to be filtered, exported, and moved several at once. */
export function BoxList({ list, tab, matching }: BoxListProps) {
  const { t } = useTranslation()
  const { state } = list
  const filter = { ...qcFilter(state), tab }
  const listed = { ...filter, ...qcSort(state) }
  const found = useRows(
    'chinaQc.getInwardedBoxes',
    { ...listed, page_size: 100 },
    { enabled: useKnowsView('qc-boxes', list) },
  )
  const filters = useQcFilters(state)
  const selection = useRowSelection(JSON.stringify([tab, listed]))
  const files = useListFiles(filter)
  const { set } = list
  const open = useCallback((row: QcBoxRow) => set({ box: row.sscc }, 'push'), [set])
  const isAll = selection.selection.mode === 'all'
  const chosen = found.rows.filter((row) => isSelected(selection.selection, row.sscc))
  const moves = useBoxMoves(selection.clear)
  const back = useReturnToVendor([], selection.clear)
  const ship = useShipToIndia([], selection.clear)
  return (
    <>
      <DataTable
        tableId="qc-boxes"
        label={t('Boxes at QC')}
        columns={qcColumns}
        list={found}
        rowId={rowId}
        rowLabel={rowLabel}
        sort={{ key: state.sort, isDescending: !state.up }}
        onSort={(by) => set({ sort: qcParams.sort.read(by.key), up: !by.isDescending })}
        selection={selection}
        matching={matching}
        onOpen={open}
        openId={state.box || null}
        views={{ list: 'qc-boxes', address: list }}
        exports={listExport(contract.house.exportQcBoxes, listed, (ids) => ({ box_ids: [...ids] }), files)}
        // While boxes are chosen, what can be done with them needs its room.
        tools={isEmpty(selection.selection) ? <ScanStationButton /> : null}
        filters={<FilterBar params={qcParams} list={list} filters={filters} />}
        bulk={
          <BulkBar boxes={chosen} all={isAll ? { filter: listed, tab } : null} moves={moves} back={back} ship={ship} />
        }
        empty={
          differs(qcParams, state, qcFilterKeys)
            ? {
                title: t('No box matches'),
                action: { label: t('Clear filters'), run: () => clearFilters(list, [...qcFilterKeys]) },
              }
            : emptyWords(tab, t)
        }
      />
      {moves.dialogs}
      {back.dialog}
      {ship.dialog}
    </>
  )
}

/** The specification's own files of the same boxes. */
function useListFiles(filter: ReturnType<typeof qcFilter> & { tab: QcTab }) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const { downloadPendingQuantityValidation: counts, downloadPendingQcInspection: inspections } = contract.chinaQc
  const done = t('Fill in the file, then upload it in each of its boxes: a box takes its own rows only.')
  return [
    {
      label: t('Boxes to count (Excel)'),
      run: () => void download(fileCall(counts, filter), fileName(counts, filter), { done }),
    },
    {
      label: t('Boxes to inspect (Excel)'),
      run: () => void download(fileCall(inspections, filter), fileName(inspections, filter), { done }),
    },
  ]
}

function emptyWords(tab: QcTab, t: (key: string) => string) {
  if (tab === 'inwarded')
    return { title: t('No box waits to be counted'), hint: t('Boxes come here from the scan station.') }
  if (tab === 'in_qc') return { title: t('Nothing waits for inspection'), hint: t('Counted boxes come here.') }
  return { title: t('No boxes here') }
}
