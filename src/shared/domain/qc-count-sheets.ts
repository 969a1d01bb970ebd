import { sheetMessages } from './sheet-messages.ts'
import type { SheetTemplate, TextColumn } from './sheet-template.ts'

/** What can be wrong with the rows of a count: the specification's words where it has some, keys of translations all. */
export const countMessages = {
  otherBox: 'This row is for another box.',
  notCounted: 'A SKU of this box is not counted in the sheet.',
  unreadable: 'Please count the pieces first.',
} as const

export const countExpectations = {
  thisBox: 'The SSCC of this box, or nothing.',
  vendorsSku: 'A SKU of the vendor of this box.',
  zero: 'A row for every SKU of the box; 0 where none was there.',
} as const

function shown(key: string, en: string, zh: string): TextColumn {
  return { key, header: { en, zh }, kind: 'text', required: false, shownOnly: true, invalid: '', maxLength: 200 }
}

/**
 * The count of boxes, a row per SKU. `declared` is read for one thing: where the whole column is empty, whoever counted did not
 * see what should be there.
 */
export const quantityValidation: SheetTemplate = {
  name: 'quantityValidation',
  noRows: countMessages.unreadable,
  columns: [
    {
      key: 'box',
      header: { en: 'Box SSCC', zh: 'SSCC 箱码' },
      aliases: ['SSCC', 'Box', 'Box ID', '箱码'],
      kind: 'text',
      required: false,
      invalid: sheetMessages.invalidBox,
      maxLength: 80,
    },
    shown('box_no', 'Box No', '箱号'),
    shown('shipment_id', 'Shipment', '发货单'),
    {
      key: 'nm_sku',
      header: { en: 'NM SKU', zh: '商品编码' },
      aliases: ['SKU', 'NM SKU Code'],
      kind: 'code',
      form: 'nmSku',
      required: true,
      invalid: sheetMessages.invalidSku,
      maxLength: 40,
    },
    shown('style_id', 'Style', '款号'),
    shown('colour', 'Colour', '颜色'),
    shown('size', 'Size', '尺码'),
    {
      key: 'declared',
      header: { en: 'Declared quantity', zh: '装箱数量' },
      aliases: ['Declared'],
      kind: 'text',
      required: false,
      invalid: sheetMessages.invalidQuantity,
      maxLength: 40,
    },
    {
      key: 'counted',
      header: { en: 'Counted quantity', zh: '实点数量' },
      aliases: ['Counted', 'Quantity', 'Qty', '数量'],
      kind: 'quantity',
      required: true,
      invalid: sheetMessages.invalidQuantity,
      negative: sheetMessages.negativeInBox,
      maxLength: 7,
    },
  ],
}
