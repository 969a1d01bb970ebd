import type { Contract } from '../../shared/contract/index.ts'
import type { Handlers } from '../http/call.ts'
import { summarizePending } from './approval-summary.ts'
import { decideOrders } from './approvals.ts'
import { listConfirmedOrders, listPendingOrders } from './order-pages.ts'

export const opsRoutes: Handlers<Contract['ops']> = {
  getConfirmedOrders: listConfirmedOrders,
  getPendingOrders: listPendingOrders,
  getBulkOrdersForApproval: summarizePending,
  approveOrder: decideOrders,
}
