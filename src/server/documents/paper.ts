/**
 * A paper of one table: what its pages and its workbook both say, so that neither can say more, less or something else. Whoever makes
 * it knows the database, whoever writes it knows a file format; here is neither. Labels are in both languages.
 */
export interface PaperFact {
  readonly label: string
  readonly value: string
  /** The same to count with, where it is a number. */
  readonly amount?: number | null
  readonly kind?: PaperColumn['kind']
}

/** A caption, and the lines under it: the first is the name. */
export interface PaperBlock {
  readonly label: string
  readonly lines: readonly string[]
}

export interface PaperColumn {
  readonly head: string
  /** Millimetres on the page; a workbook makes letters of them. */
  readonly width: number
  /**
   * A measure has three digits behind the point: kilograms, cubic metres. A code stands on a page under its bars, where they fit; a tick is
   * a square to be ticked by hand.
   */
  readonly kind: 'text' | 'pieces' | 'money' | 'measure' | 'code' | 'tick'
}

export interface Paper {
  readonly title: string
  /** Pages lie on their long side. */
  readonly isWide?: boolean
  readonly number: string
  /** Across the top, where the paper is not what it seems: "REVERSED 已冲销: why". */
  readonly banner: string | null
  readonly blocks: readonly PaperBlock[]
  readonly facts: readonly PaperFact[]
  readonly columns: readonly PaperColumn[]
  /** A cell a column; money is in whole units of the currency. */
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** Tables below the first, each with its title. */
  readonly further?: readonly (Pick<Paper, 'columns' | 'rows'> & { readonly title: string })[]
  /** Of money; empty where there is none. */
  readonly currency: string
  readonly sums: readonly PaperFact[]
  readonly closing: readonly PaperFact[]
  /** Under the line for it. */
  readonly signature: string
}

/** How many digits a currency has behind the point. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

/** "12,345.60", without the currency. */
export function moneyText(units: number, currency: string): string {
  const digits = minorDigits(currency)
  return units.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A sum that can be counted with. */
export function countFact(label: string, amount: number): PaperFact {
  return { label, value: amount.toLocaleString('en'), amount, kind: 'pieces' }
}

export function moneyFact(label: string, units: number, currency: string): PaperFact {
  return { label, value: moneyText(units, currency), amount: units, kind: 'money' }
}

/** A cell as it is read. */
export function cellText({ kind }: PaperColumn, value: string | number | null, currency: string): string {
  if (value === null) return '—'
  if (typeof value === 'string') return value
  if (kind === 'measure') return measureText(value)
  return kind === 'money' ? moneyText(value, currency) : value.toLocaleString('en')
}

/** "1,234.500" */
export function measureText(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 })
}

/** "1 box", "12,345 boxes": English beside its Chinese, which knows no plural. */
export function counted(amount: number, one: string, many: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`
}

/** More letters than a line of a paper takes are told in several. */
const LETTERS_A_FACT = 400

/** Many names under one label, all of them. */
export function listFacts(label: string, names: readonly string[]): PaperFact[] {
  const values: string[] = []
  for (const name of names) {
    const last = values.at(-1)
    if (last === undefined || last.length + name.length > LETTERS_A_FACT) values.push(name)
    else values[values.length - 1] = `${last}, ${name}`
  }
  return values.map((value, at) => ({ label: at === 0 ? label : '', value }))
}

/** "Emerald 祖母绿"; once where both are the same. */
export function bothNames(name: string, nameZh: string): string {
  return nameZh === '' || nameZh === name ? name : `${name} ${nameZh}`
}
