import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { mayRewrite } from '../../src/server/database/append-only.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { recoverOosOrder, updateOrders, cancelOrder } = contract.orders
const { getCompanyFacts, saveCompanyFacts } = contract.company
const YEARS_AGO = -3 * 365

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
})

async function closeAfter(closed_order_months: number) {
  const { settings, version } = (await admin.call(getCompanyFacts, {})).body.data
  return admin.call(saveCompanyFacts, { settings: { ...settings, name: 'House', closed_order_months }, version })
}

/** An order that was to come three years ago; its vendor said so many months ago that all of it is out of stock. */
async function outOfStock(monthsAgo: number): Promise<{ order: MadeOrder; seller: Client }> {
  const order = await makeOrder(server.db, { pieces: [7], answered: false, shipInDays: YEARS_AGO })
  const seller = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
  const lines = order.lines.map(({ nm_sku }) => ({ nm_sku, ready_quantity: 0, oos_quantity: 7 }))
  const answered = await seller.call(updateOrders, { orders: [{ order_id: order.order_id, version: 1, lines }] })
  expect(answered.status).toBe(200)
  await server.db.transaction().execute(async (tx) => {
    await sql.raw(mayRewrite).execute(tx)
    await sql`UPDATE line_move SET at = at - make_interval(months => ${monthsAgo}::int)
      WHERE order_line_id = ${order.lines[0]?.id}`.execute(tx)
    await sql`UPDATE vendor_order SET ended_at = ended_at - make_interval(months => ${monthsAgo}::int)
      WHERE id = ${order.id}`.execute(tx)
  })
  return { order, seller }
}

const life = async ({ order_id }: MadeOrder, by: Client) =>
  (await by.call(contract.trace.traceLife, { kind: 'order', code: order_id })).body.data.next.map(
    ({ action }) => action,
  )

// Catches: a closed order that a button or a call changes, a refusal without its reason, and an order that is closed while it is still moved.
it('changes no order that ended longer ago than the company keeps orders open, and says so', async () => {
  const [old, young] = [await outOfStock(30), await outOfStock(3)]
  expect(await life(old.order, old.seller)).toContain('recoverPieces')
  expect((await closeAfter(24)).status).toBe(200)

  const refused = await old.seller.call(recoverOosOrder, { order_id: old.order.order_id })
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: 'move_not_allowed',
      message: `Order ${old.order.order_id} ended more than 24 months ago and is closed: its history stays as it is.`,
    },
  ])
  expect(await life(old.order, old.seller)).toEqual([])
  expect(await life(young.order, young.seller)).toContain('recoverPieces')
  expect((await young.seller.call(recoverOosOrder, { order_id: young.order.order_id })).status).toBe(200)
  await expect(
    sql`DELETE FROM vendor_order WHERE id = ${old.order.id}`.execute(server.db),
    'not even past the calls',
  ).rejects.toMatchObject({ code: 'SV001' })

  expect((await closeAfter(0)).status).toBe(200)
  expect((await old.seller.call(recoverOosOrder, { order_id: old.order.order_id })).status).toBe(200)
})

// Catches: an overdue order that cannot be ended or whose end cannot be taken back, since only its deadline and its moves tell its age.
it('lets an order of long ago end today, and takes that back', async () => {
  expect((await closeAfter(24)).status).toBe(200)
  const ops = await server.as('ops')
  const overdue = await makeOrder(server.db, { pieces: [7], answered: false, shipInDays: YEARS_AGO })
  const seller = await server.as(await server.makeUser({ role: 'vendor', vendor: overdue.vendor }))
  const lines = overdue.lines.map(({ nm_sku }) => ({ nm_sku, ready_quantity: 0, oos_quantity: 7 }))
  const answered = await seller.call(updateOrders, { orders: [{ order_id: overdue.order_id, version: 1, lines }] })
  expect(answered.status).toBe(200)
  expect((await seller.call(recoverOosOrder, { order_id: overdue.order_id })).status).toBe(200)

  const other = await makeOrder(server.db, { pieces: [7], answered: false, shipInDays: YEARS_AGO })
  const { order_id } = other
  const cancelled = await ops.call(cancelOrder, { order_id, version: 1, action: 'cancel', reason: 'Season over' })
  expect(cancelled.status).toBe(200)
  expect((await ops.call(cancelOrder, { order_id, version: 2, action: 'restore' })).status).toBe(200)
})

// Catches: one closed order among many that refuses all of them.
it('leaves closed orders out of what is done to many, with the reason', async () => {
  expect((await closeAfter(0)).status).toBe(200)
  const ops = await server.as('ops')
  const [old, open] = [await outOfStock(30), await makeOrder(server.db)]
  expect((await closeAfter(24)).status).toBe(200)
  const order_ids = [old.order.order_id, open.order_id]
  const { body } = await ops.call(contract.orders.setUrgent, { order_ids, is_urgent: true })
  expect(body.data).toEqual({
    changed: [open.order_id],
    unchanged: [{ order_id: old.order.order_id, reason: 'The order ended long ago and is closed.' }],
  })
})

it('takes months from none to ten years', async () => {
  for (const months of [121, -1, 1.5]) {
    const refused = await closeAfter(months)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('closed_order_months'),
    ])
  }
})
