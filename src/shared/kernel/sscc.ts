/**
 * The Serial Shipping Container Code of GS1: 18 digits =
 * extension digit (1) + company prefix + serial reference (prefix and serial together 16) + check digit (1).
 * Source: GS1 General Specifications, sections 3.3.1 (AI 00) and 7.9.1 (check digit). Pure; no I/O.
 */

export const SSCC_LENGTH = 18
/** That of every SSCC that Selvedge makes. */
export const EXTENSION_DIGIT = 0

export type SsccFault = 'not-digits' | 'wrong-length' | 'wrong-check-digit'
/**
 * The mod-10 check digit of a GS1 number: weights 3, 1, 3 … from the right.
 * @param body the digits before the check digit
 * @throws RangeError when body is empty or holds anything but ASCII digits
 */

export function gs1CheckDigit(body: string): number {
  if (!/^[0-9]+$/.test(body)) throw new RangeError('A GS1 number is made of digits.')
  let sum = 0
  for (let i = 0; i < body.length; i++) {
    const digit = body.charCodeAt(body.length - 1 - i) - 48
    sum += i % 2 === 0 ? digit * 3 : digit
  }
  return (10 - (sum % 10)) % 10
}
/**
 * Makes the SSCC of one box.
 * @param extensionDigit 0–9, free to the company: extends the serial's range
 * @param companyPrefix 4–12 digits, given by GS1
 * @param serial a whole number >= 0 that fits the 16 - prefix digits left
 * @returns 18 digits
 * @throws RangeError when a part does not fit
 */

export function makeSscc(extensionDigit: number, companyPrefix: string, serial: number | bigint): string {
  if (!Number.isInteger(extensionDigit) || extensionDigit < 0 || extensionDigit > 9)
    throw new RangeError('The extension digit of an SSCC is 0 to 9.')
  if (
    !/^[0-9]+$/.test(companyPrefix) ||
    companyPrefix.length < SHORTEST_PREFIX ||
    companyPrefix.length > LONGEST_PREFIX
  )
    throw new RangeError('A GS1 company prefix has 4 to 12 digits.')
  if (serial < 0 || (typeof serial === 'number' && !Number.isSafeInteger(serial)))
    throw new RangeError('An SSCC serial is a whole number from 0.')
  const digits = serial.toString().padStart(BODY_LENGTH - companyPrefix.length, '0')
  if (digits.length + companyPrefix.length > BODY_LENGTH)
    throw new RangeError('The serial is too long for this company prefix.')
  const body = `${extensionDigit}${companyPrefix}${digits}`
  return `${body}${gs1CheckDigit(body)}`
}
/** Gives the fault of an SSCC of 18 plain digits, or null when it is sound. */

export function ssccFault(sscc: string): SsccFault | null {
  if (!/^[0-9]*$/.test(sscc)) return 'not-digits'
  if (sscc.length !== SSCC_LENGTH) return 'wrong-length'
  return gs1CheckDigit(sscc.slice(0, -1)) === Number(sscc.at(-1)) ? null : 'wrong-check-digit'
}
/**
 * Human readable form, as printed under the bars: "(00) 3 1234567 000000012 1".
 * @param prefixLength digits of the company prefix, 4–12; only the spaces depend on it
 */

export function formatSscc(sscc: string, prefixLength = 7): string {
  const serialAt = 1 + prefixLength
  return `(00) ${sscc.slice(0, 1)} ${sscc.slice(1, serialAt)} ${sscc.slice(serialAt, -1)} ${sscc.slice(-1)}`
}
/**
 * Reads an SSCC as typed, as printed or as scanned: 18 digits, with or without spaces, the AI "00" or "(00)", and
 * the scanner's symbology mark "]C1" or separator before it.
 * @returns the 18 digits, or null when this is no sound SSCC
 */

export function parseSscc(text: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: GS (0x1d) is how scanners send FNC1.
  const bare = text.replace(/^(?:\]C1|\u001d)+/, '').replace(/[\s()-]/g, '')
  const sscc = bare.length === SSCC_LENGTH + 2 && bare.startsWith('00') ? bare.slice(2) : bare
  return ssccFault(sscc) === null ? sscc : null
}
/** The element string "00" + SSCC: what the box's Code 128 (after FNC1) and its QR both hold, so that a scan reads alike. */

export function ssccElement(sscc: string): string {
  return `00${sscc}`
}
export const SHORTEST_PREFIX = 4
export const LONGEST_PREFIX = 12
export const BODY_LENGTH = 16
