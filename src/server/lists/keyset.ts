import { invalidInput } from '../http/errors.ts'

/** Where a list stopped: the sort value of its last row and that row's id, so that the next page starts right behind it. */
export interface Keyset {
  value: string | number
  id: string
}

export function writeCursor(at: Keyset): string {
  return Buffer.from(JSON.stringify([at.value, at.id])).toString('base64url')
}

/** Throws invalid_input for a cursor that no list gave. */
export function readCursor(cursor: string | null | undefined): Keyset | null {
  if (!cursor) return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(parsed)) throw new TypeError('not a pair')
    const [value, id] = parsed as unknown[]
    if ((typeof value === 'string' || typeof value === 'number') && typeof id === 'string') return { value, id }
    throw new TypeError('not a pair of value and id')
  } catch (cause) {
    throw Object.assign(lostPlace(), { cause })
  }
}

/** For a list whose cursor has more in it than a value. */
export function lostPlace() {
  return invalidInput('This page can no longer be found. Please load the list again.')
}

/** One row more than the page was read: it says whether there is a next page. */
export function pageOf<R>(
  rows: R[],
  size: number,
  keyset: (row: R) => Keyset,
): { rows: R[]; next_cursor: string | null } {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { rows: shown, next_cursor: rows.length > size && last !== undefined ? writeCursor(keyset(last)) : null }
}
