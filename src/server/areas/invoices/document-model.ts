/**
 * A commercial invoice as people read it: what the workbook and the pages both say, so that neither can say more, less or
 * something else. Whoever loads it knows the database, whoever writes it knows a file format; here is neither.
 */
import { addressLines } from '../../../shared/kernel/languages.ts'
import { amountFacts } from './amount-in-words.ts'

export interface InvoiceParty {
  readonly name: string
  readonly address: string
  /** ISO 3166, two letters. */
  readonly country: string
  readonly taxId: string | null
  readonly contact: string | null
}

/** Pieces of one style on one order at one price. */
export interface InvoiceEntry {
  readonly orderId: string
  readonly quantity: number
  readonly unitPriceMinor: number
  readonly valueMinor: number
  /** Null where the style has no weight. */
  readonly netGrams: number | null
}

/** Entries of one style under one HS code. */
export interface InvoiceGroup {
  readonly styleId: string
  readonly styleName: string
  readonly styleNameZh: string
  readonly hsCode: string | null
  readonly description: string | null
  readonly descriptionZh: string | null
  readonly composition: string | null
  readonly origin: string | null
  readonly netGramsEach: number | null
  readonly entries: readonly InvoiceEntry[]
  readonly quantity: number
  readonly valueMinor: number
  readonly netGrams: number | null
}

export interface InvoiceDocument {
  readonly number: string
  /** `yyyy-mm-dd` */
  readonly issuedOn: string
  /** Why it is void; null for a live one. */
  readonly voidReason: string | null
  readonly exporter: InvoiceParty
  readonly consignee: InvoiceParty
  /** As the exporter said when it was issued; null where it had not. */
  readonly paymentTerms: string | null
  readonly bank: string | null
  readonly currency: string
  readonly exportOrder: {
    readonly number: string
    readonly incoterm: string
    readonly portOfLoading: string
    readonly portOfDischarge: string
    readonly transport: 'air' | 'sea' | 'road'
    readonly carrier: string | null
    readonly transportDocument: string | null
  } | null
  readonly groups: readonly InvoiceGroup[]
  readonly boxes: number
  readonly pieces: number
  readonly totalMinor: number
  readonly netGrams: number | null
  readonly grossGrams: number | null
  readonly remark: string | null
}

/** Said where a fact is not known. */
export const UNKNOWN = '—'

export const invoiceTitle = 'COMMERCIAL INVOICE  商业发票'

/** Heads of the table's columns. Both files have these. */
export const invoiceHeads = {
  no: 'No. 序号',
  order: 'Order 订单号',
  quantity: 'Pieces 件数',
  unitPrice: (currency: string) => `Unit price (${currency}) 单价`,
  value: (currency: string) => `Amount (${currency}) 金额`,
  net: 'Net weight (kg) 净重',
  style: 'Style 款号',
  styleName: 'Style name 款式名称',
  hsCode: 'HS code 海关编码',
  description: 'Description 英文品名',
  descriptionZh: 'Description (Chinese) 中文品名',
  composition: 'Composition 成分',
  origin: 'Origin 原产国',
} as const

const transports = { air: 'By air 空运', sea: 'By sea 海运', road: 'By road 陆运' } as const

/** A line under a caption, in both languages. */
export interface InvoiceFact {
  readonly label: string
  readonly value: string
}

export interface InvoiceBanner {
  readonly kind: 'void' | 'draft'
  readonly text: string
}

/**
 * "VOID 作废: why", or that it is a draft while customs could not take it; null for an invoice as it should be.
 * @param tooLight cartons that weigh less than what lies in them
 */
export function bannerOf(document: InvoiceDocument, tooLight: readonly string[] = []): InvoiceBanner | null {
  const { voidReason, groups, netGrams, grossGrams } = document
  if (voidReason !== null) return { kind: 'void', text: `VOID 作废: ${voidReason}` }
  const lacking = (fact: 'hsCode' | 'origin', name: string) => {
    const styles = groups.filter((group) => !group[fact]).map((group) => group.styleId)
    return styles.length === 0 ? [] : [`${name}: ${[...new Set(styles)].join(', ')}`]
  }
  const missing = [...lacking('hsCode', 'HS code 海关编码'), ...lacking('origin', 'Origin 原产国')]
  const isTooLight = netGrams !== null && grossGrams !== null && netGrams > grossGrams
  const reasons = [
    ...(missing.length === 0 ? [] : [`missing 缺: ${missing.join(' · ')}`]),
    ...(isTooLight ? [`net above gross 净重大于毛重: ${kilograms(netGrams)} > ${kilograms(grossGrams)} kg`] : []),
    ...(tooLight.length === 0 ? [] : [`cartons below the weight of their goods 箱重小于净重: ${someOf(tooLight)}`]),
  ]
  if (reasons.length === 0) return null
  return { kind: 'draft', text: `DRAFT 草稿 · not for customs 不可报关 · ${reasons.join(' · ')}` }
}

