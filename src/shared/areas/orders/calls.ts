import { z } from 'zod'
import { csv, get, json, post, upload } from '../../kernel/call.ts'
import { refusalReasons } from '../../kernel/reasons.ts'
import {
  day,
  nmSku,
  orderId,
  page,
  part,
  pieces,
  piecesOrNone,
  piecesSaying,
  price,
  remark,
  searchText,
  supplierId,
  takeMode,
  version,
} from '../../kernel/shapes.ts'
import { sheetMessages } from '../../kernel/sheet.ts'
import { uploadOutcome } from '../shipments/shapes.ts'
import { chaseKinds } from './amendments.ts'
import { eachException, exceptionKinds } from './answers.ts'
import { manageOrdersCalls } from './manage-calls.ts'
import { buyingReasons } from './refusing.ts'
import { allowed } from './rights.ts'
import {
  orderAnswer,
  orderFilter,
  orderList,
  orderRow,
  orderSeen,
  orderSort,
  pendingSums,
  shippingItem,
  vendorReasonSetting,
} from './shapes.ts'
import { vendorReasons } from './vendor-reasons.ts'

/** The filter of both ops lists; "all that match" in an approval means this filter. */
export const filter = {
  search: searchText.optional(),
  supplier_id: z.string().max(40).optional(),
  /** `any`: with at least one; `none`: those that need no second look. */
  exception: z.enum([...exceptionKinds, 'any', 'none']).optional(),
  order_date_from: day.optional(),
  order_date_to: day.optional(),
}

/** Of confirmed orders: only those whose vendor proposes something that nobody decided on. */
export const confirmedFilter = {
  ...filter,
  open_proposal: z.boolean().optional(),
  /**
   * `unanswered`: its vendor said nothing yet; `overdue`: and was asked more than three days ago; `late`: open past its deadline; `short`: open, and the vendor has fewer than ordered;
   * `shipped_short`: nothing is open any more, and fewer were shipped than ordered.
   */
  chase: z.enum(chaseKinds).optional(),
}

/** Left out, each list keeps its own order: what needs a look first, or the newest. */
export const opsSort = { sort: orderSort.sort.unwrap().optional(), descending: orderSort.descending }

/** What waits for ops, what they refused, or what they cancelled later. */
export const pendingTab = z.enum(['pending', 'refused', 'cancelled']).default('pending')

const paged = z.object({
  page: z.coerce.number().int().min(1).max(100_000),
  page_size: z.int().min(1).max(500).default(50),
  ...filter,
  ...opsSort,
  /** Only these, among what matches. */
  order_ids: z.array(orderId).max(500).optional(),
  include_lines: z.boolean().default(false),
  include_history: z.boolean().default(false),
})

const orders = json(
  z.object({ rows: z.array(orderRow), page: z.int(), page_size: z.int(), total: z.int(), pages: z.int() }),
)

const exceptionCounts = z.object(eachException(() => z.int()))

/** What lines of the platform have in common, and how many they are. */
const platformChoice = z.object({ id: z.string(), name: z.string(), name_zh: z.string(), lines: z.int() })

const platformFilter = {
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  order_ids: z.array(orderId).max(500).optional(),
  style_id: z.string().max(60).optional(),
  destination_id: z.string().max(40).optional(),
  /** Past the day by which the order should have left. */
  late: z.boolean().optional(),
  /** `awaiting`: pieces can still be added; `on_platform`: pieces are ready for a shipment. */
  tab: z.enum(['awaiting', 'on_platform', 'all']).default('all'),
}

