import type { ZplResolution } from '../../shared/kernel/printing.ts'
import { QR_QUIET_MODULES, QUIET_MODULES } from './codes.ts'
import { type BarsMark, type Box, DOT_MM, type LineMark, type QrMark, type RectMark } from './label-model.ts'
import type { OutlineStep } from './pdfkit-internals.ts'

/** Black and white dots, one byte each (1 is black), row by row. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly dots: Uint8Array
}

export function emptyBitmap(width: number, height: number): Bitmap {
  return { width, height, dots: new Uint8Array(width * height) }
}

/** Fills a box; what lies outside the bitmap is left out. */
export function fillBox(bitmap: Bitmap, box: DotBox, dot: 0 | 1): void {
  const left = Math.max(0, box.x)
  const right = Math.min(bitmap.width, box.x + box.width)
  const bottom = Math.min(bitmap.height, box.y + box.height)
  if (right <= left) return
  for (let y = Math.max(0, box.y); y < bottom; y++)
    bitmap.dots.fill(dot, y * bitmap.width + left, y * bitmap.width + right)
}

/** Sets the dots that are black in `stamp`; what lies outside the bitmap is left out. */
export function stampOn(bitmap: Bitmap, stamp: Bitmap, at: { x: number; y: number }, dot: 0 | 1 = 1): void {
  for (let row = 0; row < stamp.height; row++) {
    const y = at.y + row
    if (y < 0 || y >= bitmap.height) continue
    for (let column = 0; column < stamp.width; column++) {
      const x = at.x + column
      if (x < 0 || x >= bitmap.width || stamp.dots[row * stamp.width + column] !== 1) continue
      bitmap.dots[y * bitmap.width + x] = dot
    }
  }
}

/** The part of a bitmap inside a box of its own dots. */
export function cropped(bitmap: Bitmap, { x, y, width, height }: DotBox): Bitmap {
  const part = emptyBitmap(width, height)
  for (let row = 0; row < height; row++) {
    const start = (y + row) * bitmap.width + x
    part.dots.set(bitmap.dots.subarray(start, start + width), row * width)
  }
  return part
}

