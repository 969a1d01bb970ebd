import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkNewOrders } from '../../src/server/areas/orders/new-orders.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { brokenStories } from '../support/ledgers.ts'
import { decideOn } from '../support/order-decisions.ts'
import { brokenBooks, dayFromNow, type MadeOrder, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.orders
const { updateShipment } = contract.shipments

let server: TestServer
let ops: Client
let seller: Client
/** Of a vendor with the style that is ordered; its order waits for an answer. */
let order: MadeOrder
let style: string

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
})
beforeEach(async () => {
  order = await makeOrder(server.db, { answered: false, pieces: [12, 8] })
  seller = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  style = await styleOf(order)
})

async function styleOf({ id }: MadeOrder): Promise<string> {
  const row = await server.db
    .selectFrom('vendor_order as o')
    .innerJoin('style as s', 's.id', 'o.style_id')
    .where('o.id', '=', id)
    .select('s.code')
    .executeTakeFirstOrThrow()
  return row.code
}

const sku = (at: number) => order.lines[at]?.nm_sku ?? ''

const wish = (more: Record<string, unknown> = {}) => ({
  style_id: style,
  destination_id: 'CN-GZ-T',
  shipping_deadline: dayFromNow(20),
  unit_price: { minor: 5_200, currency: 'CNY' },
  lines: [
    { nm_sku: sku(0), quantity: 10 },
    { nm_sku: sku(1), quantity: 0 },
  ],
  ...more,
})

const make = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  ops.call(calls.makeOrder, wish(more), headers)

async function seen(by = ops, order_id = order.order_id) {
  const asked = { order_ids: [order_id], include_lines: true, include_history: true }
  return (await by.call(calls.getOrders, asked)).body.data.rows[0]
}

async function amend(change: Record<string, unknown>, by = ops) {
  const version = (await seen())?.version ?? 1
  return by.call(calls.amendOrder, { order_id: order.order_id, version, reason: 'Sold slower', ...change })
}

async function answer(): Promise<void> {
  const now = await seen(seller)
  const lines = (now?.sku_details ?? []).map(({ nm_sku, quantities }) => ({
    nm_sku,
    ready_quantity: quantities.awaiting,
  }))
  const orders = [{ order_id: order.order_id, version: now?.version ?? 1, lines }]
  expect((await seller.call(calls.updateOrders, { orders })).status).toBe(200)
}

const ready = (nm_sku: string, ready_quantity: number, by = seller) =>
  by.call(calls.saveScheduleQuantity, { items: [{ order_id: order.order_id, nm_sku, ready_quantity }] })

const ship = (nm_sku: string, quantity: number) =>
  seller.call(updateShipment, { lines: [{ order_id: order.order_id, nm_sku, quantity }] })

const quantitiesOf = async (at: number) =>
  (await seen())?.sku_details?.find(({ nm_sku }) => nm_sku === sku(at))?.quantities

/** What the vendor's people are told, whether it waits in the outbox or was handed on already. */
async function told(): Promise<string[]> {
  const { db } = server
  const { id } = order.vendor
  const waiting = await db.selectFrom('notice_outbox').where('vendor_id', '=', id).select('kind').execute()
  const people = db.selectFrom('app_user').where('vendor_id', '=', id).select('id')
  const handed = await db.selectFrom('notice').where('user_id', 'in', people).select('kind').execute()
  return [...new Set([...handed, ...waiting].map(({ kind }) => kind))].toSorted()
}

