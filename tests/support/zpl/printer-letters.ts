import { glyphBitmap } from '../../../src/server/documents/glyph-bitmap.ts'
import { printerWidth } from '../../../src/server/documents/printer-font.ts'
import { openTypeface } from '../../../src/server/documents/typeface.ts'
import { type Canvas, dot, type Ink } from './canvas.ts'

const CAPITALS = 0.77
const CAPITALS_OF_NOTO = 733

/** Where and how ^A0 sets a line; `wider` stands for a printer whose font runs wider than is believed. */
export interface Letters {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly height: number
  readonly width: number
  readonly wider: number
}

/** Draws a line as font 0 would: Noto's bold letters, squeezed into font 0's widths. Gives where the line ends. */
export function drawLetters(canvas: Canvas, { text, x, y, height, width, wider }: Letters, ink: Ink): number {
  const { font } = openTypeface().bold
  let pen = x
  for (const character of text) {
    const [glyph] = font.layout(character).glyphs
    const natural = printerWidth(character)
    if (!glyph || natural === null) throw new Error(`Font 0 is not known to have ${JSON.stringify(character)}.`)
    const advance = natural * width * wider
    const across = advance / glyph.advanceWidth
    const down = (height * CAPITALS) / CAPITALS_OF_NOTO
    const steps = glyph.path.commands.map(({ command, args }) => ({
      command,
      args: args.map((value, index) => value * (index % 2 === 0 ? across : down)),
    }))
    const bitmap = glyphBitmap(steps, 1)
    for (const [index, black] of bitmap?.dots.entries() ?? []) {
      if (black !== 1 || !bitmap) continue
      const column = Math.round(pen) + bitmap.left + (index % bitmap.width)
      dot(canvas, column, y + bitmap.top + Math.floor(index / bitmap.width), ink)
    }
    pen += advance
  }
  return pen
}
