import { plainText } from './codes.ts'
import { SSCC_LENGTH, ssccFault } from './sscc.ts'

/** A code as its writer or scanner meant it. */
export interface TracedCode {
  /** In the one written form: upper case, plain letters; empty when nothing is left. */
  text: string
  /** The 18 digits, when this is a sound SSCC. */
  sscc: string | null
  /** It has the form of an SSCC, but was misread or mistyped: its check digit does not fit. */
  isMisread: boolean
}

/** Without what only a scanner adds: its symbology mark ("]C1"), and GS1's separators with further elements behind them. */
export function unmarked(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: GS (0x1d) is how scanners send FNC1; others are never part of a code.
  const code = raw.trim().replace(/^(?:\][A-Za-z][0-9A-Za-z]|[\u0000-\u001f])+/, '')
  return code.split('\u001d')[0] ?? ''
}

/** The same as words of people: in any case and width, without what no text may hold. */
export const wordsOf = (raw: string) => uncontrolled(unmarked(raw).toWellFormed()).trim()

// biome-ignore lint/suspicious/noControlCharactersInRegex: never part of a code or word, as above.
const uncontrolled = (text: string) => text.replace(/[\u0000-\u001f\u007f]/g, ' ')

/**
 * Reads what was typed, pasted or scanned: full-width letters, any case, blanks around, the scanner's symbology mark
 * ("]C1"), GS1's separators with further elements behind them, and an SSCC with or without its "(00)".
 */
export function readTraced(raw: string): TracedCode {
  const text = plainText(uncontrolled(unmarked(raw))).toUpperCase()
  const digits = text.replace(/^\(00\)([\d\s-]+)\(.*$/, '$1').replace(/[\s()-]/g, '')
  const sscc = digits.length === SSCC_LENGTH + 2 && digits.startsWith('00') ? digits.slice(2) : digits
  const fault = ssccFault(sscc)
  return { text, sscc: fault === null ? sscc : null, isMisread: fault === 'wrong-check-digit' }
}
