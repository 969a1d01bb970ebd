/** Where a page of a list starts: by cursor, or by number. Empty for the first by cursor. */
export type Place = { cursor?: string; page?: number }

/** Where the next page starts, by the reply's cursor or page number; undefined at the end. */
export function nextPlace(last: { next_cursor?: string | null; page?: number; pages?: number }): Place | undefined {
  if (last.next_cursor) return { cursor: last.next_cursor }
  if (last.page !== undefined && last.pages !== undefined && last.page < last.pages) return { page: last.page + 1 }
  return undefined
}
