/** A cell of something that is typed like a sheet; both from 0. */
export interface SheetPlace {
  readonly row: number
  readonly column: number
}

export interface SheetSize {
  readonly rows: number
  readonly columns: number
}

/** A block of cells, its edges included. */
export interface SheetArea {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export function areaBetween(a: SheetPlace, b: SheetPlace): SheetArea {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  }
}

/** The part of a key press that matters; `atStart` and `atEnd` say where the caret stands in the field. */
export interface SheetKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly atStart: boolean
  readonly atEnd: boolean
}

/** Where a key takes the cursor; null when the key is the field's own, or leaves the sheet. */
export function nextPlace(at: SheetPlace, press: SheetKey, size: SheetSize): SheetPlace | null {
  const { row, column } = at
  switch (press.key) {
    case 'ArrowUp':
      return inside({ row: row - 1, column }, size)
    case 'ArrowDown':
      return inside({ row: row + 1, column }, size)
    case 'Enter':
      return inside({ row: row + (press.shiftKey ? -1 : 1), column }, size)
    case 'ArrowLeft':
      return press.atStart ? inside({ row, column: column - 1 }, size) : null
    case 'ArrowRight':
      return press.atEnd ? inside({ row, column: column + 1 }, size) : null
    case 'Tab':
      return inOrder(row * size.columns + column + (press.shiftKey ? -1 : 1), size)
    default:
      return null
  }
}

function inside(place: SheetPlace, { rows, columns }: SheetSize): SheetPlace | null {
  const { row, column } = place
  return row >= 0 && row < rows && column >= 0 && column < columns ? place : null
}

function inOrder(at: number, { rows, columns }: SheetSize): SheetPlace | null {
  if (at < 0 || at >= rows * columns) return null
  return { row: Math.floor(at / columns), column: at % columns }
}

/** Where the caret of a field stands. With everything selected it is at both ends, so arrows leave the field. */
export function caretOf(field: HTMLInputElement): Pick<SheetKey, 'atStart' | 'atEnd'> {
  const { selectionStart: start, selectionEnd: end, value } = field
  const isAll = start === 0 && end === value.length
  return {
    atStart: isAll || (start === 0 && end === 0),
    atEnd: isAll || (start === value.length && end === value.length),
  }
}

/** What a spreadsheet puts on the clipboard, as rows of cells; quotes around a cell are taken off. Null for a single plain cell. */
export function readSheet(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').trim()))
  return rows.length === 1 && rows[0]?.length === 1 ? null : rows
}
