import { z } from 'zod'
import { csv, json, labels, post, upload, xlsx } from '../../kernel/call.ts'
import { offeredMoves } from '../../kernel/lifecycle.ts'
import { eitherOf } from '../../kernel/rights.ts'
import {
  boxNo,
  nmSku,
  orderId,
  page,
  part,
  picture,
  pieces,
  printAs,
  searchText,
  seenWhere,
  shipmentId,
  shipmentIdOr,
  supplierId,
  takeMode,
  timelineEvent,
  trackingId,
  unseen,
  version,
  weightGrams,
} from '../../kernel/shapes.ts'
import { faultSchema, sheetMessages } from '../../kernel/sheet.ts'
import { allowed as india } from '../india-qc/rights.ts'
import { allowed } from '../orders/rights.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'
import { boxSize } from './box-size.ts'
import { box, boxIn, shipmentLine, shipmentLineIn, shipmentList, shipmentRow, uploadOutcome } from './shapes.ts'
import { mostLabels } from './sheets.ts'
import { shipmentMoveNames, shipmentStatuses } from './status.ts'

/** Labels looked at on screen before they are printed: no print, so it leaves no event and is always a PDF. */
const preview = z.boolean().default(false)

const skuLabelTakes = z.object({
  preview,
  print_as: printAs,
  shipment_id: shipmentId.optional(),
  order_id: orderId.optional(),
  /** Labels per SKU; left out: one per piece. */
  items: z
    .array(z.object({ nm_sku: nmSku, copies: z.int().min(1).max(5_000) }))
    .max(5_000)
    .optional(),
})

export const shipmentFilter = {
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  status: z.array(z.enum(shipmentStatuses)).max(4).optional(),
}

/** How the boxes and their contents are called as a file: those of a shipment, or of an invoice. */
export function packingListName({ invoice_number }: { invoice_number?: string | undefined }): string {
  return invoice_number ? `packing_list_${invoice_number}.csv` : 'packing_list.csv'
}

const packing = z.object({
  shipment: shipmentRow,
  lines: z.array(shipmentLine),
  boxes: z.array(box),
  /** One waybill may be on several boxes of the shipment. */
  may_share_waybills: z.boolean(),
  /** The moves of the shipment, each open, or closed with why. */
  moves: offeredMoves(shipmentMoveNames),
})

