import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import { type NumberFormat, readNumberFormats } from './number-formats.ts'
import type { Archive } from './open-archive.ts'
import { eachCsvRow } from './read-csv.ts'
import { type RawCell, readWorksheet } from './read-worksheet.ts'
import { readSharedStrings } from './shared-strings.ts'
import { openWorkbook } from './workbook-parts.ts'

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

function copyCell(target: Excel.Cell, cell: RawCell, format: NumberFormat): void {
  if (cell.kind === 'number' && cell.text !== '') {
    target.value = Number(cell.text)
    if (format !== null) target.numFmt = format === 'date' ? 'yyyy-mm-dd' : '0'.repeat(format.zeros)
    return
  }
  target.value = cell.kind === 'boolean' ? cell.text === '1' : cell.text
  target.numFmt = '@'
}
