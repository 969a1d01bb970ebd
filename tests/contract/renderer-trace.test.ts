import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { events as known } from '../../src/shared/areas.ts'

// Would catch: a new event of boxes that is told of one box only, so that hundreds of them have no words of their own.
it('whatever happens to a box can be said of many', () => {
  const sources = globSync('src/server/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const events = new Set(sources.flatMap((source) => source.match(/(?<=')box\.[a-z_]+(?=')/g) ?? []))
  expect(events.size).toBeGreaterThan(15)
  expect([...events].filter((event) => known[event]?.boxes === undefined)).toEqual([])
})
