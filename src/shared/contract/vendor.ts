import { vendorLabels } from './vendor-labels.ts'
import { vendorOrders } from './vendor-orders.ts'
import { vendorPlatform } from './vendor-platform.ts'
import { vendorShipments } from './vendor-shipments.ts'

/** The calls under v1/erp/vendor/. */
export const vendor = { ...vendorOrders, ...vendorPlatform, ...vendorShipments, ...vendorLabels }
