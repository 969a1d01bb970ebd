import { PassThrough, type Readable } from 'node:stream'
import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import { cellText } from '../sheets/write-table.ts'
import { minorDigits, type Paper, type PaperColumn, type PaperFact } from './paper.ts'

const LINE_POINTS = 16

/** Named, since programs choose faces of their own for a font without a name. */
function font(size = 11, bold = false, argb = 'FF000000'): Partial<Excel.Font> {
  return { name: 'Calibri', family: 2, size, bold, color: { argb } }
}

/** A paper as a workbook: one row a line, so that it can be sorted and summed. */
export function paperXlsx(paper: Paper): Readable {
  const stream = new PassThrough()
  workbookOf(paper)
    .xlsx.write(stream)
    .then(
      () => stream.end(),
      (error: Error) => stream.destroy(error),
    )
  return stream
}

function workbookOf(paper: Paper): Excel.Workbook {
  const workbook = new ExcelJS.Workbook()
  workbook.creator = 'Selvedge'
  const sheet = workbook.addWorksheet(paper.number.replaceAll('/', '-').slice(0, 31), {
    pageSetup: { paperSize: 9, orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddFooter: `&L${paper.number}&RPage &P of &N · 第 &P 页，共 &N 页` },
  })
  const width = paper.columns.length
  sheet.columns = paper.columns.map((column) => ({ width: Math.max(10, column.width * 0.62) }))
  if (paper.banner !== null) {
    const cell = wide(sheet, [1, width], paper.banner, font(14, true, 'FFFFFFFF'))
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFB42318' } }
  }
  wide(sheet, [1, width], `${paper.title} ${paper.number}`, font(16, true))
  for (const { label, lines } of paper.blocks) {
    wide(sheet, [1, width], label, font(9, true))
    for (const [at, line] of lines.entries()) wide(sheet, [1, width], line, font(11, at === 0))
  }
  for (const fact of paper.facts) pair(sheet, width, fact, paper.currency)
  sheet.addRow([])
  tableHead(sheet, paper.columns)
  for (const row of paper.rows) writeRow(sheet, paper, row)
  for (const { title, columns, rows } of paper.further ?? []) {
    sheet.addRow([])
    wide(sheet, [1, width], title, font(11, true))
    tableHead(sheet, columns, false)
    for (const row of rows) writeRow(sheet, { columns, currency: paper.currency }, row)
  }
  sheet.addRow([])
  for (const fact of [...paper.sums, ...paper.closing]) pair(sheet, width, fact, paper.currency)
  return workbook
}

/** A text over several columns of the next row; never a formula. */
function wide(sheet: Excel.Worksheet, [from, to]: [number, number], text: string, style: Partial<Excel.Font>) {
  const at = sheet.rowCount + 1
  sheet.mergeCells(at, from, at, to)
  const cell = sheet.getCell(at, from)
  cell.value = cellText(text)
  cell.numFmt = '@'
  cell.font = style
  cell.alignment = { vertical: 'top', wrapText: true }
  return cell
}

/** A number where it is one, to count with. */
function pair(
  sheet: Excel.Worksheet,
  to: number,
  { label, value, amount, kind = 'text' }: PaperFact,
  currency: string,
) {
  const at = sheet.rowCount + 1
  const [first, second] = [sheet.getCell(at, 1), sheet.getCell(at, 3)]
  sheet.mergeCells(at, 1, at, 2)
  sheet.mergeCells(at, 3, at, Math.max(3, to))
  for (const [cell, text, style] of [
    [first, label, font(9)],
    [second, value, font(11, true)],
  ] as const) {
    cell.value = cellText(text)
    cell.numFmt = '@'
    cell.font = style
    cell.alignment = { vertical: 'top', wrapText: true }
  }
  if (typeof amount !== 'number') return
  second.value = amount
  second.numFmt = formatsOf(currency)[kind]
  second.alignment = { vertical: 'top', horizontal: 'left' }
}

function tableHead(sheet: Excel.Worksheet, columns: readonly PaperColumn[], isRepeated = true): void {
  const row = sheet.getRow(sheet.rowCount + 1)
  for (const [at, { head }] of columns.entries()) {
    const cell = row.getCell(at + 1)
    cell.value = head
    cell.font = font(11, true, 'FFFFFFFF')
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F4E79' } }
    cell.alignment = { vertical: 'middle', wrapText: true }
  }
  row.height = 2 * LINE_POINTS
  if (isRepeated) sheet.pageSetup.printTitlesRow = `${row.number}:${row.number}`
}

/** `@` keeps a text as it is, also after an edit: what starts with = never becomes a formula. */
function formatsOf(currency: string): Record<PaperColumn['kind'], string> {
  const digits = currency === '' ? 0 : minorDigits(currency)
  const money = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`
  return { text: '@', pieces: '#,##0', money, measure: '#,##0.000', code: '@', tick: '@' }
}

function writeRow(
  sheet: Excel.Worksheet,
  { columns, currency }: Pick<Paper, 'columns' | 'currency'>,
  values: Paper['rows'][number],
): void {
  const formats = formatsOf(currency)
  const row = sheet.getRow(sheet.rowCount + 1)
  for (const [at, { kind }] of columns.entries()) {
    const cell = row.getCell(at + 1)
    const value = values[at] ?? null
    cell.value = typeof value === 'string' ? cellText(value) : value
    cell.numFmt = formats[kind]
    cell.alignment = { vertical: 'top', wrapText: kind === 'text' }
    cell.border = { bottom: { style: 'hair' } }
  }
}
