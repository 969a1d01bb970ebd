import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { TestReply } from '../support/client.ts'
import { brokenBooks, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { type MadeShipment, oneBoxPerLine, openShipment, packedShipment, packingFile } from '../support/shipments.ts'

const {
  frame: frameCalls,
  labels: labelsCalls,
  orders: ordersCalls,
  shipments: shipmentsCalls,
  retool: retoolCalls,
} = contract

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

type Send = (headers: Record<string, string>) => Promise<TestReply<Call>>

async function answered(answered: boolean) {
  const order = await makeOrder(server.db, { pieces: [6], answered })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  return { order, client, line: { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '' } }
}

async function scheduled() {
  const made = await answered(true)
  await made.client.call(ordersCalls.saveScheduleQuantity, {
    items: [{ ...made.line, ready_quantity: 4, oos_quantity: 1 }],
  })
  return made
}

function boxesOf({ order }: MadeShipment) {
  return order.lines.map((line, at) => ({
    box_no: String(at + 1),
    items: [{ order_id: order.order_id, nm_sku: line.nm_sku, quantity: line.ordered }],
  }))
}

/** Every call of the vendor's area that writes, ready to be made: what it does and the event that it must leave. */
const changes: [string, string, () => Promise<Send>][] = [
  [
    'update-orders',
    'order.answered',
    async () => {
      const { order, client, line } = await answered(false)
      const lines = [{ nm_sku: line.nm_sku, ready_quantity: 6 }]
      return (headers) =>
        client.call(ordersCalls.updateOrders, { orders: [{ order_id: order.order_id, version: 1, lines }] }, headers)
    },
  ],
  [
    'update-orders reopen',
    'order.reopened',
    async () => {
      const { order, client } = await answered(true)
      const orders = [{ order_id: order.order_id, version: 1 }]
      return (headers) => client.call(ordersCalls.updateOrders, { action: 'reopen', orders }, headers)
    },
  ],
  [
    'confirm-order',
    'order.answered',
    async () => {
      const { order, client, line } = await answered(false)
      const lines = [{ nm_sku: line.nm_sku, ready_quantity: 6 }]
      return (headers) =>
        client.call(retoolCalls.confirmOrder, { order_id: order.order_id, version: 1, lines }, headers)
    },
  ],
  [
    'save-schedule-quantity',
    'order.scheduled',
    async () => {
      const { client, line } = await answered(true)
      return (headers) =>
        client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 2 }] }, headers)
    },
  ],
  [
    'recover-oos-order',
    'order.recovered',
    async () => {
      const { client, order } = await scheduled()
      return (headers) => client.call(ordersCalls.recoverOosOrder, { order_id: order.order_id }, headers)
    },
  ],
  [
    'update-shipment create',
    'shipment.created',
    async () => {
      const { client, line } = await scheduled()
      return (headers) => client.call(shipmentsCalls.updateShipment, { lines: [{ ...line, quantity: 2 }] }, headers)
    },
  ],
  [
    'update-shipment change',
    'shipment.changed',
    async () => {
      const { client, shipment_id, version, order } = await openShipment(server, { pieces: [5] })
      const lines = [{ order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '', quantity: 3 }]
      return (headers) =>
        client.call(shipmentsCalls.updateShipment, { action: 'change', shipment_id, version, lines }, headers)
    },
  ],
  [
    'update-shipment cancel',
    'shipment.cancelled',
    async () => {
      const { client, shipment_id, version } = await packedShipment(server)
      return (headers) =>
        client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id, version }, headers)
    },
  ],
  [
    'save-shipment-data',
    'shipment.drafted',
    async () => {
      const { client, line } = await answered(true)
      return (headers) => client.call(retoolCalls.saveShipmentData, { lines: [{ ...line, quantity: 2 }] }, headers)
    },
  ],
  [
    'confirm-shipment',
    'shipment.confirmed',
    async () => {
      const { client, line } = await answered(true)
      const made = await client.call(retoolCalls.saveShipmentData, { lines: [{ ...line, quantity: 2 }] })
      const { shipment_id, version } = made.body.data.shipment
      return (headers) => client.call(retoolCalls.confirmShipment, { shipment_id, version }, headers)
    },
  ],
  [
    'update-packing-items',
    'shipment.packed',
    async () => {
      const made = await openShipment(server)
      const { client, shipment_id, version } = made
      return (headers) =>
        client.call(shipmentsCalls.updatePackingItems, { shipment_id, version, boxes: boxesOf(made) }, headers)
    },
  ],
  [
    'upload-packing-list',
    'shipment.packed',
    async () => {
      const made = await openShipment(server)
      const file = await packingFile(oneBoxPerLine(made))
      return (headers) =>
        made.client.call(shipmentsCalls.uploadPackingList, { shipment_id: made.shipment_id, file }, headers)
    },
  ],
  [
    'upload-shipment-platform-items',
    'order.scheduled',
    async () => {
      const { client, line } = await answered(true)
      const text = `Order ID,NM SKU,Quantity ready to ship today\n${line.order_id},${line.nm_sku},3\n`
      const file = { name: 'platform.csv', bytes: text }
      return (headers) => client.call(ordersCalls.uploadShipmentPlatformItems, { file }, headers)
    },
  ],
  ...(['invoice_number', 'carrier'] as const).map((field): [string, string, () => Promise<Send>] => [
    `update-shipment-details ${field}`,
    'shipment.described',
    async () => {
      const { client, shipment_id, version } = await openShipment(server)
      return (headers) =>
        client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, [field]: 'X-1' }, headers)
    },
  ]),
  [
    'update-shipment-details tracking id',
    'box.described',
    async () => {
      const { client, shipment_id, version, tracking } = await packedShipment(server)
      const boxes = [{ box_no: '1', tracking_id: `${tracking}-B` }]
      return (headers) => client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, boxes }, headers)
    },
  ],
  [
    'update-shipment-details shipped',
    'shipment.shipped',
    async () => {
      const { client, shipment_id, version } = await packedShipment(server)
      const status = 'Packed and shipped'
      return (headers) => client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, status }, headers)
    },
  ],
  [
    'recover-shipment',
    'shipment.recovered',
    async () => {
      const { client, shipment_id } = await packedShipment(server)
      await client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id })
      return (headers) => client.call(shipmentsCalls.recoverShipment, { shipment_id }, headers)
    },
  ],
  [
    'barcode-labels',
    'labels.barcode',
    async () => {
      const { client, sscc } = await packedShipment(server)
      return (headers) => client.call(labelsCalls.barcodeLabels, { kind: 'box', items: [{ code: sscc }] }, headers)
    },
  ],
]

