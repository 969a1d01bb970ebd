import { z } from 'zod'
import { area, type EventKind } from '../../kernel/area.ts'
import { chosen, listFile, notPaged } from '../../kernel/list.ts'
import { screen } from '../../kernel/screens.ts'
import { stockCalls } from './calls.ts'
import { shelvesList, stockList, stockMovesList, stockStylesList } from './lists.ts'
import type { StockMoveKind } from './moves.ts'
import { stockRights } from './rights.ts'
import { conditionWords, documentWords, placeWords, stockMoveWords, stockReasons, stockWords } from './words.ts'

/** How many pieces of which SKUs at which sites; the moves of its document say from where to where. */
const tellsFeed = (detail: string) => ['pieces', 'sites', 'is_undo', 'skus', 'more_skus'].includes(detail)

const events = Object.fromEntries(
  Object.entries(stockMoveWords).map(([kind, word]): [string, EventKind] => [`stock.${kind}`, { word, tellsFeed }]),
) as Readonly<Record<`stock.${StockMoveKind}`, EventKind>>

const { seeStock, putAwayStock } = stockRights

export const stockArea = area({
  calls: stockCalls,
  rights: stockRights,
  screens: [
    screen('stock', '/warehouse/stock', 'Stock', 'layers', seeStock),
    screen('stock', '/warehouse/put-away', 'Put on shelves', 'grid-view', putAwayStock),
  ],
  lists: { stock: seeStock, 'stock-styles': seeStock, 'stock-moves': seeStock, shelves: seeStock },
  exports: {
    exportStock: listFile('stock', stockList, {
      summary: 'Stock as seen.',
      callers: seeStock.roles,
      takes: { ...notPaged(stockCalls.getStock), stock_ids: chosen(z.string().max(120)) },
    }),
    exportStockStyles: listFile('stock-styles', stockStylesList, {
      summary: 'Stock by style as seen.',
      callers: seeStock.roles,
      takes: { ...notPaged(stockCalls.getStockStyles), style_ids: chosen(z.string().max(40)) },
    }),
    exportStockMoves: listFile('stock-moves', stockMovesList, {
      summary: 'Moves of stock as seen.',
      callers: seeStock.roles,
      takes: { ...notPaged(stockCalls.stockMoves), move_ids: chosen(z.uuid()) },
    }),
    exportShelves: listFile('shelves', shelvesList, {
      summary: 'Shelves with what lies on them.',
      callers: seeStock.roles,
      takes: { ...notPaged(stockCalls.getWarehouseShelves), place_ids: chosen(z.uuid()) },
    }),
  },
  facts: { stock: 'Stock', in_transit: 'In transit' },
  entities: ['stock'],
  feed: { stock: seeStock },
  events,
  words: [
    ...[stockWords, conditionWords, placeWords, documentWords].flatMap((words) => Object.values<string>(words)),
    ...Object.values(stockReasons).flat(),
  ],
})
