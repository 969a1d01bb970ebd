import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type MadeShipment, openShipment, packedShipment, packingFile } from '../support/shipments.ts'

const { orders: ordersCalls, shipments: shipmentsCalls, retool: retoolCalls } = contract

/** The specification's messages (section 5) as JSON calls give them; those of sheets are in packing-list-refusals. */

let server: TestServer
let open: MadeShipment

beforeAll(async () => {
  server = await testServer()
  open = await openShipment(server, { pieces: [6, 4] })
})

/** A fresh order, answered, with nothing on the platform yet. */
async function freshOrder(pieces = [6]) {
  const order = await makeOrder(server.db, { pieces })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  return { order, client, line: { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '' } }
}

const NOT_POSITIVE = 'Out-of-stock or shipping quantity should be positive and cannot be zero.'
const NEGATIVE_OOS = 'OOS quantity cannot be negative.'
const ZERO_SHIPPED = 'Shipped quantity is zero for the schedule.'

// Would catch: a limit of the contract that hides the specification's words behind "This number is too small."
test.each([
  [{ ready_quantity: -1 }, NOT_POSITIVE],
  [{ ready_quantity: 0, oos_quantity: 0 }, NOT_POSITIVE],
  [{ oos_quantity: -1 }, NEGATIVE_OOS],
  [{ ready_quantity: 7 }, 'Please enter correct quantity for order.'],
])('saving the schedule %j', async (wish, message) => {
  const { client, line } = await freshOrder()
  const reply = await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ...wish }] })
  expect([reply.status, reply.body.message]).toEqual([400, message])
})

test.each([
  [{ ready_quantity: -1, oos_quantity: 7 }, NOT_POSITIVE],
  [{ ready_quantity: 7, oos_quantity: -1 }, NEGATIVE_OOS],
  [
    { ready_quantity: 7, rejected_quantity: -1, reason: 'Stain' as const, remark: 'x' },
    'Please enter correct quantity for order.',
  ],
  [{ ready_quantity: 5 }, 'Please enter correct quantity for order.'],
])('answering an order with %j', async (answer, message) => {
  const { order, client, line } = await freshOrder()
  const said = { order_id: order.order_id, version: 1, lines: [{ nm_sku: line.nm_sku, ...answer }] }
  for (const reply of [
    await client.call(ordersCalls.updateOrders, { orders: [said] }),
    await client.call(retoolCalls.confirmOrder, said),
  ])
    expect([reply.status, reply.body.message]).toEqual([400, message])
})

test('answering an order with no line at all', async () => {
  const { order, client } = await freshOrder()
  const reply = await client.call(retoolCalls.confirmOrder, { order_id: order.order_id, version: 1, lines: [] })
  expect([reply.status, reply.body.message]).toEqual([400, 'Please enter correct quantity for order.'])
})

test.each([
  [0, NOT_POSITIVE],
  [-2, NOT_POSITIVE],
])('recovering %i pieces of an order', async (quantity, message) => {
  const { order, client, line } = await freshOrder()
  const lines = [{ nm_sku: line.nm_sku, quantity }]
  const reply = await client.call(ordersCalls.recoverOosOrder, { order_id: order.order_id, lines })
  expect([reply.status, reply.body.message]).toEqual([400, message])
})

test('a shipment of nothing, of zero pieces, and of fewer', async () => {
  const { client, line } = await freshOrder()
  await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 6 }] })
  for (const call of [shipmentsCalls.updateShipment, retoolCalls.saveShipmentData]) {
    expect((await client.call(call, { lines: [] })).body.message).toBe(ZERO_SHIPPED)
    expect((await client.call(call, { lines: [{ ...line, quantity: 0 }] })).body.message).toBe(ZERO_SHIPPED)
    expect((await client.call(call, { lines: [{ ...line, quantity: -1 }] })).body.message).toBe(NOT_POSITIVE)
    const many = await client.call(call, { lines: [{ ...line, quantity: 3_000_000_000 }] })
    expect([many.status, many.body.message]).toEqual([400, 'Please enter correct quantity for order.'])
    const twice = await client.call(call, { lines: [1, 2].map((quantity) => ({ ...line, quantity })) })
    expect([twice.status, twice.body.message]).toEqual([400, 'Multiple entries found.'])
  }
})

test('a shipment of two vendors', async () => {
  const ops = await server.as('internal_team')
  const lines = [(await freshOrder()).line, (await freshOrder()).line]
  await ops.call(ordersCalls.saveScheduleQuantity, { items: lines.map((line) => ({ ...line, ready_quantity: 2 })) })
  const reply = await ops.call(shipmentsCalls.updateShipment, {
    lines: lines.map((line) => ({ ...line, quantity: 2 })),
  })
  expect([reply.status, reply.body.message]).toEqual([400, 'Please create shipment for single vendor.'])
})

