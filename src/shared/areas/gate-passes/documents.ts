import { key } from '../../kernel/words.ts'
import type { PassType } from './rules.ts'

/**
 * The paper that goes with goods in India (rules, section 12): which one by the pair of GSTINs, its number, the tax on it. Rates and
 * thresholds are dated settings, which a tax adviser must confirm. Money is paise.
 */

export const documentKinds = {
  delivery_challan: key('Delivery challan'),
  stock_transfer_note: key('Stock transfer note'),
  tax_invoice: key('Tax invoice'),
} as const
export type DocumentKind = keyof typeof documentKinds

/** Who has which copy: rule 48 of the CGST Rules for invoices, rule 55 for what else moves goods. */
export const paperCopies = ['original', 'duplicate', 'triplicate'] as const
export type PaperCopy = (typeof paperCopies)[number]

/** English, the key of its translation. */
export function copyName(kind: DocumentKind, copy: PaperCopy): string {
  const isInvoice = kind === 'tax_invoice'
  const names: Readonly<Record<PaperCopy, string>> = {
    original: isInvoice ? key('Original for recipient') : key('Original for consignee'),
    duplicate: key('Duplicate for transporter'),
    triplicate: isInvoice ? key('Triplicate for supplier') : key('Triplicate for consigner'),
  }
  return names[copy]
}

/** As it stands on every page of that copy. */
export const copyMark = (kind: DocumentKind, copy: PaperCopy): string => copyName(kind, copy).toUpperCase()

/** What the number of each begins with. */
export const documentSeries: Readonly<Record<DocumentKind, string>> = {
  delivery_challan: 'DC',
  stock_transfer_note: 'STN',
  tax_invoice: 'TI',
}

/**
 * Goods that come back or are sent back are no supply and go on a challan, and so does what the house uses itself. Between two sites
 * of one GSTIN it is a stock transfer; between two GSTINs a supply, which wants a tax invoice.
 */
export function documentFor(pass: {
  type: PassType
  /** It brings returnable goods back. */
  is_return?: boolean
  from_gstin: string | null
  to_gstin: string | null
}): DocumentKind {
  const { type, is_return = false, from_gstin, to_gstin } = pass
  if (is_return || (type !== 'stock_transfer' && type !== 'non_returnable')) return 'delivery_challan'
  if (to_gstin === null || from_gstin === null)
    return type === 'stock_transfer' ? 'stock_transfer_note' : 'delivery_challan'
  return from_gstin === to_gstin ? 'stock_transfer_note' : 'tax_invoice'
}

/** The financial year of a day: April to March, as "26-27". */
export function financialYear(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  const two = (of: number) => String(of % 100).padStart(2, '0')
  return `${two(first)}-${two(first + 1)}`
}

/** At most the 16 characters that the law allows: "STN/26-27/000123". */
export function documentNumber(kind: DocumentKind, year: string, serial: number): string {
  return `${documentSeries[kind]}/${year}/${String(serial).padStart(6, '0')}`
}

/** Rates from a day on. */
export interface TaxRules {
  /** `yyyy-mm-dd`. */
  from: string
  /** Goods worth more than this need an e-way bill. */
  eway_threshold_minor: number
  /** By the first digits of the HSN code: the longest that fits. */
  hsn_rates: { hsn: string; percent: number }[]
  /** Of what no HSN rate fits, by the value of a piece: the first whose limit holds it; the last has none. */
  rates: { up_to_minor: number | null; percent: number }[]
}

/** Those in force on a day, null before the first. */
export function taxRulesOn(all: readonly TaxRules[], day: string): TaxRules | null {
  return all.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1))[0] ?? null
}

/** Percent on a piece of this HSN code and value. */
export function rateOf({ hsn_rates, rates }: TaxRules, pieceMinor: number, hsCode: string | null): number {
  const digits = hsCode?.replace(/\D/g, '') ?? ''
  const fits = hsn_rates.filter(({ hsn }) => digits.startsWith(hsn)).toSorted((a, b) => b.hsn.length - a.hsn.length)
  if (fits[0]) return fits[0].percent
  return rates.find(({ up_to_minor }) => up_to_minor === null || pieceMinor <= up_to_minor)?.percent ?? 0
}

/** What is wrong with rates as somebody wants to set them: English, and the keys of their translations. Null where nothing is. */
export function faultOfRules(all: readonly TaxRules[]): string | null {
  const isEndless = ({ rates }: TaxRules) =>
    rates.every(({ up_to_minor }, at) => (up_to_minor === null) === (at === rates.length - 1))
  const rises = ({ rates }: TaxRules) =>
    rates.every(
      ({ up_to_minor }, at) => at === 0 || up_to_minor === null || up_to_minor > (rates[at - 1]?.up_to_minor ?? 0),
    )
  if (new Set(all.map(({ from }) => from)).size !== all.length) return ruleFaults.sameDay
  if (!all.every(isEndless)) return ruleFaults.open
  if (!all.every(rises)) return ruleFaults.order
  if (!all.every(({ hsn_rates }) => new Set(hsn_rates.map(({ hsn }) => hsn)).size === hsn_rates.length))
    return ruleFaults.sameHsn
  return null
}

