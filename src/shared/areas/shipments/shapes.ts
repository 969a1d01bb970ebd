import { z } from 'zod'
import {
  boxNo,
  counts,
  instant,
  nmSku,
  orderId,
  picture,
  pieces,
  piecesOrNone,
  rowsTaken,
  trackingId,
  version,
  weightGrams,
} from '../../kernel/shapes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import { boxSize } from './box-size.ts'
import { shipmentMoveNames, shipmentStatuses } from './status.ts'

export const shipmentRow = z.object({
  shipment_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  status: z.enum(shipmentStatuses),
  created_date: instant,
  shipped_at: instant.nullable(),
  total_quantity: pieces,
  number_of_boxes: z.int(),
  /** Of them, those that China QC took in. */
  inwarded_boxes: z.int(),
  /** Volume of the boxes whose size is known, in m³; null while none is. */
  cbm: z.number().nullable(),
  /** Of its boxes, those whose size nobody gave: the volume is without them. */
  boxes_without_size: z.int(),
  tracking_ids: z.array(z.string()),
  destination: z.string(),
  destination_zh: z.string(),
  invoice_number: z.string().nullable(),
  carrier: z.string().nullable(),
  has_packing_list: z.boolean(),
  /** The file that download-packing-file gives of it, and what opens that; null while nothing is packed. */
  packing_list: z.string().nullable(),
  file_type: z.enum(['excel', 'pdf']).nullable(),
  allowed_moves: z.array(z.enum(shipmentMoveNames)),
  version,
})

export const shipmentList = z.object({
  rows: z.array(shipmentRow),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

export const shipmentLineIn = z.object({
  order_id: orderId,
  nm_sku: nmSku,
  quantity: piecesOrNone(sheetMessages.notPositive),
})

export const shipmentLine = z.object({
  order_id: z.string(),
  nm_sku: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  color: z.string(),
  color_zh: z.string(),
  picture,
  size: z.string(),
  size_rank: z.int(),
  /** Pieces of the order line. */
  requested_quantity: pieces,
  /** Of them, those that still wait to be put on the platform, and those that the vendor is out of. */
  awaiting_shipment_quantity: pieces,
  oos_quantity: pieces,
  /** Pieces promised to this shipment. */
  ready_quantity: pieces,
  quantity_in_box: pieces,
})

export const box = z.object({
  box_id: z.string(),
  box_no: z.string(),
  sscc: z.string().length(18),
  tracking_id: z.string().nullable(),
  weight_grams: z.int().nullable(),
  size: boxSize.nullable(),
  /** China QC took it in: its tracking id and weight stand. */
  is_inwarded: z.boolean(),
  items: z.array(z.object({ order_id: z.string(), nm_sku: z.string(), quantity: pieces })),
})
/** A box of the grid. A tracking id, weight or size left out stays as it was; null clears it. */

export const boxIn = z.object({
  box_no: boxNo,
  tracking_id: trackingId.nullish(),
  weight_grams: weightGrams.nullish(),
  size: boxSize.nullish(),
  items: z
    .array(z.object({ order_id: orderId, nm_sku: nmSku, quantity: piecesOrNone(sheetMessages.negativeInBox) }))
    .max(20000),
})
/** What a packing list or a platform sheet came to. */

export const uploadOutcome = z.object({
  ...rowsTaken,
  /** Without their contents, which the caller has just sent. */
  boxes: z.array(box.omit({ items: true })).optional(),
  shipment: shipmentRow.optional(),
  /** Pieces that are in no box and went back to the shipping platform. */
  to_platform: z.int().optional(),
})
