import { setImmediate as othersTurn } from 'node:timers/promises'
import { hasRight } from '../../shared/areas.ts'
import { listLimits } from '../../shared/kernel/list.ts'
import { recordDownload } from '../audit/audit.ts'
import type { FileReply, Work } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { type TableColumn, writeCsv, writeTable } from '../sheets/write-table.ts'

/** How the reader wants the file; the words are the contract's. */
export interface Looks {
  format: 'csv' | 'xlsx'
  columns: readonly { id: string; header: string }[]
  words: Readonly<Record<string, string>>
  language: string
  time_zone: string
}

/** Puts values into the reader's words. */
export interface Reader {
  word(english: string): string
  name(english: string, chinese: string): string
  instant(at: string | null): string | null
}

/** Where a column's value is found, in the form of the file. A price is left out for who may not see one. */
export interface ExportColumn<Row> {
  kind: TableColumn<Row>['kind']
  isPrice?: boolean
  of(row: Row, reader: Reader): string | number | null
}

/** One list that can be taken away as a file; columns by the ids of those on screen. */
export interface ExportedList<Row> {
  /** Without its ending. */
  file: string
  columns: Readonly<Record<string, ExportColumn<Row>>>
  rowsById(ids: readonly string[], work: Work): Promise<Row[]>
}

const ROWS_AT_ONCE = 1_000
/** A thousand rows of a workbook take a tenth of a second, in which nobody else would be answered. */
const ROWS_A_BREATH = 50

/** Rows of a list beyond this are not exported at once. */
export const mostRows = listLimits.exportedRows + 1

/**
 * Streams the rows of `ids`, which are in the list's order and `mostRows` at most. Only the ids are held: rows are read some at
 * a time, and go when they are written.
 */
export async function exportList<Row>(
  list: ExportedList<Row>,
  looks: Looks,
  ids: readonly string[],
  work: Work,
): Promise<FileReply> {
  if (ids.length >= mostRows)
    throw invalidInput('More than {{limit}} rows match. Please narrow the filter.', {
      values: { limit: listLimits.exportedRows },
    })
  const columns = visible(list, looks, work)
  if (columns.length === 0) throw invalidInput('Please show at least one column.')
  work.progress?.(0, ids.length)
  await recordDownload(work, `${list.file}.${looks.format}`, {
    rows: ids.length,
    columns: looks.columns.map(({ id }) => id).join(' '),
  })
  const rows = inTurn(list, ids, work)
  return { body: looks.format === 'csv' ? writeCsv(columns, rows) : writeTable(list.file, columns, rows) }
}

function visible<Row>(list: ExportedList<Row>, looks: Looks, { caller }: Work): TableColumn<Row>[] {
  const reader = readerOf(looks)
  const seesPrices = hasRight(caller, 'seePrices')
  return looks.columns.flatMap(({ id, header }) => {
    const column = Object.hasOwn(list.columns, id) ? list.columns[id] : undefined
    if (!column || (column.isPrice && !seesPrices)) return []
    return [{ header, kind: column.kind, value: (row: Row) => column.of(row, reader) }]
  })
}

async function* inTurn<Row>(list: ExportedList<Row>, ids: readonly string[], work: Work): AsyncGenerator<Row> {
  for (let at = 0; at < ids.length && !work.signal.aborted; at += ROWS_AT_ONCE) {
    const rows = await list.rowsById(ids.slice(at, at + ROWS_AT_ONCE), work)
    for (const [place, row] of rows.entries()) {
      if (place % ROWS_A_BREATH === 0) await othersTurn()
      yield row
    }
    work.progress?.(Math.min(at + ROWS_AT_ONCE, ids.length), ids.length)
  }
}

function readerOf({ words, language, time_zone }: Looks): Reader {
  const isChinese = language === 'zh' || language.startsWith('zh-')
  // Swedish writes instants as sheets sort them: 2026-03-01 14:05.
  const instants = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short' })
  return {
    word: (english) => (Object.hasOwn(words, english) ? (words[english] ?? english) : english),
    name: (english, chinese) => (isChinese ? chinese || english : english || chinese),
    instant: (at) => at && instants.format(new Date(at)),
  }
}
