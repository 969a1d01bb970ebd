import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { json, post } from '../../kernel/call.ts'
import { nmSku, page, part, searchText, shipmentId, version } from '../../kernel/shapes.ts'
import { allowed } from '../orders/rights.ts'
import { orderAnswer, orderFilter, orderList, orderRow, orderSort, shippingItem } from '../orders/shapes.ts'
import { shipmentLineIn, shipmentList, shipmentRow } from '../shipments/shapes.ts'

/** The orders come with their lists (`sku_details`, `new_orders`, `current_shipment`, `box_tracking`) unless those are not wanted. */
const listTakes = z.object({ ...orderFilter, ...orderSort, ...page, part, include_lines: z.boolean().default(true) })

export const retoolCalls = {
  getOrders: post('retool/erp/vendor/get-orders', {
    summary: 'Orders that ops approved.',
    callers: allowed.vendorDesk,
    takes: listTakes,
    gives: json(orderList),
  }),
  getNewOrders: post('retool/erp/vendor/get-new-orders', {
    summary: "Orders that wait for the vendor's answer.",
    callers: allowed.vendorDesk,
    takes: listTakes.omit({ tab: true }),
    gives: json(orderList),
  }),
  confirmOrder: post('retool/erp/vendor/confirm-order', {
    summary: 'Answer one order: per SKU how many are ready, out of stock or refused.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: orderAnswer,
    gives: json(z.object({ order: orderRow })),
  }),
  getShipments: post('retool/erp/vendor/get-shipments', {
    summary: 'Shipments, newest first.',
    callers: allowed.vendorDesk,
    takes: z.object({ search: searchText.optional(), ...page }),
    gives: json(shipmentList),
  }),
  confirmShipment: post('retool/erp/vendor/confirm-shipment', {
    summary: 'A tentative shipment becomes Awaiting packing.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: z.object({ shipment_id: shipmentId, version }),
    gives: json(z.object({ shipment: shipmentRow })),
  }),
  getTentativeShipment: post('retool/erp/vendor/get-tentative-shipment/{sku}', {
    summary: 'Where a SKU could be shipped from: its open lines and the tentative shipments that hold it.',
    callers: allowed.vendorDesk,
    takes: z.object({ sku: nmSku }),
    gives: json(z.object({ items: z.array(shippingItem), shipments: z.array(shipmentRow) })),
  }),
  saveShipmentData: post('retool/erp/vendor/save-shipment-data', {
    summary: 'Save a tentative shipment; pieces still awaiting are put on the platform for it.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: z.object({
      shipment_id: shipmentId.nullish(),
      version: version.optional(),
      lines: z.array(shipmentLineIn).max(5_000).default([]),
    }),
    gives: json(z.object({ shipment: shipmentRow })),
  }),
}

export const retoolArea = area({
  calls: retoolCalls,
})
