import { plainText } from './codes.ts'

/** Units that a column counts in. */
export type Unit = 'g' | 'cm' | 'm' | 'percent'

/** How people write a unit, and how many of the column's own one of it is: powers of ten only, so that nothing is rounded. */
const units: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  g: powers(['g gm gms gr gram grams 克', 1], ['kg kgs 千克 公斤', 1_000]),
  cm: powers(['cm cms 厘米 公分', 1], ['mm 毫米', 0.1], ['m 米', 100]),
  m: powers(['m mtr mtrs metre metres meter meters 米', 1], ['cm 厘米', 0.01]),
  percent: powers(['%', 1]),
}

function powers(...groups: readonly (readonly [words: string, factor: number])[]): Record<string, number> {
  return Object.fromEntries(groups.flatMap(([words, factor]) => words.split(' ').map((word) => [word, factor])))
}

const bareWord = (word: string) => plainText(word).toLowerCase().replace(/[\s.]/g, '')

/** How many of the column's unit one of `word` is; null for a word that is no such unit. */
export function unitFactor(unit: Unit, word: string): number | null {
  const bare = bareWord(word)
  return Object.hasOwn(units[unit], bare) ? (units[unit][bare] ?? null) : null
}

/** Signs and words of currencies; of ¥ and $ it depends on where they stand. */
const currencyWords: Readonly<Record<string, readonly string[]>> = {
  CNY: ['cny', 'rmb', 'cn¥', '¥', '元', '圆', '块', '人民币', 'yuan', 'renminbi'],
  JPY: ['jpy', '¥', '円', '日元', 'yen'],
  INR: ['inr', '₹', 'rs', 're', 'rupee', 'rupees', '卢比', '印度卢比', '印度卢布'],
  USD: ['usd', '$', 'us$', '美元', '美金'],
  HKD: ['hkd', '$', 'hk$', '港元', '港币'],
  EUR: ['eur', '€', '欧元', 'euro', 'euros'],
  GBP: ['gbp', '£', '英镑'],
}

/** Behind an amount: `/-` as India ends one, or the piece that it is for. */
const tail = /^\/-$|\/ ?(?:-|件|个|条|pcs?|piece|each|ea)$/i

/**
 * The currencies that a word before or behind an amount can mean. Empty for no word of a currency; a code of three letters that is
 * not among the known ones is itself.
 */
export function currenciesMeant(word: string): readonly string[] {
  const bare = bareWord(word).replace(tail, '')
  const known = Object.keys(currencyWords).filter((code) => currencyWords[code]?.includes(bare))
  if (known.length > 0) return known
  return /^[a-z]{3}$/.test(bare) ? [bare.toUpperCase()] : []
}

/** Nothing but what ends an amount. */
export const isOnlyTail = (word: string): boolean => word.trim().replace(tail, '') === ''

/** How a file writes days of numbers alone. */
export const dateOrders = ['day_first', 'month_first', 'year_first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Reads a date pattern from a header: `(dd/mm/yyyy)`. */
export function orderOfPattern(text: string): DateOrder | null {
  const bare = bareWord(text).replace(/[^a-z年月日]/g, '')
  if (/^d+m+y+$/.test(bare)) return 'day_first'
  if (/^m+d+y+$/.test(bare)) return 'month_first'
  return /^(y+m+d+|年月日)$/.test(bare) ? 'year_first' : null
}
