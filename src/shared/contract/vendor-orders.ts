import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { sheetMessages } from '../domain/sheet-messages.ts'
import { csv, json, post } from './grammar.ts'
import {
  lineAnswer,
  nmSku,
  orderFilter,
  orderId,
  orderList,
  orderRow,
  orderSort,
  page,
  part,
  piecesIn,
  supplierId,
  version,
} from './shapes.ts'

const callers = allowed.vendorDesk

/** Orders as the vendor works with them. */
export const vendorOrders = {
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
  getOrdersFile: post('v1/erp/vendor/get-orders-file', {
    summary: 'Orders with their lines as CSV.',
    callers,
    takes: z.object(orderFilter),
    gives: csv('orders_file.csv'),
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
}
