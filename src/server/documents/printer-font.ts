import type { TextLine, TextMark } from './label-model.ts'

/**
 * Font 0, the scalable font that every ZPL printer has: a bold condensed sans. How wide its characters are at a width of 1,
 * rounded up; what is not here is drawn as dots.
 */
const WIDTHS: readonly (readonly [width: number, characters: string])[] = [
  [0.3, " !'(),./:;[]Iijl"],
  [0.34, 'frt`'],
  [0.45, 'ckvxyzsJ?'],
  [0.5, 'abdeghnopqu0123456789*$#"-_EFLTZ'],
  [0.57, 'ABCKOPQSVXY'],
  [0.62, 'DGHNRU&'],
  [0.68, 'w'],
  [0.77, 'mM'],
  [0.83, 'W'],
  [0.92, '@%'],
]

const widths = new Map(WIDTHS.flatMap(([width, characters]) => [...characters].map((one) => [one, width] as const)))

/** Height of capitals: of the label typeface's em, and of font 0's height. */
const CAPITALS_OF_EM = 0.733
const CAPITALS_OF_HEIGHT = 0.77
/** Of the line's measured width, so that a printer whose font runs a little wider stays in the line. */
const FILLED = 0.95
/** Wider, and letters look like other letters. */
const WIDEST = 1.32
const NARROWEST = 0.6
/** What printers promise of their scalable font. */
const SMALLEST_DOTS = 10

/** How the printer's own font shows a line: height and width in dots, and how far its start moves in. */
export interface PrinterText {
  readonly height: number
  readonly width: number
  readonly indent: number
}

/** null where the printer's font lacks a character or would not come near the line's measure: draw dots instead. */
export function printerText(line: TextLine, mark: TextMark, perMm: number): PrinterText | null {
  const natural = printerWidth(line.text)
  if (natural === null || natural === 0) return null
  const room = line.width * perMm
  const height = Math.round((mark.size * perMm * CAPITALS_OF_EM) / CAPITALS_OF_HEIGHT)
  const width = Math.min(Math.floor((room * FILLED) / natural), Math.floor(height * WIDEST))
  if (height < SMALLEST_DOTS || width < SMALLEST_DOTS || width < height * NARROWEST) return null
  // Centred lines stay centred and right ones right: the line's own indent in its box says which it is.
  const spare = mark.box.width - line.width
  const share = spare > 0 ? (line.x - mark.box.x) / spare : 0
  return { height, width, indent: Math.max(0, (room - natural * width) * share) }
}

/** Width of a text at a font width of 1; null when a character's is not known. */
export function printerWidth(text: string): number | null {
  let width = 0
  for (const character of text) {
    const known = widths.get(character)
    if (known === undefined) return null
    width += known
  }
  return width
}
