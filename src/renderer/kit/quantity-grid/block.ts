import { isTooLong, readQuantity } from '../quantity-text.ts'
import { type Area, type GridEdit, type GridShape, type GridValues, type Place, spotAt, valueAt } from './grid-model.ts'

/** A pasted cell: a number, null where it was blank, 'refused' where it is no whole number (a minus sign too) or a code. */
export type PastedCell = number | null | 'refused'

/**
 * Reads what a spreadsheet puts on the clipboard: tabs between cells, newlines between rows. Full-width digits, blanks and
 * thousands separators are understood. A row or column of headings around the numbers is left off.
 */
export function readBlock(text: string): PastedCell[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  return dropHeadings(lines.map((line) => line.split('\t'))).map((row) => row.map(readCell))
}

function readCell(text: string): PastedCell {
  const bare = text.replace(/^"(.*)"$/s, '$1')
  const quantity = readQuantity(bare)
  return quantity === undefined || isTooLong(bare) ? 'refused' : quantity
}

/** Words, and words only: a refused number such as "-5" is no heading, or the numbers beside it would move. */
function isHeading(cells: readonly (string | undefined)[]): boolean {
  const hasWords = (cell: string) => /\p{L}/u.test(cell)
  const texts = cells.map((cell) => cell?.trim() ?? '')
  return texts.some(hasWords) && texts.every((cell) => cell === '' || hasWords(cell))
}

function dropHeadings(block: string[][]): string[][] {
  const rows = block.length > 1 && isHeading(block[0] ?? []) ? block.slice(1) : block
  const isWide = rows.every((row) => row.length > 1)
  return isWide && isHeading(rows.map((row) => row[0])) ? rows.map((row) => row.slice(1)) : rows
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
