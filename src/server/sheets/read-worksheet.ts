import { isSscc, plainText, readCode } from '../../shared/kernel/codes.ts'
import {
  type CodeColumn,
  expectations,
  type QuantityColumn,
  type SheetColumn,
  sheetMessages,
} from '../../shared/kernel/sheet.ts'
import { damaged } from './limits.ts'
import type { Archive } from './open-archive.ts'
import { type Attributes, parseXml } from './parse-xml.ts'
import { dateText, type NumberFormat, richText, unescapeOffice } from './workbook-parts.ts'

/** A filled cell as the file has it: `text` is the stored text, `style` an index into the workbook's styles. */
export interface RawCell {
  readonly column: number
  readonly kind: 'text' | 'number' | 'boolean' | 'error' | 'date'
  readonly text: string
  readonly style: number
  readonly formula: boolean
}

export interface RawRow {
  readonly row: number
  readonly cells: readonly RawCell[]
}

/** A merge over several rows: what stands in its first cell holds for them all. */
export interface Merge {
  readonly column: number
  readonly top: number
  readonly bottom: number
}

/** Takes rows as they come and answers whether it wants more. */
export type TakeRow = (row: RawRow) => boolean

/** The parts of a worksheet that can only follow its rows and merges. */
const afterMerges = new Set(['conditionalFormatting', 'dataValidations', 'hyperlinks'])

const kinds: Readonly<Record<string, RawCell['kind']>> = {
  b: 'boolean',
  e: 'error',
  d: 'date',
  s: 'text',
  str: 'text',
  inlineStr: 'text',
}

/**
 * Streams a worksheet part: filled rows go to `take`, and its vertical merges come back at the end (they stand after
 * the rows in the file). Row and cell addresses are optional in the format, so both are counted along.
 */
export async function readWorksheet(
  archive: Archive,
  part: string,
  shared: readonly string[],
  take: TakeRow,
): Promise<Merge[]> {
  const merges: Merge[] = []
  const inline = richText()
  let cells: RawCell[] = []
  let row = 0
  let column = 0
  let type = ''
  let style = 0
  let value = ''
  let reading: 'value' | 'inline' | null = null
  let formula = false
  let wanted = true

  function openCell(attributes: Attributes) {
    column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
    type = attributes.t ?? 'n'
    style = Number(attributes.s ?? 0)
    value = ''
    formula = false
  }

  function closeCell() {
    if (value === '' && !formula) return
    cells.push({ column, kind: kinds[type] ?? 'number', text: textOf(), style, formula })
  }

  function textOf(): string {
    if (type === 'inlineStr') return value
    if (type === 'str') return unescapeOffice(value)
    if (type !== 's' || value === '') return value
    const text = shared[Number(value)]
    if (text === undefined) throw damaged(part)
    return text
  }

  await parseXml(
    archive.read(part),
    {
      open(element, attributes) {
        if (element === 'c') openCell(attributes)
        else if (element === 'v') reading = 'value'
        else if (element === 'row') {
          row = attributes.r === undefined ? row + 1 : Number(attributes.r)
          column = 0
        } else if (element === 'is') {
          reading = 'inline'
          inline.start()
        } else if (reading === 'inline') inline.open(element)
        else if (element === 'f') formula = true
        else if (afterMerges.has(element)) wanted = false
        else if (element === 'mergeCell') merges.push(...mergeOf(attributes.ref ?? ''))
      },
      close(element) {
        if (element === 'c') closeCell()
        else if (element === 'v') reading = null
        else if (element === 'row') {
          if (wanted && cells.length > 0) wanted = take({ row, cells })
          cells = []
        } else if (element === 'is') {
          value = inline.take()
          reading = null
        } else if (reading === 'inline') inline.close(element)
      },
      text(text) {
        if (reading === 'value') value += text
        else if (reading === 'inline') inline.text(text)
      },
      done: () => !wanted,
    },
    part,
  )
  return merges
}

function mergeOf(ref: string): Merge[] {
  const [from = '', to = ''] = ref.split(':')
  const merge = { column: columnOf(from), top: rowOf(from), bottom: rowOf(to) }
  return merge.bottom > merge.top ? [merge] : []
}

export type CellValue = string | number | null

/** The cell's value in the template's sense, or what is wrong with it and the value to tell back. */
export type Reading =
  | { readonly value: CellValue }
  | { readonly message: string; readonly expected: string; readonly shown: string }

/** What a workbook knows about the meaning of its numbers. */
export interface NumberMeaning {
  readonly formats: readonly NumberFormat[]
  readonly date1904: boolean
}

