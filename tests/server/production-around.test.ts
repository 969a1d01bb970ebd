import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { numberBatches } from '../../src/server/feed/batches.ts'
import { orderLife } from '../../src/shared/areas/production/order-life.ts'
import { orderStates } from '../../src/shared/areas/production/order-states.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import type { Client } from '../support/client.ts'
import { fannedOut } from '../support/fan-out.ts'
import { makeKey } from '../support/keys.ts'
import { type MadeProduction, makeProduction } from '../support/production.ts'
import { makeFacilities, makeManyOrders } from '../support/production-worlds.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.production
const today = dayIn(indiaZone, new Date())

let server: TestServer
let ops: Client
let cad: Client
let vendor: Client
let order: MadeProduction

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  cad = await server.as('cad')
  vendor = await server.as('vendor')
  await makeFacilities(server.db)
  order = await makeProduction(server.db, [6])
})

const seen = async (number: string) => ({
  order_action_id: number,
  version: (await ops.call(calls.getOrderActionSummary, { order_action_id: number })).body.data.order.version,
})
const hold = async (number: string) =>
  ops.call(calls.moveOrder, { orders: [await seen(number)], destination: 'ON_HOLD', reason: 'Lab dip is late' })

describe('around a production order', () => {
  // Would catch: a production order that the trace box does not find, or that it shows a vendor or CAD before its time.
  it('is traced by its number with its stage and its history, by those who may see it', async () => {
    await hold(order.number)
    const find = async (by: Client) =>
      (await by.call(contract.trace.findTraced, { text: order.number })).body.data?.hits.map(({ kind, status }) => [
        kind,
        status,
      ])
    expect(await find(ops)).toEqual([['production_order', 'On hold']])
    expect((await find(vendor)) ?? []).toEqual([])
    const life = await ops.call(contract.trace.traceLife, { kind: 'production_order', code: order.number })
    expect(life.status, JSON.stringify(life.body)).toBe(200)
    expect(life.body.data.next.map(({ action }) => action)).toEqual(['decideProduction'])
    expect(life.body.data.related.map(({ kind }) => kind)).toEqual(['style'])
    expect(JSON.stringify(life.body.data)).toContain('Lab dip is late')
  })

  // Would catch: talk that a vendor or CAD reads of an order which they do not see, a notice that leads elsewhere.
  it('is talked about by people of the company; CAD once it needs a marker', async () => {
    const thing = { kind: 'production_order' as const, code: order.number }
    const colleague = await server.makeUser({ role: 'admin' })
    const said = await ops.call(contract.talk.say, { ...thing, text: 'Ask the mill.', mentions: [colleague.id] })
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    expect((await cad.call(contract.talk.getThread, thing)).status).toBe(404)
    expect([403, 404]).toContain((await vendor.call(contract.talk.getThread, thing)).status)
    const cadUser = await server.makeUser({ role: 'cad' })
    const named = await ops.call(contract.talk.say, { ...thing, text: 'x', mentions: [cadUser.id] })
    expect(named.status).toBe(400)
    await fannedOut(server)
    const reader = await server.as(colleague)
    const { rows } = (await reader.call(contract.notices.getNotices, {})).body.data
    expect(rows.find(({ kind }) => kind === 'talk_production_order')?.path).toContain(`order=${order.number}`)
    const { mentions } = (await reader.call(contract.talk.getMentions, {})).body.data
    expect(mentions).toMatchObject([{ kind: 'production_order', code: order.number }])
    await sql`UPDATE production_order SET state = 'CAD', held_from = NULL WHERE number = ${order.number}`.execute(
      server.db,
    )
    expect((await cad.call(contract.talk.getThread, thing)).status).toBe(200)
  })

  // Would catch: production that another company's system follows; events that our own does not.
  it('is followed by the company’s systems, never by a vendor’s', async () => {
    const other = await makeProduction(server.db, [2])
    await hold(other.number)
    await numberBatches(server.db)
    const { client } = await makeKey(server, { role: 'ops' })
    const of = async (by: Client) => {
      const { body } = await by.call(contract.feed.getEvents, { limit: 500 } as never)
      return (body.data?.events ?? []).filter((event) => event.kind === 'production_order')
    }
    expect((await of(client)).map(({ event, id }) => [event, id])).toContainEqual(['production.hold', other.number])
    expect(await of(vendor)).toEqual([])
  })

  // Would catch: a vendor for whom one of the area's calls is open.
  it('gives a vendor nothing, whichever call is tried', async () => {
    const seenOrder = { order_action_id: order.number, version: 1 }
    for (const [call, input] of [
      [calls.getOrders, {}],
      [calls.getOrderActionSummary, { order_action_id: order.number }],
      [calls.moveOrder, { orders: [seenOrder], destination: 'OUTSOURCED' }],
      [calls.getVendorAllocations, { id: order.number }],
      [calls.getProductionPos, {}],
      [calls.getReport, {}],
      [calls.jobCard, { order_action_id: order.number, number: 1 }],
    ] as const)
      expect((await vendor.call(call as typeof calls.getOrders, input as never)).status).toBe(403)
  })

  // Would catch: those who must act and hear nothing; a notice that opens the screen of the other path.
  it('tells CAD of markers to make and ops of orders that were stopped, at the screen of their path', async () => {
    const [, number = ''] = await makeManyOrders(server.db, 4)
    await sql`UPDATE production_order SET state = 'READY_FOR_ALLOCATION', path = 'OUTSOURCED' WHERE number = ${number}`.execute(
      server.db,
    )
    const split = {
      ...(await seen(number)),
      shares: ['S', 'M', 'L', 'XL'].map((size) => ({ facility: 'OUT1', color: 'Navy', size, pieces: 3 })),
      facilities: [
        {
          facility: 'OUT1',
          starts_on: addDays(today, 1),
          due_on: addDays(today, 20),
          rate: { minor: 9_000, currency: 'INR' as const },
        },
      ],
    }
    expect((await ops.call(calls.assignVendors, { orders: [split] })).status).toBe(200)
    await fannedOut(server)
    const { rows } = (await cad.call(contract.notices.getNotices, {})).body.data
    expect(rows.find(({ kind }) => kind === 'outsourced_to_cad')?.path).toBe(
      `/ops/outsourced-orders?tab=CAD&order=${number}`,
    )
  })
})

