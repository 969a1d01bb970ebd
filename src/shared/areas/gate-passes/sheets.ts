import { column, sheet, sheetMessages } from '../../kernel/sheet.ts'
import { key } from '../../kernel/words.ts'
import { conditionNames } from '../stock/words.ts'

/** What is wrong with a row of a gate pass: English, and the keys of their translations. */
export const passSheetFaults = {
  unknownSku: key('Nobody knows this SKU.'),
  notThere: key('The source has fewer pieces free than the sheet sends.'),
  unknownShelf: key('The source has no such shelf.'),
  boxSealed: key('This box is sealed: open it before the sheet changes it.'),
  otherBox: key('This box of the pass was taken in as a whole.'),
  noRows: key('No SKUs were found in the sheet.'),
} as const

export const passSheetExpected = {
  free: '{{count}} pieces of all conditions asked for are free at the source.',
  boxNo: 'The number of a box of this pass, from 1, or nothing.',
} as const

/** What goes with a gate pass; rows with a box are packed into it at once. */
export const gatePassSheet = sheet({
  name: 'gatePassItems',
  noRows: passSheetFaults.noRows,
  columns: {
    nm_sku: column.code('nmSku', 'NM SKU', '商品编码', {
      required: true,
      also: ['SKU', 'EAN', 'SKU code', 'SKU编码', '条码'],
      invalid: sheetMessages.invalidSku,
    }),
    quantity: column.quantity('Quantity', '数量', { required: true, also: ['Qty', 'Pieces', '件数'] }),
    box_no: column.quantity('Box No', '箱号', { mayBeEmpty: true, also: ['Box', 'Box number', '箱'] }),
    condition: column.choice(conditionNames, 'Condition', '品质', { mayBeEmpty: true }),
    shelf: column.text('Shelf', '货架', {
      mayBeEmpty: true,
      invalid: sheetMessages.invalidCode,
      maxLength: 40,
    }),
    style: column.shown('Style', '款号'),
    color: column.shown('Colour', '颜色'),
    size: column.shown('Size', '尺码'),
    free: column.shown('Free at the source', '发货方可用'),
  },
})
