import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { allowedOrderActions, orderActions } from '../../src/shared/areas/orders/next-actions.ts'
import { allowedShipmentMoves, shipmentActions, shipmentStates } from '../../src/shared/areas/shipments/status.ts'
import { type ActionName, contract, rightOf, type TraceKind } from '../../src/shared/areas.ts'
import { readTraced } from '../../src/shared/kernel/traced-code.ts'
import type { Client } from '../support/client.ts'
import { decideOn } from '../support/order-decisions.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { openShipment, type PackedShipment, packedShipment } from '../support/shipments.ts'

const { trace: traceCalls, orders: ordersCalls, shipments: shipmentsCalls } = contract

let server: TestServer
let theirs: PackedShipment
let staff: Client
let thief: Client
let style: string

beforeAll(async () => {
  server = await testServer()
  theirs = await packedShipment(server)
  staff = await server.as('ops')
  thief = await server.as('vendor')
  style = (
    await server.db
      .selectFrom('vendor_order as o')
      .innerJoin('style as s', 's.id', 'o.style_id')
      .where('o.id', '=', theirs.order.id)
      .select('s.code')
      .executeTakeFirstOrThrow()
  ).code
})

async function find(client: Client, text: string) {
  const reply = await client.call(traceCalls.findTraced, { text })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}

async function exactly(client: Client, text: string): Promise<string[]> {
  const { hits } = await find(client, text)
  return hits.filter((hit) => hit.is_exact).map((hit) => `${hit.kind} ${hit.code}`)
}

async function historyOf(client: Client, kind: TraceKind, code: string, cursor?: string | null) {
  const reply = await client.call(traceCalls.traceLife, { kind, code, cursor: cursor ?? null })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}

const sku = () => theirs.order.lines[0]?.nm_sku ?? ''

