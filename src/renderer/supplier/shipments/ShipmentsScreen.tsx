import { figureOfTab } from '../../../shared/areas/home/lines.ts'
import { DraftMark } from '../../kit/DraftMark.tsx'
import '../supplier.css'
import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ShipmentRow, shipments } from '../../../shared/areas/shipments/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useIsStaff, useSupplierChoices } from '../../api/use-suppliers.ts'
import { type Column, statusCell, tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import { choiceFilter, searchFilter, useListState } from '../../table/list-state.ts'
import type { Locale } from '../../table/words.ts'
import { useBulkLabels } from './BulkLabels.tsx'
import { useRecoverShipments } from './ShipmentActions.tsx'
import { ShipmentDrawer } from './ShipmentDrawer.tsx'
import { InvoicePackingList } from './ShipmentFacts.tsx'
import { shipmentParams, statusOfTab } from './shipment-params.ts'

type P = typeof shipmentParams

/** Supplier › Shipment Management: shipments by status; one opens at the right for packing, labels and the way out. */
export function ShipmentsScreen() {
  const { t } = useTranslation()
  const isStaff = useIsStaff()
  const suppliers = useSupplierChoices()
  const address = useListState(shipmentParams)
  const { tab, shipment, view } = address.state
  const status = statusOfTab(tab)
  const list = useList(shipments, address, { call: 'shipments.getShipments', also: status ? { status: [status] } : {} })
  const counts = useListCounts('shipments.getShipments', list.filter)
  const recover = useRecoverShipments(list.selection.clear)
  const { get } = useFile()
  const bulkLabels = useBulkLabels(address.state.supplier)
  const getLines = () => get(contract.shipments.getShippingFile, list.asked)
  return (
    <ListScreen
      page={{
        title: t('Shipment Management'),
        tabs: [
          { key: 'all', label: t('All'), count: counts.all },
          { key: 'tentative', label: t('Tentative'), count: counts.Tentative },
          {
            key: 'packing',
            label: t('Awaiting packing'),
            count: counts['Awaiting packing'],
            figure: figureOfTab('/supplier/shipment-management', 'packing'),
          },
          { key: 'shipped', label: t('Packed and shipped'), count: counts['Packed and shipped'] },
          { key: 'cancelled', label: t('Cancelled'), count: counts.Cancelled },
        ],
        tab,
        onTab: (next: typeof tab) => address.set({ tab: next }, 'push'),
        tools: (
          <>
            <Button
              text={t('Recover shipment')}
              loading={recover.isRunning}
              onClick={() => void recover.run(list.chosen.map(shipments.rowId))}
            />
            <Button icon={<Print />} text={t('Labels by a sheet…')} onClick={() => bulkLabels.open()} />
            <InvoicePackingList />
          </>
        ),
      }}
      list={list}
      label={t('Shipment Management')}
      columns={useMemo(() => shipmentColumns(isStaff), [isStaff])}
      opens="shipment"
      file={{
        call: contract.frame.exportShipments,
        ids: 'shipment_ids',
        more: [{ label: t('Shipment lines (shipping_list.csv)'), run: getLines }],
      }}
      filters={[
        searchFilter<P>('q', t('Shipment, tracking ID, invoice')),
        ...(isStaff ? [choiceFilter<P>('supplier', t('Supplier'), suppliers)] : []),
      ]}
      empty={{ title: t('No shipments here'), hint: t('Shipments are made on the shipping platform.') }}
    >
      {shipment ? (
        <ShipmentDrawer
          key={shipment}
          shipmentId={shipment}
          view={view}
          onView={(next) => address.set({ view: next })}
          onClose={() => address.set({ shipment: '', view: 'packing' })}
        />
      ) : null}
      {recover.dialog}
      {bulkLabels.dialog}
    </ListScreen>
  )
}

/** For staff the supplier takes the room of the carrier: the list fits a laptop of 1366 pixels. */
export function shipmentColumns(isStaff: boolean): readonly Column<ShipmentRow>[] {
  const only = shipments.fields.flatMap(({ id, isPart }) => (isPart || (!isStaff && id === 'supplier') ? [] : id))
  return tableColumns<ShipmentRow>(shipments.fields, {
    only,
    cells: {
      shipment: ({ shipment_id }) => (
        <>
          <span className="code">{shipment_id}</span>
          <DraftMark names={[`packing.${shipment_id}`, `boxes.${shipment_id}`]} />
        </>
      ),
      status: statusCell((row) => row.status),
      tracking: trackingCell,
      cbm: volumeCell,
    },
    looks: { carrier: { hidden: isStaff } },
  })
}

/** At least so much, where boxes have no size yet. */
function volumeCell({ cbm, boxes_without_size: unsized }: ShipmentRow, { t, number, decimal }: Locale) {
  if (cbm === null) return <span className="muted">–</span>
  if (unsized === 0) return decimal(cbm, 3)
  return <span title={t('Boxes without size: {{n}}', { n: number(unsized) })}>≥ {decimal(cbm, 3)}</span>
}

/** The first id and how many more there are. */
function trackingCell({ tracking_ids: ids }: ShipmentRow) {
  const [first] = ids
  if (first === undefined) return <span className="muted">–</span>
  return (
    <span className="dt-two" title={ids.slice(0, 40).join('\n')}>
      <span className="code">{first}</span>
      {ids.length > 1 ? <span className="muted">+{ids.length - 1}</span> : null}
    </span>
  )
}
