import { isSscc, plainDigits, plainText, plainWords, readCode } from './codes.ts'
import { utcDay } from './days.ts'
import {
  bilingual,
  type CellValue,
  type ChoiceColumn,
  type CodeColumn,
  type DecimalColumn,
  expectations,
  type FileForms,
  type MoneyColumn,
  type QuantityColumn,
  type SheetColumn,
  sheetMessages,
} from './sheet.ts'
import { SSCC_LENGTH, ssccFault } from './sscc.ts'
import { type WorldColumn, worldCode } from './world-codes.ts'
import {
  currenciesMeant,
  type DateOrder,
  dateOrders,
  isOnlyTail,
  orderOfPattern,
  type Unit,
  unitFactor,
} from './written-units.ts'

/** A filled cell as a file or a person has it. A real date stands as `yyyy-mm-dd`, a yes of Excel's own as `1`. */
export interface WrittenCell {
  readonly kind: 'text' | 'number' | 'boolean' | 'date'
  readonly text: string
  /** How many digits the cell shows of a whole number: an id's leading zeros. */
  readonly zeros?: number
  /** The text around the number that the cell's format shows and its value lacks: the sign of a currency, `kg`, `%`. */
  readonly unit?: string
}

/** Context of a cell: how its file is written, and the unit that its header names. */
export interface WrittenWith extends Pick<FileForms, 'dates' | 'currency'> {
  readonly unit?: string | undefined
  /** As the row says it in a column of its own. */
  readonly currencyOfRow?: string | undefined
  /** Meanings of choice values that are not among its names, by `bareName`. */
  readonly values?: Readonly<Record<string, string>> | undefined
}

/** The cell's value in its column's sense, or what is wrong with it and the value to tell back. */
export type Reading =
  | { readonly value: CellValue }
  | { readonly message: string; readonly expected: string; readonly shown: string }

/** Reads a cell by its column. Checks form only; whether an id exists is the caller's question. */
export function readWritten(column: SheetColumn, cell: WrittenCell, how: WrittenWith = {}): Reading {
  if (cell.kind === 'date' && (column.kind === 'code' || column.kind === 'quantity'))
    return wrong(column, expectations.notDate, cell.text)
  const plain = plainOf(column, cell.text)
  if (plain === '') return readEmpty(column)
  switch (column.kind) {
    case 'quantity':
      return readQuantity(column, cell, plain, how)
    case 'code':
    case 'text':
      return readText(column, cell, plain)
    case 'money':
      return readMoney(column, cell, plain, how)
    case 'decimal':
      return readDecimal(column, cell, plain, how)
    case 'date':
      return readDate(column, cell.kind, plain, orderOfPattern(how.unit ?? '') ?? how.dates)
    case 'choice':
      return readChoice(column, plain, how.values)
    case 'yesNo':
      return readYesNo(column, cell.kind, plain)
    case 'link':
      return readLink(column, plain)
  }
}

function plainOf({ kind }: SheetColumn, text: string): string {
  if (kind === 'link') return text.trim()
  if (kind === 'text') return plainWords(text)
  const isNumber = kind === 'quantity' || kind === 'decimal' || kind === 'money'
  return isNumber ? plainDigits(plainText(text)) : plainText(text)
}

export function readEmpty(column: SheetColumn): Reading {
  if (!column.required || column.mayBeEmpty) return { value: null }
  // Of a text there is nothing else wrong.
  const message = column.invalid === sheetMessages.tooLong ? sheetMessages.notFilled : column.invalid
  return wrong(column, expectations.filled, '', message)
}

function wrong(column: SheetColumn, expected: string, shown: string, message = column.invalid): Reading {
  return { message, expected, shown }
}

type Kind = WrittenCell['kind']

