import { column, nmSku, sheet, shownOfSku } from '../../kernel/sheet.ts'
import { key } from '../../kernel/words.ts'

export const stockCountWords = {
  noPlace: key('This site has no such shelf.'),
  noSku: key('There is no such SKU.'),
  twice: key('This SKU stands twice for this place.'),
  noRows: key('Please count the pieces first.'),
  unknown: key('{{code}} is no SKU and no EAN.'),
  counted: key('{{nm_sku}}: {{counted}} counted in {{place}}.'),
  notTakenBack: key('This scan was not counted.'),
  noCount: key('There is no such stock count.'),
  isPosted: key('Stock count {{number}} is posted.'),
  isCancelled: key('Stock count {{number}} is cancelled.'),
  tooMany: key('More than {{most}} pieces of {{nm_sku}} in one place cannot be counted.'),
  noSite: key('There is no such site, or nothing is kept there.'),
  nothingCounted: key('Nothing was counted yet.'),
} as const

/** What lies at a site, a row a place and SKU; without a quantity a row says nothing. */
export const stockCountSheet = sheet({
  name: 'stockCount',
  noRows: stockCountWords.noRows,
  columns: {
    place: column.text('Shelf', '货架', { also: ['Place', '位置', 'Shelf code'], maxLength: 30, width: 16 }),
    nm_sku: nmSku,
    ...shownOfSku,
    condition: column.choice(
      {
        good: { en: 'Good', zh: '正品' },
        b_grade: { en: 'B-grade', zh: '次品' },
        damaged: { en: 'Damaged', zh: '破损' },
      },
      'Condition',
      '品相',
      {},
    ),
    expected: column.shown('On hand', '账面数量'),
    counted: column.quantity('Counted quantity', '实点数量', { also: ['Counted', 'Quantity', 'Qty', '数量'] }),
  },
})
