import type { LabelSize } from '../../shared/areas/labels/rules.ts'
import type { Box, Ink, LineMark, Mark, TextLine, TextMark } from './label-model.ts'
import { clustersOf, type Face, MISSING } from './typeface.ts'

/** How a text sits in its box. Sizes are ems in millimetres. */
export interface TextStyle {
  readonly face: Face
  readonly size: number
  /** never smaller; by default `size` */
  readonly smallest?: number
  readonly lines?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly vertical?: 'top' | 'middle' | 'bottom'
  readonly ink?: Ink
  /** Words in both languages: they stand under each other where they do not fit beside each other. */
  readonly isHead?: boolean
}

/** Of the em: what a line needs above and below its baseline for Latin and Chinese, and the pitch of lines. */
const ABOVE = 0.9
const BELOW = 0.22
const PITCH = 1.18
const SHRINK = 0.93
const ELLIPSIS = '…'

/**
 * Text in a box. It shrinks to `smallest`, then wraps into `lines`, then ends in an ellipsis: it never leaves the box
 * (nor is drawn at all where not even one line of the smallest size is high enough).
 */
export function fitText(raw: string, box: Box, style: TextStyle): TextMark {
  const { face } = style
  const text = face.printable(raw)
  const { size, lines } = text === '' ? { size: style.size, lines: [] } : chooseLines(text, box, style)
  return markOf(lines, size, box, { ...style, missing: missingOf(raw, text, face) })
}

/** Text in as many lines as it needs under each other: the mark's box is as high as they are. */
export function flowText(raw: string, place: Omit<Box, 'height'>, style: TextStyle): TextMark {
  const { face, size } = style
  const text = face.printable(raw)
  const lines = text === '' ? [] : (style.isHead === true ? headLines : wrap)(text, place.width / size, face)
  const box = { ...place, height: lines.length === 0 ? 0 : heightOf(lines.length, size) }
  return markOf(lines, size, box, { ...style, missing: missingOf(raw, text, face) })
}

/** What so many lines of a size need. */
export function heightOf(lines: number, size: number): number {
  return size * (ABOVE + BELOW + PITCH * (lines - 1))
}

const missingOf = (raw: string, shown: string, face: Face) => (shown.includes(MISSING) ? face.missing(raw) : [])

function markOf(
  lines: readonly string[],
  size: number,
  box: Box,
  { missing, ...style }: TextStyle & { missing: readonly string[] },
): TextMark {
  return {
    kind: 'text',
    box,
    weight: style.face.weight,
    ink: style.ink ?? 'black',
    size,
    lines: placeLines(lines, size, box, style),
    ...(missing.length > 0 && { missing }),
  }
}

interface Fitted {
  readonly size: number
  readonly lines: readonly string[]
}

function chooseLines(text: string, box: Box, style: TextStyle): Fitted {
  const { face, lines: most = 1 } = style
  const tallest = Math.min(style.size, box.height / (ABOVE + BELOW))
  const smallest = Math.min(style.smallest ?? style.size, tallest)
  const oneLine = Math.min(tallest, box.width / face.width(text))
  // A hair under, so that adding up widths in another order cannot make the line too long.
  if (oneLine >= smallest) return { size: oneLine === tallest ? tallest : oneLine * 0.9999, lines: [text] }
  if (most > 1) {
    for (let size = tallest; size > smallest; size *= SHRINK) {
      const lines = wrap(text, box.width / size, face)
      if (lines.length <= linesThatFit(size, box, most)) return { size, lines }
    }
  }
  const room = linesThatFit(smallest, box, most)
  const lines = wrap(text, box.width / smallest, face)
  if (lines.length <= room) return { size: smallest, lines }
  const last = ellipsize(lines.slice(room - 1).join(''), box.width / smallest, face)
  return { size: smallest, lines: [...lines.slice(0, room - 1), last] }
}

function linesThatFit(size: number, box: Box, most: number): number {
  const extra = Math.floor((box.height / size - ABOVE - BELOW) / PITCH + 1e-9)
  return Math.max(1, Math.min(most, 1 + extra))
}

/** Greedy lines no wider than `width` ems (but for a space at their end); breaks after spaces, hyphens and slashes, around Han but before no mark that closes, else anywhere. */
function wrap(text: string, width: number, face: Face): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text, width, face)) {
    if (line !== '' && face.width(line + piece.trimEnd()) > width) {
      lines.push(line)
      line = piece
    } else line += piece
  }
  if (line !== '') lines.push(line)
  return lines
}

