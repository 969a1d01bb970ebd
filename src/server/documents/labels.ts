import type { Readable } from 'node:stream'
import {
  type BarcodeLabel,
  type IndiaSkuLabel,
  LABEL_SIZES,
  type ShippingLabel,
  type SkuLabel,
} from '../../shared/areas/labels/rules.ts'
import { type PrintForm, resolutionOf } from '../../shared/kernel/printing.ts'
import { smallCode } from './codes.ts'
import { indiaLabelLayout } from './india-label.ts'
import type { LabelDrawing, Mark } from './label-model.ts'
import { labelsPdf } from './pdf.ts'
import { shippingLabelLayout } from './shipping-label.ts'
import { type TestPage, testPageLayout } from './test-page.ts'
import { fitText } from './text-fit.ts'
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

/** 50 × 30 mm, `copies` of each label of goods for sale in India. The stream fails with an Error when that is none. */
export function indiaSkuLabelsFile(labels: readonly IndiaSkuLabel[], options: LabelsOptions = {}): Readable {
  return labelsFile(labels, indiaLabelLayout, 'Labels for sale in India 印度销售标签', options, (label) => label.copies)
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

const NOTHING: readonly Mark[] = []

/** A 50 × 30 mm label of any code, with a title and a subtitle above it. */
export function barcodeLabelLayout(typeface: Typeface): (label: BarcodeLabel) => LabelDrawing {
  return ({ code, title, subtitle, way }) => ({
    ...LABEL_SIZES.barcode,
    furniture: NOTHING,
    marks: way
      ? [
          ...boxWay({ title, subtitle, way }, typeface),
          ...smallCode(code, { x: 0, y: 14, width: 50, height: 15 }, typeface),
        ]
      : [
          fitText(
            title,
            { x: 2, y: 1.4, width: 46, height: 5.4 },
            { face: typeface.bold, size: 3.8, smallest: 2.2, lines: 2 },
          ),
          fitText(
            subtitle,
            { x: 2, y: 7, width: 46, height: 5.4 },
            { face: typeface.medium, size: 3, smallest: 2.1, lines: 2 },
          ),
          ...smallCode(code, { x: 0, y: 13, width: 50, height: 16 }, typeface),
        ],
  })
}

/** Of a box: its shipment and number in one line, and where it comes from and goes to. */
function boxWay({ title, subtitle, way }: Pick<BarcodeLabel, 'title' | 'subtitle'> & { way: BoxWay }, face: Typeface) {
  const place = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
  const small = { face: face.medium, size: 1.9, smallest: 1.35, lines: 2 } as const
  const marks = [
    fitText(title, place(2, 1.2, 30, 3.4), { face: face.bold, size: 3, smallest: 2 }),
    fitText(subtitle, place(33, 1.2, 15, 3.4), { face: face.bold, size: 3, smallest: 1.6, align: 'right' }),
  ]
  const [from, to] = [addressLine(way.from), addressLine(way.to)]
  if (from !== '') marks.push(fitText(`FROM 发 ${from}`, place(2, 4.8, 46, 4.4), small))
  if (to !== '') marks.push(fitText(`TO 收 ${to}`, place(2, from === '' ? 4.8 : 9.3, 46, 4.4), small))
  return marks
}

type BoxWay = NonNullable<BarcodeLabel['way']>

const addressLine = ({ address, addressZh }: BoxWay['from']) =>
  [addressZh, address].filter((each) => each !== '').join(' / ')

const LEFT = 2
const SIZE_AT = 37
const RIGHT = 48
const TEXT_WIDTH = SIZE_AT - LEFT - 1

/** The 50 × 30 mm label of a piece: the size stands in a box of its own, the NM SKU is the code. Copies are the caller's. */
export function skuLabelLayout(typeface: Typeface): (label: SkuLabel) => LabelDrawing {
  const { medium, bold } = typeface
  const furniture: readonly Mark[] = [
    { kind: 'rect', box: { x: SIZE_AT, y: 1.5, width: RIGHT - SIZE_AT, height: 12.3 }, ink: 'black', thickness: 0.25 },
    fitText(
      'SIZE 尺码',
      { x: SIZE_AT + 0.6, y: 2, width: RIGHT - SIZE_AT - 1.2, height: 2.5 },
      {
        face: medium,
        size: 2,
        align: 'center',
      },
    ),
  ]
  return (label) => {
    const line = (text: string, y: number, face = medium, size = 2.7) =>
      fitText(text, { x: LEFT, y, width: TEXT_WIDTH, height: size * 1.14 }, { face, size, smallest: 2 })
    const sizeBox = { x: SIZE_AT + 0.6, y: 4.6, width: RIGHT - SIZE_AT - 1.2, height: 8.7 }
    const marks = [
      line(label.styleName, 1.2, bold, 2.9),
      line(label.styleNameZh, 4.6),
      line(`${label.color} ${label.colorZh}`, 7.7),
      line(label.styleCode, 10.8, bold),
      fitText(label.size, sizeBox, {
        face: bold,
        size: 6.4,
        smallest: 2.2,
        lines: 2,
        align: 'center',
        vertical: 'middle',
      }),
      ...smallCode(label.nmSku, { x: 0, y: 14.8, width: 50, height: 14.2 }, typeface),
    ]
    return { ...LABEL_SIZES.sku, furniture, marks }
  }
}