async function lastEvents(since: number) {
  const rows = await server.db.selectFrom('audit_event').selectAll().orderBy('id').execute()
  return rows.slice(since)
}

let keys = 0

// Would catch: a change without an event, or one made twice because its reply was lost on the way.
test.each(changes)('%s is done once under its key, and leaves the event %s', async (_, event, prepare) => {
  const send = await prepare()
  const before = (await lastEvents(0)).length
  keys += 1
  const key = { 'idempotency-key': `vendor-audit-${keys}` }
  const first = await send(key)
  expect([first.status, first.body.message]).toEqual([200, expect.any(String)])
  const events = await lastEvents(before)
  expect(events.map((each) => each.event)).toContain(event)
  for (const each of events) expect(each).toMatchObject({ user_id: expect.any(String), request_id: expect.any(String) })
  const second = await send(key)
  expect(second.headers['idempotent-replay']).toBe('true')
  expect(second.body).toEqual(first.body)
  expect(await lastEvents(before)).toHaveLength(events.length)
  expect(await brokenBooks(server.db)).toEqual([])
})

test('a new tracking id is told from old to new', async () => {
  const { client, shipment_id, version, tracking, sscc } = await packedShipment(server)
  const boxes = [{ box_no: '1', tracking_id: 'SFRENAMED1' }]
  await client.call(shipmentsCalls.updateShipmentDetails, { shipment_id, version, boxes })
  const told = (await lastEvents(0)).findLast((each) => each.event === 'box.described')
  expect(told).toMatchObject({ entity_id: sscc, from_state: tracking, to_state: 'SFRENAMED1' })
})

