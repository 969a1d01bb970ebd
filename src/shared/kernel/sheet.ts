import { z } from 'zod'
import type { CodeForm } from './codes.ts'
import type { WorldColumn } from './world-codes.ts'
import type { DateOrder, Unit } from './written-units.ts'

/** The specification's messages (section 5) about the content of sheets: wording and translation key in one. */
export const sheetMessages = {
  notXlsx: 'Please upload .xlsx files.',
  noSkus: 'No skus provided in packing list.',
  invalidSku: 'Invalid sku format',
  invalidOrderId: 'Invalid order id format',
  invalidBox: 'Invalid box format',
  invalidQuantity: 'Invalid quantity format',
  invalidTrackingId: 'Invalid tracking id format',
  invalidCode: 'Invalid code format',
  ssccAsTracking: 'This is the SSCC of a box, not a tracking ID.',
  zeroInBox: 'Quantity in box is zero.',
  negativeInBox: 'Quantity in a box cannot be negative.',
  negative: 'A quantity cannot be negative.',
  negativeOos: 'OOS quantity cannot be negative.',
  notPositive: 'Out-of-stock or shipping quantity should be positive and cannot be zero.',
  multipleEntries: 'Multiple entries found.',
  otherRow: 'See row {{row}}.',
  otherRowOfSheet: 'See row {{row}} of the sheet “{{sheet}}”.',
  leftWithBox: 'The whole box {{box_no}} is left out, since a row of it has a fault.',
  changeLines: 'One of the lines of this shipment. Lines › Change lines… adds what is on the platform.',
  wrongTotal: 'The total is not the sum of its column.',
  noPackingDetails: 'Please provide packing details.',
  invalidBoxTracking: 'Invalid box tracking details.',
  notOnPlatform: 'Order and SKU not added to the shipping platform.',
  wrongOrderQuantity: 'Please enter correct quantity for order.',
  invalidAmount: 'Invalid amount format',
  negativeAmount: 'An amount cannot be negative.',
  invalidNumber: 'Invalid number format',
  invalidDate: 'Invalid date format',
  invalidChoice: 'This value is not in the list.',
  invalidLink: 'Invalid link format',
  tooLong: 'The text is too long.',
  notFilled: 'A required cell is empty.',
  untold: 'This row has faults that are not listed: the file has too many.',
  notAllMarked:
    'Only the first {{named}} faults are marked. There may be {{more}} more: they are found when these are corrected.',
} as const

/** Why a whole file is refused before its rows are looked at. Constant texts; particulars go in the refusal's params. */
export const refusalMessages = {
  empty: 'The file is empty.',
  notCsv: 'Please upload .xlsx or .csv files.',
  encrypted: 'The workbook is protected by a password. Remove the password and upload it again.',
  damaged: 'The file is damaged or incomplete.',
  tooLongText: 'The workbook holds a text that is longer than spreadsheets allow.',
  tooLarge: 'The file is too large.',
  tooLargeUnpacked: 'The file unpacks to more than is allowed.',
  forbiddenXml: 'The file contains declarations that are not allowed in a workbook.',
  tooManyRows: 'The sheet has too many rows.',
  tooManyColumns: 'The sheet has too many columns.',
  missingColumns: 'Columns are missing in the sheet.',
  repeatedColumn: 'A column appears twice in the sheet.',
  unknownColumns: 'Please say what these columns are, or that they are left out: {{columns}}.',
  onlyExample: 'Only the example of the template is there. Please fill in the rows beneath it.',
  unknownSheet: 'This sheet is not known by its name.',
  mergedCells: 'Merged cells are not read here. Please fill in each row.',
  tooManyPictures: 'The workbook has too many pictures.',
  tooSlow: 'The file took too long to read.',
  cancelled: 'The upload was cancelled.',
} as const

/** Read by whoever saved a sheet in another format, instead of the bare words of the specification: how to save it as .xlsx. */
export const saveAsXlsx = {
  [sheetMessages.notXlsx]:
    'Please upload .xlsx files: in Excel or WPS, choose “Save As” and the type “Excel Workbook (*.xlsx)”.',
  [refusalMessages.notCsv]:
    'Please upload .xlsx or .csv files: in Excel or WPS, choose “Save As” and the type “Excel Workbook (*.xlsx)”.',
} as const

