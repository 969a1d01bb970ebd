import ExcelJS from 'exceljs'
import { beforeAll, expect, test } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { packingList } from '../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { EXTENSION_DIGIT, makeSscc } from '../../src/shared/kernel/sscc.ts'
import { brokenBooks } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import {
  type ListRow,
  type MadeShipment,
  oneBoxPerLine,
  openShipment,
  packedShipment,
  packingFile,
} from '../support/shipments.ts'

const { frame: frameCalls, shipments: shipmentsCalls } = contract

let server: TestServer
let shipment: MadeShipment

beforeAll(async () => {
  server = await testServer()
  shipment = await openShipment(server, { pieces: [5, 4] })
})

async function upload(rows: ListRow[], mode: 'all' | 'good_rows' = 'all') {
  const { client, shipment_id } = shipment
  return client.call(shipmentsCalls.uploadPackingList, { shipment_id, mode, file: await packingFile(rows) })
}

const sscc = makeSscc(EXTENSION_DIGIT, '6901234', 4_711)
const good = () => oneBoxPerLine(shipment)
const changed = (change: Partial<ListRow>): ListRow[] =>
  good().map((row, at) => (at === 0 ? { ...row, ...change } : row))

/** Each message of the specification that a packing list can meet, and the cell it must name. */
const refusals: [string, () => ListRow[], string, string][] = [
  ['a box number with signs', () => changed({ box_no: '##' }), 'Invalid box format', 'A2'],
  ['an order id with signs', () => changed({ order_id: '??' }), 'Invalid order id format', 'B2'],
  ['a SKU with signs', () => changed({ nm_sku: '!' }), 'Invalid sku format', 'C2'],
  ['a quantity in words', () => changed({ quantity: 'five' }), 'Invalid quantity format', 'D2'],
  ['a tracking id too short', () => changed({ tracking_id: 'AB' }), 'Invalid tracking id format', 'E2'],
  // Would catch: a shifted column, or a vendor's will, that gives a box the code of somebody else's.
  [
    'the SSCC of a box as tracking id',
    () => changed({ tracking_id: sscc }),
    'This is the SSCC of a box, not a tracking ID.',
    'E2',
  ],
  [
    'the same as its label has it',
    () => changed({ tracking_id: `00${sscc}` }),
    'This is the SSCC of a box, not a tracking ID.',
    'E2',
  ],
  ['a quantity of zero', () => changed({ quantity: 0 }), 'Quantity in box is zero.', 'D2'],
  ['a negative quantity', () => changed({ quantity: -5 }), 'Quantity in a box cannot be negative.', 'D2'],
  [
    'a SKU that is not in the shipment',
    () => changed({ nm_sku: 'NM-OTHER' }),
    'Order and SKU not added to the shipping platform.',
    'C2',
  ],
  ['a line twice in one box', () => [...good(), ...good().slice(0, 1)], 'Multiple entries found.', 'C4'],
  ['too many pieces', () => changed({ quantity: 6 }), 'Please enter correct quantity for order.', 'D2'],
  ['too few pieces', () => changed({ quantity: 4 }), 'Please enter correct quantity for order.', 'D2'],
  [
    'one tracking id on two boxes',
    () => good().map((row) => ({ ...row, tracking_id: 'SFDOUBLE1' })),
    'Invalid box tracking details.',
    'E3',
  ],
]

test.each(refusals)('%s is refused in the specification’s words, at its cell', async (_, rows, message, cell) => {
  const reply = await upload(rows())
  expect(reply.status).toBe(422)
  expect(reply.body.code).toBe('file_refused')
  expect(reply.body.details.faults).toContainEqual(expect.objectContaining({ message, cell }))
})

test('a line twice in one box names its other row', async () => {
  const reply = await upload([...good(), ...good().slice(0, 1)])
  expect(reply.body.details.faults).toMatchObject([{ cell: 'C4', expected: 'See row {{row}}.', values: { row: '2' } }])
})

// Would catch: a checker that stops at the first fault, so that a vendor uploads twelve times.
test('every fault is told at once', async () => {
  const [a, b] = good()
  const reply = await upload([{ ...a, quantity: 0 } as ListRow, { ...b, nm_sku: '!', tracking_id: 'x' } as ListRow])
  expect(reply.body.details.faults?.map((fault) => fault.cell)).toEqual(['D2', 'C3', 'E3'])
})

