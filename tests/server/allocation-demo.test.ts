import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import type { StoreStyleRow } from '../../src/shared/areas/allocation/store-shapes.ts'
import { heatClasses, heatOf } from '../../src/shared/areas/allocation/store-stock.ts'
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
    ['GATEPASSES_CREATED', true],
    ['CALCULATED', true],
    ['SUBMITTED', true],
  ])
  const open = rows.find(({ state }) => state === 'CALCULATED')
  const broken = await ok(retail, calls.allocationStyles, { task_id: open?.task_id ?? '', is_broken: true })
  expect(broken.rows.length).toBeGreaterThanOrEqual(3)
  const { rows: orders } = await ok(retail, calls.replenishmentOrders, { search: 'metros' })
  const { rows: eligible } = await ok(retail, calls.replenishmentStyles, { po_id: orders[0]?.po_id ?? '' })
  expect(eligible.length).toBeGreaterThan(3)
  expect((await checkLedgers(server.db, 5)).flatMap(({ found }) => found)).toEqual([])
}, 60_000)

// Would catch: a map without a class, transfers of nothing, an allocation of last month of which nothing came or sold.
test('the demo has stores with too much and with broken sizes, transfers between them, and an allocation to look back on', async () => {
  const retail = await server.as('retail@demo.selvedge')
  const { settings } = await ok(retail, calls.getAllocationConfig, {})
  const words = new Set<string>()
  for (let cursor: string | null = null; ; ) {
    const page: { rows: StoreStyleRow[]; next_cursor: string | null } = await ok(retail, calls.storeStock, {
      ...{ cursor, page_size: 500 },
    })
    for (const row of page.rows) words.add(heatOf('cover', row, settings).in.word)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  expect([...words].sort()).toEqual(heatClasses.cover.map(({ word }) => word).sort())
  const { rows: transfers } = await ok(retail, calls.storeTransfers, {})
  expect(new Set(transfers.map(({ from, to }) => `${from} ${to}`)).size).toBeGreaterThanOrEqual(3)
  const { rows: past } = await ok(retail, calls.allocationTasks, { tab: 'GATEPASSES_CREATED' })
  const { looking_back: back } = await ok(retail, calls.outwardsSummary, { task_id: past[0]?.task_id ?? '' })
  const sum = (of: (row: (typeof back)[number]) => number) => back.reduce((all, row) => all + of(row), 0)
  expect(Math.min(...back.map(({ known_days }) => known_days))).toBeGreaterThanOrEqual(28)
  expect(sum(({ sold_14 }) => sold_14)).toBeGreaterThan(0)
  expect(sum(({ sold_28 }) => sold_28)).toBeGreaterThan(sum(({ sold_14 }) => sold_14))
  expect(sum(({ sold_28 }) => sold_28)).toBeLessThan(sum(({ received }) => received))
}, 60_000)
