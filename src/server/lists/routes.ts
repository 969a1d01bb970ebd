import type { Taken } from '../../shared/contract/grammar.ts'
import type { houseLists } from '../../shared/contract/house-lists.ts'
import type { Handlers, Work } from '../http/call.ts'
import { decidedIdsInOrder } from '../ops/order-pages.ts'
import { ordersById } from '../orders/order-rows.ts'
import { userIdsInOrder, usersById } from '../people/user-list.ts'
import { orderIdsInOrder } from '../vendor/orders.ts'
import { itemIdsInOrder, itemsById } from '../vendor/platform.ts'
import { shipmentIdsInOrder, shipmentsById } from '../vendor/shipments.ts'
import { orderColumns, platformColumns, shipmentColumns, userColumns } from './export-columns.ts'
import { exportList, mostRows } from './export-list.ts'
import { getPreferences, setPreference } from './preferences.ts'
import { qcExports } from './qc-lists.ts'
import { changeView, createView, getViews, setDefaultView } from './views.ts'

const orders = { file: 'orders', columns: orderColumns, rowsById: ordersById }
const platform = { file: 'shipping_platform_list', columns: platformColumns, rowsById: itemsById }
const shipments = { file: 'shipments', columns: shipmentColumns, rowsById: shipmentsById }

const users = { file: 'users', columns: userColumns, rowsById: usersById }

type DecidedInput = Taken<(typeof houseLists)['exportPendingOrders']>

async function exportDecided(decision: 'NEW' | 'APPROVED', file: string, input: DecidedInput, work: Work) {
  return exportList({ ...orders, file }, input, await decidedIdsInOrder(decision, input, work, mostRows), work)
}

export const listsRoutes: Handlers<typeof houseLists> = {
  getPreferences,
  setPreference,
  getViews,
  createView,
  changeView,
  setDefaultView,
  exportOrders: async (input, work) => exportList(orders, input, await orderIdsInOrder(input, work, mostRows), work),
  exportPlatform: async (input, work) => exportList(platform, input, await itemIdsInOrder(input, work, mostRows), work),
  exportShipments: async (input, work) =>
    exportList(shipments, input, await shipmentIdsInOrder(input, work, mostRows), work),
  exportUsers: async (input, work) => exportList(users, input, await userIdsInOrder(input, work, mostRows), work),
  ...qcExports,
  exportPendingOrders: (input, work) => exportDecided('NEW', 'pending_orders', input, work),
  exportConfirmedOrders: (input, work) => exportDecided('APPROVED', 'confirmed_orders', input, work),
}