/** The smallest box that holds all black dots; null for a white bitmap. */
export function inkBox({ width, height, dots }: Bitmap): DotBox | null {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    const row = dots.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    left = Math.min(left, first)
    right = Math.max(right, row.lastIndexOf(1))
    top = Math.min(top, y)
    bottom = y
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Marks on the grid of a label printer's head: x, y and sizes are whole dots. */

export interface DotBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A code whose modules are all `module` dots wide. */
export interface DotCode extends DotBox {
  readonly module: number
}

/** 203 dpi heads are built with 8 dots/mm, 300 dpi heads with 11.8. */
export function dotsPerMm(resolution: ZplResolution): number {
  return resolution === 203 ? 8 : resolution / 25.4
}

/** Edges are rounded, not sizes: what touches in millimetres touches in dots. */
export function boxDots({ x, y, width, height }: Box, perMm: number): DotBox {
  const left = Math.round(x * perMm)
  const top = Math.round(y * perMm)
  return {
    x: left,
    y: top,
    width: Math.round((x + width) * perMm) - left,
    height: Math.round((y + height) * perMm) - top,
  }
}

export function lineDots({ x1, y1, x2, y2, thickness }: LineMark, perMm: number): DotBox {
  if (x1 !== x2 && y1 !== y2) throw new RangeError('Lines on labels run across or down.')
  const thick = thicknessDots(thickness, perMm)
  const x = Math.round(Math.min(x1, x2) * perMm)
  const y = Math.round(Math.min(y1, y2) * perMm)
  const across = y1 === y2
  return across
    ? { x, y: Math.round(y1 * perMm - thick / 2), width: Math.round(Math.max(x1, x2) * perMm) - x, height: thick }
    : { x: Math.round(x1 * perMm - thick / 2), y, width: thick, height: Math.round(Math.max(y1, y2) * perMm) - y }
}

/** A rectangle and the thickness of its edge, which fills it where the mark has none. */
export function rectDots({ box, thickness }: RectMark, perMm: number): DotBox & { readonly edge: number } {
  const dots = boxDots(box, perMm)
  return {
    ...dots,
    edge: thickness === undefined ? Math.min(dots.width, dots.height) : thicknessDots(thickness, perMm),
  }
}

/** The head's whole-dot module that comes nearest to the drawing's and keeps its quiet zones in the room. */
export function code128Dots({ box, room, dots, runs }: BarsMark, perMm: number): DotCode {
  const modules = runs.reduce((sum, run) => sum + run, 0)
  const module = moduleDots(dots, perMm, Math.floor(room.width * perMm) / (modules + 2 * QUIET_MODULES))
  const { y, height } = boxDots(box, perMm)
  const width = modules * module
  const x = centred(
    box.x + box.width / 2,
    width,
    { from: room.x, size: room.width, quiet: QUIET_MODULES * module },
    perMm,
  )
  return { x, y, width, height, module }
}

export function qrDots({ box, room, dots, side }: QrMark, perMm: number): DotCode {
  const across = Math.floor(Math.min(room.width, room.height) * perMm)
  const module = moduleDots(dots, perMm, across / (side + 2 * QR_QUIET_MODULES))
  const width = side * module
  const quiet = QR_QUIET_MODULES * module
  const x = centred(box.x + box.width / 2, width, { from: room.x, size: room.width, quiet }, perMm)
  const y = centred(box.y + box.height / 2, width, { from: room.y, size: room.height, quiet }, perMm)
  return { x, y, width, height: width, module }
}

function moduleDots(drawn: number, perMm: number, most: number): number {
  return Math.max(1, Math.min(Math.round(drawn * DOT_MM * perMm), Math.floor(most)))
}

interface Span {
  readonly from: number
  readonly size: number
  readonly quiet: number
}

function centred(middle: number, width: number, { from, size, quiet }: Span, perMm: number): number {
  const least = Math.ceil(from * perMm - 1e-6) + quiet
  const most = Math.floor((from + size) * perMm + 1e-6) - quiet - width
  return Math.max(least, Math.min(most, Math.round(middle * perMm - width / 2)))
}

function thicknessDots(mm: number, perMm: number): number {
  return Math.max(1, Math.round(mm * perMm))
}

const STEPS_A_CURVE = 6

/** A straight piece of an outline, in the direction in which it is drawn. */
export interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

type Point = readonly [x: number, y: number]

/** An outline as straight lines, scaled, y downwards; open contours are closed. */
export function outlineLines(outline: readonly OutlineStep[], scale: number): Line[] {
  const lines: Line[] = []
  let start: Point = [0, 0]
  let pen: Point = [0, 0]
  const lineTo = (to: Point) => {
    if (pen[0] !== to[0] || pen[1] !== to[1]) lines.push({ x1: pen[0], y1: pen[1], x2: to[0], y2: to[1] })
    pen = to
  }
  for (const { command, args } of outline) {
    const points = pointsOf(args, scale)
    const last = points.at(-1)
    if (command === 'closePath' || last === undefined) lineTo(start)
    else if (command === 'moveTo') {
      lineTo(start)
      start = last
      pen = last
    } else if (command === 'lineTo') lineTo(last)
    else for (const point of curve([pen, ...points])) lineTo(point)
  }
  lineTo(start)
  return lines
}

function pointsOf(args: readonly number[], scale: number): Point[] {
  const points: Point[] = []
  // The font counts upwards, paper downwards.
  for (let i = 0; i + 1 < args.length; i += 2) points.push([(args[i] ?? 0) * scale, -(args[i + 1] ?? 0) * scale])
  return points
}

/** Points along a Bézier curve of any degree, its start left out (de Casteljau). */
function* curve(control: readonly Point[]): Generator<Point> {
  for (let step = 1; step <= STEPS_A_CURVE; step++) {
    const t = step / STEPS_A_CURVE
    let points = control
    while (points.length > 1) points = points.slice(1).map((to, i) => between(points[i] ?? to, to, t))
    if (points[0]) yield points[0]
  }
}

function between([x1, y1]: Point, [x2, y2]: Point, t: number): Point {
  return [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t]
}
