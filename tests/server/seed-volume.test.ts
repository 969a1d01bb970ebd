import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { orderLines } from '../../src/server/areas/orders/lines.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { seedVolume } from '../../src/server/demo/seed-volume.ts'
import { differencesIn } from '../../src/server/ledger/differences.ts'
import { type Stage, stages } from '../../src/shared/areas/orders/status.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await seedDemo(database.db)
}, 60_000)

async function numbers<T>(query: string): Promise<T> {
  const { rows } = await sql.raw<T>(query).execute(database.db)
  if (rows[0] === undefined) throw new Error('a count has one row')
  return rows[0]
}

// Catches a bench that measures lists of nothing: no lines, one vendor, one status, sums that are not the lines'.
test('volume is added beside the demo data, spread, and adds up; more can be added', async () => {
  const told: string[] = []
  const first = await seedVolume(database.db, { lines: 3_000, log: (words) => told.push(words) })
  expect(first.lines).toBeGreaterThanOrEqual(3_000)
  expect(first.lines).toBeLessThan(3_100)
  expect(told.at(-1)).toMatch(/of 3,000 lines$/)
  const second = await seedVolume(database.db, { lines: 500 })
  const volume = "vendor_order WHERE order_id LIKE 'VO%'"
  expect(await numbers(`SELECT count(*) AS orders, count(DISTINCT order_id) AS ids FROM ${volume}`)).toEqual({
    orders: first.orders + second.orders,
    ids: first.orders + second.orders,
  })
  const spread = await numbers<{ vendors: number; stages: Stage[]; decisions: number; days: number }>(`
    SELECT count(DISTINCT vendor_id) AS vendors, array_agg(DISTINCT stage) AS stages,
      count(DISTINCT decision) AS decisions, count(DISTINCT ship_by) AS days FROM ${volume}`)
  expect(spread.vendors).toBeGreaterThan(40)
  expect(spread.stages).toEqual(Object.values(stages).sort())
  expect(spread.decisions).toBe(3)
  expect(spread.days).toBeGreaterThan(50)
  const { odd } = await numbers<{ odd: number }>(`
    SELECT count(*) AS odd FROM (SELECT o.id FROM vendor_order o LEFT JOIN order_line l ON l.order_id = o.id
      GROUP BY o.id HAVING (o.ordered, o.awaiting, o.platform, o.shipped, o.rejected, o.oos) IS DISTINCT FROM
        (sum(l.ordered), sum(l.awaiting), sum(l.platform), sum(l.shipped), sum(l.rejected), sum(l.oos))) broken`)
  expect(odd).toBe(0)
}, 60_000)

// Catches large data on which check-ledger only finds fault, and years whose old orders are all still open.
test('volume of years has a ledger that makes its quantities, and its old orders are done', async () => {
  const aged = await freshDatabase()
  await seedDemo(aged.db)
  await seedVolume(aged.db, { lines: 1_500, years: 5 })
  expect(await differencesIn(aged.db, orderLines, 10)).toEqual({ found: [], total: 0 })
  const { rows } = await sql<{ moves: number; oldest: number; open_and_old: number }>`
    SELECT (SELECT count(*) FROM line_move m JOIN audit_event a ON a.id = m.audit_id WHERE a.request_id = 'volume')::int AS moves,
      (max(order_date) - min(order_date)) AS oldest,
      count(*) FILTER (WHERE awaiting + platform > 0 AND order_date < (SELECT max(order_date) FROM vendor_order) - 130)::int AS open_and_old
    FROM vendor_order WHERE order_id LIKE 'VO%'`.execute(aged.db)
  expect(rows[0]?.moves).toBeGreaterThan(4_000)
  expect(rows[0]?.oldest).toBeGreaterThan(1_500)
  expect(rows[0]?.open_and_old).toBe(0)
}, 60_000)