export const ruleFaults = {
  sameDay: 'Each day may stand once.',
  open: 'The last rate by value has no limit, and only that.',
  order: 'The limits of rates by value rise.',
  sameHsn: 'Each HSN code may stand once.',
} as const

export interface SplitTax {
  igst: number
  cgst: number
  sgst: number
}

/**
 * The tax on a value. Between states the whole rate is IGST; within one, half the rate is CGST and half SGST, each rounded half up by
 * itself, so they are alike.
 */
export function taxOn(valueMinor: number, rate: number, isSameState: boolean): SplitTax {
  if (!isSameState) return { igst: Math.round((valueMinor * rate) / 100), cgst: 0, sgst: 0 }
  const half = Math.round((valueMinor * rate) / 200)
  return { igst: 0, cgst: half, sgst: half }
}

/** A line of a tax invoice; the tax of the whole line is rounded, not that of a piece. */
export function taxedLine(
  rules: TaxRules,
  line: { quantity: number; unit_minor: number; hs_code: string | null },
  isSameState: boolean,
): { rate: number; tax: SplitTax } {
  const rate = rateOf(rules, line.unit_minor, line.hs_code)
  return { rate, tax: taxOn(line.quantity * line.unit_minor, rate, isSameState) }
}

/** States and union territories by the first two digits of a GSTIN. */
export const gstStates: Readonly<Record<string, string>> = {
  ...{ '01': 'Jammu and Kashmir', '02': 'Himachal Pradesh', '03': 'Punjab', '04': 'Chandigarh', '05': 'Uttarakhand' },
  ...{ '06': 'Haryana', '07': 'Delhi', '08': 'Rajasthan', '09': 'Uttar Pradesh', '10': 'Bihar', '11': 'Sikkim' },
  ...{ '12': 'Arunachal Pradesh', '13': 'Nagaland', '14': 'Manipur', '15': 'Mizoram', '16': 'Tripura' },
  ...{ '17': 'Meghalaya', '18': 'Assam', '19': 'West Bengal', '20': 'Jharkhand', '21': 'Odisha', '22': 'Chhattisgarh' },
  ...{ '23': 'Madhya Pradesh', '24': 'Gujarat', '26': 'Dadra and Nagar Haveli and Daman and Diu', '27': 'Maharashtra' },
  ...{ '29': 'Karnataka', '30': 'Goa', '31': 'Lakshadweep', '32': 'Kerala', '33': 'Tamil Nadu', '34': 'Puducherry' },
  ...{ '35': 'Andaman and Nicobar Islands', '36': 'Telangana', '37': 'Andhra Pradesh', '38': 'Ladakh' },
}

/** "06 Haryana"; empty where the GSTIN is not known. */
export function placeOfSupply(gstin: string | null): string {
  const code = gstin?.slice(0, 2) ?? ''
  return gstStates[code] === undefined ? '' : `${code} ${gstStates[code]}`
}

/** Whether both lie in one state, by their GSTINs; also where neither is known. */
export function isSameState(from: string | null, to: string | null): boolean {
  return from?.slice(0, 2) === to?.slice(0, 2)
}

/**
 * What whoever makes a pass between two sites should know of its paper before it is packed: English, the key of its translation, with its
 * values; null where the goods stay in their state, or go on no tax invoice.
 */
export function stateWarning(
  pass: Parameters<typeof documentFor>[0],
): { message: string; values: Record<string, string> } | null {
  const [from, to] = [placeOfSupply(pass.from_gstin), placeOfSupply(pass.to_gstin)]
  if (documentFor(pass) !== 'tax_invoice' || isSameState(pass.from_gstin, pass.to_gstin)) return null
  return { message: documentWarnings.otherState, values: { from, to } }
}

/** What must be known before goods leave with their paper: English, and the keys of their translations. */
export const documentFaults = {
  noValue:
    'The value of {{count}} SKUs is not known, such as {{nm_sku}}: the tax invoice needs it. Somebody who sees prices must give it.',
  noRules: 'No tax rates are set for this day.',
} as const

/** What whoever sends should know: English, and the keys of their translations. */
export const documentWarnings = {
  eway: 'The goods are worth more than the threshold of an e-way bill: please enter its number.',
  gstin: 'A GSTIN of the source or the destination is not known: the paper cannot say it.',
  hsn: 'HSN codes of {{count}} SKUs are not known: the paper leaves them empty.',
  otherState:
    'From {{from}} to {{to}} the goods go to another state: a tax invoice with IGST goes with them, which needs their value, and above the threshold an e-way bill.',
  value: 'What {{count}} of the packed SKUs are worth is not known: the paper says so in place of their value.',
} as const
