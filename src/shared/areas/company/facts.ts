import { LONGEST_PREFIX, SHORTEST_PREFIX } from '../../kernel/sscc.ts'
import { isGstin } from '../data/check-digits.ts'
import { currencies } from '../data/kinds.ts'

/** What a company says of itself, once, for papers, labels and numbers. Texts may be empty until they are known. */
export interface CompanyFacts {
  name: string
  name_zh: string
  address: string
  address_zh: string
  /** Tax number in India. */
  gstin: string
  currency: string
  /** Whom goods go to, as labels print it beside the site; empty for none. */
  label_line: string
  label_line_zh: string
  /** Digits that GS1 gave: every box's SSCC begins with them. */
  sscc_company_prefix: string
  /** What the numbers of invoices begin with. */
  invoice_series: string
  /** Whether one waybill may be on several boxes of a shipment. */
  shared_waybills: WaybillRule
  /** Whether an export order goes to India only when all its boxes are loaded by scan. */
  load_before_shipping: WaybillRule
  /** Percent of the pieces ordered that facilities may cut beyond them. */
  cutting_tolerance_percent: number
  /** Pieces that a box of a facility holds at most. */
  facility_box_pieces: number
  /** Months after which an order that ended is changed no more; 0 for never. */
  closed_order_months: number
}

/** What the company goes by, beside what it says of itself: programs from before these rules leave them as they are. */
export type CompanyRule = keyof Pick<
  CompanyFacts,
  | 'shared_waybills'
  | 'load_before_shipping'
  | 'cutting_tolerance_percent'
  | 'facility_box_pieces'
  | 'closed_order_months'
>

export const mostTolerance = 50
export const mostInBox = 2_000
export const mostClosedMonths = 120

export const waybillRules = ['no', 'yes'] as const
export type WaybillRule = (typeof waybillRules)[number]

/** In the order in which they are asked for, with their longest texts. */
export const companyFactLengths: Readonly<Record<keyof CompanyFacts, number>> = {
  ...{
    name: 160,
    name_zh: 160,
    address: 300,
    address_zh: 300,
    gstin: 15,
    currency: 3,
    label_line: 80,
    label_line_zh: 80,
  },
  ...{ sscc_company_prefix: LONGEST_PREFIX, invoice_series: 8, shared_waybills: 3, load_before_shipping: 3 },
  ...{ cutting_tolerance_percent: 2, facility_box_pieces: 4, closed_order_months: 3 },
}
export const companyFactNames = Object.keys(companyFactLengths) as (keyof CompanyFacts)[]

/** English, and the keys of their translations. */
export const companyFaults = {
  name: 'Please enter the company’s name.',
  gstin: 'A GSTIN of 15 letters and digits with its check digit.',
  currency: 'A currency is one of {{currencies}}.',
  sscc_company_prefix: 'A GS1 company prefix has 4 to 12 digits.',
  invoice_series: 'A series is 1 to 8 letters and digits.',
  cutting_tolerance_percent: 'A whole number from 0 to 50.',
  facility_box_pieces: 'A whole number from 1 to 2000.',
  closed_order_months: 'A whole number from 0 to 120; 0 for never.',
} as const

export interface FactFault {
  field: keyof CompanyFacts
  message: string
  values?: Record<string, string>
}

/** What is wrong with them, in their order; empty when they can be saved. */
export function faultsOfFacts(facts: Omit<CompanyFacts, CompanyRule>): FactFault[] {
  const isCurrency = (currencies as readonly string[]).includes(facts.currency)
  const faults: (FactFault | false)[] = [
    facts.name === '' && { field: 'name', message: companyFaults.name },
    facts.gstin !== '' && !isGstin(facts.gstin) && { field: 'gstin', message: companyFaults.gstin },
    !isCurrency && {
      ...{ field: 'currency', message: companyFaults.currency },
      values: { currencies: currencies.join(', ') },
    },
    !isPrefix(facts.sscc_company_prefix) && {
      ...{ field: 'sscc_company_prefix', message: companyFaults.sscc_company_prefix },
    },
    !/^[A-Z0-9]{1,8}$/.test(facts.invoice_series) && { field: 'invoice_series', message: companyFaults.invoice_series },
  ]
  return faults.filter((fault) => fault !== false)
}

function isPrefix(text: string): boolean {
  return /^\d+$/.test(text) && text.length >= SHORTEST_PREFIX && text.length <= LONGEST_PREFIX
}

/** "织边时装 Selvedge Fashion" as one line of a paper; empty where the company has no name. */
export function companyLine({ name, name_zh }: Pick<CompanyFacts, 'name' | 'name_zh'>): string {
  return [name_zh, name].filter((part) => part !== '').join(' ')
}

/** What labels print of whom goods go to; the company's name where nobody chose another text. */
export function labelLine(facts: Pick<CompanyFacts, 'name' | 'name_zh' | 'label_line' | 'label_line_zh'>): string {
  const chosen = companyLine({ name: facts.label_line, name_zh: facts.label_line_zh })
  return chosen === '' ? companyLine(facts) : chosen
}
