import { LABEL_SIZES, type LabelKind, type LabelSize, labelKinds } from './labels.ts'

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
