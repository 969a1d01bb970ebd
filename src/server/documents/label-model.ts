/**
 * A label as marks on paper, in millimetres from its top left corner, y downwards. Layouts make it; the PDF writer draws
 * it, the screen previews it, and the ZPL writer takes the same marks: nothing here belongs to a file format.
 */

/** One dot of a 203 dpi (8 dots/mm) thermal head: every module of a code is a whole number of these. */
export const DOT_MM = 0.125

/** Millimetres in a PDF point's inch: 1 mm = 72 / 25.4 points. */
export const POINTS_PER_MM = 72 / 25.4

export type Weight = 'medium' | 'bold'
export type Ink = 'black' | 'white'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One line of text, already measured: `x` is its left end and `y` its baseline. */
export interface TextLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Text that was fitted into `box`; `size` is the em in millimetres. */
export interface TextMark {
  readonly kind: 'text'
  readonly box: Box
  readonly weight: Weight
  readonly ink: Ink
  readonly size: number
  readonly lines: readonly TextLine[]
  /** What of the text no font of ours has: an empty square stands in its place. */
  readonly missing?: readonly string[]
}

export interface LineMark {
  readonly kind: 'line'
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly thickness: number
}

/** A filled rectangle, or its outline when `thickness` is given (drawn inside the box). */
export interface RectMark {
  readonly kind: 'rect'
  readonly box: Box
  readonly ink: Ink
  readonly thickness?: number
}

/** A row of bars: `box` holds the bars alone, `quiet` is the white that the layout keeps free left and right of them. */
export interface BarsMark {
  readonly kind: 'code128' | 'ean13'
  readonly box: Box
  readonly quiet: number
  /** where the code may grow with its quiet zones, on a head whose dots are other than `DOT_MM` */
  readonly room: Box
  /** a module's width in `DOT_MM` */
  readonly dots: number
  readonly data: string
  /** FNC1 comes first: GS1-128. */
  readonly gs1: boolean
  /** widths in modules: bar, space, bar … */
  readonly runs: readonly number[]
}

/** QR code, model 2: `box` holds the modules alone, `quiet` is the white around them. */
export interface QrMark {
  readonly kind: 'qr'
  readonly box: Box
  readonly quiet: number
  /** as for Code 128 */
  readonly room: Box
  readonly dots: number
  readonly data: string
  /** modules a side */
  readonly side: number
  /** row by row, 1 = dark */
  readonly modules: Uint8Array
}

export type Mark = TextMark | LineMark | RectMark | BarsMark | QrMark

export interface LabelDrawing {
  readonly widthMm: number
  readonly heightMm: number
  /**
   * Captions, frames, rules: drawn first. A layout gives the *same array* with every label that has them, so a writer
   * may encode them once per document (PDF) or store them in the printer (ZPL).
   */
  readonly furniture: readonly Mark[]
  readonly marks: readonly Mark[]
}

/** Everything on the label, in drawing order. */
export function allMarks(drawing: LabelDrawing): readonly Mark[] {
  return [...drawing.furniture, ...drawing.marks]
}