function readText(column: SheetColumn, cell: WrittenCell, plain: string): Reading {
  const written = cell.kind === 'number' ? numberAsText(plain, cell.zeros) : plain
  if (written === null) return wrong(column, expectations.textId, plain)
  if ('world' in column && column.world) return readWorld(column, column.world, written)
  if ('isNamed' in column && column.isNamed && cell.kind !== 'boolean') return readNamed(column, written)
  const text = 'ssccDigits' in column && column.ssccDigits ? wholeSscc(written, column.ssccDigits) : written
  if (text.length > column.maxLength) return wrong(column, expectations.shorter, cell.text)
  return column.kind === 'code' ? readCodeText(column, cell.kind, text) : { value: text }
}

/** Names are longer than codes. */
const longestName = 120

/** The code of a record, or a text that may be its name. */
function readNamed(column: SheetColumn & { kind: 'code' | 'text' }, text: string): Reading {
  if (text.length > longestName) return wrong(column, expectations.shorter, text)
  return { value: (column.kind === 'code' ? readCode(column.form, text) : null) ?? text }
}

/** The expectations of what the world names. */
const worldExpectations = {
  ...{ country: expectations.country, origin: expectations.country },
  ...{ time_zone: expectations.time_zone, currency: expectations.currency },
} as const satisfies Record<WorldColumn, string>

/** A code of the world by any of its names; of what the platform does not know in this form, the caller may know more. */
function readWorld(column: SheetColumn, of: WorldColumn, text: string): Reading {
  const found = worldCode(of, text)?.code
  if (found !== undefined) return { value: found }
  // A zone that the platform knows by another name.
  if (of === 'time_zone' && text.includes('/') && text.length <= column.maxLength) return { value: text }
  const message = column.invalid === sheetMessages.tooLong ? sheetMessages.invalidChoice : column.invalid
  return wrong(column, worldExpectations[of], text, message)
}

/** An SSCC whose leading zeros were lost, whole again; its check digit says that it was one. Other text as it is. */
function wholeSscc(text: string, fewest: number): string {
  const whole = text.padStart(SSCC_LENGTH, '0')
  return text.length >= fewest && ssccFault(whole) === null ? whole : text
}

function readCodeText(column: CodeColumn, kind: Kind, text: string): Reading {
  const value = kind === 'boolean' ? null : readCode(column.form, text)
  if (value !== null) return { value }
  if (column.form === 'trackingId' && isSscc(text))
    return wrong(column, expectations.carrierNumber, text, sheetMessages.ssccAsTracking)
  // A csv saved by a spreadsheet carries the damage as text.
  const rounded = /^\d(\.\d+)?E\+?\d+$/i.test(text)
  const right = column.form === 'recordCode' ? expectations.recordCode : expectations.code
  return wrong(column, rounded ? expectations.textId : (meantCode(column, text) ?? right), text)
}

/** Blanks and marks; a hyphen may be part of a code. */
const besideCodes = /(?!-)[\s\p{P}\p{S}]+/u

/**
 * The tracking id that is meant where only blanks and marks stand beside it or in between; null where two may be meant, since a part is
 * one by itself. Of other codes such marks may be a part.
 */
function meantCode({ form }: CodeColumn, text: string): string | null {
  if (form !== 'trackingId') return null
  const parts = text.split(besideCodes).filter((part) => part !== '')
  const isOne = parts.length === 1 || parts.every((part) => readCode(form, part) === null)
  return isOne ? readCode(form, parts.join('')) : null
}

/** Above fifteen digits a spreadsheet has already replaced the rest by zeros. */
const exactBelow = 1e15

/** The text of a number someone meant as an id: 123.0 → "123". Null when digits may be lost. */
function numberAsText(stored: string, zeros: number | undefined): string | null {
  const number = Number(stored)
  if (!Number.isFinite(number) || Math.abs(number) >= exactBelow) return null
  const text = String(number)
  return zeros !== undefined && Number.isInteger(number) ? text.padStart(zeros, '0') : text
}

