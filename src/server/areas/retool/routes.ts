import type { retoolArea } from '../../../shared/areas/retool/calls.ts'
import type { ServerArea } from '../../http/area.ts'
import { confirmOrder } from '../orders/answers.ts'
import { orderQuery } from '../orders/orders.ts'
import { confirmShipment, saveShipmentData } from '../shipments/commands.ts'
import { getTentativeShipment, shipmentQuery } from '../shipments/shipments.ts'

export const retoolServer: ServerArea<typeof retoolArea> = {
  routes: {
    getOrders: (input, work) => orderQuery.page({ ...input, include_history: false }, work),
    getNewOrders: (input, work) => orderQuery.page({ ...input, tab: 'new', include_history: false }, work),
    confirmOrder,
    getShipments: (input, work) => shipmentQuery.page({ ...input, part: 'rows' }, work),
    confirmShipment,
    getTentativeShipment,
    saveShipmentData,
  },
}
