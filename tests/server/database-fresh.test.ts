import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let one: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  one = await freshDatabase()
  other = await freshDatabase()
})
afterAll(() => Promise.all([one.drop(), other.drop()]))

// Catches a schema whose SQL and row types part ways at the first table, and databases shared between files.
test('a fresh database is migrated, empty and alone', async () => {
  const site = {
    id: '01890000-0000-7000-8000-000000000001',
    code: 'X',
    name: 'X',
    name_zh: '甲',
    kind: 'shop' as const,
  }
  await one.db
    .insertInto('site')
    .values({ ...site, country: 'CN', address: '', time_zone: 'Asia/Shanghai' })
    .execute()
  expect(await one.db.selectFrom('site').selectAll().execute()).toHaveLength(1)
  expect(await other.db.selectFrom('site').selectAll().execute()).toHaveLength(0)
})

// Catches days shifted by the zone of the server, and counts or prices that arrive as text.
test('days are text; bigint and counts are numbers', async () => {
  const { rows } = await one.pool.query(
    "SELECT DATE '2026-03-01' AS day, count(*) AS pieces, 12345678901::bigint AS price",
  )
  expect(rows[0]).toEqual({ day: '2026-03-01', pieces: 1, price: 12345678901 })
})

// Catches a cluster whose collation depends on the machine: lists would sort differently on each.
test('Chinese sorts by code point and lower() knows letters beyond ASCII', async () => {
  const { rows } = await one.pool.query<{ word: string }>(
    "SELECT word FROM (VALUES ('衬衫'), ('Z'), ('裤子'), ('a'), ('丝')) AS t (word) ORDER BY word",
  )
  expect(rows.map((row) => row.word)).toEqual(['Z', 'a', '丝', '衬衫', '裤子'])
  expect((await one.pool.query("SELECT lower('ÄÉ') AS lower")).rows[0]).toEqual({ lower: 'äé' })
})
