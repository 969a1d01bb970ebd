import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Says the day of an instant in UTC, for those who name it so: `utcDay`. */
const allowed = 'src/shared/kernel/days.ts'

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => file !== allowed)

const ofNoPlace: Record<string, RegExp> = {
  'the day of the database’s session, which is UTC': /\b(current_date|localtimestamp|now\(\)::date)\b/i,
  'the day cut out of an instant, which is in UTC':
    /toISOString\(\)\.(slice|substring)\(0, 10\)|_at\.slice\(0, 10\)|\.split\('T'\)/,
  'the computer’s own day': /\.(getDate|getMonth|getFullYear|toDateString|toLocaleDateString)\(/,
}

// Would catch: what depends on the hour: "today" is yesterday until eight in the morning in Shanghai. `database/today.ts` and `dayIn` say the
// day of a place.
it.each(Object.entries(ofNoPlace))('nothing takes %s', (_, pattern) => {
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
})
