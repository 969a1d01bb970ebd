import { sql } from 'kysely'
import type { stockCountsArea } from '../../../shared/areas/stock-counts/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { closeCountedPlace, downloadStockCountSheet, saveCounted, scanCounted, uploadStockCount } from './counted.ts'
import {
  cancelStockCount,
  countLineQuery,
  getCountSites,
  getStockCount,
  postStockCount,
  startStockCount,
  stockCountQuery,
} from './counts.ts'

export const stockCountsServer: ServerArea<typeof stockCountsArea> = {
  routes: {
    getStockCounts: stockCountQuery.page,
    getStockCountLines: countLineQuery.page,
    getCountSites,
    startStockCount,
    getStockCount,
    saveCounted,
    scanCounted,
    closeCountedPlace,
    downloadStockCountSheet,
    uploadStockCount,
    postStockCount,
    cancelStockCount,
  },
  exports: { exportStockCounts: stockCountQuery, exportStockCountLines: countLineQuery },
  // No vendor hears of what lies where.
  feeds: { stock_count: () => sql`false` },
}
