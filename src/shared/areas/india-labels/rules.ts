import { key } from '../../kernel/words.ts'
import { isEan } from '../data/check-digits.ts'

/** What a site prints on the labels of goods for sale, beside what is known of the goods. Empty: nobody said it yet. */
export interface LabelFacts {
  /** Of the importer; of the maker where goods were made in India. */
  company_name: string
  company_address: string
  /** Name or office, telephone and e-mail for complaints. */
  consumer_care: string
  /** Of one pack, "1 N" for one piece. */
  net_quantity: string
}

/** Their longest texts: together they fit on a label of 50 × 30 mm in letters that can be read. */
export const labelFactLengths: Readonly<Record<keyof LabelFacts, number>> = {
  company_name: 60,
  company_address: 120,
  consumer_care: 100,
  net_quantity: 20,
}
export const labelFactNames = Object.keys(labelFactLengths) as (keyof LabelFacts)[]

export const labelFactDefaults: Readonly<LabelFacts> = {
  ...{ company_name: '', company_address: '', consumer_care: '' },
  net_quantity: '1 N',
}

/** What a label cannot do without, of the site and of each SKU. English, and the keys of their translations. */
export const missingFacts = {
  company_name: key('Name of the importer or maker'),
  company_address: key('Address of the importer or maker'),
  consumer_care: key('Consumer care'),
  net_quantity: key('Net quantity'),
} as const satisfies Record<keyof LabelFacts, string>

export const missingOfSku = {
  mrp: key('MRP'),
  origin: key('Country of origin'),
  color: key('Colour'),
  size: key('Size'),
} as const

export type MissingOfSku = keyof typeof missingOfSku

/** What is printed of the goods. */
export interface LabelledGoods {
  /** Paise, all taxes included. */
  mrp_minor: number | null
  /** ISO 3166, two letters. */
  origin: string | null
  color: string
  size: string
}

export function missingOfGoods({ mrp_minor, origin, color, size }: LabelledGoods): MissingOfSku[] {
  const lacks: Record<MissingOfSku, boolean> = {
    mrp: mrp_minor === null || mrp_minor <= 0,
    origin: origin === null || !/^[A-Z]{2}$/.test(origin),
    color: color.trim() === '',
    size: size.trim() === '',
  }
  return (Object.keys(lacks) as MissingOfSku[]).filter((fact) => lacks[fact])
}

export function missingOfFacts(facts: LabelFacts): (keyof LabelFacts)[] {
  return labelFactNames.filter((name) => facts[name].trim() === '')
}

/** Thirteen digits that a scanner reads as an EAN-13 (a UPC of twelve is one with a zero before it); null: the SKU itself is printed. */
export function eanOf(ean: string | null): string | null {
  if (ean === null || !isEan(ean)) return null
  if (ean.length === 13) return ean
  return ean.length === 12 ? `0${ean}` : null
}

/** Goods made in India name their maker, all others who imported them. */
export const isMadeInIndia = (origin: string) => origin === 'IN'

/** "2,499.00" as India writes it: lakhs apart from thousands. */
export function mrpText(minor: number): string {
  return new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(minor / 100)
}

/** "China" of CN; the code itself where it is no country's. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
