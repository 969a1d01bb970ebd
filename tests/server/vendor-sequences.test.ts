import ExcelJS from 'exceljs'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { scanIn } from '../support/door.ts'
import { brokenBooks, makeOrder } from '../support/orders.ts'
import { shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import {
  type ListRow,
  type MadeShipment,
  oneBoxPerLine,
  openShipment,
  packedShipment,
  packingFile,
} from '../support/shipments.ts'

const { orders: ordersCalls, shipments: shipmentsCalls, retool: retoolCalls } = contract

/** Sequences of commands that a vendor's day really has, each of which once could leave two stories behind. */

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

async function packingOf({ client, shipment_id }: MadeShipment) {
  return (await client.call(shipmentsCalls.getPackingItems, { shipment_id })).body.data
}

async function upload({ client, shipment_id }: MadeShipment, rows: ListRow[], mode: 'all' | 'good_rows' = 'all') {
  return client.call(shipmentsCalls.uploadPackingList, { shipment_id, mode, file: await packingFile(rows) })
}

async function typeInto(made: MadeShipment, boxes: { box_no: string; tracking_id?: string; weight_grams?: number }[]) {
  const { version } = (await packingOf(made)).shipment
  return made.client.call(shipmentsCalls.updateShipmentDetails, { shipment_id: made.shipment_id, version, boxes })
}

test('a cancelled shipment that is recovered has its boxes as they were, and its list is unchanged', async () => {
  const made = await packedShipment(server)
  const before = await packingOf(made)
  await made.client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id: made.shipment_id })
  expect((await made.client.call(shipmentsCalls.recoverShipment, { shipment_id: made.shipment_id })).status).toBe(200)
  const after = await packingOf(made)
  expect([after.boxes, after.lines]).toEqual([before.boxes, before.lines])
  const again = await made.client.call(shipmentsCalls.uploadPackingList, {
    shipment_id: made.shipment_id,
    file: made.file,
  })
  expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: boxes that cannot be sent in a new shipment, because the cancelled one still holds their courier's numbers.
test('tracking ids of a cancelled shipment are free for the vendor’s next one, and for nobody else', async () => {
  const made = await packedShipment(server)
  await made.client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id: made.shipment_id })
  const other = await openShipment(server)
  const stolen = await upload(other, oneBoxPerLine(other, made.tracking))
  expect(stolen.body.details.faults?.map((fault) => fault.message)).toEqual(['Invalid box tracking details.'])

  const lines = made.order.lines.map((line) => ({
    order_id: made.order.order_id,
    nm_sku: line.nm_sku,
    quantity: line.ordered,
  }))
  const next = await made.client.call(shipmentsCalls.updateShipment, { lines })
  const { shipment_id, version } = next.body.data.shipment
  const packed = await made.client.call(shipmentsCalls.uploadPackingList, { shipment_id, file: made.file })
  expect(packed.body.data.boxes?.[0]?.tracking_id).toBe(made.tracking)
  // The old one can come back once its pieces are free again: without the tracking id, which is elsewhere now.
  await made.client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id })
  await made.client.call(shipmentsCalls.recoverShipment, { shipment_id: made.shipment_id })
  expect((await packingOf(made)).boxes.map((box) => box.tracking_id)).toEqual([null, null])
  const again = await made.client.call(shipmentsCalls.uploadPackingList, {
    shipment_id: made.shipment_id,
    file: made.file,
  })
  expect(again.body.data).toMatchObject({ rows_taken: 2 })
  expect(version).toBe(1)
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: tracking ids typed one by one and weights, all gone because a list without them was corrected.
test('a list that tells no tracking id leaves those that were typed; the grid can clear them', async () => {
  const made = await openShipment(server, { pieces: [4, 4] })
  const rows = oneBoxPerLine(made)
  await upload(made, rows)
  await typeInto(made, [{ box_no: '1', tracking_id: 'SFTYPED001', weight_grams: 1200 }])
  const moved = rows.map((row) => ({ ...row, box_no: row.box_no === '2' ? '3' : row.box_no }))
  expect((await upload(made, moved)).status).toBe(200)
  const saved = (await packingOf(made)).boxes
  expect(saved.map((box) => [box.box_no, box.tracking_id, box.weight_grams])).toEqual([
    ['1', 'SFTYPED001', 1200],
    ['3', null, null],
  ])
  // The list may also say that the id belongs to the other box.
  const swapped = moved.map((row) => ({ ...row, tracking_id: row.box_no === '3' ? 'SFTYPED001' : null }))
  expect((await upload(made, swapped)).status).toBe(200)
  const now = await packingOf(made)
  expect(now.boxes.map((box) => box.tracking_id)).toEqual([null, 'SFTYPED001'])
  const boxes = now.boxes.map(({ box_no, items }) => ({ box_no, items, tracking_id: null, weight_grams: null }))
  const cleared = await made.client.call(shipmentsCalls.updatePackingItems, {
    shipment_id: made.shipment_id,
    version: now.shipment.version,
    boxes,
  })
  expect(cleared.body.data.boxes.map((box) => [box.tracking_id, box.weight_grams])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(await brokenBooks(server.db)).toEqual([])
})

test('boxes swap their tracking ids by list, and by typing; a box named twice is refused', async () => {
  const made = await openShipment(server, { pieces: [2, 3] })
  const withIds = (ids: string[]) => oneBoxPerLine(made).map((row, at) => ({ ...row, tracking_id: ids[at] ?? null }))
  await upload(made, withIds(['SFSWAP0001', 'SFSWAP0002']))
  expect((await upload(made, withIds(['sfswap0002', 'SFSWAP0001']))).status).toBe(200)
  const typed = await typeInto(made, [
    { box_no: '1', tracking_id: 'SFSWAP0001' },
    { box_no: '2', tracking_id: ' sfswap0002 ' },
  ])
  expect(typed.body.data.boxes.map((box) => box.tracking_id)).toEqual(['SFSWAP0001', 'SFSWAP0002'])
  const twice = await typeInto(made, [
    { box_no: '1', tracking_id: 'SFSWAP0003' },
    { box_no: '1', tracking_id: 'SFSWAP0004' },
  ])
  expect([twice.status, twice.body.message]).toEqual([400, 'Multiple entries found.'])
})

test('a box taken off and listed again gets a new code; boxes that differ in case are two', async () => {
  const made = await openShipment(server, { pieces: [2, 3] })
  const rows = oneBoxPerLine(made)
  const first = await upload(made, rows)
  const named = (nos: string[]) => rows.map((row, at) => ({ ...row, box_no: nos[at] ?? '' }))
  await upload(made, named(['1', '1']))
  const back = await upload(made, rows)
  const codes = (reply: typeof first) => reply.body.data.boxes?.map((box) => box.sscc) ?? []
  expect(codes(back)[0]).toBe(codes(first)[0])
  expect(codes(back)[1]).not.toBe(codes(first)[1])
  const cased = await upload(made, named(['a1', 'A1']))
  expect(new Set([...codes(first), ...codes(back), ...codes(cased)]).size).toBe(5)
})

// Would catch: half of a box packed and labelled, because one of its rows was left out with its tracking id.
test('good rows: a wrong tracking id leaves out its whole box', async () => {
  const owner = await packedShipment(server)
  const made = await openShipment(server, { pieces: [2, 3, 4] })
  const [a, b, c] = oneBoxPerLine(made)
  if (!a || !b || !c) throw new Error('three lines were made')
  const rows = [{ ...a, tracking_id: owner.tracking }, { ...b, box_no: '1' }, c]
  const refused = await upload(made, rows)
  // The faulty row, and the one that goes with its box.
  expect(refused.body.details).toMatchObject({ good_rows: 1, fault_count: 2 })
  const taken = await upload(made, rows, 'good_rows')
  expect(taken.body.data).toMatchObject({ rows_taken: 1, rows_refused: 2 })
  expect(taken.body.data.boxes?.map((box) => box.box_no)).toEqual(['3'])
  const again = await upload(made, rows, 'good_rows')
  expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 1 })
  expect(await brokenBooks(server.db)).toEqual([])
})

