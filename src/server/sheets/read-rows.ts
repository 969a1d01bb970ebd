import { plainText } from '../../shared/kernel/codes.ts'
import {
  bilingual,
  type CellValue,
  CLEARED,
  type Fault,
  type FileForms,
  LEFT_OUT,
  pictureFaults,
  refusalMessages,
  type SheetColumn,
  type SheetTemplate,
} from '../../shared/kernel/sheet.ts'
import { bareName, type Reading, type WrittenWith, writtenValue } from '../../shared/kernel/sheet-cells.ts'
import { currenciesMeant, orderOfPattern, unitFactor } from '../../shared/kernel/written-units.ts'
import {
  headerSearchRows,
  longest,
  mostFaults,
  type SheetLimits,
  SheetRefused,
  sheetLimits,
  shownValueLength,
  type UnknownColumn,
} from './limits.ts'
import { isTotalRow, saysTotal, type TotalledRow, totalFaults } from './read-total.ts'
import { columnLetters, type Merge, type NumberMeaning, type RawCell, type RawRow, readCell } from './read-worksheet.ts'
import { isErrorsHeader, isExampleMark } from './say-faults.ts'
import type { CollectedSheet, HeaderPlace, PackedSheet } from './sheet-shapes.ts'
import { runSheetJob } from './sheet-threads.ts'
import { type SheetFormat, type SheetUpload, sniffUpload } from './sniff-upload.ts'
import { dateText } from './workbook-parts.ts'

/** One filled row. A value whose form is wrong is null here and has a fault. */
export interface SheetRow<Values = Readonly<Record<string, CellValue>>> {
  readonly sheet: string
  /** The sheet's own row number. */
  readonly row: number
  readonly values: Values
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
  /** What is wrong with the form of cells, as far as it is named (`mostFaults`), and how much is; the meaning is the caller's. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  /** Where the rows with a cell of the wrong form stand, named or not: see `placeOf`. */
  readonly misread: ReadonlySet<string>
}

export interface ReadOptions {
  /** Formats taken; .xlsx alone unless told otherwise. */
  readonly accept?: readonly SheetFormat[]
  readonly limits?: Partial<SheetLimits>
  readonly signal?: AbortSignal
  /** Whose turn it is, and whose time: nobody's unless told. */
  readonly user?: string
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
  const { sheets, faults, faultCount } = await runSheetJob<'read'>(job, options)
  const headers = sheets.map((sheet) => headerPlace(sheet, template))
  return {
    sheet: headers[0]?.sheet ?? '',
    headerRow: headers[0]?.row ?? 0,
    headers,
    rows: sheets.flatMap(unpack),
    faults,
    faultCount,
    misread: new Set(sheets.flatMap(({ sheet, misread = [] }) => misread.map((row) => placeOf({ sheet, row })))),
  }
}

function headerPlace({ sheet, headerRow, keys, letters }: PackedSheet, { columns }: SheetTemplate): HeaderPlace {
  const headers = new Map(columns.map(({ key, header }) => [key, header]))
  return {
    sheet,
    row: headerRow,
    columns: keys.flatMap((key, at) => {
      const header = headers.get(key)
      return header && letters[at] ? [{ cell: `${letters[at]}${headerRow}`, header }] : []
    }),
  }
}

function unpack({ sheet, keys, letters, rows }: PackedSheet): SheetRow[] {
  const cellsOf = addresses(keys, letters)
  return rows.map((packed) => {
    const values: Record<string, CellValue> = {}
    for (let at = 0; at < keys.length; at++) values[keys[at] ?? ''] = packed[at + 1] ?? null
    return { sheet, row: packed[0], values, cells: cellsOf(packed[0]) }
  })
}