function readQuantity(column: QuantityColumn, cell: WrittenCell, plain: string, how: WrittenWith): Reading {
  const number = column.unit ? measured(column.unit, cell, plain, how) : wholeNumber(plain, cell.kind)
  const fault = (message: string) => wrong(column, wholeExpected(column), plain, message)
  if (number === null || !Number.isInteger(number) || Math.abs(number) >= 10 ** column.maxLength)
    return fault(column.invalid)
  if (number < 0) return fault(column.negative)
  if (number === 0 && column.zero !== undefined) return fault(column.zero)
  return { value: number + 0 }
}

function wholeExpected({ unit }: QuantityColumn): string {
  if (unit === 'g') return expectations.wholeGrams
  return unit === null ? expectations.wholePlain : expectations.wholeNumber
}

/**
 * A number in the column's unit, whatever power of ten of it is written: in the cell's text, by its number format, or in the header.
 * Null where there is no number, and for a unit that is none of the column's.
 */
function measured(unit: Unit, cell: WrittenCell, plain: string, how: WrittenWith): number | null {
  const [, written = '', word = ''] = /^(.*?\d)\s*([^\d.,\s][^\d]*)?$/.exec(plain) ?? []
  const number = decimalOf(word === '' ? plain : written, cell.kind)
  if (number === null) return null
  const shown = [word, cell.unit ?? '', how.unit ?? ''].find((each) => each !== '')
  // A cell that shows 3.5 % holds 0.035.
  if (unit === 'percent' && cell.unit === '%') return scaled(number, 100)
  const factor = shown === undefined ? 1 : (unitFactor(unit, shown) ?? (word === '' ? 1 : null))
  return factor === null ? null : scaled(number, factor)
}

function scaled({ sign, whole, fraction }: Decimal, factor: number): number {
  return sign * Number((Number(`${whole}.${fraction || 0}`) * factor).toPrecision(15)) + 0
}

/** In thousands, or in lakhs as India groups them. */
const grouped = /^[+-]?(\d{1,3}(,\d{3})+|\d{1,2}(,\d\d)+,\d{3})(\.0*)?$/
const ungrouped = /^[+-]?\d+(\.0*)?$/

/** 12, "12.0" and "1,200" as numbers; null for anything that is no whole number. */
function wholeNumber(plain: string, kind: Kind): number | null {
  if (kind === 'boolean') return null
  if (kind === 'number') {
    const number = Number(plain)
    const whole = Math.round(number)
    // Formulas leave crumbs: 0.1 * 30 is not quite 3.
    return Math.abs(number - whole) < 1e-9 ? whole + 0 : null
  }
  // Also “80件” and “80 pcs”.
  const text = plain
    .replaceAll(' ', '')
    .replace('\u2212', '-')
    .replace(/(?<=\d)(件|pcs?\.?|pieces?)$/i, '')
  return grouped.test(text) || ungrouped.test(text) ? Number(text.replaceAll(',', '')) + 0 : null
}

interface Decimal {
  readonly sign: 1 | -1
  readonly whole: string
  /** Without the zeros at its end. */
  readonly fraction: string
}

const decimalForm = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d\d)+,\d{3})(?:\.(\d+))?$/

/** A number digit by digit, so that no amount passes through a binary fraction; null for anything else. */
function decimalOf(plain: string, kind: Kind): Decimal | null {
  if (kind === 'boolean') return null
  // A spreadsheet shows fifteen digits and stores crumbs behind them: 12.1 may stand as 12.100000000000001.
  const text = kind === 'number' ? String(Number(Number(plain).toPrecision(15))) : plain.replace('\u2212', '-')
  const [, sign, whole, fraction = ''] = decimalForm.exec(text) ?? []
  if (whole === undefined) return null
  return {
    sign: sign === '-' ? -1 : 1,
    whole: whole.replaceAll(',', '').replace(/^0+(?=\d)/, ''),
    fraction: fraction.replace(/0+$/, ''),
  }
}

