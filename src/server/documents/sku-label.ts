import { LABEL_SIZES, type SkuLabel } from '../../shared/domain/labels.ts'
import type { LabelDrawing, Mark } from './label-model.ts'
import { smallCode } from './small-code.ts'
import { fitText } from './text-fit.ts'
import type { Typeface } from './typeface.ts'

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