/** Gives the addresses of a row's cells, each made when somebody asks for it: of most rows nobody does. */
function addresses(keys: readonly string[], letters: readonly string[]): (row: number) => SheetRow['cells'] {
  class Cells {
    readonly #row: number

    static {
      for (const [at, key] of keys.entries()) {
        const letter = letters[at] ?? ''
        Object.defineProperty(Cells.prototype, key, {
          get(this: Cells) {
            return letter && `${letter}${this.#row}`
          },
        })
      }
    }

    constructor(row: number) {
      this.#row = row
    }
  }
  return (row) => new Cells(row) as unknown as SheetRow['cells']
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
    value: (column ? writtenValue(column, row.values[key] ?? null) : '').slice(0, shownValueLength),
    message,
    ...(expected === undefined ? {} : { expected }),
  }
}

interface FoundRow extends TotalledRow {
  /** By position in the template's read columns. */
  readonly cells: (RawCell | undefined)[]
}

interface FoundHeader {
  readonly row: number
  readonly columns: HeaderColumns
  readonly units: ReadonlyMap<string, string>
}

/** Values of an unknown column that are shown to whoever is asked about it. */
const SHOWN_EXAMPLES = 3

/** What takes a sheet's rows as they are read, where nobody wants them all at once. */
export interface RowStream {
  readonly meaning: NumberMeaning
  /** Rows of other sheets that count with these. */
  readonly before: number
  /** The workbook holds pictures, which are read apart from its rows. */
  readonly hasPictures?: boolean
  /** Some hundred rows and what is wrong with them. */
  emit(some: CollectedSheet): void
}

/** Rows that are given on at a time. */
const STREAMED = 1_500

/**
 * Gathers one sheet's rows under a template's header. `take` raw rows, then `finish`. Throws SheetRefused. With `stream` rows are given
 * on as they come and `finish` gives none: vertical merges, which stand behind the rows in a file, then mean nothing, and the sum of
 * a last row of totals is not checked.
 */
