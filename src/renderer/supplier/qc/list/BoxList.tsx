import { Button } from '@blueprintjs/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { QcBoxRow } from '../../../../shared/areas/inspection/shapes.ts'
import type { QcTab } from '../../../../shared/areas/qc-boxes/status.ts'
import { contract } from '../../../../shared/areas.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useDownload } from '../../../actions/downloads.ts'
import { useRows } from '../../../actions/useRows.ts'
import { fileCall, fileName } from '../../../api/client.ts'
import { Barcode } from '../../../scan/ScanField.tsx'
import { type Column, codeColumn, partColumn, piecesColumn, textColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/DataTable.tsx'
import { listExport } from '../../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../../table/FilterBar.tsx'
import { differs, type ListState } from '../../../table/list-state.ts'
import { isEmpty, isSelected, useRowSelection } from '../../../table/selection.ts'
import { useKnowsView } from '../../../table/views.ts'
import { useShipToIndia } from '../../invoices/ShipDialog.tsx'
import { useReturnToVendor } from '../../returns/ReturnDialog.tsx'
import { useBoxMoves } from '../moves/box-moves.tsx'
import { BulkBar } from './BulkBar.tsx'
import { boxCell } from './box-cell.tsx'
import { qcColumns } from './qc-columns.tsx'
import {
  awaitingFilter,
  awaitingFilterKeys,
  qcFilter,
  qcFilterKeys,
  qcParams,
  qcSort,
  useQcFilters,
} from './qc-params.ts'

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
    'qcBoxes.getInwardedBoxes',
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
        exports={listExport(contract.frame.exportQcBoxes, listed, (ids) => ({ box_ids: [...ids] }), files)}
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
  const counts = contract.counting.downloadPendingQuantityValidation
  const inspections = contract.inspection.downloadPendingQcInspection
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

const awaitingListRowId = (row: AwaitingRow) => row.sscc

/** Boxes that have not come yet: to look up here, to take in at the scan station. */
export function AwaitingList({ list }: { list: ListState<typeof qcParams> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = awaitingFilter(list.state)
  const found = useRows('receiving.getAwaitingInwardBoxes', { ...filter, page_size: 100 })
  const filters = useQcFilters(list.state)
  return (
    <DataTable
      tableId="qc-awaiting"
      label={t('Boxes on their way')}
      columns={awaitingColumns}
      list={found}
      rowId={awaitingListRowId}
      exports={listExport(contract.frame.exportAwaitingBoxes, filter, (ids) => ({ box_ids: [...ids] }))}
      tools={<ScanStationButton />}
      filters={<FilterBar params={qcParams} list={list} filters={filters} />}
      empty={
        differs(qcParams, list.state, awaitingFilterKeys)
          ? {
              title: t('No box matches'),
              action: { label: t('Clear filters'), run: () => clearFilters(list, [...awaitingFilterKeys]) },
            }
          : {
              title: t('No box is on its way'),
              hint: t('Boxes come here when their vendor marks the shipment packed and shipped.'),
              action: { label: t('Scan station'), run: () => navigate('/supplier/inward-shipments') },
            }
      }
    />
  )
}

export type AwaitingRow = CallData<'receiving.getAwaitingInwardBoxes'>['rows'][number]

/** Boxes on their way. Ids are those of the export. */
export const awaitingColumns: readonly Column<AwaitingRow>[] = [
  partColumn({
    id: 'box',
    header: 'Box',
    width: 76,
    pinned: true,
    of: boxCell,
  }),
  codeColumn({ id: 'sscc', header: 'SSCC', width: 150, shownFrom: 1400, of: (row) => row.sscc }),
  codeColumn({ id: 'tracking', header: 'Tracking ID', width: 140, of: (row) => row.tracking_id ?? '–' }),
  codeColumn({ id: 'shipment', header: 'Shipment', width: 86, of: (row) => row.shipment_id }),
  textColumn({
    id: 'supplier',
    header: 'Supplier',
    width: 170,
    grows: true,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  }),
  textColumn({ id: 'carrier', header: 'Carrier', width: 140, of: (row) => row.carrier ?? '–' }),
  textColumn({
    id: 'shipped_at',
    header: 'Shipped on',
    width: 148,
    of: (row, words) => (row.shipped_at ? words.instant(row.shipped_at) : '–'),
  }),
  piecesColumn({ id: 'days_on_way', header: 'Days on the way', width: 116, of: (row) => row.days_on_way }),
  piecesColumn({ id: 'pieces', header: 'Pieces', width: 64, of: (row) => row.pieces }),
]

/** Where boxes are taken in. */
export function ScanStationButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Button
      size="small"
      icon={<Barcode size={14} />}
      text={t('Scan station')}
      onClick={() => navigate('/supplier/inward-shipments')}
    />
  )
}
