import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { col, counts, rowsOf } from '../../src/server/database/rows.ts'
import { day, instant, price } from '../../src/shared/kernel/shapes.ts'
import { freshDatabase } from '../support/database.ts'

const { db } = await freshDatabase()
const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterAll(() => said.mockRestore())

test('a raw query gives the rows that its columns name', async () => {
  const { rows } = await rowsOf({ id: col.text, pieces: col.number, at: col.instantOrNull })`
    SELECT 'a' AS id, ${3}::int AS pieces, NULL::timestamptz AS at`.execute(db)
  expect(rows).toEqual([{ id: 'a', pieces: 3, at: null }])
  expect((await rowsOf(counts)`SELECT 1 AS one, 2 AS two`.execute(db)).rows).toEqual([{ one: 1, two: 2 }])
})

// Catches a run of the suite in which nobody looks: a sum that comes as text, a column that may be null, one that is misspelt.
test('rows that are other than their columns say fail the query that gave them', async () => {
  const sum = rowsOf({ pieces: col.number })`SELECT sum(n) AS pieces FROM generate_series(1, 3::bigint) AS n`
  await expect(sum.execute(db)).rejects.toThrow(/pieces[\s\S]*generate_series/)
  const second = rowsOf({ at: col.instant })`SELECT now() AS at UNION ALL SELECT NULL`
  await expect(second.execute(db)).rejects.toThrow(/other rows than its columns say/)
  await expect(rowsOf({ id: col.text })`SELECT 'a' AS ident`.execute(db)).rejects.toThrow(/id/)
  await expect(rowsOf(counts)`SELECT 'x' AS one`.execute(db)).rejects.toThrow(/one/)
  expect(said).toHaveBeenCalledTimes(4)
})

// Would catch: rows of one kind held against the columns of another that the same line read before.
test('a place that reads several kinds of rows holds each against its own schema', async () => {
  const read = (schema: z.ZodObject, value: string) => rowsOf(schema)`SELECT ${value}::text AS state`.execute(db)
  const action = z.object({ state: z.enum(['opened', 'closed']) })
  expect((await read(action, 'opened')).rows).toEqual([{ state: 'opened' }])
  expect((await read(z.object({ state: z.enum(['asked', 'settled']) }), 'asked')).rows).toEqual([{ state: 'asked' }])
  await expect(read(action, 'asked')).rejects.toThrow(/opened/)
})

// Would catch: a time that leaves in PostgreSQL's spelling, half a sum of money, a column of the contract's row that its query forgot.
test('the contract’s row is read as the wire has it', async () => {
  const seen = z.object({ by: z.string(), at: instant })
  const row = z.object({
    ...{ number: z.string(), due_on: day, opened_at: instant, judged_at: instant.nullable(), price, paid: price },
    ...{ last: seen.nullable(), all: z.array(seen) },
  })
  const { rows } = await rowsOf(row)`
    SELECT 'CA-1' AS number, '2026-11-24'::date AS due_on, '2026-11-24 08:00+08'::timestamptz AS opened_at,
      NULL::timestamptz AS judged_at, 685 AS price_minor, 'CNY' AS price_currency, NULL::int AS paid_minor, 'CNY' AS paid_currency,
      jsonb_build_object('by', 'Mei', 'at', '2026-11-24 08:00:00.123456+08'::timestamptz) AS last,
      jsonb_build_array(jsonb_build_object('by', 'Li', 'at', '2026-11-23 23:59:59+00'::timestamptz)) AS all`.execute(db)
  expect(rows).toEqual([
    {
      ...{ number: 'CA-1', due_on: '2026-11-24', opened_at: '2026-11-24T00:00:00.000Z', judged_at: null },
      ...{ price: { minor: 685, currency: 'CNY' }, paid: null },
      ...{ last: { by: 'Mei', at: '2026-11-24T00:00:00.123Z' }, all: [{ by: 'Li', at: '2026-11-23T23:59:59.000Z' }] },
    },
  ])
  await expect(rowsOf(seen)`SELECT 'Mei' AS by`.execute(db)).rejects.toThrow(/at/)
})

// Would catch: the same currency written beside each of several sums, and a sum in another's currency.
test('sums of a row share its currency, but for one that has its own', async () => {
  const row = z.object({ asked: price, paid: price, floor: price })
  const { rows } = await rowsOf(row)`
    SELECT 'CNY' AS currency, 685 AS asked_minor, 700 AS paid_minor, 'INR' AS paid_currency, NULL::int AS floor_minor`.execute(
    db,
  )
  expect(rows).toEqual([{ asked: { minor: 685, currency: 'CNY' }, paid: { minor: 700, currency: 'INR' }, floor: null }])
})

// Catches the way back: a row that the compiler takes somebody's word for.
test('no query of the server asserts its rows; only fragments say what one value is', () => {
  const fragment = /^(SqlBool|(boolean|number|string|Date)(\[\]| \| null)?)$/
  const server = join(import.meta.dirname, '..', '..', 'src', 'server')
  const asserted = globSync('**/*.ts', { cwd: server }).flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/\bsql<([^`(]*?)>`/g)]
      .map(([, type = '']) => type)
      .filter((type) => !fragment.test(type))
      .map((type) => `${file}: sql<${type}>`),
  )
  expect(asserted).toEqual([])
})
