import { bilingual, type Fault, type SheetColumn, sheetMessages } from '../../shared/kernel/sheet.ts'
import { bareName } from '../../shared/kernel/sheet-cells.ts'
import { longest, shownValueLength } from './limits.ts'
import { type NumberMeaning, type RawCell, readCell } from './read-worksheet.ts'

/** "合计", "Total:", "总计 / Total", "Total pcs": the whole text of a cell, without blanks and punctuation. */
const totalWord =
  /^(?:(?:grand)?totals?|sum|合计|合計|总计|總計|总数|總數|总共|共计|共計)+(?:qty|quantity|pcs|pieces|件数?|数量)?$/

const digit = /[0-9]/

/** A cell that says of its row that it sums up the rows above. */
export function saysTotal({ kind, text }: RawCell): boolean {
  return kind === 'text' && text.length <= 40 && !digit.test(text) && totalWord.test(bareName(text))
}

/** A filled row by the columns of its template, and the cell that calls it a total, if any. */
export interface TotalledRow {
  readonly row: number
  readonly cells: readonly (RawCell | undefined)[]
  readonly total: RawCell | undefined
}

const summed: ReadonlySet<SheetColumn['kind']> = new Set(['quantity', 'decimal'])

/** Whether a last row is one of totals: it calls itself so, and says less than each row must. A box may be called "Total". */
export function isTotalRow({ cells, total }: TotalledRow, columns: readonly SheetColumn[]): boolean {
  if (total === undefined) return false
  const needed = columns.flatMap((column, at) => {
    return column.required && !summed.has(column.kind) && cells[at] !== total ? [cells[at]] : []
  })
  return needed.length === 0 || needed.includes(undefined)
}

interface Totals {
  sheet: string
  columns: readonly SheetColumn[]
  letters: readonly string[]
  meaning: NumberMeaning
}

/**
 * What is wrong with a row of totals: each number in it must be the sum of its column, a column left empty says nothing. A column
 * with a cell that could not be read has no sum to compare with, and a formula that was never worked out cannot be wrong.
 */
export function totalFaults(
  { row, cells }: TotalledRow,
  above: readonly TotalledRow[],
  { sheet, columns, letters, meaning }: Totals,
): Fault[] {
  return columns.flatMap((column, at): Fault[] => {
    const cell = cells[at]
    if (!summed.has(column.kind) || cell === undefined || (cell.formula && cell.text === '')) return []
    const values = above.map((each) => (each.cells[at] ? numberIn(column, each.cells[at], meaning) : 0))
    if (values.includes(null)) return []
    const sum = rounded(
      column,
      values.reduce<number>((total, value) => total + (value ?? 0), 0),
    )
    if (numberIn(column, withoutUnit(cell), meaning) === sum) return []
    const place = { sheet, row, column: bilingual(column.header), cell: `${letters[at] ?? ''}${row}` }
    return [
      {
        ...place,
        value: cell.text.slice(0, shownValueLength),
        message: sheetMessages.wrongTotal,
        expected: String(sum),
      },
    ]
  })
}

/** A sum may be beyond what one row may hold. */
function numberIn(column: SheetColumn, cell: RawCell, meaning: NumberMeaning): number | null {
  const free: SheetColumn =
    column.kind === 'decimal'
      ? { ...column, least: -most, most }
      : column.kind === 'quantity'
        ? { ...column, maxLength: 12 }
        : column
  const reading = readCell(free, cell, meaning)
  return 'value' in reading && typeof reading.value === 'number' ? rounded(column, reading.value) : null
}

const most = 1e15

function withoutUnit(cell: RawCell): RawCell {
  if (cell.text.length > longest.name) return cell
  return { ...cell, text: cell.text.replace(/\s*(?:件|双|套|pcs\.?|pieces|kg|g)\s*$/i, '') }
}

/** Sums of decimals leave crumbs. */
function rounded(column: SheetColumn, value: number): number {
  return column.kind === 'decimal' ? Number(value.toFixed(column.decimals)) : value
}
