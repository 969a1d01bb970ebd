import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { getOrdersFile } from '../../src/server/areas/orders/csv-files.ts'
import type { CallContext } from '../../src/server/http/call.ts'
import { contract } from '../../src/shared/areas.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import type { MadeUser } from '../support/people.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'
import { type MadeShipment, openShipment, type PackedShipment, packedShipment } from '../support/shipments.ts'

const { labels: labelsCalls, orders: ordersCalls, shipments: shipmentsCalls, retool: retoolCalls } = contract

let server: TestServer
let made: PackedShipment
let open: MadeShipment

beforeAll(async () => {
  server = await testServer()
  made = await packedShipment(server)
  open = await openShipment(server)
})

// Would catch: a refusal that begins as a PDF and ends as a broken file, instead of being told in words.
test('a print of no label, or of too many, is refused in JSON', async () => {
  const { client, shipment_id, order, sscc } = made
  const nm_sku = order.lines[0]?.nm_sku ?? ''
  const many = { nm_sku, copies: 5_000 }
  const codes = Array.from({ length: 51 }, () => ({ code: nm_sku, copies: 1_000 }))
  for (const reply of [
    await client.call(shipmentsCalls.getShippingLabel, { shipment_id, box_nos: [] }),
    await client.call(shipmentsCalls.getSkuLabels, { shipment_id, items: [] }),
    await client.call(shipmentsCalls.getSkusLabel, { items: Array.from({ length: 11 }, () => many) }),
    await client.call(labelsCalls.barcodeLabels, { items: [] }),
    await client.call(labelsCalls.barcodeLabels, { items: codes }),
    await client.call(labelsCalls.barcodeLabels, { kind: 'box', items: [{ code: sscc, copies: 0 }] }),
  ]) {
    expect(reply.status).toBe(400)
    expect(reply.headers['content-type']).toContain('application/json')
  }
})

test('barcode labels are kept once, however many copies, and printed as many times', async () => {
  const asked = await made.client.call(labelsCalls.barcodeLabels, {
    items: [{ code: made.sscc, copies: 300 }],
    kind: 'box',
  })
  const label_id = asked.body.data.label_url.split('/').at(-1) ?? ''
  const saved = await server.db
    .selectFrom('label_file')
    .where('id', '=', label_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(saved.labels).length).toBeLessThan(300)
  const pdf = await made.client.call(labelsCalls.getLabelFile, { label_id })
  expect(pdf.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(300)
})

// Would catch: a wildcard, a backslash or a NUL in what people type that finds everything or fails with a server error.
test('search takes every sign literally', async () => {
  const { client } = made
  const calls = [
    ordersCalls.getOrders,
    ordersCalls.getShippingItems,
    shipmentsCalls.getShipments,
    ordersCalls.getRejectedOosOrders,
  ] as const
  for (const search of ['%', '_', '\\', '%%\\_', "'; --", '（']) {
    for (const call of calls) {
      const reply = await client.call(call, { search })
      expect([search, reply.status, reply.body.data.rows]).toEqual([search, 200, []])
    }
  }
  for (const call of calls) {
    const reply = await client.call(call, { search: 'a\u0000b' })
    expect(reply.status).toBeLessThan(500)
  }
})

test('NUL signs and very long texts are refused, never a server error', async () => {
  const { client, shipment_id, order } = made
  const nul = 'a\u0000b'
  const long = 'X'.repeat(100_000)
  const nm_sku = order.lines[0]?.nm_sku ?? ''
  const version = made.version
  for (const text of [nul, long]) {
    const replies = [
      await client.call(shipmentsCalls.getPackingItems, { shipment_id: text }),
      await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, invoice_number: text }),
      await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, carrier: text }),
      await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, boxes: [{ box_no: text }] }),
      await client.call(ordersCalls.saveScheduleQuantity, { items: [{ order_id: text, nm_sku, ready_quantity: 1 }] }),
      await client.call(ordersCalls.getOrders, { supplier_id: text }),
      await client.call(ordersCalls.getOrders, { order_ids: [text] }),
      await client.call(shipmentsCalls.getSkuLabels, { items: [{ nm_sku: text, copies: 1 }] }),
      await client.call(shipmentsCalls.downloadPackingFile, { invoice_number: text }),
      await client.call(retoolCalls.getTentativeShipment, { sku: text }),
      await client.call(ordersCalls.updateOrders, {
        orders: [
          {
            order_id: order.order_id,
            version: 1,
            lines: [{ nm_sku, ready_quantity: 0, rejected_quantity: 0, reason: 'Stain', remark: text }],
          },
        ],
      }),
    ]
    for (const [at, reply] of replies.entries())
      expect([at, reply.status < 500 && (reply.status >= 400 || text === nul)]).toEqual([at, true])
  }
})

