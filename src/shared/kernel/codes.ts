import { EXTENSION_DIGIT, parseSscc } from './sscc.ts'

/** The kinds of code people type, scan or paste. */
export type CodeForm = 'orderId' | 'nmSku' | 'boxNo' | 'trackingId' | 'recordCode'

interface Shape {
  readonly pattern: RegExp
  /** Box numbers keep their case: a vendor may mark cartons "a1" and "A1". */
  readonly upperCase: boolean
}

const shapes: Readonly<Record<CodeForm, Shape>> = {
  orderId: { pattern: /^[A-Z0-9][A-Z0-9/_-]{2,39}$/, upperCase: true },
  nmSku: { pattern: /^[A-Z0-9][A-Z0-9._/-]{2,39}$/, upperCase: true },
  boxNo: { pattern: /^[A-Za-z0-9][A-Za-z0-9-]{0,29}$/, upperCase: false },
  trackingId: { pattern: /^[A-Z0-9-]{6,40}$/, upperCase: true },
  recordCode: { pattern: /^[A-Z0-9][A-Z0-9._/-]{0,39}$/, upperCase: true },
}

const devanagari = /[०-९]/g

/** Digits of Devanagari and of full width as 0 to 9, for what is read as a number; the rest of the text as `NFKC` has it. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(devanagari, (digit) => String(digit.charCodeAt(0) - 0x966))

const zeroWidth = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g

/** Nearly every cell of nearly every sheet: worth a short cut past the normalisation. */
const alreadyPlain = /^[\x21-\x7e]*$/

/**
 * Text as its writer meant it: full-width letters and digits made plain, zero-width marks dropped, every kind of
 * blank made one space, ends trimmed. Leading zeros stay.
 */
export function plainText(text: string): string {
  if (alreadyPlain.test(text)) return text
  return text.normalize('NFKC').replace(zeroWidth, '').replace(/\s+/g, ' ').trim()
}

const fullWidthLetters = /[０-９Ａ-Ｚａ-ｚ]/g

/** The same of words that people read: Chinese keeps its own brackets and commas, which are full-width. */
export function plainWords(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return plainText(text)
  const plain = text.replace(fullWidthLetters, (letter) => letter.normalize('NFKC'))
  return plain.replace(zeroWidth, '').replace(/\s+/g, ' ').trim()
}

/** The code in its one written form, or null when the text is not well-formed. Existence is the caller's question. */
export function readCode(form: CodeForm, text: string): string | null {
  const { pattern, upperCase } = shapes[form]
  const plain = plainText(text)
  const code = upperCase ? plain.toUpperCase() : plain
  if (!pattern.test(code) || (form === 'trackingId' && isSscc(code))) return null
  return code
}

/**
 * Whether a scanner would read this as the SSCC of one of our boxes: as a tracking id it would stand for another box's label. A carrier's
 * own number of 18 digits seldom begins with our extension digit.
 */
export function isSscc(text: string): boolean {
  return parseSscc(plainText(text))?.startsWith(String(EXTENSION_DIGIT)) === true
}

/**
 * What CSV injection begins with by OWASP's list: signs of a formula, also full-width as a Chinese keyboard types them, and the
 * characters that spreadsheets skip before one. Blanks before a sign are not on the list.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Whether a spreadsheet would take the text for a formula. */
export function startsLikeFormula(text: string): boolean {
  return formulaStart.test(text)
}

export const hsCodeWords = {
  wrong: 'An HS code has 6 to 10 digits.',
  expected: 'Digits as in the customs tariff, such as 6109100010.',
} as const

/** "6109.10.0010" as its digits; null for what is no HS code. */
export function readHsCode(text: string): string | null {
  const digits = plainText(text).replace(/[ .]/g, '')
  return /^\d{6,10}$/.test(digits) ? digits : null
}
