import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrate, migrationsFolder } from '../../src/server/database/migrate.ts'
import { openDatabase } from '../../src/server/database/open-database.ts'
import { makePool } from '../../src/server/database/pool.ts'
import { emptyDatabase } from '../support/database.ts'
import { TEST_FOLDER } from '../support/leftovers.ts'
import { testLog } from '../support/test-databases.ts'

let folder = ''
let url = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), TEST_FOLDER))
  const empty = await emptyDatabase()
  url = empty.url
  onTestFinished(async () => {
    await empty.drop()
    await rm(folder, { recursive: true })
  })
  await add('0001_first.sql', 'CREATE TABLE first (id integer);\nINSERT INTO first VALUES (1);\n')
  await add('0002_second.sql', 'CREATE TABLE second (id integer);\n')
})

const add = (name: string, sql: string) => writeFile(join(folder, name), sql)

async function run(): Promise<string[]> {
  const pool = makePool(url, { log: testLog, poolSize: 1 })
  return migrate(pool, folder).finally(() => pool.end())
}

async function tables(): Promise<string[]> {
  const pool = makePool(url, { log: testLog, poolSize: 1 })
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  await pool.end()
  return rows.map((row) => row.name).filter((name) => !name.startsWith('schema_'))
}

test('applies what is missing, in order, once', async () => {
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  await add('0003_third.sql', 'CREATE TABLE third (id integer)')
  expect(await run()).toEqual(['0003_third.sql'])
  expect(await tables()).toEqual(['first', 'second', 'third'])
})

// Catches a migration applied twice, or a server that fails, when a fleet starts on a new version.
test('eight servers at once on an empty database: each file is applied by exactly one', async () => {
  await add('0003_slow.sql', 'SELECT pg_sleep(0.2); INSERT INTO first VALUES (2)')
  const applied = await Promise.all(Array.from({ length: 8 }, run))
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql', '0003_slow.sql'])
  const pool = makePool(url, { log: testLog, poolSize: 1 })
  expect((await pool.query('SELECT count(*) AS rows FROM first')).rows).toEqual([{ rows: 2 }])
  await pool.end()
})

// Catches a failing file that leaves half of itself.
test('a failing file leaves nothing, those before it stay, and it runs once it is corrected', async () => {
  await add('0002_second.sql', 'CREATE TABLE second (id integer); INSERT INTO missing VALUES (1);')
  await expect(run()).rejects.toThrow('The migration "0002_second.sql" failed: relation "missing" does not exist')
  expect(await tables()).toEqual(['first'])
  await add('0002_second.sql', 'CREATE TABLE second (id integer);')
  expect(await run()).toEqual(['0002_second.sql'])
})

test('refuses a file that was changed after it was applied', async () => {
  await run()
  await add('0001_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(run()).rejects.toThrow('The migration "0001_first.sql" was changed after it was applied.')
})

// Catches a checkout on Windows taken for a change.
test('other line ends are no change', async () => {
  await run()
  await add('0001_first.sql', 'CREATE TABLE first (id integer);\r\nINSERT INTO first VALUES (1);\r\n')
  expect(await run()).toEqual([])
})

// Catches an older program writing into the tables of a newer one.
test('refuses a database that a newer version migrated', async () => {
  await run()
  await rm(join(folder, '0002_second.sql'))
  await expect(run()).rejects.toThrow(
    'made by a newer version of Selvedge (it has "0002_second.sql"). Start that version; nothing was changed.',
  )
})

test.each([
  ['0003-Third.sql', /"0003-Third.sql" is not named NNNN_name.sql/],
  ['0002_other.sql', /Two migrations have the number 0002/],
])('refuses the name %s', async (name, message) => {
  await add(name, 'SELECT 1')
  await expect(run()).rejects.toThrow(message)
})

// Catches tables that one server of a fleet changed and another cannot open, and a pool that is ended twice.
test('DATABASE_URL: several servers open one database, each stops for itself, twice without harm', async () => {
  const open = () => openDatabase({ databaseUrl: url, migrationsDir: folder, log: testLog, poolSize: 2 })
  const [one, two] = await Promise.all([open(), open()])
  expect([one.embedded, two.embedded]).toEqual([false, false])
  await Promise.all([one.stop(), one.stop()])
  await one.stop()
  expect((await two.pool.query('SELECT id FROM first')).rows).toEqual([{ id: 1 }])
  await two.stop()
})

// Catches the password of the company's database in an error that goes to a log or a screen.
test('DATABASE_URL that nobody answers: says the host, not the password', async () => {
  const opening = openDatabase({
    databaseUrl: 'postgres://me:secret@127.0.0.1:1/x',
    migrationsDir: folder,
    log: testLog,
  })
  const error = await opening.then(() => undefined).catch((reason: Error) => reason)
  expect(error?.message).toMatch(/^The database at 127.0.0.1:1 does not answer: /)
  expect(`${error?.message}${error?.stack}`).not.toContain('secret')
})

// Catches a migration in the source that does not apply, and a folder that is not found.
test("the product's own migrations apply to an empty database", async () => {
  const pool = makePool(url, { log: testLog, poolSize: 1 })
  expect((await migrate(pool, migrationsFolder()))[0]).toMatch(/^0001_/)
  await pool.end()
})
