import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { insertRows } from '../../src/server/demo/seed-volume.ts'
import { pieces, type Quantities } from '../../src/shared/areas/orders/quantities.ts'
import { orderStage, orderStatus, orderStatuses } from '../../src/shared/areas/orders/status.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import type { Client } from '../support/client.ts'
import { siteId } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await testServer()
  client = await server.as('internal_team')
})

interface RandomOrder {
  quantities: Quantities
  /** Days from today. */
  shipIn: number
}

const zeroOften = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
)

const order: fc.Arbitrary<RandomOrder> = fc
  .record({
    parts: fc.array(zeroOften, { minLength: pieces.buckets.length, maxLength: pieces.buckets.length }),
    shipIn: fc.integer({ min: -3, max: 3 }),
  })
  .map(({ parts, shipIn }) => {
    const of = Object.fromEntries(pieces.buckets.map((bucket, at) => [bucket, parts[at] ?? 0])) as Omit<
      Quantities,
      'ordered'
    >
    return { quantities: { ...of, ordered: parts.reduce((sum, part) => sum + part, 0) }, shipIn }
  })
  .filter(({ quantities }) => quantities.ordered > 0)

/** Writes the orders for a vendor of their own. Gives the vendor's code and each order's id with what it was. */
async function write(orders: readonly RandomOrder[], today: string) {
  const vendor = await server.makeVendor()
  const style = { id: v7(), code: v7(), vendor_id: vendor.id, name: 'Random', name_zh: '随机', category: 'Tops' }
  await server.db.insertInto('style').values(style).execute()
  const destination_id = await siteId(server.db)
  const made = orders.map((each, at) => ({ ...each, id: v7(), order_id: `PO-R-${vendor.code}-${at}` }))
  const facts = { vendor_id: vendor.id, style_id: style.id, destination_id, order_date: addDays(today, -9) }
  const fixed = { unit_price_minor: 100, currency: 'CNY', previous_unit_price_minor: null, remark: null }
  const rows = made.map(({ id, order_id, quantities, shipIn }) => ({
    id,
    order_id,
    ...facts,
    ...fixed,
    decision: 'APPROVED' as const,
    ship_by: addDays(today, shipIn),
    ...quantities,
    version: 1,
    created_at: new Date().toISOString(),
    vendor_decision: 'ANSWERED' as const,
    is_flagged_urgent: false,
    is_new_vendor: false,
  }))
  await server.db.transaction().execute((tx) => insertRows(tx, 'vendor_order', rows))
  return { supplier_id: vendor.code, vendorId: vendor.id, made }
}

// Catches a rule that is written twice, in SQL and in TypeScript, and that parted ways.
test('stage, status and status filter are the same in SQL and in the pure function', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 60, maxLength: 120 }), async (orders) => {
      const today = dayIn(vendorZone, new Date())
      const { supplier_id, vendorId, made } = await write(orders, today)
      const { rows } = await sql<{ order_id: string; stage: number }>`
        SELECT order_id, stage FROM vendor_order WHERE vendor_id = ${vendorId}`.execute(server.db)
      const stages = new Map(rows.map((row) => [row.order_id, row.stage]))
      for (const each of made) expect(stages.get(each.order_id)).toBe(orderStage(each.quantities))
      for (const status of orderStatuses) {
        const wanted = made.filter((o) => orderStatus(o.quantities, addDays(today, o.shipIn), today) === status)
        const filter = { supplier_id, status: [status] }
        const list = await client.call(contract.orders.getOrders, { ...filter, page_size: 500, sort: 'order_id' })
        const counts = await client.call(contract.orders.getOrders, { supplier_id, part: 'counts' })
        expect(list.body.data.rows.map((row) => row.order_id)).toEqual(wanted.map((o) => o.order_id).sort())
        expect(list.body.data.rows.every((row) => row.status === status)).toBe(true)
        expect(counts.body.data.counts?.[status]).toBe(wanted.length)
      }
    }),
    { numRuns: 5 },
  )
}, 60_000)

// Catches an impossible line that gets into the books by another door than the moves.
test('the database itself refuses quantities that do not add up', async () => {
  const today = dayIn(vendorZone, new Date())
  const none = { platform: 0, reserved: 0, packed: 0, shipped: 0, rejected: 0, oos: 0 }
  const broken = (quantities: Quantities) => write([{ quantities, shipIn: 1 }], today)
  await expect(broken({ ...none, ordered: 5, awaiting: 4 })).rejects.toThrow(/check constraint/)
  await expect(broken({ ...none, ordered: 5, awaiting: 6, shipped: -1 })).rejects.toThrow(/check constraint/)
})