test('no SKUs at all', async () => {
  const reply = await upload([])
  expect(reply.status).toBe(422)
  expect(reply.body.message).toBe('No skus provided in packing list.')
})

test('a shipment of nobody, and none named', async () => {
  const file = await packingFile(good())
  const nobody = await shipment.client.call(shipmentsCalls.uploadPackingList, { shipment_id: 'SH-999999', file })
  expect(nobody.status).toBe(404)
  const none = await shipment.client.call(shipmentsCalls.uploadPackingList, { shipment_id: ' ', file })
  expect(none.status).toBe(400)
  expect(none.body.message).toBe('Please provide shipment id.')
})

test('files that are no workbooks are refused with nothing changed', async () => {
  const send = (name: string, bytes: Buffer) =>
    shipment.client.call(shipmentsCalls.uploadPackingList, { shipment_id: shipment.shipment_id, file: { name, bytes } })
  for (const name of ['list.csv', 'list.exe', 'list.xls'])
    expect((await send(name, Buffer.from('box,sku\n1,2\n'))).body.message).toBe('Please upload .xlsx files.')
  const renamed = await send('list.xlsx', Buffer.from('box,sku\n1,2\n'))
  expect(renamed.body.message).toBe('Please upload .xlsx files.')
})

// Would catch: a corrected copy that its own uploader cannot get, or that is refused again although it was corrected.
test('the refused workbook comes back marked, and the good rows can be taken', async () => {
  const reply = await upload(changed({ quantity: 0 }))
  const back = await shipment.client.call(frameCalls.getCorrectedWorkbook, {
    upload_id: reply.body.details.upload_id ?? '',
  })
  expect(back.headers['content-disposition']).toContain('corrected_packing.xlsx')
  const read = await readRows({ name: 'corrected.xlsx', bytes: back.bytes }, packingList)
  expect(read.rows).toHaveLength(2)
  expect(reply.body.details.good_rows).toBe(1)

  const taken = await upload(changed({ quantity: 0 }), 'good_rows')
  expect(taken.body.data).toMatchObject({ rows_taken: 1, rows_refused: 1 })
  const now = await shipment.client.call(shipmentsCalls.getPackingItems, { shipment_id: shipment.shipment_id })
  expect(now.body.data.lines.map((line) => [line.ready_quantity, line.quantity_in_box])).toEqual([[4, 4]])
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: good rows that are left out with their box without a word, a surplus in such a box never told, and a shipment that
// shrinks in silence.
test('rows that go with the fault of their box say so, and what leaves the shipment is told before and after', async () => {
  const made = await openShipment(server, { pieces: [5, 4, 3] })
  const [first, second, third] = oneBoxPerLine(made) as [ListRow, ListRow, ListRow]
  const box = { box_no: first.box_no, tracking_id: 'AB' }
  const rows = [{ ...first, ...box }, { ...second, box_no: first.box_no, quantity: 40, tracking_id: null }, third]
  const { client, shipment_id } = made
  const send = async (mode: 'all' | 'good_rows') =>
    client.call(shipmentsCalls.uploadPackingList, { shipment_id, mode, file: await packingFile(rows) })
  const { details } = (await send('all')).body
  expect(details.faults?.map(({ cell, message }) => [cell, message])).toEqual([
    ['E2', 'Invalid tracking id format'],
    ['D3', 'Please enter correct quantity for order.'],
    ['A3', 'The whole box {{box_no}} is left out, since a row of it has a fault.'],
  ])
  expect(details).toMatchObject({ good_rows: 1, good_rows_leave: 9 })
  // A row of a good box is not refused for what a box that is left out has of the same line.
  const also = [{ ...first, ...box }, { ...third, box_no: first.box_no, tracking_id: null }, third]
  const file = await packingFile(also)
  const both = await client.call(shipmentsCalls.uploadPackingList, { shipment_id, file })
  expect(both.body.details).toMatchObject({ good_rows: 1, fault_count: 2 })
  const taken = await send('good_rows')
  expect(taken.body.data).toMatchObject({ rows_taken: 1, rows_refused: 2, to_platform: 9 })
  const { history } = (await client.call(shipmentsCalls.getShipmentDetails, { shipment_id })).body.data
  expect(history.map(({ details: told }) => told)).toContainEqual({ boxes: 1, quantity: 3, to_platform: 9 })
  expect(await brokenBooks(server.db)).toEqual([])
})

// Would catch: labels already stuck on boxes that become worthless because a second upload gave the boxes new codes.
test('boxes keep their codes when the list is uploaded again with changes', async () => {
  const made = await packedShipment(server)
  const before = await made.client.call(shipmentsCalls.getPackingItems, { shipment_id: made.shipment_id })
  const rows = oneBoxPerLine(made, made.tracking).map((row, at) => ({
    ...row,
    tracking_id: `SFNEW${made.order.id.slice(-6)}${at}`,
  }))
  const again = await made.client.call(shipmentsCalls.uploadPackingFileShipmentManagement, {
    shipment_id: made.shipment_id,
    file: await packingFile(rows),
  })
  expect(again.status).toBe(200)
  expect(again.body.data.boxes?.map((box) => box.sscc)).toEqual(before.body.data.boxes.map((box) => box.sscc))
  expect(again.body.data.boxes?.map((box) => box.tracking_id)).not.toContain(made.tracking)
})

// Would catch: the cell of the SKU marked for a wrong order number, and no word of the right one.
test('a wrong order number is told at its own cell, with the right one', async () => {
  const made = await openShipment(server, { pieces: [5, 4] })
  const [first, ...others] = oneBoxPerLine(made)
  const file = await packingFile([{ ...first, order_id: 'PO-WRONG-1' } as ListRow, ...others])
  const reply = await made.client.call(shipmentsCalls.uploadPackingList, { shipment_id: made.shipment_id, file })
  const { order_id } = made.order
  expect(reply.body.details.faults?.map(({ cell, expected }) => [cell, expected])).toEqual([['B2', order_id]])
})

// Would catch: an English workbook for a Chinese reader; a translated one that can no longer be uploaded.
test('the corrected workbook says what is wrong in its reader’s language, keeps its owner’s headers, and can be read again', async () => {
  const file = await packingFile(changed({ quantity: 0 }))
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(file.bytes as unknown as ExcelJS.Buffer)
  const sheet = workbook.worksheets[0]
  sheet?.getRow(1).eachCell((cell) => {
    cell.value = cell.text.split(' / ')[0] ?? ''
  })
  const { client, shipment_id } = shipment
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer())
  const refused = await client.call(shipmentsCalls.uploadPackingList, { shipment_id, file: { name: 'a.xlsx', bytes } })
  const upload_id = refused.body.details.upload_id ?? ''
  const textOf = async (language?: string) => {
    const { bytes: back } = await client.call(frameCalls.getCorrectedWorkbook, { upload_id, language })
    const read = await readRows({ name: 'corrected.xlsx', bytes: back }, packingList)
    expect(read.rows).toHaveLength(2)
    await workbook.xlsx.load(back as unknown as ExcelJS.Buffer)
    const cells = ['A1', 'D1', 'I1', 'I2'].map((address) => workbook.worksheets[0]?.getCell(address).text)
    return cells
  }
  expect(await textOf('zh-CN')).toEqual([
    'Box No',
    'Quantity in box',
    '错误说明',
    '箱内数量 · 箱内数量为零。 · 应为整数件数。',
  ])
  const english = ['Box No', 'Quantity in box', 'Errors found']
  expect(await textOf('en')).toEqual([
    ...english,
    'Quantity in box · Quantity in box is zero. · A whole number of pieces.',
  ])
  expect((await textOf())[2]).toBe('Errors / 错误')
})

// Would catch: somebody with a sheet of Excel or WPS told what to send and not how to make it.
test.each(['list.csv', 'list.xls', 'list.et'])('%s is told in one sentence how to save as .xlsx', async (name) => {
  const { client, shipment_id } = shipment
  const reply = await client.call(shipmentsCalls.uploadPackingList, {
    shipment_id,
    file: { name, bytes: Buffer.from('a') },
  })
  expect(reply.body.message).toBe('Please upload .xlsx files.')
  expect(reply.body.details.message_key).toContain('choose “Save As” and the type “Excel Workbook (*.xlsx)”')
})

test('an old workbook renamed to .xlsx is told the same, a program is not', async () => {
  const { client, shipment_id } = shipment
  const send = (name: string, bytes: Buffer) =>
    client.call(shipmentsCalls.uploadPackingList, { shipment_id, file: { name, bytes } })
  const old = await send('list.xlsx', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'))
  expect([old.body.message, old.body.details.message_key]).toEqual([
    'Please upload .xlsx files.',
    expect.stringContaining('Save As'),
  ])
  expect((await send('list.exe', Buffer.from('MZ'))).body.details.message_key).toBeUndefined()
})
