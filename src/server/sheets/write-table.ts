import { PassThrough, Readable } from 'node:stream'
import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import Papa from 'papaparse'
import { startsLikeFormula } from '../../shared/kernel/codes.ts'
import { bilingual, type CellValue, type SheetTemplate } from '../../shared/kernel/sheet.ts'
import { writtenValue } from '../../shared/kernel/sheet-cells.ts'
import { drained } from './write-workbook.ts'

/** One column of a plain workbook. Days are given as `yyyy-mm-dd`, instants as `instantText` writes them, shares as parts of one. */
export interface TableColumn<Row> {
  readonly header: string
  readonly kind: 'text' | 'pieces' | 'money' | 'day' | 'instant' | 'number' | 'share'
  /** Of a number: places behind the point. */
  readonly digits?: number
  value(row: Row): string | number | null
}

/** `@` makes Excel keep a text as it is, also after an edit: what starts with = never becomes a formula. */
const formats = {
  text: '@',
  pieces: '#,##0',
  money: '#,##0.00',
  day: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm',
  number: '#,##0',
  share: '0.0%',
} as const
const longestCell = 32_767
// biome-ignore lint/suspicious/noControlCharactersInRegex: signs that XML cannot hold, in texts that people sent.
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Streams a workbook of one sheet: header frozen, filters on, each row out of memory once written. An error of `rows` destroys the stream. */
export function writeTable<Row>(
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Readable {
  const stream = new PassThrough()
  fillTable(stream, name, columns, rows).catch((error: Error) => stream.destroy(error))
  return stream
}

async function fillTable<Row>(
  stream: PassThrough,
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map((column) => ({
    header: column.header,
    width: Math.min(40, Math.max(column.kind === 'instant' ? 24 : 12, column.header.length + 4)),
    style: { numFmt: formatOf(column) },
  }))
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: 1, column: columns.length } }
  styleHeader(sheet.getRow(1), columns)
  let number = 1
  for await (const row of rows) {
    number++
    const line = sheet.getRow(number)
    for (const [at, column] of columns.entries()) fillCell(line.getCell(at + 1), column, row)
    line.commit()
    if (stream.destroyed) return
    if (stream.writableNeedDrain) await drained(stream)
  }
  sheet.commit()
  await workbook.commit()
}

function styleHeader<Row>(row: Excel.Row, columns: readonly TableColumn<Row>[]): void {
  for (const [at] of columns.entries()) row.getCell(at + 1).numFmt = '@'
  row.font = { bold: true }
  row.commit()
}

function formatOf<Row>({ kind, digits = 0 }: TableColumn<Row>): string {
  return kind === 'number' && digits > 0 ? `#,##0.${'0'.repeat(digits)}` : formats[kind]
}

function fillCell<Row>(cell: Excel.Cell, column: TableColumn<Row>, row: Row): void {
  const value = column.value(row)
  if (typeof value !== 'string') cell.value = value
  else if (column.kind === 'day') cell.value = new Date(`${value}T00:00:00Z`)
  else if (column.kind === 'instant') fillInstant(cell, value)
  else cell.value = cellText(value)
}

/** A date that can be sorted and counted with: cells know no zone, so that its distance from UTC stands in the cell's format. */
function fillInstant(cell: Excel.Cell, value: string): void {
  const [day, time, offset] = value.split(' ')
  cell.value = new Date(`${day}T${time}:00Z`)
  cell.numFmt = `${formats.instant} "${offset}"`
}

/** A text as a cell can hold it: without signs that XML has not, and no longer than Excel takes. */
export function cellText(text: string): string {
  return text.replace(notXml, '').slice(0, longestCell)
}

/** One column of a csv: its header as shown, and where its value is found in a row. */
export interface CsvColumn<Row> {
  readonly header: string
  value(row: Row): string | number | null
}

const lineEnd = '\r\n'
/** Without it Excel takes UTF-8 for the machine's old code page. */
const byteOrderMark = '\uFEFF'
const rowsPerChunk = 500

/**
 * Streams rows as a csv for spreadsheets: UTF-8 with BOM, CRLF, texts that would run as formulas marked as text by an
 * apostrophe (numbers stay untouched). An error of `rows` destroys the stream, so that no download ends short in silence.
 */
export function writeCsv<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row> | Iterable<Row>): Readable {
  return Readable.from(csvChunks(columns, rows))
}

/** The same of a sheet by its template, headers in both languages: it can be filled in and read back. */
export function writeSheetCsv(template: SheetTemplate, rows: Iterable<Readonly<Record<string, CellValue>>>): Readable {
  const columns = template.columns.map((column) => ({
    header: bilingual(column.header),
    value: (row: Readonly<Record<string, CellValue>>) => writtenValue(column, row[column.key] ?? null),
  }))
  return writeCsv(columns, rows)
}

async function* csvChunks<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row> | Iterable<Row>) {
  // The header goes with the first rows: rows that cannot be read at all are an error reply still, not half a file.
  let lines = [byteOrderMark + lineOf(columns.map((column) => column.header))]
  for await (const row of rows) {
    lines.push(lineOf(columns.map((column) => column.value(row))))
    if (lines.length < rowsPerChunk) continue
    yield lines.join('')
    lines = []
  }
  if (lines.length > 0) yield lines.join('')
}

function lineOf(values: readonly (string | number | null)[]): string {
  return Papa.unparse([values.map(guarded)], { newline: lineEnd }) + lineEnd
}

function guarded(value: string | number | null): string | number | null {
  return typeof value === 'string' && startsLikeFormula(value) ? `'${value}` : value
}