// Would catch: a price list or a packing list that left the house with nobody knowing who took it.
test('every download and print is an event', async () => {
  const { client, shipment_id, order, invoice, refusedUpload, labelFile } = await packedShipment(server)
  const nm_sku = order.lines[0]?.nm_sku ?? ''
  const reads: [() => Promise<{ status: number }>, string, string][] = [
    [() => client.call(ordersCalls.getOrdersFile, {}), 'file.downloaded', 'orders_file.csv'],
    [() => client.call(shipmentsCalls.getShippingFile, {}), 'file.downloaded', 'shipping_list.csv'],
    [() => client.call(shipmentsCalls.downloadPackingFile, { shipment_id }), 'file.downloaded', 'packing_list.csv'],
    [
      () => client.call(shipmentsCalls.downloadPackingFile, { invoice_number: invoice }),
      'file.downloaded',
      'packing_list.csv',
    ],
    [() => client.call(ordersCalls.downloadShipmentPlatformItems, {}), 'file.downloaded', 'shipping_platform.csv'],
    [
      () => client.call(shipmentsCalls.getSamplePackingFileShipmentManagement, { shipment_id }),
      'file.downloaded',
      'packing_list.xlsx',
    ],
    [
      () => client.call(frameCalls.getCorrectedWorkbook, { upload_id: refusedUpload }),
      'file.downloaded',
      'corrected_packing.xlsx',
    ],
    [() => client.call(labelsCalls.getLabelFile, { label_id: labelFile }), 'file.downloaded', 'barcode_labels.pdf'],
    [() => client.call(shipmentsCalls.getShippingLabel, { shipment_id }), 'labels.shipping', shipment_id],
    [() => client.call(shipmentsCalls.getSkusLabel, { shipment_id }), 'labels.sku', shipment_id],
    [() => client.call(shipmentsCalls.getSkuLabels, { order_id: order.order_id }), 'labels.sku', order.order_id],
    [() => client.call(shipmentsCalls.getSkuLabels, { items: [{ nm_sku, copies: 1 }] }), 'labels.sku', 'skus'],
  ]
  for (const [read, event, entityId] of reads) {
    const before = (await lastEvents(0)).length
    expect([entityId, (await read()).status]).toEqual([entityId, 200])
    const events = await lastEvents(before)
    expect(events.map((each) => [each.event, each.entity_id])).toEqual([[event, entityId]])
  }
})

// Would catch: a write on what somebody else has changed in the meantime.
test('an older version is refused, naming who changed it', async () => {
  const { client, shipment_id, version, user } = await packedShipment(server)
  const old = { shipment_id, version: version - 1 }
  for (const reply of [
    await client.call(shipmentsCalls.updateShipmentDetails, { ...old, carrier: 'SF' }),
    await client.call(shipmentsCalls.updatePackingItems, {
      ...old,
      boxes: [{ box_no: '1', items: [{ order_id: 'PO-1', nm_sku: 'NM-1', quantity: 1 }] }],
    }),
    await client.call(shipmentsCalls.updateShipment, { ...old, action: 'cancel' }),
    await client.call(shipmentsCalls.updateShipment, {
      ...old,
      action: 'change',
      lines: [{ order_id: 'PO-1', nm_sku: 'NM-1', quantity: 1 }],
    }),
  ]) {
    expect([reply.status, reply.body.code]).toEqual([409, 'stale'])
    const { name } = await server.db
      .selectFrom('app_user')
      .where('id', '=', user.id)
      .select('name')
      .executeTakeFirstOrThrow()
    expect(reply.body.details).toMatchObject({ changed_by: name, changed_at: expect.any(String) })
  }
})
