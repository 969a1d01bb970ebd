import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { quick, until } from '../support/jobs.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { ledgers } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
})

/** What the admin reads when the check that he asks for is through. */
async function checked() {
  const admin = await server.as('admin')
  const started = (await admin.call(ledgers.startLedgerCheck, {})).body.data.check
  const find = async () => {
    const { rows } = (await admin.call(ledgers.getLedgerChecks, {})).body.data
    return rows.find(({ check_id }) => check_id === started.check_id)
  }
  await until(async () => (await find())?.state === 'done', 30_000)
  return find()
}

// Would catch: a screen that says all is well of books that are wrong, or a second check that never looks again.
it('names each difference to an admin, and says when there is none', async () => {
  await makeOrder(server.db)
  const clean = await checked()
  expect(clean).toMatchObject({ differences: 0, asked_by: expect.any(String), ended_at: expect.any(String) })
  expect(clean?.ledgers.map(({ ledger }) => ledger)).toEqual(
    expect.arrayContaining(['order lines', 'boxes at QC', 'stock', 'reservations']),
  )
  await sql`INSERT INTO place (id, site_id, kind, code) SELECT gen_random_uuid(), id, 'shelf', 'A-1' FROM site LIMIT 1`.execute(
    server.db,
  )
  await sql`INSERT INTO stock (place_id, sku_id, condition, on_hand)
    SELECT (SELECT id FROM place LIMIT 1), (SELECT id FROM sku LIMIT 1), 'good', 5`.execute(server.db)
  const wrong = await checked()
  expect(wrong).toMatchObject({ differences: 1 })
  expect(wrong?.ledgers.find(({ ledger }) => ledger === 'stock')).toMatchObject({
    total: 1,
    found: [{ table: 'stock', quantity: 'on_hand', stored: 5, should: 0 }],
  })
})

// Would catch: every press of an impatient admin reading all ledgers once more at the same time.
it('is one for all who ask while it is under way', async () => {
  // Nobody does its jobs: the check stays under way.
  const idle = await testServer({ jobs: { kinds: [] } })
  const [one, two] = [await idle.as('admin'), await idle.as('super_admin')]
  const replies = await Promise.all([one, two, one].map((admin) => admin.call(ledgers.startLedgerCheck, {})))
  expect(new Set(replies.map(({ body }) => body.data.check.check_id)).size).toBe(1)
  expect((await one.call(ledgers.getLedgerChecks, {})).body.data.rows).toMatchObject([{ state: 'running' }])
})
