import { z } from 'zod'
import { area } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { stockCountsCalls } from './calls.ts'
import { stockCountFigures } from './figures.ts'
import { conditionWords, countLines, leftReasonWords, stockCountStateWords, stockCounts } from './lists.ts'
import { stockCountsRights } from './rights.ts'
import { leftWords, stockCountWords } from './words.ts'

export const stockCountsArea = area({
  calls: stockCountsCalls,
  rights: stockCountsRights,
  figures: stockCountFigures,
  screens: [screen('stock', '/warehouse/stock-counts', 'Stock counts', 'clipboard', stockCountsRights.countStock)],
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
    'stock_count.place_taken': 'Counting of a shelf begun or taken over',
    'stock_count.place_reopened': 'Shelf opened again',
    'stock_count.place_left': 'Counting of a shelf ended',
    'stock_count.place_closed': 'Shelf counted in full',
    'stock_count.posted': 'Stock count posted',
    'stock_count.cancelled': 'Stock count cancelled',
    'stock_count.reversed': 'Stock count reversed',
  },
  statuses: { 'Under way': 'active', Posted: 'good', Cancelled: 'neutral' },
  words: [
    ...Object.values(stockCountWords),
    ...Object.values(stockCountStateWords),
    ...Object.values(conditionWords),
    ...Object.values(leftReasonWords),
    ...Object.values(leftWords).map(({ hint }) => hint),
  ],
})