describe('finding', () => {
  // Would catch: a kind whose finder is missing or looks into the wrong column.
  test('every kind of code leads to its thing', async () => {
    expect(await exactly(staff, theirs.order.order_id)).toEqual([`order ${theirs.order.order_id}`])
    expect(await exactly(staff, theirs.shipment_id)).toEqual([`shipment ${theirs.shipment_id}`])
    expect(await exactly(staff, theirs.sscc)).toEqual([`box ${theirs.sscc}`])
    expect(await exactly(staff, theirs.tracking)).toEqual([`box ${theirs.sscc}`])
    expect(await exactly(staff, theirs.invoice)).toEqual([`shipment ${theirs.shipment_id}`])
    expect(await exactly(staff, sku())).toEqual([`sku ${sku()}`])
    expect(await exactly(staff, style)).toEqual([`style ${style}`])
    expect(await exactly(staff, `${theirs.shipment_id} / 1`)).toEqual([`box ${theirs.sscc}`])
    expect(await exactly(staff, '1')).toContain(`box ${theirs.sscc}`)
  })

  // Would catch: a code that is found as printed but not as people and scanners send it.
  test('full width, lower case and blanks mean nothing', async () => {
    const full = [...theirs.order.order_id].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    for (const text of [full, theirs.order.order_id.toLowerCase(), `\u200b ${theirs.order.order_id}\u3000`])
      expect(await exactly(staff, text)).toEqual([`order ${theirs.order.order_id}`])
    expect(await exactly(staff, theirs.invoice.toLowerCase())).toEqual([`shipment ${theirs.shipment_id}`])
  })

  test('an SSCC is found in every form that scanners and labels have', async () => {
    const { sscc } = theirs
    const spaced = `(00) ${sscc.slice(0, 1)} ${sscc.slice(1, 8)} ${sscc.slice(8, 17)} ${sscc.slice(17)}`
    const forms = [
      sscc,
      `00${sscc}`,
      `(00)${sscc}`,
      spaced,
      `]C100${sscc}`,
      `\u001d00${sscc}`,
      `]d200${sscc}\u001d37120`,
      `(00)${sscc}(37)12`,
    ]
    for (const text of forms) expect(await exactly(staff, text), JSON.stringify(text)).toEqual([`box ${sscc}`])
  })

  // Would catch: a misread label that only says "nothing found", so that the packer looks for a lost box.
  test('a wrong check digit is said', async () => {
    const wrong = theirs.sscc.slice(0, 17) + String((Number(theirs.sscc.at(-1)) + 1) % 10)
    for (const text of [wrong, `(00)${wrong}`, `]C100${wrong}`])
      expect(await find(staff, text)).toEqual({ hits: [], records: [], is_misread: true })
    expect(await find(staff, '123456')).toMatchObject({ is_misread: false })
    expect(readTraced(wrong)).toMatchObject({ sscc: null, isMisread: true })
  })

  test('an exact hit comes before longer codes, and a beginning finds at most its share', async () => {
    const family = await makeOrder(server.db)
    const longer = await makeOrder(server.db)
    const id = `${family.order_id}9`
    await server.db.updateTable('vendor_order').set({ order_id: id }).where('id', '=', longer.id).execute()
    const { hits } = await find(staff, family.order_id)
    expect(hits.map((hit) => [hit.code, hit.is_exact])).toEqual([
      [family.order_id, true],
      [id, false],
    ])
    expect((await find(staff, 'PO-')).hits.length).toBeLessThanOrEqual(20)
    // A part of an SSCC, with its "00" or without.
    for (const text of [theirs.sscc.slice(0, 16), `00${theirs.sscc.slice(0, 16)}`])
      expect((await find(staff, text)).hits.map((hit) => hit.code)).toContain(theirs.sscc)
  })

  // Would catch: a typed wildcard that lists everything, a quote that ends the query, a sign the database refuses.
  test('hostile input finds nothing and breaks nothing', async () => {
    const texts = ['%', '_', '%_%', '\\', "'; DROP TABLE box; --", '\u0000', '\ud800', '\u{10FFFF}', '']
    for (const text of texts) expect(await find(staff, text), JSON.stringify(text)).toMatchObject({ hits: [] })
    for (const text of ['PO-T00000_', 'PO-%', 'SH\\']) expect((await find(staff, text)).hits).toEqual([])
    expect(await find(staff, `\u0000${sku()}\u0000`)).toEqual(await find(staff, sku()))
    expect((await staff.call(traceCalls.findTraced, { text: 'x'.repeat(101) })).status).toBe(400)
    const cursors = [
      'x',
      Buffer.from('["","nonsense"]').toString('base64url'),
      Buffer.from('[1]').toString('base64url'),
    ]
    for (const cursor of cursors) {
      const reply = await staff.call(traceCalls.traceLife, { kind: 'order', code: theirs.order.order_id, cursor })
      expect(reply.status).toBe(400)
    }
  })
})