/** Longer texts are refused before any work is spent on them. */
const longestText = 1000

/** Reads one cell by its column: ids as text, quantities as whole numbers. Checks form only, not meaning. */
export function readCell(column: SheetColumn, cell: RawCell | undefined, meaning: NumberMeaning): Reading {
  if (cell === undefined) return readEmpty(column)
  const fault = (expected: string, shown = cell.text) => ({ message: column.invalid, expected, shown })
  if (cell.kind === 'error') return fault(expectations.formulaError)
  if (cell.formula && cell.text === '') return fault(expectations.formulaUnsaved)
  if (cell.text.length > longestText) return fault(expectations.shorter)
  const format = cell.kind === 'number' ? (meaning.formats[cell.style] ?? null) : null
  if (cell.kind === 'date' || format === 'date') {
    const shown = cell.kind === 'date' ? cell.text : dateText(Number(cell.text), meaning.date1904)
    return column.kind === 'text' ? { value: shown } : fault(expectations.notDate, shown)
  }
  const plain = plainText(cell.text)
  if (plain === '') return readEmpty(column)
  if (column.kind === 'quantity') return readQuantity(column, cell, plain)
  const text = cell.kind === 'number' ? numberAsText(plain, format) : plain
  if (text === null) return fault(expectations.textId, plain)
  if (text.length > column.maxLength) return fault(expectations.shorter)
  return column.kind === 'code' ? readCodeCell(column, cell, text) : { value: text }
}

function readEmpty(column: SheetColumn): Reading {
  if (!column.required || column.mayBeEmpty) return { value: null }
  return { message: column.invalid, expected: expectations.filled, shown: '' }
}

function readCodeCell(column: CodeColumn, cell: RawCell, text: string): Reading {
  const value = cell.kind === 'boolean' ? null : readCode(column.form, text)
  if (value !== null) return { value }
  if (column.form === 'trackingId' && isSscc(text))
    return { message: sheetMessages.ssccAsTracking, expected: expectations.carrierNumber, shown: text }
  // A csv saved by a spreadsheet carries the damage as text.
  const rounded = /^\d(\.\d+)?E\+?\d+$/i.test(text)
  return { message: column.invalid, expected: rounded ? expectations.textId : expectations.code, shown: text }
}

/** Above fifteen digits a spreadsheet has already replaced the rest by zeros. */
const exactBelow = 1e15

/** The text of a number someone meant as an id: 123.0 → "123". Null when digits may be lost. */
function numberAsText(stored: string, format: NumberFormat): string | null {
  const number = Number(stored)
  if (!Number.isFinite(number) || Math.abs(number) >= exactBelow) return null
  const text = String(number)
  return format !== null && format !== 'date' && Number.isInteger(number) ? text.padStart(format.zeros, '0') : text
}

function readQuantity(column: QuantityColumn, cell: RawCell, plain: string): Reading {
  const number = cell.kind === 'boolean' ? null : wholeNumber(plain, cell.kind === 'number')
  const fault = (message: string) => ({ message, expected: expectations.wholeNumber, shown: plain })
  if (number === null || Math.abs(number) >= 10 ** column.maxLength) return fault(column.invalid)
  if (number < 0) return fault(column.negative)
  if (number === 0 && column.zero !== undefined) return fault(column.zero)
  return { value: number }
}

const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.0*)?$/
const ungrouped = /^[+-]?\d+(\.0*)?$/

/** 12, "12.0" and "1,200" as numbers; null for anything that is no whole number. */
function wholeNumber(plain: string, isNumber: boolean): number | null {
  if (isNumber) {
    const number = Number(plain)
    const whole = Math.round(number)
    // Formulas leave crumbs: 0.1 * 30 is not quite 3.
    return Math.abs(number - whole) < 1e-9 ? whole + 0 : null
  }
  const text = plain.replaceAll(' ', '').replace('\u2212', '-')
  return grouped.test(text) || ungrouped.test(text) ? Number(text.replaceAll(',', '')) + 0 : null
}

/** 1 → "A", 27 → "AA". */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** The column of "C4" or "$C$4" as 3; 0 when there are no letters. */
export function columnOf(address: string): number {
  let column = 0
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index) & ~32
    if (code >= 65 && code <= 90) column = column * 26 + code - 64
    else if (column > 0) break
  }
  return column
}

/** The row of "C4" as 4; NaN when there is none. */
export function rowOf(address: string): number {
  return Number(address.replace(/[^0-9]/g, '') || Number.NaN)
}
