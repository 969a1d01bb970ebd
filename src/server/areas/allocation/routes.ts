import { sql } from 'kysely'
import type { allocationArea } from '../../../shared/areas/allocation/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { calculateAllocation, calculateJob } from './calculate.ts'
import { lockAllocationCells, removeOutwards, removeStyles, shortlistOutwards, shortlistStyles } from './choose.ts'
import { createAllocation, getAllocationConfig, saveAllocationSettings } from './create.ts'
import { rejectAllocation, submitAllocation, submitOutwards } from './freeze.ts'
import { allocationGrid, inwardQuery, outwardQuery, outwardsSummary, styleQuery } from './lines.ts'
import { createAllocationPasses } from './passes.ts'
import { replayJob, replaySettings } from './replay.ts'
import { addReplenishmentStyles, replenishmentOverall, replenishmentStyles, snoozeStyles } from './replenishment.ts'
import {
  cancelReplenishment,
  createReplenishment,
  orderQuery,
  replenishmentSummary,
  sendReplenishment,
} from './replenishment-orders.ts'
import { storeStock, storeStockQuery } from './store-stock.ts'
import { getAllocation, taskQuery } from './tasks.ts'
import { sendTransfers, storeTransfers } from './transfers.ts'

/** Which store gets what of the warehouses' stock, and why. No vendor sees any of it. */
export const allocationServer: ServerArea<typeof allocationArea> = {
  routes: {
    getAllocationConfig,
    saveAllocationSettings,
    allocationTasks: taskQuery.page,
    createAllocation,
    calculateAllocation,
    getAllocation,
    allocationGrid,
    lockAllocationCells,
    allocationStyles: styleQuery.page,
    shortlistStyles,
    removeStyles,
    allocationOutwards: outwardQuery.page,
    shortlistOutwards,
    removeOutwards,
    submitOutwards,
    outwardsSummary,
    submitAllocation,
    rejectAllocation,
    createAllocationPasses,
    pendingStoreInwards: inwardQuery.page,
    replenishmentOrders: orderQuery.page,
    createReplenishment,
    replenishmentStyles,
    replenishmentOverall,
    replenishmentSummary,
    addReplenishmentStyles,
    sendReplenishment,
    cancelReplenishment,
    snoozeStyles,
    storeStock,
    storeTransfers,
    sendTransfers,
    replaySettings,
  },
  jobs: [calculateJob, replayJob],
  feeds: { allocation: () => sql`false`, replenishment: () => sql`false` },
  exports: {
    exportAllocations: taskQuery,
    exportAllocationLines: outwardQuery,
    exportReplenishmentOrders: orderQuery,
    exportStoreStock: storeStockQuery,
  },
}
