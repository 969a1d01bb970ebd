import { PassThrough, type Readable } from 'node:stream'
import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import {
  bilingual,
  type CellValue,
  type Header,
  type SheetColumn,
  type SheetTemplate,
  writtenHeader,
} from '../../shared/kernel/sheet.ts'
import { amountOf, decimalsOf, writtenValue } from '../../shared/kernel/sheet-cells.ts'
import { columnLetters } from './read-worksheet.ts'
import { exampleMark } from './say-faults.ts'

export type WorkbookRow = Readonly<Record<string, CellValue>>

export interface WriteOptions {
  /** Name of the sheet; the template's own unless given. */
  readonly sheet?: string
  /** Both languages unless given; each can be read back. */
  readonly headers?: 'en' | 'zh' | 'both'
  /** Values to choose from, by column key. */
  readonly validation?: Readonly<Record<string, readonly string[]>>
  /** Empty rows under the given ones that get the same formats and lists. */
  readonly spareRows?: number
  /** The rows show how the sheet is filled in: they are marked, and not taken when it comes back. */
  readonly areExamples?: boolean
}

/** Excel refuses a list written into the cell beyond this; longer ones go to a hidden sheet. */
const inlineListLength = 255
const listSheet = 'Lists'

/**
 * Streams a workbook for a template: header frozen and styled, ids as text cells, quantities held to whole pieces by
 * validation, days and amounts as such, lists to choose from. Texts are never formulas. An error of `rows` destroys the stream.
 */
export function writeWorkbook(
  template: SheetTemplate,
  rows: AsyncIterable<WorkbookRow> | Iterable<WorkbookRow>,
  options: WriteOptions = {},
): Readable {
  return writeSheets([{ ...options, template, rows }])
}

export interface WrittenSheet extends WriteOptions {
  readonly template: SheetTemplate
  readonly rows: AsyncIterable<WorkbookRow> | Iterable<WorkbookRow>
}

/** The same with several sheets, one after another. Lists too long for a cell are those of the first sheet that has some. */
export function writeSheets(sheets: readonly WrittenSheet[]): Readable {
  const stream = new PassThrough()
  fillWorkbook(stream, sheets).catch((error: Error) => stream.destroy(error))
  return stream
}

async function fillWorkbook(stream: PassThrough, sheets: readonly WrittenSheet[]): Promise<void> {
  const [first] = sheets
  const ahead = first && (await firstRead(first.rows))
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
  let hidden: Lists = new Map()
  for (const sheet of sheets) {
    const lists = await fillSheet(stream, workbook, sheet === first && ahead ? { ...sheet, rows: ahead } : sheet)
    if (stream.destroyed) return
    if (hidden.size === 0) hidden = new Map([...lists].filter(([, list]) => list.hidden))
  }
  writeLists(workbook, hidden)
  await workbook.commit()
}

async function fillSheet(
  stream: PassThrough,
  workbook: Excel.stream.xlsx.WorkbookWriter,
  { template, rows, areExamples = false, ...options }: WrittenSheet,
): Promise<Lists> {
  const sheet = workbook.addWorksheet(options.sheet ?? template.name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = [
    ...template.columns.map((column) => columnStyle(column, options.headers ?? 'both')),
    ...(template.pictures ? [{ header: headerIn(template.pictures, options.headers ?? 'both'), width: 14 }] : []),
  ]
  styleHeader(sheet.getRow(1))
  const lists = placeLists(template, options.validation ?? {})
  let number = 1
  const add = (row: WorkbookRow, isExample = false) => {
    number++
    addRow(sheet.getRow(number), template, row, { lists, isExample })
  }
  for await (const row of rows) {
    add(row, areExamples)
    if (stream.destroyed) return lists
    if (stream.writableNeedDrain) await drained(stream)
  }
  for (let spare = options.spareRows ?? 0; spare > 0; spare--) add({})
  sheet.commit()
  return lists
}

/** What cannot be read at all fails before a byte is written, and so can still be told in words. */
async function firstRead<T>(rows: AsyncIterable<T> | Iterable<T>): Promise<AsyncIterable<T> | Iterable<T>> {
  if (!(Symbol.asyncIterator in rows)) return rows
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      // Also where the reader of the sheet went away.
      await iterator.return?.()
    }
  })()
}

/** Once the stream takes more, or is closed. */
export function drained(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve)
    stream.once('close', resolve)
  })
}

function columnStyle(column: SheetColumn, headers: 'en' | 'zh' | 'both'): Partial<Excel.Column> {
  const header = headerIn(column.header, headers)
  const width = column.width ?? Math.min(40, Math.max(14, header.length + 6))
  return { key: column.key, header, width, style: { numFmt: formatOf(column) } }
}

function headerIn(header: Header, headers: 'en' | 'zh' | 'both'): string {
  return headers === 'both' ? writtenHeader(header) : header[headers]
}

