import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { decideOn } from '../support/order-decisions.ts'
import { dayFromNow, type MadeOrder, makeOrder, type OrderWish } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { orders: ordersCalls } = contract

let server: TestServer
let client: Client
let anning: MadeVendor
let zhuhai: MadeVendor

beforeAll(async () => {
  server = await testServer()
  client = await server.as('ops')
  anning = await server.makeVendor({ name: 'Anning Garments' })
  zhuhai = await server.makeVendor({ name: 'Zhuhai 100% Cotton' })
})

function waiting(wish: OrderWish): Promise<MadeOrder> {
  return makeOrder(server.db, { decision: 'NEW', answered: false, ...wish })
}

function change(
  order: MadeOrder,
  values: { previous_unit_price_minor?: number; is_new_vendor?: true; order_date?: string },
) {
  return server.db.updateTable('vendor_order').set(values).where('id', '=', order.id).execute()
}

describe('pending orders', () => {
  let inOrder: MadeOrder[]

  beforeAll(async () => {
    const plainLate = await waiting({ vendor: zhuhai, shipInDays: 9 })
    const plain = await waiting({ vendor: anning, shipInDays: 12 })
    const plainFirst = await waiting({ vendor: anning, shipInDays: 5 })
    const plainSecond = await waiting({ vendor: anning, shipInDays: 5 })
    const one = await waiting({ vendor: zhuhai, shipInDays: -1 })
    const oneEarlier = await waiting({ vendor: anning, shipInDays: 20 })
    const three = await waiting({ vendor: zhuhai, shipInDays: -5 })
    await change(oneEarlier, { previous_unit_price_minor: 4_000 })
    await change(three, { previous_unit_price_minor: 5_100, is_new_vendor: true })
    await makeOrder(server.db, { vendor: anning, decision: 'NOT_APPROVED', answered: false })
    inOrder = [three, oneEarlier, one, plainFirst, plainSecond, plain, plainLate]
  })

  const ids = (orders: { order_id: string }[]) => orders.map((order) => order.order_id)

  // Catches exceptions that drown in the list.
  test('most exceptions first, then supplier, deadline, order id', async () => {
    const { rows, total, pages } = (await client.call(ordersCalls.getPendingOrders, { page: 1 })).body.data
    expect(ids(rows)).toEqual(ids(inOrder))
    expect([total, pages]).toEqual([7, 1])
    expect(rows.map((row) => row.exceptions)).toEqual([
      ['price_jump', 'late', 'new_vendor'],
      ['price_jump'],
      ['late'],
      [],
      [],
      [],
      [],
    ])
    expect(rows[0]).toMatchObject({ is_late: true, status: 'Shipment delayed', days_remaining: -5, decision: 'NEW' })
    expect(rows[0]?.sku_details).toBeUndefined()
  })

  // Catches a row on two pages or on none.
  test('pages are cut from one order; past the end is empty', async () => {
    const pageOf = async (page: number) =>
      (await client.call(ordersCalls.getPendingOrders, { page, page_size: 3 })).body.data
    const pages = [await pageOf(1), await pageOf(2), await pageOf(3), await pageOf(4)]
    expect(pages.flatMap((page) => ids(page.rows))).toEqual(ids(inOrder))
    expect(pages.map((page) => [page.rows.length, page.total, page.pages])).toEqual([
      [3, 7, 3],
      [3, 7, 3],
      [1, 7, 3],
      [0, 7, 3],
    ])
  })

  // Catches a filter that is ignored, and a wildcard that what was typed turns into.
  test('each filter narrows', async () => {
    const found = async (filter: object) =>
      ids((await client.call(ordersCalls.getPendingOrders, { page: 1, ...filter })).body.data.rows)
    const [three, oneEarlier, one, first] = inOrder
    expect(await found({ exception: 'late' })).toEqual(ids([three, one] as MadeOrder[]))
    expect(await found({ exception: 'price_jump' })).toEqual(ids([three, oneEarlier] as MadeOrder[]))
    expect(await found({ exception: 'new_vendor' })).toEqual(ids([three] as MadeOrder[]))
    expect(await found({ exception: 'any' })).toHaveLength(3)
    expect(await found({ supplier_id: zhuhai.code })).toHaveLength(3)
    expect(await found({ supplier_id: 'NOBODY' })).toEqual([])
    expect(await found({ search: first?.order_id.toLowerCase() })).toEqual([first?.order_id])
    expect(await found({ search: first?.lines[1]?.nm_sku })).toEqual([first?.order_id])
    expect(await found({ search: 'anning' })).toHaveLength(4)
    expect(await found({ search: '100%' })).toHaveLength(3)
    expect(await found({ search: '%' })).toHaveLength(3)
    expect(await found({ search: '_' })).toEqual([])
    expect(await found({ order_date_from: dayFromNow(-10), order_date_to: dayFromNow(-10) })).toHaveLength(7)
    expect(await found({ order_date_from: dayFromNow(-9) })).toEqual([])
    expect(await found({ order_date_to: dayFromNow(-11) })).toEqual([])
  })

  test('lines come when asked for, in the order of the grid', async () => {
    const { rows } = (await client.call(ordersCalls.getPendingOrders, { page: 1, page_size: 1, include_lines: true }))
      .body.data
    expect(rows[0]?.sku_details?.map((line) => [line.nm_sku, line.quantities.ordered])).toEqual(
      inOrder[0]?.lines.map((line) => [line.nm_sku, line.ordered]),
    )
  })

  test.each([{ page: 0 }, { page: 1, page_size: 0 }, { page: 1, page_size: 501 }])('%o is refused', async (asked) => {
    expect((await client.call(ordersCalls.getPendingOrders, asked)).status).toBe(400)
  })
})

