import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { startsLikeFormula } from '../../shared/domain/formula-guard.ts'

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
