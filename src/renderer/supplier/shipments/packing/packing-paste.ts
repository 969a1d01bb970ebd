import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import { plainText } from '../../../../shared/kernel/codes.ts'
import { readQuantity, type SheetPlace } from '../../../kit/quantities.tsx'
import type { ReadingShown } from '../../../kit/quantity-grid/PasteQuestion.tsx'
import { isTotal, plainName, readCell, takeHeadings, turned } from '../../../kit/quantity-grid/paste-labels.ts'
import {
  addBox,
  type Boxes,
  type DraftBox,
  type PackingLine,
  type TextColumn,
  textColumns,
  withPieces,
} from './packing-draft.ts'

type Block = readonly (readonly string[])[]

/** One way to understand a pasted block, with the boxes that it would make. */
export interface BoxReading extends ReadingShown {
  boxes: Boxes
}

export interface BoxPlan {
  /** The likeliest first. */
  readings: readonly [BoxReading, ...BoxReading[]]
  /** Something would be lost or could be meant otherwise: the user is shown what would be filled where. */
  isAsked: boolean
}

/**
 * Understands a block that is pasted into the packing grid: a matrix of colours and sizes with its names goes into one box, columns
 * with the names of SKUs go where they belong; without names the shape decides.
 */
export function planBoxes(boxes: Boxes, lines: readonly PackingLine[], at: SheetPlace, block: Block): BoxPlan {
  const ask = (reading: BoxReading, ...others: BoxReading[]): BoxPlan => ({
    readings: [reading, ...others],
    isAsked: others.length > 0 || reading.outside > 0 || reading.unknown.length > 0,
  })
  const matrix = namedMatrix(lines, block)
  if (matrix) return ask(intoBox(boxes, lines, at.row, matrix))
  const columns = namedColumns(lines, block)
  if (columns) return ask(byLine(boxes, lines, { row: at.row, columns }, block.slice(1)))
  const width = Math.max(...block.map((row) => row.length))
  const place = Array.from({ length: width }, (_, offset) => at.column + offset)
  const plain = byLine(boxes, lines, { row: at.row, columns: place }, block)
  const shape = bareMatrix(lines, at, block)
  return shape ? ask(intoBox(boxes, lines, at.row, shape), plain) : ask(plain)
}

/** Pieces by line key; what has no line. */
interface Matrix {
  pieces: Map<string, number>
  refused: number
  outside: number
  unknown: Set<string>
}

const bySize = (line: PackingLine) => [line.size]
const byColor = (line: PackingLine) => [line.color, line.color_zh]
const isNamed = (names: string[], text: string) => names.some((name) => plainName(name) === plainName(text))

/** A matrix with the names of colours and of sizes, whichever of the two stand on top; null for what is none. */
function namedMatrix(lines: readonly PackingLine[], block: Block): Matrix | null {
  const knows = (of: (line: PackingLine) => string[], text: string) => lines.some((line) => isNamed(of(line), text))
  for (const cells of [block.map((row) => [...row]), turned(block.map((row) => [...row]))]) {
    const { top, left, cells: numbers } = takeHeadings(cells, (text) => knows(bySize, text))
    const colors = left.find((column) => column.some((cell) => knows(byColor, cell)))
    if (!top?.some((cell) => knows(bySize, cell)) || !colors) continue
    const found: Matrix = { pieces: new Map(), refused: 0, outside: 0, unknown: new Set() }
    numbers.forEach((row, r) => {
      row.forEach((cell, c) => {
        const [color = '', size = ''] = [colors[r], top[c]]
        if (cell === null || isTotal(color) || isTotal(size)) return
        const meant = lines.filter((line) => isNamed(byColor(line), color) && isNamed(bySize(line), size))
        if (cell === 'refused') found.refused += 1
        else if (meant[0] && meant.length === 1) found.pieces.set(lineKey(meant[0]), cell)
        else if (cell > 0) {
          found.outside += 1
          for (const [of, text] of [
            [byColor, color],
            [bySize, size],
          ] as const) {
            if (!knows(of, text) && text !== '') found.unknown.add(text)
          }
        }
      })
    })
    return found
  }
  return null
}

/** Numbers in the shape of the shipment's colours and sizes, which could be one box as well as several. */
function bareMatrix(lines: readonly PackingLine[], at: SheetPlace, block: Block): Matrix | null {
  const colors = [...new Set(lines.map((line) => line.color))]
  const ranked = [...lines].sort((a, b) => a.size_rank - b.size_rank || a.size.localeCompare(b.size))
  const sizes = [...new Set(ranked.map((line) => line.size))]
  const isShape = block.length === colors.length && block.every((row) => row.length === sizes.length)
  const isWhole = colors.length > 1 && sizes.length > 1 && lines.length === colors.length * sizes.length
  if (at.column < textColumns.length || !isShape || !isWhole) return null
  const found: Matrix = { pieces: new Map(), refused: 0, outside: 0, unknown: new Set() }
  block.forEach((row, r) => {
    row.forEach((text, c) => {
      const cell = readCell(text)
      const line = lines.find(({ color, size }) => color === colors[r] && size === sizes[c])
      if (cell === 'refused') found.refused += 1
      else if (cell !== null && line) found.pieces.set(lineKey(line), cell)
    })
  })
  return found
}