test('pieces that are not on the platform: 409 with what may be done now', async () => {
  const { client, line } = await freshOrder()
  const words = 'Order and SKU not added to the shipping platform.'
  const early = await client.call(shipmentsCalls.updateShipment, { lines: [{ ...line, quantity: 1 }] })
  expect([early.status, early.body.message, early.body.details.allowed]).toEqual([
    409,
    words,
    expect.arrayContaining(['schedule']),
  ])
  const unknown = { order_id: line.order_id, nm_sku: 'NM-NOT-THERE' }
  const made = await client.call(shipmentsCalls.updateShipment, { lines: [{ ...unknown, quantity: 1 }] })
  expect([made.status, made.body.message, made.body.details.allowed]).toEqual([409, words, []])
  const saved = await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...unknown, ready_quantity: 1 }] })
  expect([saved.status, saved.body.message, saved.body.details.allowed]).toEqual([409, words, []])
})

test('a line scheduled twice in one call', async () => {
  const { client, line } = await freshOrder()
  const items = [1, 2].map((ready_quantity) => ({ ...line, ready_quantity }))
  const reply = await client.call(ordersCalls.saveScheduleQuantity, { items })
  expect([reply.status, reply.body.message]).toEqual([400, 'Multiple entries found.'])
})

// Would catch: an order that ops approved but its vendor never answered, sent off by the older calls.
test('an order that was not answered cannot be scheduled or shipped by any call', async () => {
  const order = await makeOrder(server.db, { pieces: [6], answered: false })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  const line = { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '' }
  for (const reply of [
    await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 1 }] }),
    await client.call(retoolCalls.saveShipmentData, { lines: [{ ...line, quantity: 1 }] }),
  ])
    expect([reply.status, reply.body.message, reply.body.details.allowed]).toEqual([
      409,
      'Please confirm the order first.',
      ['answer'],
    ])
})

test('the grid in the words of the sheet', async () => {
  const { client, shipment_id, version, order } = open
  const [a, b] = order.lines
  const item = { order_id: order.order_id, nm_sku: a?.nm_sku ?? '', quantity: 6 }
  const other = { order_id: order.order_id, nm_sku: b?.nm_sku ?? '', quantity: 4 }
  const box = (box_no: string, items: (typeof item)[], tracking_id: string | null = null) => ({
    box_no,
    items,
    tracking_id,
  })
  const cases: [ReturnType<typeof box>[], string][] = [
    [[], 'Please provide packing details.'],
    [[box('1', [])], 'No skus provided in packing list.'],
    [[box('1', [item, other]), box('2', [])], 'Quantity in box is zero.'],
    [[box('1', [{ ...item, quantity: 0 }])], 'Quantity in box is zero.'],
    [[box('1', [{ ...item, quantity: -1 }])], 'Quantity in a box cannot be negative.'],
    [[box('1', [item, item])], 'Multiple entries found.'],
    [[box('1', [item]), box('1', [other])], 'Multiple entries found.'],
    [[box('1', [item])], 'Please enter correct quantity for order.'],
    [[box('1', [{ ...item, nm_sku: 'NM-OTHER' }])], 'Order and SKU not added to the shipping platform.'],
    [[box('1', [item], 'SFTWICE01'), box('2', [other], 'sftwice01')], 'Invalid box tracking details.'],
    [[box('#', [item])], 'Invalid box format'],
    [[box('1', [item], 'AB')], 'Invalid tracking id format'],
  ]
  for (const [boxes, message] of cases) {
    const reply = await client.call(shipmentsCalls.updatePackingItems, { shipment_id, version, boxes })
    expect([reply.status, reply.body.message]).toEqual([400, message])
  }
  const missing = await client.call(shipmentsCalls.updatePackingItems, { shipment_id, version } as never)
  expect([missing.status, missing.body.message]).toEqual([400, 'Please provide packing details.'])
})

test('shipping without boxes names what may be done instead', async () => {
  const { client, shipment_id, version } = open
  const shipped = await client.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id,
    version,
    status: 'Packed and shipped',
  })
  expect([shipped.status, shipped.body.code, shipped.body.message]).toEqual([
    409,
    'move_not_allowed',
    'Please provide packing details.',
  ])
  expect(shipped.body.details.allowed).toContain('pack')
  expect(shipped.body.details.allowed).not.toContain('ship')
  const labels = await client.call(shipmentsCalls.getShippingLabel, { shipment_id })
  expect([labels.status, labels.body.message]).toEqual([409, 'Please provide packing details.'])
  expect(labels.body.details.allowed).toContain('pack')
})

