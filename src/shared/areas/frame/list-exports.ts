import { z } from 'zod'
import { post, table } from '../../kernel/call.ts'
import { chosen, fileLooks } from '../../kernel/list.ts'
import { nmSku, orderId, shipmentId, supplierId } from '../../kernel/shapes.ts'
import { awaitingFilter, boxRef, invoiceNumber, qcFilter } from '../inspection/shapes.ts'
import { invoicesCalls } from '../invoices/calls.ts'
import { invoices } from '../invoices/lists.ts'
import { filter as opsFilter, opsSort, pendingTab } from '../orders/calls.ts'
import { myOrders, pendingOrders, platformLines } from '../orders/lists.ts'
import { allowed as orders } from '../orders/rights.ts'
import { orderFilter, orderSort } from '../orders/shapes.ts'
import { peopleCalls } from '../people/calls.ts'
import { users } from '../people/lists.ts'
import { allowed as people } from '../people/rights.ts'
import { qcBoxesCalls } from '../qc-boxes/calls.ts'
import { qcBoxes } from '../qc-boxes/lists.ts'
import { awaitingBoxes } from '../receiving/lists.ts'
import { returnsCalls } from '../returns/calls.ts'
import { returnNotes } from '../returns/lists.ts'
import { allowed as qc } from '../returns/rights.ts'
import { shipments } from '../shipments/lists.ts'
import { shipmentStatuses } from '../shipments/status.ts'

const ofOps = {
  callers: orders.opsDesk,
  takes: z.object({ ...opsFilter, ...opsSort, order_ids: chosen(orderId), ...fileLooks(pendingOrders) }),
}

/** What is seen of each list as a table: all rows that match, or the chosen ones, in the list's order. */
export const listExports = {
  exportOrders: post('selvedge/export/orders', {
    summary: 'My orders as seen: matching or chosen rows, visible columns, in the reader’s words.',
    callers: orders.vendorDesk,
    takes: z.object({ ...orderFilter, ...orderSort, order_ids: chosen(orderId), ...fileLooks(myOrders) }),
    gives: table('orders'),
  }),
  exportPlatform: post('selvedge/export/shipping-platform', {
    summary: 'The shipping platform as seen.',
    callers: orders.vendorDesk,
    takes: z.object({
      search: z.string().trim().max(80).optional(),
      supplier_id: supplierId.optional(),
      tab: z.enum(['awaiting', 'on_platform', 'all']).default('all'),
      lines: chosen(z.object({ order_id: orderId, nm_sku: nmSku })),
      ...fileLooks(platformLines),
    }),
    gives: table('shipping_platform_list'),
  }),
  exportShipments: post('selvedge/export/shipments', {
    summary: 'Shipments as seen.',
    callers: orders.vendorDesk,
    takes: z.object({
      search: z.string().trim().max(80).optional(),
      supplier_id: supplierId.optional(),
      status: z.array(z.enum(shipmentStatuses)).max(4).optional(),
      shipment_ids: chosen(shipmentId),
      ...fileLooks(shipments),
    }),
    gives: table('shipments'),
  }),
  exportPendingOrders: post('selvedge/export/pending-orders', {
    summary: 'Orders that wait for ops, or those that they refused, as seen.',
    ...ofOps,
    takes: ofOps.takes.extend({ tab: pendingTab }),
    gives: table('pending_orders'),
  }),
  exportUsers: post('selvedge/export/users', {
    summary: 'Accounts as seen.',
    callers: people.manageUsers,
    takes: peopleCalls.getUsers.takes
      .pick({ search: true, role: true, team: true, vendor_id: true, status: true, sort: true, descending: true })
      .extend({
        user_ids: chosen(z.uuid()),
        ...fileLooks(users),
      }),
    gives: table('users'),
  }),
  exportConfirmedOrders: post('selvedge/export/confirmed-orders', {
    summary: 'Orders that ops approved, as seen.',
    ...ofOps,
    gives: table('confirmed_orders'),
  }),
  exportAwaitingBoxes: post('selvedge/export/awaiting-boxes', {
    summary: 'Boxes on their way to China QC, as seen.',
    callers: qc.chinaQc,
    takes: z.object({ ...awaitingFilter, box_ids: chosen(boxRef), ...fileLooks(awaitingBoxes) }),
    gives: table('awaiting_inward_boxes'),
  }),
  exportQcBoxes: post('selvedge/export/qc-boxes', {
    summary: 'Boxes at China QC as seen; a vendor takes its own.',
    callers: qc.chinaQcOutcome,
    takes: qcBoxesCalls.getInwardedBoxes.takes
      .pick({ sort: true, descending: true })
      .extend({ ...qcFilter, box_ids: chosen(boxRef), ...fileLooks(qcBoxes) }),
    gives: table('qc_boxes'),
  }),
  exportInvoices: post('selvedge/export/invoices', {
    summary: 'Invoices as seen.',
    callers: qc.chinaQc,
    takes: invoicesCalls.getInvoices.takes.omit({ cursor: true, page_size: true, part: true }).extend({
      invoice_numbers: chosen(invoiceNumber),
      ...fileLooks(invoices),
    }),
    gives: table('invoices'),
  }),
  exportReturnNotes: post('selvedge/export/return-notes', {
    summary: 'Return notes as seen; a vendor takes its own.',
    callers: qc.chinaQcOutcome,
    takes: returnsCalls.returnNotes.takes.omit({ cursor: true, page_size: true, part: true }).extend({
      return_notes: chosen(z.string().max(40)),
      ...fileLooks(returnNotes),
    }),
    gives: table('return_notes'),
  }),
}
