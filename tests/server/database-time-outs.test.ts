import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/server/database/open-database.ts'
import { makePool } from '../../src/server/database/pool.ts'
import { contract } from '../../src/shared/areas.ts'
import { openServers } from '../support/after-file.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { testLog } from '../support/test-databases.ts'

vi.setConfig({ testTimeout: 60_000 })

const { setUrgent, getConfirmedOrders } = contract.orders

let fresh: TestDatabase
let database: Database
let server: TestServer
let locked: MadeOrder
let free: MadeOrder

beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase({ databaseUrl: fresh.appUrl, ownerUrl: fresh.url, log: testLog })
  openServers.add(() => database.stop())
  server = await testServer({ db: database.db })
  ;[locked, free] = [await makeOrder(fresh.db), await makeOrder(fresh.db)]
})

/** Somebody begins to change an order, and is heard of no more. */
async function holdOrder({ id }: MadeOrder): Promise<void> {
  const silent = new pg.Client(fresh.url)
  await silent.connect()
  onTestFinished(() => silent.end())
  await silent.query('BEGIN')
  await silent.query('SELECT 1 FROM vendor_order WHERE id = $1 FOR UPDATE', [id])
}

// Catches the pool that one locked row empties: each save waited for ever with a connection of its own, and everybody else got 503.
test.each(['of twelve people', 'of one person'])(
  'twelve saves %s on a held record hold up nobody else',
  async (whose) => {
    await holdOrder(locked)
    const people = whose === 'of one person' ? 1 : 12
    const savers = await Promise.all(
      Array.from({ length: people }, async () => server.as(await server.makeUser({ role: 'ops' }))),
    )
    const other = await server.as(await server.makeUser({ role: 'ops' }))
    let refused = 0
    const saves = Array.from({ length: 12 }, async (_, at) => {
      const saver = savers[at % people]
      const reply = await saver?.call(setUrgent, { order_ids: [locked.order_id], is_urgent: true })
      refused += 1
      return reply
    })
    // While they wait: lists at once, a save of another record at most after the first of them were refused.
    const lists = await Promise.all(Array.from({ length: 8 }, () => other.call(getConfirmedOrders, { page: 1 })))
    expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200))
    expect(refused).toBe(0)
    const saved = await other.call(setUrgent, { order_ids: [free.order_id], is_urgent: whose === 'of one person' })
    expect(saved.status).toBe(200)
    expect(refused).toBeLessThan(12)
    const isLocked = 'Somebody else is changing this right now. Please try again in a moment.'
    for (const reply of await Promise.all(saves)) {
      expect(reply?.status, JSON.stringify(reply?.body)).toBe(503)
      expect(reply?.headers['retry-after']).toBe('3')
      if (people > 1) expect(reply?.body).toMatchObject({ code: 'unavailable', message: isLocked })
    }
  },
)

// Catches a connection without them, and long work that is held to the patience of people.
test('connections of calls have short time-outs, those of jobs and of the owner long ones', async () => {
  const asked =
    CompiledQuery.raw(`SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle`)
  expect((await database.db.executeQuery(asked)).rows).toEqual([{ lock: '3s', statement: '1min', idle: '30s' }])
  for (const db of [database.jobs, database.owner])
    expect((await db.executeQuery(asked)).rows).toEqual([{ lock: '1min', statement: '15min', idle: '5min' }])
})

// Catches a transaction that keeps its locks for ever because its server hangs between two statements.
test('a transaction in which nothing is asked is ended, and its locks with it', async () => {
  const pool = makePool(fresh.url, {
    log: { ...testLog, warn() {} },
    timeOuts: { statement: 5_000, lock: 5_000, idle: 300 },
  })
  onTestFinished(() => pool.end())
  const silent = await pool.connect()
  await silent.query('BEGIN')
  await silent.query('SELECT 1 FROM vendor_order WHERE id = $1 FOR UPDATE', [free.id])
  await pool.query('UPDATE vendor_order SET is_flagged_urgent = false WHERE id = $1', [free.id])
  await expect(silent.query('COMMIT')).rejects.toThrow()
  silent.release(true)
})
