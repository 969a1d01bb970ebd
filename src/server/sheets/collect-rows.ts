import type { Fault } from '../../shared/domain/faults.ts'
import { refusalMessages } from '../../shared/domain/sheet-messages.ts'
import { bilingual, type SheetColumn, type SheetTemplate } from '../../shared/domain/sheet-template.ts'
import { columnLetters } from './cell-address.ts'
import { type HeaderColumns, headerFinder, readColumns } from './find-header.ts'
import { headerSearchRows, type SheetLimits, shownValueLength } from './limits.ts'
import { type CellValue, type NumberMeaning, readCell } from './read-cell.ts'
import type { Merge, RawCell, RawRow } from './read-worksheet.ts'
import { SheetRefused } from './sheet-refused.ts'

/** One sheet's rows, packed to travel between threads: `[row, value, value…]` in the order of `keys`. */
export interface PackedSheet {
  readonly sheet: string
  readonly headerRow: number
  readonly keys: readonly string[]
  /** Column letters by position in `keys`; empty for an optional column that the sheet lacks. */
  readonly letters: readonly string[]
  readonly rows: readonly (readonly [number, ...CellValue[]])[]
}

export interface CollectedSheet {
  readonly packed: PackedSheet
  readonly faults: readonly Fault[]
}

interface FoundRow {
  readonly row: number
  /** By position in the template's read columns. */
  readonly cells: (RawCell | undefined)[]
}

interface FoundHeader {
  readonly row: number
  readonly columns: HeaderColumns
}

/** Gathers one sheet's rows under a template's header. `take` raw rows, then `finish`. Throws SheetRefused. */
export function collectRows(template: SheetTemplate, sheet: string, limits: SheetLimits) {
  const columns = readColumns(template)
  const find = headerFinder(template)
  const rows: FoundRow[] = []
  let header: FoundHeader | null = null
  let positions = new Map<number, number>()
  let missing: readonly string[] | null = null
  let searched = 0

  function takeHeader(row: RawRow): boolean {
    const found = find(row)
    if (missing === null || found.missing.length < missing.length) missing = found.missing
    if (found.missing.length === 0) {
      header = { row: row.row, columns: found.columns }
      positions = new Map(columns.map((column, index) => [found.columns.get(column.key) ?? 0, index]))
    }
    searched++
    return header !== null || searched < headerSearchRows
  }

  function takeData(row: RawRow): void {
    const cells: (RawCell | undefined)[] = new Array(columns.length).fill(undefined)
    let filled = false
    for (const cell of row.cells) {
      const index = positions.get(cell.column)
      if (index === undefined || isBlank(cell)) continue
      cells[index] = cell
      filled = true
    }
    if (!filled) return
    if (rows.length >= limits.rows) throw new SheetRefused(refusalMessages.tooManyRows, { rows: limits.rows })
    rows.push({ row: row.row, cells })
  }

  return {
    take(row: RawRow): boolean {
      refuseTooWide(row, limits)
      if (header === null) return takeHeader(row)
      takeData(row)
      return true
    },
    /** The required columns that the best candidate row lacked; null when the sheet is empty. */
    missing: () => missing,
    /** Null when the sheet has no such header. */
    finish(merges: readonly Merge[], meaning: NumberMeaning): CollectedSheet | null {
      if (header === null) return null
      const { inherited } = spreadMerges(rows, merges, columns, header)
      return readFoundRows(columns, sheet, header, rows, inherited, meaning)
    },
  }
}

function refuseTooWide(row: RawRow, limits: SheetLimits): void {
  const last = row.cells.findLast((cell) => cell.column > limits.columns && !isBlank(cell))
  if (last) throw new SheetRefused(refusalMessages.tooManyColumns, { columns: limits.columns })
}

const ink = /[^\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/

function isBlank(cell: RawCell): boolean {
  return !cell.formula && !ink.test(cell.text)
}

/**
 * A box number merged over its rows holds for each of them. Quantities do not spread: a merged quantity is one
 * quantity. A cell that only inherits is remembered, so that a wrong value is told once, where it was typed.
 */
function spreadMerges(
  rows: FoundRow[],
  merges: readonly Merge[],
  columns: readonly SheetColumn[],
  header: FoundHeader,
) {
  const inherited = new Set<RawCell | undefined>()
  for (const [index, column] of columns.entries()) {
    if (column.kind === 'quantity') continue
    const sheetColumn = header.columns.get(column.key)
    const own = merges.filter((merge) => merge.column === sheetColumn).sort((a, b) => a.top - b.top)
    let next = 0
    let first: RawCell | undefined
    for (const found of rows) {
      while (own[next] && (own[next]?.bottom ?? 0) < found.row) {
        next++
        first = undefined
      }
      const merge = own[next]
      if (!merge || found.row < merge.top) continue
      if (found.row === merge.top) first = found.cells[index]
      else if (first && found.cells[index] === undefined) {
        const copy = { ...first }
        inherited.add(copy)
        found.cells[index] = copy
      }
    }
  }
  return { inherited }
}

function readFoundRows(
  columns: readonly SheetColumn[],
  sheet: string,
  header: FoundHeader,
  rows: readonly FoundRow[],
  inherited: ReadonlySet<RawCell | undefined>,
  meaning: NumberMeaning,
): CollectedSheet {
  const letters = columns.map((column) => columnLetters(header.columns.get(column.key) ?? 0))
  const faults: Fault[] = []
  const packed = rows.map(({ row, cells }): [number, ...CellValue[]] => {
    const values = columns.map((column, index) => {
      const reading = readCell(column, cells[index], meaning)
      if ('value' in reading) return reading.value
      if (!cells[index] || !inherited.has(cells[index])) {
        const value = reading.shown.slice(0, shownValueLength)
        const cell = `${letters[index] ?? ''}${row}`
        const { message, expected } = reading
        faults.push({ sheet, row, column: bilingual(column.header), cell, value, message, expected })
      }
      return null
    })
    return [row, ...values]
  })
  const keys = columns.map((column) => column.key)
  return { packed: { sheet, headerRow: header.row, keys, letters, rows: packed }, faults }
}
