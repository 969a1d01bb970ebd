import type { Tone } from '../../kernel/area.ts'
import { area } from '../../kernel/area.ts'
import { chosen, listFile } from '../../kernel/list.ts'
import { notice, toHouse } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { shipmentId } from '../../kernel/shapes.ts'
import { ordersRights } from '../orders/rights.ts'
import { qcBoxesRights } from '../qc-boxes/rights.ts'
import { returnsRights } from '../returns/rights.ts'
import { sizeFaults } from './box-size.ts'
import { shipmentFilter, shipmentsCalls } from './calls.ts'
import { shipmentFigures } from './figures.ts'
import { shipments } from './lists.ts'
import { trackingExpectations } from './packing.ts'
import { labelFaults } from './sheets.ts'
import { type inwardedStatuses, removedBox, type ShipmentStatus, shipmentActionLabels } from './status.ts'

const statuses = {
  Tentative: 'neutral',
  'Awaiting packing': 'active',
  'Packed and shipped': 'good',
  'Partly inwarded': 'neutral',
  Inwarded: 'neutral',
  Cancelled: 'neutral',
} as const satisfies Record<ShipmentStatus | (typeof inwardedStatuses)[number], Tone>

export const shipmentsArea = area({
  calls: shipmentsCalls,
  figures: shipmentFigures,
  screens: [screen('orders', '/supplier/shipment-management', 'Shipment Management', 'truck', ordersRights.vendorDesk)],
  lists: { shipments: ordersRights.vendorDesk },
  exports: {
    exportShipments: listFile('shipments', shipments, {
      summary: 'Shipments as seen.',
      callers: ordersRights.vendorDesk.roles,
      takes: { ...shipmentFilter, shipment_ids: chosen(shipmentId) },
    }),
  },
  notices: {
    shipment_sent: notice('done', {
      to: toHouse(qcBoxesRights.chinaQc, ['ops', 'ops_team', 'china_warehouse_team'], 'Open shipments'),
      label: 'Shipments on their way',
      one: [
        'Shipment {{shipment_id}} of {{vendor}} is on its way: {{pieces}} pcs.',
        '/supplier/shipment-management?shipment={{shipment_id}}',
      ],
      many: [
        '{{count}} shipments of {{vendor}} are on their way.',
        '/supplier/shipment-management?tab=shipped&supplier={{vendor_code}}',
      ],
    }),
    shipment_cancelled: notice('attention', {
      to: toHouse(ordersRights.opsDesk, ['ops'], 'Open shipments'),
      label: 'Shipments cancelled',
      one: [
        'Shipment {{shipment_id}} of {{vendor}} was cancelled.',
        '/supplier/shipment-management?shipment={{shipment_id}}',
      ],
      many: [
        '{{count}} shipments of {{vendor}} were cancelled.',
        '/supplier/shipment-management?tab=cancelled&supplier={{vendor_code}}',
      ],
    }),
    shipment_recovered: notice('news', {
      to: toHouse(ordersRights.opsDesk, ['ops'], 'Open shipments'),
      label: 'Shipments recovered',
      one: [
        'Shipment {{shipment_id}} of {{vendor}} was recovered and is being packed again.',
        '/supplier/shipment-management?shipment={{shipment_id}}',
      ],
      many: [
        '{{count}} shipments of {{vendor}} were recovered and are being packed again.',
        '/supplier/shipment-management?tab=packing&supplier={{vendor_code}}',
      ],
    }),
  },
  traces: {
    shipment: { place: 2, one: 'Shipment', many: 'Shipments' },
    box: { place: 3, one: 'Box', many: 'Boxes' },
  },
  facts: {
    shipment: 'Shipment',
    box_no: 'Box number',
    tracking_id: 'Tracking ID',
    weight: 'Weight (g)',
    box_size: 'Size, cm',
    pieces: 'Pieces',
    boxes: 'Boxes',
    created: 'Created',
    shipped: 'Shipped',
    carrier: 'Carrier',
  },
  actions: shipmentActionLabels,
  entities: ['shipment', 'box'],
  feed: { shipment: ordersRights.vendorDesk, box: returnsRights.chinaQcOutcome },
  events: {
    'shipment.drafted': 'Draft saved',
    'shipment.created': 'Shipment created',
    'shipment.confirmed': 'Shipment confirmed',
    'shipment.changed': 'Lines changed',
    'shipment.packed': 'Packing list saved',
    'shipment.described': 'Shipping details changed',
    'shipment.shipped': 'Packed and shipped',
    'shipment.cancelled': 'Shipment cancelled',
    'shipment.recovered': 'Shipment recovered',
    'box.described': { word: 'Tracking ID changed', boxes: 'Tracking IDs of {{n}} boxes changed' },
  },
  codes: {
    TENTATIVE: 'Tentative',
    AWAITING_PACKING: 'Awaiting packing',
    PACKED_AND_SHIPPED: 'Packed and shipped',
    CANCELLED: 'Cancelled',
  },
  statuses,
  words: [
    ...Object.values(labelFaults),
    ...Object.values(sizeFaults),
    removedBox,
    ...Object.values(trackingExpectations),
  ],
})