test('a shipment changed after it was packed: boxes stay, and more pieces need packing', async () => {
  const made = await openShipment(server, { pieces: [10] })
  const line = { order_id: made.order.order_id, nm_sku: made.order.lines[0]?.nm_sku ?? '' }
  const change = (quantity: number) =>
    made.client.call(shipmentsCalls.updateShipment, {
      action: 'change',
      shipment_id: made.shipment_id,
      lines: [{ ...line, quantity }],
    })
  expect((await change(6)).status).toBe(200)
  await upload(made, [{ ...line, box_no: '1', quantity: 6 }])
  const fewer = await change(5)
  expect([fewer.status, fewer.body.details.allowed]).toEqual([409, ['pack']])
  expect((await change(10)).status).toBe(200)
  const { shipment } = await packingOf(made)
  const early = await made.client.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id: made.shipment_id,
    version: shipment.version,
    status: 'Packed and shipped',
  })
  expect([early.status, early.body.message, early.body.code]).toEqual([
    409,
    'Please enter correct quantity for order.',
    'move_not_allowed',
  ])
  expect((await upload(made, [{ ...line, box_no: '1', quantity: 6 }])).status).toBe(422)
  expect(await brokenBooks(server.db)).toEqual([])
})

test('two shipments of one line pack, ship and come back without touching each other', async () => {
  const order = await makeOrder(server.db, { pieces: [10] })
  const user = await server.makeUser({ role: 'vendor', vendor: order.vendor })
  const client = asItStands(server, await server.as(user))
  const line = { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '' }
  await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 10 }] })
  const make = async (quantity: number): Promise<MadeShipment> => {
    const reply = await client.call(shipmentsCalls.updateShipment, { lines: [{ ...line, quantity }] })
    return { order, user, client, shipment_id: reply.body.data.shipment.shipment_id, version: 1 }
  }
  const [a, b] = [await make(6), await make(4)]
  await upload(a, [{ ...line, box_no: '1', quantity: 6 }])
  await upload(b, [{ ...line, box_no: '1', quantity: 4 }])
  const shipped = await client.call(shipmentsCalls.updateShipmentDetails, {
    shipment_id: b.shipment_id,
    version: (await packingOf(b)).shipment.version,
    status: 'Packed and shipped',
  })
  expect(shipped.status).toBe(200)
  await typeInto(b, [{ box_no: '1', tracking_id: 'SFONTHEWAY', weight_grams: 900 }])
  await client.call(shipmentsCalls.updateShipment, { action: 'cancel', shipment_id: a.shipment_id })
  expect((await client.call(shipmentsCalls.recoverShipment, { shipment_id: b.shipment_id })).status).toBe(200)
  expect((await packingOf(b)).boxes).toMatchObject([{ tracking_id: 'SFONTHEWAY', weight_grams: 900 }])
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: a vendor who changes what an invoice and its box details say after the boxes came in; boxes on their way that
// stand as well.
test('boxes that came in keep their weight and tracking id, the others of their shipment do not', async () => {
  const { shipment: made, boxes } = await shippedBoxes(server, [[2], [3]])
  const door = await server.as('china_warehouse_team')
  const code = boxes[0]?.sscc ?? ''
  await typeInto(made, [{ box_no: '1', weight_grams: 5_000 }])
  await scanIn(door, [code])
  const refused = await typeInto(made, [
    { box_no: '1', weight_grams: 999_000 },
    { box_no: '2', weight_grams: 700 },
  ])
  expect([refused.status, refused.body.message, refused.body.details]).toMatchObject([
    409,
    `Inwarded boxes keep their tracking ID and weight: ${made.shipment_id} / 1.`,
    { values: { boxes: `${made.shipment_id} / 1` }, allowed: ['describe'] },
  ])
  expect((await typeInto(made, [{ box_no: '1', tracking_id: 'SFANOTHER1' }])).status).toBe(409)
  // What says the same is no change.
  const tracking_id = boxes[0]?.tracking_id ?? ''
  const others = await typeInto(made, [
    { box_no: '1', tracking_id, weight_grams: 5_000 },
    { box_no: '2', tracking_id: 'SFANOTHER2', weight_grams: 700 },
  ])
  expect(others.status, JSON.stringify(others.body)).toBe(200)
  expect((await packingOf(made)).boxes).toMatchObject([
    { is_inwarded: true, tracking_id, weight_grams: 5_000 },
    { is_inwarded: false, tracking_id: 'SFANOTHER2', weight_grams: 700 },
  ])
  await scanIn(door, [code], { action: 'undo' })
  expect((await typeInto(made, [{ box_no: '1', weight_grams: 5_100 }])).status).toBe(200)
})