export function collectRows(template: SheetTemplate, sheet: string, limits: SheetLimits, stream?: RowStream) {
  const columns = readColumns(template)
  const described = { columns, clears: template.clears === true, forms: template.forms ?? {} }
  const find = headerFinder(template)
  let rows: FoundRow[] = []
  let count = stream?.before ?? 0
  let header: FoundHeader | null = null
  let letters: string[] = []
  let positions = new Map<number, number>()
  let missing: readonly string[] | null = null
  let searched = 0
  /** Of the row that comes nearest to a header. */
  let nearest: {
    known: readonly string[]
    unknown: Map<number, { cell: string; header: string; examples: string[] }>
  } = {
    known: [],
    unknown: new Map(),
  }
  /** Rows marked as the template's example. */
  let examples = 0
  /** Faults of no column that is read, by row. */
  let besides: Fault[] = []
  const isPicture = pictureHeader(template)
  let pictureColumn = 0

  function takeHeader(row: RawRow): boolean {
    const found = find(row)
    if (missing === null || found.missing.length < missing.length) missing = found.missing
    const isHeader = found.missing.length === 0
    const isFirstLike = nearest.unknown.size === 0 && isLikeHeader(row)
    if (isHeader || isFirstLike || found.columns.size > nearest.known.length) {
      const known = new Set([...found.columns.values(), row.cells.find(({ text }) => isPicture(text))?.column ?? 0])
      nearest = { known: [...found.columns.keys()], unknown: unknownColumns(row, known, meaningsOf(template)) }
    } else takeExamples(row)
    if (isHeader) {
      header = { row: row.row, columns: found.columns, units: found.units }
      letters = columns.map((column) => columnLetters(found.columns.get(column.key) ?? 0))
      positions = new Map(columns.map((column, index) => [found.columns.get(column.key) ?? 0, index]))
      pictureColumn = row.cells.find(({ text }) => isPicture(text))?.column ?? 0
    }
    searched++
    return header !== null || searched < headerSearchRows
  }

  function takeExamples({ cells }: RawRow): void {
    for (const cell of cells) {
      const asked = nearest.unknown.get(cell.column)
      if (asked && asked.examples.length < SHOWN_EXAMPLES && cell.text.trim() !== '')
        asked.examples.push(shownText(cell).slice(0, shownValueLength))
    }
  }

  /** A day as a day: the cell holds the days since 1900. */
  function shownText({ kind, text, style }: RawCell): string {
    const isDay = kind === 'number' && stream?.meaning.formats[style] === 'date'
    return isDay ? dateText(Number(text), stream.meaning.date1904) : text
  }

  function takeData(row: RawRow): void {
    if (row.cells.some(({ text }) => isExampleMark(text))) {
      examples++
      return
    }
    if (described.clears) takeExamples(row)
    const cells: (RawCell | undefined)[] = new Array(columns.length).fill(undefined)
    let filled = false
    for (const cell of row.cells) {
      const index = positions.get(cell.column)
      if (cell.column === pictureColumn && stream && saysNoPicture(cell, stream))
        besides.push(notPicture(row.row, cell))
      if (index === undefined || isBlank(cell)) continue
      cells[index] = cell
      filled = true
    }
    if (!filled) return
    if (count >= limits.rows) throw new SheetRefused(refusalMessages.tooManyRows, { rows: limits.rows })
    count++
    rows.push({ row: row.row, cells, total: row.cells.find(saysTotal) })
    // The last row stays behind: it may be that of totals.
    if (stream && rows.length > STREAMED) giveOn(stream, rows.splice(0, STREAMED))
  }

  function notPicture(row: number, { column, text }: RawCell): Fault {
    const place = { sheet, row, column: template.pictures ? bilingual(template.pictures) : '' }
    const value = text.slice(0, shownValueLength)
    return { ...place, cell: `${columnLetters(column)}${row}`, value, message: pictureFaults.text }
  }

  function giveOn({ emit, meaning }: RowStream, some: readonly FoundRow[]): void {
    if (header === null) return
    const read = readFoundRows({ ...described, letters, sheet, header, meaning }, some, new Set())
    const last = some.at(-1)?.row ?? Number.POSITIVE_INFINITY
    emit({ ...read, faults: [...besides.filter(({ row }) => row <= last), ...read.faults] })
    besides = besides.filter(({ row }) => row > last)
  }

  return {
    take(row: RawRow): boolean {
      refuseTooWide(row, limits)
      if (header === null) return takeHeader(row)
      takeData(row)
      return true
    },
    /** The required columns that the best candidate row lacked; null when the sheet is empty. */
    missing: () => missing,
    /** Columns that nobody knows: of the header, or of the row that comes nearest to one. */
    unknown: (): UnknownColumn[] =>
      template.clears ? [...nearest.unknown.values()].map((one) => ({ sheet, ...one, known: nearest.known })) : [],
    /** Rows that were left out because they are marked as the template's example. */
    examples: () => examples,
    /** Rows that were found so far. */
    count: () => count - (stream?.before ?? 0),
    /** Null when the sheet has no such header. */
    finish(merges: readonly Merge[], meaning: NumberMeaning): CollectedSheet | null {
      if (header === null) return null
      const found: FoundHeader = header
      const last = rows.at(-1)
      const total = last && isTotalRow(last, columns) ? rows.pop() : undefined
      if (stream) {
        giveOn(stream, rows)
        rows = []
      }
      const { inherited } = spreadMerges(rows, merges, columns, found)
      const most = stream ? Number.POSITIVE_INFINITY : mostFaults
      const read = readFoundRows({ ...described, letters, sheet, header: found, meaning }, rows, inherited, most)
      if (total && !stream) read.faults.push(...totalFaults(total, rows, { sheet, columns, letters, meaning }))
      return read
    },
  }
}

/** Names that people give to the column of pictures. */
const pictureNames = ['图片', '主图', '款式图', '照片', 'picture', 'pictures', 'image', 'photo']

function pictureHeader({ pictures }: SheetTemplate): (text: string) => boolean {
  if (!pictures) return () => false
  const { en, zh } = pictures
  const names = new Set([...pictureNames, en, zh, en + zh, zh + en].map(bareName))
  return (text) => text.length <= 100 && names.has(bareName(text))
}

