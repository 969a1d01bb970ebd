import { expect, test } from 'vitest'
import { writeWorkbook } from '../../src/server/sheets/write-workbook.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { brokenBooks, makeOrder } from '../support/orders.ts'
import { testServer } from '../support/server.ts'

const { orders: ordersCalls, shipments: shipmentsCalls } = contract

async function bytesOf(body: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

// Would catch: any step of the vendor's day that leaves the next one impossible, or pieces that vanish on the way.
test('an approved order becomes printed boxes and a shipped shipment', async () => {
  const server = await testServer()
  const order = await makeOrder(server.db, { pieces: [10, 6], answered: false })
  const user = await server.makeUser({ role: 'vendor', vendor: order.vendor })
  const client = await server.as(user)
  const [a, b] = order.lines
  if (!a || !b) throw new Error('two lines were made')

  const fresh = await client.call(ordersCalls.getOrders, { tab: 'new', include_lines: true })
  expect(fresh.body.data.rows.map((row) => row.order_id)).toEqual([order.order_id])
  const counts = await client.call(ordersCalls.getOrders, { part: 'counts' })
  expect(counts.body.data.counts).toMatchObject({ new: 1, all: 1, 'Awaiting shipment': 1 })

  const answered = await client.call(ordersCalls.updateOrders, {
    orders: [
      {
        order_id: order.order_id,
        version: 1,
        lines: [
          { nm_sku: a.nm_sku, ready_quantity: 9, oos_quantity: 1 },
          { nm_sku: b.nm_sku, ready_quantity: 5, rejected_quantity: 1, reason: 'Stain', remark: 'ink' },
        ],
      },
    ],
  })
  expect(answered.status).toBe(200)
  expect(answered.body.data.orders[0]).toMatchObject({
    vendor_decision: 'ANSWERED',
    quantities: { awaiting: 14, oos: 1, rejected: 1 },
  })

  const scheduled = await client.call(ordersCalls.saveScheduleQuantity, {
    items: order.lines.map((line) => ({ order_id: order.order_id, nm_sku: line.nm_sku, ready_quantity: 5 })),
  })
  expect(scheduled.body.data.items.map((item) => item.ready_quantity)).toEqual([5, 5])

  const made = await client.call(shipmentsCalls.updateShipment, {
    lines: order.lines.map((line) => ({ order_id: order.order_id, nm_sku: line.nm_sku, quantity: 5 })),
  })
  expect(made.status).toBe(200)
  const { shipment_id } = made.body.data.shipment

  const sample = await client.call(shipmentsCalls.getSamplePackingFileShipmentManagement, { shipment_id })
  expect(sample.status).toBe(200)
  const rows = [
    { box_no: 'A-01', order_id: order.order_id, nm_sku: a.nm_sku, quantity: 5, tracking_id: 'SF1234567890' },
    { box_no: 'A-02', order_id: order.order_id, nm_sku: b.nm_sku, quantity: 5, tracking_id: null },
  ]
  const file = { name: 'list.xlsx', bytes: await bytesOf(writeWorkbook(packingList, rows)) }
  const packed = await client.call(shipmentsCalls.uploadPackingList, { shipment_id, file })
  expect(packed.body).toMatchObject({ data: { rows_taken: 2, rows_refused: 0 } })
  expect(packed.body.data.boxes?.map((box) => box.sscc)).toHaveLength(2)
  const again = await client.call(shipmentsCalls.uploadPackingList, { shipment_id, file })
  expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })

  const labels = await client.call(shipmentsCalls.getShippingLabel, { shipment_id })
  expect(labels.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const skus = await client.call(shipmentsCalls.getViewSkuLabels, { shipment_id })
  expect(skus.body.data.total).toBe(10)
  expect((await client.call(shipmentsCalls.getSkuLabels, { shipment_id })).headers['content-disposition']).toContain(
    'sku_labels.pdf',
  )

  const version = packed.body.data.shipment?.version ?? 0
  const shipped = await client.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id,
    version,
    status: 'Packed and shipped',
    boxes: [{ box_no: 'A-02', tracking_id: 'SF1234567891' }],
  })
  expect(shipped.body.data.shipment).toMatchObject({
    status: 'Packed and shipped',
    tracking_ids: ['SF1234567890', 'SF1234567891'],
  })
  const after = await client.call(ordersCalls.getOrders, { status: ['Partially shipped'] })
  expect(after.body.data.rows.map((row) => row.order_id)).toEqual([order.order_id])
  // Would catch: an order whose pieces left without a word of it in its own history.
  const told = async () => {
    const asked = { search: order.order_id, include_history: true }
    const [row] = (await client.call(ordersCalls.getOrders, asked)).body.data.rows
    return row?.history?.flatMap(({ event, details }) => (event.startsWith('shipment.') ? [[event, details]] : []))
  }
  const left = ['shipment.shipped', { shipment: shipment_id, quantity: 10 }]
  expect(await told()).toEqual([left])
  expect(await brokenBooks(server.db)).toEqual([])

  for (const call of [ordersCalls.getOrdersFile, shipmentsCalls.getShippingFile] as const) {
    const csv = await client.call(call, {})
    expect(csv.status).toBe(200)
    expect(csv.bytes.toString('utf8')).toContain(a.nm_sku)
  }
  const list = await client.call(shipmentsCalls.downloadPackingFile, { shipment_id })
  expect(list.bytes.toString('utf8')).toContain('A-02')

  expect((await client.call(shipmentsCalls.recoverShipment, { shipment_id })).body.data.shipment.status).toBe(
    'Awaiting packing',
  )
  expect(await told()).toEqual([left, ['shipment.recovered', { shipment: shipment_id }]])
  expect(
    (await client.call(ordersCalls.recoverOosOrder, { order_id: order.order_id })).body.data.order.quantities,
  ).toMatchObject({ oos: 0, rejected: 0 })
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: a cursor that skips or repeats lines where deadline, order and colour are the same.
test('the platform pages through every line once, an order’s sizes together', async () => {
  const server = await testServer()
  const order = await makeOrder(server.db, { pieces: [1, 2, 3, 4, 5] })
  await makeOrder(server.db, { vendor: order.vendor, pieces: [1, 2, 3] })
  const client = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { rows: { nm_sku: string }[]; next_cursor: string | null } = (
      await client.call(ordersCalls.getShippingItems, { page_size: 3, cursor })
    ).body.data
    seen.push(...page.rows.map((row) => row.nm_sku))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(seen).toHaveLength(8)
  expect(new Set(seen).size).toBe(8)
  expect(seen.slice(0, 5)).toEqual(order.lines.map((line) => line.nm_sku))
})
