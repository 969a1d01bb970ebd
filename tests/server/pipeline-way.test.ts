import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { recountStages } from '../../src/server/areas/pipeline/recount.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { type PipelineStage, vendorStages } from '../../src/shared/areas/pipeline/stages.ts'
import { contract } from '../../src/shared/areas.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getWay } = contract.pipeline

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await seedDemo(server.db)
}, 240_000)

type Caller = Awaited<ReturnType<TestServer['as']>>
type Kind = 'order' | 'style' | 'sku'

async function wayOf(caller: Caller, kind: Kind, code: string) {
  const { status, body } = await caller.call(getWay, { kind, code })
  expect(status, body.message).toBe(200)
  return body.data
}

async function codes(query: ReturnType<typeof sql<{ code: string }>>): Promise<string[]> {
  return (await query.execute(server.db)).rows.map(({ code }) => code)
}

async function summed(caller: Caller, kind: Kind, all: readonly string[]) {
  const sums = new Map<PipelineStage, number>()
  for (const code of all) {
    for (const { stage, pieces } of (await wayOf(caller, kind, code)).stages) {
      sums.set(stage, (sums.get(stage) ?? 0) + pieces)
    }
  }
  return sums
}

// Would catch: a stage that is left out of the way of a style, and own production or stock that is counted twice.
test('the ways of all styles add up to where all pieces stand', async () => {
  const ops = await server.as('ops')
  const sums = await summed(ops, 'style', await codes(sql`SELECT code FROM style ORDER BY 1`))
  const all = await recountStages(server.db)
  // Production orders that no facility has belong to no style’s way yet.
  const expected = [...all].filter(([name, pieces]) => pieces !== 0 && !isUnmade(name))
  expect(expected.length).toBeGreaterThan(20)
  for (const [name, pieces] of expected) expect([name, sums.get(name) ?? 0]).toEqual([name, pieces])
}, 120_000)

const isUnmade = (name: string) =>
  ['made_to_prepare', 'made_on_hold', 'made_to_allocate', 'made_cad', 'made_ready', 'made_rejected'].includes(name)

// Would catch: a box of two orders whose pieces are all given to one of them, or are lost by rounding.
test('the ways of orders add up to their pieces, also where two orders share an SKU in a box', async () => {
  const ops = await server.as('ops')
  const orders = await codes(sql`SELECT order_id AS code FROM vendor_order ORDER BY 1`)
  const sums = await summed(ops, 'order', orders)
  const all = await recountStages(server.db)
  const ofOrders = ['approved', 'answered', 'on_platform', 'packed', 'shipped', 'refused', 'out_of_stock'] as const
  for (const name of [...ofOrders, 'china_qc', 'invoiced'] as const) {
    expect([name, sums.get(name) ?? 0]).toEqual([name, all.get(name) ?? 0])
  }
}, 120_000)

// Would catch: a vendor that reads another’s orders or papers, or what the house does with its goods.
test('a vendor sees its own orders’ stages until China receives them, and nothing of others', async () => {
  const vendor = await server.as('vendor@demo.selvedge')
  const own = await codes(sql`SELECT o.order_id AS code FROM vendor_order o JOIN app_user u ON u.vendor_id = o.vendor_id
    WHERE u.email = 'vendor@demo.selvedge' AND o.decision = 'APPROVED' AND o.shipped > 0 LIMIT 3`)
  expect(own.length).toBeGreaterThan(0)
  for (const code of own) {
    const { stages, papers } = await wayOf(vendor, 'order', code)
    for (const { stage } of stages) expect(vendorStages).toContain(stage)
    expect(papers.map(({ kind }) => kind)).toContain('shipment')
    expect(papers.map(({ kind }) => kind)).not.toContain('invoice')
  }
  const [foreign = ''] = await codes(sql`SELECT o.order_id AS code FROM vendor_order o
    WHERE o.shipped > 0 AND o.vendor_id NOT IN (SELECT vendor_id FROM app_user WHERE email = 'vendor@demo.selvedge') LIMIT 1`)
  expect(await wayOf(vendor, 'order', foreign)).toEqual({ stages: [], papers: [] })
})

// Would catch: papers of a bought order that are not named, or that lead to a screen that does not open.
test('names the shipment, invoice and purchase order that pieces are on', async () => {
  const admin = await server.as('super_admin')
  const [code = ''] =
    await codes(sql`SELECT o.order_id AS code FROM vendor_order o JOIN order_line l ON l.order_id = o.id
    JOIN purchase_order_line p ON p.order_line_id = l.id LIMIT 1`)
  const { papers, stages } = await wayOf(admin, 'order', code)
  expect(papers.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['shipment', 'purchase_order']))
  expect(papers.every(({ path }) => path !== null)).toBe(true)
  expect(stages.some(({ stage }) => stage === 'bought')).toBe(true)
})
