import type { z } from 'zod'
import { fields, supplierName } from '../../kernel/field.ts'
import { list } from '../../kernel/list.ts'
import { key } from '../../kernel/words.ts'
import type { shipmentRow } from './shapes.ts'
import { shipmentStatuses } from './status.ts'

export type ShipmentRow = z.output<typeof shipmentRow>

const f = fields<ShipmentRow>()

export const shipments = list({
  name: 'shipments',
  rowId: (row) => row.shipment_id,
  file: 'shipments',
  fields: [
    f.code('shipment', key('Shipment'), (row) => row.shipment_id, { width: 104, pinned: true }),
    f.text('supplier', key('Supplier'), supplierName, { width: 150, grows: true }),
    f.word('status', key('Status'), (row) => row.status, { width: 162, words: shipmentStatuses }),
    f.instant('created', key('Created'), (row) => row.created_date, { width: 148 }),
    f.instant('shipped_at', key('Shipped on'), (row) => row.shipped_at, { width: 148, hidden: true }),
    f.pieces('boxes', key('Boxes'), (row) => row.number_of_boxes, { width: 64 }),
    f.pieces('pieces', key('Pieces'), (row) => row.total_quantity, { width: 72 }),
    f.number('cbm', key('CBM'), (row) => row.cbm, { width: 72, digits: 3, shownFrom: 1450, with: ['unsized'] }),
    f.count('unsized', key('Boxes without size'), (row) => row.boxes_without_size, { isPart: true }),
    f.text('tracking', key('Tracking IDs'), (row) => row.tracking_ids.join(' '), { width: 168 }),
    f.text('destination', key('Destination'), (row, { name }) => name(row.destination, row.destination_zh), {
      width: 108,
    }),
    f.text('invoice', key('Invoice'), (row) => row.invoice_number, { width: 118 }),
    f.text('carrier', key('Carrier'), (row) => row.carrier, { width: 132 }),
  ],
})
