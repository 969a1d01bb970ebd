import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'
import { downloadPackingFile, getOrdersFile, getShippingFile } from './csv-files.ts'
import { getShippingLabel, getSkuLabels, viewSkuLabels } from './labels.ts'
import { confirmOrder, updateOrders } from './order-answers.ts'
import { listOrders, listRejectedOosOrders } from './orders.ts'
import { updatePackingItems } from './packing-grid.ts'
import { uploadPackingList } from './packing-lists.ts'
import { listShippingItems } from './platform.ts'
import { downloadPlatformItems, uploadPlatformItems } from './platform-sheets.ts'
import { recoverOosOrder } from './recover-order.ts'
import { samplePackingFile } from './sample-packing-file.ts'
import { saveScheduleQuantity } from './schedule.ts'
import { confirmShipment, saveShipmentData, updateShipment } from './shipment-commands.ts'
import { updateShipmentDetails } from './shipment-details.ts'
import { recoverShipment } from './shipment-recovery.ts'
import { getPackingItems, getShipmentDetails, listShipments } from './shipments.ts'
import { getTentativeShipment } from './tentative-shipments.ts'
import { listVendors } from './vendors.ts'

export const vendorRoutes: Handlers<Contract['vendor']> = {
  getOrders: listOrders,
  updateOrders,
  getShippingItems: listShippingItems,
  updateShipment,
  getShipments: listShipments,
  getPackingItems,
  getShippingFile,
  updatePackingItems,
  getOrdersFile,
  uploadPackingList,
  downloadPackingFile,
  downloadShipmentPlatformItems: downloadPlatformItems,
  uploadShipmentPlatformItems: uploadPlatformItems,
  getSamplePackingFileShipmentManagement: samplePackingFile,
  uploadPackingFileShipmentManagement: uploadPackingList,
  getRejectedOosOrders: listRejectedOosOrders,
  saveScheduleQuantity,
  recoverShipment,
  recoverOosOrder,
  getShippingLabel,
  getSkusLabel: getSkuLabels,
  getViewSkuLabels: viewSkuLabels,
  getSkuLabels,
  getShipmentDetails,
  updateShipmentDetails,
}

/** The older set: the same nouns under other names. */
export const vendorRetoolRoutes: Handlers<Contract['vendorRetool']> = {
  getOrders: (input, work) => listOrders({ ...input, include_history: false }, work),
  getNewOrders: (input, work) => listOrders({ ...input, tab: 'new', include_history: false }, work),
  confirmOrder,
  getShipments: (input, work) => listShipments({ ...input, part: 'rows' }, work),
  confirmShipment,
  getTentativeShipment,
  saveShipmentData,
}

export const vendorsRoutes: Handlers<Contract['vendors']> = { getVendors: listVendors, postVendors: listVendors }