/** Read instead of the bare words where the refusal has particulars: which columns, how many rows. */
export const fullerRefusals: Readonly<Record<string, string>> = {
  [refusalMessages.missingColumns]: 'Columns are missing in the sheet: {{columns}}.',
  [refusalMessages.repeatedColumn]: 'A column appears twice in the sheet: {{cells}}.',
  [refusalMessages.tooManyRows]: 'The sheet has too many rows: at most {{rows}} are read at once.',
  [refusalMessages.tooManyColumns]: 'The sheet has too many columns: at most {{columns}} are read.',
  [refusalMessages.tooManyPictures]: 'The workbook has too many pictures: at most {{pictures}} are read at once.',
}

/** Whether a file is named as Excel, WPS and the like name sheets that they save in other formats than .xlsx. */
export function isOtherSheet(name: string): boolean {
  return /\.(csv|xls|xlsm|xlsb|xlt|et|ett|ods|numbers|txt|tsv)$/i.test(name.trim())
}

/** Faults of a picture in a sheet. */
export const pictureFaults = {
  several: 'Two pictures lie on this row. Please leave one.',
  noRow: 'This picture lies on a row without a record.',
  linked: 'This picture is a link to a file elsewhere. Please insert it into the workbook.',
  unreadable: 'This picture cannot be read from the workbook. Please insert it as a picture over the cell.',
  text: 'A picture belongs into this cell, not text.',
  tooLarge: 'This picture has too many bytes.',
} as const

/** Hints of what would be right, shown beside a fault. */
export const expectations = {
  filled: 'A value is needed here.',
  code: 'Letters and digits as printed on the order or label.',
  recordCode: 'A code of letters and digits, such as GZ01 or DR-1008: no blanks.',
  amounts: 'An amount such as ¥121, Rs. 3,499 or 12.50 USD.',
  wholeNumber: 'A whole number of pieces.',
  wholeGrams: 'A weight in grams, such as 320, 320 g or 0.32 kg.',
  wholePlain: 'A whole number such as 12.',
  centimetres: 'A length in centimetres, such as 64.5 or 64.5 cm.',
  metres: 'A length in metres, such as 92.5 or 92.5 m.',
  percent: 'A percentage such as 3.5 or 3.5 %.',
  country: 'A country: CN or IN, China or India, 中国 or 印度.',
  time_zone: 'A time zone such as Asia/Kolkata, or China or India.',
  currency: 'A currency: CNY or INR, ¥ or ₹, RMB or Rs.',
  carrierNumber: 'The number that the carrier gave the parcel, or nothing.',
  textId: 'Type the id as text: the spreadsheet rounded this number.',
  notDate: 'Type the id as text: the spreadsheet made it a date.',
  formulaError: 'The formula in this cell gives an error.',
  formulaUnsaved:
    'The formula has no saved result: open the file in a spreadsheet program, save it and upload it again.',
  shorter: 'The value is too long.',
  amount: 'An amount such as 12.50.',
  amountWithCurrency: 'An amount with its currency, such as 12.50 USD.',
  signOfSeveral: 'Several currencies have this sign: write the code, such as 12.50 USD.',
  otherInHeader: 'The header says one currency and the amount another: please correct one of them.',
  otherInRow: 'The row’s currency is another than that of this amount: please leave one of them.',
  twoCurrencies: 'The header says one currency and the cell’s format another: write the amount with its currency.',
  otherCurrency: 'This sheet takes amounts in another currency.',
  fewerDecimals: 'Fewer digits behind the decimal point.',
  smaller: 'A smaller number.',
  number: 'A number such as 0.75.',
  date: 'A date such as 2026-03-14.',
  noSuchDay: 'There is no such day: write the date as 2026-03-14.',
  notInOrder:
    'There is no such day in the order that is chosen for this file: write it as 2026-03-14, or choose the other order.',
  plainDate: 'Day and month can be mistaken for each other here: write the date as 2026-03-14.',
  dayCount: 'This may be a spreadsheet’s count of days: show the cell as a date, or write it as 2026-03-14.',
  fromList: 'A value of the list in the template.',
  yesNo: 'Yes or no.',
  link: 'A web address that begins with https:// or http://.',
  linkWithoutLogin: 'A web address without a user name and password.',
} as const