/** What stands in the column of pictures and is none: a picture in a cell is an error to programs that cannot show it, or a formula of WPS. */
function saysNoPicture(cell: RawCell, { hasPictures }: RowStream): boolean {
  if (isBlank(cell)) return false
  return !hasPictures || !(cell.kind === 'error' || isCellPicture(cell.text))
}

/** `=DISPIMG("ID_…",1)`, as WPS writes a picture in a cell. */
export function isCellPicture(text: string): boolean {
  return text.length <= longest.read && /^=?(_xlfn\.)?DISPIMG\(/i.test(text)
}

/** Several words and nothing else, so no title: whose columns can be asked about though none of them is known. */
function isLikeHeader({ cells }: RawRow): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  return filled.length > 1 && filled.every(({ kind, text }) => kind === 'text' && !/\d/.test(text))
}

/** What stands in a column that nobody knows would be lost in silence: whoever sent it is asked. */
function unknownColumns({ row, cells }: RawRow, known: ReadonlySet<number>, said: ReadonlyMap<string, string>) {
  const asked = cells.filter(
    (cell) =>
      !known.has(cell.column) &&
      !isBlank(cell) &&
      !isErrorsHeader(cell.text) &&
      said.get(bareName(cell.text)) !== LEFT_OUT,
  )
  return new Map(
    asked.map(({ column, text }) => [
      column,
      { cell: `${columnLetters(column)}${row}`, header: text.slice(0, shownValueLength), examples: [] as string[] },
    ]),
  )
}

function refuseTooWide(row: RawRow, limits: SheetLimits): void {
  const last = row.cells.findLast((cell) => cell.column > limits.columns && !isBlank(cell))
  if (last) throw new SheetRefused(refusalMessages.tooManyColumns, { columns: limits.columns })
}

