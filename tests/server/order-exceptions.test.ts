import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeSetting } from '../../src/server/database/settings.ts'
import { isPriceJump } from '../../src/shared/areas/orders/answers.ts'
import { contract } from '../../src/shared/areas.ts'
import { asItStands } from '../support/as-it-stands.ts'
import type { Client } from '../support/client.ts'
import { boxesInIndia } from '../support/india-boxes.ts'
import { makeOrder } from '../support/orders.ts'
import { done } from '../support/qc-world.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { makeSite } from '../support/stock.ts'

const ordersCalls = contract.orders

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await testServer()
  client = asItStands(server, await server.as('ops'))
})

describe('the exceptions of an order that waits', () => {
  const minor = fc.integer({ min: 0, max: 200 })

  // Would catch: a list that judges prices otherwise than the rule, or by a setting of another day.
  test('are judged by the price and the setting that stand when they are shown', async () => {
    const order = await makeOrder(server.db, { decision: 'NEW', answered: false })
    const shown = async () => {
      const { rows } = (await client.call(ordersCalls.getPendingOrders, { page: 1, search: order.order_id })).body.data
      return rows[0]?.exceptions
    }
    const price = (unit_price_minor: number, previous_unit_price_minor: number | null) =>
      server.db
        .updateTable('vendor_order')
        .set({ unit_price_minor, previous_unit_price_minor })
        .where('id', '=', order.id)
        .execute()
    await fc.assert(
      fc.asyncProperty(minor, fc.option(minor), fc.integer({ min: 0, max: 60 }), async (now, before, percent) => {
        await price(now, before)
        await writeSetting(server.db, 'price_jump_percent', percent)
        expect(await shown()).toEqual(isPriceJump(now, before, percent) ? ['price_jump'] : [])
      }),
      { numRuns: 60 },
    )
    await writeSetting(server.db, 'price_jump_percent', 10)
  })

  // Would catch: an order to another vendor than the style's, to a shop, or to a site out of use, that is "Clean".
  test('are a vendor that is not the style’s and a destination that takes no vendor’s goods', async () => {
    const order = await makeOrder(server.db, { decision: 'NEW', answered: false })
    const other = await makeOrder(server.db)
    const shop = await makeSite(server.db, 'shop')
    const shown = async (tab: 'any' | 'none') => {
      const asked = { page: 1, search: order.order_id, exception: tab }
      return (await client.call(ordersCalls.getPendingOrders, asked)).body.data.rows.map(({ exceptions }) => exceptions)
    }
    expect(await shown('none')).toEqual([[]])
    await sql`UPDATE vendor_order SET destination_id = (SELECT id FROM site WHERE code = ${shop.code}) WHERE id = ${order.id}`.execute(
      server.db,
    )
    expect([await shown('any'), await shown('none')]).toEqual([[['no_warehouse']], []])
    await sql`UPDATE vendor_order SET vendor_id = ${other.vendor.id} WHERE id = ${order.id}`.execute(server.db)
    expect(await shown('any')).toEqual([['other_vendor', 'no_warehouse']])
  })

  // Would catch: a purchase at another price that nothing of what waits is compared with, or one that stays after it was reversed.
  test('compare with what was bought, as long as it is', async () => {
    const at = await boxesInIndia(server, [[6]])
    const [box] = at.boxes
    if (!box) throw new Error('a box')
    const { order } = at.shipment
    const again = await makeOrder(server.db, { decision: 'NEW', answered: false, vendor: order.vendor })
    await sql`UPDATE vendor_order SET style_id = (SELECT style_id FROM vendor_order WHERE id = ${order.id}), previous_unit_price_minor = NULL
      WHERE id = ${again.id}`.execute(server.db)
    await at.judge(box.sscc)
    const comparedWith = async () =>
      (await client.call(ordersCalls.getPendingOrders, { page: 1, search: again.order_id })).body.data.rows[0]
        ?.previous_unit_price?.minor
    const { purchase_order } = await done(at.client, contract.purchaseOrders.createPurchaseOrder, {
      box_ids: [box.sscc],
    })
    expect(await comparedWith()).toBe(4_550)
    await sql`UPDATE vendor_order SET unit_price_minor = 4_700 WHERE id = ${order.id}`.execute(server.db)
    await done(client, contract.purchaseOrders.createPurchaseOrder, {
      ...{ action: 'reverse' as const, purchase_order: purchase_order.purchase_order, reason: 'Counted wrong' },
    })
    expect(await comparedWith()).toBe(4_700)
  })
})
