import { lineKey } from '../../../../shared/areas/shipments/packing.ts'
import type { SheetArea } from '../../../kit/quantities.tsx'
import { type Boxes, type DraftBox, fillDown, type PackingLine, textColumns, withPieces } from './packing-draft.ts'

/** A marked part of the packing grid as a spreadsheet takes it: tabs between cells, newlines between boxes. */
export function copyArea(boxes: Boxes, lines: readonly PackingLine[], area: SheetArea): string {
  const columns = columnsOf(area)
  return boxes
    .slice(area.top, area.bottom + 1)
    .map((box) => columns.map((column) => cellText(box, lines, column)).join('\t'))
    .join('\n')
}

function cellText(box: DraftBox, lines: readonly PackingLine[], column: number): string {
  const field = textColumns[column]
  if (field !== undefined) return box[field]
  const line = lines[column - textColumns.length]
  const quantity = line && box.pieces[lineKey(line)]
  return quantity === undefined ? '' : String(quantity)
}

/** Empties a marked part. A box keeps its number: without one it is no box. */
export function clearArea(boxes: Boxes, lines: readonly PackingLine[], area: SheetArea): Boxes {
  return boxes.map((box, row) => {
    if (row < area.top || row > area.bottom) return box
    return columnsOf(area).reduce((next, column) => clearCell(next, lines, column), box)
  })
}

function clearCell(box: DraftBox, lines: readonly PackingLine[], column: number): DraftBox {
  const field = textColumns[column]
  if (field === 'box_no') return box
  if (field !== undefined) return { ...box, [field]: '' }
  const line = lines[column - textColumns.length]
  return line ? { ...box, pieces: withPieces(box.pieces, lineKey(line), 0) } : box
}

/** Repeats the first row of a marked part in the others of it; of a single row in every box below. */
export function fillArea(boxes: Boxes, lines: readonly PackingLine[], area: SheetArea): Boxes {
  const end = area.top === area.bottom ? boxes.length : area.bottom + 1
  const filled = columnsOf(area).reduce<Boxes>(
    (next, column) => fillDown(next, lines, area.top, column),
    boxes.slice(0, end),
  )
  return [...filled, ...boxes.slice(end)]
}

function columnsOf({ left, right }: SheetArea): number[] {
  return Array.from({ length: right - left + 1 }, (_, offset) => left + offset)
}
