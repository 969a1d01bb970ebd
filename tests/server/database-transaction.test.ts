import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DatabaseError, explainDatabaseError, inTransaction } from '../../src/server/database/database-errors.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase({ poolSize: 8 })
  await database.pool.query('CREATE TABLE account (id integer PRIMARY KEY, amount integer NOT NULL)')
})
beforeEach(async () => {
  await database.pool.query('DELETE FROM account; INSERT INTO account SELECT i, 100 FROM generate_series(1, 4) AS i')
})

const total = async () => (await database.pool.query('SELECT sum(amount)::int AS sum FROM account')).rows[0].sum

// Catches deadlocks that reach people, and work that is applied twice or half when it is tried again.
test('opposite transfers that deadlock all succeed, each once', async () => {
  let tries = 0
  const transfer = (from: number, to: number) =>
    inTransaction(database.db, async (tx) => {
      tries += 1
      await sql`UPDATE account SET amount = amount - 1 WHERE id = ${from}`.execute(tx)
      await sql`SELECT pg_sleep(0.05)`.execute(tx)
      await sql`UPDATE account SET amount = amount + 2 WHERE id = ${to}`.execute(tx)
    })
  await Promise.all([transfer(1, 2), transfer(2, 1), transfer(3, 4), transfer(4, 3)])
  expect(tries).toBeGreaterThan(4)
  expect(await total()).toBe(404)
})

test('an error of the work takes everything back and is not tried again', async () => {
  let tries = 0
  const work = inTransaction(database.db, async (tx) => {
    tries += 1
    await sql`UPDATE account SET amount = 0`.execute(tx)
    throw new Error('refused')
  })
  await expect(work).rejects.toThrow('refused')
  expect([tries, await total()]).toEqual([1, 400])
})

// Catches endless work on a row that is always contested.
test('gives up after eight tries with the error of the database', async () => {
  let tries = 0
  const work = inTransaction(database.db, async (tx) => {
    tries += 1
    await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(tries).toBe(8)
})

test('runs at READ COMMITTED and gives what the work gives', async () => {
  const level = await inTransaction(database.db, async (tx) => {
    const { rows } = await sql<{ transaction_isolation: string }>`SHOW transaction_isolation`.execute(tx)
    return rows[0]?.transaction_isolation
  })
  expect(level).toBe('read committed')
})

// Catches a lost connection that ends the process, or reaches people as "Connection terminated unexpectedly".
test('a connection lost in the middle becomes a clear error; the pool goes on', async () => {
  const work = inTransaction(database.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await sql`SELECT pg_sleep(1)`.execute(tx)
  })
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DatabaseError)
  expect(error).toMatchObject({ fault: 'database_unavailable' })
  expect(await total()).toBe(400)
})

// Catches a fault of one statement told as a fault of the database.
test.each([
  ['53100', 'disk_full'],
  ['ENOSPC', 'disk_full'],
  ['57P03', 'database_unavailable'],
  ['08006', 'database_unavailable'],
  ['ECONNREFUSED', 'database_unavailable'],
  ['23505', undefined],
  ['57014', undefined],
])('the code %s means %s', (code, fault) => {
  expect(explainDatabaseError(Object.assign(new Error(), { code }))?.fault).toBe(fault)
})
