import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderMessages } from '../../src/shared/areas/orders/amendments.ts'
import { type ExceptionKind, eachException } from '../../src/shared/areas/orders/answers.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Takes } from '../../src/shared/kernel/call.ts'
import type { Client } from '../support/client.ts'
import { asTheyStand, decideOn } from '../support/order-decisions.ts'
import { type MadeOrder, makeOrder, type OrderWish } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { orders: ordersCalls } = contract

let server: TestServer
let client: Client
let vendor: MadeVendor

beforeAll(async () => {
  server = await testServer()
  client = await server.as('ops')
})
beforeEach(async () => {
  vendor = await server.makeVendor()
})

function waiting(wish: OrderWish = {}): Promise<MadeOrder> {
  return makeOrder(server.db, { vendor, decision: 'NEW', answered: false, ...wish })
}

function standing({ id }: MadeOrder) {
  const columns = ['decision', 'vendor_decision', 'version', 'remark', 'awaiting'] as const
  return server.db.selectFrom('vendor_order').where('id', '=', id).select(columns).executeTakeFirstOrThrow()
}

/** All that match, with the sums that a dialog would show of them. */
async function allOf(filter: Takes<typeof ordersCalls.getBulkOrdersForApproval>) {
  const { orders, pieces, value } = (await client.call(ordersCalls.getBulkOrdersForApproval, filter)).body.data
  if (value === null) throw new Error('ops see prices')
  return { ...filter, expected: { orders, pieces, value } }
}

function events({ order_id }: MadeOrder) {
  return server.db
    .selectFrom('audit_event')
    .where('entity_id', '=', order_id)
    .select(['event', 'from_state', 'to_state', 'source', 'details'])
    .orderBy('id')
    .execute()
}

describe('one order', () => {
  // Catches an approval that leaves no trace, or that the vendor does not see.
  test('is approved: the vendor sees it, the history tells it, the version goes on', async () => {
    const order = await waiting()
    const seller = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    expect((await seller.call(ordersCalls.getOrders, {})).body.data.rows).toEqual([])
    const before = await standing(order)
    const reply = await decideOn(server, client, order.order_id)
    const version = before.version + 1
    expect(reply.body.data).toEqual({ changed: [{ order_id: order.order_id, version }], unchanged: [] })
    expect(await standing(order)).toEqual({ ...before, decision: 'APPROVED', version })
    expect(await events(order)).toEqual([
      { event: 'order.approved', from_state: 'NEW', to_state: 'APPROVED', source: 'api', details: {} },
    ])
    const seen = (await seller.call(ordersCalls.getOrders, { tab: 'new', include_history: true })).body.data.rows
    expect(seen.map((row) => [row.order_id, row.history?.length])).toEqual([[order.order_id, 1]])
  })

  // Catches what ops wrote among themselves ("too dear, another at 39") in the history that the vendor reads later.
  test('that was refused before tells its vendor nothing of it', async () => {
    const order = await waiting()
    const words = { reason: 'Other', remark: 'Another at 39' } as const
    for (const decision of ['refuse', 'withdraw', 'approve'] as const)
      await decideOn(server, client, order.order_id, { decision, ...(decision === 'refuse' && words) })
    const told = async (who: Client) => {
      const reply = await who.call(ordersCalls.getOrders, { tab: 'all', search: order.order_id, include_history: true })
      return reply.body.data.rows[0]?.history?.map(({ event }) => event)
    }
    const seller = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    expect(await told(seller)).toEqual(['order.approved'])
    expect(await told(client)).toEqual(['order.not_approved', 'order.refusal_withdrawn', 'order.approved'])
  })

  // Catches a refusal without a word why, and refused orders that show up at the vendor's.
  test('is refused with a reason and a remark only, and stays hidden', async () => {
    const order = await waiting()
    const refuse = (why: Parameters<typeof decideOn>[3]) =>
      decideOn(server, client, order.order_id, { decision: 'refuse', ...why })
    for (const why of [{ reason: 'Other', remark: '  ' }, { remark: 'Too dear.' }, { reason: 'Other' }] as const) {
      const silent = await refuse(why)
      expect([silent.status, silent.body.code]).toEqual([400, 'invalid_input'])
    }
    expect((await refuse({ reason: 'Fabric issue', remark: 'Too dear.' })).changed).toEqual([order.order_id])
    expect((await standing(order)).decision).toBe('NOT_APPROVED')
    expect((await events(order)).at(-1)).toMatchObject({
      to_state: 'NOT_APPROVED',
      details: { reason: 'Fabric issue', remark: 'Too dear.' },
    })
    const seller = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    expect((await seller.call(ordersCalls.getOrders, {})).body.data.rows).toEqual([])
  })

  // Catches a way back that leads elsewhere.
  test.each([{ decision: 'approve' }, { decision: 'refuse', reason: 'Other', remark: 'Too dear.' }] as const)(
    'is as before once $decision is taken back',
    async (asked) => {
      const order = await waiting()
      const before = await standing(order)
      await decideOn(server, client, order.order_id, asked)
      await decideOn(server, client, order.order_id, { decision: 'withdraw' })
      expect(await standing(order)).toEqual({ ...before, version: before.version + 2 })
      expect((await events(order)).map((event) => event.to_state).at(-1)).toBe('NEW')
    },
  )

  // Catches a vendor that answers an order and hears that it does not exist; or one that hears of an order which it never saw.
  test('that is taken back says so to the vendor who is answering it, and to nobody else', async () => {
    const order = await waiting()
    const [line] = order.lines
    const seller = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    const other = await server.as(await server.makeUser({ role: 'vendor', vendor: await server.makeVendor() }))
    const answer = async (by: Client) => {
      const lines = [{ nm_sku: line?.nm_sku ?? '', ready_quantity: 1 }]
      const { status, body } = await by.call(ordersCalls.updateOrders, {
        orders: [{ order_id: order.order_id, version: 2, lines }],
      })
      return [status, body.message]
    }
    const unknown = [404, `Order ${order.order_id} was not found.`]
    expect(await answer(seller)).toEqual(unknown)
    await decideOn(server, client, order.order_id)
    await decideOn(server, client, order.order_id, { decision: 'withdraw' })
    const [status, message] = await answer(seller)
    expect([status, message]).toEqual([409, expect.stringContaining(`took order ${order.order_id} back`)])
    expect(await answer(other)).toEqual(unknown)
  })

  // Catches two approvals of a double click.
  test('is approved once, however often the same request arrives', async () => {
    const order = await waiting()
    const asked = { orders: await asTheyStand(server, [order.order_id]) }
    const replies = [1, 2].map(() =>
      client.call(ordersCalls.approveOrder, asked, { 'idempotency-key': 'approve-once-1' }),
    )
    for (const reply of await Promise.all(replies))
      expect(reply.body.data.changed).toMatchObject([{ order_id: order.order_id }])
    expect(await events(order)).toHaveLength(1)
  })
})

