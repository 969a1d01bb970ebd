import type { LabelSize } from '../../shared/domain/labels.ts'
import type { LabelDrawing } from './label-model.ts'
import { fitText } from './text-fit.ts'
import type { Typeface } from './typeface.ts'

export interface TestPage extends LabelSize {
  /** As its user calls it. */
  readonly printer: string
}

export function testPageLayout({ bold }: Typeface): (page: TestPage) => LabelDrawing {
  return ({ widthMm, heightMm, printer }) => ({
    widthMm,
    heightMm,
    furniture: [],
    marks: [fitText(printer, { x: 2, y: 2, width: widthMm - 4, height: heightMm - 4 }, { face: bold, size: 3 })],
  })
}
