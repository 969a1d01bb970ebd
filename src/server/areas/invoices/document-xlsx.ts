import { PassThrough, type Readable } from 'node:stream'
import type * as Excel from 'exceljs'
import ExcelJS from 'exceljs'
import { cellText } from '../../sheets/write-table.ts'
import {
  bannerOf,
  type InvoiceDocument,
  type InvoiceEntry,
  type InvoiceGroup,
  invoiceClosing,
  invoiceFacts,
  invoiceHeads,
  invoiceSums,
  invoiceTitle,
  minorDigits,
  partyFacts,
} from './document-model.ts'

type Kind = 'text' | 'pieces' | 'money' | 'kilograms'

interface Column {
  readonly head: string
  readonly width: number
  readonly kind: Kind
  value(entry: InvoiceEntry, group: InvoiceGroup, number: number): string | number | null
}

const FACTS_AT = 9
const LINE_POINTS = 16
/** About as many fit over the first six columns. */
const PARTY_LETTERS = 110

/** Named, since programs choose faces of their own for a font without a name. */
function font(size = 11, bold = false, argb = 'FF000000'): Partial<Excel.Font> {
  return { name: 'Calibri', family: 2, size, bold, color: { argb } }
}

/** Lines that a text takes in a column so many letters wide; Chinese ones are as wide as two. */
function linesOf(text: string, width: number): number {
  const letters = text.length + (text.match(/[\u2e80-\uffef]/gu)?.length ?? 0)
  return Math.max(1, Math.ceil(letters / Math.max(1, width - 2)))
}

/** An invoice as a workbook: one row an order, with everything that is said of its style, so that it can be sorted and summed. */
export function invoiceXlsx(document: InvoiceDocument): Readable {
  const stream = new PassThrough()
  const workbook = workbookOf(document)
  workbook.xlsx.write(stream).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  )
  return stream
}

function columnsOf({ currency }: InvoiceDocument): Column[] {
  const units = 10 ** minorDigits(currency)
  return [
    { head: invoiceHeads.no, width: 7, kind: 'pieces', value: (_entry, _group, number) => number },
    { head: invoiceHeads.style, width: 16, kind: 'text', value: (_, group) => group.styleId },
    {
      head: invoiceHeads.styleName,
      width: 28,
      kind: 'text',
      value: (_, group) => [group.styleName, group.styleNameZh].join(' ').trim(),
    },
    { head: invoiceHeads.hsCode, width: 14, kind: 'text', value: (_, group) => group.hsCode },
    { head: invoiceHeads.description, width: 32, kind: 'text', value: (_, group) => group.description },
    { head: invoiceHeads.descriptionZh, width: 24, kind: 'text', value: (_, group) => group.descriptionZh },
    { head: invoiceHeads.composition, width: 22, kind: 'text', value: (_, group) => group.composition },
    { head: invoiceHeads.origin, width: 10, kind: 'text', value: (_, group) => group.origin },
    { head: invoiceHeads.order, width: 20, kind: 'text', value: (entry) => entry.orderId },
    { head: invoiceHeads.quantity, width: 16, kind: 'pieces', value: (entry) => entry.quantity },
    {
      head: invoiceHeads.unitPrice(currency),
      width: 16,
      kind: 'money',
      value: (entry) => entry.unitPriceMinor / units,
    },
    { head: invoiceHeads.value(currency), width: 18, kind: 'money', value: (entry) => entry.valueMinor / units },
    {
      head: invoiceHeads.net,
      width: 16,
      kind: 'kilograms',
      value: (entry) => (entry.netGrams === null ? null : entry.netGrams / 1_000),
    },
  ]
}