/** A sign or word of a currency before the amount or behind it. */
const withCurrency = /^(?<sign>[+-]?)(?<before>\D*?)(?<amount>[+-]?\d[\d,]*(?:\.\d+)?)\s*(?<after>\D*)$/u

function readMoney(column: MoneyColumn, { kind, unit = '' }: WrittenCell, plain: string, how: WrittenWith): Reading {
  const text = kind === 'number' ? plain : plain.replace('\u2212', '-')
  const {
    sign = '',
    before = '',
    amount = '',
    after = '',
  } = (kind === 'number' ? null : withCurrency.exec(text))?.groups ?? {}
  const words = [before.trim(), isOnlyTail(after) ? '' : after.trim()].filter((word) => word !== '')
  const named = words.map(currenciesMeant)
  const number =
    words.length === 2 && sameWord(words) ? null : decimalOf(amount === '' ? text : `${sign}${amount}`, kind)
  if (number === null || named.some((meant) => meant.length === 0))
    return wrong(column, column.currencies.length > 1 ? expectations.amounts : expectations.amount, plain)
  const currency = currencyOf(column, named, [unit, how.unit ?? ''], how.currencyOfRow ?? how.currency)
  if (typeof currency !== 'string') return wrong(column, currency.expected, plain)
  if (how.currencyOfRow !== undefined && how.currencyOfRow !== currency)
    return wrong(column, expectations.otherInRow, plain)
  const decimals = decimalsOf(currency)
  if (number.fraction.length > decimals) return wrong(column, expectations.fewerDecimals, plain)
  if (number.whole.length > column.maxLength) return wrong(column, expectations.smaller, plain)
  const minor = Number(number.whole + number.fraction.padEnd(decimals, '0'))
  if (minor > Number.MAX_SAFE_INTEGER) return wrong(column, expectations.smaller, plain)
  if (number.sign < 0 && minor > 0) return wrong(column, expectations.amount, plain, column.negative)
  return { value: { minor, currency } }
}

/** `INR 12 INR`: somebody's slip, unlike `¥12 RMB`. */
const sameWord = ([first = '', second = '']: readonly string[]) => first.toUpperCase() === second.toUpperCase()

/**
 * The currency of an amount: as its text names it, else its cell's format and its header together, else the file's, else the only one of
 * its column. A sign that means several (¥, $) is settled by the header, by the file's currency, or by the only one of them that the
 * column takes; one that its header contradicts is at fault, since either may be the slip.
 */
function currencyOf(
  { currencies }: MoneyColumn,
  named: readonly (readonly string[])[],
  around: readonly string[],
  ofFile: string | undefined,
): string | { expected: string } {
  const beside = around.map(currenciesMeant).filter((meant) => meant.length > 0)
  const said = named.length > 0 ? named : beside
  const [inText, inHeader] = [sharedBy(said), sharedBy(beside)]
  if (named.length > 0 && inText.length > 0 && beside.length > 0 && sharedBy([inText, inHeader]).length === 0)
    return { expected: expectations.otherInHeader }
  const meant = beside.length > 0 ? sharedBy([inText, inHeader]) : inText
  const [only, ...others] = currencies
  if (said.length === 0) {
    if (others.length === 0) return only ?? { expected: expectations.amountWithCurrency }
    return ofFile !== undefined && currencies.includes(ofFile) ? ofFile : { expected: expectations.amountWithCurrency }
  }
  if (meant.length === 0) return { expected: named.length > 0 ? expectations.amount : expectations.twoCurrencies }
  const taken = meant.filter((code) => currencies.includes(code))
  if (taken.length === 0) return { expected: expectations.otherCurrency }
  if (taken.length === 1 && taken[0]) return taken[0]
  return ofFile !== undefined && taken.includes(ofFile) ? ofFile : { expected: expectations.signOfSeveral }
}

const sharedBy = (all: readonly (readonly string[])[]): readonly string[] =>
  all.reduce((left, each) => left.filter((code) => each.includes(code)), all[0] ?? [])