const sizes = ['S', 'M', 'L', 'XL']
const marker = {
  width_mm: 1_000,
  length_mm: 6_000,
  efficiency_tenths: 850,
  consumption: sizes.map((size) => ({ size, metres: 1.2 })),
}

const lines = sizes.map((size) => ({ color: 'Navy', size, pieces: 3 }))

function splitOf({ order_action_id, version, path }: { order_action_id: string; version: number; path: string }) {
  const facility = path === 'IN_HOUSE' ? 'T1' : 'OUT1'
  const rate = { minor: 9_000, currency: 'INR' as const }
  return {
    order_action_id,
    version,
    shares: sizes.map((size) => ({ facility, color: 'Navy', size, pieces: 3 })),
    facilities: [{ facility, starts_on: addDays(today, 1), due_on: addDays(today, 30), rate }],
  }
}

// Would catch: a state that the server writes and the table does not lead to, a tab whose number goes another way than its rows.
it('walks as its table says, at random, with nine counts that are those of SQL', { timeout: 60_000 }, async () => {
  let seed = 20_261_128
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed >> 8) % most
  }
  const { rows: own } = await sql<{ number: string }>`
    SELECT number FROM production_order WHERE number LIKE 'PR-B%' ORDER BY number`.execute(server.db)
  const walkers = own.map(({ number }) => number)
  const [sent = ''] = walkers
  await sql`UPDATE production_order SET state = 'PRODUCTION_ON_HOLD' WHERE number = ${sent}`.execute(server.db)
  const reached = new Set<string>()
  for (let step = 0; step < 200; step++) {
    const number = walkers[next(walkers.length)] ?? ''
    const { order: before, moves } = (await ops.call(calls.getOrderActionSummary, { order_action_id: number })).body
      .data
    const seenNow = { order_action_id: number, version: before.version }
    const orders = [seenNow]
    const tries = [
      ...(['READY_FOR_ALLOCATION', 'ON_HOLD', 'PRODUCTION_ON_HOLD', 'REJECTED', 'IN_HOUSE', 'OUTSOURCED'] as const).map(
        (destination) => () => ops.call(calls.moveOrder, { orders, destination, reason: 'x' }),
      ),
      () => ops.call(calls.moveOrder, { orders, destination: before.path, source: 'REJECTED' }),
      () => ops.call(calls.revertOrderAction, { orders }),
      () => ops.call(calls.updateProductionOnHoldOrders, { orders, action: 'APPROVE' }),
      () => ops.call(calls.updateProductionOnHoldOrders, { orders, action: 'REJECT', reason: 'x' }),
      () => ops.call(calls.assignVendors, { orders: [splitOf(before)], accepts_overload: true }),
      () => ops.call(calls.updateOrder, { ...seenNow, content: { lines } }),
      () => ops.call(calls.completeCad, { ...seenNow, marker, is_sure: true }),
    ]
    const names = [
      ...([
        'make_ready',
        'hold',
        'stop',
        'reject',
        'to_in_house',
        'to_outsourced',
        'recover',
        'revert',
        'release',
        'reject',
        'assign',
        'edit',
        'complete_cad',
      ] as const),
    ]
    const chosen = next(tries.length)
    const name = names[chosen] ?? 'hold'
    const isOpen = moves.find(({ move }) => move === name)?.closed === null
    const answer = await tries[chosen]?.()
    const now = (await ops.call(calls.getOrderActionSummary, { order_action_id: number })).body.data.order
    // REJECT of the call of held orders takes held ones only.
    const isHeldOnly = chosen === 9 && before.state === 'ACTION_REQUIRED'
    expect([name, before.state, answer?.status]).toEqual([name, before.state, isOpen && !isHeldOnly ? 200 : 409])
    if (answer?.status !== 200) expect(now).toEqual(before)
    else {
      const to = orderLife.ruleOf(name).to
      if (to !== undefined) expect(now.state).toBe(to)
    }
    reached.add(before.state).add(now.state)
    const { counts } = (await ops.call(calls.getOrders, { part: 'counts' })).body.data
    const { rows } = await sql<{ tab: string; orders: number }>`
      SELECT state AS tab, count(*)::int AS orders FROM production_order GROUP BY 1 UNION ALL
      SELECT 'CAD_HISTORY', count(DISTINCT order_id)::int FROM production_marker`.execute(server.db)
    const expected = Object.fromEntries([...orderStates, 'CAD_HISTORY'].map((tab) => [tab, 0]))
    for (const { tab, orders: all } of rows) expected[tab] = all
    expect(counts).toEqual(expected)
  }
  expect([...reached].toSorted()).toEqual([...orderStates].toSorted())
})