/** A header in both languages; a reader accepts either, or both together. */
export interface Header {
  readonly en: string
  readonly zh: string
  /** In Hindi, for sheets that facilities fill in. */
  readonly hi?: string
}

/** Minor units (cents, fen, paise) of a currency, as everywhere on the wire. */
export interface Money {
  readonly minor: number
  readonly currency: string
}

/** A cell's value once it is read: a date is `yyyy-mm-dd`, a choice its key. */
export type CellValue = string | number | boolean | Money | null

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
  /** In characters; by the header's length unless given. */
  readonly width?: number
  /** The value that a sample file shows in this column. */
  readonly example?: CellValue
}

/** An id kept as text. */
export interface CodeColumn extends ColumnBase {
  readonly kind: 'code'
  readonly form: CodeForm
  /** Its codes are those of the world: a name or a sign of one is read as its code. */
  readonly world?: WorldColumn
  /** Its records are known by their names as well: text that is no code is left for whoever looks them up. */
  readonly isNamed?: boolean
}

/** Whole pieces. Zero is allowed where `zero` is absent. */
export interface QuantityColumn extends ColumnBase {
  readonly kind: 'quantity'
  readonly zero?: string
  readonly negative: string
  /** The unit where the number counts no pieces; null for a bare number. */
  readonly unit?: Unit | null
}

/** Amounts from zero up. Where there are several currencies, each cell names its own. */
export interface MoneyColumn extends ColumnBase {
  readonly kind: 'money'
  readonly currencies: readonly string[]
  /** The column of the sheet that says the currency of each row, where the sheet has it. */
  readonly currencyIn?: string
  readonly negative: string
}

/** Numbers from `least` to `most`, with so many digits behind the point at most. */
export interface DecimalColumn extends ColumnBase {
  readonly kind: 'decimal'
  readonly decimals: number
  readonly least: number
  readonly most: number
  /** 64,5 is 64.5, as the field on screen reads it; elsewhere it is refused, since 1,200 may be meant. */
  readonly takesComma?: boolean
  readonly unit?: Unit
}

/** One of a list, written in either language. */
export interface ChoiceColumn extends ColumnBase {
  readonly kind: 'choice'
  readonly choices: Readonly<Record<string, Header>>
}

/** Text as it stands, a day, yes or no, or a web address. */
export interface PlainColumn extends ColumnBase {
  readonly kind: 'text' | 'date' | 'yesNo' | 'link'
  /** From so many digits on a number may be the SSCC of a box: leading zeros that a spreadsheet took away are given back. */
  readonly ssccDigits?: number
  readonly world?: WorldColumn
}

export type SheetColumn = CodeColumn | QuantityColumn | MoneyColumn | DecimalColumn | ChoiceColumn | PlainColumn

/** Describes a sheet for the reader, the writer and the sample file alike. A plain value: it is posted to a thread. */
export interface SheetTemplate {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Answered when the header is there and no row is. */
  readonly noRows: string
  /** Columns that say what a row is about: of two rows about the same the later one is at fault. */
  readonly key?: readonly string[]
  /** `-` in a cell that need not be filled takes its value away; such a cell is read as `CLEARED`. */
  readonly clears?: true
  /** Rows may have a picture: in the column of this header, or lying anywhere on the row. */
  readonly pictures?: Header
  /** How this file is written, as its owner said. */
  readonly forms?: FileForms
}

