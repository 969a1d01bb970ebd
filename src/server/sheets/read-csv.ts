import Papa from 'papaparse'
import { startsLikeFormula } from '../../shared/kernel/codes.ts'
import type { SheetTemplate } from '../../shared/kernel/sheet.ts'
import type { SheetLimits } from './limits.ts'
import { damaged } from './limits.ts'
import { type CollectedSheet, collectRows } from './read-rows.ts'
import { keepFilled, keepStreamed } from './read-workbook.ts'
import type { RawCell, RawRow } from './read-worksheet.ts'
import type { StreamedRows, StreamedSheet, StreamJob } from './sheet-jobs.ts'

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
  const template = sought[0]?.template
  if (template === undefined) return []
  const stream = { meaning: plainNumbers, emit: (some: CollectedSheet) => give({ ...some, index: 0 }) }
  const collector = collectRows(template, name, limits, stream)
  eachCsvRow(bytes, ({ row, cells }) => cells.length === 0 || collector.take({ row, cells }))
  const found = collector.finish([], plainNumbers)
  const sheets = found ? [{ index: 0, rows: collector.count(), header: found.packed }] : []
  return keepStreamed(sheets, collector.missing(), template)
}

/** Gives each row of a csv with its number, blank ones too, until `take` says false. Throws SheetRefused. */
export function eachCsvRow(bytes: Buffer, take: (row: RawRow) => boolean): void {
  let row = 0
  let broken = false
  Papa.parse<string[]>(decodeCsv(bytes), {
    delimitersToGuess: [',', '\t', ';', '|'],
    step({ data, errors }, parser) {
      row++
      broken = errors.some((error) => error.type === 'Quotes')
      const wanted = take({ row, cells: data.flatMap((text, index) => cellOf(text, index + 1)) })
      if (broken || !wanted) parser.abort()
    },
  })
  if (broken) throw damaged()
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
function decodeCsv(bytes: Buffer): string {
  for (const encoding of encodings(bytes)) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch (error) {
      // Not this encoding: the next one is tried.
      if (!(error instanceof TypeError)) throw error
    }
  }
  throw damaged()
}

function encodings(bytes: Buffer): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  if (bytes[0] !== 0 && bytes[1] === 0) return ['utf-16le']
  if (bytes[0] === 0 && bytes[1] !== 0) return ['utf-16be']
  return ['utf-8', 'gb18030']
}
