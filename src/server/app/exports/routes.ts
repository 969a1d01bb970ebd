import type { listExports } from '../../../shared/areas/frame/list-exports.ts'
import { invoices as invoiceList } from '../../../shared/areas/invoices/lists.ts'
import { myOrders, platformLines } from '../../../shared/areas/orders/lists.ts'
import { users as userList } from '../../../shared/areas/people/lists.ts'
import { qcBoxes } from '../../../shared/areas/qc-boxes/lists.ts'
import { awaitingBoxes } from '../../../shared/areas/receiving/lists.ts'
import { returnNotes as returnNoteList } from '../../../shared/areas/returns/lists.ts'
import { shipments as shipmentList } from '../../../shared/areas/shipments/lists.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { invoiceList as invoiceQuery } from '../../areas/invoices/invoices.ts'
import { decidedIdsInOrder } from '../../areas/orders/ops-orders.ts'
import { ordersById } from '../../areas/orders/order-rows.ts'
import { orderIdsInOrder } from '../../areas/orders/orders.ts'
import { itemIdsInOrder, itemsById } from '../../areas/orders/platform.ts'
import { userList as userQuery } from '../../areas/people/user-list.ts'
import { qcBoxIdsInOrder, qcBoxRows } from '../../areas/qc-boxes/boxes.ts'
import { awaitingIdsInOrder, awaitingRows } from '../../areas/receiving/awaiting-boxes.ts'
import { noteList } from '../../areas/returns/return-notes.ts'
import { shipmentIdsInOrder, shipmentsById } from '../../areas/shipments/shipments.ts'
import type { CallContext, Handlers } from '../../http/call.ts'
import { exportList, mostRows } from '../../lists/export-list.ts'

const awaiting = { ...awaitingBoxes, rowsById: awaitingRows }
const boxes = { ...qcBoxes, rowsById: qcBoxRows }
const invoices = { ...invoiceList, rowsById: invoiceQuery.byId }

const notes = { ...returnNoteList, rowsById: noteList.byId }

type QcExports = Pick<
  typeof listExports,
  'exportAwaitingBoxes' | 'exportQcBoxes' | 'exportInvoices' | 'exportReturnNotes'
>

/** The lists of China QC as files. */
export const qcExports: Handlers<QcExports> = {
  exportAwaitingBoxes: async (input, context) =>
    exportList(awaiting, input, await awaitingIdsInOrder(input, context, mostRows), context),
  exportQcBoxes: async (input, context) =>
    exportList(boxes, input, await qcBoxIdsInOrder(input, context, mostRows), context),
  exportInvoices: async (input, context) =>
    exportList(invoices, input, await invoiceQuery.idsInOrder(input, context, mostRows), context),
  exportReturnNotes: async (input, context) =>
    exportList(notes, input, await noteList.idsInOrder(input, context, mostRows), context),
}

const orders = { ...myOrders, rowsById: ordersById }
const platform = { ...platformLines, rowsById: itemsById }
const shipments = { ...shipmentList, rowsById: shipmentsById }
const users = { ...userList, rowsById: userQuery.byId }

type DecidedInput = Taken<(typeof listExports)['exportPendingOrders']>

async function exportDecided(decision: 'NEW' | 'APPROVED', file: string, input: DecidedInput, context: CallContext) {
  return exportList({ ...orders, file }, input, await decidedIdsInOrder(decision, input, context, mostRows), context)
}

/** Every list as a file. */
export const exportRoutes: Handlers<typeof listExports> = {
  exportOrders: async (input, context) =>
    exportList(orders, input, await orderIdsInOrder(input, context, mostRows), context),
  exportPlatform: async (input, context) =>
    exportList(platform, input, await itemIdsInOrder(input, context, mostRows), context),
  exportShipments: async (input, context) =>
    exportList(shipments, input, await shipmentIdsInOrder(input, context, mostRows), context),
  exportUsers: async (input, context) =>
    exportList(users, input, await userQuery.idsInOrder(input, context, mostRows), context),
  ...qcExports,
  exportPendingOrders: (input, context) => exportDecided('NEW', 'pending_orders', input, context),
  exportConfirmedOrders: (input, context) => exportDecided('APPROVED', 'confirmed_orders', input, context),
}
