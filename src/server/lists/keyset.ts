import { invalidInput } from '../http/errors.ts'

/** What the columns of an order look like as texts: a cursor is what a client sends, and PostgreSQL is asked for none of its own. */
const written = {
  text: /^/,
  timestamptz: /^\d{4}-\d\d-\d\d[ T][\d:.+Z-]{8,30}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  int: /^-?\d{1,9}$/,
  bigint: /^\d{1,15}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
} as const

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
  const fits = place.length === types.length && types.every((type, at) => written[type].test(place[at] ?? ''))
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
