import { z } from 'zod'
import { post, table } from '../../kernel/call.ts'
import { listLimits } from '../../kernel/list.ts'
import { nmSku, orderId, shipmentId, supplierId } from '../../kernel/shapes.ts'
import { awaitingFilter, boxRef, invoiceNumber, qcFilter } from '../inspection/shapes.ts'
import { invoicesCalls } from '../invoices/calls.ts'
import { filter as opsFilter, opsSort } from '../orders/calls.ts'
import { allowed as orders } from '../orders/rights.ts'
import { orderFilter, orderSort } from '../orders/shapes.ts'
import { peopleCalls } from '../people/calls.ts'
import { allowed as people } from '../people/rights.ts'
import { qcBoxesCalls } from '../qc-boxes/calls.ts'
import { returnsCalls } from '../returns/calls.ts'
import { allowed as qc } from '../returns/rights.ts'
import { shipmentStatuses } from '../shipments/status.ts'

/** Columns of each list by id. The ids are those of the columns on screen; what a cell shows in two lines is two columns. */
const orderColumns = [
  'order_id',
  'flags',
  'style',
  'style_id',
  'supplier',
  'supplier_id',
  'order_date',
  'shipping_deadline',
  'days_remaining',
  'status',
  'vendor_decision',
  'exceptions',
  'ordered',
  'awaiting',
  'on_platform',
  'packed',
  'shipped',
  'oos',
  'rejected',
  'unit_price',
  'previous_unit_price',
  'value',
  'currency',
  'destination',
  'remark',
] as const

const platformColumns = [
  'order',
  'sku',
  'supplier',
  'style',
  'style_id',
  'colour',
  'size',
  'deadline',
  'flags',
  'awaiting',
  'ready',
  'oos',
  'requested',
  'reserved',
  'destination',
] as const

const shipmentColumns = [
  'shipment',
  'supplier',
  'status',
  'created',
  'shipped_at',
  'boxes',
  'pieces',
  'tracking',
  'destination',
  'invoice',
  'carrier',
] as const

const userColumns = ['name', 'email', 'role', 'team', 'vendor', 'status', 'last_sign_in', 'created'] as const

/** Boxes on their way to China QC. */
const awaitingColumns = [
  'box',
  'sscc',
  'tracking',
  'shipment',
  'supplier',
  'carrier',
  'shipped_at',
  'days_on_way',
  'pieces',
  'styles',
  'weight',
  'site',
] as const

const qcBoxColumns = [
  'box',
  'sscc',
  'tracking',
  'shipment',
  'supplier',
  'status',
  'styles',
  'inwarded_at',
  'age',
  'declared',
  'missing',
  'excess',
  'to_inspect',
  'on_hold',
  'passed',
  'failed',
  'ready',
  'invoiced',
  'shipped',
  'returned',
  'shelf',
  'invoice',
  'return_note',
  'weight',
] as const

const invoiceColumns = [
  'invoice',
  'state',
  'issued_on',
  'consignee',
  'suppliers',
  'boxes',
  'pieces',
  'total',
  'currency',
  'export_order',
  'missing',
  'created_by',
] as const

const returnNoteColumns = [
  'return_note',
  'state',
  'supplier',
  'reason',
  'remark',
  'boxes',
  'pieces',
  'photos',
  'carrier',
  'tracking',
  'created_at',
  'created_by',
] as const

export const exportColumns = {
  orders: orderColumns,
  platform: platformColumns,
  shipments: shipmentColumns,
  users: userColumns,
  awaiting: awaitingColumns,
  qcBoxes: qcBoxColumns,
  invoices: invoiceColumns,
  returnNotes: returnNoteColumns,
}
export type ExportColumnId<L extends keyof typeof exportColumns> = (typeof exportColumns)[L][number]

