import { z } from 'zod'
import { allowed } from '../domain/roles.ts'
import { sheetMessages } from '../domain/sheet-messages.ts'
import { shipmentStatuses } from '../domain/shipment-status.ts'
import { csv, json, pdf, post, upload, xlsx } from './grammar.ts'
import {
  box,
  boxIn,
  boxNo,
  lineAnswer,
  nmSku,
  orderFilter,
  orderId,
  orderList,
  orderRow,
  orderSort,
  page,
  part,
  pieces,
  piecesIn,
  shipmentId,
  shipmentIdOr,
  shipmentLine,
  shipmentLineIn,
  shipmentList,
  shipmentRow,
  shippingItem,
  supplierId,
  timelineEvent,
  trackingId,
  uploadOutcome,
  version,
  weightGrams,
} from './shapes.ts'

const callers = allowed.vendorDesk

const platformFilter = {
  search: z.string().trim().max(80).optional(),
  supplier_id: supplierId.optional(),
  order_ids: z.array(orderId).max(500).optional(),
  /** `awaiting`: pieces can still be added; `on_platform`: pieces are ready for a shipment. */
  tab: z.enum(['awaiting', 'on_platform', 'all']).default('all'),
}

export const shipmentFilter = {
  search: z.string().trim().max(80).optional(),
  supplier_id: supplierId.optional(),
  status: z.array(z.enum(shipmentStatuses)).max(4).optional(),
}

/** `all`: one fault refuses the file. `good_rows`: faulty rows are left out and what is not packed goes back to the platform. */
const takeMode = z.enum(['all', 'good_rows']).default('all')

/** Labels looked at on screen before they are printed: no print, so it leaves no event. */
const preview = z.boolean().default(false)

const skuLabelTakes = z.object({
  preview,
  shipment_id: shipmentId.optional(),
  order_id: orderId.optional(),
  /** Labels per SKU; left out: one per piece. */
  items: z
    .array(z.object({ nm_sku: nmSku, copies: z.int().min(1).max(5_000) }))
    .max(5_000)
    .optional(),
})

const packing = z.object({
  shipment: shipmentRow,
  lines: z.array(shipmentLine),
  boxes: z.array(box),
})

