import { hsCodeWords, plainText, readHsCode } from '../../kernel/codes.ts'
import { column, sheet, sheetMessages } from '../../kernel/sheet.ts'

/** What can be wrong with rows of these sheets beside their form: keys of translations. */
export const documentFaults = {
  noBoxes: 'No boxes were found in the sheet.',
  noStyles: 'No styles were found in the sheet.',
  otherStyle: 'This style is not in this order or invoice.',
  hsCode: hsCodeWords.wrong,
  origin: 'This is no country code of two letters.',
  netWeight: 'A net weight is a whole number of grams, more than zero.',
  tooLong: sheetMessages.tooLong,
  nothing: 'Nothing is filled in for this style.',
} as const

export const documentExpectations = {
  hsCode: hsCodeWords.expected,
  origin: 'A code such as CN or IN.',
  style: 'A style as printed in the template.',
  netWeight: 'Grams of one piece without packing, such as 180.',
} as const

/** Boxes that are to go on an invoice: a row is a box, and rows that are not wanted are deleted. */
export const boxesForInvoice = sheet({
  name: 'boxesForInvoice',
  noRows: documentFaults.noBoxes,
  columns: {
    box: column.text('Box code (SSCC)', '箱码（SSCC）', {
      ssccDigits: 16,
      required: true,
      also: ['SSCC', 'Box', 'Box ID', 'Box SSCC', 'Tracking ID', '箱码', 'SSCC箱码', '运单号'],
      invalid: sheetMessages.invalidBox,
      maxLength: 80,
    }),
    box_no: column.shown('Box No', '箱号'),
    shipment_id: column.shown('Shipment ID', '发货单号'),
    supplier: column.shown('Supplier', '供应商'),
    styles: column.shown('Styles', '款号'),
    passed: column.shown('Passed pieces', '合格件数'),
    ready: column.shown('Pieces ready for an invoice', '待开票件数'),
    weight: column.shown('Weight (g)', '重量（克）'),
    status: column.shown('Ready for an invoice', '是否待开票'),
  },
})

/** What customs want to know of styles. An empty cell leaves what is known. */
export const productDetails = sheet({
  name: 'productDetails',
  noRows: documentFaults.noStyles,
  columns: {
    style_id: column.text('Style', '款号', {
      required: true,
      also: ['Style ID', 'Style code', 'Style No'],
      invalid: documentFaults.otherStyle,
      maxLength: 40,
    }),
    style_name: column.shown('Style name', '款式名称'),
    pieces: column.shown('Pieces', '件数'),
    hs_code: column.text('HS code', '海关编码', {
      also: ['HS', 'HSN', 'HSN code', 'HS编码', '商品编码（HS）'],
      maxLength: 20,
    }),
    description: column.text('Description', '英文品名', { also: ['Description of goods', 'Description (English)'] }),
    description_zh: column.text('Description (Chinese)', '中文品名', { also: ['Chinese description', '品名'] }),
    composition: column.text('Composition', '成分', { also: ['Material', 'Fabric composition', '面料成分'] }),
    origin: column.text('Country of origin', '原产国', { also: ['Origin', 'Country', '原产地'], maxLength: 20 }),
    net_weight_grams: column.quantity('Net weight per piece (g)', '单件净重（克）', {
      also: ['Net weight', 'Net weight (g)', '净重', '净重（克）'],
      zero: documentFaults.netWeight,
      invalid: documentFaults.netWeight,
      negative: documentFaults.netWeight,
      maxLength: 6,
    }),
  },
})

/** What a sheet says of a style; null where its cell is empty. */
export interface CustomsFacts {
  hs_code: string | null
  description: string | null
  description_zh: string | null
  composition: string | null
  origin: string | null
  net_weight_grams: number | null
}

export type CustomsKey = keyof CustomsFacts

export const customsKeys: readonly CustomsKey[] = [
  'hs_code',
  'description',
  'description_zh',
  'composition',
  'origin',
  'net_weight_grams',
]

export interface CustomsProblem {
  field: CustomsKey | 'style_id'
  message: string
  expected?: string
}

/** A row's cells in the form that documents have them, or what is wrong with them. */
export function readCustoms(cells: Readonly<Record<string, string | number | null | undefined>>): {
  facts: CustomsFacts
  problems: CustomsProblem[]
} {
  const text = (key: CustomsKey) => plainText(String(cells[key] ?? '')) || null
  const problems: CustomsProblem[] = []
  const hs = text('hs_code')
  if (hs !== null && readHsCode(hs) === null)
    problems.push({ field: 'hs_code', message: documentFaults.hsCode, expected: documentExpectations.hsCode })
  const origin = text('origin')?.toUpperCase() ?? null
  if (origin !== null && !isCountry(origin))
    problems.push({ field: 'origin', message: documentFaults.origin, expected: documentExpectations.origin })
  const weight = cells.net_weight_grams ?? null
  const facts: CustomsFacts = {
    hs_code: hs && readHsCode(hs),
    description: text('description'),
    description_zh: text('description_zh'),
    composition: text('composition'),
    origin,
    net_weight_grams: weight === null ? null : Number(weight),
  }
  if (weight !== null && !(Number.isSafeInteger(Number(weight)) && Number(weight) > 0))
    problems.push({
      field: 'net_weight_grams',
      message: documentFaults.netWeight,
      expected: documentExpectations.netWeight,
    })
  if (problems.length === 0 && customsKeys.every((key) => facts[key] === null))
    problems.push({ field: 'style_id', message: documentFaults.nothing })
  return { facts, problems }
}

/** Codes of ISO 3166 that are kept for other uses than a country. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** Two letters that ISO 3166 gives a country. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined
}