describe('an order by hand', () => {
  // Would catch: an order that the vendor sees before ops approved it, one without a history, or lines of nothing.
  test('waits for ops with its lines, flags and history, and is numbered', async () => {
    const reply = await make({ is_urgent: true, remark: 'By air' })
    expect(reply.status).toBe(200)
    const { order: made } = reply.body.data
    expect(made).toMatchObject({
      decision: 'NEW',
      supplier_id: order.vendor.code,
      total_order_quantity: 10,
      is_flagged_urgent: true,
      remark: 'By air',
      unit_price: { minor: 5_200, currency: 'CNY' },
      // The style's order before cost 45.50: more than 10 % less.
      previous_unit_price: { minor: 4_550, currency: 'CNY' },
      exceptions: ['price_jump'],
      version: 1,
    })
    expect(made.order_id).toMatch(/^VO-\d{6}$/)
    expect(made.sku_details?.map(({ nm_sku, quantities }) => [nm_sku, quantities.awaiting])).toEqual([[sku(0), 10]])
    expect(made.history?.map(({ event, details }) => [event, details])).toEqual([['order.created', { quantity: 10 }]])
    expect(await seen(seller, made.order_id)).toBeUndefined()
    expect(await told()).toEqual([])
    await decideOn(server, ops, made.order_id)
    expect((await seen(seller, made.order_id))?.vendor_decision).toBe('NEW')
    expect(await brokenBooks(server.db)).toEqual([])
  })

  // Would catch: ¥6.85 after ¥68.50 shown as clean; an order beside one that nobody approved; of two equal jumps the second "as before".
  test('has its price judged both ways, beside what was approved last, as that is when it is shown', async () => {
    const waits = async (minor: number) => {
      const { order: made } = (await make({ unit_price: { minor, currency: 'CNY' } })).body.data
      return made.order_id
    }
    const judged = async (search: string) => {
      const { rows } = (await ops.call(calls.getPendingOrders, { page: 1, search })).body.data
      return [rows[0]?.previous_unit_price?.minor, rows[0]?.exceptions]
    }
    const [first, second, third] = [await waits(6_850), await waits(6_850), await waits(4_600)]
    expect(await judged(second)).toEqual([4_550, ['price_jump']])
    expect(await judged(third)).toEqual([4_550, []])
    await decideOn(server, ops, first, { decision: 'refuse', reason: 'Other', remark: 'Too dear.' })
    expect(await judged(second)).toEqual([4_550, ['price_jump']])
    await decideOn(server, ops, second)
    expect(await judged(third)).toEqual([6_850, ['price_jump']])
    expect(await judged(await waits(685))).toEqual([6_850, ['price_jump']])
    await decideOn(server, ops, second, { decision: 'withdraw' })
    expect(await judged(third)).toEqual([4_550, []])
  })

  // Would catch: a first fault that hides the others, or one that stands at no field.
  test('is refused with every fault at its field', async () => {
    const other = await makeOrder(server.db, {})
    const reply = await make({
      order_id: order.order_id.toLowerCase(),
      supplier_id: 'NOBODY',
      destination_id: 'NOWHERE',
      shipping_deadline: '2020-01-01',
      unit_price: { minor: 0, currency: 'CNY' },
      lines: [
        { nm_sku: sku(0), quantity: 3 },
        { nm_sku: sku(0), quantity: 3 },
        { nm_sku: other.lines[0]?.nm_sku, quantity: 1 },
      ],
    })
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    expect(reply.body.details.fields?.map(({ field }) => field)).toEqual([
      'order_id',
      'supplier_id',
      'destination_id',
      'shipping_deadline',
      'unit_price',
      'lines.1.nm_sku',
      'lines.2.nm_sku',
    ])
    const past = await make({ order_date: dayFromNow(-9), shipping_deadline: dayFromNow(-1) })
    expect(past.body.details.fields?.map(({ field, message }) => [field, message])).toEqual([
      ['shipping_deadline', 'This deadline has passed already.'],
    ])
    expect((await make({ lines: [{ nm_sku: sku(0), quantity: 0 }] })).body.message).toBe(
      'Please order at least one piece.',
    )
    expect((await make({ unit_price: { minor: 9, currency: 'USD' } })).body.message).toBe(
      'Vendor orders are priced in CNY.',
    )
  })

  // Would catch: a double click that orders twice.
  test('is made once, however often the same request arrives', async () => {
    const twice = await Promise.all([1, 2].map(() => make({}, { 'idempotency-key': `make-${order.order_id}` })))
    const [a, b] = twice.map(({ body }) => body.data.order.order_id)
    expect(a).toBe(b)
  })

  // Would catch: two hands that take the same number, or a number that stops where somebody used one by hand.
  test('gets a number that nobody has, with twenty at once and one taken by hand', async () => {
    const first = (await make()).body.data.order.order_id
    const taken = `VO-${String(Number(first.slice(3)) + 2).padStart(6, '0')}`
    expect((await make({ order_id: taken })).status).toBe(200)
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await make()).body.data.order.order_id))
    expect(new Set([...ids, first, taken]).size).toBe(22)
  })

  // Would catch: an installation whose vendors answer first, and never see an order.
  test('goes to its vendor at once where the vendor answers first', async () => {
    const set = (value: string) =>
      server.db.updateTable('setting').set({ value }).where('name', '=', 'ops_approval').execute()
    await set('"after_vendor"')
    try {
      const { order: made } = (await make()).body.data
      expect(made.decision).toBe('APPROVED')
      expect(await told()).toEqual(['orders_to_answer'])
      expect((await seen(seller, made.order_id))?.order_id).toBe(made.order_id)
    } finally {
      await set('"before_vendor"')
    }
  })

  // Would catch: a batch whose orders do not know each other's prices and ids.
  test('is checked with the others of its batch', async () => {
    const given = { ...wish(), order_id: 'BATCH-1' } as never
    const { ready, faults } = await checkNewOrders(server.db, [given, given])
    expect([ready.length, faults.map(({ at, field }) => [at, field])]).toEqual([1, [[1, 'order_id']]])
  })
})