describe('what cannot be changed stays and is told why', () => {
  async function reasonFor(order: MadeOrder, decision: 'approve' | 'refuse' | 'withdraw'): Promise<string | undefined> {
    const before = await standing(order)
    const why = decision === 'refuse' && { reason: 'Other' as const, remark: 'No.' }
    const reply = await decideOn(server, client, order.order_id, { decision, ...why })
    expect([reply.status, reply.body.data.changed]).toEqual([200, []])
    expect(await standing(order)).toEqual(before)
    return reply.body.data.unchanged[0]?.reason
  }

  test('each guard', async () => {
    const approved = await waiting({ decision: 'APPROVED' })
    expect(await reasonFor(approved, 'approve')).toBe('The order is already approved.')
    expect(await reasonFor(approved, 'refuse')).toBe('The order is already approved.')
    const refused = await waiting({ decision: 'NOT_APPROVED' })
    expect(await reasonFor(refused, 'approve')).toBe('The order is already refused.')
    expect(await reasonFor(await waiting(), 'withdraw')).toBe('There is no decision to take back.')
    const answered = await makeOrder(server.db, { vendor })
    expect(await reasonFor(answered, 'withdraw')).toBe('The vendor has already answered.')
  })

  // Catches a withdrawal that checks the answer only: the vendor would lose pieces already refused.
  test('an approval is not taken back once a piece moved', async () => {
    const order = await waiting({ decision: 'APPROVED', pieces: [5, 5] })
    const seller = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    const { version } = await standing(order)
    const line = { nm_sku: order.lines[0]?.nm_sku ?? '', ready_quantity: 3, oos_quantity: 2 }
    const answer = await seller.call(ordersCalls.updateOrders, {
      orders: [{ order_id: order.order_id, version, lines: [line] }],
    })
    expect(answer.status).toBe(200)
    expect(await reasonFor(order, 'withdraw')).toBe('Pieces of the order were already moved.')
  })

  // Catches one stranger among many that stops the rest, or that is passed over in silence.
  test('several: the others go through', async () => {
    const orders = [await waiting(), await waiting()]
    const ids = orders.map((order) => order.order_id)
    const reply = await decideOn(server, client, [...ids, 'PO-NOBODY', ids[0] ?? ''])
    expect(reply.changed).toEqual([...ids].sort())
    expect(reply.body.data.unchanged).toEqual([{ order_id: 'PO-NOBODY', reason: 'The order was not found.' }])
    for (const order of orders) expect((await events(order)).map((event) => event.source)).toEqual(['bulk'])
  })

  test('neither ids nor filter, both, or a withdrawal by filter is no request', async () => {
    const order = await waiting()
    const all_matching = await allOf({ supplier_id: vendor.code })
    for (const asked of [
      {},
      { orders: await asTheyStand(server, [order.order_id]), all_matching },
      { all_matching, decision: 'withdraw' as const },
    ]) {
      const reply = await client.call(ordersCalls.approveOrder, asked)
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    }
    expect((await standing(order)).decision).toBe('NEW')
  })
})

