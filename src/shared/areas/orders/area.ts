import { z } from 'zod'
import type { Tone } from '../../kernel/area.ts'
import { area } from '../../kernel/area.ts'
import { chosen, listFile } from '../../kernel/list.ts'
import { notice, toHouse, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { nmSku, orderId, searchText, supplierId } from '../../kernel/shapes.ts'
import { orderMessages } from './amendments.ts'
import { exceptionWords } from './answers.ts'
import { confirmedFilter, filter as opsFilter, opsSort, ordersCalls, pendingTab } from './calls.ts'
import { orderFigures } from './figures.ts'
import { confirmedOrders, myOrders, pendingOrders, platformLines } from './lists.ts'
import { orderActionLabels } from './next-actions.ts'
import { buyingReasons } from './refusing.ts'
import { ordersRights } from './rights.ts'
import { orderFilter, orderSort } from './shapes.ts'
import { hiddenStatuses, type OrderStatus } from './status.ts'
import { proposalMessages, vendorReasonWords } from './vendor-reasons.ts'

const { vendorDesk, opsDesk } = ordersRights
const ofOps = { callers: opsDesk.roles, takes: { ...opsFilter, ...opsSort, order_ids: chosen(orderId) } }

const statuses = {
  'Awaiting shipment': 'neutral',
  Rejected: 'bad',
  'Added to shipping platform': 'active',
  'Partially shipped': 'active',
  'Fully shipped': 'good',
  'Ship by today': 'warn',
  'Shipment delayed': 'bad',
  'Out of stock': 'warn',
} as const satisfies Record<OrderStatus, Tone>

export const ordersArea = area({
  calls: ordersCalls,
  figures: orderFigures,
  rights: ordersRights,
  screens: [
    screen('orders', '/supplier/my-orders', 'My Orders', 'shopping-cart', vendorDesk),
    screen('orders', '/supplier/shipping-platform', 'Shipping Platform', 'box', vendorDesk),
    screen('orders', '/ops/all-pending-orders', 'All pending orders', 'inbox', opsDesk),
    screen('orders', '/ops/confirmed-orders', 'Confirmed orders', 'endorsed', opsDesk),
  ],
  lists: {
    'my-orders': vendorDesk,
    'shipping-platform': vendorDesk,
    'pending-orders': opsDesk,
    'confirmed-orders': opsDesk,
  },
  exports: {
    exportOrders: listFile('orders', myOrders, {
      summary: 'My orders as seen: matching or chosen rows, visible columns, in the reader’s words.',
      callers: vendorDesk.roles,
      takes: { ...orderFilter, ...orderSort, order_ids: chosen(orderId) },
    }),
    exportPlatform: listFile('shipping-platform', platformLines, {
      summary: 'The shipping platform as seen.',
      callers: vendorDesk.roles,
      takes: {
        search: searchText.optional(),
        supplier_id: supplierId.optional(),
        tab: z.enum(['awaiting', 'on_platform', 'all']).default('all'),
        lines: chosen(z.object({ order_id: orderId, nm_sku: nmSku })),
      },
    }),
    exportPendingOrders: listFile('pending-orders', pendingOrders, {
      summary: 'Orders that wait for ops, or those that they refused, as seen.',
      ...ofOps,
      takes: { ...ofOps.takes, tab: pendingTab },
    }),
    exportConfirmedOrders: listFile('confirmed-orders', confirmedOrders, {
      summary: 'Orders that ops approved, as seen.',
      ...ofOps,
      takes: { ...ofOps.takes, ...confirmedFilter },
    }),
  },
  notices: {
    orders_to_answer: notice('attention', {
      to: toVendor(vendorDesk, 'Answer'),
      label: 'Orders to answer',
      one: ['New order {{order_id}}: please answer it.', '/supplier/my-orders?order={{order_id}}'],
      many: ['{{count}} new orders: please answer them.', '/supplier/my-orders'],
    }),
    orders_withdrawn: notice('news', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Orders taken back before an answer',
      one: ['Order {{order_id}} was taken back. It needs no answer for now.', '/supplier/my-orders'],
      many: ['{{count}} orders were taken back. They need no answer for now.', '/supplier/my-orders'],
    }),
    proposal_taken: notice('news', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Proposals taken',
      one: [
        'Your proposal for order {{order_id}} was taken: its pieces await you again.',
        '/supplier/my-orders?order={{order_id}}',
      ],
      many: ['Your proposals for {{count}} orders were taken: their pieces await you again.', '/supplier/my-orders'],
    }),
    proposal_declined: notice('news', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Proposals declined',
      one: ['Your proposal for order {{order_id}} was declined.', '/supplier/my-orders?order={{order_id}}'],
      many: ['Your proposals for {{count}} orders were declined.', '/supplier/my-orders'],
    }),
    proposal_reopened: notice('news', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Decisions on proposals taken back',
      one: [
        'The decision on your proposal for order {{order_id}} was taken back.',
        '/supplier/my-orders?order={{order_id}}',
      ],
      many: ['The decisions on your proposals for {{count}} orders were taken back.', '/supplier/my-orders'],
    }),
    order_amended: notice('attention', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Orders amended',
      one: [
        'Order {{order_id}} was amended: please look at what changed.',
        '/supplier/my-orders?tab=all&order={{order_id}}',
      ],
      many: ['{{count}} orders were amended: please look at what changed.', '/supplier/my-orders'],
    }),
    orders_reminded: notice('attention', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Reminders of orders',
      one: [
        'We wait for your part of order {{order_id}}: please look at it.',
        '/supplier/my-orders?tab=all&order={{order_id}}',
      ],
      many: ['We wait for your part of {{count}} orders: please look at them.', '/supplier/my-orders'],
    }),
    orders_urgent: notice('attention', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Orders flagged as urgent',
      one: ['Order {{order_id}} is urgent now.', '/supplier/my-orders?tab=all&order={{order_id}}'],
      many: ['{{count}} orders are urgent now.', '/supplier/my-orders'],
    }),
    orders_cancelled: notice('problem', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Orders cancelled',
      one: ['Order {{order_id}} was cancelled.', '/supplier/my-orders'],
      many: ['{{count}} orders were cancelled.', '/supplier/my-orders'],
    }),
    orders_restored: notice('attention', {
      to: toVendor(vendorDesk, 'Open orders'),
      label: 'Cancellations taken back',
      one: [
        'Order {{order_id}} was cancelled by mistake and stands again.',
        '/supplier/my-orders?tab=all&order={{order_id}}',
      ],
      many: ['{{count}} orders were cancelled by mistake and stand again.', '/supplier/my-orders'],
    }),
    orders_to_approve: notice('attention', {
      to: toHouse(opsDesk, ['ops'], 'Open orders'),
      label: 'Orders to approve',
      one: ['New order {{order_id}} waits for approval.', '/ops/all-pending-orders?order={{order_id}}'],
      many: ['{{count}} new orders wait for approval.', '/ops/all-pending-orders'],
    }),
    pieces_refused: notice('problem', {
      to: toHouse(opsDesk, ['ops'], 'Open orders'),
      label: 'Pieces rejected or out of stock',
      one: [
        '{{vendor}} cannot deliver {{pieces}} pcs of order {{order_id}}.',
        '/ops/confirmed-orders?search={{order_id}}&order={{order_id}}',
      ],
      many: ['{{vendor}} cannot deliver all pieces of {{count}} orders.', '/ops/confirmed-orders?orders={{things}}'],
    }),
  },
  traces: {
    order: { place: 1, one: 'Order', many: 'Orders' },
    sku: { place: 4, one: 'SKU', many: 'SKUs' },
    style: { place: 5, one: 'Style', many: 'Styles' },
  },
  facts: {
    supplier: 'Supplier',
    style: 'Style',
    category: 'Category',
    skus: 'SKUs',
    colour: 'Colour',
    size: 'Size',
    ordered_on: 'Order date',
    deadline: 'Ship by',
    destination: 'Destination',
    unit_price: 'Unit price',
    remark: 'Remark',
  },
  actions: orderActionLabels,
  entities: ['order'],
  feed: { order: ordersRights.vendorDesk },
  events: {
    'order.created': 'Order placed',
    'order.approved': { word: 'Approved', wordsAreInternal: true, beginsForVendors: true },
    'order.not_approved': { word: 'Refused', isInternal: true },
    'order.approval_withdrawn': { word: 'Approval taken back', wordsAreInternal: true, endsForVendors: true },
    'order.refusal_withdrawn': { word: 'Refusal taken back', isInternal: true },
    'order.answered': 'Answered by the vendor',
    'order.reopened': 'Answer taken back',
    'order.scheduled': 'Quantities scheduled',
    'order.recovered': 'Pieces recovered',
    'order.amended': { word: 'Order amended', namesPrice: true },
    'order.corrected': { word: 'Changed before the vendor saw it', isInternal: true, namesPrice: true },
    'order.cancelled': { word: 'Order cancelled', namesPrice: true },
    'order.restored': 'Cancellation taken back',
    'order.reminded': 'Vendor reminded',
    'order.urgent_set': 'Flagged as urgent',
    'order.urgent_unset': 'No longer flagged as urgent',
    'order.proposal_taken': 'Proposal taken',
    'order.proposal_declined': 'Proposal declined',
    'order.proposal_reopened': 'Decision on the proposal taken back',
  },
  codes: {
    NEW: 'New',
    APPROVED: 'Approved',
    NOT_APPROVED: 'Refused',
    CANCELLED: 'Cancelled',
    ANSWERED: 'Answered',
    CONFIRMED: 'Confirmed',
    REJECTED: 'Rejected',
    OUT_OF_STOCK: 'Out of stock',
  },
  statuses,
  words: [
    ...Object.values(hiddenStatuses),
    ...Object.values(exceptionWords),
    ...Object.values(vendorReasonWords).map(({ en }) => en),
    ...buyingReasons,
    ...Object.values(proposalMessages),
    ...Object.values(orderMessages),
  ],
})
