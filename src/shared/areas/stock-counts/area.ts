import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { stockCountsCalls, stockCountsRights } from './calls.ts'
import { conditionWords, countLines, stockCountStateWords, stockCounts } from './lists.ts'
import { stockCountWords } from './sheets.ts'

export const stockCountsArea = area({
  calls: stockCountsCalls,
  rights: stockCountsRights,
  screens: [screen('warehouse', '/warehouse/stock-counts', 'Stock counts', 'clipboard', stockCountsRights.countStock)],
  lists: { 'stock-counts': stockCountsRights.countStock, 'stock-count-lines': stockCountsRights.countStock },
  exports: {
    exportStockCounts: listFile('stock-counts', stockCounts, {
      summary: 'Stock counts, as seen.',
      callers: stockCountsRights.countStock.roles,
      takes: { ...notPaged(stockCountsCalls.getStockCounts), numbers: chosen(z.string().max(30)) },
    }),
    exportStockCountLines: listFile('stock-count-lines', countLines, {
      summary: 'What was counted, as seen.',
      callers: stockCountsRights.countStock.roles,
      takes: { ...notPaged(stockCountsCalls.getStockCountLines), line_ids: chosen(z.uuid()) },
    }),
  },
  entities: ['stock_count'],
  feed: { stock_count: stockCountsRights.countStock },
  events: {
    'stock_count.started': 'Stock count started',
    'stock_count.counted': 'Count noted',
    'stock_count.place_closed': 'Shelf counted in full',
    'stock_count.posted': 'Stock count posted',
    'stock_count.cancelled': 'Stock count cancelled',
  },
  statuses: { 'Under way': 'active', Posted: 'good', Cancelled: 'neutral' },
  words: [...Object.values(stockCountWords), ...Object.values(stockCountStateWords), ...Object.values(conditionWords)],
})
