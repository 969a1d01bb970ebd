import { setImmediate as othersTurn } from 'node:timers/promises'
import { hasRight } from '../../shared/areas.ts'
import { type Field, fileFields, type Money, type Reader } from '../../shared/kernel/field.ts'
import { type FileLooks, type List, listLimits, listWords } from '../../shared/kernel/list.ts'
import { type PlaceZones, zoneOf } from '../../shared/kernel/place-zones.ts'
import { recordDownload } from '../audit/audit.ts'
import type { CallContext, FileReply } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { type TableColumn, writeCsv, writeTable } from '../sheets/write-table.ts'
import { instantText } from './file-instants.ts'
import { placeZones } from './place-zones.ts'

/** One list that can be taken away as a file. */
export interface ExportedList<Row> extends Pick<List<Row>, 'fields' | 'file'> {
  /** Rows by their ids, in the order given. */
  rowsById(ids: readonly string[], context: CallContext): Promise<Row[]>
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
  looks: FileLooks,
  ids: readonly string[],
  context: CallContext,
): Promise<FileReply> {
  if (ids.length >= mostRows)
    throw invalidInput('More than {{limit}} rows match. Please narrow the filter.', {
      values: { limit: listLimits.exportedRows },
    })
  const columns = visible(list, looks, context, await placeZones(context.db, context.caller))
  if (columns.length === 0) throw invalidInput('Please show at least one column.')
  context.progress?.(0, ids.length)
  await recordDownload(context, `${list.file}.${looks.format}`, {
    rows: ids.length,
    columns: looks.columns.map(({ id }) => id).join(' '),
  })
  const rows = inTurn(list, ids, context)
  return { body: looks.format === 'csv' ? writeCsv(columns, rows) : writeTable(list.file, columns, rows) }
}

/** The columns asked for that the caller may see; amounts are never without their currency. */
function visible<Row>(
  list: ExportedList<Row>,
  looks: FileLooks,
  { caller }: CallContext,
  zones: PlaceZones,
): TableColumn<Row>[] {
  const reader = readerOf(looks, zones)
  const seesPrices = hasRight(caller, 'seePrices')
  const shown = looks.columns.flatMap(({ id, header }) => {
    const field = fileFields(list.fields).find((one) => one.id === id)
    return field === undefined || (field.isPrice && !seesPrices) ? [] : [{ header, field }]
  })
  const columns = shown.map(({ header, field }): TableColumn<Row> => ({ header, ...columnOf(field, reader) }))
  const prices = shown.flatMap(({ field }) => (field.kind === 'money' ? [field] : []))
  if (prices.length === 0 || shown.some(({ field }) => field.kind === 'currency')) return columns
  const currencies = (row: Row) => new Set(prices.flatMap((field) => field.of(row, reader)?.currency ?? []))
  return [
    ...columns,
    { header: reader.t(listWords.currency), kind: 'text', value: (row) => [...currencies(row)].join(' / ') || null },
  ]
}

interface FileReader extends Reader {
  /** In the zone of the place that the row stands at, with its distance from UTC: rows of a file may stand at several. */
  instant(at: string, row: unknown): string
}

/** A field as a column of a file. */
function columnOf<Row>(field: Field<Row>, reader: FileReader): Omit<TableColumn<Row>, 'header'> {
  const word = (code: string | null) => code && reader.t(code)
  switch (field.kind) {
    case 'text':
    case 'code':
    case 'currency':
      return { kind: 'text', value: (row) => field.of(row, reader) }
    case 'word':
      return { kind: 'text', value: (row) => word(field.of(row, reader)) }
    case 'words':
      return { kind: 'text', value: (row) => field.of(row, reader).map(reader.t).join(', ') }
    case 'instant':
      return { kind: 'text', value: (row) => instantIn(reader, field.of(row, reader), row) }
    case 'day':
      return { kind: 'day', value: (row) => field.of(row, reader) }
    case 'pieces':
    case 'count':
    case 'grams':
      return { kind: 'pieces', value: (row) => field.of(row, reader) }
    case 'money':
      return { kind: 'money', value: (row) => amountOf(field.of(row, reader)) }
    default:
      return assertNever(field)
  }
}

function instantIn(reader: FileReader, at: string | null, row: unknown): string | null {
  return at && reader.instant(at, row)
}

/** In whole units of the currency, as sheets sum it. */
function amountOf(money: Money | null): number | null {
  if (money === null) return null
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: money.currency,
  }).resolvedOptions()
  return money.minor / 10 ** digits
}

async function* inTurn<Row>(
  list: ExportedList<Row>,
  ids: readonly string[],
  context: CallContext,
): AsyncGenerator<Row> {
  for (let at = 0; at < ids.length && !context.signal.aborted; at += ROWS_AT_ONCE) {
    const rows = await list.rowsById(ids.slice(at, at + ROWS_AT_ONCE), context)
    for (const [place, row] of rows.entries()) {
      if (place % ROWS_A_BREATH === 0) await othersTurn()
      yield row
    }
    context.progress?.(Math.min(at + ROWS_AT_ONCE, ids.length), ids.length)
  }
}

function readerOf({ words, language, time_zone }: FileLooks, zones: PlaceZones): FileReader {
  const isChinese = language === 'zh' || language.startsWith('zh-')
  return {
    t: (english) => (Object.hasOwn(words, english) ? (words[english] ?? english) : english),
    name: (english, chinese) => (isChinese ? chinese || english : english || chinese),
    instant: (at, row) => instantText(zoneOf(row, zones) ?? time_zone, at),
  }
}

function assertNever(field: never): never {
  throw new TypeError(`no such kind of field: ${JSON.stringify(field)}`)
}
