import fc from 'fast-check'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { fanOut } from '../../src/server/notices/notify.ts'
import { figureOfTab, homeLines } from '../../src/shared/areas/home/lines.ts'
import { chaseKinds } from '../../src/shared/areas/orders/amendments.ts'
import { chaseAfterDays, chaseFigures } from '../../src/shared/areas/orders/figures.ts'
import { orderFields } from '../../src/shared/areas/orders/lists.ts'
import { shortPieces } from '../../src/shared/areas/orders/status.ts'
import { contract, figures } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { decideOn } from '../support/order-decisions.ts'
import { makeOrder } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { orders, home, scorecards, trace, data, company, notices } = contract

let server: TestServer
let ops: Client
let vendor: MadeVendor
let seller: Client
beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  vendor = await server.makeVendor()
  seller = await server.as(await server.makeUser({ role: 'vendor', vendor }))
})

const deeds = [
  'approve',
  'withdraw',
  'refuse',
  'cancel',
  'restore',
  'answer',
  'reopen',
  'more',
  'wait',
  'ship',
] as const

interface Drawn {
  shipInDays: number
  pieces: number[]
  deeds: (typeof deeds)[number][]
}

const drawn = fc.record<Drawn>({
  shipInDays: fc.integer({ min: -40, max: 10 }),
  pieces: fc.array(fc.integer({ min: 2, max: 20 }), { minLength: 1, maxLength: 2 }),
  deeds: fc.array(fc.constantFrom(...deeds), { maxLength: 6 }),
})

const stored = (order_id: string) =>
  server.db.selectFrom('vendor_order').where('order_id', '=', order_id).selectAll().executeTakeFirstOrThrow()

/** Does what is drawn through the API; what an order's state does not allow is refused there and changes nothing. */
async function live({ shipInDays, pieces, deeds: all }: Drawn): Promise<string> {
  const order = await makeOrder(server.db, { vendor, pieces, shipInDays, decision: 'NEW', answered: false })
  const { order_id } = order
  const [line] = order.lines
  for (const deed of all) {
    const { version } = await stored(order_id)
    if (deed === 'approve' || deed === 'withdraw') await decideOn(server, ops, order_id, { decision: deed })
    if (deed === 'refuse')
      await decideOn(server, ops, order_id, { decision: deed, reason: 'Price too high', remark: 'x' } as never)
    if (deed === 'cancel' || deed === 'restore')
      await asItStands(server, ops).call(orders.cancelOrder, { order_id, action: deed, reason: 'Style dropped' })
    if (deed === 'answer') {
      const lines = order.lines.map(({ nm_sku, ordered }) => ({ nm_sku, ready_quantity: ordered - 1, oos_quantity: 1 }))
      await seller.call(orders.updateOrders, { action: 'answer', orders: [{ order_id, version, lines }] })
    }
    if (deed === 'reopen')
      await seller.call(orders.updateOrders, { action: 'reopen', orders: [{ order_id, version, lines: [] }] })
    if (deed === 'more' && line)
      await ops.call(orders.amendOrder, {
        ...{ order_id, version, reason: 'More', lines: [{ nm_sku: line.nm_sku, quantity: line.ordered + 3 }] },
      })
    if (deed === 'wait')
      await sql`UPDATE vendor_order SET asked_at = asked_at - interval '5 days' WHERE order_id = ${order_id}`.execute(
        server.db,
      )
    if (deed === 'ship') await shipSome(order_id)
  }
  return order_id
}

/** Everything that awaits leaves but one piece of each line, which is out of stock. */
async function shipSome(order_id: string): Promise<void> {
  const { id, decision, vendor_decision } = await stored(order_id)
  if (decision !== 'APPROVED' || vendor_decision === 'NEW') return
  await sql`UPDATE order_line SET shipped = shipped + greatest(awaiting - 1, 0), oos = oos + least(awaiting, 1), awaiting = 0
    WHERE order_id = ${id}::uuid`.execute(server.db)
  await sql`UPDATE vendor_order o SET shipped = s.shipped, awaiting = s.awaiting, oos = s.oos FROM (SELECT sum(shipped) AS shipped,
    sum(awaiting) AS awaiting, sum(oos) AS oos FROM order_line WHERE order_id = ${id}::uuid) s WHERE o.id = ${id}::uuid`.execute(
    server.db,
  )
}

const homeOf = async (who: Client) =>
  new Map((await who.call(home.getHome, {})).body.data.lines.map((line) => [line.id, line]))

