import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCalendar } from '../../src/shared/kernel/icalendar.ts'
import { readCalendar } from '../support/read-calendar.ts'

// Would catch: a comma that ends a text, a Chinese sign that is cut in two by a fold, a line end that begins a property of its own.
test('any text comes back from a calendar as it went in', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).map((some) => `上海, 箱; \\n\n${some}`)
  fc.assert(
    fc.property(text, (some) => {
      const entry = { id: 'a@b', from: '2026-11-30', until: '2026-12-07', title: some, text: some }
      const written = writeCalendar({ name: some, refreshHours: 6, at: '2026-11-29T02:00:00.000Z', entries: [entry] })
      const clean = some.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '')
      const { events, head } = readCalendar(written)
      expect(events[0]).toMatchObject({
        SUMMARY: clean,
        DESCRIPTION: clean,
        DTSTART: '20261130',
        DTSTAMP: '20261129T020000Z',
      })
      expect(head['X-WR-CALNAME']).toBe(clean)
    }),
  )
})
