import type { Readable } from 'node:stream'
import type { BarcodeLabel, ShippingLabel, SkuLabel } from '../../shared/domain/labels.ts'
import { type PrintForm, resolutionOf } from '../../shared/domain/printing.ts'
import { barcodeLabelLayout } from './barcode-label.ts'
import type { LabelDrawing } from './label-model.ts'
import { labelsPdf } from './pdf.ts'
import { shippingLabelLayout } from './shipping-label.ts'
import { skuLabelLayout } from './sku-label.ts'
import { type TestPage, testPageLayout } from './test-page.ts'
import { openTypeface, type Typeface } from './typeface.ts'
import { labelsZpl } from './zpl.ts'

export interface LabelsOptions {
  /** What the labels are written for; default "pdf". */
  readonly form?: PrintForm
  /** The document's title, shown by viewers and print queues. */
  readonly title?: string
  /** BCP 47; the labels themselves are always in both languages. Default "en". */
  readonly language?: string
  /** The folder that holds fonts/; by default it is looked for, see `fontFile`. */
  readonly resourcesDir?: string
}

/**
 * 100 × 150 mm, one label a box, in the order given.
 * The stream fails with an Error when there is no label, with a RangeError when an SSCC is not sound.
 */
export function shippingLabelsFile(labels: readonly ShippingLabel[], options: LabelsOptions = {}): Readable {
  return labelsFile(labels, shippingLabelLayout, 'Shipping labels 箱唛', options)
}

/** 50 × 30 mm, `copies` of each label. The stream fails with an Error when that is none. */
export function skuLabelsFile(labels: readonly SkuLabel[], options: LabelsOptions = {}): Readable {
  return labelsFile(labels, skuLabelLayout, 'SKU labels 商品标签', options, (label) => label.copies)
}

/** 50 × 30 mm, one label a code. The stream fails with an Error when there is no label. */
export function barcodeLabelsFile(labels: readonly BarcodeLabel[], options: LabelsOptions = {}): Readable {
  return labelsFile(labels, barcodeLabelLayout, 'Barcode labels 条码标签', options)
}

/** A label of the paper's own size, with rulers. */
export function testPageFile(page: TestPage, options: LabelsOptions = {}): Readable {
  return labelsFile([page], testPageLayout, 'Test page 测试页', options)
}

type Layout<Label> = (typeface: Typeface) => (label: Label) => LabelDrawing

function labelsFile<Label>(
  labels: readonly Label[],
  layout: Layout<Label>,
  title: string,
  options: LabelsOptions,
  copies: (label: Label) => number = () => 1,
): Readable {
  const typeface = openTypeface(options.resourcesDir)
  const made = drawings(labels, layout(typeface), copies)
  const resolution = resolutionOf(options.form ?? 'pdf')
  if (resolution !== null) return labelsZpl(made, typeface, resolution)
  return labelsPdf(made, typeface, { title: options.title ?? title, language: options.language ?? 'en' })
}

/** A label that follows itself is drawn once and given again: a writer may then repeat what it wrote. */
function* drawings<Label>(
  labels: readonly Label[],
  layout: (label: Label) => LabelDrawing,
  copies: (label: Label) => number,
): Generator<LabelDrawing> {
  let last: { label: Label; drawing: LabelDrawing } | undefined
  for (const label of labels) {
    if (last?.label !== label) last = { label, drawing: layout(label) }
    for (let copy = 0; copy < copies(label); copy++) yield last.drawing
  }
}
