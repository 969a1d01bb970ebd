import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { packedShipment } from '../support/shipments.ts'

const { orders: ordersCalls, people: peopleCalls, retool: retoolCalls, shipments: shipmentsCalls } = contract

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

// Would catch: pieces that are out of stock among those to be answered, so that the order's own sums say otherwise.
test('of an answered order that got more pieces what awaits waits for an answer', async () => {
  const order = await makeOrder(server.db, { pieces: [10], answered: false })
  const client = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const nm_sku = order.lines[0]?.nm_sku ?? ''
  const lines = [{ nm_sku, ready_quantity: 6, oos_quantity: 4 }]
  await client.call(retoolCalls.confirmOrder, { order_id: order.order_id, version: 1, lines })
  const ops = await server.as('ops')
  const more = { order_id: order.order_id, version: 2, lines: [{ nm_sku, quantity: 15 }], reason: 'More' }
  expect((await ops.call(contract.orders.amendOrder, more)).status).toBe(200)
  const [row] = (await client.call(retoolCalls.getNewOrders, {})).body.data.rows
  expect([row?.new_orders, row?.quantities]).toMatchObject([
    [{ nm_sku, quantity: 11 }],
    { ordered: 15, awaiting: 11, oos: 4 },
  ])
})

// Would catch: an order answered without the lists that the specification gives it beside sku_details.
test('an order comes with what waits, what is in shipments not sent, and its boxes with their tracking ids', async () => {
  const order = await makeOrder(server.db, { pieces: [10, 6], answered: false })
  const client = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const [a, b] = order.lines.map(({ nm_sku }) => nm_sku)
  const [fresh] = (await client.call(retoolCalls.getNewOrders, {})).body.data.rows
  expect(fresh).toMatchObject({
    new_orders: [
      { nm_sku: a, quantity: 10 },
      { nm_sku: b, quantity: 6 },
    ],
    current_shipment: [],
    box_tracking: [],
  })
  const answered = await client.call(retoolCalls.confirmOrder, {
    order_id: order.order_id,
    version: 1,
    lines: [
      { nm_sku: a ?? '', ready_quantity: 10 },
      { nm_sku: b ?? '', ready_quantity: 6 },
    ],
  })
  expect(answered.body.data.order).toMatchObject({ new_orders: [], current_shipment: [] })
  const drafted = await client.call(retoolCalls.saveShipmentData, {
    lines: [{ order_id: order.order_id, nm_sku: a ?? '', quantity: 4 }],
  })
  const { shipment_id } = drafted.body.data.shipment
  const [now] = (await client.call(ordersCalls.getOrders, { include_lines: true })).body.data.rows
  expect(now?.current_shipment).toEqual([
    { shipment_id, status: 'Tentative', nm_sku: a, quantity: 4, quantity_in_box: 0 },
  ])
  const ops = await server.as(await server.makeUser({ role: 'ops' }))
  const page = { page: 1, search: order.order_id, include_lines: true }
  expect((await ops.call(ordersCalls.getConfirmedOrders, page)).body.data.rows[0]?.current_shipment).toHaveLength(1)
  expect(
    (await client.call(retoolCalls.getOrders, { include_lines: false })).body.data.rows[0]?.box_tracking,
  ).toBeUndefined()
})

// Would catch: boxes and shipments of every order read for a file and for commands that tell lines alone.
test('the file of orders and the commands on them read the lines of orders, and not their boxes and shipments', async () => {
  const order = await makeOrder(server.db, { pieces: [10], answered: false })
  const client = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const [{ nm_sku } = { nm_sku: '' }] = order.lines
  const lines = [{ nm_sku, ready_quantity: 10 }]
  await sql`ALTER TABLE box_line RENAME TO box_line_away`.execute(server.db)
  try {
    const answer = { order_id: order.order_id, version: 1, lines }
    const answered = await client.call(ordersCalls.updateOrders, { orders: [answer] })
    expect(answered.body.data?.orders).toMatchObject([{ sku_details: [{ nm_sku }] }])
    expect((await client.call(ordersCalls.getOrdersFile, {})).bytes.toString()).toContain(nm_sku)
  } finally {
    await sql`ALTER TABLE box_line_away RENAME TO box_line`.execute(server.db)
  }
})

// Would catch: a shipment without its packing list, lines without what awaits and what is out of stock, boxes that lose their carrier's number.
test('a shipment says its packing list and what kind of file it is; its lines what awaits and what is out of stock', async () => {
  const made = await packedShipment(server)
  const { client, shipment_id, order } = made
  const [first] = order.lines
  const shipments = (await client.call(retoolCalls.getShipments, {})).body.data.rows
  expect(shipments.find((row) => row.shipment_id === shipment_id)).toMatchObject({
    packing_list: 'packing_list.csv',
    file_type: 'excel',
  })
  const file = await client.call(shipmentsCalls.downloadPackingFile, { shipment_id })
  expect(file.headers['content-disposition']).toContain('packing_list.csv')
  const { lines } = (await client.call(shipmentsCalls.getShipmentDetails, { shipment_id })).body.data
  expect(lines[0]).toMatchObject({ requested_quantity: first?.ordered, awaiting_shipment_quantity: 0, oos_quantity: 0 })
  const [row] = (await client.call(retoolCalls.getOrders, { order_ids: [order.order_id] })).body.data.rows
  const inBox = {
    shipment_id,
    box_no: '1',
    tracking_id: made.tracking,
    nm_sku: first?.nm_sku,
    quantity: first?.ordered,
  }
  expect(row?.box_tracking?.[0]).toMatchObject(inBox)
  const draft = await makeOrder(server.db, { vendor: order.vendor, pieces: [5] })
  const sku = draft.lines[0]?.nm_sku ?? ''
  await client.call(ordersCalls.saveScheduleQuantity, {
    items: [{ order_id: draft.order_id, nm_sku: sku, ready_quantity: 2, oos_quantity: 1 }],
  })
  const saved = await client.call(retoolCalls.saveShipmentData, {
    lines: [{ order_id: draft.order_id, nm_sku: sku, quantity: 2 }],
  })
  const { shipment } = saved.body.data
  expect(shipment).toMatchObject({ packing_list: null, file_type: null })
  const held = await client.call(shipmentsCalls.getPackingItems, { shipment_id: shipment.shipment_id })
  expect(held.body.data.lines).toEqual([
    expect.objectContaining({
      requested_quantity: 5,
      awaiting_shipment_quantity: 2,
      oos_quantity: 1,
      ready_quantity: 2,
    }),
  ])
})

// Would catch: dashboard details left out, or the default config's teams not kept as the user's country.
test('the user has a country, the teams of the default config, and details for the first page', async () => {
  const person = await server.makeUser({ role: 'bm_admin', team: 'india' })
  const client = await server.as(person)
  const { user, default_config, dashboard_details } = (await client.call(peopleCalls.getUserDetails, {})).body.data
  expect([default_config.teams, user.country]).toEqual(['india', 'india'])
  expect(dashboard_details).toEqual({
    landing_path: '/ops/india-catalogue-management',
    unread_notices: 0,
    notification_count: 15,
  })
})
