import type { Pictured } from '../../pictures/StylePicture.tsx'
import type { PastedCell } from './paste-labels.ts'

/** One heading of the grid: a colour at the left, a size on top. */
export interface GridLine {
  readonly key: string
  /** In the reader's language. */
  readonly label: string
  /** Further names, for instance in the other language, by which pasted names are recognised. */
  readonly names?: readonly string[]
  /** A warning of the whole line, a word or two behind its name; `means` says it in full. */
  readonly warning?: { readonly text: string; readonly means: string }
  /** A picture of it stands before its name. */
  readonly pictured?: Pictured
}

/** Meaning of a number in a cell; several layers stand under each other in every row. */
export interface GridLayer {
  readonly key: string
  readonly label: string
  readonly tone?: 'good' | 'warn' | 'bad'
  readonly isReadOnly?: boolean
}

/** Whole pieces by cell id and layer key; what is missing is 0. */
export type GridValues = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface GridEdit {
  readonly cell: string
  readonly layer: string
  readonly quantity: number
}

/** A place on screen: `r` counts lines with their layers, `c` columns; both from 0. */
export interface Place {
  readonly r: number
  readonly c: number
}

/** The grid's shape: which cell lies where. A colour need not come in every size. */
export interface GridShape {
  readonly rows: readonly GridLine[]
  readonly columns: readonly GridLine[]
  readonly layers: readonly GridLayer[]
  readonly cellId: (row: string, column: string) => string | null
}

/** Gives the number at a place; null outside the grid and where a colour lacks the size. */
export function spotAt(shape: GridShape, { r, c }: Place) {
  const row = shape.rows[Math.floor(r / shape.layers.length)]
  const layer = shape.layers[r % shape.layers.length]
  const column = shape.columns[c]
  if (r < 0 || !row || !layer || !column) return null
  const cell = shape.cellId(row.key, column.key)
  return cell === null ? null : { row, column, layer, cell }
}

export type Spot = NonNullable<ReturnType<typeof spotAt>>

export function heightOf(shape: GridShape): number {
  return shape.rows.length * shape.layers.length
}

export function valueAt(values: GridValues, cell: string, layer: string): number {
  return values[cell]?.[layer] ?? 0
}

/** The plain way to take edits: each sets its own number. */
export function setQuantities(before: GridValues, edits: readonly GridEdit[]): GridValues {
  const next: Record<string, Readonly<Record<string, number>>> = { ...before }
  for (const { cell, layer, quantity } of edits) next[cell] = { ...next[cell], [layer]: quantity }
  return next
}

/** The next place with a cell in one direction; the same place when there is none. */
export function step(shape: GridShape, from: Place, dr: number, dc: number): Place {
  let place = { r: from.r + dr, c: from.c + dc }
  while (isInside(shape, place)) {
    if (spotAt(shape, place)) return place
    place = { r: place.r + dr, c: place.c + dc }
  }
  return from
}

/** Reading order, for Tab; null after the last cell and before the first. */
export function stepInOrder(shape: GridShape, from: Place, by: 1 | -1): Place | null {
  const width = shape.columns.length
  let at = from.r * width + from.c + by
  while (at >= 0 && at < width * heightOf(shape)) {
    const place = { r: Math.floor(at / width), c: at % width }
    if (spotAt(shape, place)) return place
    at += by
  }
  return null
}

/** The first cell, where the keyboard enters. */
export function firstPlace(shape: GridShape): Place {
  return stepInOrder(shape, { r: 0, c: -1 }, 1) ?? { r: 0, c: 0 }
}

function isInside(shape: GridShape, { r, c }: Place): boolean {
  return r >= 0 && c >= 0 && r < heightOf(shape) && c < shape.columns.length
}

export interface Area {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export function areaOf(a: Place, b: Place): Area {
  return { top: Math.min(a.r, b.r), left: Math.min(a.c, b.c), bottom: Math.max(a.r, b.r), right: Math.max(a.c, b.c) }
}

export function wholeOf(shape: GridShape): Area {
  return { top: 0, left: 0, bottom: heightOf(shape) - 1, right: shape.columns.length - 1 }
}

export function isIn({ top, left, bottom, right }: Area, { r, c }: Place): boolean {
  return r >= top && r <= bottom && c >= left && c <= right
}

/** The cells of an area that hold a number, row by row. */
export function spotsIn(shape: GridShape, area: Area): Spot[] {
  const spots: Spot[] = []
  for (let r = area.top; r <= area.bottom; r++) {
    for (let c = area.left; c <= area.right; c++) {
      const spot = spotAt(shape, { r, c })
      if (spot) spots.push(spot)
    }
  }
  return spots
}

export interface Pasting {
  edits: GridEdit[]
  /** Cells that were no whole numbers. */
  refused: number
  /** Numbers that fell outside the grid or where nothing can be typed. */
  outside: number
}

/** Lays a block on the grid from its top left place; one single value fills the whole marked area. Blank cells change nothing. */
export function placeBlock(shape: GridShape, block: readonly PastedCell[][], area: Area): Pasting {
  const only = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined
  const pasting: Pasting = { edits: [], refused: 0, outside: 0 }
  const put = (cell: PastedCell, place: Place, isFill: boolean) => {
    if (cell === null) return
    if (cell === 'refused') {
      pasting.refused++
      return
    }
    const spot = spotAt(shape, place)
    if (spot && !spot.layer.isReadOnly) pasting.edits.push({ cell: spot.cell, layer: spot.layer.key, quantity: cell })
    else if (!isFill) pasting.outside++
  }
  if (only !== undefined) {
    if (only === 'refused') return { ...pasting, refused: 1 }
    for (let r = area.top; r <= area.bottom; r++)
      for (let c = area.left; c <= area.right; c++) put(only, { r, c }, true)
    return pasting
  }
  block.forEach((row, dr) => {
    row.forEach((cell, dc) => {
      put(cell, { r: area.top + dr, c: area.left + dc }, false)
    })
  })
  return pasting
}

/** The marked area as a spreadsheet takes it; blank where a colour lacks the size. */
export function writeBlock(shape: GridShape, values: GridValues, area: Area): string {
  const lines: string[] = []
  for (let r = area.top; r <= area.bottom; r++) {
    const cells: string[] = []
    for (let c = area.left; c <= area.right; c++) {
      const spot = spotAt(shape, { r, c })
      cells.push(spot ? String(valueAt(values, spot.cell, spot.layer.key)) : '')
    }
    lines.push(cells.join('\t'))
  }
  return lines.join('\n')
}