/** `@` keeps a text as it is, also after an edit. */
function formatOf(column: SheetColumn): string {
  if (column.kind === 'quantity') return '0'
  if (column.kind === 'date') return 'yyyy-mm-dd'
  if (column.kind === 'decimal') return column.decimals === 0 ? '0' : `0.${'#'.repeat(column.decimals)}`
  const currency = onlyCurrency(column)
  if (currency === null) return '@'
  return decimalsOf(currency) === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimalsOf(currency))}`
}

/** The currency that needs no telling; null where the cell names it, and of other columns. */
function onlyCurrency(column: SheetColumn): string | null {
  return column.kind === 'money' && column.currencies.length === 1 ? (column.currencies[0] ?? null) : null
}

const isDay = /^\d{4}-\d\d-\d\d$/

function cellOf(column: SheetColumn, value: CellValue): Excel.CellValue {
  // Numbers that are only shown count and add up, too.
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'object' && value.currency === onlyCurrency(column)) return Number(amountOf(value))
  // A string is stored as a string whatever it starts with: exceljs makes a formula of an object only.
  const text = writtenValue(column, value)
  return column.kind === 'date' && isDay.test(text) ? new Date(`${text}T00:00:00Z`) : text
}

function styleHeader(row: Excel.Row): void {
  row.font = { bold: true, color: { argb: 'FFFFFFFF' } }
  row.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F4E79' } }
  row.alignment = { vertical: 'middle', wrapText: true }
  row.height = 24
  row.commit()
}

const exampleFont: Partial<Excel.Font> = { italic: true, color: { argb: 'FF7F7F7F' } }

function addRow(
  row: Excel.Row,
  template: SheetTemplate,
  values: WorkbookRow,
  { lists, isExample }: { lists: Lists; isExample: boolean },
): void {
  for (const [index, column] of template.columns.entries()) {
    const cell = row.getCell(index + 1)
    cell.value = cellOf(column, values[column.key] ?? null)
    if (typeof cell.value === 'number' && formatOf(column) === '@') cell.numFmt = '0'
    const rule = lists.get(column.key)?.rule ?? quantityRule(column)
    if (rule) cell.dataValidation = rule
    if (isExample) cell.font = exampleFont
  }
  if (isExample) {
    const mark = row.getCell(template.columns.length + (template.pictures ? 2 : 1))
    mark.value = exampleMark
    mark.font = exampleFont
  }
  row.commit()
}

function quantityRule(column: SheetColumn): Excel.DataValidation | null {
  if (column.kind !== 'quantity') return null
  const least = column.zero === undefined ? 0 : 1
  return {
    type: 'whole',
    operator: 'greaterThanOrEqual',
    formulae: [least],
    allowBlank: true,
    showErrorMessage: true,
    errorTitle: bilingual(column.header),
    error: `≥ ${least}`,
  }
}

interface PlacedList {
  readonly rule: Excel.DataValidation
  /** The values and their column in the hidden sheet, when they do not fit into the cell. */
  readonly hidden?: { readonly column: number; readonly values: readonly string[] }
}

type Lists = ReadonlyMap<string, PlacedList>

function placeLists(template: SheetTemplate, validation: Readonly<Record<string, readonly string[]>>): Lists {
  const lists = new Map<string, PlacedList>()
  let hiddenColumn = 0
  for (const column of template.columns) {
    const values = validation[column.key] ?? ownChoices(column)
    if (values.length === 0) continue
    const joined = values.join(',')
    if (joined.length <= inlineListLength && !values.some((value) => /[",]/.test(value))) {
      lists.set(column.key, { rule: listRule(column, `"${joined}"`) })
      continue
    }
    hiddenColumn++
    const letters = columnLetters(hiddenColumn)
    const range = `${listSheet}!$${letters}$1:$${letters}$${values.length}`
    lists.set(column.key, { rule: listRule(column, range), hidden: { column: hiddenColumn, values } })
  }
  return lists
}

function ownChoices(column: SheetColumn): string[] {
  if (column.kind === 'yesNo') return [true, false].map((value) => writtenValue(column, value))
  return column.kind === 'choice' ? Object.keys(column.choices).map((key) => writtenValue(column, key)) : []
}

function listRule(column: SheetColumn, formula: string): Excel.DataValidation {
  const { header } = column
  return { type: 'list', formulae: [formula], allowBlank: true, showErrorMessage: true, errorTitle: bilingual(header) }
}

function writeLists(workbook: Excel.stream.xlsx.WorkbookWriter, lists: Lists): void {
  const hidden = [...lists.values()].flatMap((list) => (list.hidden ? [list.hidden] : []))
  if (hidden.length === 0) return
  const sheet = workbook.addWorksheet(listSheet, { state: 'veryHidden' })
  const longest = Math.max(...hidden.map(({ values }) => values.length))
  for (let index = 0; index < longest; index++) {
    const row = sheet.getRow(index + 1)
    for (const { column, values } of hidden) {
      const cell = row.getCell(column)
      cell.value = values[index] ?? null
      cell.numFmt = '@'
    }
    row.commit()
  }
  sheet.commit()
}
