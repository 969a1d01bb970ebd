import '../supplier.css'
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/contract/index.ts'
import { useDownload } from '../../actions/useDownload.ts'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { Page } from '../../kit/Page.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, searchFilter } from '../../table/filters.ts'
import { listExport } from '../../table/list-export.ts'
import { isSelected } from '../../table/selection.ts'
import { useListState } from '../../table/use-list-state.ts'
import { useRowSelection } from '../../table/use-row-selection.ts'
import { useKnowsView } from '../../table/use-views.ts'
import { useIsStaff, useSupplierChoices } from '../use-suppliers.ts'
import { InvoicePackingList } from './InvoicePackingList.tsx'
import { ShipmentDrawer } from './ShipmentDrawer.tsx'
import { type ShipmentRow, shipmentColumns } from './shipment-columns.tsx'
import { shipmentFilter, shipmentParams, statusOfTab } from './shipment-params.ts'
import { useRecoverShipments } from './use-recover-shipments.ts'

const rowId = (row: ShipmentRow) => row.shipment_id

/** Supplier › Shipment Management: shipments by status; one opens at the right for packing, labels and the way out. */
export function ShipmentsScreen() {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const list = useListState(shipmentParams)
  const { tab, shipment, view } = list.state
  const status = statusOfTab(tab)
  const filter = shipmentFilter(list.state)
  const listed = { ...filter, ...(status && { status: [status] }) }
  const found = useRows('vendor.getShipments', listed, { enabled: useKnowsView('shipments', list) })
  const counts = useCounts('vendor.getShipments', filter)
  const selection = useRowSelection(JSON.stringify([tab, filter]))
  const recover = useRecoverShipments(selection.clear)
  const { download } = useDownload()
  const columns = useMemo(() => shipmentColumns(isStaff), [isStaff])
  const getList = () => {
    const call = contract.vendor.getShippingFile
    void download(fileCall(call, listed), fileName(call, listed))
  }
  const chosen = found.rows.map(rowId).filter((id) => isSelected(selection.selection, id))
  return (
    <Page
      title={t('Shipment Management')}
      tabs={[
        { key: 'all', label: t('All'), count: counts.all },
        { key: 'tentative', label: t('Tentative'), count: counts.Tentative },
        { key: 'packing', label: t('Awaiting packing'), count: counts['Awaiting packing'] },
        { key: 'shipped', label: t('Packed and shipped'), count: counts['Packed and shipped'] },
        { key: 'cancelled', label: t('Cancelled'), count: counts.Cancelled },
      ]}
      tab={tab}
      onTab={(next) => list.set({ tab: next }, 'push')}
      tools={
        <>
          <Button text={t('Recover shipment')} loading={recover.isRunning} onClick={() => void recover.run(chosen)} />
          <InvoicePackingList />
        </>
      }
    >
      <DataTable
        tableId="shipments"
        label={t('Shipment Management')}
        columns={columns}
        list={found}
        rowId={rowId}
        selection={selection}
        onOpen={(row) => list.set({ shipment: row.shipment_id }, 'push')}
        openId={shipment || null}
        views={{ list: 'shipments', address: list }}
        exports={listExport(contract.house.exportShipments, listed, (ids) => ({ shipment_ids: [...ids] }), [
          { label: t('Shipment lines (shipping_list.csv)'), run: getList },
        ])}
        filters={
          <FilterBar
            params={shipmentParams}
            list={list}
            filters={[
              searchFilter<typeof shipmentParams>('q', t('Shipment, tracking ID, invoice')),
              ...(isStaff ? [choiceFilter<typeof shipmentParams>('supplier', t('Supplier'), suppliers)] : []),
            ]}
          />
        }
        empty={
          Object.keys(filter).length > 0
            ? {
                title: t('Nothing matches'),
                action: { label: t('Clear filters'), run: () => clearFilters(list, ['q', 'supplier']) },
              }
            : { title: t('No shipments here'), hint: t('Shipments are made on the shipping platform.') }
        }
      />
      {shipment ? (
        <ShipmentDrawer
          key={shipment}
          shipmentId={shipment}
          view={view}
          onView={(next) => list.set({ view: next })}
          onClose={() => list.set({ shipment: '', view: 'packing' })}
        />
      ) : null}
      {recover.dialog}
    </Page>
  )
}