describe('an amendment', () => {
  // Would catch: a change that leaves no trace, a line that is added without the ledger, or one that keeps a piece.
  test('of an order not answered changes lines, deadline and price; the vendor reads what and why', async () => {
    const extra = await server.db
      .insertInto('sku')
      .values({
        ...{ id: crypto.randomUUID(), nm_sku: `${sku(0)}-X`, color: 'Red', color_zh: '红色', size: 'M', size_rank: 1 },
        style_id: (await server.db.selectFrom('style').where('code', '=', style).select('id').executeTakeFirstOrThrow())
          .id,
      })
      .returning('nm_sku')
      .executeTakeFirstOrThrow()
    const reply = await amend({
      shipping_deadline: dayFromNow(30),
      unit_price: { minor: 4_400, currency: 'CNY' },
      lines: [
        { nm_sku: sku(0), quantity: 15 },
        { nm_sku: sku(1), quantity: 0 },
        { nm_sku: extra.nm_sku, quantity: 4 },
      ],
    })
    expect([reply.status, reply.body.message]).toEqual([200, 'Order amended.'])
    const now = await seen(seller)
    expect(now).toMatchObject({ total_order_quantity: 19, shipping_deadline: dayFromNow(30), version: 2 })
    expect(now?.amendments).toMatchObject([
      {
        reason: 'Sold slower',
        deadline: { from: dayFromNow(10), to: dayFromNow(30) },
        unit_price_from: { minor: 4_550 },
        unit_price_to: { minor: 4_400 },
        lines: [
          { nm_sku: sku(0), from: 12, to: 15 },
          { nm_sku: sku(1), from: 8, to: 0 },
          { nm_sku: extra.nm_sku, from: 0, to: 4 },
        ],
      },
    ])
    expect(now?.history?.at(-1)).toMatchObject({
      event: 'order.amended',
      details: { reason: 'Sold slower', pieces_from: 20, pieces_to: 19 },
    })
    expect(await told()).toEqual(['order_amended'])
    // The line of nothing waits for no answer; brought back, it does.
    await answer()
    expect((await seen())?.vendor_decision).toBe('ANSWERED')
    expect((await amend({ lines: [{ nm_sku: sku(1), quantity: 2 }] })).status).toBe(200)
    expect((await seen())?.vendor_decision).toBe('NEW')
    expect(await brokenBooks(server.db)).toEqual([])
    expect(await brokenStories(server.db)).toEqual([])
  })

  // Would catch: a price that changes under a vendor's answer, also through a raised line that waits anew.
  test('of an answered order leaves its price, raises what is answered anew, and takes away what awaits', async () => {
    await answer()
    const price = { unit_price: { minor: 1, currency: 'CNY' } }
    const refused = await amend(price)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'move_not_allowed',
      'The vendor has answered this order: its price stays.',
    ])
    expect((await amend({ lines: [{ nm_sku: sku(0), quantity: 20 }] })).body.data.order.vendor_decision).toBe('NEW')
    expect((await amend({ lines: [{ nm_sku: sku(1), quantity: 9 }] })).status).toBe(200)
    expect((await amend(price)).status).toBe(409)
    await answer()
    expect((await amend({ lines: [{ nm_sku: sku(0), quantity: 5 }] })).body.data.order).toMatchObject({
      vendor_decision: 'ANSWERED',
      total_order_quantity: 14,
    })
    expect((await seen())?.amendments).toHaveLength(3)
    expect(await brokenBooks(server.db)).toEqual([])
  })

  // Would catch: pieces taken out of a shipment, or an answer that does not say what is possible.
  test('takes no piece that is promised, packed or shipped, and says how few are possible', async () => {
    await answer()
    await ready(sku(0), 9)
    expect((await ship(sku(0), 4)).status).toBe(200)
    const refused = await amend({ lines: [{ nm_sku: sku(0), quantity: 3 }] })
    expect([refused.status, refused.body.code]).toEqual([409, 'move_not_allowed'])
    expect(refused.body.message).toContain(`SKU ${sku(0)} cannot have fewer than 4 pieces`)
    expect(refused.body.details.allowed).not.toContain('amend_down')
    // Three await and five are free: the five go after the three.
    expect((await amend({ lines: [{ nm_sku: sku(0), quantity: 6 }] })).status).toBe(200)
    expect(await quantitiesOf(0)).toMatchObject({ ordered: 6, awaiting: 0, on_platform: 6 })
    const nothing = await amend({ lines: order.lines.map(({ nm_sku }) => ({ nm_sku, quantity: 0 })) })
    expect(nothing.status).toBe(409)
    expect(await brokenBooks(server.db)).toEqual([])
  })

  // Would catch: a change without a reason, of nothing, of a refused order, by who saw an older one, or to an empty order.
  test('is refused where there is nothing to amend', async () => {
    const status = async (change: Record<string, unknown>) => {
      const { status: code, body } = await amend(change)
      return [code, body.message]
    }
    expect((await amend({ reason: ' ' })).status).toBe(400)
    expect(await status({})).toEqual([400, 'Please change a quantity, the deadline or the price.'])
    expect(await status({ lines: [{ nm_sku: sku(0), quantity: 12 }] })).toEqual([
      400,
      'Please change a quantity, the deadline or the price.',
    ])
    const stale = await amend({ version: 99, lines: [{ nm_sku: sku(0), quantity: 1 }] })
    expect(stale.body.code).toBe('stale')
    expect(await status({ lines: order.lines.map(({ nm_sku }) => ({ nm_sku, quantity: 0 })) })).toEqual([
      409,
      'An order keeps at least one piece. Please cancel it instead.',
    ])
    expect((await status({ shipping_deadline: dayFromNow(-1) }))[1]).toBe('This deadline has passed already.')
    await asItStands(server, ops).call(calls.cancelOrder, { order_id: order.order_id, reason: 'Twice' })
    const version = 2
    const gone = await ops.call(calls.amendOrder, { order_id: order.order_id, version, reason: 'x', lines: [] })
    expect(gone.body.message).toBe('This order was refused or cancelled: it does not change any more.')
  })

  // Would catch: what ops changed among themselves in what the vendor reads later.
  test('before the vendor sees the order stays among ops', async () => {
    await decideOn(server, ops, order.order_id, { decision: 'withdraw' })
    const lines = [{ nm_sku: sku(0), quantity: 3 }]
    const reply = await ops.call(calls.amendOrder, { order_id: order.order_id, version: 2, reason: 'Too many', lines })
    expect(reply.body.data.order.amendments).toHaveLength(1)
    expect(await told()).not.toContain('order_amended')
    await decideOn(server, ops, order.order_id)
    const theirs = await seen(seller)
    expect([theirs?.amendments, theirs?.total_order_quantity]).toEqual([[], 11])
    expect(theirs?.history?.map(({ event }) => event)).not.toContain('order.corrected')
  })

  // Would catch: ops and vendor on the same pieces at once, each taking the last ones, or one overwriting the other unsaid.
  test('and the vendor’s work at the same moment: whoever comes second is told, and no piece goes below nothing', async () => {
    const confirm = seller.call(calls.updateOrders, {
      orders: [
        {
          order_id: order.order_id,
          version: 1,
          lines: order.lines.map((l) => ({ nm_sku: l.nm_sku, ready_quantity: l.ordered })),
        },
      ],
    })
    const fewer = ops.call(calls.amendOrder, {
      ...{ order_id: order.order_id, version: 1, reason: 'Sold slower' },
      lines: [{ nm_sku: sku(0), quantity: 5 }],
    })
    const codes = (await Promise.all([confirm, fewer])).map(({ status, body }) => body.code ?? status)
    expect(codes.toSorted()).toEqual([200, 'stale'])
    await answer().catch(() => undefined)
    const rounds = Array.from({ length: 6 }, async (_, at) => {
      const work = [
        () => ready(sku(0), 5),
        () => ship(sku(0), 2),
        () => amend({ lines: [{ nm_sku: sku(0), quantity: at }] }),
        () => amend({ lines: [{ nm_sku: sku(1), quantity: 8 - at }] }),
      ]
      return Promise.all(work.map((each) => each()))
    })
    const replies = (await Promise.all(rounds)).flat()
    expect(replies.filter(({ status }) => status !== 200 && status !== 409 && status !== 400)).toEqual([])
    expect(await brokenBooks(server.db)).toEqual([])
  })
})

