import { sql } from 'kysely'
import type { purchaseOrdersArea } from '../../../shared/areas/purchase-orders/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { createPurchaseOrder } from './create-purchase-order.ts'
import { purchaseOrderFile } from './purchase-order-file.ts'
import { boxesToPurchaseQuery, purchaseOrderDetails, purchaseOrderQuery } from './purchase-orders.ts'
import { purchaseOrderFinder } from './trace.ts'

export const purchaseOrdersServer: ServerArea<typeof purchaseOrdersArea> = {
  routes: {
    createPurchaseOrder,
    boxesToPurchase: boxesToPurchaseQuery.page,
    purchaseOrders: purchaseOrderQuery.page,
    purchaseOrderDetails,
    purchaseOrderFile,
  },
  exports: { exportPurchaseOrders: purchaseOrderQuery, exportBoxesToPurchase: boxesToPurchaseQuery },
  // No vendor may follow them.
  feeds: { purchase_order: () => sql`false` },
  finders: { purchase_order: purchaseOrderFinder },
}
