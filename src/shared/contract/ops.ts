import { z } from 'zod'
import { allowed } from '../domain/rights.ts'
import { json, post } from './grammar.ts'
import { day, orderId, orderRow, orderSort, pieces, price, remark } from './shapes.ts'

const callers = allowed.opsDesk

/** The filter of both ops lists; "all that match" in an approval means this filter. */
export const filter = {
  search: z.string().trim().max(80).optional(),
  supplier_id: z.string().max(40).optional(),
  exception: z.enum(['price_jump', 'late', 'new_vendor', 'any']).optional(),
  order_date_from: day.optional(),
  order_date_to: day.optional(),
}

/** Left out, each list keeps its own order: what needs a look first, or the newest. */
export const opsSort = { sort: orderSort.sort.unwrap().optional(), descending: orderSort.descending }

const paged = z.object({
  page: z.coerce.number().int().min(1).max(100_000),
  page_size: z.int().min(1).max(500).default(50),
  ...filter,
  ...opsSort,
  include_lines: z.boolean().default(false),
  include_history: z.boolean().default(false),
})

const orders = json(
  z.object({ rows: z.array(orderRow), page: z.int(), page_size: z.int(), total: z.int(), pages: z.int() }),
)

const exceptionCounts = z.object({ price_jump: z.int(), late: z.int(), new_vendor: z.int() })

export const ops = {
  getConfirmedOrders: post('retool/erp/ops/get-orders/confirmed/{page}', {
    summary: 'Orders that ops approved, newest first, by page.',
    callers,
    takes: paged,
    gives: orders,
  }),
  getPendingOrders: post('retool/erp/ops/get-orders/pending/{page}', {
    summary: 'Orders that wait for ops: exceptions first, then by supplier and deadline.',
    callers,
    takes: paged,
    gives: orders,
  }),
  getBulkOrdersForApproval: post('retool/erp/ops/get-bulk-orders-for-approval', {
    summary: 'Pending orders summed by supplier: what an approval of all that match would change.',
    callers,
    takes: z.object(filter),
    gives: json(
      z.object({
        suppliers: z.array(
          z.object({
            supplier_id: z.string(),
            supplier_name: z.string(),
            supplier_name_zh: z.string(),
            orders: z.int(),
            pieces,
            value: price,
            exceptions: exceptionCounts,
          }),
        ),
        orders: z.int(),
        pieces,
        value: price,
        exceptions: exceptionCounts,
      }),
    ),
  }),
  approveOrder: post('retool/erp/ops/approve-order', {
    summary: 'Approve, refuse or take back the decision on one order, several, or all pending ones that match.',
    callers,
    changes: true,
    takes: z.object({
      order_ids: z.array(orderId).min(1).max(5_000).optional(),
      all_matching: z.object(filter).optional(),
      decision: z.enum(['approve', 'refuse', 'withdraw']).default('approve'),
      remark: remark.optional(),
    }),
    gives: json(
      z.object({
        changed: z.array(z.string()),
        unchanged: z.array(z.object({ order_id: z.string(), reason: z.string() })),
      }),
    ),
  }),
}
