import { sql } from 'kysely'
import type { stockArea } from '../../../shared/areas/stock/area.ts'
import type { ServerArea } from '../../http/area.ts'
import { movePieces, regradeStock, takeUpStock, undoStock, writeOffStock } from './commands.ts'
import { stockMovesQuery } from './moves-list.ts'
import { stockQuery } from './on-hand.ts'
import { putAway } from './put-away.ts'
import { shelvesQuery } from './shelves.ts'
import { stockChoices } from './sites.ts'
import { stockOfStyle } from './style-stock.ts'
import { stockStylesQuery } from './styles.ts'

export const stockServer: ServerArea<typeof stockArea> = {
  routes: {
    getWarehouseShelves: shelvesQuery.page,
    getStock: stockQuery.page,
    getStockStyles: stockStylesQuery.page,
    stockOfStyle,
    stockMoves: stockMovesQuery.page,
    stockChoices,
    moveStock: movePieces,
    regradeStock,
    writeOffStock,
    takeUpStock,
    undoStock,
    putAway,
  },
  exports: {
    exportStock: stockQuery,
    exportStockStyles: stockStylesQuery,
    exportStockMoves: stockMovesQuery,
    exportShelves: shelvesQuery,
  },
  // What lies in our warehouses and shops is nobody's but ours.
  feeds: { stock: () => sql<boolean>`false` },
}
