import type { CellValue, Fault, Header } from '../../shared/kernel/sheet.ts'

/** Where a sheet's header stands: the corrected workbook puts its own header beside it. */
export interface HeaderPlace {
  readonly sheet: string
  readonly row: number
  /** The cells in which the template's columns are named; files refused by an earlier release lack them. */
  readonly columns?: readonly { readonly cell: string; readonly header: Header }[]
}

/** One sheet's rows, packed to travel between threads: `[row, value, value…]` in the order of `keys`. */
export interface PackedSheet {
  readonly sheet: string
  readonly headerRow: number
  readonly keys: readonly string[]
  /** Column letters by position in `keys`; empty for an optional column that the sheet lacks. */
  readonly letters: readonly string[]
  readonly rows: readonly (readonly [number, ...CellValue[]])[]
  /** Numbers of the rows with a cell of the wrong form; not of rows that are given on, whose faults are all named. */
  readonly misread?: readonly number[]
}

export interface CollectedSheet {
  readonly packed: PackedSheet
  readonly faults: readonly Fault[]
  /** Faults that are not named: there are so many more. */
  readonly more?: number
}