describe('refused orders', () => {
  // Catches orders that vanish from every list once they are refused.
  test('have a list of their own with why, and are back among the pending ones once that is taken back', async () => {
    const vendor = await server.makeVendor()
    const order = await waiting({ vendor })
    const other = await waiting({ vendor })
    const why = { decision: 'refuse', reason: 'Fabric issue', remark: 'Too thin.' } as const
    await decideOn(server, client, order.order_id, why)
    const listed = async (tab: 'pending' | 'refused') => {
      const asked = { page: 1, supplier_id: vendor.code, tab, include_history: true }
      return (await client.call(ordersCalls.getPendingOrders, asked)).body.data.rows
    }
    expect((await listed('pending')).map((row) => row.order_id)).toEqual([other.order_id])
    const [refused, ...more] = await listed('refused')
    expect(more).toEqual([])
    expect(refused).toMatchObject({ order_id: order.order_id, decision: 'NOT_APPROVED' })
    expect(refused?.history?.at(-1)?.details).toEqual({ reason: 'Fabric issue', remark: 'Too thin.' })

    await decideOn(server, client, order.order_id, { decision: 'withdraw' })
    expect(await listed('refused')).toEqual([])
    expect((await listed('pending')).map((row) => row.order_id).sort()).toEqual([order.order_id, other.order_id].sort())
  })
})

describe('confirmed orders', () => {
  // Catches pending and refused orders among the confirmed, and the oldest on top.
  test('only approved ones, newest first', async () => {
    const vendor = await server.makeVendor()
    const older = await makeOrder(server.db, { vendor })
    const newer = await makeOrder(server.db, { vendor })
    const newest = await makeOrder(server.db, { vendor, answered: false })
    await change(newest, { order_date: dayFromNow(-1) })
    await waiting({ vendor })
    await makeOrder(server.db, { vendor, decision: 'NOT_APPROVED', answered: false })
    const asked = { page: 1, supplier_id: vendor.code }
    const { rows, total } = (await client.call(ordersCalls.getConfirmedOrders, asked)).body.data
    expect(rows.map((row) => row.order_id)).toEqual([newest.order_id, newer.order_id, older.order_id])
    expect(total).toBe(3)
    expect(rows.map((row) => row.vendor_decision)).toEqual(['NEW', 'ANSWERED', 'ANSWERED'])
    // What a notice is about opens those alone.
    const named = await client.call(ordersCalls.getConfirmedOrders, { ...asked, order_ids: [older.order_id] })
    expect(named.body.data).toMatchObject({ total: 1, rows: [{ order_id: older.order_id }] })
  })
})