describe('whose things they are', () => {
  const kinds = (): [TraceKind, string][] => [
    ['order', theirs.order.order_id],
    ['shipment', theirs.shipment_id],
    ['box', theirs.sscc],
    ['sku', sku()],
    ['style', style],
  ]

  // Would catch: one finder that forgot whose rows it may see, or a reply that tells a stranger's code from an unknown one.
  test("another vendor's code is as good as unknown", async () => {
    const texts = [...kinds().map(([, code]) => code), theirs.tracking, theirs.invoice, `${theirs.shipment_id}/1`]
    for (const text of texts)
      expect(await find(thief, text), text).toEqual({ hits: [], records: [], is_misread: false })
    for (const [kind, code] of kinds()) {
      const stranger = await thief.call(traceCalls.traceLife, { kind, code })
      const unknown = await thief.call(traceCalls.traceLife, { kind, code: 'ZZ-UNKNOWN' })
      expect(stranger.status, kind).toBe(404)
      expect(JSON.stringify(stranger.body).replaceAll(code, 'ZZ-UNKNOWN')).toBe(JSON.stringify(unknown.body))
    }
    const own = await server.as(theirs.user)
    for (const [kind, code] of kinds()) expect((await historyOf(own, kind, code)).code, kind).toBe(code)
  })

  test('a vendor finds an order only once ops approved it', async () => {
    const order = await makeOrder(server.db, { decision: 'NEW', answered: false })
    const own = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
    expect((await find(own, order.order_id)).hits).toEqual([])
    expect((await own.call(traceCalls.traceLife, { kind: 'order', code: order.order_id })).status).toBe(404)
    expect((await find(staff, order.order_id)).hits[0]).toMatchObject({
      status: 'Waiting for approval',
      path: `/ops/all-pending-orders?order=${order.order_id}`,
    })
    // Its SKU is the vendor's own, but tells nothing of the order.
    const history = await historyOf(own, 'sku', order.lines[0]?.nm_sku ?? '')
    expect([history.quantities, history.events, history.next]).toEqual([null, [], []])
  })

  // Would catch: a price in a fact, or in ops' free words, for those who may see none.
  test('no price for quality control', async () => {
    const { order_id } = (await makeOrder(server.db, { decision: 'NEW', answered: false })) ?? {}
    const remark = 'agreed at 745.50 a piece'
    await server.db.updateTable('vendor_order').set({ remark }).where('order_id', '=', order_id).execute()
    const approved = await decideOn(server, staff, order_id ?? '', { remark })
    expect(approved.status).toBe(200)
    // A detail that nobody named yet must not leave either.
    await server.db
      .insertInto('audit_event')
      .values({
        id: v7(),
        user_id: null,
        entity: 'order',
        entity_id: order_id,
        event: 'order.priced',
        from_state: null,
        to_state: null,
        source: 'api',
        request_id: 'x',
        details: JSON.stringify({ unit_price_minor: 74550, note: 'agreed at 745.50' }),
      })
      .execute()
    for (const role of ['china_warehouse_team', 'india_qc_manager', 'india_qc_inward_wh', 'warehouse'] as const) {
      const history = await historyOf(await server.as(role), 'order', order_id)
      expect(JSON.stringify(history)).not.toMatch(/745\.50|4550|CNY|Unit price/)
      expect(history.events.length).toBeGreaterThan(1)
      expect([history.next, history.path]).toEqual([[], null])
    }
    const seen = await historyOf(staff, 'order', order_id)
    expect(seen.facts.find((fact) => fact.label === 'Unit price')?.price).toEqual({ minor: 4_550, currency: 'CNY' })
    expect(seen.events.find((event) => event.event === 'order.approved')?.details).toEqual({ remark })
    expect(JSON.stringify(seen)).not.toContain('unit_price_minor')
  })

  // Would catch: the palette, which is everybody's, as a way around the right.
  test('a role without the right finds no histories, and reads none', async () => {
    const { shipment_id } = theirs
    for (const role of ['cad', 'bm_team', 'retail_admin'] as const) {
      const client = await server.as(role)
      expect(await find(client, shipment_id)).toMatchObject({ hits: [], records: [] })
      const life = { kind: 'shipment' as const, code: shipment_id }
      expect((await client.call(traceCalls.traceLife, life)).status).toBe(403)
    }
  })
})

