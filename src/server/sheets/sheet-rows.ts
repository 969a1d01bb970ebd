import type { ReadRows, SheetRow } from './read-rows.ts'

/** Where a row, or a fault in it, stands in a workbook. */
type Place = Pick<SheetRow, 'sheet' | 'row'>

export function placeOf({ sheet, row }: Place): string {
  return `${sheet}\n${row}`
}

export function inSheetOrder(a: Place, b: Place): number {
  return a.sheet === b.sheet ? a.row - b.row : a.sheet < b.sheet ? -1 : 1
}

/** A cell as text; an empty one, and one of a column that is not there, is ''. */
export function textAt({ values }: SheetRow, key: string): string {
  return String(values[key] ?? '')
}

/** Rows whose cells are all of the right form, and the places of those that have one which is not. */
export function splitMisread({ rows, faults }: Pick<ReadRows, 'rows' | 'faults'>): {
  readable: SheetRow[]
  misread: ReadonlySet<string>
} {
  const misread = new Set(faults.map(placeOf))
  return { readable: rows.filter((row) => !misread.has(placeOf(row))), misread }
}
