import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { contract } from '../../../../shared/contract/index.ts'
import { useRows } from '../../../actions/useRows.ts'
import { DataTable } from '../../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../../table/FilterBar.tsx'
import { listExport } from '../../../table/list-export.ts'
import { differs } from '../../../table/list-params.ts'
import type { ListState } from '../../../table/use-list-state.ts'
import { type AwaitingRow, awaitingColumns } from './awaiting-columns.tsx'
import { useQcFilters } from './qc-filters.ts'
import { awaitingFilter, awaitingFilterKeys, qcParams } from './qc-params.ts'
import { ScanStationButton } from './ScanStationButton.tsx'

const rowId = (row: AwaitingRow) => row.sscc

/** Boxes that have not come yet: to look up here, to take in at the scan station. */
export function AwaitingList({ list }: { list: ListState<typeof qcParams> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const filter = awaitingFilter(list.state)
  const found = useRows('chinaQc.getAwaitingInwardBoxes', { ...filter, page_size: 100 })
  const filters = useQcFilters(list.state)
  return (
    <DataTable
      tableId="qc-awaiting"
      label={t('Boxes on their way')}
      columns={awaitingColumns}
      list={found}
      rowId={rowId}
      exports={listExport(contract.house.exportAwaitingBoxes, filter, (ids) => ({ box_ids: [...ids] }))}
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
