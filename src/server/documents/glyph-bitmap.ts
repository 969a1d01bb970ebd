import { type Bitmap, emptyBitmap } from './bitmap.ts'
import type { OutlineStep } from './pdfkit-internals.ts'

/** Rows looked at per dot; across a dot the cover is exact. */
const ROWS_A_DOT = 4
/** A dot is burnt when this much of it is covered. Under a half, so that the fine strokes of Chinese stay whole. */
const BURNT = 0.44
const STEPS_A_CURVE = 6

/** A bitmap with its place beside the pen: `left` and `top` of its first dot, y downwards from the baseline. */
export interface PlacedBitmap extends Bitmap {
  readonly left: number
  readonly top: number
}

interface Edge {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  /** 1 where the outline runs downwards, else -1 */
  readonly turn: number
}

/**
 * An outline as the dots that a head burns, filled by the non-zero rule as font outlines ask.
 * @param scale dots per unit of the font
 * @returns null for an outline without ink (a blank)
 */
export function glyphBitmap(outline: readonly OutlineStep[], scale: number): PlacedBitmap | null {
  const edges = edgesOf(outline, scale)
  if (edges.length === 0) return null
  const left = Math.floor(Math.min(...edges.flatMap((edge) => [edge.x1, edge.x2])))
  const right = Math.ceil(Math.max(...edges.flatMap((edge) => [edge.x1, edge.x2])))
  const top = Math.floor(Math.min(...edges.map((edge) => edge.y1)))
  const bottom = Math.ceil(Math.max(...edges.map((edge) => edge.y2)))
  const bitmap = emptyBitmap(Math.max(1, right - left), Math.max(1, bottom - top))
  const cover = new Float64Array(bitmap.width)
  for (let row = 0; row < bitmap.height; row++) {
    cover.fill(0)
    for (let part = 0; part < ROWS_A_DOT; part++) coverRow(edges, top + row + (part + 0.5) / ROWS_A_DOT, left, cover)
    for (let x = 0; x < bitmap.width; x++)
      if ((cover[x] ?? 0) >= BURNT * ROWS_A_DOT) bitmap.dots[row * bitmap.width + x] = 1
  }
  return { ...bitmap, left, top }
}

/** Adds to each dot how much of it lies inside the outline at this height. */
function coverRow(edges: readonly Edge[], y: number, left: number, cover: Float64Array): void {
  const crossings: { x: number; turn: number }[] = []
  for (const { x1, y1, x2, y2, turn } of edges)
    if (y1 <= y && y < y2) crossings.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) - left, turn })
  crossings.sort((a, b) => a.x - b.x)
  let winding = 0
  let from = 0
  for (const { x, turn } of crossings) {
    if (winding !== 0) coverSpan(from, x, cover)
    winding += turn
    from = x
  }
}

function coverSpan(from: number, to: number, cover: Float64Array): void {
  for (let x = Math.max(0, Math.floor(from)); x < to && x < cover.length; x++)
    cover[x] = (cover[x] ?? 0) + Math.min(to, x + 1) - Math.max(from, x)
}

type Point = readonly [x: number, y: number]

function edgesOf(outline: readonly OutlineStep[], scale: number): Edge[] {
  const edges: Edge[] = []
  let start: Point = [0, 0]
  let pen: Point = [0, 0]
  const lineTo = (to: Point) => {
    const edge = edgeBetween(pen, to)
    if (edge) edges.push(edge)
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
  return edges
}

function pointsOf(args: readonly number[], scale: number): Point[] {
  const points: Point[] = []
  // The font counts upwards, paper downwards.
  for (let i = 0; i + 1 < args.length; i += 2) points.push([(args[i] ?? 0) * scale, -(args[i + 1] ?? 0) * scale])
  return points
}

/** Level edges are crossed by no row. */
function edgeBetween([x1, y1]: Point, [x2, y2]: Point): Edge | null {
  if (y1 === y2) return null
  return y1 < y2 ? { x1, y1, x2, y2, turn: 1 } : { x1: x2, y1: y2, x2: x1, y2: y1, turn: -1 }
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
