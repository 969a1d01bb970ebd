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
