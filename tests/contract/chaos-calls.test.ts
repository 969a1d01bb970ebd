import { expect, test } from 'vitest'
import { writingCalls } from '../chaos/calls.ts'
import { notPlayed, plays } from '../chaos/players/index.ts'

// Would catch: a new area whose calls no player makes, so that `npm run chaos` says nothing of them; and a player of a call that is gone.
test('every call that writes is played by the chaos, or named as an exception with its reason', () => {
  const known = new Set([...Object.keys(plays), ...Object.keys(notPlayed)])
  expect(writingCalls.filter((call) => !known.has(call))).toEqual([])
  expect([...known].filter((call) => !(writingCalls as readonly string[]).includes(call))).toEqual([])
  expect(Object.keys(notPlayed).filter((call) => call in plays)).toEqual([])
  for (const reason of Object.values(notPlayed)) expect(reason.length).toBeGreaterThan(20)
})