const knownDecimals = new Map<string, number>()

/** Digits behind the point that amounts of a currency have: 2 for CNY, 0 for JPY. Throws RangeError for no code. */
export function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  knownDecimals.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

const unitExpectations: Readonly<Record<Unit, string>> = {
  ...{ g: expectations.wholeGrams, cm: expectations.centimetres, m: expectations.metres },
  percent: expectations.percent,
}

function readDecimal(column: DecimalColumn, cell: WrittenCell, plain: string, how: WrittenWith): Reading {
  const { unit } = column
  const text = column.takesComma ? plain.replace(/^(\d+),(\d{1,2})$/, '$1.$2') : plain
  const inUnit = unit ? measured(unit, cell, text, how) : undefined
  const number =
    inUnit === undefined ? decimalOf(text, cell.kind) : inUnit === null ? null : decimalOf(String(inUnit), 'number')
  if (number === null) return wrong(column, unit ? unitExpectations[unit] : expectations.number, plain)
  if (number.fraction.length > column.decimals) return wrong(column, expectations.fewerDecimals, plain)
  const value = number.sign * Number(`${number.whole}.${number.fraction || 0}`) + 0
  if (value < column.least) return wrong(column, `≥ ${column.least}`, plain)
  if (value > column.most) return wrong(column, `≤ ${column.most}`, plain)
  return { value }
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const yearFirst =
  /^(\d{4})(?:(?<sep>[-/.])(\d{1,2})\k<sep>(\d{1,2})| ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日?|(\d{2})(\d{2}))$/
const dayFirst = /^(\d{1,2})[ /-]([a-z]{3})[a-z]*\.?[ ,/-]+(\d{4}|\d\d)$/i
const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i
/** 03/04/2026 is March to some and April to others. */
const mistakable = /^\d{1,2}([-/.])\d{1,2}\1\d{2,4}$/

/** 18/01/2026 is one day to everybody: there is no month 18. */
const numbersOnly = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/

/** Midnight, which programs write behind a day. */
const midnight = /[ T]0?0:00(:00(\.0+)?)?Z?$/

/** A real date, or text that names the year first or the month by its name; numbers alone in the order of the file. */
function readDate(column: SheetColumn, kind: Kind, plain: string, order: DateOrder | undefined): Reading {
  const day = plain.replace(midnight, '')
  const value = kind === 'boolean' ? null : dateIn(day, order)
  if (value !== null) return { value }
  const [, one, , other, year = ''] = numbersOnly.exec(day) ?? []
  if (one !== undefined && order !== undefined && dateOrders.some((other) => dateIn(day, other) !== null))
    return wrong(column, expectations.notInOrder, plain)
  if (one !== undefined && (order !== undefined || (year.length === 4 && Math.max(Number(one), Number(other)) > 12)))
    return wrong(column, expectations.noSuchDay, plain)
  if (/^\d{5}$/.test(day)) return wrong(column, expectations.dayCount, plain)
  return wrong(column, mistakable.test(day) ? expectations.plainDate : expectations.date, plain)
}

function dateIn(plain: string, order: DateOrder | undefined): string | null {
  const year = yearFirst.exec(plain)
  if (year) return dayOf(Number(year[1]), Number(year[3] ?? year[5] ?? year[7]), Number(year[4] ?? year[6] ?? year[8]))
  const numbers = numbersOnly.exec(plain)
  if (numbers) return dateOfNumbers([numbers[1] ?? '', numbers[3] ?? '', numbers[4] ?? ''], order)
  const day = dayFirst.exec(plain)
  if (day) return dayOf(yearNamed(day[3]), monthNamed(day[2]), Number(day[1]))
  const month = monthFirst.exec(plain)
  return month ? dayOf(Number(month[3]), monthNamed(month[1]), Number(month[2])) : null
}

/** Without an order only what can be read in one way: a year of four digits, and one number above 12, or both the same. */
function dateOfNumbers(parts: readonly [string, string, string], order: DateOrder | undefined): string | null {
  const [first, second] = [Number(parts[0]), Number(parts[1])]
  const isWhole = parts[2].length === 4
  if (order === 'year_first') return isWhole ? null : dayOf(2000 + first, second, Number(parts[2]))
  const year = isWhole ? Number(parts[2]) : 2000 + Number(parts[2])
  if (order === 'day_first') return dayOf(year, second, first)
  if (order === 'month_first') return dayOf(year, first, second)
  if (!isWhole) return null
  if (first > 12 || first === second) return dayOf(year, second, first)
  return second > 12 ? dayOf(year, first, second) : null
}

function yearNamed(year = ''): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year)
}

