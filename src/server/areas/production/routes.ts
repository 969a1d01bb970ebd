import { sql } from 'kysely'
import type { productionArea } from '../../../shared/areas/production/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { assignVendors, getVendorAllocations, updateVendor } from './assign.ts'
import { completeCad, markerFile, markerOwner, uploadMarkerFile } from './cad.ts'
import { getOrderActionDraft, updateOrder } from './drafts.ts'
import { moveOrder, revertOrderAction, updateProductionOnHoldOrders } from './move-orders.ts'
import { downloadOrderFile, downloadSampleUpdateOrdersFile, updateOrdersViaFile } from './order-file.ts'
import { orderQuery } from './orders.ts'
import {
  createProductionPo,
  deleteProductionPo,
  poQuery,
  productionPoFile,
  updateProductionPo,
} from './purchase-orders.ts'
import { getReport, reportFile } from './report.ts'
import { jobCard, sendToProduction } from './send.ts'
import { getOrderActionSummary } from './summary.ts'
import { productionFinder } from './trace.ts'

/** Production orders in India. */
export const productionServer: ServerArea<typeof productionArea> = {
  routes: {
    getOrders: orderQuery.page,
    getOrderActionDraft,
    getOrderActionSummary,
    sendToProduction,
    moveOrder,
    updateOrder,
    assignVendors,
    downloadOrderFile,
    updateProductionOnHoldOrders,
    revertOrderAction,
    updateVendor,
    getReport,
    reportFile,
    getProductionPos: poQuery.page,
    createProductionPo,
    updateProductionPo,
    deleteProductionPo,
    getVendorAllocations,
    updateOrdersViaFile,
    downloadSampleUpdateOrdersFile,
    completeCad,
    uploadMarkerFile,
    markerFile,
    jobCard,
    productionPoFile,
  },
  exports: { exportProductionOrders: orderQuery, exportProductionPos: poQuery },
  finders: { production_order: productionFinder },
  fileOwners: [markerOwner],
  // Production is the company's own: no vendor's system hears of it.
  feeds: { production_order: () => sql<boolean>`false` },
}
