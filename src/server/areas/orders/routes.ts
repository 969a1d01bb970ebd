import type { ordersArea } from '../../../shared/areas/orders/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { recoverOosOrder, updateOrders } from './answers.ts'
import { decideOrders, summarizePending } from './approvals.ts'
import { getOrdersFile } from './csv-files.ts'
import { listConfirmedOrders, listPendingOrders } from './ops-orders.ts'
import { listOrders, listRejectedOosOrders } from './orders.ts'
import { listShippingItems } from './platform.ts'
import { downloadPlatformItems, uploadPlatformItems } from './platform-sheets.ts'
import { saveScheduleQuantity } from './schedule.ts'
import { styleFinder } from './styles.ts'
import { orderFinder } from './trace-orders.ts'
import { skuFinder } from './trace-skus.ts'

export const ordersServer: ServerArea<typeof ordersArea> = {
  routes: {
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
  },
  finders: { order: orderFinder, sku: skuFinder, style: styleFinder },
}
