import { z } from 'zod'
import {
  counts,
  day,
  instant,
  nmSku,
  orderId,
  picture,
  pieces,
  piecesOrNone,
  price,
  reason,
  remark,
  searchText,
  supplierId,
  timelineEvent,
  version,
} from '../../kernel/shapes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import { shipmentStatuses } from '../shipments/status.ts'
import { orderDecisions } from './amendments.ts'
import { exceptionKinds } from './answers.ts'
import { orderStatuses } from './status.ts'
import { proposalKinds, vendorReasons } from './vendor-reasons.ts'

export const quantities = z.object({
  ordered: pieces,
  rejected: pieces,
  oos: pieces,
  awaiting: pieces,
  on_platform: pieces,
  packed: pieces,
  shipped: pieces,
})
export const skuDetail = z.object({
  nm_sku: z.string(),
  color: z.string(),
  color_zh: z.string(),
  /** Of the style in this colour. */
  picture,
  size: z.string(),
  size_rank: z.int(),
  quantities,
  /** Free on the platform, not yet promised to a shipment. */
  ready_quantity: pieces,
  vendor_decision: z.enum(['NEW', 'CONFIRMED', 'REJECTED', 'OUT_OF_STOCK']),
  reason: reason.nullable(),
  /** One of the vendor's own, where it gave one; `reason` is then "Other". */
  vendor_reason: z.enum(vendorReasons).nullish(),
  remark: z.string().nullable(),
})

