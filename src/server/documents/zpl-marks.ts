import { type Bitmap, code128Dots, cropped, lineDots, qrDots, rectDots } from './bitmap.ts'
import type { BarsMark, Mark, QrMark, RectMark, TextLine, TextMark } from './label-model.ts'
import { lineBitmap } from './line-bitmap.ts'
import { qrBitmap } from './paint-marks.ts'
import { printerText } from './printer-font.ts'
import type { Typeface } from './typeface.ts'
import { code128Data, fieldData, graphicOf } from './zpl-fields.ts'

/** What the marks of one label are written for. */
export interface Head {
  readonly typeface: Typeface
  readonly perMm: number
  /** of the label, in dots */
  readonly width: number
  readonly height: number
}

/** The ZPL fields that draw a mark. */
export function markFields(mark: Mark, head: Head): string {
  switch (mark.kind) {
    case 'text':
      return mark.lines.map((line) => textField(line, mark, head)).join('')
    case 'line': {
      const { x, y, width, height } = lineDots(mark, head.perMm)
      return boxField(x, y, [width, height, Math.min(width, height)])
    }
    case 'rect':
      return rectField(mark, head)
    case 'code128':
      return code128Field(mark, head)
    case 'ean13':
      return barFields(mark, head)
    case 'qr':
      return qrField(mark, head)
  }
}

/** The printer's own font where it has every character of the line; else dots: Chinese looks as it does on pages. */
function textField(line: TextLine, mark: TextMark, head: Head): string {
  const { perMm, typeface } = head
  const own = printerText(line, mark, perMm)
  // ^FR turns what is beneath around: black beneath makes white letters.
  const reverse = mark.ink === 'white' ? '^FR' : ''
  const x = Math.round(line.x * perMm)
  const y = Math.round(line.y * perMm)
  if (own) {
    const start = Math.round(line.x * perMm + own.indent)
    return `^FT${start},${y}^A0N,${own.height},${own.width}${reverse}${fieldData(line.text)}^FS\n`
  }
  const drawn = lineBitmap(line.text, typeface[mark.weight], mark.size * perMm)
  return drawn ? graphicField(drawn, x + drawn.left, y + drawn.top, head, reverse) : ''
}

function rectField(mark: RectMark, { perMm }: Head): string {
  const { x, y, width, height, edge } = rectDots(mark, perMm)
  return boxField(x, y, [width, height, edge, ...(mark.ink === 'white' ? ['W'] : [])])
}

function boxField(x: number, y: number, sizes: readonly (number | string)[]): string {
  return `^FO${Math.max(0, x)},${Math.max(0, y)}^GB${sizes.join(',')}^FS\n`
}

function code128Field(mark: BarsMark, { perMm }: Head): string {
  const { x, y, height, module } = code128Dots(mark, perMm)
  // No text by the printer, no check digit of its own, no choice of sets of its own.
  return `^FO${x},${y}^BY${module}^BCN,${height},N,N,N,N${fieldData(code128Data(mark.runs))}^FS\n`
}

/** Bars as boxes: a printer's own EAN-13 would make its guard bars and digits as it likes. */
function barFields(mark: BarsMark, { perMm }: Head): string {
  const { x, y, height, module } = code128Dots(mark, perMm)
  let at = x
  return mark.runs
    .map((run, index) => {
      const width = run * module
      const bar = index % 2 === 0 ? boxField(at, y, [width, height, Math.min(width, height)]) : ''
      at += width
      return bar
    })
    .join('')
}

function qrField(mark: QrMark, head: Head): string {
  const { x, y } = qrDots(mark, head.perMm)
  return graphicField(qrBitmap(mark, head.perMm), x, y, head, '')
}

/** A field has no place left of the label or above it, so what would stand there is cut off. */
function graphicField(bitmap: Bitmap, x: number, y: number, head: Head, reverse: string): string {
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const width = Math.min(x + bitmap.width, head.width) - left
  const height = Math.min(y + bitmap.height, head.height) - top
  if (width <= 0 || height <= 0) return ''
  const isWhole = width === bitmap.width && height === bitmap.height
  const part = isWhole ? bitmap : cropped(bitmap, { x: left - x, y: top - y, width, height })
  return `^FO${left},${top}${reverse}${graphicCommand(part)}^FS\n`
}

/** Written once for a bitmap: the names on a shipment's labels are the same on all of them. */
function graphicCommand(bitmap: Bitmap): string {
  const known = commands.get(bitmap)
  if (known !== undefined) return known
  const { bytes, bytesPerRow, data } = graphicOf(bitmap)
  const made = `^GFA,${bytes},${bytes},${bytesPerRow},${data}`
  commands.set(bitmap, made)
  return made
}

const commands = new WeakMap<Bitmap, string>()
