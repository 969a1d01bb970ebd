import type { Rgb } from '../../shared/areas/pictures/swatch.ts'
import { type Garment, type GarmentKind, garments, type Weave } from './garments.ts'

/** Pixels of a drawing. */
export const drawing = { width: 400, height: 500 } as const

type Point = readonly [x: number, y: number]

const SCALE = drawing.width / 100
/** Lines of the screen are looked at in so many places, so that slanting edges are smooth. */
const FINE = 3

/** How much of each pixel is cloth, and how much of that is a line; 0 to 1. */
interface Shape {
  cloth: Float32Array
  lines: Float32Array
}

const shapes = new Map<GarmentKind, Shape>()

/** A garment in a colour and weave, on a white ground: red, green and blue of every pixel. */
export function drawGarment(kind: GarmentKind, cloth: Rgb, weave: Weave): Buffer {
  // Its colours share one shape, and its weave the light on it: reckoning them takes longest.
  const shape = shapes.get(kind) ?? shapeOf(garments[kind])
  shapes.set(kind, shape)
  const lights = lightsOf.get(weave) ?? lightOf(textures[weave])
  lightsOf.set(weave, lights)
  const edge = edgeOf(cloth)
  const bytes = Buffer.alloc(drawing.width * drawing.height * 3, GROUND)
  for (const [place, share] of shape.cloth.entries()) {
    if (share === 0) continue
    const light = lights[place] ?? 1
    const line = shape.lines[place] ?? 0
    for (let part = 0; part < 3; part++) {
      const colour = Math.min(255, (cloth[part] ?? 0) * light) * (1 - line) + (edge[part] ?? 0) * line
      bytes[place * 3 + part] = GROUND + (colour - GROUND) * share
    }
  }
  return bytes
}

const GROUND = 250

function shapeOf({ pieces, sides = [], lines = [] }: Garment): Shape {
  const size = drawing.width * drawing.height
  const shape = { cloth: new Float32Array(size), lines: new Float32Array(size) }
  const paint = (outline: readonly Point[]) => {
    fill(outline, (place, share) => {
      shape.cloth[place] = Math.max(shape.cloth[place] ?? 0, share)
      // What lies below is covered, its lines with it.
      shape.lines[place] = (shape.lines[place] ?? 0) * (1 - share)
    })
    stroke(shape, [...outline, ...outline.slice(0, 1)], 1)
  }
  for (const side of sides) for (const half of bothOf(pointsOf(side))) paint(half)
  for (const piece of pieces) paint(mirrored(pointsOf(piece)))
  for (const line of lines) for (const half of bothOf(pointsOf(line))) stroke(shape, half, 0.6)
  return shape
}

const lightsOf = new Map<Weave, Float32Array>()

/** How light each pixel of a weave is, from the left to the folds at the right. */
function lightOf(texture: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: drawing.width * drawing.height }, (_, place) => {
    const [x, y] = [place % drawing.width, Math.floor(place / drawing.width)]
    const fold = 1.05 - 0.2 * Math.abs(x / drawing.width - 0.42) + 0.035 * Math.sin(x * 0.1)
    return fold * texture(x, y)
  })
}

const textures: Record<Weave, (x: number, y: number) => number> = {
  plain: () => 1,
  lace: (x, y) => 1 + 0.13 * Math.sin(x * 0.5) * Math.sin(y * 0.5),
  rib: (x) => 1 - 0.09 * Math.max(0, Math.sin(x * 0.65)),
  satin: (x, y) => 1 + 0.16 * Math.sin(x * 0.055 + y * 0.014) ** 3,
  print: (x, y) =>
    Math.sin(x * 0.12 + Math.sin(y * 0.06)) * Math.sin(y * 0.13 + Math.cos(x * 0.07)) > 0.55 ? 0.78 : 1,
}

/** Of the cloth, but darker; black shows its edges by lighter ones. */
function edgeOf([red, green, blue]: Rgb): Rgb {
  const isDark = red + green + blue < 150
  const one = (part: number) => Math.round(isDark ? part + (255 - part) * 0.28 : part * 0.62)
  return [one(red), one(green), one(blue)]
}

