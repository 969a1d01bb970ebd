import { column, sheet, sheetMessages, skuInBox } from '../../kernel/sheet.ts'

/** What can be wrong with the rows of a count: the specification's words where it has some, keys of translations all. */
export const countMessages = {
  otherBox: 'This row is for another box.',
  noBox: 'Please say which box this row is for.',
  notCounted: 'A SKU of this box is not counted in the sheet.',
  unreadable: 'Please count the pieces first.',
} as const

export const countExpectations = {
  thisBox: 'The SSCC of this box, or nothing.',
  anyBox: 'The SSCC of a box: the sheet is for several.',
  vendorsSku: 'A SKU of the vendor of this box.',
  zero: 'A row for every SKU of the box; 0 where none was there.',
} as const

/**
 * The count of boxes, a row per SKU. `declared` is read for one thing: where the whole column is empty, whoever counted did not
 * see what should be there.
 */
export const quantityValidation = sheet({
  name: 'quantityValidation',
  noRows: countMessages.unreadable,
  columns: {
    ...skuInBox,
    declared: column.text('Declared quantity', '装箱单数量', {
      also: ['Declared', '装箱数量', 'Declared quantity / 装箱数量'],
      invalid: sheetMessages.invalidQuantity,
      maxLength: 40,
    }),
    counted: column.quantity('Counted quantity', '实点数量', {
      required: true,
      also: ['Counted', 'Quantity', 'Qty', '数量'],
      negative: sheetMessages.negativeInBox,
    }),
  },
})