describe('all that match', () => {
  // Catches "all that match" that means another set than the one the summary showed.
  test.each([
    {},
    { exception: 'late' },
    { exception: 'price_jump' },
    { exception: 'new_vendor' },
    { exception: 'any' },
    { exception: 'none' },
    { search: 'PO-T' },
  ] as const)('changes exactly what the summary said: %o', async (narrowed) => {
    const orders = [
      await waiting({ shipInDays: -2 }),
      await waiting(),
      await waiting(),
      await waiting(),
      await waiting(),
    ]
    const flag = (order: MadeOrder | undefined, flags: { previous_unit_price_minor?: number; is_new_vendor?: true }) =>
      server.db
        .updateTable('vendor_order')
        .set(flags)
        .where('id', '=', order?.id ?? '')
        .execute()
    await flag(orders[1], { previous_unit_price_minor: 4_000 })
    await flag(orders[2], { is_new_vendor: true, previous_unit_price_minor: 5_100 })
    const others = await makeOrder(server.db, { decision: 'NEW', answered: false, shipInDays: -2 })
    const filter = { supplier_id: vendor.code, ...narrowed }
    const summary = (await client.call(ordersCalls.getBulkOrdersForApproval, filter)).body.data
    const listed = (await client.call(ordersCalls.getPendingOrders, { page: 1, ...filter })).body.data
    const asked = { all_matching: await allOf(filter), with_exceptions: true }
    const { changed } = (await client.call(ordersCalls.approveOrder, asked)).body.data
    expect(changed).toHaveLength(summary.orders)
    expect(changed.map(({ order_id }) => order_id)).toEqual(listed.rows.map((row) => row.order_id).sort())
    const sum = (of: (row: (typeof listed.rows)[number]) => number) => listed.rows.reduce((s, row) => s + of(row), 0)
    const having = (kind: ExceptionKind) => sum((row) => Number(row.exceptions.includes(kind)))
    const exceptions = eachException(having)
    const totals = {
      orders: listed.total,
      pieces: sum((row) => row.total_order_quantity),
      value: { minor: sum((row) => row.total_order_quantity * (row.unit_price?.minor ?? 0)), currency: 'CNY' },
      exceptions,
    }
    expect(summary).toMatchObject(totals)
    expect(summary.suppliers).toMatchObject([{ supplier_id: vendor.code, supplier_name: vendor.name, ...totals }])
    expect((await client.call(ordersCalls.getPendingOrders, { page: 1, ...filter })).body.data.total).toBe(0)
    expect((await standing(others)).decision).toBe('NEW')
  })

  // Catches exceptions that go through with the clean ones: late orders, price jumps and new vendors nobody looked at.
  test('leaves exceptions out unless they are asked for', async () => {
    const [clean, late] = [await waiting(), await waiting({ shipInDays: -2 })]
    const { expected } = await allOf({ supplier_id: vendor.code, exception: 'none' })
    const all_matching = { supplier_id: vendor.code, expected }
    const first = await client.call(ordersCalls.approveOrder, { all_matching })
    expect(first.body.data.changed).toMatchObject([{ order_id: clean.order_id }])
    expect((await standing(late)).decision).toBe('NEW')
    const late_ones = await allOf({ supplier_id: vendor.code, exception: 'any' })
    const second = await client.call(ordersCalls.approveOrder, { all_matching: late_ones })
    expect(second.body.data.changed).toMatchObject([{ order_id: late.order_id }])
  })

  // Catches orders approved twice, or a lost one, when two people press the button together.
  test('by two people at once: each order is decided once', async () => {
    const orders: MadeOrder[] = []
    while (orders.length < 12) orders.push(await waiting())
    const all_matching = await allOf({ supplier_id: vendor.code })
    const colleague = await server.as('admin')
    const replies = await Promise.all([
      client.call(ordersCalls.approveOrder, { all_matching }),
      colleague.call(ordersCalls.approveOrder, {
        all_matching,
        decision: 'refuse',
        reason: 'Other',
        remark: 'Not now.',
      }),
    ])
    // The second is told: what its dialog promised is not there any more.
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const changed = replies.flatMap(({ body }) => body.data?.changed ?? []).map(({ order_id }) => order_id)
    expect(changed.sort()).toEqual(orders.map((order) => order.order_id).sort())
    for (const order of orders) expect(await events(order)).toHaveLength(1)
  })
})

