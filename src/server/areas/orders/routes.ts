import type { ordersCalls } from '../../../shared/areas/orders/calls.ts'
import type { Handlers } from '../../http/call.ts'
import { recoverOosOrder, updateOrders } from './answers.ts'
import { decideOrders, summarizePending } from './approvals.ts'
import { getOrdersFile } from './csv-files.ts'
import { listConfirmedOrders, listPendingOrders } from './ops-orders.ts'
import { listOrders, listRejectedOosOrders } from './orders.ts'
import { listShippingItems } from './platform.ts'
import { downloadPlatformItems, uploadPlatformItems } from './platform-sheets.ts'
import { saveScheduleQuantity } from './schedule.ts'

export const ordersRoutes: Handlers<typeof ordersCalls> = {
  getOrders: listOrders,
  updateOrders,
  getShippingItems: listShippingItems,
  getOrdersFile,
  downloadShipmentPlatformItems: downloadPlatformItems,
  uploadShipmentPlatformItems: uploadPlatformItems,
  getRejectedOosOrders: listRejectedOosOrders,
  saveScheduleQuantity,
  recoverOosOrder,
  getConfirmedOrders: listConfirmedOrders,
  getPendingOrders: listPendingOrders,
  getBulkOrdersForApproval: summarizePending,
  approveOrder: decideOrders,
}