function intoBox(boxes: Boxes, lines: readonly PackingLine[], row: number, matrix: Matrix): BoxReading {
  const grown = growTo(boxes, row + 1)
  const made = grown.map((box, at) => {
    if (at !== row) return box
    return { ...box, pieces: [...matrix.pieces].reduce((next, [key, n]) => withPieces(next, key, n), box.pieces) }
  })
  const numbers = lines.flatMap((line) => {
    const quantity = matrix.pieces.get(lineKey(line))
    return quantity === undefined ? [] : [[titleOf(line), quantity] as const]
  })
  const { refused, outside, pieces } = matrix
  const shown = { how: 'box', refused, outside, unknown: [...matrix.unknown], cells: pieces.size } as const
  return { ...shown, boxes: made, lines: [{ row: made[row]?.box_no ?? '', layer: '', numbers }] }
}

function titleOf(line: PackingLine): string {
  return `${line.color} ${line.size}`
}

const titles: Record<TextColumn, readonly string[]> = {
  box_no: ['box no', 'box', 'carton', 'carton no', '箱号', '箱'],
  tracking_id: ['tracking id', 'tracking', '运单号', '快递单号'],
  weight: ['weight, kg', 'weight', 'weight (kg)', '重量', '重量, kg', '重量（kg）'],
}

/** Columns by the first line's names: SKUs, "M Black" or "Black M", box number, tracking id, weight. Null without a SKU among them. */
function namedColumns(lines: readonly PackingLine[], block: Block): (number | string)[] | null {
  const [first = []] = block
  if (block.length < 2) return null
  const found = first.map((text) => {
    const at = lines.findIndex((line) => plainName(line.nm_sku) === plainName(text))
    if (at >= 0) return lines.filter(({ nm_sku }) => plainName(nm_sku) === plainName(text)).length > 1 ? text : at + 3
    const meant = lines.flatMap((line, index) => {
      const names = byColor(line).flatMap((color) => [`${color} ${line.size}`, `${line.size} ${color}`])
      return isNamed(names, text) ? [index] : []
    })
    if (meant[0] !== undefined && meant.length === 1) return meant[0] + textColumns.length
    const column = textColumns.findIndex((key) => isNamed([...titles[key]], text))
    return column >= 0 ? column : text
  })
  return found.some((one) => typeof one === 'number' && one >= textColumns.length) ? found : null
}

/** A line a box; a column without a place of its own is a name that nothing has. */
function byLine(
  boxes: Boxes,
  lines: readonly PackingLine[],
  at: { row: number; columns: readonly (number | string)[] },
  block: Block,
): BoxReading {
  const shown = { refused: 0, outside: 0, cells: 0 }
  const unknown = new Set<string>()
  const filled: BoxReading['lines'][number][] = []
  const made = growTo(boxes, at.row + block.length).map((box, row) => {
    const numbers: [string, number][] = []
    const next = (block[row - at.row] ?? []).reduce((before, text, offset) => {
      const column = at.columns[offset] ?? ''
      const laid = typeof column === 'number' ? layCell(before, lines, column, text) : 'outside'
      if (laid === 'outside') {
        if (plainText(text) === '' || isTotal(String(column))) return before
        shown.outside += 1
        if (typeof column === 'string' && column !== '') unknown.add(column)
        return before
      }
      if (laid === null) shown.refused += 1
      else if (plainText(text) !== '') shown.cells += 1
      const line = typeof column === 'number' ? lines[column - textColumns.length] : undefined
      const quantity = readQuantity(text)
      if (laid && line && quantity) numbers.push([titleOf(line), quantity])
      return laid ?? before
    }, box)
    if (numbers.length > 0) filled.push({ row: next.box_no, layer: '', numbers })
    return next
  })
  return { how: 'boxes', ...shown, unknown: [...unknown], boxes: made, lines: filled }
}

function growTo(boxes: Boxes, count: number): Boxes {
  let grown = boxes
  while (grown.length < Math.min(count, 5_000)) grown = addBox(grown)
  return grown
}

/** The box with the cell in it; null for a refused one. */
function layCell(
  box: DraftBox,
  lines: readonly PackingLine[],
  column: number,
  text: string,
): DraftBox | null | 'outside' {
  const field = textColumns[column]
  if (field === 'box_no') return plainText(text) === '' ? box : { ...box, box_no: plainText(text) }
  if (field !== undefined) return { ...box, [field]: plainText(text) }
  const line = lines[column - textColumns.length]
  if (line === undefined) return 'outside'
  const quantity = readQuantity(text)
  return quantity === undefined ? null : { ...box, pieces: withPieces(box.pieces, lineKey(line), quantity ?? 0) }
}