// Would catch: a line that still shows why it was refused after its pieces came back, or a history that forgot it.
test('an order wholly out of stock and refused comes back, and can be answered anew; its history keeps why', async () => {
  const order = await makeOrder(server.db, { pieces: [5, 4, 3], answered: false })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  const [a, b, c] = order.lines.map((line) => line.nm_sku)
  const none = { ready_quantity: 0 }
  const answered = await client.call(ordersCalls.updateOrders, {
    orders: [
      {
        order_id: order.order_id,
        version: 1,
        lines: [
          { ...none, nm_sku: a ?? '', oos_quantity: 5 },
          { ...none, nm_sku: b ?? '', rejected_quantity: 4, reason: 'Stain', remark: 'ink' },
          { ...none, nm_sku: c ?? '', rejected_quantity: 3, reason: 'Size issue', remark: 'too small' },
        ],
      },
    ],
  })
  const [before] = answered.body.data.orders
  expect(before).toMatchObject({ status: 'Out of stock', vendor_decision: 'ANSWERED' })
  const recovered = await client.call(ordersCalls.recoverOosOrder, { order_id: order.order_id })
  const { order: now } = recovered.body.data
  expect(now).toMatchObject({ status: 'Awaiting shipment', vendor_decision: 'ANSWERED' })
  expect(now.sku_details?.map((line) => [line.vendor_decision, line.reason, line.remark])).toEqual([
    ['CONFIRMED', null, null],
    ['CONFIRMED', null, null],
    ['CONFIRMED', null, null],
  ])
  const history = JSON.stringify(now.history)
  for (const why of ['Stain', 'ink', 'Size issue', 'too small']) expect(history).toContain(why)

  const reopen = (version: number) =>
    client.call(ordersCalls.updateOrders, { action: 'reopen', orders: [{ order_id: order.order_id, version }] })
  expect((await reopen(before?.version ?? 0)).body.code).toBe('stale')
  const opened = await reopen(now.version)
  expect(opened.body.data.orders[0]).toMatchObject({ vendor_decision: 'NEW' })
  const twice = await reopen(now.version + 1)
  expect([twice.status, twice.body.details.allowed]).toEqual([409, ['answer']])
  expect(await brokenBooks(server.db)).toEqual([])
})

