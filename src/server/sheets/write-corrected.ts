import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import type { Fault } from '../../shared/domain/faults.ts'
import { startsLikeFormula } from '../../shared/domain/formula-guard.ts'
import { copyWorkbook, workbookOfCsv } from './copy-workbook.ts'
import type { SheetLimits } from './limits.ts'
import { openCheckedArchive } from './read-workbook.ts'
import type { CorrectJob, HeaderPlace } from './sheet-jobs.ts'
import { damaged } from './sheet-refused.ts'

/** The header of the column that lists what is wrong; readers ignore it, so the file can come back. */
export const errorsHeader = 'Errors / 错误'

const faultyFill: Excel.Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CF' } }

/**
 * The user's own workbook, or their csv as one, with an errors column and coloured cells. A column and colours left from an earlier round
 * are replaced. Runs in the sheet thread: exceljs holds the whole workbook. Throws SheetRefused.
 */
export async function writeCorrected(
  bytes: Buffer,
  { format, faults, headers, limits }: Pick<CorrectJob, 'format' | 'faults' | 'headers' | 'limits'>,
): Promise<Uint8Array> {
  const workbook = format === 'csv' ? workbookOfCsv(bytes) : await openForMarks(bytes, headers, limits)
  const bySheet = Map.groupBy(faults, (fault) => fault.sheet)
  for (const place of headers) {
    // A csv is named after its file, which may be no name for a sheet.
    const sheet = format === 'csv' ? workbook.worksheets[0] : workbook.getWorksheet(place.sheet)
    if (!sheet) throw damaged(place.sheet)
    markSheet(sheet, place.row, bySheet.get(place.sheet) ?? [])
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

async function openForMarks(bytes: Buffer, headers: readonly HeaderPlace[], limits: SheetLimits) {
  const archive = await openCheckedArchive(bytes, limits)
  return (await loadWhole(bytes, headers)) ?? (await copyWorkbook(archive))
}

/** The workbook as exceljs keeps it; null where exceljs fails or loses rows without a word. */
async function loadWhole(bytes: Buffer, headers: readonly HeaderPlace[]): Promise<ExcelJS.Workbook | null> {
  const workbook = new ExcelJS.Workbook()
  try {
    // exceljs declares a Buffer of its own, older than Node's.
    await workbook.xlsx.load(bytes as unknown as Excel.Buffer)
  } catch {
    // The file is sound, our reader took it: exceljs lacks something, and a plain copy does without it.
    return null
  }
  const kept = headers.every(({ sheet, row }) => workbook.getWorksheet(sheet)?.getRow(row).hasValues)
  return kept ? workbook : null
}

function markSheet(sheet: Excel.Worksheet, headerRow: number, faults: readonly Fault[]): void {
  const column = errorsColumn(sheet, headerRow)
  clearMarks(sheet, headerRow, column)
  const header = sheet.getRow(headerRow).getCell(column)
  header.value = errorsHeader
  header.font = { bold: true, color: { argb: 'FF9C0006' } }
  sheet.getColumn(column).width = 60
  for (const [row, found] of Map.groupBy(faults, (fault) => fault.row)) {
    const errors = sheet.getRow(row).getCell(column)
    errors.value = found.map(describe).join('\n')
    errors.alignment = { wrapText: true, vertical: 'top' }
    for (const fault of found) if (fault.cell) paint(sheet.getCell(fault.cell))
  }
}

/** The column of an earlier round, else the first beyond every value: people write remarks under no header at all. */
function errorsColumn(sheet: Excel.Worksheet, headerRow: number): number {
  let last = 0
  let earlier = 0
  sheet.eachRow((row, number) => {
    row.eachCell((cell, column) => {
      last = Math.max(last, column)
      if (number === headerRow && cell.value === errorsHeader) earlier = column
    })
  })
  return earlier || last + 1
}

function clearMarks(sheet: Excel.Worksheet, headerRow: number, column: number): void {
  sheet.eachRow((row, number) => {
    if (number <= headerRow) return
    row.getCell(column).value = null
    row.eachCell({ includeEmpty: true }, (cell) => {
      if (isFaultyFill(cell.fill)) cell.style = { ...cell.style, fill: { type: 'pattern', pattern: 'none' } }
    })
  })
}

function isFaultyFill(fill: Excel.Fill | undefined): boolean {
  return fill?.type === 'pattern' && fill.fgColor?.argb === 'FFFFC7CF'
}

/** Cells of one look share a style object in exceljs: a new one keeps the colour to this cell. */
function paint(cell: Excel.Cell): void {
  cell.style = { ...cell.style, fill: faultyFill }
}

function describe(fault: Fault): string {
  const line = [fault.column, fault.message, fault.expected].filter(Boolean).join(' · ')
  return startsLikeFormula(line) ? ` ${line}` : line
}