/** The points of a path, its curves in eight steps. */
function pointsOf(path: string): Point[] {
  const points: Point[] = []
  for (const [, command, numbers = ''] of path.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.trim().split(/\s+/).map(Number)
    const [fromX, fromY] = points.at(-1) ?? [0, 0]
    if (command !== 'Q') points.push([a, b])
    else
      for (let step = 1; step <= 8; step++) {
        const [t, u] = [step / 8, 1 - step / 8]
        points.push([u * u * fromX + 2 * u * t * a + t * t * c, u * u * fromY + 2 * u * t * b + t * t * d])
      }
  }
  return points
}

const at = ([x, y]: Point, side: 1 | -1): Point => [(50 + side * x) * SCALE, y * SCALE]

const bothOf = (half: readonly Point[]) => [half.map((point) => at(point, 1)), half.map((point) => at(point, -1))]

/** The whole outline of a half that begins and ends at the middle. */
function mirrored(half: readonly Point[]): Point[] {
  return [...half.map((point) => at(point, 1)), ...half.toReversed().map((point) => at(point, -1))]
}

/** Every pixel that an outline covers (even-odd), and how much of it. */
function fill(outline: readonly Point[], put: (place: number, share: number) => void): void {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  const [top, bottom] = within(ys, drawing.height)
  const [left, right] = within(xs, drawing.width)
  const cover = new Float32Array(drawing.width + 1)
  for (let y = top; y <= bottom; y++) {
    cover.fill(0, left, right + 1)
    for (let part = 0; part < FINE; part++) addSpans(cover, crossings(outline, y + (part + 0.5) / FINE))
    for (let x = left; x <= right; x++) {
      const share = cover[x] ?? 0
      if (share > 0) put(y * drawing.width + x, Math.min(1, share / FINE))
    }
  }
}

function within(values: readonly number[], size: number): [number, number] {
  return [Math.max(0, Math.floor(Math.min(...values))), Math.min(size - 1, Math.ceil(Math.max(...values)))]
}

function crossings(outline: readonly Point[], y: number): number[] {
  const found: number[] = []
  outline.forEach(([x1, y1], place) => {
    const [x2, y2] = outline[(place + 1) % outline.length] ?? [x1, y1]
    if (y1 <= y !== y2 <= y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
  })
  return found.sort((a, b) => a - b)
}

/** How much of each pixel lies between the first and second crossing, the third and fourth, and so on. */
function addSpans(cover: Float32Array, found: readonly number[]): void {
  for (let pair = 0; pair + 1 < found.length; pair += 2) {
    const [from, to] = [Math.max(0, found[pair] ?? 0), Math.min(drawing.width, found[pair + 1] ?? 0)]
    for (let x = Math.floor(from); x < to; x++) {
      cover[x] = (cover[x] ?? 0) + Math.min(x + 1, to) - Math.max(x, from)
    }
  }
}

const LINE_WIDTH = 1.3

/** A line along the points, as dark as `ink` says (0 to 1). */
function stroke({ cloth, lines }: Shape, points: readonly Point[], ink: number): void {
  points.slice(1).forEach(([x2, y2], place) => {
    const [x1, y1] = points[place] ?? [x2, y2]
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length === 0) return
    const [dx, dy] = [((y1 - y2) / length) * (LINE_WIDTH / 2), ((x2 - x1) / length) * (LINE_WIDTH / 2)]
    const band: Point[] = [
      [x1 + dx, y1 + dy],
      [x2 + dx, y2 + dy],
      [x2 - dx, y2 - dy],
      [x1 - dx, y1 - dy],
    ]
    fill(band, (pixel, share) => {
      cloth[pixel] = Math.max(cloth[pixel] ?? 0, share)
      lines[pixel] = Math.max(lines[pixel] ?? 0, share * ink)
    })
  })
}
