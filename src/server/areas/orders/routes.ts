import type { ordersArea } from '../../../shared/areas/orders/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { amendOrder } from './amend-order.ts'
import { recoverOosOrder, updateOrders } from './answers.ts'
import { decideOrders } from './approvals.ts'
import { cancelOrder, setUrgent } from './cancel-order.ts'
import { getOrdersFile } from './csv-files.ts'
import { decideProposal } from './decide-proposal.ts'
import { makeOrder } from './make-orders.ts'
import { decidedOrders, decisionOf, listConfirmedOrders, listPendingOrders, ordersToChase } from './ops-orders.ts'
import { orderBackground } from './order-background.ts'
import { orderableStyles, orderDestinations } from './order-choices.ts'
import { ordersOfVendor } from './order-rows.ts'
import { listRejectedOosOrders, orderQuery } from './orders.ts'
import { summarizePending } from './pending-sums.ts'
import { platformChoices, platformQuery } from './platform.ts'
import { downloadPlatformItems, uploadPlatformItems } from './platform-sheets.ts'
import { remindVendors } from './remind-vendors.ts'
import { saveScheduleQuantity } from './schedule.ts'
import { styleFinder } from './styles.ts'
import { orderFinder } from './trace-orders.ts'
import { skuFinder } from './trace-skus.ts'
import { saveVendorReasons, vendorReasons } from './vendor-reasons.ts'

export const ordersServer: ServerArea<typeof ordersArea> = {
  routes: {
    getOrders: orderQuery.page,
    updateOrders,
    getShippingItems: platformQuery.page,
    platformChoices,
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
    vendorReasons,
    saveVendorReasons,
    decideProposal,
    orderBackground,
    orderableStyles,
    orderDestinations,
    makeOrder,
    amendOrder,
    cancelOrder,
    setUrgent,
    ordersToChase,
    remindVendors,
  },
  exports: {
    exportOrders: orderQuery,
    exportPlatform: platformQuery,
    exportPendingOrders: decidedOrders(({ tab = 'pending' }) => decisionOf[tab]),
    exportConfirmedOrders: decidedOrders(() => 'APPROVED'),
  },
  feeds: { order: ordersOfVendor },
  finders: { order: orderFinder, sku: skuFinder, style: styleFinder },
}
