import { invalidInput } from '../http/errors.ts'

/** No text of ours is longer, and PostgreSQL keeps none with a NUL sign. */
const LONGEST = 2_000

/**
 * What the columns of an order look like as texts: a cursor is what a client sends, and PostgreSQL is asked for none of its own, nor for
 * what merely looks like a day or a moment.
 */
const written = {
  text: (text: string) => text.length <= LONGEST && !text.includes('\0') && text.isWellFormed(),
  timestamptz: isMoment,
  date: isDay,
  int: (text: string) => /^-?\d{1,9}$/.test(text),
  bigint: (text: string) => /^\d{1,15}$/.test(text),
  uuid: (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
} as const

const moment = /^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?(Z|[+-](0\d|1[0-4])(:[0-5]\d){0,2})$/

function isMoment(text: string): boolean {
  const [, day] = moment.exec(text) ?? []
  return day !== undefined && isDay(day)
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export type ColumnType = keyof typeof written

/** Where a list stopped: the values (as texts) that its last row stands in order of, so that the next page starts right behind it. */
export type Place = readonly string[]

export function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** The place that a cursor names, of columns of these types; null without a cursor. Throws invalid_input for one that no list gave. */
export function readCursor(cursor: string | null | undefined, types: readonly ColumnType[]): Place | null {
  if (!cursor) return null
  const place = parsed(cursor)
  const fits = place.length === types.length && types.every((type, at) => written[type](place[at] ?? ''))
  if (!fits) throw lostPlace()
  return place
}

function parsed(cursor: string): string[] {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(place) && place.every((value) => typeof value === 'string') ? place : []
  } catch {
    return []
  }
}

function lostPlace() {
  return invalidInput('This page can no longer be found. Please load the list again.')
}

/** One row more than the page was read: it says whether there is a next page. */
export function pageOf<R>(
  rows: R[],
  size: number,
  placeOf: (row: R) => Place,
): { rows: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { rows: shown, next_cursor: rows.length > size && last !== undefined ? writeCursor(placeOf(last)) : null }
}
