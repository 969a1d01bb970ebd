import { sheetMessages } from './sheet-messages.ts'
import type { CodeColumn, QuantityColumn, SheetColumn, TextColumn } from './sheet-template.ts'

/** Columns that several sheets have: a header that one of them reads is read by all. */

export const nmSku: CodeColumn = {
  key: 'nm_sku',
  header: { en: 'NM SKU', zh: '商品编码' },
  aliases: ['SKU', 'NM SKU Code'],
  kind: 'code',
  form: 'nmSku',
  required: true,
  invalid: sheetMessages.invalidSku,
  maxLength: 40,
}

/** For the eyes of who fills the sheet. */
export function shown(key: string, en: string, zh: string): TextColumn {
  return { key, header: { en, zh }, kind: 'text', required: false, shownOnly: true, invalid: '', maxLength: 200 }
}

/** What tells an SKU's pieces from others by eye. */
export const shownOfSku: readonly TextColumn[] = [
  shown('style_id', 'Style', '款号'),
  shown('colour', 'Colour', '颜色'),
  shown('size', 'Size', '尺码'),
]

/** Pieces, with the messages of pieces in a box unless the column brings its own. */
export function pieces(
  column: Pick<QuantityColumn, 'key' | 'header' | 'required'> & Partial<QuantityColumn>,
): QuantityColumn {
  return {
    kind: 'quantity',
    invalid: sheetMessages.invalidQuantity,
    negative: sheetMessages.negativeInBox,
    maxLength: 7,
    ...column,
  }
}

/** Which SKU in which box of China QC a row is about; the box may be left empty where the sheet is uploaded for one. */
export const skuInBox: readonly SheetColumn[] = [
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
  nmSku,
  ...shownOfSku,
]
