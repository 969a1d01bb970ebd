import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { ownPath } from '../../src/renderer/forms/useForm.ts'
import { makeLocale } from '../../src/renderer/table/words.ts'
import { countText, readCountAt } from '../../src/renderer/warehouse/stock-counts/count-at.ts'
import { isOpenTo } from '../../src/renderer/warehouse/stock-counts/place-words.ts'
import { postingWords } from '../../src/renderer/warehouse/stock-counts/posting-words.ts'
import { momentFault } from '../../src/shared/areas/stock-counts/moment.ts'
import type { CountPlaceRow } from '../../src/shared/areas/stock-counts/shapes.ts'
import { instantIn } from '../../src/shared/kernel/days.ts'

describe('counting by scan', () => {
  // Would catch: a shelf with a blank in its code, or a typed quantity, read as another place.
  it('keeps where and how many with each scan', () => {
    for (const at of [
      { number: 'SC-00001', place: 'A 01', condition: 'good' as const, quantity: 1 },
      { number: 'SC-00001', place: 'A-01', condition: 'b_grade' as const, quantity: 200 },
    ])
      expect(readCountAt(countText(at))).toEqual(at)
  })

  // Would catch: a station that takes scans for a shelf that somebody else counts, or that is counted in full.
  it('is open to whoever counts the place, and to anybody before', () => {
    expect(isOpenTo({ state: 'untouched', is_mine: false })).toBe(true)
    expect(isOpenTo({ state: 'counting', is_mine: true })).toBe(true)
    expect(isOpenTo({ state: 'counting', is_mine: false })).toBe(false)
    expect(isOpenTo({ state: 'full', is_mine: true })).toBe(false)
  })
})

// Would catch: the time of a count by sheet taken for the computer's, or an hour off where clocks are put forward.
it('reads a local time in the zone of the site', () => {
  expect(instantIn('Asia/Kolkata', '2026-11-24T10:12').toISOString()).toBe('2026-11-24T04:42:00.000Z')
  expect(instantIn('Europe/Berlin', '2026-03-29T03:30').toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

const english = ((text: string, values: Record<string, string> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')) as unknown as TFunction
const place = (of: Pick<CountPlaceRow, 'place' | 'state' | 'counted_skus'>): CountPlaceRow => ({
  ...{ place_kind: 'shelf', counter: null, is_mine: false, since: null, counted: 0, counted_by: [] },
  ...{ again_skus: 0, uncounted_skus: null },
  ...of,
})

// Would catch: a count posted over shelves that nobody went to, without a word of them.
it('says before posting how many places nobody counted, and that they stay as they are', () => {
  const words = makeLocale(english, 'en')
  const said = (...places: CountPlaceRow[]) => postingWords({ left: 0 }, places, { over: 2, short: 1_000 }, words)
  const counted = place({ place: 'A-01', state: 'counted', counted_skus: 3 })
  const empty = place({ place: 'A-02', state: 'full', counted_skus: 0 })
  const untouched = place({ place: 'A-03', state: 'untouched', counted_skus: 0 })
  const left = place({ place: 'A-04', state: 'counted', counted_skus: 0 })
  const sums = '1,000 pieces are written off and 2 taken in.'
  expect(said(counted, empty)).toBe(sums)
  expect(said(counted, empty, untouched)).toBe(
    `${sums} Nobody counted 1 of the places: what the books have there stays as it is.`,
  )
  expect(said(untouched, left)).toBe(
    `${sums} Nobody counted 2 of the places: what the books have there stays as it is.`,
  )
})

// Would catch: a time of counting in the future, or of which nobody knows the books, refused only once the file was chosen.
it('knows before the file is chosen which time of counting is none', () => {
  const now = new Date('2026-11-24T10:00:00Z')
  expect(momentFault(new Date('2026-11-24T10:01:00Z'), now)).toBeNull()
  expect(momentFault(new Date('2026-11-24T11:00:00Z'), now)?.message).toBe('The time of counting lies in the future.')
  expect(momentFault(new Date('2026-10-01T10:00:00Z'), now)?.values).toEqual({ days: 31 })
})

// Would catch: an SKU that nobody knows said in a toast, since the call has it in a line and the form does not.
it('finds a form’s field by its path in what was sent', () => {
  expect([ownPath('lines.0.sku', 'lines.0'), ownPath('remark', 'lines.0'), ownPath('sku', undefined)]).toEqual([
    'sku',
    'remark',
    'sku',
  ])
})
