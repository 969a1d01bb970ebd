import '../supplier.css'
import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shipmentStatuses } from '../../../shared/areas/shipments/status.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useCounts, useRows } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { Page } from '../../kit/Page.tsx'
import { type Column, codeColumn, partColumn, piecesColumn, statusColumn, textColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { listExport } from '../../table/ExportMenu.tsx'
import { clearFilters, FilterBar } from '../../table/FilterBar.tsx'
import { choiceFilter, searchFilter, useListState } from '../../table/list-state.ts'
import { isSelected, useRowSelection } from '../../table/selection.ts'
import { useKnowsView } from '../../table/views.ts'
import { useRecoverShipments } from './ShipmentActions.tsx'
import { ShipmentDrawer } from './ShipmentDrawer.tsx'
import { InvoicePackingList } from './ShipmentFacts.tsx'
import { shipmentFilter, shipmentParams, statusOfTab } from './shipment-params.ts'

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
  const found = useRows('shipments.getShipments', listed, { enabled: useKnowsView('shipments', list) })
  const counts = useCounts('shipments.getShipments', filter)
  const selection = useRowSelection(JSON.stringify([tab, filter]))
  const recover = useRecoverShipments(selection.clear)
  const { download } = useDownload()
  const columns = useMemo(() => shipmentColumns(isStaff), [isStaff])
  const getList = () => {
    const call = contract.shipments.getShippingFile
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
        exports={listExport(contract.frame.exportShipments, listed, (ids) => ({ shipment_ids: [...ids] }), [
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

export type ShipmentRow = CallData<'shipments.getShipments'>['rows'][number]

/** For staff the supplier takes the room of the carrier: the list fits a laptop of 1366 pixels. */
export function shipmentColumns(isStaff: boolean): readonly Column<ShipmentRow>[] {
  const supplier = textColumn<ShipmentRow>({
    id: 'supplier',
    header: 'Supplier',
    width: 130,
    of: (row, words) => words.name(row.supplier_name, row.supplier_name_zh),
  })
  return [
    codeColumn({ id: 'shipment', header: 'Shipment', width: 104, pinned: true, of: (row) => row.shipment_id }),
    ...(isStaff ? [supplier] : []),
    statusColumn({ id: 'status', header: 'Status', width: 162, words: shipmentStatuses, of: (row) => row.status }),
    textColumn({ id: 'created', header: 'Created', width: 148, of: (row, words) => words.instant(row.created_date) }),
    piecesColumn({ id: 'boxes', header: 'Boxes', width: 64, of: (row) => row.number_of_boxes }),
    piecesColumn({ id: 'pieces', header: 'Pieces', width: 72, of: (row) => row.total_quantity }),
    partColumn({ id: 'tracking', header: 'Tracking IDs', width: 168, of: trackingCell }),
    textColumn({
      id: 'destination',
      header: 'Destination',
      width: 130,
      grows: true,
      of: (row, words) => words.name(row.destination, row.destination_zh),
    }),
    textColumn({ id: 'invoice', header: 'Invoice', width: 118, of: (row) => row.invoice_number ?? '–' }),
    textColumn({ id: 'carrier', header: 'Carrier', width: 132, hidden: isStaff, of: (row) => row.carrier ?? '–' }),
  ]
}

/** The first id and how many more there are. */
function trackingCell({ tracking_ids: ids }: ShipmentRow) {
  const [first] = ids
  if (first === undefined) return <span className="dt-quiet">–</span>
  return (
    <span className="dt-two" title={ids.slice(0, 40).join('\n')}>
      <span className="dt-code">{first}</span>
      {ids.length > 1 ? <span className="dt-quiet">+{ids.length - 1}</span> : null}
    </span>
  )
}
