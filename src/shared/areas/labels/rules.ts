/** The kinds of labels, their sizes in millimetres, and what each needs to be drawn. */

export const labelKinds = ['shipping', 'sku', 'box', 'fabric', 'india_qc_sku', 'barcode'] as const

export type LabelKind = (typeof labelKinds)[number]

export interface LabelSize {
  readonly widthMm: number
  readonly heightMm: number
}

export const LABEL_SIZES: Readonly<Record<LabelKind, LabelSize>> = {
  shipping: { widthMm: 100, heightMm: 150 },
  sku: { widthMm: 50, heightMm: 30 },
  box: { widthMm: 100, heightMm: 50 },
  fabric: { widthMm: 100, heightMm: 50 },
  india_qc_sku: { widthMm: 50, heightMm: 30 },
  barcode: { widthMm: 50, heightMm: 30 },
}

export interface LabelContentLine {
  readonly nmSku: string
  readonly styleCode: string
  readonly color: string
  readonly colorZh: string
  readonly size: string
  /** whole pieces */
  readonly quantity: number
}

/** One box's label. */
export interface ShippingLabel {
  readonly vendor: { readonly code: string; readonly name: string; readonly nameZh: string }
  readonly destination: { readonly name: string; readonly nameZh: string; readonly address: string }
  readonly shipmentId: string
  /** from 1 */
  readonly boxNo: number
  readonly boxCount: number
  /** 18 digits with a sound check digit */
  readonly sscc: string
  readonly trackingId: string | null
  readonly contents: readonly LabelContentLine[]
  readonly weightG: number | null
  /** ISO yyyy-mm-dd, in the vendor's zone */
  readonly date: string
}

/** The label of a piece. */
export interface SkuLabel {
  readonly nmSku: string
  readonly styleCode: string
  readonly styleName: string
  readonly styleNameZh: string
  readonly color: string
  readonly colorZh: string
  readonly size: string
  /** how many of it to print, from 1 */
  readonly copies: number
}

/** Any code with two lines of text. */
export interface BarcodeLabel {
  readonly code: string
  readonly title: string
  readonly subtitle: string
}

/** What a workstation has a printer for each: every kind of label, and papers, which are pages of A4 (invoices, return notes). */
export const printKinds = [...labelKinds, 'paper'] as const

export type PrintKind = LabelKind | 'paper'

/** Millimetres; A4 stands upright. */
export const PRINT_SIZES: Readonly<Record<PrintKind, LabelSize>> = {
  ...LABEL_SIZES,
  paper: { widthMm: 210, heightMm: 297 },
}

/** Label printers have neither room nor words for pages of A4. */
export function mayBeZpl(kind: PrintKind | 'test'): boolean {
  return kind !== 'paper'
}

/**
 * Two labels with one code can be stuck on two boxes, so a second one says why. A paper says the same however often it is
 * printed; its number is what counts, and the server writes down each time that it gives the paper out.
 */
export function reprintNeedsReason(kind: PrintKind | 'test'): boolean {
  return kind !== 'paper'
}

/** Why a label that came out is printed once more. */
export const reprintReasons = ['damaged', 'unreadable', 'lost', 'wrong_paper', 'printer_trouble', 'other'] as const

export type ReprintReason = (typeof reprintReasons)[number]

/** English, the key of its translation. */
export const reprintReasonNames: Readonly<Record<ReprintReason, string>> = {
  damaged: 'Label damaged',
  unreadable: 'Print unreadable',
  lost: 'Label lost',
  wrong_paper: 'Wrong paper or printer',
  printer_trouble: 'Printer ran out or jammed',
  other: 'Other',
}

/** `other` says nothing by itself. */
export function needsRemark(reason: ReprintReason): boolean {
  return reason === 'other'
}

/** Resolutions of label printers' heads, in dots per inch. */
export const zplResolutions = [203, 300] as const

export type ZplResolution = (typeof zplResolutions)[number]

/** What labels are written for: pages, or a label printer's own language at its head's resolution. */
export const printForms = ['pdf', 'zpl-203', 'zpl-300'] as const

export type PrintForm = (typeof printForms)[number]

/** null: pages, which have no dots. */
export function resolutionOf(form: PrintForm): ZplResolution | null {
  return form === 'pdf' ? null : form === 'zpl-203' ? 203 : 300
}

/** Ports where label printers take raw bytes: 9100 and its neighbours, and 6101 of Zebra's mobile ones. */
export function isRawPort(port: number): boolean {
  return Number.isInteger(port) && ((port >= 9100 && port <= 9199) || port === 6101)
}

/** Paper and label are measured by different rulers: this much is no difference, in millimetres. */
const paperToleranceMm = 0.5

/** A label fits on a paper that is as large or larger; it is never scaled. */
export function fitsOn(label: LabelSize, paper: LabelSize): boolean {
  return label.widthMm <= paper.widthMm + paperToleranceMm && label.heightMm <= paper.heightMm + paperToleranceMm
}

/**
 * The Serial Shipping Container Code of GS1: 18 digits =
 * extension digit (1) + company prefix + serial reference (prefix and serial together 16) + check digit (1).
 * Source: GS1 General Specifications, sections 3.3.1 (AI 00) and 7.9.1 (check digit). Pure; no I/O.
 */

export const SSCC_LENGTH = 18
/** That of every SSCC that Selvedge makes. */
export const EXTENSION_DIGIT = 0
const SHORTEST_PREFIX = 4
const LONGEST_PREFIX = 12
const BODY_LENGTH = 16

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

/** What is wrong with an SSCC of 18 plain digits, or null when it is sound. */
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
