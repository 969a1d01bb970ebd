import { Kysely, PostgresDialect, sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '../../src/server/database/database-errors.ts'
import { endPool, makePool } from '../../src/server/database/pool.ts'
import { preparing } from '../../src/server/database/prepared-statements.ts'
import type { Tables } from '../../src/server/database/types.gen.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { testLog } from '../support/test-databases.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase({ poolSize: 1 })
  await database.pool.query('CREATE TABLE thing (id integer); INSERT INTO thing VALUES (1)')
})

type Db = TestDatabase['db']

const often = async (db: Db, text: string) => {
  for (let time = 0; time < 4; time++) await sql.raw(text).execute(db)
}

/** What the one connection of this database has prepared, by name. */
async function preparedBy(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; statement: string }>`
    SELECT name, statement FROM pg_prepared_statements`.execute(db)
  return new Map(rows.map(({ name, statement }) => [name, statement]))
}

// Would catch: a long read planned without its values, which walks a whole table from its sixth time on, and a scan that is not prepared.
test('what comes again is prepared: what writes or locks, and reads that do not begin with WITH', async () => {
  const texts = {
    read: 'SELECT id FROM thing WHERE id > 0',
    write: 'UPDATE thing SET id = id',
    lock: 'WITH held AS (SELECT id FROM thing FOR SHARE) SELECT count(*) FROM held',
    long: 'WITH known AS (SELECT id FROM thing) SELECT count(*) FROM known',
  }
  for (const text of Object.values(texts)) await often(database.db, text)
  const prepared = [...(await preparedBy(database.db)).values()]
  expect(prepared).toEqual(expect.arrayContaining([texts.read, texts.write, texts.lock]))
  expect(prepared).not.toContain(texts.long)
})

// Would catch: behind a pooler, another copy's statement carried out with this one's values, because both have the same name.
test('two servers never give two statements one name', async () => {
  const pool = makePool(database.url, { log: testLog, poolSize: 1 })
  const other = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  try {
    for (const word of ['one', 'two', 'three']) await often(other, `SELECT id AS ${word} FROM thing`)
    const here = await preparedBy(database.db)
    const there = await preparedBy(other)
    expect([...there.keys()].filter((name) => here.has(name))).toEqual([])
    expect(there.size).toBeGreaterThanOrEqual(3)
  } finally {
    await endPool(other, pool)
  }
})

// Would catch: while a newer copy brings the tables up to date, this one failing at the same statement until it is started anew.
test('a table that gets a column is read on by who had its rows prepared', async () => {
  const all = 'SELECT * FROM thing'
  await often(database.db, all)
  await database.pool.query('ALTER TABLE thing ADD COLUMN name text')
  const { rows } = await inTransaction(database.db, (tx) => sql.raw(all).execute(tx))
  expect(rows).toEqual([{ id: 1, name: null }])
  expect((await sql.raw(all).execute(database.db)).rows).toEqual([{ id: 1, name: null }])
})

// Would catch: a pooler of before 1.21 that answers with errors although it was told of.
test('nothing is prepared where SELVEDGE_PREPARE says no', async () => {
  vi.stubEnv('SELVEDGE_PREPARE', 'no')
  const { db } = await freshDatabase({ poolSize: 1 })
  vi.unstubAllEnvs()
  await often(db, 'SELECT id FROM site WHERE code = code')
  expect((await preparedBy(db)).size).toBe(0)
})