function monthNamed(name = ''): number {
  return monthNames.indexOf(name.toLowerCase()) + 1
}

/** Null for a day that there is not, and for years that nobody means. */
function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1950 || year > 2150) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? utcDay(date) : null
}

const choicesKnown = new WeakMap<object, ReadonlyMap<string, string>>()

function readChoice(column: ChoiceColumn, plain: string, said: WrittenWith['values']): Reading {
  const bare = bareName(plain)
  const value = keysByName(column.choices).get(bare) ?? said?.[bare]
  if (value !== undefined && Object.hasOwn(column.choices, value)) return { value }
  const names = Object.values(column.choices).map(bilingual)
  return wrong(column, names.length > 12 ? expectations.fromList : names.join(' · '), plain)
}

function keysByName(choices: ChoiceColumn['choices']): ReadonlyMap<string, string> {
  const known = choicesKnown.get(choices)
  if (known) return known
  const made = new Map(
    Object.entries(choices).flatMap(([key, { en, zh }]) =>
      [key, en, zh, en + zh, zh + en].map((name): [string, string] => [bareName(name), key]),
    ),
  )
  choicesKnown.set(choices, made)
  return made
}

/** Letters and digits only: "Box No. *" and "ＢＯＸ　ＮＯ" are the same name. */
export function bareName(name: string): string {
  return plainText(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const yes = new Set(['yes', 'y', 'true', '1', '是', 'yes是', '是yes', '√', '✓', '✔'])
const no = new Set(['no', 'n', 'false', '0', '否', 'no否', '否no', '×', '✗', '✘'])

function readYesNo(column: SheetColumn, kind: Kind, plain: string): Reading {
  const word = kind === 'number' ? plain : plain.toLowerCase().replace(/[ /]/g, '')
  if (yes.has(word)) return { value: true }
  return no.has(word) ? { value: false } : wrong(column, expectations.yesNo, plain)
}

/** Letters that end an address in a page or a log, and marks that turn text around. */
const unsafeInLink = /[\s\p{C}<>"'`\\^{|}]/u

function readLink(column: SheetColumn, text: string): Reading {
  if (text.length > column.maxLength) return wrong(column, expectations.shorter, text)
  // Only a whole address: a browser would also make one of "http:evil.com".
  if (!/^https?:\/\/[^/]/i.test(text) || unsafeInLink.test(text) || !URL.canParse(text))
    return wrong(column, expectations.link, text)
  const { username, password, href } = new URL(text)
  if (username !== '' || password !== '') return wrong(column, expectations.linkWithoutLogin, text)
  return href.length > column.maxLength ? wrong(column, expectations.shorter, text) : { value: href }
}

/** A value as a person writes it, for a text cell: both languages of a choice, an amount with its currency. */
export function writtenValue(column: SheetColumn, value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes 是' : 'No 否'
  if (typeof value === 'object') return `${amountOf(value)} ${value.currency}`
  const choice = column.kind === 'choice' ? column.choices[value] : undefined
  return choice ? bilingual(choice) : String(value)
}

/** 1250 fen as "12.50". */
export function amountOf({ minor, currency }: { minor: number; currency: string }): string {
  return (minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))
}
