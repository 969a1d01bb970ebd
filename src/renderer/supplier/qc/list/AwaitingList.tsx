import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { contract } from '../../../../shared/contract/index.ts'
import type { CallData } from '../../../actions/calls.ts'
import { useRows } from '../../../actions/useRows.ts'
import { type Column, codeColumn, partColumn, piecesColumn, textColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../../table/FilterBar.tsx'
import { listExport } from '../../../table/list-export.ts'
import { differs } from '../../../table/list-params.ts'
import type { ListState } from '../../../table/use-list-state.ts'
import { boxCell } from './box-cell.tsx'
import { useQcFilters } from './qc-filters.ts'
import { awaitingFilter, qcParams } from './qc-params.ts'
import { ScanStationButton } from './ScanStationButton.tsx'

type AwaitingRow = CallData<'chinaQc.getAwaitingInwardBoxes'>['rows'][number]

const columns: readonly Column<AwaitingRow>[] = [
  partColumn({
    id: 'box',
    header: 'Box',
    width: 84,
    pinned: true,
    of: boxCell,
  }),
  codeColumn({ id: 'sscc', header: 'SSCC', width: 156, of: (row) => row.sscc }),
  codeColumn({ id: 'tracking', header: 'Tracking ID', width: 140, of: (row) => row.tracking_id ?? '–' }),
  codeColumn({ id: 'shipment', header: 'Shipment', width: 92, of: (row) => row.shipment_id }),
  textColumn({
    id: 'supplier',
    header: 'Supplier',
    width: 130,
    grows: true,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  }),
  textColumn({ id: 'carrier', header: 'Carrier', width: 120, of: (row) => row.carrier ?? '–' }),
  textColumn({
    id: 'shipped_at',
    header: 'Shipped on',
    width: 148,
    of: (row, words) => (row.shipped_at ? words.instant(row.shipped_at) : '–'),
  }),
  piecesColumn({ id: 'days_on_way', header: 'Days on the way', width: 110, of: (row) => row.days_on_way }),
  piecesColumn({ id: 'pieces', header: 'Pieces', width: 72, of: (row) => row.pieces }),
]

const rowId = (row: AwaitingRow) => row.sscc

/** Boxes that have not come yet: to look up here, to take in at the scan station. */
export function AwaitingList({ list }: { list: ListState<typeof qcParams> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = awaitingFilter(list.state)
  const found = useRows('chinaQc.getAwaitingInwardBoxes', { ...filter, page_size: 100 })
  const filters = useQcFilters([], list.state)
  return (
    <DataTable
      tableId="qc-awaiting"
      label={t('Boxes on their way')}
      columns={columns}
      list={found}
      rowId={rowId}
      exports={listExport(contract.house.exportAwaitingBoxes, filter, (ids) => ({ box_ids: [...ids] }))}
      tools={<ScanStationButton />}
      filters={<FilterBar params={qcParams} list={list} filters={filters} />}
      empty={
        differs(qcParams, list.state, ['q', 'supplier', 'site'])
          ? {
              title: t('No box matches'),
              action: { label: t('Clear filters'), run: () => clearFilters(list, ['q', 'supplier', 'site']) },
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