describe('a figure', () => {
  let made: string[]
  beforeAll(async () => {
    made = []
    for (const one of fc.sample(drawn, 40)) made.push(await live(one))
    // Whatever was drawn, some of each.
    for (const all of [
      ['approve'],
      ['approve', 'wait'],
      ['approve', 'answer', 'more'],
      ['approve', 'answer', 'ship'],
    ] satisfies Drawn['deeds'][])
      made.push(await live({ shipInDays: -3, pieces: [9], deeds: all }))
  }, 120_000)

  // Would catch: "Orders unanswered for days" of 5 above a list of 7, a filter's count by another rule than Home's, a vendor's tab by a third.
  it('of orders is the same on Home, at the filter, in the list and at the vendor’s tab', async () => {
    const { counts } = (await ops.call(orders.ordersToChase, {})).body.data
    const lines = await homeOf(ops)
    for (const kind of chaseKinds) {
      const { total } = (await ops.call(orders.getConfirmedOrders, { page: 1, chase: kind })).body.data
      expect([kind, counts[kind]]).toEqual([kind, total])
      const line = Object.entries(homeLines).find(
        ([id, { figure, roles }]) => figure === chaseFigures[kind] && roles.includes('ops') && lines.has(id),
      )
      if (line) expect([kind, lines.get(line[0])?.count]).toEqual([kind, total])
    }
    const own = await homeOf(seller)
    const tabs = (await seller.call(orders.getOrders, { part: 'counts' })).body.data.counts
    expect(own.get('orders')?.count).toBe(tabs?.new)
    expect(own.get('short')?.count).toBe(tabs?.rejected_oos)
    expect((await ops.call(orders.ordersToChase, { supplier_id: vendor.code })).body.data.counts.unanswered).toBe(
      tabs?.new,
    )
    const card = (await seller.call(scorecards.getScorecard, {})).body.data.card
    expect(own.get('corrective')?.count).toBe(card.open_actions)
    const exceptions = (await ops.call(orders.getBulkOrdersForApproval, { exception: 'any' })).body.data.orders
    const clean = (await ops.call(orders.getBulkOrdersForApproval, { exception: 'none' })).body.data.orders
    expect([lines.get('exceptions')?.count, lines.get('clean')?.count]).toEqual([exceptions, clean])
    expect(counts.overdue).toBeGreaterThan(0)
    expect(counts.shipped_short).toBeGreaterThan(0)
  })

  // Would catch: "short 6 %" where an order is approved and 1.9 % on the scorecard of the same vendor and days.
  it('of a vendor is the same on its scorecard, in the list of scorecards and where an order is approved', async () => {
    const next = await makeOrder(server.db, { vendor, decision: 'NEW', answered: false })
    const { card } = (await ops.call(scorecards.getScorecard, { supplier_id: vendor.code })).body.data
    const { figures: weighed } = (await ops.call(orders.orderBackground, { order_id: next.order_id })).body.data.vendor
    const { rows } = (await ops.call(scorecards.getScorecards, { supplier_ids: [vendor.code] })).body.data
    expect(card).toMatchObject(weighed)
    expect(rows[0]).toEqual(card)
    expect(weighed.short_pieces).toBeGreaterThan(0)
  })

  // Would catch: an order's pieces that differ between list, drawer and trace.
  it('of an order’s pieces is the same in the lists and in its trace', async () => {
    const { rows } = (await seller.call(orders.getOrders, { tab: 'all', page_size: 100, include_lines: true })).body
      .data
    expect(rows.length).toBeGreaterThan(3)
    for (const { order_id, quantities, skus } of rows as ((typeof rows)[number] & {
      skus?: { ordered_quantity?: number }[]
    })[]) {
      const life = (await seller.call(trace.traceLife, { kind: 'order', code: order_id })).body.data
      expect([order_id, life.quantities]).toEqual([order_id, quantities])
      expect(skus === undefined || skus.length > 0).toBe(true)
    }
  })

  // Would catch: "Shipped, 10 short" in the list and "Fully shipped" in the trace of one order; a mark that the export or the filter leaves out.
  it('of an order’s missing pieces stands beside the same status in list, trace, files and filter', async () => {
    const filter = { tab: 'all', status: ['Fully shipped'] } as const
    const { rows } = (await seller.call(orders.getOrders, { ...filter, status: [...filter.status], page_size: 100 }))
      .body.data
    const marks = new Map(rows.map((row) => [row.order_id, shortPieces(row)]))
    for (const { order_id, status } of rows) {
      const life = (await seller.call(trace.traceLife, { kind: 'order', code: order_id })).body.data
      const { hits } = (await seller.call(trace.findTraced, { text: order_id })).body.data
      const said = { status, short: marks.get(order_id) }
      expect(status).toBe('Fully shipped')
      expect([life, hits.find(({ code }) => code === order_id)]).toMatchObject([said, said])
    }
    const { total } = (await ops.call(orders.getConfirmedOrders, { page: 1, chase: 'shipped_short' })).body.data
    expect([...marks.values()].filter((short) => short > 0)).toHaveLength(total ?? -1)
    const file = (await seller.call(orders.getOrdersFile, { status: [...filter.status] })).bytes.toString()
    const summed = new Map<string, number>()
    for (const line of Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true }).data) {
      const id = line['Order ID'] ?? ''
      summed.set(id, (summed.get(id) ?? 0) + Number(line['Short quantity']))
    }
    expect(summed).toEqual(marks)
    const status = orderFields.find(({ id }) => id === 'status')
    expect(status?.with).toContain('short')
  })

  // Would catch: a tab whose number Home counts, without its definition; a line of Home that leads to another tab than it counts.
  it('is the definition of the tab that Home’s line leads to', () => {
    expect(figureOfTab('/supplier/my-orders', 'new')).toBe(figures.ordersToAnswer)
    expect(figureOfTab('/supplier/qc-platform', 'failed')).toBe(figures.boxesFailed)
    expect(figureOfTab('/supplier/qc-platform', 'all')).toBeUndefined()
    for (const { path } of Object.values(homeLines)) expect(path).toContain('?')
  })

  // Would catch: First steps' 222 orders beside Records' 1,098, which were lines.
  it('of records is the same at the first steps and in Records', async () => {
    const admin = await server.as('admin')
    const { kinds } = (await admin.call(data.getKinds, {})).body.data
    const { steps } = (await admin.call(company.getFirstDay, {})).body.data
    for (const { kind, rows } of steps.flatMap((step) => step.kinds))
      expect([kind, kinds.find((one) => one.kind === kind)?.records]).toEqual([kind, rows])
  })

  it('has one definition under each name and label, and each line of Home is one', () => {
    const all = Object.values(figures)
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
    for (const { figure } of Object.values(homeLines)) expect(all).toContain(figure)
    expect(figures.ordersOverdue.label).toContain(` ${chaseAfterDays} days`)
  })
})

