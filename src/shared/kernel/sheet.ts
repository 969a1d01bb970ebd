import { z } from 'zod'
import type { CodeForm } from './codes.ts'

/** The specification's messages (section 5) about the content of sheets: wording and translation key in one. */
export const sheetMessages = {
  notXlsx: 'Please upload .xlsx files.',
  noSkus: 'No skus provided in packing list.',
  invalidSku: 'Invalid sku format',
  invalidOrderId: 'Invalid order id format',
  invalidBox: 'Invalid box format',
  invalidQuantity: 'Invalid quantity format',
  invalidTrackingId: 'Invalid tracking id format',
  ssccAsTracking: 'This is the SSCC of a box, not a tracking ID.',
  zeroInBox: 'Quantity in box is zero.',
  negativeInBox: 'Quantity in a box cannot be negative.',
  negativeOos: 'OOS quantity cannot be negative.',
  notPositive: 'Out-of-stock or shipping quantity should be positive and cannot be zero.',
  multipleEntries: 'Multiple entries found.',
  noPackingDetails: 'Please provide packing details.',
  invalidBoxTracking: 'Invalid box tracking details.',
  notOnPlatform: 'Order and SKU not added to the shipping platform.',
  wrongOrderQuantity: 'Please enter correct quantity for order.',
} as const

/** Why a whole file is refused before its rows are looked at. Constant texts; particulars go in the refusal's params. */
export const refusalMessages = {
  empty: 'The file is empty.',
  notCsv: 'Please upload .xlsx or .csv files.',
  encrypted: 'The workbook is protected by a password. Remove the password and upload it again.',
  damaged: 'The file is damaged or incomplete.',
  tooLarge: 'The file is too large.',
  tooLargeUnpacked: 'The file unpacks to more than is allowed.',
  forbiddenXml: 'The file contains declarations that are not allowed in a workbook.',
  tooManyRows: 'The sheet has too many rows.',
  tooManyColumns: 'The sheet has too many columns.',
  missingColumns: 'Columns are missing in the sheet.',
  repeatedColumn: 'A column appears twice in the sheet.',
  tooSlow: 'The file took too long to read.',
  cancelled: 'The upload was cancelled.',
} as const

/** What would be right, said beside a fault. */
export const expectations = {
  filled: 'A value is needed here.',
  code: 'Letters and digits as printed on the order or label.',
  wholeNumber: 'A whole number of pieces.',
  carrierNumber: 'The number that the carrier gave the parcel, or nothing.',
  textId: 'Type the id as text: the spreadsheet rounded this number.',
  notDate: 'Type the id as text: the spreadsheet made it a date.',
  formulaError: 'The formula in this cell gives an error.',
  formulaUnsaved:
    'The formula has no saved result: open the file in a spreadsheet program, save it and upload it again.',
  shorter: 'The value is too long.',
} as const

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

/** A header in both languages; a reader accepts either, or both together. */
export interface Header {
  readonly en: string
  readonly zh: string
}

interface ColumnBase {
  readonly key: string
  readonly header: Header
  /** Other headers people give this column. */
  readonly aliases?: readonly string[]
  /** A required column must be in the sheet, and its cells filled unless they `mayBeEmpty`. */
  readonly required: boolean
  readonly mayBeEmpty?: boolean
  /** Written for the person who fills the sheet; ignored when the sheet comes back. */
  readonly shownOnly?: boolean
  /** The specification's message for a malformed or missing value. */
  readonly invalid: string
  readonly maxLength: number
}

/** An id kept as text. */
export interface CodeColumn extends ColumnBase {
  readonly kind: 'code'
  readonly form: CodeForm
}

/** Whole pieces. Zero is allowed where `zero` is absent. */
export interface QuantityColumn extends ColumnBase {
  readonly kind: 'quantity'
  readonly zero?: string
  readonly negative: string
}

export interface TextColumn extends ColumnBase {
  readonly kind: 'text'
}

export type SheetColumn = CodeColumn | QuantityColumn | TextColumn

/** What a sheet holds, for the reader, the writer and the sample file alike. A plain value: it travels to a thread. */
export interface SheetTemplate {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Answered when the header is there and no row is. */
  readonly noRows: string
}

/** "Box No / 箱号": the header as written in samples and named in faults. */
export function bilingual(header: Header): string {
  return header.en === header.zh ? header.en : `${header.en} / ${header.zh}`
}

/**
 * One thing wrong in an uploaded sheet, as it travels: where it stands, what was found, the specification's message
 * (also the translation key) and, where it can be said, what would be right (a translation key as well).
 * `row` is the sheet's own row number, `cell` its address ("C4"), `column` the template's bilingual header.
 */
export const faultSchema = z.object({
  sheet: z.string(),
  row: z.number().int(),
  column: z.string(),
  cell: z.string(),
  value: z.string(),
  message: z.string(),
  expected: z.string().optional(),
})

export type Fault = z.infer<typeof faultSchema>
