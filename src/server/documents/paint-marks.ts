import {
  type Bitmap,
  code128Dots,
  type DotBox,
  emptyBitmap,
  fillBox,
  lineDots,
  qrDots,
  rectDots,
  stampOn,
} from './bitmap.ts'
import type { BarsMark, Mark, QrMark, RectMark, TextMark } from './label-model.ts'
import { lineBitmap } from './line-bitmap.ts'
import type { Typeface } from './typeface.ts'

/** Marks as the dots that a label printer's head burns. */
export function paintMarks(
  marks: readonly Mark[],
  size: { width: number; height: number },
  typeface: Typeface,
  perMm: number,
): Bitmap {
  const bitmap = emptyBitmap(size.width, size.height)
  for (const mark of marks) paint(bitmap, mark, typeface, perMm)
  return bitmap
}

function paint(bitmap: Bitmap, mark: Mark, typeface: Typeface, perMm: number): void {
  switch (mark.kind) {
    case 'text':
      paintText(bitmap, mark, typeface, perMm)
      break
    case 'line':
      fillBox(bitmap, lineDots(mark, perMm), 1)
      break
    case 'rect':
      paintRect(bitmap, mark, perMm)
      break
    case 'code128':
    case 'ean13':
      paintCode128(bitmap, mark, perMm)
      break
    case 'qr':
      stampOn(bitmap, qrBitmap(mark, perMm), qrDots(mark, perMm))
  }
}

function paintText(bitmap: Bitmap, mark: TextMark, typeface: Typeface, perMm: number): void {
  for (const { text, x, y } of mark.lines) {
    const line = lineBitmap(text, typeface[mark.weight], mark.size * perMm)
    const at = line && { x: Math.round(x * perMm) + line.left, y: Math.round(y * perMm) + line.top }
    if (at) stampOn(bitmap, line, at, mark.ink === 'white' ? 0 : 1)
  }
}

function paintRect(bitmap: Bitmap, mark: RectMark, perMm: number): void {
  const { edge, ...box } = rectDots(mark, perMm)
  for (const side of sides(box, edge)) fillBox(bitmap, side, mark.ink === 'white' ? 0 : 1)
}

function sides({ x, y, width, height }: DotBox, edge: number): DotBox[] {
  return [
    { x, y, width, height: edge },
    { x, y: y + height - edge, width, height: edge },
    { x, y, width: edge, height },
    { x: x + width - edge, y, width: edge, height },
  ]
}

function paintCode128(bitmap: Bitmap, mark: BarsMark, perMm: number): void {
  const { y, height, module, ...box } = code128Dots(mark, perMm)
  let x = box.x
  for (const [index, run] of mark.runs.entries()) {
    if (index % 2 === 0) fillBox(bitmap, { x, y, width: run * module, height }, 1)
    x += run * module
  }
}

/** The very modules of the model, each in whole dots. */
export function qrBitmap(mark: QrMark, perMm: number): Bitmap {
  const { width, height, module } = qrDots(mark, perMm)
  const bitmap = emptyBitmap(width, height)
  for (const [index, dark] of mark.modules.entries()) {
    const x = (index % mark.side) * module
    const y = Math.floor(index / mark.side) * module
    if (dark === 1) fillBox(bitmap, { x, y, width: module, height: module }, 1)
  }
  return bitmap
}