describe('a cancellation', () => {
  const cancel = (more: Record<string, unknown> = {}) =>
    asItStands(server, ops).call(calls.cancelOrder, { order_id: order.order_id, reason: 'Style dropped', ...more })

  // Would catch: a cancelled order that the vendor goes on working on, or that nobody finds again.
  test('takes the order from its vendor, keeps its pieces, and can be taken back', async () => {
    await answer()
    await ready(sku(0), 5)
    expect((await cancel()).body.message).toBe('Order cancelled.')
    expect(await seen(seller)).toBeUndefined()
    const platform = await seller.call(contract.orders.getShippingItems, {})
    expect(platform.body.data.rows).toEqual([])
    expect((await ready(sku(0), 6)).status).toBe(409)
    const listed = await ops.call(calls.getPendingOrders, {
      ...{ page: 1, tab: 'cancelled' as const, search: order.order_id, include_history: true },
    })
    expect(listed.body.data.rows[0]).toMatchObject({ order_id: order.order_id, decision: 'CANCELLED' })
    expect(listed.body.data.rows[0]?.history?.at(-1)?.details).toEqual({ reason: 'Style dropped' })
    for (const decision of ['approve', 'withdraw'] as const) {
      const { body } = await decideOn(server, ops, order.order_id, { decision })
      expect(body.data.unchanged).toEqual([{ order_id: order.order_id, reason: 'The order was cancelled.' }])
    }
    expect((await cancel()).status).toBe(409)
    expect((await cancel({ action: 'restore' })).body.message).toBe('Cancellation taken back.')
    expect(await quantitiesOf(0)).toMatchObject({ ordered: 12, awaiting: 7, on_platform: 5 })
    expect(await told()).toEqual(['orders_cancelled', 'orders_restored'])
    expect((await cancel({ action: 'restore' })).status).toBe(409)
    expect(await brokenBooks(server.db)).toEqual([])
  })

  // Would catch: boxes whose order is gone.
  test('is refused while a piece is in a shipment, and without a reason', async () => {
    await answer()
    await ready(sku(0), 5)
    await ship(sku(0), 2)
    const refused = await cancel()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '2 pieces of this order are in shipments or were shipped: it cannot be cancelled.',
    ])
    expect((await cancel({ reason: ' ' })).status).toBe(400)
    expect((await seen(seller))?.order_id).toBe(order.order_id)
  })
})