export const ordersCalls = {
  getConfirmedOrders: post('retool/erp/ops/get-orders/confirmed/{page}', {
    summary: 'Orders that ops approved, newest first, by page.',
    callers: allowed.opsDesk,
    takes: paged.extend(confirmedFilter),
    gives: orders,
  }),
  getPendingOrders: post('retool/erp/ops/get-orders/pending/{page}', {
    summary:
      'Orders that wait for ops, exceptions first, then by supplier and deadline; or those that ops refused or cancelled.',
    callers: allowed.opsDesk,
    takes: paged.extend({ tab: pendingTab }),
    gives: orders,
  }),
  getBulkOrdersForApproval: post('retool/erp/ops/get-bulk-orders-for-approval', {
    summary: 'Pending orders summed by supplier: what an approval of all that match would change.',
    callers: allowed.opsDesk,
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
    callers: allowed.opsDesk,
    changes: true,
    takes: z.object({
      /** As they were seen: one that changed since stays as it is. */
      orders: z.array(orderSeen).min(1).max(5_000).optional(),
      /**
       * Orders with exceptions are among them only where its `exception` says so, or `with_exceptions` does. Where other sums than
       * `expected` match by now, nothing is decided.
       */
      all_matching: z.object({ ...filter, expected: pendingSums }).optional(),
      with_exceptions: z.boolean().optional(),
      decision: z.enum(['approve', 'refuse', 'withdraw']).default('approve'),
      /** A refusal takes both. The screens offer reasons of buying, and "Other"; the specification's are taken as well. */
      reason: z.enum([...buyingReasons, ...refusalReasons]).optional(),
      remark: remark.optional(),
    }),
    gives: json(
      z.object({
        /** As they stand now. */
        changed: z.array(z.object({ order_id: z.string(), version })),
        unchanged: z.array(
          z.object({
            order_id: z.string(),
            reason: z.string(),
            /** What fills the blanks of `reason`. */
            values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          }),
        ),
      }),
    ),
  }),
  getOrders: post('v1/erp/vendor/get-orders', {
    summary: 'Orders that ops approved, with filters, sort and keyset paging; or their counts by tab and status.',
    callers: allowed.vendorDesk,
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
    callers: allowed.vendorDesk,
    changes: true,
    takes: z.object({
      action: z.enum(['answer', 'reopen']).default('answer'),
      orders: z.array(orderAnswer).min(1).max(500),
    }),
    gives: json(z.object({ orders: z.array(orderRow) })),
  }),
  getOrdersFile: post('v1/erp/vendor/get-orders-file', {
    summary: 'Orders with their lines as CSV.',
    callers: allowed.vendorDesk,
    takes: z.object(orderFilter),
    gives: csv('orders_file.csv'),
  }),
  getRejectedOosOrders: post('v1/erp/vendor/get-rejected-oos-orders', {
    summary: 'Orders with refused or out-of-stock pieces, with their lines.',
    callers: allowed.vendorDesk,
    takes: z.object({
      search: searchText.optional(),
      supplier_id: supplierId.optional(),
      ...page,
    }),
    gives: json(orderList),
  }),
  recoverOosOrder: post('v1/erp/vendor/recover-oos-order', {
    summary: 'Refused or out-of-stock pieces go back to awaiting; left out lines mean all of them.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: z.object({
      order_id: orderId,
      lines: z
        .array(
          z.object({
            nm_sku: nmSku,
            quantity: piecesSaying({ zero: sheetMessages.notPositive, negative: sheetMessages.notPositive }),
          }),
        )
        .max(500)
        .optional(),
    }),
    gives: json(z.object({ order: orderRow })),
  }),
  getShippingItems: post('v1/erp/vendor/get-shipping-items', {
    summary: 'The shipping platform: confirmed lines with pieces to send.',
    callers: allowed.vendorDesk,
    takes: z.object({ ...platformFilter, ...page, part }),
    gives: json(
      z.object({
        rows: z.array(shippingItem),
        next_cursor: z.string().nullable(),
        counts: z.record(z.string(), z.int()).optional(),
      }),
    ),
  }),
  platformChoices: post('selvedge/orders/platform-choices', {
    summary:
      'Styles and destinations of what stands on the shipping platform, with their lines: what it can be narrowed to.',
    callers: allowed.vendorDesk,
    takes: z.object({ supplier_id: supplierId.optional() }),
    gives: json(z.object({ styles: z.array(platformChoice), destinations: z.array(platformChoice) })),
  }),
  downloadShipmentPlatformItems: post('v1/erp/vendor/download-shipment-platform-items', {
    summary: 'The shipping platform as a CSV to fill in.',
    callers: allowed.vendorDesk,
    takes: z.object(platformFilter),
    gives: csv('shipping_platform.csv'),
  }),
  uploadShipmentPlatformItems: upload('v1/erp/vendor/upload-shipment-platform-items', {
    summary: 'The filled platform sheet: quantities ready today and out of stock.',
    callers: allowed.vendorDesk,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ mode: takeMode }),
    gives: json(uploadOutcome),
  }),
  saveScheduleQuantity: post('v1/erp/vendor/save-schedule-quantity', {
    summary:
      'Set how many pieces of a line are ready today and how many are out of stock. Both are totals, not additions.',
    callers: allowed.vendorDesk,
    changes: true,
    takes: z.object({
      items: z
        .array(
          z.object({
            order_id: orderId,
            nm_sku: nmSku,
            ready_quantity: piecesOrNone(sheetMessages.notPositive).nullish(),
            oos_quantity: piecesOrNone(sheetMessages.negativeOos).nullish(),
          }),
        )
        .min(1)
        .max(5_000),
    }),
    gives: json(z.object({ items: z.array(shippingItem) })),
  }),
  vendorReasons: get('selvedge/orders/vendor-reasons', {
    summary: 'The vendor’s own reasons to refuse pieces that are on, beside the specification’s.',
    callers: allowed.vendorDesk,
    takes: z.object({}),
    gives: json(vendorReasonSetting),
  }),
  saveVendorReasons: post('selvedge/orders/save-vendor-reasons', {
    summary: 'Choose which of the vendor’s own reasons are on. What was refused with one keeps it.',
    callers: allowed.vendorReasons,
    changes: true,
    takes: z.object({ reasons: z.array(z.enum(vendorReasons)).max(vendorReasons.length), version }),
    gives: json(vendorReasonSetting),
  }),
  decideProposal: post('selvedge/orders/decide-proposal', {
    summary: 'Take what a vendor proposes instead of a refusal, decline it with a reason, or take that decision back.',
    callers: allowed.opsDesk,
    changes: true,
    takes: z.object({
      order_id: orderId,
      proposal_id: z.uuid(),
      decision: z.enum(['take', 'decline', 'withdraw']),
      /** Why it is declined. */
      reason: remark.optional(),
    }),
    gives: json(z.object({ order: orderRow })),
  }),
  ...manageOrdersCalls,
}
