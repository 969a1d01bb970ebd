import { shipmentStatuses } from '../../../shared/domain/shipment-status.ts'
import type { CallData } from '../../actions/calls.ts'
import { type Column, codeColumn, partColumn, piecesColumn, statusColumn, textColumn } from '../../table/columns.tsx'

export type ShipmentRow = CallData<'vendor.getShipments'>['rows'][number]

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
