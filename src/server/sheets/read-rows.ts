import type { Fault } from '../../shared/domain/faults.ts'
import { bilingual, type SheetTemplate } from '../../shared/domain/sheet-template.ts'
import type { PackedSheet } from './collect-rows.ts'
import { type SheetLimits, sheetLimits, shownValueLength } from './limits.ts'
import type { CellValue } from './read-cell.ts'
import type { HeaderPlace } from './sheet-jobs.ts'
import { runSheetJob } from './sheet-threads.ts'
import { type SheetFormat, type SheetUpload, sniffUpload } from './sniff-upload.ts'

/** One filled row. A value whose form is wrong is null here and has a fault. */
export interface SheetRow {
  readonly sheet: string
  /** The sheet's own row number. */
  readonly row: number
  readonly values: Readonly<Record<string, CellValue>>
  /** Cell addresses by key ("C4"); empty for an optional column that the sheet lacks. */
  readonly cells: Readonly<Record<string, string>>
}

export interface ReadRows {
  /** The first sheet with the header, and its header's row. */
  readonly sheet: string
  readonly headerRow: number
  /** All sheets that were read. */
  readonly headers: readonly HeaderPlace[]
  readonly rows: readonly SheetRow[]
  /** What is wrong with the form of cells; the meaning is the caller's. */
  readonly faults: readonly Fault[]
}

export interface ReadOptions {
  /** Formats taken; .xlsx alone unless told otherwise. */
  readonly accept?: readonly SheetFormat[]
  readonly limits?: Partial<SheetLimits>
  readonly signal?: AbortSignal
}

/**
 * Reads an uploaded sheet by a template, in a thread of its own and within limits: ids as text, quantities as whole
 * pieces, with a fault for each cell of the wrong form. Throws SheetRefused when the file as a whole cannot be taken.
 */
export async function readRows(
  upload: SheetUpload,
  template: SheetTemplate,
  options: ReadOptions = {},
): Promise<ReadRows> {
  const limits = { ...sheetLimits, ...options.limits }
  const format = sniffUpload(upload, options.accept ?? ['xlsx'], limits)
  const job = { kind: 'read', format, name: upload.name, bytes: upload.bytes, template, limits } as const
  const { sheets, faults } = await runSheetJob<'read'>(job, options.signal)
  const headers = sheets.map(({ sheet, headerRow }) => ({ sheet, row: headerRow }))
  return {
    sheet: headers[0]?.sheet ?? '',
    headerRow: headers[0]?.row ?? 0,
    headers,
    rows: sheets.flatMap(unpack),
    faults,
  }
}

function unpack({ sheet, keys, letters, rows }: PackedSheet): SheetRow[] {
  return rows.map(([row, ...found]) => {
    const values: Record<string, CellValue> = {}
    const cells: Record<string, string> = {}
    for (const [index, key] of keys.entries()) {
      values[key] = found[index] ?? null
      cells[key] = letters[index] ? `${letters[index]}${row}` : ''
    }
    return { sheet, row, values, cells }
  })
}

/** A fault of meaning, found by a caller, at a row's cell: its place and value are filled in here. */
export function faultAt(
  template: SheetTemplate,
  row: SheetRow,
  key: string,
  message: string,
  expected?: string,
): Fault {
  const column = template.columns.find((each) => each.key === key)
  return {
    sheet: row.sheet,
    row: row.row,
    column: column ? bilingual(column.header) : key,
    cell: row.cells[key] ?? '',
    value: String(row.values[key] ?? '').slice(0, shownValueLength),
    message,
    ...(expected === undefined ? {} : { expected }),
  }
}