const ink = /[^\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/

/** A text that is too long to be read is no blank: it is a fault, and is not searched for ink. */
function isBlank(cell: RawCell): boolean {
  return !cell.formula && cell.text.length <= longest.read && !ink.test(cell.text)
}

/**
 * A box number merged over its rows holds for each of them. Quantities do not spread: a merged quantity is one
 * quantity. A cell that only inherits is remembered, so that a wrong value is told once, where it was typed.
 */
function spreadMerges(
  rows: FoundRow[],
  merges: readonly Merge[],
  columns: readonly SheetColumn[],
  header: FoundHeader,
) {
  const inherited = new Set<RawCell | undefined>()
  for (const [index, column] of columns.entries()) {
    if (column.kind === 'quantity') continue
    const sheetColumn = header.columns.get(column.key)
    const own = merges.filter((merge) => merge.column === sheetColumn).sort((a, b) => a.top - b.top)
    let next = 0
    let first: RawCell | undefined
    for (const found of rows) {
      while (own[next] && (own[next]?.bottom ?? 0) < found.row) {
        next++
        first = undefined
      }
      const merge = own[next]
      if (!merge || found.row < merge.top) continue
      if (found.row === merge.top) first = found.cells[index]
      else if (first && found.cells[index] === undefined) {
        const copy = { ...first }
        inherited.add(copy)
        found.cells[index] = copy
      }
    }
  }
  return { inherited }
}

const dash = /^\s*[-\u2013\u2014\uFF0D]\s*$/

function isClearing(column: SheetColumn, cell: RawCell | undefined): boolean {
  return (
    cell !== undefined && !column.required && cell.kind === 'text' && cell.text.length <= 40 && dash.test(cell.text)
  )
}

interface FoundSheet {
  columns: readonly SheetColumn[]
  clears: boolean
  forms: FileForms
  letters: readonly string[]
  sheet: string
  header: FoundHeader
  meaning: NumberMeaning
}

function readFoundRows(
  { columns, letters, sheet, header, meaning, clears, forms }: FoundSheet,
  rows: readonly FoundRow[],
  inherited: ReadonlySet<RawCell | undefined>,
  most = Number.POSITIVE_INFINITY,
) {
  const faults: Fault[] = []
  const misread = new Set<number>()
  let more = 0
  const { dates, currency } = forms
  const how = columns.map(
    ({ key }): WrittenWith => ({ dates, currency, unit: header.units.get(key), values: forms.values?.[key] }),
  )
  const currencyAt = columns.map((column) =>
    column.kind === 'money' ? columns.findIndex(({ key }) => key === column.currencyIn) : -1,
  )
  /** With the currency of the row; one that cannot be read is at fault itself, and its amount is not. */
  const howIn = (index: number, cells: FoundRow['cells']): WrittenWith | undefined => {
    const at = currencyAt[index] ?? -1
    if (at < 0) return how[index]
    const [column, said] = [columns[at], cells[at]]
    if (column === undefined || said === undefined) return how[index]
    const reading = readCell(column, said, meaning, how[at])
    if ('value' in reading) return { ...how[index], currencyOfRow: String(reading.value) }
    return { currency: currencyOrFirst(columns[index], currency) }
  }
  const packed = rows.map(({ row, cells }): [number, ...CellValue[]] => {
    const values = columns.map((column, index) => {
      if (clears && isClearing(column, cells[index])) return CLEARED
      const reading = readCell(column, cells[index], meaning, howIn(index, cells))
      if ('value' in reading) return reading.value
      if (!cells[index] || !inherited.has(cells[index])) {
        misread.add(row)
        if (faults.length < most) faults.push(faultOf(column, index, row, reading))
        else more++
      }
      return null
    })
    return [row, ...values]
  })
  const keys = columns.map((column) => column.key)
  const own = most === Number.POSITIVE_INFINITY ? {} : { misread: [...misread] }
  return { packed: { sheet, headerRow: header.row, keys, letters, rows: packed, ...own }, faults, more }

  function faultOf(column: SheetColumn, index: number, row: number, { shown, message, expected }: Misreading): Fault {
    const cell = `${letters[index] ?? ''}${row}`
    const value = shown.slice(0, shownValueLength)
    return { sheet, row, column: bilingual(column.header), cell, value, message, expected }
  }
}

function currencyOrFirst(column: SheetColumn | undefined, currency: string | undefined): string | undefined {
  return currency ?? (column?.kind === 'money' ? column.currencies[0] : undefined)
}

type Misreading = Exclude<Reading, { value: CellValue }>

/** Where a template's columns stand in one sheet: sheet column number by template key. */
export type HeaderColumns = ReadonlyMap<string, number>

/** The columns that a row names, the units that it names beside them, by key, and which required ones it lacks. */
interface NamedColumns {
  columns: HeaderColumns
  units: ReadonlyMap<string, string>
  missing: readonly string[]
}

export type HeaderFinder = (row: RawRow) => NamedColumns

/** The columns a reader looks for. */
export function readColumns(template: SheetTemplate): SheetColumn[] {
  return template.columns.filter((column) => !column.shownOnly)
}

/** "Price (CNY)", "单价/元", "Net weight [kg]": a name and what stands behind it. */
const withUnit = /^(.+?)\s*[([【/]\s*([^()[\]【】/]+(?:\/[^()[\]【】]+)*?)\s*[)\]】]?$/

/** Said of a column beside its name, and nothing about its values. */
const asides = new Set(['required', 'optional', 'mandatory', '必填', '选填', '可选', '非必填', 'pcs', 'pieces', '件'])

/** Whether a word behind a column's name can be its unit: of money a currency, of a day its pattern. */
function isUnitOf(column: SheetColumn, word: string): boolean {
  if (column.kind === 'money') return currenciesMeant(word).length > 0
  if (column.kind === 'date') return orderOfPattern(word) !== null
  if (column.kind !== 'quantity' && column.kind !== 'decimal') return false
  return column.unit ? unitFactor(column.unit, word) !== null : false
}

/**
 * A function that recognises the template's header in a row: English, Chinese or both, in any order, whatever the case,
 * blanks, punctuation and width, and with a unit behind. It throws SheetRefused when a whole header names a column twice.
 */
export function headerFinder(template: SheetTemplate): HeaderFinder {
  const keys = new Map<string, string>()
  const columns = readColumns(template)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  // A name without its own unit is known as well, behind the names that columns really have.
  for (const isWhole of [true, false])
    for (const column of columns)
      for (const name of namesOf(column)) {
        const known = isWhole ? name : plainText(name).match(withUnit)?.[1]
        if (known === undefined) continue
        if (isWhole || ('unit' in column && column.unit && !keys.has(bareName(known))))
          keys.set(bareName(known), column.key)
      }
  const said = meaningsOf(template)
  const known = (name: string) => keys.get(bareName(name)) ?? inBoth(name, keys)
  const named = (text: string): { key: string; unit?: string } | undefined => {
    if (text.length > 100) return undefined
    const meant = said.get(bareName(text))
    const key = meant === undefined ? known(text) : byKey.has(meant) ? meant : undefined
    const [, name = '', word = ''] = plainText(text).match(withUnit) ?? []
    if (key !== undefined || meant !== undefined) {
      const column = byKey.get(key ?? '')
      return key === undefined ? undefined : { key, ...(column && isUnitOf(column, word) && { unit: word }) }
    }
    const column = byKey.get(known(name) ?? '')
    if (column && isUnitOf(column, word)) return { key: column.key, unit: word }
    return column && asides.has(word.toLowerCase()) ? { key: column.key } : undefined
  }
  return (row) => {
    const found = new Map<string, number>()
    const units = new Map<string, string>()
    const repeated: string[] = []
    for (const cell of row.cells) {
      const column = named(cell.text)
      if (column === undefined) continue
      if (found.has(column.key)) repeated.push(`${columnLetters(cell.column)}${row.row}`)
      else found.set(column.key, cell.column)
      if (column.unit !== undefined && !units.has(column.key)) units.set(column.key, column.unit)
    }
    const missing = columns.filter((column) => column.required && !found.has(column.key))
    if (missing.length === 0 && repeated.length > 0) {
      throw new SheetRefused(refusalMessages.repeatedColumn, { cells: repeated.join(', ') })
    }
    return { columns: found, units, missing: missing.map((column) => bilingual(column.header)) }
  }
}

/** "款号 Style": a column's name in Chinese and any of its English names, which must mean the same column. */
function inBoth(name: string, keys: ReadonlyMap<string, string>): string | undefined {
  const key = keys.get(name.replace(/[^\p{sc=Han}]/gu, ''))
  return key !== undefined && keys.get(bareName(name.replace(/\p{sc=Han}/gu, ''))) === key ? key : undefined
}

/** What was said of headers, by their bare names. */
function meaningsOf({ forms }: SheetTemplate): ReadonlyMap<string, string> {
  return new Map(Object.entries(forms?.columns ?? {}).map(([header, meant]) => [bareName(header), meant]))
}

function namesOf({ key, header: { en, zh }, aliases = [] }: SheetColumn): string[] {
  return [key, en, zh, en + zh, zh + en, ...aliases]
}

/** Where a row, or a fault in it, stands in a workbook. */
type Place = Pick<SheetRow, 'sheet' | 'row'>

export function placeOf({ sheet, row }: Place): string {
  return `${sheet}\n${row}`
}

export function inSheetOrder(a: Place, b: Place): number {
  return a.sheet === b.sheet ? a.row - b.row : a.sheet < b.sheet ? -1 : 1
}

/** Rows whose cells are all of the right form. */
export function soundRows({ rows, misread }: Pick<ReadRows, 'rows' | 'misread'>): SheetRow[] {
  if (misread.size === 0) return [...rows]
  return rows.filter((row) => !misread.has(placeOf(row)))
}
