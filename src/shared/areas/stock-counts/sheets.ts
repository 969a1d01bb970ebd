import { column, nmSku, sheet, shownOfSku } from '../../kernel/sheet.ts'
import { conditionNames } from '../stock/words.ts'
import { stockCountWords } from './words.ts'

/** What lies at a site, a row a place and SKU; without a quantity a row says nothing. */
export const stockCountSheet = sheet({
  name: 'stockCount',
  noRows: stockCountWords.noRows,
  columns: {
    place: column.text('Shelf', '货架', { also: ['Place', '位置', 'Shelf code'], maxLength: 30, width: 16 }),
    nm_sku: nmSku,
    ...shownOfSku,
    condition: column.choice(conditionNames, 'Condition', '品相', {}),
    expected: column.shown('On hand', '账面数量'),
    // Required, so that a sheet without any count is refused instead of read as "nothing new". As screen and export call it, too.
    counted: column.quantity('Counted quantity', '实点数量', {
      ...{ required: true, mayBeEmpty: true },
      also: ['Counted', 'Counted pcs', '已盘件数', 'Counted pieces', 'Pieces', 'Quantity', 'Qty', '数量', '件数'],
    }),
  },
})