function workbookOf(document: InvoiceDocument): Excel.Workbook {
  const workbook = new ExcelJS.Workbook()
  workbook.creator = 'Selvedge'
  const sheet = workbook.addWorksheet(document.number.slice(0, 31), {
    pageSetup: { paperSize: 9, orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    headerFooter: { oddFooter: `&L${document.number}&RPage &P of &N · 第 &P 页，共 &N 页` },
  })
  const columns = columnsOf(document)
  sheet.columns = columns.map(({ width }) => ({ width }))
  writeHead(sheet, document, columns.length)
  const headRow = writeTableHead(sheet, columns)
  sheet.pageSetup.printTitlesRow = `${headRow}:${headRow}`
  const formats = formatsOf(document)
  for (const [at, group] of document.groups.entries())
    for (const entry of group.entries) writeEntry(sheet, columns, formats, [entry, group, at + 1])
  writeSums(sheet, document, formats)
  return workbook
}

/** `@` keeps a text as it is, also after an edit: what starts with = never becomes a formula. */
function formatsOf({ currency }: InvoiceDocument): Record<Kind, string> {
  const digits = minorDigits(currency)
  return {
    text: '@',
    pieces: '#,##0',
    money: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`,
    kilograms: '#,##0.000',
  }
}

function writeHead(sheet: Excel.Worksheet, document: InvoiceDocument, width: number): void {
  const banner = bannerOf(document)
  if (banner !== null) {
    const cell = wide(sheet, sheet.rowCount + 1, 1, width, banner.text)
    cell.font = font(16, true, 'FFFFFFFF')
    cell.fill = {
      type: 'pattern',
      pattern: 'solid',
      fgColor: { argb: banner.kind === 'void' ? 'FFB42318' : 'FF92600A' },
    }
    cell.alignment = { horizontal: 'center', vertical: 'middle', wrapText: true }
    sheet.getRow(sheet.rowCount).height = 24 * linesOf(banner.text, 100)
  }
  const title = wide(sheet, sheet.rowCount + 1, 1, width, invoiceTitle)
  title.font = font(16, true)
  title.alignment = { horizontal: 'center', vertical: 'middle' }
  sheet.getRow(sheet.rowCount).height = 26
  const top = sheet.rowCount + 2
  const parties = [
    ['EXPORTER 出口商', ...partyFacts(document.exporter)],
    ['CONSIGNEE 收货人', ...partyFacts(document.consignee)],
  ]
  let left = top
  for (const [label, ...lines] of parties) {
    wide(sheet, left, 1, 6, label ?? '').font = font(9, true)
    for (const [at, line] of lines.entries()) {
      const cell = wide(sheet, left + 1 + at, 1, 6, line)
      cell.alignment = { wrapText: true, vertical: 'top' }
      cell.font = font(11, at === 0)
      sheet.getRow(left + 1 + at).height = LINE_POINTS * linesOf(line, PARTY_LETTERS)
    }
    left += lines.length + 2
  }
  for (const [at, { label, value }] of invoiceFacts(document).entries()) {
    wide(sheet, top + at, FACTS_AT, FACTS_AT + 1, label).font = font(9)
    wide(sheet, top + at, FACTS_AT + 2, width, value).font = font(11, true)
  }
}

/** A text over several columns. */
function wide(sheet: Excel.Worksheet, row: number, from: number, to: number, text: string): Excel.Cell {
  sheet.mergeCells(row, from, row, to)
  const cell = sheet.getCell(row, from)
  cell.value = cellText(text)
  cell.numFmt = '@'
  cell.alignment = { vertical: 'top' }
  return cell
}

function writeTableHead(sheet: Excel.Worksheet, columns: readonly Column[]): number {
  const row = sheet.getRow(sheet.rowCount + 2)
  for (const [at, { head }] of columns.entries()) {
    const cell = row.getCell(at + 1)
    cell.value = head
    cell.numFmt = '@'
    cell.font = font(11, true, 'FFFFFFFF')
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF1F4E79' } }
    cell.alignment = { vertical: 'middle', wrapText: true }
  }
  row.height = 34
  return row.number
}

function writeEntry(
  sheet: Excel.Worksheet,
  columns: readonly Column[],
  formats: Readonly<Record<Kind, string>>,
  [entry, group, number]: [InvoiceEntry, InvoiceGroup, number],
): void {
  const row = sheet.getRow(sheet.rowCount + 1)
  let lines = 1
  for (const [at, column] of columns.entries()) {
    const cell = row.getCell(at + 1)
    const value = column.value(entry, group, number)
    if (typeof value === 'string') lines = Math.max(lines, linesOf(value, column.width))
    cell.value = typeof value === 'string' ? cellText(value) : value
    cell.numFmt = formats[column.kind]
    cell.alignment = { vertical: 'top', wrapText: column.kind === 'text' }
    cell.border = { bottom: { style: 'hair' } }
  }
  // Not every program finds the height of wrapped rows by itself.
  row.height = LINE_POINTS * lines
}

function writeSums(sheet: Excel.Worksheet, document: InvoiceDocument, formats: Readonly<Record<Kind, string>>): void {
  let at = sheet.rowCount + 2
  for (const { label, value, amount, kind } of invoiceSums(document)) {
    wide(sheet, at, FACTS_AT, FACTS_AT + 1, label).font = font(10)
    const cell = wide(sheet, at, FACTS_AT + 2, FACTS_AT + 3, value)
    if (amount !== null) {
      cell.value = amount
      cell.numFmt = formats[kind]
    }
    cell.font = font(11, true)
    cell.alignment = { horizontal: 'right' }
    at += 1
  }
  for (const { label, value } of invoiceClosing(document)) {
    at += 1
    wide(sheet, at, 1, 2, label).font = font(9)
    wide(sheet, at, 3, 8, value).alignment = { wrapText: true, vertical: 'top' }
    sheet.getRow(at).height =
      LINE_POINTS * value.split('\n').reduce((sum, line) => sum + linesOf(line, PARTY_LETTERS), 0)
  }
}