export const vendor = {
  getOrders: post('v1/erp/vendor/get-orders', {
    summary: 'Orders that ops approved, with filters, sort and keyset paging; or their counts by tab and status.',
    callers,
    takes: z.object({
      ...orderFilter,
      ...orderSort,
      ...page,
      part,
      include_lines: z.boolean().default(false),
      include_history: z.boolean().default(false),
    }),
    gives: json(orderList),
  }),
  updateOrders: post('v1/erp/vendor/update-orders', {
    summary: 'Answer several orders at once, or take the answer back while nothing was scheduled (action reopen).',
    callers,
    changes: true,
    takes: z.object({
      action: z.enum(['answer', 'reopen']).default('answer'),
      orders: z
        .array(z.object({ order_id: orderId, version, lines: z.array(lineAnswer).max(500).default([]) }))
        .min(1)
        .max(500),
    }),
    gives: json(z.object({ orders: z.array(orderRow) })),
  }),
  getShippingItems: post('v1/erp/vendor/get-shipping-items', {
    summary: 'The shipping platform: confirmed lines with pieces to send.',
    callers,
    takes: z.object({ ...platformFilter, ...page, part }),
    gives: json(
      z.object({
        rows: z.array(shippingItem),
        next_cursor: z.string().nullable(),
        counts: z.record(z.string(), z.int()).optional(),
      }),
    ),
  }),
  updateShipment: post('v1/erp/vendor/update-shipment', {
    summary: 'Make a shipment from pieces on the platform, change its lines, or cancel it.',
    callers,
    changes: true,
    takes: z.object({
      action: z.enum(['create', 'change', 'cancel']).default('create'),
      shipment_id: shipmentId.optional(),
      version: version.optional(),
      lines: z.array(shipmentLineIn).max(5_000).default([]),
    }),
    gives: json(z.object({ shipment: shipmentRow })),
  }),
  getShipments: post('v1/erp/vendor/get-shipments', {
    summary: 'Shipments, newest first, or their counts by status.',
    callers,
    takes: z.object({ ...shipmentFilter, ...page, part }),
    gives: json(shipmentList),
  }),
  getPackingItems: post('v1/erp/vendor/get-packing-items', {
    summary: 'What a shipment holds and the boxes it is packed in.',
    callers,
    takes: z.object({ shipment_id: shipmentId }),
    gives: json(packing),
  }),
  getShippingFile: post('v1/erp/vendor/get-shipping-file', {
    summary: 'Shipments and their lines as CSV.',
    callers,
    takes: z.object({ ...shipmentFilter, shipment_id: shipmentId.optional() }),
    gives: csv('shipping_list.csv'),
  }),
  updatePackingItems: post('v1/erp/vendor/update-packing-items', {
    summary: 'Save the boxes of a shipment from the grid. Boxes keep their codes by box number.',
    callers,
    changes: true,
    takes: z.object({
      shipment_id: shipmentId,
      version,
      boxes: z.array(boxIn, { error: sheetMessages.noPackingDetails }).max(5_000),
      /** Pieces that are not in any box go back to the platform instead of refusing the list. */
      rest_to_platform: z.boolean().default(false),
    }),
    gives: json(packing),
  }),
  getOrdersFile: post('v1/erp/vendor/get-orders-file', {
    summary: 'Orders with their lines as CSV.',
    callers,
    takes: z.object(orderFilter),
    gives: csv('orders_file.csv'),
  }),
  uploadPackingList: upload('v1/erp/vendor/upload-packing-list', {
    summary: 'A packing list workbook for a shipment.',
    callers,
    accept: ['.xlsx'],
    takes: z.object({ shipment_id: shipmentId, mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  downloadPackingFile: post('v1/erp/vendor/download-packing-file', {
    summary: 'Boxes and their contents as CSV, of a shipment or of an invoice.',
    callers,
    takes: z.object({
      shipment_id: shipmentId.optional(),
      invoice_number: z.string().trim().min(1).max(60).optional(),
      /** Needed where several vendors have an invoice of this number. */
      supplier_id: supplierId.optional(),
    }),
    gives: csv((input: { invoice_number?: string | undefined }) =>
      input.invoice_number ? `packing_list_${input.invoice_number}.csv` : 'packing_list.csv',
    ),
  }),
  downloadShipmentPlatformItems: post('v1/erp/vendor/download-shipment-platform-items', {
    summary: 'The shipping platform as a CSV to fill in.',
    callers,
    takes: z.object(platformFilter),
    gives: csv('shipping_platform.csv'),
  }),
  uploadShipmentPlatformItems: upload('v1/erp/vendor/upload-shipment-platform-items', {
    summary: 'The filled platform sheet: quantities ready today and out of stock.',
    callers,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  getSamplePackingFileShipmentManagement: post('v1/erp/vendor/get-sample-packing-file-shipment-management', {
    summary: "A packing list workbook filled with the shipment's open lines.",
    callers,
    takes: z.object({ shipment_id: shipmentId }),
    gives: xlsx((input: { shipment_id: string }) => `packing_list_${input.shipment_id}.xlsx`),
  }),
  uploadPackingFileShipmentManagement: upload('v1/erp/vendor/upload-packing-file-shipment-management/{shipment_id}', {
    summary: 'A packing list workbook for the shipment in the path.',
    callers,
    accept: ['.xlsx'],
    takes: z.object({ shipment_id: shipmentId, mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  getRejectedOosOrders: post('v1/erp/vendor/get-rejected-oos-orders', {
    summary: 'Orders with refused or out-of-stock pieces, with their lines.',
    callers,
    takes: z.object({
      search: z.string().trim().max(80).optional(),
      supplier_id: supplierId.optional(),
      ...page,
    }),
    gives: json(orderList),
  }),
  saveScheduleQuantity: post('v1/erp/vendor/save-schedule-quantity', {
    summary:
      'Set how many pieces of a line are ready today and how many are out of stock. Both are totals, not additions.',
    callers,
    changes: true,
    takes: z.object({
      items: z
        .array(
          z.object({
            order_id: orderId,
            nm_sku: nmSku,
            ready_quantity: piecesIn.nullish(),
            oos_quantity: piecesIn.nullish(),
          }),
        )
        .min(1)
        .max(5_000),
    }),
    gives: json(z.object({ items: z.array(shippingItem) })),
  }),
  recoverShipment: post('v1/erp/vendor/recover-shipment', {
    summary: 'A cancelled or shipped shipment goes back to Awaiting packing while no box was inwarded.',
    callers,
    changes: true,
    takes: z.object({
      shipment_id: shipmentIdOr('Please select a shipment id to recover.'),
    }),
    gives: json(z.object({ shipment: shipmentRow })),
  }),
  recoverOosOrder: post('v1/erp/vendor/recover-oos-order', {
    summary: 'Refused or out-of-stock pieces go back to awaiting; left out lines mean all of them.',
    callers,
    changes: true,
    takes: z.object({
      order_id: orderId,
      lines: z
        .array(z.object({ nm_sku: nmSku, quantity: piecesIn.min(1, { error: sheetMessages.notPositive }) }))
        .max(500)
        .optional(),
    }),
    gives: json(z.object({ order: orderRow })),
  }),
  getShippingLabel: post('v1/erp/vendor/get-shipping-label', {
    summary: 'Shipping labels of a shipment, one per box.',
    callers,
    takes: z.object({ shipment_id: shipmentId, box_nos: z.array(boxNo).min(1).max(5_000).optional(), preview }),
    gives: pdf('shipping_labels.pdf'),
  }),
  getSkusLabel: post('v1/erp/vendor/get-skus-label', {
    summary: 'SKU labels for everything in a shipment or an order.',
    callers,
    takes: skuLabelTakes,
    gives: pdf('sku_labels.pdf'),
  }),
  getViewSkuLabels: post('v1/erp/vendor/get-view-sku-labels', {
    summary: 'Which SKU labels would be printed, and how many.',
    callers,
    takes: skuLabelTakes,
    gives: json(
      z.object({
        labels: z.array(
          z.object({
            nm_sku: z.string(),
            style_id: z.string(),
            style_name: z.string(),
            style_name_zh: z.string(),
            color: z.string(),
            color_zh: z.string(),
            size: z.string(),
            copies: pieces,
          }),
        ),
        total: z.int(),
      }),
    ),
  }),
  getSkuLabels: post('v1/erp/vendor/get-sku-labels', {
    summary: 'SKU labels for the SKUs named, as many copies as wished.',
    callers,
    takes: skuLabelTakes,
    gives: pdf('sku_labels.pdf'),
  }),
  getShipmentDetails: post('v1/erp/vendor/get-shipment-details', {
    summary: 'One shipment with its lines, boxes, tracking ids and history.',
    callers,
    takes: z.object({ shipment_id: shipmentId }),
    gives: json(packing.extend({ history: z.array(timelineEvent) })),
  }),
  updateShipmentDetails: post('v1/erp/vendor/update-shipment-details', {
    summary: 'Edit tracking ids, weights, carrier and invoice number, or mark the shipment packed and shipped.',
    callers,
    changes: true,
    takes: z.object({
      shipment_id: shipmentId,
      version,
      status: z.enum(['Packed and shipped']).optional(),
      invoice_number: z.string().trim().max(60).nullish(),
      carrier: z.string().trim().max(80).nullish(),
      boxes: z
        .array(
          z.object({
            box_no: boxNo,
            tracking_id: trackingId.nullish(),
            weight_grams: weightGrams.nullish(),
          }),
        )
        .max(5_000)
        .default([]),
    }),
    gives: json(packing),
  }),
}

export type Packing = ReturnType<typeof packing.parse>