describe('what a dialog promised is what is decided', () => {
  const allOrders = async () => [await waiting(), await waiting({ pieces: [4] })] as const

  /** More pieces, at another price, as a colleague of ops would. */
  async function amend(order: MadeOrder) {
    const reply = await client.call(ordersCalls.amendOrder, {
      ...{ order_id: order.order_id, version: (await standing(order)).version, reason: 'More' },
      ...{ unit_price: { minor: 777_700, currency: 'CNY' } },
      lines: [{ nm_sku: order.lines[0]?.nm_sku ?? '', quantity: 500 }],
    })
    expect(reply.status).toBe(200)
  }

  // Catches 88.88 seen and 7,777.00 approved: an order that was amended between the look and the press.
  test.each(['approve', 'refuse'] as const)(
    '%s: an order that changed since stays, and says how it is now',
    async (decision) => {
      const [amended, other] = await allOrders()
      const orders = await asTheyStand(server, [amended.order_id, other.order_id])
      await amend(amended)
      const why = decision === 'refuse' && { reason: 'Other' as const, remark: 'No.' }
      const { changed, unchanged } = (await client.call(ordersCalls.approveOrder, { orders, decision, ...why })).body
        .data
      expect(changed).toEqual([{ order_id: other.order_id, version: 2 }])
      expect(unchanged).toEqual([
        {
          order_id: amended.order_id,
          reason: orderMessages.changedSince,
          values: { changed_by: expect.any(String), pieces: 508, price: '7777.00 CNY', ship_by: expect.any(String) },
        },
      ])
      expect((await standing(amended)).decision).toBe('NEW')
    },
  )

  // Catches an Undo that takes back an approval of another order than the one approved: one that was amended since.
  test('an approval is taken back as it was given', async () => {
    const order = await waiting()
    const { changed } = (await decideOn(server, client, order.order_id)).body.data
    await amend(order)
    const undone = (await client.call(ordersCalls.approveOrder, { orders: changed, decision: 'withdraw' })).body.data
    expect(undone.changed).toEqual([])
    expect(undone.unchanged[0]?.reason).toBe(orderMessages.changedSince)
    expect((await decideOn(server, client, order.order_id, { decision: 'withdraw' })).changed).toEqual([order.order_id])
  })

  // Catches orders without what was seen of them: API keys would approve whatever stands.
  test('neither a version nor sums may be left out', async () => {
    const order = await waiting()
    for (const asked of [
      { orders: [{ order_id: order.order_id }] },
      { order_ids: [order.order_id] },
      { all_matching: { supplier_id: vendor.code } },
    ]) {
      const reply = await client.call(ordersCalls.approveOrder, asked as never)
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    }
  })

  // Catches "Approve 2 orders?" that approves a third which came in meanwhile, or other pieces, or at another price.
  test('all that match are decided on only while they come to the sums that were shown', async () => {
    const [first] = await allOrders()
    const all_matching = await allOf({ supplier_id: vendor.code, exception: 'none' })
    expect(all_matching.expected).toEqual({ orders: 2, pieces: 24, value: { minor: 24 * 4_550, currency: 'CNY' } })
    const { orders, pieces, value } = all_matching.expected
    for (const expected of [
      { orders: orders + 1, pieces, value },
      { orders, pieces: pieces - 1, value },
      { orders, pieces, value: { minor: 1, currency: 'CNY' } },
      { orders, pieces, value: { ...value, currency: 'INR' } },
    ]) {
      const reply = await client.call(ordersCalls.approveOrder, { all_matching: { ...all_matching, expected } })
      expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
      expect(reply.body.details.values).toEqual({ orders: 2, pieces: 24, value: '1092.00 CNY' })
    }
    const late = await waiting()
    expect((await client.call(ordersCalls.approveOrder, { all_matching })).status).toBe(409)
    expect((await standing(first)).decision).toBe('NEW')
    expect(await events(first)).toEqual([])
    await decideOn(server, client, late.order_id)
    expect((await client.call(ordersCalls.approveOrder, { all_matching })).body.data.changed).toHaveLength(2)
  })
})
