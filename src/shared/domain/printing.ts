import type { LabelSize } from './labels.ts'

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