/** What the vendor would do instead of refusing, and what ops made of it. Beside `kind`, what it is about is null. */
export const proposalRow = z.object({
  proposal_id: z.uuid(),
  state: z.enum(['OPEN', 'TAKEN', 'DECLINED']),
  kind: z.enum(proposalKinds),
  vendor_reason: z.enum(vendorReasons),
  remark: z.string(),
  ship_by: day.nullable(),
  unit_price: price,
  /** Pieces that come back to awaiting when it is taken. */
  lines: z.array(z.object({ nm_sku: z.string(), quantity: pieces })),
  proposed_at: instant,
  proposed_by: z.string(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  /** Why it was declined. */
  decline_reason: z.string().nullable(),
})

export type ProposalRow = z.output<typeof proposalRow>

/** One change of an order by ops: what it was and what it became; null where it stayed. */
export const amendmentRow = z.object({
  amended_at: instant,
  amended_by: z.string(),
  reason: z.string(),
  deadline: z.object({ from: day, to: day }).nullable(),
  /** Null as well for who sees no prices. */
  unit_price_from: price,
  unit_price_to: price,
  lines: z.array(
    z.object({
      nm_sku: z.string(),
      color: z.string(),
      color_zh: z.string(),
      size: z.string(),
      from: pieces,
      to: pieces,
    }),
  ),
})

export type AmendmentRow = z.output<typeof amendmentRow>

/** A line of an order that waits for the vendor's answer. */
export const newOrder = z.object({ nm_sku: z.string(), quantity: pieces })
/** Pieces of an order's line in a shipment that was not sent yet. */
export const currentShipment = z.object({
  shipment_id: z.string(),
  status: z.enum(shipmentStatuses),
  nm_sku: z.string(),
  /** Promised to the shipment; of them in its boxes. */
  quantity: pieces,
  quantity_in_box: pieces,
})
/** Pieces of an order's line in one box, with the carrier's number of the box. */
export const boxTracking = z.object({
  shipment_id: z.string(),
  box_id: z.string(),
  box_no: z.string(),
  tracking_id: z.string().nullable(),
  nm_sku: z.string(),
  quantity: pieces,
})
export const orderRow = z.object({
  order_id: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  picture,
  order_date: day,
  shipping_deadline: day,
  status: z.enum(orderStatuses),
  decision: z.enum(orderDecisions),
  /** NEW while a line waits for the vendor's answer. */
  vendor_decision: z.enum(['NEW', 'ANSWERED']),
  is_late: z.boolean(),
  is_urgent: z.boolean(),
  /** Set by ops; `is_urgent` is also what is due within a day. */
  is_flagged_urgent: z.boolean(),
  days_passed: z.int(),
  days_remaining: z.int(),
  unit_price: price,
  /** Price of the style that was approved or bought last; null for a first order. */
  previous_unit_price: price,
  /** By the style's record, of a first order that waits: what its price is compared with. */
  style_price: price,
  exceptions: z.array(z.enum(exceptionKinds)),
  total_order_quantity: pieces,
  quantities,
  destination: z.string(),
  destination_zh: z.string(),
  remark: z.string().nullable(),
  version,
  /** The four lists of an order come together, where its lines are asked for. */
  sku_details: z.array(skuDetail).optional(),
  /** The vendor's last proposal, beside the lines; null when there is none. */
  proposal: proposalRow.nullish(),
  /** What ops changed since the vendor saw the order, newest first; they themselves see what they changed before as well. */
  amendments: z.array(amendmentRow).optional(),
  new_orders: z.array(newOrder).optional(),
  current_shipment: z.array(currentShipment).optional(),
  box_tracking: z.array(boxTracking).optional(),
  history: z.array(timelineEvent).optional(),
})

export type OrderRow = z.output<typeof orderRow>

/** An order as somebody saw it. */
export const orderSeen = z.object({ order_id: orderId, version })

export type OrderSeen = z.output<typeof orderSeen>

/** What a summary of pending orders said of all that match. */
export const pendingSums = z.object({
  orders: z.int().min(1),
  pieces: z.int().min(1).max(10_000_000),
  value: z.object({ minor: z.int().min(0), currency: z.string().length(3) }),
})

export const orderFilter = {
  tab: z.enum(['new', 'confirmed', 'shipped', 'rejected_oos', 'all']).default('all'),
  status: z.array(z.enum(orderStatuses)).max(8).optional(),
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  order_ids: z.array(orderId).max(500).optional(),
  urgent: z.boolean().optional(),
  order_date_from: day.optional(),
  order_date_to: day.optional(),
}

export const orderSort = {
  sort: z.enum(['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity']).default('shipping_deadline'),
  descending: z.boolean().default(false),
}
export const orderList = z.object({
  rows: z.array(orderRow),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

export const lineAnswer = z.object({
  nm_sku: nmSku,
  ready_quantity: piecesOrNone(sheetMessages.notPositive),
  oos_quantity: piecesOrNone(sheetMessages.negativeOos).default(0),
  rejected_quantity: piecesOrNone().default(0),
  reason: reason.nullish(),
  /** One of the vendor's own that are on, instead of `reason`. */
  vendor_reason: z.enum(vendorReasons).nullish(),
  remark: remark.nullish(),
})

/** What the vendor would do instead of refusing: only with one of its own reasons, and what fits it. */
export const proposalIn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('date'), ship_by: day }),
  z.object({ kind: z.literal('price'), unit_price_minor: z.int().min(1).max(1_000_000_000) }),
  z.object({
    kind: z.literal('quantity'),
    lines: z
      .array(z.object({ nm_sku: nmSku, quantity: piecesOrNone() }))
      .min(1)
      .max(500),
  }),
])

/** The answer to one order. */
export const orderAnswer = z.object({
  order_id: orderId,
  version,
  lines: z.array(lineAnswer).max(500).default([]),
  proposal: proposalIn.nullish(),
})

/** Which of the vendor's own reasons are on. */
export const vendorReasonSetting = z.object({ reasons: z.array(z.enum(vendorReasons)), version })

export const shippingItem = z.object({
  order_id: z.string(),
  nm_sku: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  picture,
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  size_rank: z.int(),
  shipping_deadline: day,
  is_late: z.boolean(),
  is_urgent: z.boolean(),
  requested_quantity: pieces,
  awaiting_shipment_quantity: pieces,
  ready_quantity: pieces,
  reserved_quantity: pieces,
  oos_quantity: pieces,
  destination: z.string(),
  destination_zh: z.string(),
})

export type ShippingItem = z.output<typeof shippingItem>