export const shipmentsCalls = {
  getShippingLabel: post('v1/erp/vendor/get-shipping-label', {
    summary: 'Shipping labels of a shipment, one per box.',
    callers: allowed.vendorDesk,
    takes: z.object({
      shipment_id: shipmentId,
      box_nos: z.array(boxNo).min(1).max(5_000).optional(),
      preview,
      print_as: printAs,
    }),
    gives: labels('shipping_labels'),
  }),
  getSkusLabel: post('v1/erp/vendor/get-skus-label', {
    summary: 'SKU labels for everything in a shipment or an order.',
    callers: allowed.vendorDesk,
    takes: skuLabelTakes,
    gives: labels('sku_labels'),
  }),
  getViewSkuLabels: post('v1/erp/vendor/get-view-sku-labels', {
    summary: 'Which SKU labels would be printed, and how many.',
    callers: allowed.vendorDesk,
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
            picture,
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
    callers: allowed.vendorDesk,
    takes: skuLabelTakes,
    gives: labels('sku_labels'),
  }),
  updateShipment: post('v1/erp/vendor/update-shipment', {
    summary: 'Make a shipment from pieces on the platform, change its lines, or cancel it.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: z
      .object({
        action: z.enum(['create', 'change', 'cancel']).default('create'),
        shipment_id: shipmentId.optional(),
        version: version.optional(),
        lines: z.array(shipmentLineIn).max(5_000).default([]),
      })
      .refine(seenWhere('change', 'cancel'), unseen),
    gives: json(z.object({ shipment: shipmentRow })),
  }),
  getShipments: post('v1/erp/vendor/get-shipments', {
    summary: 'Shipments, newest first, or their counts by status.',
    callers: allowed.vendorDesk,
    takes: z.object({ ...shipmentFilter, ...page, part }),
    gives: json(shipmentList),
  }),
  getPackingItems: post('v1/erp/vendor/get-packing-items', {
    summary: 'What a shipment holds and the boxes it is packed in.',
    callers: allowed.vendorDesk,
    takes: z.object({ shipment_id: shipmentId }),
    gives: json(packing),
  }),
  getShippingFile: post('v1/erp/vendor/get-shipping-file', {
    summary: 'Shipments and their lines as CSV.',
    callers: allowed.vendorDesk,
    takes: z.object({ ...shipmentFilter, shipment_id: shipmentId.optional() }),
    gives: csv('shipping_list.csv'),
  }),
  updatePackingItems: post('v1/erp/vendor/update-packing-items', {
    summary: 'Save the boxes of a shipment from the grid. Boxes keep their codes by box number.',
    callers: allowed.vendorDesk,
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
  uploadPackingList: upload('v1/erp/vendor/upload-packing-list', {
    summary: 'A packing list workbook for a shipment.',
    callers: allowed.vendorDesk,
    accept: ['.xlsx'],
    takes: z.object({ shipment_id: shipmentId, mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  downloadPackingFile: post('v1/erp/vendor/download-packing-file', {
    summary: 'Boxes and their contents as CSV, of a shipment or of an invoice.',
    callers: allowed.vendorDesk,
    takes: z.object({
      shipment_id: shipmentId.optional(),
      invoice_number: z.string().trim().min(1).max(60).optional(),
      /** Needed where several vendors have an invoice of this number. */
      supplier_id: supplierId.optional(),
    }),
    gives: csv(packingListName),
  }),
  getSamplePackingFileShipmentManagement: post('v1/erp/vendor/get-sample-packing-file-shipment-management', {
    summary: "A packing list workbook filled with the shipment's open lines.",
    callers: allowed.vendorDesk,
    takes: z.object({ shipment_id: shipmentId }),
    gives: xlsx((input: { shipment_id: string }) => `packing_list_${input.shipment_id}.xlsx`),
  }),
  uploadPackingFileShipmentManagement: upload('v1/erp/vendor/upload-packing-file-shipment-management/{shipment_id}', {
    summary: 'A packing list workbook for the shipment in the path.',
    callers: allowed.vendorDesk,
    accept: ['.xlsx'],
    takes: z.object({ shipment_id: shipmentId, mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  recoverShipment: post('v1/erp/vendor/recover-shipment', {
    summary: 'A cancelled or shipped shipment goes back to Awaiting packing while no box was inwarded.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: z.object({
      shipment_id: shipmentIdOr('Please select a shipment id to recover.'),
    }),
    gives: json(z.object({ shipment: shipmentRow })),
  }),
  getShipmentDetails: post('v1/erp/vendor/get-shipment-details', {
    summary: 'One shipment with its lines, boxes, tracking ids and history.',
    callers: allowed.vendorDesk,
    takes: z.object({ shipment_id: shipmentId }),
    gives: json(packing.extend({ history: z.array(timelineEvent) })),
  }),
  updateShipmentDetails: post('v1/erp/vendor/update-shipment-details', {
    summary: 'Edit tracking ids, weights, sizes, carrier and invoice number, or mark the shipment packed and shipped.',
    callers: allowed.vendorDesk,
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
            size: boxSize.nullish(),
          }),
        )
        .max(5_000)
        .default([]),
    }),
    gives: json(packing),
  }),
  getBulkShippingLabels: upload('v1/erp/china/get-bulk-shipping-labels', {
    summary: 'Shipping labels of the shipments or boxes that a sheet names, one file in the order of its rows.',
    callers: allowed.vendorDesk,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode, print_as: printAs }),
    gives: labels('shipping_labels'),
  }),
  lookAtBulkLabels: upload('selvedge/shipments/look-at-bulk-labels', {
    summary: 'What the labels of a sheet would be, row by row. Nothing is printed by looking.',
    callers: allowed.vendorDesk,
    accept: ['.xlsx', '.csv'],
    changes: false,
    // Sent as the upload itself is; looking tells of all rows in any case.
    takes: z.object({ mode: takeMode }),
    gives: json(
      z.object({
        rows: z.array(
          z.object({
            row: z.int(),
            shipment_id: z.string(),
            /** Labels of this row. */
            labels: z.int(),
            fault: faultSchema.nullable(),
          }),
        ),
        shipments: z.int(),
        /** Boxes in the order of the labels. */
        ssccs: z.array(z.string()),
        faults: z.int(),
      }),
    ),
  }),
  shippingLabelsOfBoxes: post('selvedge/shipments/labels-of-boxes', {
    summary: 'Shipping labels of boxes by their SSCC, of any of one’s shipments, in the order given.',
    callers: allowed.vendorDesk,
    takes: z.object({
      ssccs: z.array(z.string().trim().min(1).max(40)).min(1).max(mostLabels),
      preview,
      print_as: printAs,
    }),
    gives: labels('shipping_labels'),
  }),
  boxLabelsAtQc: post('selvedge/qc/box-labels', {
    summary:
      'Shipping labels of boxes that lie at QC, in China or India, where theirs came off: printed by who works there.',
    callers: eitherOf(qc.chinaQc, india.indiaReceive),
    takes: z.object({
      ssccs: z.array(z.string().trim().min(1).max(40)).min(1).max(200),
      preview,
      print_as: printAs,
    }),
    gives: labels('shipping_labels'),
  }),
  sampleBulkLabels: post('selvedge/shipments/sample-bulk-labels', {
    summary: 'The sheet to fill in, with the shipments that are packed and not shipped yet.',
    callers: allowed.vendorDesk,
    takes: z.object({ supplier_id: supplierId.optional() }),
    gives: xlsx('bulk_shipping_labels.xlsx'),
  }),
}
