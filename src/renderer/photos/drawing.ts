/** Marks on a photograph. Places are pixels of the picture itself, so that they stay where they are at any size. */

export interface Place {
  x: number
  y: number
}

export type DrawTool = 'arrow' | 'circle' | 'line'

export interface Mark {
  tool: DrawTool
  /** From where the pen went down to where it is; a line drawn by hand keeps every place between. */
  places: Place[]
}

/** The mark with the pen at a further place. */
export function drawnTo(mark: Mark, place: Place): Mark {
  const [start = place] = mark.places
  return { ...mark, places: mark.tool === 'line' ? [...mark.places, place] : [start, place] }
}

/** Whether anything can be seen of it: a click that never moved leaves nothing. */
export function isVisible({ places }: Mark): boolean {
  const [start] = places
  return start !== undefined && places.some(({ x, y }) => Math.hypot(x - start.x, y - start.y) > 4)
}

/** Thick enough to be seen on a thumbnail. */
export function penWidth(width: number, height: number): number {
  return Math.max(3, Math.round(Math.max(width, height) / 150))
}

/** Draws marks in red, with a white edge that keeps them visible on red cloth. */
export function paintMarks(pen: CanvasRenderingContext2D, marks: readonly Mark[], width: number): void {
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  for (const [colour, thickness] of [
    ['rgba(255, 255, 255, 0.9)', width * 1.6],
    ['#e11b1b', width],
  ] as const) {
    pen.strokeStyle = colour
    pen.lineWidth = thickness
    for (const mark of marks) pen.stroke(pathOf(mark, width))
  }
}

function pathOf({ tool, places }: Mark, width: number): Path2D {
  const path = new Path2D()
  const [start] = places
  const end = places.at(-1)
  if (start === undefined || end === undefined) return path
  if (tool === 'circle') {
    const [rx, ry] = [Math.abs(end.x - start.x) / 2, Math.abs(end.y - start.y) / 2]
    path.ellipse((start.x + end.x) / 2, (start.y + end.y) / 2, rx, ry, 0, 0, Math.PI * 2)
    return path
  }
  path.moveTo(start.x, start.y)
  for (const { x, y } of places.slice(1)) path.lineTo(x, y)
  if (tool === 'arrow') addHead(path, start, end, width)
  return path
}

function addHead(path: Path2D, start: Place, end: Place, width: number): void {
  const length = Math.min(width * 7, Math.hypot(end.x - start.x, end.y - start.y))
  const direction = Math.atan2(end.y - start.y, end.x - start.x)
  for (const side of [-1, 1]) {
    const angle = direction + Math.PI + side * 0.5
    path.moveTo(end.x, end.y)
    path.lineTo(end.x + Math.cos(angle) * length, end.y + Math.sin(angle) * length)
  }
}
