import { expectations, type SheetColumn } from '../../shared/kernel/sheet.ts'
import { type Reading, readEmpty, readWritten, type WrittenWith } from '../../shared/kernel/sheet-cells.ts'
import { damaged, lastColumn, lastRow, longest } from './limits.ts'
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
          if (!(row >= 0 && row <= lastRow)) throw damaged(part)
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
        if (reading === 'value') {
          if (value.length < longest.cell) value += text.slice(0, longest.cell - value.length)
        } else if (reading === 'inline') inline.text(text)
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

/** What a workbook knows about the meaning of its numbers. */
export interface NumberMeaning {
  readonly formats: readonly NumberFormat[]
  readonly date1904: boolean
}

/** Reads one cell by its column: what a workbook does to values is undone here, their form is for the column to judge. */
export function readCell(
  column: SheetColumn,
  cell: RawCell | undefined,
  meaning: NumberMeaning,
  how: WrittenWith = {},
): Reading {
  if (cell === undefined) return readEmpty(column)
  const { kind, text } = cell
  const fault = (expected: string) => ({ message: column.invalid, expected, shown: text })
  if (kind === 'error') return fault(expectations.formulaError)
  if (cell.formula && text === '') return fault(expectations.formulaUnsaved)
  if (text.length > longest.read) return fault(expectations.shorter)
  if (kind !== 'number') return readWritten(column, { kind, text }, how)
  const format = meaning.formats[cell.style] ?? null
  const isDay = format === 'date' || (column.kind === 'date' && format === null && isSerial(text, meaning))
  if (isDay) return readWritten(column, { kind: 'date', text: dateText(Number(text), meaning.date1904) }, how)
  return readWritten(column, { kind, text, ...format }, how)
}

/**
 * Whether a number in a cell without a format is the serial of a day: of this century, and not 50626, which may be 5 June 2026 without
 * its leading zero.
 */
function isSerial(text: string, { date1904 }: NumberMeaning): boolean {
  return /^\d{5}$/.test(text) && !/^\d(0[1-9]|1[0-2])/.test(text) && /^20/.test(dateText(Number(text), date1904))
}

/** "$XFD$1048576", with room. */
const longestAddress = 40

/** 1 → "A", 27 → "AA". */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** The column of "C4" or "$C$4" as 3; 0 when there are no letters, and one beyond the last for more of them than there may be. */
export function columnOf(address: string): number {
  let column = 0
  for (let index = 0; index < address.length && column <= lastColumn; index++) {
    const code = address.charCodeAt(index) & ~32
    if (code >= 65 && code <= 90) column = column * 26 + code - 64
    else if (column > 0) break
  }
  return column
}

/** The row of "C4" as 4; NaN when there is none. */
export function rowOf(address: string): number {
  if (address.length > longestAddress) return Number.NaN
  return Number(address.replace(/[^0-9]/g, '') || Number.NaN)
}
