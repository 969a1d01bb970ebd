import { beforeAll, expect, test } from 'vitest'
import { readRows } from '../../src/server/sheets/read-rows.ts'
import { shippingPlatform } from '../../src/shared/areas/shipments/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { brokenBooks, type MadeOrder, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { frame: frameCalls, orders: ordersCalls } = contract

let server: TestServer
let order: MadeOrder
let client: Client

beforeAll(async () => {
  server = await testServer()
  order = await makeOrder(server.db, { pieces: [6, 4] })
  client = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
})

type Row = [nmSku: string | undefined, ready: string | number, oos: string | number]

function csvOf(rows: Row[], name = 'platform.csv') {
  const lines = rows.map(([nmSku, ready, oos]) => [order.order_id, nmSku, ready, oos].join(','))
  const header = 'Order ID,NM SKU,Quantity ready to ship today,OOS quantity'
  return { name, bytes: Buffer.from([header, '', ...lines].join('\r\n')) }
}

const skus = () => order.lines.map((line) => line.nm_sku)
const send = (rows: Row[], mode: 'all' | 'good_rows' = 'all') =>
  client.call(ordersCalls.uploadShipmentPlatformItems, { mode, file: csvOf(rows) })

test.each([
  ['a negative ready quantity', [0, -1, ''], NOT_POSITIVE(), 'C3'],
  ['nothing at all', [0, 0, 0], NOT_POSITIVE(), 'C3'],
  ['a negative out-of-stock quantity', [0, '', -1], 'OOS quantity cannot be negative.', 'D3'],
  ['too many pieces', [0, 7, ''], 'Please enter correct quantity for order.', 'C3'],
  ['words', [0, 'six', ''], 'Invalid quantity format', 'C3'],
  ['a SKU of no order', [null, 1, ''], 'Order and SKU not added to the shipping platform.', 'B3'],
] as const)('%s is refused in the specification’s words, at its cell', async (_, [at, ready, oos], message, cell) => {
  const reply = await send([[at === null ? 'NM-NOBODYS' : skus()[at], ready, oos]])
  expect(reply.status).toBe(422)
  expect(reply.body.details.faults).toContainEqual(expect.objectContaining({ message, cell }))
})

function NOT_POSITIVE() {
  return 'Out-of-stock or shipping quantity should be positive and cannot be zero.'
}

test('a line in two rows, and a sheet without rows', async () => {
  const twice = await send([
    [skus()[0], 1, ''],
    [skus()[0], 2, ''],
  ])
  expect(twice.body.details.faults).toEqual([
    expect.objectContaining({
      message: 'Multiple entries found.',
      cell: 'B4',
      expected: 'See row {{row}}.',
      values: { row: '3' },
    }),
  ])
  const none = await send([])
  expect([none.status, none.body.message]).toEqual([422, 'Please provide packing details.'])
})

// Would catch: a csv refused with no way to see its faults in place; a corrected copy that cannot be sent back.
test('a refused csv comes back as a workbook, which can be corrected and sent', async () => {
  const refused = await client.call(ordersCalls.uploadShipmentPlatformItems, {
    file: csvOf(
      [
        [skus()[0], 99, ''],
        [skus()[1], 4, ''],
      ],
      '发货 [1] of a very long name for a sheet.CSV',
    ),
  })
  const upload_id = refused.body.details.upload_id ?? ''
  const back = await client.call(frameCalls.getCorrectedWorkbook, { upload_id })
  expect(back.status).toBe(200)
  expect(decodeURIComponent(String(back.headers['content-disposition']))).toContain(
    'corrected_发货 [1] of a very long name for a sheet.xlsx',
  )
  const read = await readRows({ name: 'corrected.xlsx', bytes: back.bytes }, shippingPlatform)
  expect(read.rows.map((row) => [row.row, row.values.nm_sku, row.values.ready_quantity])).toEqual([
    [3, skus()[0], 99],
    [4, skus()[1], 4],
  ])
  const ExcelJS = await import('exceljs')
  const workbook = new ExcelJS.default.Workbook()
  await workbook.xlsx.load(back.bytes as never)
  const sheet = workbook.worksheets[0]
  expect(sheet?.getCell('E1').value).toBe('Errors / 错误')
  expect(sheet?.getCell('E3').value).toContain('Please enter correct quantity for order.')
  expect(sheet?.getCell('C3').fill).toMatchObject({ fgColor: { argb: 'FFFFC7CF' } })
  if (sheet) sheet.getCell('C3').value = 6
  const corrected = { name: 'corrected.xlsx', bytes: Buffer.from(await workbook.xlsx.writeBuffer()) }
  const taken = await client.call(ordersCalls.uploadShipmentPlatformItems, { file: corrected })
  expect(taken.body.data).toMatchObject({ rows_taken: 2, rows_refused: 0 })
  const again = await client.call(ordersCalls.uploadShipmentPlatformItems, { file: corrected })
  expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })
  expect(await brokenBooks(server.db)).toEqual([])
})

test('the downloaded sheet is taken as it is, and changes nothing', async () => {
  const sheet = await client.call(ordersCalls.downloadShipmentPlatformItems, {})
  const file = { name: 'shipping_platform.csv', bytes: sheet.bytes }
  const taken = await client.call(ordersCalls.uploadShipmentPlatformItems, { file })
  expect(taken.body.data).toMatchObject({ rows_taken: 0, rows_refused: 0 })
})

// Would catch: the SKU's cell marked for a wrong order number; another vendor's order proposed.
test('a wrong order number is told at its own cell, with the order that has the SKU', async () => {
  const file = csvOf([[skus()[0], 1, '']])
  const bytes = Buffer.from(file.bytes.toString().replaceAll(order.order_id, 'PO-WRONG-1'))
  const reply = await client.call(ordersCalls.uploadShipmentPlatformItems, { file: { name: file.name, bytes } })
  expect(reply.body.details.faults?.map(({ cell, expected }) => [cell, expected])).toEqual([['A3', order.order_id]])
  const stranger = await server.as(
    await server.makeUser({ role: 'vendor', vendor: (await makeOrder(server.db)).vendor }),
  )
  const theirs = await stranger.call(ordersCalls.uploadShipmentPlatformItems, { file: { name: file.name, bytes } })
  expect(theirs.body.details.faults?.map(({ cell, expected }) => [cell, expected])).toEqual([['A3', undefined]])
})
