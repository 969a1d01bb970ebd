import { type BarcodeLabel, LABEL_SIZES } from '../../shared/domain/labels.ts'
import type { LabelDrawing, Mark } from './label-model.ts'
import { smallCode } from './small-code.ts'
import { fitText } from './text-fit.ts'
import type { Typeface } from './typeface.ts'

const NOTHING: readonly Mark[] = []

/** A 50 × 30 mm label of any code, with a title and a subtitle above it. */
export function barcodeLabelLayout(typeface: Typeface): (label: BarcodeLabel) => LabelDrawing {
  return ({ code, title, subtitle }) => ({
    ...LABEL_SIZES.barcode,
    furniture: NOTHING,
    marks: [
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