/** One line of plain text: what stands in a header must not start another line or row. */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** What an export looks like: which columns in which order, under which headers, in whose language. */
function looks<const I extends readonly [string, ...string[]]>(ids: I) {
  const column = z.object({ id: z.enum(ids), header: line(80) })
  return {
    format: z.enum(['csv', 'xlsx']).default('csv'),
    columns: z
      .array(column)
      .min(1, { error: 'Please show at least one column.' })
      .max(listLimits.exportedColumns)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'Multiple entries found.' }),
    /** Enumerated values in the reader's language, by their English word. */
    words: z
      .record(line(80), line(120))
      .refine((words) => Object.keys(words).length <= 200)
      .default({}),
    /** Of the reader: names are given in Chinese or English. */
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)
      .default('en'),
    time_zone: z.string().max(60).refine(isTimeZone).default('UTC'),
  }
}

const chosenOrders = z.array(orderId).min(1).max(listLimits.chosenRows).optional()

const chosenBoxes = z.array(boxRef).min(1).max(listLimits.chosenRows).optional()

const ofOps = {
  callers: orders.opsDesk,
  takes: z.object({ ...opsFilter, ...opsSort, order_ids: chosenOrders, ...looks(orderColumns) }),
}

/** What is seen of each list as a table: all rows that match, or the chosen ones, in the list's order. */
export const listExports = {
  exportOrders: post('selvedge/export/orders', {
    summary: 'My orders as seen: matching or chosen rows, visible columns, in the reader’s words.',
    callers: orders.vendorDesk,
    takes: z.object({ ...orderFilter, ...orderSort, order_ids: chosenOrders, ...looks(orderColumns) }),
    gives: table('orders'),
  }),
  exportPlatform: post('selvedge/export/shipping-platform', {
    summary: 'The shipping platform as seen.',
    callers: orders.vendorDesk,
    takes: z.object({
      search: z.string().trim().max(80).optional(),
      supplier_id: supplierId.optional(),
      tab: z.enum(['awaiting', 'on_platform', 'all']).default('all'),
      lines: z
        .array(z.object({ order_id: orderId, nm_sku: nmSku }))
        .min(1)
        .max(listLimits.chosenRows)
        .optional(),
      ...looks(platformColumns),
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
      shipment_ids: z.array(shipmentId).min(1).max(listLimits.chosenRows).optional(),
      ...looks(shipmentColumns),
    }),
    gives: table('shipments'),
  }),
  exportPendingOrders: post('selvedge/export/pending-orders', {
    summary: 'Orders that wait for ops, as seen.',
    ...ofOps,
    gives: table('pending_orders'),
  }),
  exportUsers: post('selvedge/export/users', {
    summary: 'Accounts as seen.',
    callers: people.manageUsers,
    takes: peopleCalls.getUsers.takes
      .pick({ search: true, role: true, team: true, vendor_id: true, status: true, sort: true, descending: true })
      .extend({
        user_ids: z.array(z.uuid()).min(1).max(listLimits.chosenRows).optional(),
        ...looks(userColumns),
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
    takes: z.object({ ...awaitingFilter, box_ids: chosenBoxes, ...looks(awaitingColumns) }),
    gives: table('awaiting_inward_boxes'),
  }),
  exportQcBoxes: post('selvedge/export/qc-boxes', {
    summary: 'Boxes at China QC as seen; a vendor takes its own.',
    callers: qc.chinaQcOutcome,
    takes: qcBoxesCalls.getInwardedBoxes.takes
      .pick({ sort: true, descending: true })
      .extend({ ...qcFilter, box_ids: chosenBoxes, ...looks(qcBoxColumns) }),
    gives: table('qc_boxes'),
  }),
  exportInvoices: post('selvedge/export/invoices', {
    summary: 'Invoices as seen.',
    callers: qc.chinaQc,
    takes: invoicesCalls.getInvoices.takes.omit({ cursor: true, page_size: true, part: true }).extend({
      invoice_numbers: z.array(invoiceNumber).min(1).max(listLimits.chosenRows).optional(),
      ...looks(invoiceColumns),
    }),
    gives: table('invoices'),
  }),
  exportReturnNotes: post('selvedge/export/return-notes', {
    summary: 'Return notes as seen; a vendor takes its own.',
    callers: qc.chinaQcOutcome,
    takes: returnsCalls.returnNotes.takes.omit({ cursor: true, page_size: true, part: true }).extend({
      return_notes: z.array(z.string().max(40)).min(1).max(listLimits.chosenRows).optional(),
      ...looks(returnNoteColumns),
    }),
    gives: table('return_notes'),
  }),
}
