import { describe, expect, it } from 'vitest'
import { countText, readCountAt } from '../../src/renderer/warehouse/stock-counts/count-at.ts'
import { isOpenTo } from '../../src/renderer/warehouse/stock-counts/place-words.ts'
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
