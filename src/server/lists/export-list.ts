import { setImmediate as othersTurn } from 'node:timers/promises'
import { hasRight } from '../../shared/areas.ts'
import { englishOf, type Field, fileFields, type Money, type Reader } from '../../shared/kernel/field.ts'
import { type FileLooks, type List, listLimits, listWords } from '../../shared/kernel/list.ts'
import { zoneOf } from '../../shared/kernel/place-zones.ts'
import { recordDownload } from '../audit/audit.ts'
import type { CallContext, FileReply } from '../http/call.ts'
import { invalidInput } from '../http/errors.ts'
import { wordsOf } from '../languages/serve-locales.ts'
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
  const reader = await readerOf(looks, context)
  const columns = visible(list, looks, context, reader)
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
  reader: FileReader,
): TableColumn<Row>[] {
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
  /** A word by its code, or by its English. */
  word(code: string, english: string): string
  /** In the zone of the place that the row stands at, with its distance from UTC: rows of a file may stand at several. */
  instant(at: string, row: unknown): string
}

/** A field as a column of a file. */
function columnOf<Row>(field: Field<Row>, reader: FileReader): Omit<TableColumn<Row>, 'header'> {
  const word = (code: string) => reader.word(code, englishOf(field.words, code))
  switch (field.kind) {
    case 'text':
    case 'code':
    case 'currency':
      return { kind: 'text', value: (row) => field.of(row, reader) }
    case 'word':
      return { kind: 'text', value: (row) => mapped(field.of(row, reader), word) }
    case 'words':
      return { kind: 'text', value: (row) => field.of(row, reader).map(word).join(', ') }
    case 'instant':
      return { kind: 'instant', value: (row) => mapped(field.of(row, reader), (at) => reader.instant(at, row)) }
    case 'day':
      return { kind: 'day', value: (row) => field.of(row, reader) }
    case 'pieces':
    case 'count':
    case 'grams':
      return { kind: 'pieces', value: (row) => field.of(row, reader) }
    case 'number':
      return {
        kind: 'number',
        digits: field.digits ?? 0,
        value: (row) => mapped(field.of(row, reader), (value) => rounded(value, field.digits ?? 0)),
      }
    case 'share':
      return { kind: 'share', value: (row) => mapped(field.of(row, reader), (share) => rounded(share, 3)) }
    case 'money':
      return { kind: 'money', value: (row) => amountOf(field.of(row, reader)) }
    default:
      return assertNever(field)
  }
}

function mapped<V, T>(value: V | null, to: (value: V) => T): T | null {
  return value === null ? null : to(value)
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
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

/** Reads in the language of whoever asks: the words that came with the wish, and any other text of the program as it is kept here. */
async function readerOf(
  { words, language, time_zone }: FileLooks,
  { db, caller, resources }: CallContext,
): Promise<FileReader> {
  const zones = await placeZones(db, caller)
  const isChinese = language === 'zh' || language.startsWith('zh-')
  const isEnglish = language === 'en' || language.startsWith('en-')
  const texts = isEnglish ? null : await wordsOf({ db, resources, language, namespace: 'translation', ownOnly: false })
  const given = (word: string) => (Object.hasOwn(words, word) ? words[word] : undefined)
  const t = (english: string) => given(english) ?? texts?.get(english) ?? english
  return {
    t,
    word: (code, english) => given(code) ?? t(english),
    name: (english, chinese) => (isChinese ? chinese || english : english || chinese),
    instant: (at, row) => instantText(zoneOf(row, zones) ?? time_zone, at),
  }
}

function assertNever(field: never): never {
  throw new TypeError(`no such kind of field: ${JSON.stringify(field)}`)
}
