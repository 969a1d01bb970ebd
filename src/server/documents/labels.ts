import type { Readable } from 'node:stream'
import type { BarcodeLabel, ShippingLabel, SkuLabel } from '../../shared/domain/labels.ts'
import { barcodeLabelLayout } from './barcode-label.ts'
import { labelsPdf } from './pdf.ts'
import { shippingLabelLayout } from './shipping-label.ts'
import { skuLabelLayout } from './sku-label.ts'
import { openTypeface } from './typeface.ts'

export interface LabelsOptions {
  /** The document's title, shown by viewers and print queues. */
  readonly title?: string
  /** BCP 47; the labels themselves are always in both languages. Default "en". */
  readonly language?: string
  /** The folder that holds fonts/; by default it is looked for, see `fontFile`. */
  readonly resourcesDir?: string
}

/**
 * shipping_labels.pdf: 100 × 150 mm, one page a box, in the order given.
 * The stream fails with an Error when there is no label, with a RangeError when an SSCC is not sound.
 */
export function shippingLabelsPdf(labels: readonly ShippingLabel[], options: LabelsOptions = {}): Readable {
  const typeface = openTypeface(options.resourcesDir)
  return labelsPdf(drawings(labels, shippingLabelLayout(typeface)), typeface, facts(options, 'Shipping labels 箱唛'))
}

/** sku_labels.pdf: 50 × 30 mm, `copies` pages of each label. The stream fails with an Error when that is no page. */
export function skuLabelsPdf(labels: readonly SkuLabel[], options: LabelsOptions = {}): Readable {
  const typeface = openTypeface(options.resourcesDir)
  const pages = drawings(labels, skuLabelLayout(typeface), (label) => label.copies)
  return labelsPdf(pages, typeface, facts(options, 'SKU labels 商品标签'))
}

/** barcode_labels.pdf: 50 × 30 mm, one page a code. The stream fails with an Error when there is no label. */
export function barcodeLabelsPdf(labels: readonly BarcodeLabel[], options: LabelsOptions = {}): Readable {
  const typeface = openTypeface(options.resourcesDir)
  return labelsPdf(drawings(labels, barcodeLabelLayout(typeface)), typeface, facts(options, 'Barcode labels 条码标签'))
}

function* drawings<Label, Drawing>(
  labels: readonly Label[],
  layout: (label: Label) => Drawing,
  copies: (label: Label) => number = () => 1,
): Generator<Drawing> {
  for (const label of labels) {
    const drawing = layout(label)
    for (let copy = 0; copy < copies(label); copy++) yield drawing
  }
}

function facts(options: LabelsOptions, title: string): { title: string; language: string } {
  return { title: options.title ?? title, language: options.language ?? 'en' }
}
