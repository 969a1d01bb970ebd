import type { Readable } from 'node:stream'
import { smallCode } from './codes.ts'
import type { LabelDrawing, Mark } from './label-model.ts'
import { labelsPdf } from './pdf.ts'
import { fitText } from './text-fit.ts'
import { openTypeface, type Typeface } from './typeface.ts'

/** A code that a station understands, and what it does. */
export interface SheetCommand {
  code: string
  title: string
  titleZh: string
}

/** A4 upright, in millimetres. */
const page = { widthMm: 210, heightMm: 297 }
const margin = 20
const top = 40
/** As many as one page takes. */
const most = 6
/** From one command to the next: far enough that a scanner reads one at a time. */
const step = 41

/** The commands of a station as codes on one A4 page. The stream fails with RangeError for more than six. */
export function commandSheetFile(title: string, commands: readonly SheetCommand[], resourcesDir?: string): Readable {
  const typeface = openTypeface(resourcesDir)
  return labelsPdf([commandSheet(title, commands, typeface)], typeface, { title, language: 'en' })
}

export function commandSheet(title: string, commands: readonly SheetCommand[], typeface: Typeface): LabelDrawing {
  if (commands.length > most) throw new RangeError(`a sheet takes ${most} commands, not ${commands.length}`)
  const width = page.widthMm - 2 * margin
  const head = fitText(
    title,
    { x: margin, y: 20, width, height: 12 },
    { face: typeface.bold, size: 8, smallest: 4, lines: 1 },
  )
  return { ...page, furniture: [], marks: [head, ...commands.flatMap((one, at) => commandMarks(one, at, typeface))] }
}

function commandMarks({ code, title, titleZh }: SheetCommand, at: number, typeface: Typeface): readonly Mark[] {
  const y = top + at * step
  const words = { x: margin, width: 76, height: 12 }
  const looks = { size: 6, smallest: 3, lines: 2 }
  return [
    fitText(titleZh, { ...words, y: y + 4 }, { ...looks, face: typeface.bold }),
    fitText(title, { ...words, y: y + 18 }, { ...looks, size: 4.6, face: typeface.medium }),
    ...smallCode(code, { x: margin + 80, y, width: 90, height: 30 }, typeface),
  ]
}
