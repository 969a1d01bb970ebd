import type { BoxSize } from '../shipments/box-size.ts'

/** The kinds of labels, their sizes in millimetres, and what each needs to be drawn. */

export const labelKinds = ['shipping', 'sku', 'box', 'fabric', 'india_qc_sku', 'barcode'] as const

export type LabelKind = (typeof labelKinds)[number]

/** Codes that one PDF of barcode labels takes at most. */
export const mostBarcodes = 2_000

/** A day's printing of one printer; more is a mistake in a number. */
export const mostLabelsAPrint = 50_000

/** English, and the keys of their translations. */
export const labelFaults = {
  tooMany:
    '{{count}} labels are too many for one print; the most is {{most}}. Please print in parts: some boxes or some SKUs at a time.',
} as const

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

/** Where goods come from or go to, in both languages; '' where one is not known. */
export interface LabelAddress {
  readonly address: string
  readonly addressZh: string
}

/** One box's label. */
export interface ShippingLabel {
  readonly vendor: { readonly code: string; readonly name: string; readonly nameZh: string } & LabelAddress
  /** Whose the destination is; empty for no line. */
  readonly company: string
  readonly destination: { readonly name: string; readonly nameZh: string } & LabelAddress
  readonly shipmentId: string
  /** what the packing list, the grid and the door call the box */
  readonly boxNo: string
  /** among the boxes of the shipment, from 1 */
  readonly position: number
  readonly boxCount: number
  /** 18 digits with a sound check digit */
  readonly sscc: string
  readonly trackingId: string | null
  readonly contents: readonly LabelContentLine[]
  readonly weightG: number | null
  readonly size: BoxSize | null
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
  /** beside it on screen; the label has none */
  readonly picture?: string | null
  readonly size: string
  /** how many of it to print, from 1 */
  readonly copies: number
}

/** The label of a piece for sale in India: everything is in the words that are printed. */
export interface IndiaSkuLabel {
  readonly nmSku: string
  readonly styleCode: string
  readonly styleName: string
  readonly color: string
  /** Beside it; empty where nobody has translated it. */
  readonly colorZh: string
  readonly size: string
  /** 13 digits; null: the NM SKU is the code */
  readonly ean: string | null
  /** rupees, as "2,499.00" */
  readonly mrp: string
  readonly netQuantity: string
  /** "MM/YYYY" */
  readonly month: string
  /** the country's name */
  readonly origin: string
  /** made in India: the company is the maker, else the importer */
  readonly isMade: boolean
  readonly company: string
  readonly address: string
  readonly consumerCare: string
  /** how many of it to print, from 1 */
  readonly copies: number
}

/** Any code with two lines of text. */
export interface BarcodeLabel {
  readonly code: string
  readonly title: string
  readonly subtitle: string
  /** Where a box comes from and goes to; left out of codes that go nowhere. */
  readonly way?: { readonly from: LabelAddress; readonly to: LabelAddress }
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

/** Paper and label are measured by different rulers: this much is no difference, in millimetres. */
const paperToleranceMm = 0.5

/** A label fits on a paper that is as large or larger; it is never scaled. */
export function fitsOn(label: LabelSize, paper: LabelSize): boolean {
  return label.widthMm <= paper.widthMm + paperToleranceMm && label.heightMm <= paper.heightMm + paperToleranceMm
}
