import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CompiledQuery, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../src/server/database/open-database.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { freshDatabase } from '../support/database.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import { haProxy, pgBouncer } from '../support/other-programs.ts'
import { makeUser } from '../support/people.ts'
import { testServer } from '../support/server.ts'

vi.setConfig({ testTimeout: 90_000 })

const { setUrgent, getConfirmedOrders } = contract.orders

type Line = { message: string; details: object }

// Catches: prepared statements behind a pooler that hands connections on (224 of 480 calls were answered 500), and settings of a
// connection that it refuses, without which there were no time-outs.
test.each([
  ['as Debian brings it', ''],
  [
    'that passes over what it does not know',
    'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ],
])('behind PgBouncer in transaction mode, %s, every call is answered', async (_, settings) => {
  const fresh = await freshDatabase()
  const lines: Line[] = []
  const note = (details: object, message: string) => void lines.push({ message, details })
  const url = await pgBouncer(fresh.appUrl, settings)
  const log = { info: note, warn: note, error: note }
  const database = await openDatabase({ databaseUrl: url, ownerUrl: fresh.url, log })
  onTestFinished(() => database.stop())
  const server = await testServer({ db: database.db })
  const people = await Promise.all(
    Array.from({ length: 8 }, async () => server.as(await server.makeUser({ role: 'ops' }))),
  )
  const orders: MadeOrder[] = []
  for (const _person of people) orders.push(await makeOrder(fresh.db))
  const statuses = await Promise.all(
    people.map(async (person, at) => {
      const own: number[] = []
      for (let turn = 0; turn < 15; turn++) {
        const input = { order_ids: [orders[at]?.order_id ?? ''], is_urgent: turn % 2 === 0 }
        const saved = await person.call(setUrgent, input, { 'idempotency-key': randomUUID() })
        const listed = await person.call(getConfirmedOrders, { page: 1 })
        own.push(saved.status, listed.status)
      }
      return own
    }),
  )
  const counted = Object.groupBy(statuses.flat(), String)
  expect(Object.keys(counted), JSON.stringify(lines.slice(0, 5))).toEqual(['200'])
  const { rows } = await sql<{ events: number }>`
    SELECT count(*)::int AS events FROM audit_event WHERE event LIKE 'order.urgent%'`.execute(fresh.db)
  expect(rows).toEqual([{ events: 8 * 15 }])
  // Said once, not with each statement.
  expect(lines.filter(({ message }) => message.includes('prepared')).length).toBe(1)

  // A transaction has its time-outs all the same.
  const asked = CompiledQuery.raw("SELECT current_setting('lock_timeout') AS lock")
  const told = await database.db.transaction().execute((tx) => tx.executeQuery<{ lock: string }>(asked))
  expect(told.rows).toEqual([{ lock: '3s' }])
})

async function startServer(databaseUrl: string, ownerUrl: string): Promise<{ url: string; child: ChildProcess }> {
  const script = join(import.meta.dirname, '../../src/server/serve.ts')
  const child = spawn(process.execPath, [script, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl, SELVEDGE_LOG_LEVEL: 'silent' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) return { url, child }
  }
  throw new Error('the server ended before it was ready')
}

// Catches a deed that is lost or done twice when the server that had it is gone, and a proxy that goes on asking a dead one.
test('of three servers behind HAProxy one is stopped and one killed: the client goes on, each deed is done once', async () => {
  const fresh = await freshDatabase()
  const order = await makeOrder(fresh.db)
  const user = await makeUser(fresh.db, { role: 'ops' })
  const { token } = await fresh.db.transaction().execute((tx) => openSessions(fresh.db).open(tx, user.id))
  const start = () => startServer(fresh.appUrl, fresh.url)
  const [one, two, three] = await Promise.all([start(), start(), start()])
  const url = await haProxy([one.url, two.url, three.url])
  let again = 0
  const deed = async (turn: number) => {
    const key = randomUUID()
    for (let attempt = 0; attempt < 100; attempt++) {
      const status = await fetch(`${url}/${setUrgent.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ order_ids: [order.order_id], is_urgent: turn % 2 === 0 }),
      }).then(
        (reply) => reply.status,
        () => 0,
      )
      if (status === 200) return
      expect([0, 502, 503, 504]).toContain(status)
      again += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('it was never done')
  }
  for (let turn = 0; turn < 60; turn++) {
    if (turn === 15) one.child.kill('SIGTERM')
    // While a deed is on its way.
    if (turn === 35) setTimeout(() => two.child.kill('SIGKILL'), 5)
    await deed(turn)
  }
  console.info(`${again} requests were sent again`)
  const { rows } = await sql<{ events: number }>`
    SELECT count(*)::int AS events FROM audit_event WHERE event LIKE 'order.urgent%'`.execute(fresh.db)
  expect(rows).toEqual([{ events: 60 }])
})
