import type { retoolArea } from '../../../shared/areas/retool/calls.ts'
import type { ServerArea } from '../../http/area.ts'
import { confirmOrder } from '../orders/answers.ts'
import { orderQuery } from '../orders/orders.ts'
import { confirmShipment, saveShipmentData } from '../shipments/commands.ts'
import { getTentativeShipment, shipmentQuery } from '../shipments/shipments.ts'

export const retoolServer: ServerArea<typeof retoolArea> = {
  routes: {
    getOrders: (input, context) => orderQuery.page({ ...input, include_history: false }, context),
    getNewOrders: (input, context) => orderQuery.page({ ...input, tab: 'new', include_history: false }, context),
    confirmOrder,
    getShipments: (input, context) => shipmentQuery.page({ ...input, part: 'rows' }, context),
    confirmShipment,
    getTentativeShipment,
    saveShipmentData,
  },
}
