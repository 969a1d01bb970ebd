import { code128, qr } from './codes.ts'
import type { Box, Mark } from './label-model.ts'
import { fitText } from './text-fit.ts'
import type { Typeface } from './typeface.ts'

const BAR_DOTS = 3
const QR_DOTS = 4
const TEXT_MM = 3.8

/**
 * A code with its text in a strip of a small label. In this order, the first that prints safely:
 * 1. Code 128 of 3 or 2 dots a module (about 13 letters or 26 digits on 50 mm), text beneath;
 * 2. QR at the left, text beside it (longer codes, and what is not printable ASCII);
 * 3. the text alone, where even a QR of 3 dots a module is too large.
 */
export function smallCode(code: string, strip: Box, { bold }: Typeface): Mark[] {
  const bars = code128(code, false, { box: { ...strip, height: strip.height - TEXT_MM }, mostDots: BAR_DOTS })
  if (bars) {
    const below = { x: strip.x + 2, y: strip.y + strip.height - TEXT_MM, width: strip.width - 4, height: TEXT_MM }
    return [bars, fitText(code, below, { face: bold, size: 3.2, smallest: 2.2, align: 'center', vertical: 'middle' })]
  }
  const square = qr(code, { box: { ...strip, width: strip.height }, mostDots: QR_DOTS })
  const left = strip.x + (square ? strip.height : 2)
  const beside = { ...strip, x: left, width: strip.x + strip.width - 2 - left }
  const text = fitText(code, beside, { face: bold, size: 3.2, smallest: 2.2, lines: 5, vertical: 'middle' })
  return square ? [square, text] : [text]
}