describe('urgency', () => {
  // Would catch: a flag that nobody wrote down, one that spoils an answer being typed, or a second notice for nothing.
  test('is set and unset for several at once, and told to the vendor once', async () => {
    const refused = await makeOrder(server.db, { vendor: order.vendor, decision: 'NOT_APPROVED' })
    const set = (is_urgent: boolean) =>
      ops.call(calls.setUrgent, { order_ids: [order.order_id, refused.order_id, 'NO-SUCH'], is_urgent })
    expect((await set(true)).body.data).toEqual({
      changed: [order.order_id],
      unchanged: [
        { order_id: refused.order_id, reason: 'The order is already refused.' },
        { order_id: 'NO-SUCH', reason: 'The order was not found.' },
      ],
    })
    expect(await seen(seller)).toMatchObject({ is_urgent: true, is_flagged_urgent: true, version: 1 })
    expect((await set(true)).body.data.changed).toEqual([])
    expect((await set(false)).body.data.changed).toEqual([order.order_id])
    expect((await seen(seller))?.is_urgent).toBe(false)
    expect((await seen())?.history?.map(({ event, source }) => [event, source])).toEqual([
      ['order.urgent_set', 'bulk'],
      ['order.urgent_unset', 'bulk'],
    ])
    expect(await told()).toEqual(['orders_urgent'])
  })
})

