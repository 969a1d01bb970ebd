import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { allocationCalls as calls, ok } from '../support/allocation.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await seedDemo(server.db)
}, 120_000)

// Would catch: a demo in which there is nothing to allocate, or whose stock does not add up.
test('the demo has 24 shops with 90 days of sales, a submitted and an open allocation, broken size runs', async () => {
  const retail = await server.as('retail@demo.selvedge')
  const { stores, rates_as_of } = await ok(retail, calls.getAllocationConfig, {})
  expect(stores.length).toBe(24)
  const { rows: days } = await sql<{ days: number; shops: number }>`
    SELECT (max(day) - min(day) + 1)::int AS days, count(DISTINCT shop_id)::int AS shops FROM sale_day`.execute(
    server.db,
  )
  expect(days[0]).toEqual({ days: 90, shops: 24 })
  expect(rates_as_of).not.toBeNull()
  const { rows } = await ok(retail, calls.allocationTasks, { tab: 'all' })
  expect(rows.map(({ state, pieces }) => [state, pieces > 0])).toEqual([
    ['CALCULATED', true],
    ['SUBMITTED', true],
  ])
  const broken = await ok(retail, calls.allocationStyles, { task_id: rows[0]?.task_id ?? '', is_broken: true })
  expect(broken.rows.length).toBeGreaterThanOrEqual(3)
  const { rows: orders } = await ok(retail, calls.replenishmentOrders, { search: 'metros' })
  const { rows: eligible } = await ok(retail, calls.replenishmentStyles, { po_id: orders[0]?.po_id ?? '' })
  expect(eligible.length).toBeGreaterThan(3)
  expect((await checkLedgers(server.db, 5)).flatMap(({ found }) => found)).toEqual([])
}, 60_000)