// Would catch: a cursor of another list, or a broken one, that makes the database fail.
test('a cursor that the list did not give is refused', async () => {
  const { client } = made
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const value of [
    ['zzz', 'PO-1'],
    [1e300, 'PO-1'],
    ['2026-13-45', 'x'],
    [true, 'x'],
    { a: 1 },
    'x',
    ['a\u0000', 'x'],
  ])
    for (const call of [
      ordersCalls.getOrders,
      ordersCalls.getShippingItems,
      ordersCalls.getRejectedOosOrders,
      shipmentsCalls.getShipments,
    ]) {
      for (const sort of ['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity']) {
        const reply = await client.call(call as typeof ordersCalls.getOrders, {
          cursor: cursor(value),
          sort: sort as never,
        })
        expect([value, reply.status < 500]).toEqual([value, true])
      }
    }
})

test('pages are whole and without repeats at any size', async () => {
  const client = await server.as('internal_team')
  for (let at = 0; at < 5; at++) await makeOrder(server.db, { pieces: [1, 1], shipInDays: at % 2 })
  for (const sort of ['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity'] as const)
    for (const descending of [true, false]) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: { rows: { order_id: string }[]; next_cursor: string | null } = (
          await client.call(ordersCalls.getOrders, { sort, descending, page_size: 2, cursor })
        ).body.data
        seen.push(...page.rows.map((row) => row.order_id))
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(Number((await count('vendor_order')) ?? 0))
    }
  for (const page_size of [0, 501, 1.5, -1])
    expect((await client.call(ordersCalls.getOrders, { page_size })).status).toBe(400)
})

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(server.db)
  return rows[0]?.n ?? 0
}

test('arrays beyond their limits are refused', async () => {
  const { client, shipment_id, version } = open
  const box = (at: number) => ({ box_no: String(at), items: [] })
  const boxes = Array.from({ length: 5_001 }, (_, at) => box(at))
  const tooMany = await client.call(shipmentsCalls.updatePackingItems, { shipment_id, version, boxes })
  expect(tooMany.status).toBe(400)
  const described = await client.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id,
    version,
    boxes: boxes.map(({ box_no }) => ({ box_no })),
  })
  expect(described.status).toBe(400)
})

/** Orders of one line each, beside the one given, written straight into the tables. */
async function manyOrders(order: MadeOrder, most: number): Promise<void> {
  await sql`
    INSERT INTO vendor_order (id, order_id, vendor_id, style_id, destination_id, order_date, ship_by, unit_price_minor, currency,
      decision, vendor_decision, ordered, awaiting)
    SELECT gen_random_uuid(), o.order_id || '-' || n, o.vendor_id, o.style_id, o.destination_id, o.order_date, o.ship_by,
      o.unit_price_minor, o.currency, 'APPROVED', 'ANSWERED', 2, 2
    FROM vendor_order o, generate_series(10001, 10000 + ${most}::int) n WHERE o.id = ${order.id}`.execute(server.db)
  await sql`
    INSERT INTO order_line (id, order_id, sku_id, vendor_decision, opened, ordered, awaiting)
    SELECT gen_random_uuid(), o.id, k.id, 'CONFIRMED', 2, 2, 2 FROM vendor_order o, sku k
    WHERE o.order_id LIKE ${`${order.order_id}-%`} AND k.nm_sku = ${order.lines[0]?.nm_sku ?? ''}`.execute(server.db)
}

// Would catch: a file made whole in memory, or made to its end for somebody who has left.
test('a csv of many rows comes in parts, whole, and ends being made when its caller goes away', async () => {
  const order = await makeOrder(server.db, { pieces: [1] })
  await manyOrders(order, 3_000)
  const user = await server.makeUser({ role: 'vendor', vendor: order.vendor })
  const whole = await (await server.as(user)).call(ordersCalls.getOrdersFile, {})
  expect(whole.bytes.toString().split('\r\n')).toHaveLength(1 + 3_001 + 1)

  const leaving = new AbortController()
  const filter = ordersCalls.getOrdersFile.takes.parse({})
  const { body } = await getOrdersFile(filter, workOf(user, leaving.signal))
  let lines = 0
  for await (const part of body) {
    lines += String(part).split('\r\n').length - 1
    if (lines > 1) leaving.abort()
  }
  expect(lines).toBeLessThan(1_500)
})

function workOf(user: MadeUser, signal: AbortSignal): CallContext {
  const caller = { userId: user.id, email: user.email, name: '', role: user.role, team: null, sessionId: '' }
  return {
    caller: { ...caller, siteIds: [], vendorId: user.vendor?.id ?? null, trueRole: null, mustChangePassword: false },
    requestId: 'test',
    source: 'api',
    db: server.db,
    main: server.db,
    reports: async () => server.db,
    files: server.files,
    resources,
    signal,
    command: (context) => server.db.transaction().execute(context),
    clearSessionCookie: () => undefined,
  }
}
