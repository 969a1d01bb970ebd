import Papa from 'papaparse'
import { startsLikeFormula } from '../../shared/kernel/codes.ts'
import type { SheetTemplate } from '../../shared/kernel/sheet.ts'
import type { SheetLimits } from './limits.ts'
import { damaged } from './limits.ts'
import { collectRows } from './read-rows.ts'
import { keepFilled, keepStreamed } from './read-workbook.ts'
import type { RawCell, RawRow } from './read-worksheet.ts'
import type { StreamedRows, StreamedSheet, StreamJob } from './sheet-jobs.ts'
import type { CollectedSheet } from './sheet-shapes.ts'

/** Bytes that are made text at a time: a large file is never held as one. */
const PIECE = 1 << 20

const LONGEST_ROW = 4 * PIECE

/** A csv has no formats. */
const plainNumbers = { formats: [], date1904: false }

/** Reads a csv under a template's header; `name` stands for the sheet's name in faults. Throws SheetRefused. */
export function readCsv(bytes: Buffer, name: string, template: SheetTemplate, limits: SheetLimits): CollectedSheet[] {
  const collector = collectRows(template, name, limits)
  eachCsvRow(bytes, ({ row, cells }) => cells.length === 0 || collector.take({ row, cells }))
  const found = collector.finish([], plainNumbers)
  return keepFilled(found ? [found] : [], collector.missing(), template, limits)
}

/** The same, rows given on as they come. */
export function streamCsv(
  bytes: Buffer,
  { name, sought, limits }: Pick<StreamJob, 'name' | 'sought' | 'limits'>,
  give: (piece: StreamedRows) => void,
): StreamedSheet[] {
  const [{ template, rows = limits.rows } = {}] = sought
  if (template === undefined) return []
  const stream = { meaning: plainNumbers, before: 0, emit: (some: CollectedSheet) => give({ ...some, index: 0 }) }
  const collector = collectRows(template, name, { ...limits, rows }, stream)
  eachCsvRow(bytes, ({ row, cells }) => cells.length === 0 || collector.take({ row, cells }))
  const found = collector.finish([], plainNumbers)
  const [unknown, examples] = [collector.unknown(), collector.examples()]
  const sheets = found ? [{ index: 0, rows: collector.count(), header: found.packed, unknown, examples }] : []
  return keepStreamed(sheets, { missing: collector.missing(), unknown }, template)
}

/** Gives each row of a csv with its number, blank ones too, until `take` says false. Throws SheetRefused. */
export function eachCsvRow(bytes: Buffer, take: (row: RawRow) => boolean): void {
  const decoder = new TextDecoder(encodingOf(bytes))
  let parser: Papa.Parser | undefined
  let row = 0
  let rest = ''
  for (let at = 0; at < bytes.length; at += PIECE) {
    const isLast = at + PIECE >= bytes.length
    rest += decoder.decode(bytes.subarray(at, at + PIECE), { stream: !isLast })
    parser ??= parserFor(rest)
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>
    // A quote that never ends would make one row of everything behind it.
    // The row at the border is read again with what follows: a line end may be cut in two there.
    const isWrong = errors.some(({ type, row: at = 0 }) => type === 'Quotes' && (isLast || at < data.length))
    if (isWrong || (!isLast && meta.cursor === 0 && rest.length > LONGEST_ROW)) throw damaged()
    rest = rest.slice(meta.cursor)
    for (const cells of data) {
      row++
      if (!take({ row, cells: cells.flatMap((text, index) => cellOf(text, index + 1)) })) return
    }
  }
}

/** What stands between values and rows is guessed from the beginning. */
function parserFor(beginning: string): Papa.Parser {
  const { meta } = Papa.parse(beginning, { preview: 20, delimitersToGuess: [',', '\t', ';', '|'] })
  return new Papa.Parser({ delimiter: meta.delimiter, newline: meta.linebreak as '\n' })
}

function cellOf(text: string, column: number): RawCell[] {
  if (text === '') return []
  // Both are ways to tell a spreadsheet "this is text": ="00123", and the guard our own csv puts before a formula.
  const bare = /^="([^"]*)"$/.exec(text)?.[1] ?? withoutGuard(text)
  return [{ column, kind: 'text', text: bare, style: 0, formula: false }]
}

function withoutGuard(text: string): string {
  return text.startsWith("'") && startsLikeFormula(text.slice(1)) ? text.slice(1) : text
}

/** UTF-8, UTF-16 with or without BOM, else GB18030, in which Chinese Excel saves csv. Throws SheetRefused. */
function encodingOf(bytes: Buffer): string {
  const encoding = encodings(bytes).find((each) => isWritten(bytes, each))
  if (encoding === undefined) throw damaged()
  return encoding
}

function isWritten(bytes: Buffer, encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length })
    return true
  } catch (error) {
    // Not this encoding: the next one is tried.
    if (!(error instanceof TypeError)) throw error
    return false
  }
}

function encodings(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  if (bytes[0] !== 0 && bytes[1] === 0) return ['utf-16le']
  if (bytes[0] === 0 && bytes[1] !== 0) return ['utf-16be']
  return ['utf-8', 'gb18030']
}
