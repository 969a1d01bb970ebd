import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { seedVolume } from '../../src/server/demo/seed-volume.ts'
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