// Would catch: an order that was dated weeks ago and is late the moment that it is approved; a vendor late with what was changed today.
it('counts a vendor’s days from when it was asked', async () => {
  const own = await server.makeVendor()
  const who = await server.as(await server.makeUser({ role: 'vendor', vendor: own }))
  const supplier_id = own.code
  const { order_id, lines } = await makeOrder(server.db, { vendor: own, decision: 'NEW', answered: false })
  await sql`UPDATE vendor_order SET order_date = order_date - 60 WHERE order_id = ${order_id}`.execute(server.db)
  const overdue = async () => (await ops.call(orders.ordersToChase, { supplier_id })).body.data.counts.overdue
  const wait = () =>
    sql`UPDATE vendor_order SET asked_at = asked_at - interval '73 hours' WHERE order_id = ${order_id}`.execute(
      server.db,
    )
  await decideOn(server, ops, order_id)
  expect(await overdue()).toBe(0)
  const since = (await homeOf(who)).get('orders')?.since
  expect(Date.now() - Date.parse(since ?? '')).toBeLessThan(60_000)
  await wait()
  expect(await overdue()).toBe(1)
  const answer = lines.map(({ nm_sku, ordered }) => ({ nm_sku, ready_quantity: ordered, oos_quantity: 0 }))
  const { version } = await stored(order_id)
  await who.call(orders.updateOrders, { action: 'answer', orders: [{ order_id, version, lines: answer }] })
  expect(await overdue()).toBe(0)
  const more = [{ nm_sku: lines[0]?.nm_sku ?? '', quantity: 30 }]
  const now = (await stored(order_id)).version
  await ops.call(orders.amendOrder, { order_id, version: now, reason: 'More', lines: more })
  expect((await ops.call(orders.ordersToChase, { supplier_id })).body.data.counts).toMatchObject({
    unanswered: 1,
    overdue: 0,
  })
  await wait()
  expect(await overdue()).toBe(1)
})

// Would catch: "12 new orders: please answer them" of which nine were taken back before anybody looked.
it('tells a vendor of as many new orders as still wait for it', async () => {
  const own = await server.makeVendor()
  const who = await server.as(await server.makeUser({ role: 'vendor', vendor: own }))
  const ids: string[] = []
  for (let n = 0; n < 4; n += 1)
    ids.push((await makeOrder(server.db, { vendor: own, decision: 'NEW', answered: false })).order_id)
  const told = async () => {
    await fanOut(server.db)
    const { rows } = (await who.call(notices.getNotices, { page_size: 100 })).body.data
    return rows.filter(({ kind }) => kind === 'orders_to_answer').map(({ count, message }) => [count, message])
  }
  await decideOn(server, ops, ids)
  expect(await told()).toEqual([[4, '4 new orders: please answer them.']])
  await decideOn(server, ops, ids.slice(0, 2), { decision: 'withdraw' })
  await asItStands(server, ops).call(orders.cancelOrder, { order_id: ids[2] ?? '', reason: 'Style dropped' })
  expect(await told()).toEqual([[1, `New order ${ids[3]}: please answer it.`]])
  await decideOn(server, ops, ids[3] ?? '', { decision: 'withdraw' })
  expect(await told()).toEqual([])
})