describe('orders that wait for their vendor', () => {
  // Would catch: the one that waits longest at the end of the list; a vendor who is told of orders that are done, of one order over and over, or of one per order instead of once.
  test('are counted by what is wrong, and their vendors reminded once an hour', async () => {
    const other = await makeOrder(server.db, { vendor: order.vendor, answered: false })
    const refused = await makeOrder(server.db, { vendor: order.vendor, decision: 'NOT_APPROVED' })
    const ids = [order.order_id, other.order_id].sort()
    const supplier_id = order.vendor.code
    const chased = async (chase: 'unanswered' | 'short') => {
      const { body } = await ops.call(calls.getConfirmedOrders, { page: 1, supplier_id, chase })
      return body.data.rows.map(({ order_id }) => order_id).sort()
    }
    expect((await ops.call(calls.ordersToChase, { supplier_id })).body.data.counts).toMatchObject({
      unanswered: 2,
      short: 0,
    })
    expect([await chased('unanswered'), await chased('short')]).toEqual([ids, []])
    for (const [place, id] of ids.entries())
      await sql`UPDATE vendor_order SET order_date = '2026-11-02', asked_at = ${`2026-11-0${3 + place}T00:00:00Z`}
        WHERE order_id = ${id}`.execute(server.db)
    const { rows } = (await ops.call(calls.getConfirmedOrders, { page: 1, supplier_id, chase: 'unanswered' })).body.data
    expect(rows.map(({ order_id }) => order_id)).toEqual(ids)
    const remind = () => ops.call(calls.remindVendors, { order_ids: [...ids, refused.order_id, 'NO-SUCH'] })
    const [first, second] = await Promise.all([remind(), remind()])
    expect([...first.body.data.changed, ...second.body.data.changed].sort()).toEqual(ids)
    expect((await remind()).body.data.unchanged.map(({ reason }) => reason)).toEqual([
      ...Array(2).fill('The vendor was reminded of this order within the last hour.'),
      'Nothing of this order waits for its vendor.',
      'The order was not found.',
    ])
    expect(await told()).toEqual(['orders_reminded'])
    expect((await seen())?.history?.map(({ event }) => event)).toEqual(['order.reminded'])
  })
})

