import { type Bitmap, emptyBitmap, type Line, outlineLines } from './bitmap.ts'
import type { OutlineStep } from './pdfkit-internals.ts'

/** Rows looked at per dot; across a dot the cover is exact. */
const ROWS_A_DOT = 4
/** A dot is burnt when this much of it is covered. Under a half, so that the fine strokes of Chinese stay whole. */
const BURNT = 0.44

/** A bitmap with its place beside the pen: `left` and `top` of its first dot, y downwards from the baseline. */
export interface PlacedBitmap extends Bitmap {
  readonly left: number
  readonly top: number
}

/**
 * An outline as the dots that a head burns, filled by the non-zero rule as font outlines ask. Strokes thinner than a dot are
 * kept, a dot wide.
 * @param scale dots per unit of the font
 * @returns null for an outline without ink (a blank)
 */
export function glyphBitmap(outline: readonly OutlineStep[], scale: number): PlacedBitmap | null {
  const lines = outlineLines(outline, scale)
  if (lines.length === 0) return null
  const xs = lines.flatMap(({ x1, x2 }) => [x1, x2])
  const ys = lines.flatMap(({ y1, y2 }) => [y1, y2])
  const left = Math.floor(Math.min(...xs))
  const top = Math.floor(Math.min(...ys))
  const bitmap = emptyBitmap(
    Math.max(1, Math.ceil(Math.max(...xs)) - left),
    Math.max(1, Math.ceil(Math.max(...ys)) - top),
  )
  const here = lines.map(({ x1, y1, x2, y2 }) => ({ x1: x1 - left, y1: y1 - top, x2: x2 - left, y2: y2 - top }))
  burnCovered(bitmap, here)
  keepThin(here, bitmap.height, (span, row) =>
    burnUnlessBurnt(bitmap, span, (x) => row * bitmap.width + x, bitmap.width),
  )
  const turned = here.map(({ x1, y1, x2, y2 }) => ({ x1: y1, y1: x1, x2: y2, y2: x2 }))
  keepThin(turned, bitmap.width, (span, column) =>
    burnUnlessBurnt(bitmap, span, (y) => y * bitmap.width + column, bitmap.height),
  )
  return { ...bitmap, left, top }
}

function burnCovered(bitmap: Bitmap, lines: readonly Line[]): void {
  const cover = new Float64Array(bitmap.width)
  for (let row = 0; row < bitmap.height; row++) {
    cover.fill(0)
    for (let part = 0; part < ROWS_A_DOT; part++)
      for (const span of spansAt(lines, row + (part + 0.5) / ROWS_A_DOT)) coverSpan(span, cover)
    for (let x = 0; x < bitmap.width; x++)
      if ((cover[x] ?? 0) >= BURNT * ROWS_A_DOT) bitmap.dots[row * bitmap.width + x] = 1
  }
}

/** Gives each span through the middle of each row. */
function keepThin(lines: readonly Line[], rows: number, keep: (span: Span, row: number) => void): void {
  for (let row = 0; row < rows; row++) for (const span of spansAt(lines, row + 0.5)) keep(span, row)
}

/** A stroke between two dots may cover neither enough: then its middle is burnt. */
function burnUnlessBurnt({ dots }: Bitmap, { from, to }: Span, indexOf: (at: number) => number, length: number): void {
  for (let at = Math.floor(from); at < to; at++) if (dots[indexOf(at)] === 1) return
  dots[indexOf(Math.min(length - 1, Math.floor((from + to) / 2)))] = 1
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The parts of a row at height `y` that lie inside the outline. */
function spansAt(lines: readonly Line[], y: number): Span[] {
  const crossings: { x: number; turn: number }[] = []
  for (const { x1, y1, x2, y2 } of lines)
    if (y1 <= y !== y2 <= y) crossings.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 })
  crossings.sort((a, b) => a.x - b.x)
  const spans: Span[] = []
  let winding = 0
  let from = 0
  for (const { x, turn } of crossings) {
    if (winding === 0) from = x
    winding += turn
    if (winding === 0 && x > from) spans.push({ from, to: x })
  }
  return spans
}

function coverSpan({ from, to }: Span, cover: Float64Array): void {
  for (let x = Math.max(0, Math.floor(from)); x < to && x < cover.length; x++)
    cover[x] = (cover[x] ?? 0) + Math.min(to, x + 1) - Math.max(from, x)
}