/** "Net weight (kg)" above "净重": no glyph of one language is left alone beside the other. */
function headLines(text: string, width: number, face: Face): string[] {
  const [, first, second] = /^(.*?\S)\s+(\p{Script=Han}.*)$/u.exec(text) ?? []
  if (first === undefined || second === undefined || face.width(text) <= width) return wrap(text, width, face)
  return [...wrap(first, width, face), ...wrap(second, width, face)]
}

/** The unbreakable parts of a text; one that is wider than the line is cut into its signs. */
function* pieces(text: string, width: number, face: Face): Generator<string> {
  for (const word of text.match(/[^\s\-/\u2e80-\u9fff\uff00-\uffef]+[\s\-/]*|[\s\S][，。、；：！？）》」』]*/gu) ??
    []) {
    if (face.width(word) > width) yield* clustersOf(word)
    else yield word
  }
}

function ellipsize(text: string, width: number, face: Face): string {
  const room = width - face.width(ELLIPSIS)
  let kept = ''
  // Signs of some scripts are narrower together than alone.
  for (const sign of clustersOf(text)) {
    if (face.width(kept + sign) > room) break
    kept += sign
  }
  return `${kept.trimEnd()}${ELLIPSIS}`
}

function placeLines(lines: readonly string[], size: number, box: Box, style: TextStyle): TextLine[] {
  if (size < 0.4) return []
  const height = heightOf(lines.length, size)
  const spare = { top: 0, middle: (box.height - height) / 2, bottom: box.height - height }[style.vertical ?? 'top']
  return lines.map((line, index) => {
    const text = line.trimEnd()
    const width = style.face.width(text) * size
    const indent = { left: 0, center: (box.width - width) / 2, right: box.width - width }[style.align ?? 'left']
    return { text, width, x: box.x + indent, y: box.y + spare + size * (ABOVE + PITCH * index) }
  })
}

const TICK = 0.15
/** How far a tick reaches in, by what it counts. */
const TICKS_MM = { one: 1, five: 1.7, ten: 2.5 } as const
const NUMBER_MM = 2
const NUMBER_WIDTH_MM = 5
/** Under this there is no room for two rulers. */
const SMALLEST_SIDE_MM = 12

/** Whole tens of millimetres that a ruler between the edges of a side shows. */
export function rulerMm(sideMm: number, edge: number): number {
  return Math.floor((sideMm - 2 * edge) / 10) * 10
}

/** A ruler along the top and one along the left, both from the border's outer corner, a tick a millimetre. */
export function rulers({ widthMm, heightMm }: LabelSize, edge: number, face: Face): Mark[] {
  if (Math.min(widthMm, heightMm) < SMALLEST_SIDE_MM) return []
  return [...across(widthMm, edge, face), ...down(heightMm, edge, face)]
}

function across(sideMm: number, edge: number, face: Face): Mark[] {
  const last = sideMm - edge - NUMBER_WIDTH_MM / 2
  return along(sideMm, edge).flatMap(({ mm, at, long }) => {
    const tick = line(at, edge, at, edge + long)
    if (mm % 10 !== 0 || at > last) return [tick]
    const place = {
      x: at - NUMBER_WIDTH_MM / 2,
      y: edge + TICKS_MM.ten,
      width: NUMBER_WIDTH_MM,
      height: NUMBER_MM * 1.14,
    }
    return [tick, fitText(String(mm), place, { face, size: NUMBER_MM, align: 'center' })]
  })
}

function down(sideMm: number, edge: number, face: Face): Mark[] {
  const last = sideMm - edge - NUMBER_MM
  return along(sideMm, edge).flatMap(({ mm, at, long }) => {
    const tick = line(edge, at, edge + long, at)
    if (mm % 10 !== 0 || at > last) return [tick]
    const height = NUMBER_MM * 1.14
    const place = { x: edge + TICKS_MM.ten + 0.3, y: at - height / 2, width: 3.5, height }
    return [tick, fitText(String(mm), place, { face, size: NUMBER_MM, smallest: 1.2, vertical: 'middle' })]
  })
}

function along(sideMm: number, edge: number): { mm: number; at: number; long: number }[] {
  // The border itself is the tick at nought, and the one at the far end.
  const count = Math.ceil(sideMm - 2 * edge - 1e-9) - 1
  return Array.from({ length: count }, (_, index) => {
    const mm = index + 1
    const long = mm % 10 === 0 ? TICKS_MM.ten : mm % 5 === 0 ? TICKS_MM.five : TICKS_MM.one
    return { mm, at: edge + mm, long }
  })
}

function line(x1: number, y1: number, x2: number, y2: number): LineMark {
  return { kind: 'line', x1, y1, x2, y2, thickness: TICK }
}