// Would catch: a vendor or the house's other people who order for themselves. The contract's tests ask every role; these say why.
test.each(['vendor', 'internal_team', 'ops_team', 'warehouse'] as const)(
  '%s makes and changes no order',
  async (role) => {
    const who = role === 'vendor' ? seller : await server.as(role)
    const order_id = order.order_id
    const replies = await Promise.all([
      who.call(calls.makeOrder, wish() as never),
      who.call(calls.amendOrder, { order_id, version: 1, reason: 'x', lines: [{ nm_sku: sku(0), quantity: 1 }] }),
      asItStands(server, who).call(calls.cancelOrder, { order_id, reason: 'x' }),
      who.call(calls.setUrgent, { order_ids: [order_id], is_urgent: true }),
      who.call(calls.remindVendors, { order_ids: [order_id] }),
      who.call(calls.orderableStyles, {}),
    ])
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  },
)

// Would catch: a search that shows another style's SKUs, or the price of an order that was refused.
test('styles to order come with their SKUs and what they cost the last time', async () => {
  const { body } = await ops.call(calls.orderableStyles, { search: style.slice(1) })
  const found = body.data.rows.find(({ style_id }) => style_id === style)
  expect(found).toMatchObject({
    supplier_id: order.vendor.code,
    last_order: { order_id: order.order_id, pieces: 20, unit_price: { minor: 4_550, currency: 'CNY' } },
  })
  expect(found?.skus.map(({ nm_sku }) => nm_sku)).toEqual([sku(0), sku(1)])
  const one = await ops.call(calls.orderableStyles, { style_id: style })
  expect(one.body.data.rows.map(({ style_id }) => style_id)).toEqual([style])
})

// Would catch: a price history with another style's orders or refused ones; a vendor judged by orders that are not due yet.
test('what an approval weighs: the style’s orders before, and the vendor’s last days', async () => {
  const { body } = await make()
  const made = body.data.order.order_id
  const asked = async () => (await ops.call(calls.orderBackground, { order_id: made })).body.data
  expect(await asked()).toMatchObject({
    earlier: [{ order_id: order.order_id, supplier_id: order.vendor.code, pieces: 20, unit_price: { minor: 4_550 } }],
    vendor: { days: 90, figures: { due: 0, on_time: 0, short_pieces: 0, lots_accepted: 0, lots_rejected: 0 } },
  })
  await server.db
    .updateTable('vendor_order')
    .set({ ship_by: dayFromNow(-3) })
    .where('id', '=', order.id)
    .execute()
  expect((await asked()).vendor.figures).toMatchObject({ due: 1, on_time: 0 })
  await asItStands(server, ops).call(calls.cancelOrder, { order_id: order.order_id, reason: 'Style dropped' })
  expect(await asked()).toMatchObject({ earlier: [], vendor: { figures: { due: 0 } } })
  expect((await ops.call(calls.orderBackground, { order_id: 'VO-NOBODY' })).status).toBe(404)
})

// Would catch: a filter that is not kept in the list, its counts or its sheet alike; choices of another vendor's styles.
test('the platform is narrowed by lateness, style and destination, and says by what', async () => {
  const [soon, late] = [await makeOrder(server.db, {}), await makeOrder(server.db, { shipInDays: -2 })]
  const both = [soon, late].map(({ order_id }) => order_id)
  const ask = async (filter: object) => {
    const { rows } = (await ops.call(calls.getShippingItems, { order_ids: both, page_size: 200, ...filter })).body.data
    return [...new Set(rows.map((row) => row.order_id))].sort()
  }
  expect(await ask({})).toEqual(both.toSorted())
  expect(await ask({ late: true })).toEqual([late.order_id])
  expect(await ask({ style_id: await styleOf(soon) })).toEqual([soon.order_id])
  expect(await ask({ destination_id: 'CN-GZ-T' })).toEqual(both.toSorted())
  expect(await ask({ destination_id: 'NOWHERE' })).toEqual([])
  const own = await server.as(await server.makeUser({ role: 'vendor', vendor: soon.vendor }))
  const choices = (await own.call(calls.platformChoices, {})).body.data
  expect(choices.styles.map(({ id }) => id)).toContain(await styleOf(soon))
  expect(choices.styles.map(({ id }) => id)).not.toContain(await styleOf(late))
  expect(choices.destinations).toMatchObject([{ id: 'CN-GZ-T' }])
})