/** How one file is written, where its cells do not say so: chosen once for all of it. */
export interface FileForms {
  readonly dates?: DateOrder | undefined
  /** The currency of amounts that name none. */
  readonly currency?: string | undefined
  /** Meanings of headers that no template has: the key of a column, or `LEFT_OUT`. */
  readonly columns?: Readonly<Record<string, string>> | undefined
  /** Meanings of choice values that no list has, by the column's key and `bareName`: the key of a choice. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
}

/** Said of a column that is not wanted. */
export const LEFT_OUT = '-'

/** The text of a cell that clears a value. */
export const CLEARED = '-'

/** A template that knows what its rows hold once they are read. */
export interface Sheet<Values = Record<string, CellValue>> extends SheetTemplate {
  /** For types alone. */
  readonly rowHolds?: Values
}

type Keyless<C> = C extends SheetColumn ? Omit<C, 'key'> : never

/** A column before its sheet gives it a key; `Value` is what its cells hold. */
export type Made<Value> = Keyless<SheetColumn> & { readonly holds?: Value }

type MadeColumns = Readonly<Record<string, Made<unknown>>>

type ValuesOf<C> = {
  readonly [K in keyof C as C[K] extends { holds?: infer V }
    ? [V] extends [never]
      ? never
      : K
    : never]-?: C[K] extends {
    holds?: infer V
  }
    ? V
    : never
}

/** One description of a sheet, its columns by key in their order. From it come template, sample, reading, faults and writing. */
export function sheet<C extends MadeColumns>(described: {
  name: string
  noRows: string
  columns: C
  key?: readonly (keyof C & string)[]
  clears?: true
  pictures?: Header
}): Sheet<ValuesOf<C>> {
  const { columns, ...rest } = described
  return { ...rest, columns: Object.entries(columns).map(([key, made]): SheetColumn => ({ ...made, key })) }
}

interface Options {
  also?: readonly string[]
  ssccDigits?: number
  world?: WorldColumn
  required?: boolean
  mayBeEmpty?: boolean
  invalid?: string
  maxLength?: number
  width?: number
  example?: CellValue
  /** The header in Hindi, written behind the other two. */
  hi?: string
}

/** A cell that must be filled is never null. */
type Filled<Value, O extends Options> = O extends { required: true }
  ? O extends { mayBeEmpty: true }
    ? Value | null
    : Value
  : Value | null

function base(en: string, zh: string, options: Options, usual: { invalid: string; maxLength: number }) {
  const { also, hi, required = false, ...rest } = options
  const header = { en, zh, ...(hi !== undefined && { hi }) }
  const aliases = [...(also ?? []), ...(hi === undefined ? [] : [hi, writtenHeader(header)])]
  return { ...usual, ...rest, header, required, ...(aliases.length > 0 && { aliases }) }
}

const usualCodes: Readonly<Record<CodeForm, { invalid: string; maxLength: number }>> = {
  orderId: { invalid: sheetMessages.invalidOrderId, maxLength: 40 },
  nmSku: { invalid: sheetMessages.invalidSku, maxLength: 40 },
  boxNo: { invalid: sheetMessages.invalidBox, maxLength: 30 },
  trackingId: { invalid: sheetMessages.invalidTrackingId, maxLength: 40 },
  recordCode: { invalid: sheetMessages.invalidCode, maxLength: 40 },
}

/** The makers of columns. Each takes both headers; `also` are other headers people use. */
export const column = {
  code<const O extends Options>(form: CodeForm, en: string, zh: string, options: O): Made<Filled<string, O>> {
    return { kind: 'code', form, ...base(en, zh, options, usualCodes[form]) }
  },

  /** Whole pieces; `zero` is said where none is wrong. */
  quantity<const O extends Options & { zero?: string; negative?: string; unit?: Unit | null }>(
    en: string,
    zh: string,
    options: O,
  ): Made<Filled<number, O>> {
    const { negative = sheetMessages.negative } = options
    return {
      kind: 'quantity',
      ...base(en, zh, options, { invalid: sheetMessages.invalidQuantity, maxLength: 7 }),
      negative,
    }
  },

  text<const O extends Options>(en: string, zh: string, options: O): Made<Filled<string, O>> {
    return { kind: 'text', ...base(en, zh, options, { invalid: sheetMessages.tooLong, maxLength: 200 }) }
  },

  /** Makes a column of amounts in one currency, or in several of which the cell names its own; at most `maxLength` digits in front of the point. */
  money<const O extends Options & { negative?: string; currencyIn?: string }>(
    currencies: readonly [string, ...string[]],
    en: string,
    zh: string,
    options: O,
  ): Made<Filled<Money, O>> {
    const { negative = sheetMessages.negativeAmount } = options
    const usual = { invalid: sheetMessages.invalidAmount, maxLength: 10 }
    return { kind: 'money', currencies, ...base(en, zh, options, usual), negative }
  },

  decimal<
    const O extends Options & { decimals: number; least?: number; most?: number; takesComma?: boolean; unit?: Unit },
  >(en: string, zh: string, options: O): Made<Filled<number, O>> {
    const { decimals, least = 0, most = 1e9, takesComma = false } = options
    const usual = { invalid: sheetMessages.invalidNumber, maxLength: 30 }
    return { kind: 'decimal', ...base(en, zh, options, usual), decimals, least, most, takesComma }
  },

  /** A day, held as `yyyy-mm-dd`. */
  date<const O extends Options>(en: string, zh: string, options: O): Made<Filled<string, O>> {
    return { kind: 'date', ...base(en, zh, options, { invalid: sheetMessages.invalidDate, maxLength: 30 }) }
  },

  /** One of a list by key; cells are written in both languages and read in either. */
  choice<K extends string, const O extends Options>(
    choices: Readonly<Record<K, Header>>,
    en: string,
    zh: string,
    options: O,
  ): Made<Filled<K, O>> {
    return {
      kind: 'choice',
      choices,
      ...base(en, zh, options, { invalid: sheetMessages.invalidChoice, maxLength: 100 }),
    }
  },

  yesNo<const O extends Options>(en: string, zh: string, options: O): Made<Filled<boolean, O>> {
    return { kind: 'yesNo', ...base(en, zh, options, { invalid: sheetMessages.invalidChoice, maxLength: 20 }) }
  },

  /** An http or https address without a user name. */
  link<const O extends Options>(en: string, zh: string, options: O): Made<Filled<string, O>> {
    return { kind: 'link', ...base(en, zh, options, { invalid: sheetMessages.invalidLink, maxLength: 500 }) }
  },

  /** For the eyes of who fills the sheet. */
  shown(en: string, zh: string, options: Pick<Options, 'hi'> = {}): Made<never> {
    return { kind: 'text', ...base(en, zh, options, { invalid: '', maxLength: 200 }), shownOnly: true }
  },
}

/** Columns that several sheets have: a header that one of them reads is read by all. */
export const nmSku = column.code('nmSku', 'NM SKU', '商品编码', { required: true, also: ['SKU', 'NM SKU Code'] })

/** Columns that tell an SKU's pieces from others by eye. */
export const shownOfSku = {
  style_id: column.shown('Style', '款号'),
  colour: column.shown('Colour', '颜色'),
  size: column.shown('Size', '尺码'),
}

/** Which SKU in which box of China QC a row is about; the box may be left empty where the sheet is uploaded for one. */
export const skuInBox = {
  box: column.text('Box SSCC', 'SSCC 箱码', {
    also: ['SSCC', 'Box', 'Box ID', '箱码'],
    invalid: sheetMessages.invalidBox,
    maxLength: 80,
    ssccDigits: 14,
  }),
  box_no: column.shown('Box No', '箱号'),
  shipment_id: column.shown('Shipment', '发货单'),
  nm_sku: nmSku,
  ...shownOfSku,
}

/** A header in all its languages, as workbooks have it. */
export function writtenHeader(header: Header): string {
  return [bilingual(header), header.hi].filter((one) => one !== undefined).join(' / ')
}

/** "Box No / 箱号": the header as written in samples and named in faults. */
export function bilingual(header: Header): string {
  return header.en === header.zh ? header.en : `${header.en} / ${header.zh}`
}

/** One row that shows how a sheet is filled in, for a sample. */
export function exampleRow({ columns }: SheetTemplate): Record<string, CellValue> {
  return Object.fromEntries(columns.map(({ key, example = null }) => [key, example]))
}

/**
 * One thing wrong in an uploaded sheet, as it travels: where it stands, what was found, the specification's message
 * (also the translation key) and, where it can be said, what would be right (a translation key as well); `values` fill the blanks of both.
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
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

export type Fault = z.infer<typeof faultSchema>