test('answering a part of an order leaves it new, and says so in its history', async () => {
  const order = await makeOrder(server.db, { pieces: [5, 4], answered: false })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  const part = await client.call(ordersCalls.updateOrders, {
    orders: [
      {
        order_id: order.order_id,
        version: 1,
        lines: [{ nm_sku: order.lines[0]?.nm_sku.toLowerCase() ?? '', ready_quantity: 5 }],
      },
    ],
  })
  const [now] = part.body.data.orders
  expect(now?.vendor_decision).toBe('NEW')
  expect(now?.history?.map((event) => [event.event, event.from, event.to])).toEqual([['order.answered', 'NEW', 'NEW']])
})

test('a partly scheduled order is answered again for what still awaits, and cannot be reopened', async () => {
  const order = await makeOrder(server.db, { pieces: [10] })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  const line = { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '' }
  await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 4 }] })
  const answer = (ready_quantity: number, oos_quantity: number, version: number) =>
    client.call(ordersCalls.updateOrders, {
      orders: [{ order_id: order.order_id, version, lines: [{ nm_sku: line.nm_sku, ready_quantity, oos_quantity }] }],
    })
  expect((await answer(10, 0, 1)).body.message).toBe('Please enter correct quantity for order.')
  expect((await answer(0, 6, 1)).body.data.orders[0]).toMatchObject({ quantities: { on_platform: 4, oos: 6 } })
  const reopened = await client.call(ordersCalls.updateOrders, {
    action: 'reopen',
    orders: [{ order_id: order.order_id, version: 2 }],
  })
  expect([reopened.status, reopened.body.details.allowed]).toEqual([409, expect.arrayContaining(['recover_oos'])])
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: an id that a sheet takes and a call does not: lower case, blanks around it, full-width letters.
test('ids are read in calls as they are in sheets', async () => {
  const order = await makeOrder(server.db, { pieces: [6] })
  const client = asItStands(server, await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor })))
  const nm_sku = order.lines[0]?.nm_sku ?? ''
  const line = { order_id: ` ${order.order_id.toLowerCase()} `, nm_sku: nm_sku.replace('NM', 'ＮＭ').toLowerCase() }
  const saved = await client.call(ordersCalls.saveScheduleQuantity, { items: [{ ...line, ready_quantity: 6 }] })
  expect(saved.body.data.items).toMatchObject([{ nm_sku, ready_quantity: 6 }])
  const made = await client.call(shipmentsCalls.updateShipment, { lines: [{ ...line, quantity: 6 }] })
  const shipment_id = made.body.data.shipment.shipment_id.toLowerCase()
  const packed = await client.call(shipmentsCalls.updatePackingItems, {
    shipment_id,
    version: 1,
    boxes: [{ box_no: ' Ａ1 ', weight_grams: 700, items: [{ ...line, quantity: 6 }] }],
  })
  expect(packed.body.data.boxes).toMatchObject([{ box_no: 'A1', weight_grams: 700, items: [{ nm_sku, quantity: 6 }] }])
  expect((await client.call(shipmentsCalls.getShippingLabel, { shipment_id, box_nos: ['Ａ1'] })).status).toBe(200)
  expect(
    (await client.call(shipmentsCalls.getViewSkuLabels, { items: [{ ...line, copies: 2 }] })).body.data.total,
  ).toBe(2)
  expect((await client.call(retoolCalls.getTentativeShipment, { sku: line.nm_sku })).status).toBe(200)
})

