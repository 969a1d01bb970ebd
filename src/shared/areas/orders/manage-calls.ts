import { z } from 'zod'
import { get, json, post } from '../../kernel/call.ts'
import {
  day,
  money,
  nmSku,
  orderId,
  pieces,
  piecesOrNone,
  price,
  remark,
  searchText,
  version,
} from '../../kernel/shapes.ts'
import { vendorFigures } from '../scorecards/figures.ts'
import { chaseKinds } from './amendments.ts'
import { allowed } from './rights.ts'
import { orderRow } from './shapes.ts'

const code = z.string().trim().min(1).max(60)
const wantedLines = z.array(z.object({ nm_sku: nmSku, quantity: piecesOrNone() })).max(500)
const why = remark.min(1)
/** Of one piece. */
const unitPriceIn = money.extend({ minor: z.int().max(1_000_000_000) })
const oneOrder = json(z.object({ order: orderRow }))

/** A style that can be ordered, with what it comes in and what its last order cost. */
export const orderableStyle = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  skus: z.array(
    z.object({
      nm_sku: z.string(),
      color: z.string(),
      color_zh: z.string(),
      size: z.string(),
      size_rank: z.int(),
    }),
  ),
  /** The order before; null for a style that was never ordered. */
  last_order: z.object({ order_id: z.string(), order_date: day, pieces, unit_price: price }).nullable(),
})

/** Orders made by hand, amended, cancelled and hurried by ops. */
export const manageOrdersCalls = {
  orderBackground: post('selvedge/orders/background', {
    summary: 'What an approval weighs: what the style cost in its orders before, and how the vendor did of late.',
    callers: allowed.opsDesk,
    takes: z.object({ order_id: orderId }),
    gives: json(
      z.object({
        /** Newest first, at most six. */
        earlier: z.array(
          z.object({
            order_id: z.string(),
            order_date: day,
            supplier_id: z.string(),
            supplier_name: z.string(),
            supplier_name_zh: z.string(),
            pieces,
            unit_price: price,
          }),
        ),
        /** The scorecard of its vendor over so many days up to today. */
        vendor: z.object({ days: z.int(), figures: vendorFigures }),
      }),
    ),
  }),
  orderableStyles: post('selvedge/orders/styles', {
    summary: 'Styles to order, by a part of code or name: their SKUs, vendor and last order. At most 20.',
    callers: allowed.manageOrders,
    takes: z.object({ search: searchText.optional(), style_id: code.optional() }),
    gives: json(z.object({ rows: z.array(orderableStyle) })),
  }),
  orderDestinations: get('selvedge/orders/destinations', {
    summary: 'The sites to which an order may go in the end.',
    callers: allowed.manageOrders,
    takes: z.object({}),
    gives: json(
      z.object({
        sites: z.array(z.object({ id: z.string(), name: z.string(), name_zh: z.string() })),
        currency: z.string(),
      }),
    ),
  }),
  makeOrder: post('selvedge/orders/make', {
    summary:
      'Make one order of a style. Without an id it gets the next number; without a vendor it goes to the style’s. It waits for ops, unless the vendor answers first.',
    callers: allowed.manageOrders,
    changes: true,
    takes: z.object({
      order_id: orderId.nullish(),
      supplier_id: code.nullish(),
      style_id: code,
      destination_id: code,
      /** Today where left out. */
      order_date: day.nullish(),
      shipping_deadline: day,
      unit_price: unitPriceIn,
      is_urgent: z.boolean().default(false),
      remark: remark.nullish(),
      lines: wantedLines,
    }),
    gives: oneOrder,
  }),
  amendOrder: post('selvedge/orders/amend', {
    summary:
      'Change quantities, deadline or (before the vendor answered) the price of an order, with a reason. Lines left out stay; quantities are totals.',
    callers: allowed.manageOrders,
    changes: true,
    takes: z.object({
      order_id: orderId,
      version,
      reason: why,
      shipping_deadline: day.nullish(),
      unit_price: unitPriceIn.nullish(),
      lines: wantedLines.default([]),
    }),
    gives: oneOrder,
  }),
  cancelOrder: post('selvedge/orders/cancel', {
    summary: 'Cancel an order of which no piece is in a shipment, with a reason; or take that back (action restore).',
    callers: allowed.manageOrders,
    changes: true,
    takes: z.object({
      order_id: orderId,
      version,
      action: z.enum(['cancel', 'restore']).default('cancel'),
      /** A cancellation takes one. */
      reason: remark.optional(),
    }),
    gives: oneOrder,
  }),
  ordersToChase: post('selvedge/orders/to-chase', {
    summary: 'How many approved orders there are of each kind to run after; of one vendor, if named.',
    callers: allowed.opsDesk,
    takes: z.object({ supplier_id: z.string().max(40).optional() }),
    gives: json(z.object({ counts: z.record(z.enum(chaseKinds), z.int()) })),
  }),
  remindVendors: post('selvedge/orders/remind', {
    summary:
      'Tell the vendors of approved orders that we wait for them: one notice a vendor. An order that is done, or was reminded of within the hour, is told with its reason.',
    callers: allowed.manageOrders,
    changes: true,
    takes: z.object({ order_ids: z.array(orderId).min(1).max(5_000) }),
    gives: json(
      z.object({
        changed: z.array(z.string()),
        unchanged: z.array(z.object({ order_id: z.string(), reason: z.string() })),
      }),
    ),
  }),
  setUrgent: post('selvedge/orders/set-urgent', {
    summary: 'Flag orders as urgent, or take the flag off. What stays as it was is told with its reason.',
    callers: allowed.manageOrders,
    changes: true,
    takes: z.object({ order_ids: z.array(orderId).min(1).max(5_000), is_urgent: z.boolean() }),
    gives: json(
      z.object({
        changed: z.array(z.string()),
        unchanged: z.array(z.object({ order_id: z.string(), reason: z.string() })),
      }),
    ),
  }),
}