test('no shipment named, and one that cannot be recovered', async () => {
  const { client, shipment_id } = open
  for (const call of [
    shipmentsCalls.getPackingItems,
    shipmentsCalls.getShippingLabel,
    shipmentsCalls.getSamplePackingFileShipmentManagement,
  ])
    expect((await client.call(call, {} as never)).body.message).toBe('Please provide shipment id.')
  for (const call of [shipmentsCalls.getSkusLabel, shipmentsCalls.downloadPackingFile])
    expect((await client.call(call, {})).body.message).toBe('Please provide shipment id.')
  expect((await client.call(shipmentsCalls.updateShipment, { action: 'cancel', version: 1 })).body.message).toBe(
    'Please provide shipment id.',
  )
  const none = await client.call(shipmentsCalls.recoverShipment, {} as never)
  expect([none.status, none.body.message]).toEqual([400, 'Please select a shipment id to recover.'])
  const open409 = await client.call(shipmentsCalls.recoverShipment, { shipment_id })
  expect([open409.status, open409.body.message]).toEqual([409, 'Shipment cannot be recovered.'])
  expect(open409.body.details.allowed).toContain('pack')
})

// Would catch: a misspelt vendor in a filter that looks like a vendor without orders.
test('a vendor that does not exist, or is none of the caller’s business', async () => {
  const ops = await server.as('internal_team')
  const stranger = await server.as('vendor')
  const lists = [
    ordersCalls.getOrders,
    shipmentsCalls.getShipments,
    ordersCalls.getShippingItems,
    ordersCalls.getRejectedOosOrders,
  ]
  const files = [ordersCalls.getOrdersFile, shipmentsCalls.getShippingFile, ordersCalls.downloadShipmentPlatformItems]
  for (const call of [...lists, ...files] as (typeof ordersCalls.getOrdersFile)[]) {
    const unknown = await ops.call(call, { supplier_id: 'V-NOBODY' })
    expect([unknown.status, unknown.body.message]).toEqual([400, 'Invalid vendor name.'])
    const theirs = await stranger.call(call, { supplier_id: open.order.vendor.code })
    expect([theirs.status, theirs.body.message]).toEqual([400, 'Invalid vendor name.'])
    expect((await ops.call(call, { supplier_id: ` ${open.order.vendor.code} ` })).status).toBe(200)
    const two = await ops.call(call, { supplier_id: ['V0001', 'V0002'] as never })
    expect([two.status, two.body.message]).toEqual([400, 'Please select only one vendor.'])
  }
})

// Would catch: a packing list of an invoice that mixes the boxes of two vendors who number their invoices alike.
test('an invoice number of two vendors needs one of them named', async () => {
  const [a, b] = [await packedShipment(server), await packedShipment(server)]
  for (const { client, shipment_id, version } of [a, b])
    await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, invoice_number: 'INV-1' })
  const ops = await server.as('internal_team')
  const both = await ops.call(shipmentsCalls.downloadPackingFile, { invoice_number: 'INV-1' })
  expect([both.status, both.body.message]).toEqual([400, 'Please select only one vendor.'])
  const one = await ops.call(shipmentsCalls.downloadPackingFile, {
    invoice_number: 'INV-1',
    supplier_id: b.order.vendor.code,
  })
  expect(one.status).toBe(200)
  expect(one.bytes.toString()).toContain(b.shipment_id)
  expect(one.bytes.toString()).not.toContain(a.shipment_id)
  expect((await a.client.call(shipmentsCalls.downloadPackingFile, { invoice_number: 'INV-1' })).status).toBe(200)
})

test('a refusal needs one of the thirteen reasons and a remark', async () => {
  const { order, client, line } = await freshOrder()
  const answer = (reason: string | null, remark: string | null) =>
    client.call(ordersCalls.updateOrders, {
      orders: [
        {
          order_id: order.order_id,
          version: 1,
          lines: [{ nm_sku: line.nm_sku, ready_quantity: 0, rejected_quantity: 6, reason: reason as never, remark }],
        },
      ],
    })
  for (const [reason, remark] of [
    [null, 'ink'],
    ['Stain', null],
    ['Stain', '  '],
    ['Bad mood', 'ink'],
  ] as const)
    expect((await answer(reason, remark)).status).toBe(400)
  expect((await answer('Stain', 'ink')).status).toBe(200)
})

test('a list for a shipment that holds nothing any more', async () => {
  const { client, shipment_id, order } = await openShipment(server, { pieces: [3] })
  await server.db.deleteFrom('shipment_line').execute()
  const rows = [{ box_no: '1', order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '', quantity: 3 }]
  const reply = await client.call(shipmentsCalls.uploadPackingList, { shipment_id, file: await packingFile(rows) })
  expect([reply.status, reply.body.message]).toEqual([422, ZERO_SHIPPED])
  const sample = await client.call(shipmentsCalls.getSamplePackingFileShipmentManagement, { shipment_id })
  expect(sample.body.message).toBe(ZERO_SHIPPED)
})
