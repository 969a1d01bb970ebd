import type { retoolArea } from '../../../shared/areas/retool/calls.ts'
import type { ServerArea } from '../../http/area.ts'
import { confirmOrder } from '../orders/answers.ts'
import { listOrders } from '../orders/orders.ts'
import { confirmShipment, saveShipmentData } from '../shipments/commands.ts'
import { getTentativeShipment, listShipments } from '../shipments/shipments.ts'

export const retoolServer: ServerArea<typeof retoolArea> = {
  routes: {
    getOrders: (input, work) => listOrders({ ...input, include_history: false }, work),
    getNewOrders: (input, work) => listOrders({ ...input, tab: 'new', include_history: false }, work),
    confirmOrder,
    getShipments: (input, work) => listShipments({ ...input, part: 'rows' }, work),
    confirmShipment,
    getTentativeShipment,
    saveShipmentData,
  },
}