/** "SH-1 / 1, SH-1 / 2 +7": the first few by name. */
export function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` +${more}` : '')
}

const MOST_NAMED = 10

/** What stands above the goods, beside the parties. */
export function invoiceFacts(document: InvoiceDocument): InvoiceFact[] {
  const facts: InvoiceFact[] = [
    { label: 'Invoice No. 发票号', value: document.number },
    { label: 'Date 日期', value: document.issuedOn },
    { label: 'Currency 币种', value: document.currency },
    { label: 'Payment 付款条件', value: document.paymentTerms ?? UNKNOWN },
  ]
  const { exportOrder } = document
  if (exportOrder === null) return [...facts, { label: 'Incoterm 贸易术语', value: UNKNOWN }]
  return [...facts, ...exportFacts(exportOrder)]
}

/** What an export order says of the way, above the goods of its papers. */
export function exportFacts(terms: NonNullable<InvoiceDocument['exportOrder']>): InvoiceFact[] {
  const { portOfLoading, portOfDischarge, transport, carrier, transportDocument } = terms
  return [
    { label: 'Export order 出口单号', value: terms.number },
    { label: 'Incoterm 贸易术语', value: incotermOf(terms) },
    { label: 'Port of loading 装运港', value: portOfLoading || UNKNOWN },
    { label: 'Port of discharge 目的港', value: portOfDischarge || UNKNOWN },
    {
      label: 'Transport 运输方式',
      value: carrier === null ? transports[transport] : `${transports[transport]}, ${carrier}`,
    },
    { label: 'AWB / B/L 运单号', value: transportDocument ?? UNKNOWN },
  ]
}

/** "FOB CAN Guangzhou": an incoterm is said with the place that it names. */
function incotermOf({ incoterm, portOfLoading, portOfDischarge }: NonNullable<InvoiceDocument['exportOrder']>): string {
  const place = incoterm === 'FOB' || incoterm === 'FCA' ? portOfLoading : incoterm === 'EXW' ? '' : portOfDischarge
  return `${incoterm} ${place}`.trim()
}

/** What stands under the sums: the total in words, and where it is to be paid. */
export function invoiceClosing({ totalMinor, currency, bank, remark }: InvoiceDocument): InvoiceFact[] {
  return [
    ...amountFacts(totalMinor, currency),
    { label: 'Bank 收款银行', value: bank ?? UNKNOWN },
    ...(remark === null ? [] : [{ label: 'Remark 备注', value: remark }]),
  ]
}

export function partyFacts(party: InvoiceParty): string[] {
  return [
    party.name,
    ...addressLines(party.address, party.country),
    ...(party.taxId === null ? [] : [`Tax No. 税号: ${party.taxId}`]),
    ...(party.contact === null ? [] : [`Contact 联系人: ${party.contact}`]),
  ]
}

export interface InvoiceSum extends InvoiceFact {
  /** The same to count with, where it is a number. */
  readonly amount: number | null
  readonly kind: 'text' | 'pieces' | 'money' | 'kilograms'
}

/** What stands below the goods; the last is what is to be paid. */
export function invoiceSums(document: InvoiceDocument): InvoiceSum[] {
  const { boxes, pieces, netGrams, grossGrams, totalMinor, currency } = document
  const weight = (label: string, grams: number | null): InvoiceSum => ({
    label,
    value: kilograms(grams),
    amount: grams === null ? null : grams / 1_000,
    kind: 'kilograms',
  })
  const count = (label: string, amount: number): InvoiceSum => {
    return { label, value: amount.toLocaleString('en'), amount, kind: 'pieces' }
  }
  return [
    count('Cartons 箱数', boxes),
    count('Pieces 件数', pieces),
    weight('Net weight (kg) 净重', netGrams),
    weight('Gross weight (kg) 毛重', grossGrams),
    { label: 'Country of origin 原产国', value: originsOf(document), amount: null, kind: 'text' },
    {
      label: `Total (${currency}) 合计`,
      value: money(totalMinor, currency),
      amount: totalMinor / 10 ** minorDigits(currency),
      kind: 'money',
    },
  ]
}

function originsOf({ groups }: InvoiceDocument): string {
  return [...new Set(groups.map((group) => group.origin ?? UNKNOWN))].sort().join(', ')
}

/** How many digits a currency has behind the point. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** "12,345.60", without the currency. */
export function money(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  return (minor / 10 ** digits).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** "12.345" */
export function kilograms(grams: number | null): string {
  return grams === null
    ? UNKNOWN
    : (grams / 1_000).toLocaleString('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
}