// Would catch: only the first sheet read, or a line that two sheets of one workbook put twice into a box.
test('a list over two sheets is one list, whose faults name their sheet', async () => {
  const made = await openShipment(server, { pieces: [2, 3] })
  const rows = oneBoxPerLine(made)
  const workbook = new ExcelJS.Workbook()
  const header = ['Box No', 'Order ID', 'NM SKU', 'Quantity in box']
  const bytesOf = async () => ({ name: 'two.xlsx', bytes: Buffer.from(await workbook.xlsx.writeBuffer()) })
  for (const [at, row] of rows.entries())
    workbook.addWorksheet(`Page ${at + 1}`).addRows([header, [row.box_no, row.order_id, row.nm_sku, row.quantity]])
  const taken = await made.client.call(shipmentsCalls.uploadPackingList, {
    shipment_id: made.shipment_id,
    file: await bytesOf(),
  })
  expect(taken.body.data).toMatchObject({ rows_taken: 2, rows_refused: 0 })
  const [first] = rows
  workbook.getWorksheet('Page 2')?.addRow([first?.box_no, first?.order_id, first?.nm_sku, first?.quantity])
  const twice = await made.client.call(shipmentsCalls.uploadPackingList, {
    shipment_id: made.shipment_id,
    file: await bytesOf(),
  })
  expect(twice.body.details.faults).toEqual([
    expect.objectContaining({ sheet: 'Page 2', cell: 'C3', message: 'Multiple entries found.' }),
  ])
})
