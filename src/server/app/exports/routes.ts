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
  exportAwaitingBoxes: async (input, work) =>
    exportList(awaiting, input, await awaitingIdsInOrder(input, work, mostRows), work),
  exportQcBoxes: async (input, work) => exportList(boxes, input, await qcBoxIdsInOrder(input, work, mostRows), work),
  exportInvoices: async (input, work) =>
    exportList(invoices, input, await invoiceQuery.idsInOrder(input, work, mostRows), work),
  exportReturnNotes: async (input, work) =>
    exportList(notes, input, await noteList.idsInOrder(input, work, mostRows), work),
}

const orders = { ...myOrders, rowsById: ordersById }
const platform = { ...platformLines, rowsById: itemsById }
const shipments = { ...shipmentList, rowsById: shipmentsById }
const users = { ...userList, rowsById: userQuery.byId }

type DecidedInput = Taken<(typeof listExports)['exportPendingOrders']>

async function exportDecided(decision: 'NEW' | 'APPROVED', file: string, input: DecidedInput, work: CallContext) {
  return exportList({ ...orders, file }, input, await decidedIdsInOrder(decision, input, work, mostRows), work)
}

/** Every list as a file. */
export const exportRoutes: Handlers<typeof listExports> = {
  exportOrders: async (input, work) => exportList(orders, input, await orderIdsInOrder(input, work, mostRows), work),
  exportPlatform: async (input, work) => exportList(platform, input, await itemIdsInOrder(input, work, mostRows), work),
  exportShipments: async (input, work) =>
    exportList(shipments, input, await shipmentIdsInOrder(input, work, mostRows), work),
  exportUsers: async (input, work) => exportList(users, input, await userQuery.idsInOrder(input, work, mostRows), work),
  ...qcExports,
  exportPendingOrders: (input, work) => exportDecided('NEW', 'pending_orders', input, work),
  exportConfirmedOrders: (input, work) => exportDecided('APPROVED', 'confirmed_orders', input, work),
}
