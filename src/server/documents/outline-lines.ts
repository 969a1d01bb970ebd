import type { OutlineStep } from './pdfkit-internals.ts'

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
