import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import { startsLikeFormula } from '../../shared/kernel/codes.ts'
import { damaged, type SheetLimits } from './limits.ts'
import type { Archive } from './open-archive.ts'
import { eachCsvRow } from './read-csv.ts'
import { openCheckedArchive } from './read-workbook.ts'
import { type RawCell, readWorksheet } from './read-worksheet.ts'
import { isErrorsHeader, type SaidFault, type SaidFaults } from './say-faults.ts'
import type { CorrectJob } from './sheet-jobs.ts'
import type { HeaderPlace } from './sheet-shapes.ts'
import { type NumberFormat, openWorkbook, readNumberFormats, readSharedStrings } from './workbook-parts.ts'

const faultyFill: Excel.Fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFC7CF' } }

/**
 * The user's own workbook, or their csv as one, with an errors column and coloured cells. A column and colours left from an earlier round
 * are replaced. Runs in the sheet thread: exceljs holds the whole workbook. Throws SheetRefused.
 */
export async function writeCorrected(
  bytes: Buffer,
  { format, said, headers, limits }: Pick<CorrectJob, 'format' | 'said' | 'headers' | 'limits'>,
): Promise<Uint8Array> {
  const workbook = format === 'csv' ? workbookOfCsv(bytes) : await openForMarks(bytes, headers, limits)
  const bySheet = Map.groupBy(said.faults, (fault) => fault.sheet)
  for (const place of headers) {
    // A csv is named after its file, which may be no name for a sheet.
    const sheet = format === 'csv' ? workbook.worksheets[0] : workbook.getWorksheet(place.sheet)
    if (!sheet) throw damaged(place.sheet)
    markSheet(sheet, place.row, { ...said, faults: bySheet.get(place.sheet) ?? [] })
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

function markSheet(sheet: Excel.Worksheet, headerRow: number, { faults, errorsHeader }: SaidFaults): void {
  const column = errorsColumn(sheet, headerRow)
  clearMarks(sheet, headerRow, column)
  const header = sheet.getRow(headerRow).getCell(column)
  header.value = errorsHeader
  header.font = { bold: true, color: { argb: 'FF9C0006' } }
  sheet.getColumn(column).width = 60
  // What is wrong with the sheet as a whole stands in its first row: the headers are its owner's.
  for (const [row, found] of Map.groupBy(faults, (fault) => Math.max(fault.row, headerRow + 1))) {
    const errors = sheet.getRow(row).getCell(column)
    errors.value = found.map(lineOf).join('\n')
    errors.alignment = { wrapText: true, vertical: 'top' }
    for (const fault of found) if (fault.cell && fault.row > headerRow) paint(sheet.getCell(fault.cell))
  }
}

/** The column of an earlier round, else the first beyond every value: people write remarks under no header at all. */
function errorsColumn(sheet: Excel.Worksheet, headerRow: number): number {
  let last = 0
  let earlier = 0
  sheet.eachRow((row, number) => {
    row.eachCell((cell, column) => {
      last = Math.max(last, column)
      if (number === headerRow && isErrorsHeader(cell.value)) earlier = column
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

function lineOf({ line }: SaidFault): string {
  return startsLikeFormula(line) ? ` ${line}` : line
}

/**
 * The visible sheets' values in a fresh workbook, without their looks: for workbooks that our reader understands and
 * exceljs does not (element prefixes, the strict format). Texts stay texts, formulas become their results.
 */
export async function copyWorkbook(archive: Archive): Promise<ExcelJS.Workbook> {
  const source = await openWorkbook(archive)
  const shared = await readSharedStrings(archive, source.sharedStringsPart)
  const formats = await readNumberFormats(archive, source.stylesPart)
  const copy = new ExcelJS.Workbook()
  copy.properties.date1904 = source.date1904
  for (const { name, part, hidden } of source.sheets) {
    if (hidden) continue
    const sheet = copy.addWorksheet(name)
    await readWorksheet(archive, part, shared, ({ row, cells }) => {
      for (const cell of cells) copyCell(sheet.getCell(row, cell.column), cell, formats[cell.style] ?? null)
      return true
    })
  }
  return copy
}

/** A csv as a workbook of one sheet, every value as text and in the row where it stood. */
export function workbookOfCsv(bytes: Buffer): ExcelJS.Workbook {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Sheet1')
  eachCsvRow(bytes, ({ row, cells }) => {
    for (const cell of cells) copyCell(sheet.getCell(row, cell.column), cell, null)
    return true
  })
  return workbook
}

export function writtenFormat(format: NonNullable<NumberFormat>): string {
  if (format === 'date') return 'yyyy-mm-dd'
  if ('zeros' in format) return '0'.repeat(format.zeros)
  return format.unit === '%' ? '0.##%' : `General" ${format.unit.replaceAll('"', '')}"`
}

function copyCell(target: Excel.Cell, cell: RawCell, format: NumberFormat): void {
  if (cell.kind === 'number' && cell.text !== '') {
    target.value = Number(cell.text)
    if (format !== null) target.numFmt = writtenFormat(format)
    return
  }
  target.value = cell.kind === 'boolean' ? cell.text === '1' : cell.text
  target.numFmt = '@'
}
