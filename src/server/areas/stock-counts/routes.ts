import { sql } from 'kysely'
import type { stockCountsArea } from '../../../shared/areas/stock-counts/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { countLineQuery } from './count-lines.ts'
import { stockCountQuery } from './count-rows.ts'
import { downloadStockCountSheet, uploadStockCount } from './count-sheets.ts'
import { saveCounted, scanCounted } from './counted.ts'
import { cancelStockCount, getStockCount, postStockCount, reverseStockCount } from './counts.ts'
import { closeCountedPlace, takeCountedPlace } from './place-turns.ts'
import { getCountSites, getStockCountSettings, saveStockCountSettings, startStockCount } from './start-count.ts'

export const stockCountsServer: ServerArea<typeof stockCountsArea> = {
  routes: {
    getStockCounts: stockCountQuery.page,
    getStockCountLines: countLineQuery.page,
    getCountSites,
    startStockCount,
    getStockCount,
    saveCounted,
    scanCounted,
    takeCountedPlace,
    closeCountedPlace,
    downloadStockCountSheet,
    uploadStockCount,
    postStockCount,
    cancelStockCount,
    reverseStockCount,
    getStockCountSettings,
    saveStockCountSettings,
  },
  exports: { exportStockCounts: stockCountQuery, exportStockCountLines: countLineQuery },
  // No vendor hears of what lies where.
  feeds: { stock_count: () => sql`false` },
}