describe('a life', () => {
  test('an order tells of its shipments and boxes, and where its pieces went', async () => {
    const history = await historyOf(staff, 'order', theirs.order.order_id)
    expect(history.related.map(({ kind, total }) => [kind, total])).toEqual([
      ['style', 1],
      ['shipment', 1],
      ['box', theirs.order.lines.length],
    ])
    const told = history.events.map((event) => `${event.of.code} ${event.event}`)
    expect(told).toContain(`${theirs.order.order_id} order.scheduled`)
    expect(told).toContain(`${theirs.shipment_id} shipment.packed`)
    const pieces = theirs.order.lines.reduce((sum, line) => sum + line.ordered, 0)
    const packed = history.events.find((event) => event.event === 'shipment.packed')
    expect(packed?.moves).toEqual([{ kind: 'pack', quantity: pieces }])
    expect(history.quantities).toMatchObject({ ordered: pieces, packed: pieces })
    expect(history.events.map((event) => event.id)).toEqual(
      history.events
        .map((event) => event.id)
        .toSorted()
        .reverse(),
    )
  })

  // Would catch: a SKU's timeline that counts the pieces of its order's other SKUs.
  test("a SKU tells its own pieces only; a style all its SKUs'", async () => {
    const [first, ...others] = theirs.order.lines
    const history = await historyOf(staff, 'sku', first?.nm_sku ?? '')
    expect(history.events.find((event) => event.event === 'shipment.packed')?.moves).toEqual([
      { kind: 'pack', quantity: first?.ordered },
    ])
    expect(history.quantities?.packed).toBe(first?.ordered)
    const whole = await historyOf(staff, 'style', style)
    expect(whole.quantities?.packed).toBe((first?.ordered ?? 0) + others.reduce((sum, line) => sum + line.ordered, 0))
    expect(whole.related.map(({ kind }) => kind)).toEqual(['order', 'shipment', 'box', 'sku'])
  })

  test('a box tells its contents and its shipment', async () => {
    const history = await historyOf(staff, 'box', `(00)${theirs.sscc}`)
    expect(history.title).toBe(`${theirs.shipment_id} / 1`)
    const contents = history.related.find(({ kind }) => kind === 'sku')
    expect(contents?.items.map((item) => [item.code, item.pieces])).toEqual([[sku(), theirs.order.lines[0]?.ordered]])
    expect(history.events.map((event) => event.event)).toContain('shipment.packed')
  })

  // Would catch: a cursor that repeats or leaves out an event at the page's edge.
  test('events come 200 at a time, each once', async () => {
    const order = await makeOrder(server.db)
    const ids = Array.from({ length: 450 }, () => v7())
    await sql`INSERT INTO audit_event (id, entity, entity_id, event, source, request_id)
      SELECT id, 'order', ${order.order_id}, 'file.downloaded', 'api', 'x' FROM unnest(${ids}::uuid[]) AS t (id)`.execute(
      server.db,
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof historyOf>> = await historyOf(staff, 'order', order.order_id, cursor)
      expect(page.events.length).toBeLessThanOrEqual(200)
      seen.push(...page.events.map((event) => event.id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(ids.toSorted().reverse())
  })
})

describe('next actions', () => {
  const namesOf = async (client: Client, kind: TraceKind, code: string) =>
    (await historyOf(client, kind, code)).next.map(({ action }) => action)

  /** Tries each command of an order on it; true where the server allowed it. The order is made anew for each. */
  const attempts: Partial<Record<ActionName, (order: Made) => Promise<{ status: number; body: unknown }>>> = {
    decide: async ({ order }) => changed(await decideOn(server, staff, order.order_id)),
    withdraw: async ({ order }) => changed(await decideOn(server, staff, order.order_id, { decision: 'withdraw' })),
    answer: ({ order, version }) =>
      staff.call(ordersCalls.updateOrders, {
        orders: [
          {
            order_id: order.order_id,
            version,
            lines: order.lines.map((line) => ({ nm_sku: line.nm_sku, ready_quantity: line.ordered })),
          },
        ],
      }),
    reopen: ({ order, version }) =>
      staff.call(ordersCalls.updateOrders, { action: 'reopen', orders: [{ order_id: order.order_id, version }] }),
    schedule: ({ order, ready }) =>
      staff.call(ordersCalls.saveScheduleQuantity, {
        items: [{ order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '', ready_quantity: ready + 1 }],
      }),
    makeShipment: ({ order }) =>
      staff.call(shipmentsCalls.updateShipment, {
        lines: [{ order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '', quantity: 1 }],
      }),
    recoverPieces: ({ order }) => staff.call(ordersCalls.recoverOosOrder, { order_id: order.order_id }),
  }

  interface Made {
    order: Awaited<ReturnType<typeof makeOrder>>
    version: number
    /** Pieces of its line that are free on the platform. */
    ready: number
  }

  /** An approval answers 200 and says what stayed as it was. */
  function changed(reply: { status: number; body: { data?: { changed: unknown[] } } }) {
    return { status: reply.body.data?.changed.length === 1 ? 200 : 409, body: reply.body }
  }

  const stories: [name: string, make: () => Promise<Made['order']>][] = [
    ['pending', () => makeOrder(server.db, { decision: 'NEW', answered: false, pieces: [6] })],
    ['approved', () => makeOrder(server.db, { answered: false, pieces: [6] })],
    ['answered', () => makeOrder(server.db, { pieces: [6] })],
    ['partly on the platform', () => scheduled({ ready_quantity: 2 })],
    ['wholly on the platform', () => scheduled({ ready_quantity: 6 })],
    ['out of stock', () => scheduled({ oos_quantity: 6 })],
    ['ready and out of stock', () => scheduled({ ready_quantity: 2, oos_quantity: 1 })],
    ['in a shipment', async () => (await openShipment(server, { pieces: [6] })).order],
  ]

  async function scheduled(entry: { ready_quantity?: number; oos_quantity?: number }) {
    const order = await makeOrder(server.db, { pieces: [6] })
    const items = [{ order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '', ...entry }]
    expect((await staff.call(ordersCalls.saveScheduleQuantity, { items })).status).toBe(200)
    return order
  }

  async function standingOf(order: Made['order']): Promise<Made> {
    const row = await server.db
      .selectFrom('vendor_order')
      .where('id', '=', order.id)
      .select(['version', 'platform'])
      .executeTakeFirstOrThrow()
    return { order, version: row.version, ready: row.platform }
  }

  // Would catch: a button for what the server then refuses, or a move that is allowed and never offered.
  test.each(stories)('of an order that is %s are what its commands allow', async (name, make) => {
    for (const [action, attempt] of Object.entries(attempts)) {
      const made = await standingOf(await make())
      const offered = (await namesOf(staff, 'order', made.order.order_id)).includes(action as ActionName)
      const reply = await attempt(made)
      const isAllowed = reply.status === 200
      // The API takes an answer anew while nothing moved; the screens take the old one back first.
      const isNext = action === 'answer' ? isAllowed && name === 'approved' : isAllowed
      expect([action, offered, JSON.stringify(reply.body)]).toEqual([action, isNext, JSON.stringify(reply.body)])
    }
  })

  test('of a shipment are what its state allows', async () => {
    for (const state of shipmentStates) {
      for (const boxesInwarded of [0, 1]) {
        const packed = { shipment_id: 'SH-1', state, boxesInwarded, isPacked: true }
        const offered = shipmentActions(packed).map(({ action }) => action)
        expect(offered.toSorted()).toEqual(allowedShipmentMoves(state, boxesInwarded).toSorted())
        const open = shipmentActions({ ...packed, isPacked: false }).map(({ action }) => action)
        expect(open).toEqual(offered.filter((action) => action !== 'ship'))
      }
    }
  })

  test('a shipment is shipped only once all of it is packed', async () => {
    const open = await openShipment(server)
    expect(await namesOf(open.client, 'shipment', open.shipment_id)).toEqual(['pack', 'describe', 'change', 'cancel'])
    const own = await server.as(theirs.user)
    const packed = ['ship', 'pack', 'describe', 'change', 'cancel']
    expect(await namesOf(own, 'shipment', theirs.shipment_id)).toEqual(packed)
    expect(await namesOf(own, 'box', theirs.sscc)).toEqual(packed)
  })

  // Would catch: an action that leads to a screen that is not there, or that the caller may not open.
  test('lead to screens that open for the caller', async () => {
    const order = await makeOrder(server.db, { answered: false })
    const own = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
    expect(await namesOf(own, 'order', order.order_id)).toEqual(['answer'])
    expect(await namesOf(staff, 'order', order.order_id)).toEqual(['answer', 'withdraw'])
    const lines = [
      { ...bare, ordered: 9, awaiting: 3, platform: 2, oos: 2, rejected: 2, vendor_decision: 'CONFIRMED' as const },
    ]
    const every = allowedOrderActions({ is_closed: false, decision: 'APPROVED', vendor_decision: 'NEW', lines })
    for (const place of [{ order: 'PO-1 &x' }, { search: 'NM/1' }])
      for (const { path } of orderActions([...every, 'decide', 'withdraw'], place)) {
        expect(() => rightOf(path.split('?')[0] ?? '')).not.toThrow()
        expect([...new URLSearchParams(path.split('?')[1]).values()]).toContain(
          'order' in place ? place.order : place.search,
        )
      }
  })

  const bare = { reserved: 0, packed: 0, shipped: 0 }
})
