import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { forgetNotices } from '../../src/server/areas/people/first-account.ts'
import { fanOut, notify } from '../../src/server/notices/notify.ts'
import { contract, kindsFor } from '../../src/shared/areas.ts'
import { roles } from '../../src/shared/kernel/roles.ts'
import type { Client, TestReply } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { fannedOut } from '../support/fan-out.ts'
import { asTheyStand, decideOn } from '../support/order-decisions.ts'
import { makeOrder } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { oneBoxPerLine, openShipment, packingFile } from '../support/shipments.ts'
import { makeSite } from '../support/stock.ts'

const { notices: noticesCalls, orders: ordersCalls, shipments: shipmentsCalls } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const tellAll = () => fannedOut(server)

/** What a person sees after everything told was written. */
async function noticesOf(client: Client) {
  await tellAll()
  const { body } = await client.call(noticesCalls.getNotices, { page_size: 100 })
  return body.data
}

async function vendorDesk(of?: MadeVendor) {
  const made = of ?? (await server.makeVendor())
  const user = await server.makeUser({ role: 'vendor', vendor: made })
  return { vendor: made, user, client: await server.as(user) }
}

async function pending(of: MadeVendor, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++)
    ids.push((await makeOrder(server.db, { vendor: of, decision: 'NEW', answered: false })).order_id)
  return ids
}

async function approve(ids: string[]) {
  const { changed } = await decideOn(server, await server.as('ops'), ids)
  expect(changed).toEqual([...ids].sort())
}

describe('what is told', () => {
  // Would catch: a notice a row of a bulk approval; grouping that starts a new notice each time, or counts one order twice.
  it('approvals of one vendor gather in one unread notice, and each order counts once', async () => {
    const desk = await vendorDesk()
    const ids = await pending(desk.vendor, 5)
    await approve(ids.slice(0, 1))
    expect((await noticesOf(desk.client)).rows[0]).toMatchObject({
      kind: 'orders_to_answer',
      message: `New order ${ids[0]}: please answer it.`,
      path: `/supplier/my-orders?order=${ids[0]}`,
      status: 3,
      timeout: 15_000,
      count: 1,
      read_at: null,
    })
    await approve(ids.slice(1))
    const withdrawn = await decideOn(server, await server.as('ops'), ids.slice(0, 1), { decision: 'withdraw' })
    expect(withdrawn.status).toBe(200)
    await approve(ids.slice(0, 1))
    const { rows, unread } = await noticesOf(desk.client)
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual([
      ['orders_to_answer', 5],
      ['orders_withdrawn', 1],
    ])
    expect(rows[0]).toMatchObject({ message: '5 new orders: please answer them.', path: '/supplier/my-orders' })
    expect(unread).toBe(2)
  })

  // Would catch: a tell for each of 300 orders instead of one a vendor.
  it('a bulk approval writes one outbox row a vendor', async () => {
    const [one, two] = [await server.makeVendor(), await server.makeVendor()]
    const ids = [...(await pending(one, 3)), ...(await pending(two, 2))]
    const told: string[] = []
    // Held back from the fan-out until counted.
    await server.db.transaction().execute(async (tx) => {
      const { decideOrders } = await import('../../src/server/areas/orders/approvals.ts')
      const user = await server.makeUser({ role: 'ops' })
      const caller = { ...user, userId: user.id, name: 'x', team: null, vendorId: null, sessionId: v7() }
      const work = { caller, requestId: 'r', source: 'api', command: (run: (given: typeof tx) => unknown) => run(tx) }
      await decideOrders({ orders: await asTheyStand(server, ids), decision: 'approve' }, work as never)
      const rows = await tx.selectFrom('notice_outbox').selectAll().where('actor_id', '=', user.id).execute()
      told.push(...rows.map((row) => `${row.vendor_id} ${row.things.length}`))
    })
    expect(told.sort()).toEqual([`${one.id} 3`, `${two.id} 2`].sort())
  })

  // Would catch: an outbox written outside the command's transaction.
  it('a command that is rolled back tells nothing', async () => {
    const desk = await vendorDesk()
    const actor = await server.makeUser({ role: 'ops' })
    const doomed = server.db.transaction().execute(async (tx) => {
      const values = { order_id: 'PO-NEVER' }
      await notify(tx, { caller: { userId: actor.id } }, { kind: 'orders_to_answer', vendorId: desk.vendor.id, values })
      throw new Error('the command fails after it told')
    })
    await expect(doomed).rejects.toThrow('after it told')
    expect(await noticesOf(desk.client)).toMatchObject({ rows: [], unread: 0 })
    // The same by a call: one stale order refuses the whole answer, and ops hear of neither.
    const orders = [
      await makeOrder(server.db, { vendor: desk.vendor, answered: false }),
      await makeOrder(server.db, { vendor: desk.vendor, answered: false }),
    ]
    const answers = orders.map((order, at) => ({
      order_id: order.order_id,
      version: at === 0 ? 1 : 99,
      lines: order.lines.map((line) => ({ nm_sku: line.nm_sku, ready_quantity: 0, oos_quantity: line.ordered })),
    }))
    const reply = await desk.client.call(ordersCalls.updateOrders, { action: 'answer', orders: answers })
    expect(reply.status).toBe(409)
    const { rows } = await noticesOf(await server.as(await server.makeUser({ role: 'ops' })))
    expect(rows.filter(({ values }) => values.vendor === desk.vendor.name)).toEqual([])
  })

  // Would catch: ops not hearing of a refusal, the wrong sum of pieces, or a notice of an answer in which all pieces come.
  it('a vendor that cannot deliver is told to ops, with its pieces', async () => {
    const reader = await server.as(await server.makeUser({ role: 'ops' }))
    const desk = await vendorDesk()
    const order = await makeOrder(server.db, { vendor: desk.vendor, answered: false, pieces: [12, 8] })
    const whole = await makeOrder(server.db, { vendor: desk.vendor, answered: false })
    const answered = await desk.client.call(ordersCalls.updateOrders, {
      action: 'answer',
      orders: [
        {
          order_id: order.order_id,
          version: 1,
          lines: [
            { nm_sku: order.lines[0]?.nm_sku ?? '', ready_quantity: 10, oos_quantity: 2 },
            {
              nm_sku: order.lines[1]?.nm_sku ?? '',
              ready_quantity: 5,
              rejected_quantity: 3,
              reason: 'Color bleeding',
              remark: 'bleeds',
            },
          ],
        },
        {
          order_id: whole.order_id,
          version: 1,
          lines: whole.lines.map((line) => ({ nm_sku: line.nm_sku, ready_quantity: line.ordered })),
        },
      ],
    })
    expect([answered.status, answered.body.message]).toEqual([200, 'Order confirmed.'])
    expect((await noticesOf(reader)).rows[0]).toMatchObject({
      kind: 'pieces_refused',
      message: `${desk.vendor.name} cannot deliver 5 pcs of order ${order.order_id}.`,
      count: 1,
    })
  })

  // Would catch: a notice of two orders that opens all of them, and one that stays wrong once an answer was taken back.
  it('pieces that come after all leave the notice, which names the orders it is about', async () => {
    const reader = await server.as(await server.makeUser({ role: 'ops' }))
    const desk = await vendorDesk()
    const wish = { vendor: desk.vendor, answered: false, pieces: [6] }
    const orders = [
      await makeOrder(server.db, wish),
      await makeOrder(server.db, wish),
      await makeOrder(server.db, wish),
    ]
    const answer = async (order: (typeof orders)[number] | undefined) => {
      const line = { nm_sku: order?.lines[0]?.nm_sku ?? '', ready_quantity: 2, oos_quantity: 4 }
      const asked = {
        action: 'answer' as const,
        orders: [{ order_id: order?.order_id ?? '', version: 1, lines: [line] }],
      }
      expect((await desk.client.call(ordersCalls.updateOrders, asked)).status).toBe(200)
    }
    const reopen = async (order: (typeof orders)[number] | undefined) => {
      const asked = { action: 'reopen' as const, orders: [{ order_id: order?.order_id ?? '', version: 2, lines: [] }] }
      expect((await desk.client.call(ordersCalls.updateOrders, asked)).status).toBe(200)
    }
    const told = async () => (await noticesOf(reader)).rows.filter(({ values }) => values.vendor === desk.vendor.name)
    await answer(orders[0])
    await answer(orders[1])
    const [both] = await told()
    expect(both).toMatchObject({ count: 2 })
    const opened = new URL(both?.path ?? '', 'http://here').searchParams.get('orders')?.split(',')
    expect(opened?.toSorted()).toEqual([orders[0]?.order_id, orders[1]?.order_id].toSorted())

    await reopen(orders[1])
    expect(await told()).toMatchObject([
      { count: 1, message: `${desk.vendor.name} cannot deliver 4 pcs of order ${orders[0]?.order_id}.` },
    ])
    // Not written to anybody yet, or read already: it goes all the same.
    await answer(orders[2])
    await reopen(orders[2])
    await reader.call(noticesCalls.markNotices, { ids: [both?.id ?? ''], read: true })
    await desk.client.call(ordersCalls.recoverOosOrder, { order_id: orders[0]?.order_id ?? '' })
    expect(await told()).toEqual([])
  })

  // Would catch: "cannot deliver 4 pcs" of an order of which the vendor brought three back.
  it('pieces of which some come after all are told by their number now, told to people already or not', async () => {
    const reader = await server.as(await server.makeUser({ role: 'ops' }))
    const desk = await vendorDesk()
    const order = await makeOrder(server.db, { vendor: desk.vendor, answered: false, pieces: [6] })
    const nm_sku = order.lines[0]?.nm_sku ?? ''
    const line = { nm_sku, ready_quantity: 2, oos_quantity: 4 }
    const { order_id } = order
    await desk.client.call(ordersCalls.updateOrders, { orders: [{ order_id, version: 1, lines: [line] }] })
    const recover = (quantity: number) =>
      desk.client.call(ordersCalls.recoverOosOrder, { order_id, lines: [{ nm_sku, quantity }] })
    const told = async () =>
      (await noticesOf(reader)).rows
        .filter(({ values }) => values.vendor === desk.vendor.name)
        .map(({ message }) => message.replace(`${desk.vendor.name} cannot deliver `, ''))
    await recover(1)
    expect(await told()).toEqual([`3 pcs of order ${order_id}.`])
    await recover(2)
    expect(await told()).toEqual([`1 pcs of order ${order_id}.`])
  })

  // Would catch: a shipment's way that nobody of the three roles hears of, or that others do.
  it('a shipment sent, recovered and cancelled is told to those whose work it is', async () => {
    const readers = Object.fromEntries(
      await Promise.all(
        (['ops', 'ops_team', 'china_warehouse_team', 'warehouse', 'cad'] as const).map(
          async (role) => [role, await server.as(await server.makeUser({ role }))] as const,
        ),
      ),
    )
    const made = await openShipment(server)
    const packed = await made.client.call(shipmentsCalls.uploadPackingList, {
      shipment_id: made.shipment_id,
      file: await packingFile(oneBoxPerLine(made)),
    } as never)
    expect(packed.status).toBe(200)
    const id = { shipment_id: made.shipment_id }
    const version = packed.body.data.shipment?.version ?? 0
    const shipped = await made.client.call(shipmentsCalls.updateShipmentDetails, {
      ...id,
      version,
      status: 'Packed and shipped',
    })
    expect([shipped.status, shipped.body.message]).toEqual([200, 'Shipment packed and shipped.'])
    expect((await made.client.call(shipmentsCalls.recoverShipment, id)).status).toBe(200)
    expect((await made.client.call(shipmentsCalls.updateShipment, { ...id, action: 'cancel', lines: [] })).status).toBe(
      200,
    )
    const heard = async (role: string) =>
      (await noticesOf(readers[role] as Client)).rows
        .filter(({ values }) => values.shipment_id === made.shipment_id)
        .map(({ kind }) => kind)
        .sort()
    expect(await heard('ops')).toEqual(['shipment_cancelled', 'shipment_recovered', 'shipment_sent'])
    expect(await heard('ops_team')).toEqual(['shipment_sent'])
    expect(await heard('china_warehouse_team')).toEqual(['shipment_sent'])
    expect(await heard('warehouse')).toEqual([])
    expect(await heard('cad')).toEqual([])
  })
})

describe('who is told', () => {
  // Would catch: people of one site who are told of another's boxes and gate passes; people of all sites, or of no bound role, who no longer are.
  it('of a thing at a site, who is bound to sites only where it is theirs', async () => {
    const [here, there] = [await makeSite(server.db, 'warehouse'), await makeSite(server.db, 'warehouse')]
    const desk = async (role: 'warehouse' | 'ops', sites?: string[]) =>
      server.as(await server.makeUser({ role, ...(sites && { sites }) }))
    const desks = {
      here: await desk('warehouse', [here.id]),
      there: await desk('warehouse', [there.id]),
      everywhere: await desk('warehouse'),
      // Left over from a role that was bound: ops sees all.
      ops: await desk('ops', [there.id]),
    }
    const values = { gate_pass: `GP-${v7()}`, from: 'A', from_zh: 'A', to: 'B', to_zh: 'B' }
    const told = { kind: 'gate_pass_arrived', things: [values.gate_pass], group: values.gate_pass, values } as const
    await server.db.transaction().execute((tx) => notify(tx, 'nobody', { ...told, siteIds: [here.id, null] }))
    const heard = async (client: Client) =>
      (await noticesOf(client)).rows.some(({ values: of }) => of.gate_pass === values.gate_pass)
    const who: string[] = []
    for (const [name, client] of Object.entries(desks)) if (await heard(client)) who.push(name)
    expect(who).toEqual(['here', 'everywhere', 'ops'])
  })

  // Would catch: the one who acts getting a notice of it, or a colleague not.
  it('all of a vendor but the one who did it, and nobody without a live account', async () => {
    const desk = await vendorDesk()
    const colleague = await vendorDesk(desk.vendor)
    const gone = await server.makeUser({ role: 'vendor', vendor: desk.vendor, isActive: false })
    const told = { kind: 'orders_to_answer', vendorId: desk.vendor.id, values: { order_id: 'PO-1' } } as const
    await server.db.transaction().execute((tx) => notify(tx, { caller: { userId: desk.user.id } }, told))
    expect((await noticesOf(desk.client)).rows).toEqual([])
    expect((await noticesOf(colleague.client)).rows).toHaveLength(1)
    const left = await server.db.selectFrom('notice').select('id').where('user_id', '=', gone.id).execute()
    expect(left).toEqual([])
  })

  // Would catch: a vendor's notice that reaches another vendor, or its being listed or marked by someone else.
  it('vendor A never sees, counts or marks what vendor B was told', async () => {
    const [a, b] = [await vendorDesk(), await vendorDesk()]
    await approve(await pending(b.vendor, 2))
    const [told] = (await noticesOf(b.client)).rows
    expect(told).toBeDefined()
    expect(await noticesOf(a.client)).toMatchObject({ rows: [], unread: 0 })
    const marked = await a.client.call(noticesCalls.markNotices, { ids: [told?.id ?? ''], read: true })
    expect(marked.body.data.changed).toEqual([])
    await a.client.call(noticesCalls.markNotices, { until: new Date(Date.now() + 60_000).toISOString(), read: true })
    expect((await noticesOf(b.client)).unread).toBe(1)
  })

  // Would catch: a `tell` to vendors that forgot its vendor and so would reach every one.
  // Would catch: notices by the name of a role: who was given its work hears nothing, and who lost it hears on; a vendor's person told of the company's.
  it('whoever has the right that it is about, by role or as a person, and nobody from whom it was taken', async () => {
    const admin = await server.makeUser({ role: 'super_admin' })
    const heard = async () => {
      await server.db.transaction().execute((tx) =>
        notify(tx, 'nobody', {
          kind: 'gate_pass_arrived',
          things: ['GP-1'],
          values: { gate_pass: 'GP-1', from: 'A', to: 'B' },
        }),
      )
      await tellAll()
      const { rows } = await sql<{ user_id: string }>`
        DELETE FROM notice WHERE kind = 'gate_pass_arrived' RETURNING user_id`.execute(server.db)
      return rows.map(({ user_id }) => user_id)
    }
    const people = {
      ops: await server.makeUser({ role: 'ops' }),
      warehouse: await server.makeUser({ role: 'warehouse' }),
      given: await server.makeUser({ role: 'india_qc_inward_wh' }),
      retail: await server.makeUser({ role: 'retail_admin' }),
      stranger: (await vendorDesk()).user,
    }
    const names = async () => {
      const ids = new Set(await heard())
      return Object.entries(people).flatMap(([name, { id }]) => (ids.has(id) ? [name] : []))
    }
    expect(await names()).toEqual(['ops', 'warehouse'])
    await sql`UPDATE app_user SET further_rights = '{gatePassSend}'
      WHERE id IN (${people.given.id}::uuid, ${people.stranger.id}::uuid)`.execute(server.db)
    await sql`INSERT INTO role_right (right_name, role, may, set_by) VALUES
      ('gatePassSend', 'warehouse', false, ${admin.id}::uuid), ('gatePassSend', 'retail_admin', true, ${admin.id}::uuid)`.execute(
      server.db,
    )
    const after = await names()
    const kinds = await (await server.as(people.given)).call(noticesCalls.getNoticeKinds, {})
    await sql`DELETE FROM role_right`.execute(server.db)
    expect(after).toEqual(['ops', 'given', 'retail'])
    expect(kinds.body.data.kinds.map(({ kind }) => kind)).toContain('gate_pass_arrived')
  })

  it('a notice to vendors without a vendor cannot be written', async () => {
    const actor = await server.makeUser({ role: 'ops' })
    const by = { caller: { userId: actor.id } }
    await expect(server.db.transaction().execute((tx) => notify(tx, by, { kind: 'orders_to_answer' }))).rejects.toThrow(
      'without its vendor',
    )
    const row = {
      id: v7(),
      kind: 'x',
      user_id: null,
      vendor_id: null,
      roles: ['vendor'],
      actor_id: null,
      group_key: '',
    }
    const written = server.db
      .insertInto('notice_outbox')
      .values({ ...row, things: ['1'], details: '{}' })
      .execute()
    await expect(written).rejects.toThrow('check constraint')
  })

  // Would catch: a muted kind that still comes, or muting that reaches other kinds or people.
  it('a muted kind stays away from its person only, until it is on again', async () => {
    const desk = await vendorDesk()
    const colleague = await vendorDesk(desk.vendor)
    const muted = await desk.client.call(noticesCalls.muteNotices, { kind: 'orders_to_answer', muted: true })
    expect(muted.body.data.kinds.filter((one) => one.muted).map((one) => one.kind)).toEqual(['orders_to_answer'])
    await approve(await pending(desk.vendor, 1))
    expect((await noticesOf(desk.client)).rows).toEqual([])
    expect((await noticesOf(colleague.client)).rows).toHaveLength(1)
    await desk.client.call(noticesCalls.muteNotices, { kind: 'orders_to_answer', muted: false })
    await approve(await pending(desk.vendor, 1))
    expect((await noticesOf(desk.client)).rows).toHaveLength(1)
  })

  it.each(roles)('%s may mute what its role gets and sees no other kind', async (role) => {
    const { body } = await (await server.as(role)).call(noticesCalls.getNoticeKinds, {})
    expect(body.data.kinds.map(({ kind }) => kind)).toEqual(kindsFor({ role }))
    expect(kindsFor({ role })).toContain('account_changed')
  })
})

describe('an account', () => {
  // Would catch: a vendor's notices that go with a person to another vendor, and a change that its person hears nothing of.
  it('that is moved to another vendor leaves its notices behind, and its person is told', async () => {
    const desk = await vendorDesk()
    await approve(await pending(desk.vendor, 2))
    expect((await noticesOf(desk.client)).unread).toBe(1)
    const other = await server.makeVendor()
    const admin = await server.as('admin')
    const input = { user_id: desk.user.id, version: 1, vendor_id: other.code }
    const changed = await admin.call(contract.people.updateUser, input)
    expect([changed.status, changed.body.message]).toEqual([200, 'The account was changed.'])
    await tellAll()
    const rows = await server.db.selectFrom('notice').selectAll().where('user_id', '=', desk.user.id).execute()
    expect(rows.map(({ kind, details }) => [kind, details])).toEqual([
      ['account_changed', { change_key: 'role or team' }],
    ])
  })
})

describe('the fan-out', () => {
  // Would catch: an account that is moved at this very moment keeping a notice of its former vendor.
  it('waits for an account that is being moved, and tells it nothing of the vendor it leaves', async () => {
    const { db } = await freshDatabase({ poolSize: 4 })
    const here = await testServer({ db })
    await here.app.close()
    const [from, to] = [await here.makeVendor(), await here.makeVendor()]
    const [moved, colleague] = [
      await here.makeUser({ role: 'vendor', vendor: from }),
      await here.makeUser({ role: 'vendor', vendor: from }),
    ]
    const actor = await here.makeUser({ role: 'ops' })
    const by = { caller: { userId: actor.id } }
    await db.transaction().execute(async (tx) => {
      await notify(tx, by, {
        kind: 'orders_to_answer',
        vendorId: from.id,
        things: ['PO-1'],
        values: { order_id: 'PO-1' },
      })
    })
    let told: Promise<number> | null = null
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('app_user').set({ vendor_id: to.id }).where('id', '=', moved.id).execute()
      await forgetNotices(tx, moved.id)
      told = fanOut(db)
      expect(await Promise.race([told, sleep(200, 'waits')])).toBe('waits')
    })
    expect(await told).toBe(1)
    const rows = await db.selectFrom('notice').select('user_id').execute()
    expect(rows.map(({ user_id }) => user_id)).toEqual([colleague.id])
  })

  // Would catch: notices written before the outbox row is gone for good, or the other way about: told twice, or never.
  it('tells once when its server dies in the middle, and when several work at once', async () => {
    const { db, pool, url } = await freshDatabase({ poolSize: 8 })
    const here = await testServer({ db })
    const made = await here.makeVendor()
    const reader = await here.makeUser({ role: 'vendor', vendor: made })
    await here.app.close()
    const actor = await here.makeUser({ role: 'ops' })
    const say = (thing: string) =>
      db.transaction().execute((tx) =>
        notify(
          tx,
          { caller: { userId: actor.id } },
          {
            kind: 'orders_to_answer',
            vendorId: made.id,
            things: [thing],
            group: thing,
            values: { order_id: thing },
          },
        ),
      )
    for (let at = 0; at < 250; at++) await say(`PO-${at}`)

    // A copy is killed after it wrote the notices and before its commit: its connection is cut by the database.
    const dying = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await fanOut(
        new Proxy(tx, {
          get: (of, name) => (name === 'transaction' ? () => inside(tx) : Reflect.get(of, name)),
        }) as never,
      )
      const written = await tx.selectFrom('notice').select('id').execute()
      expect(written.length).toBe(250)
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`SELECT 1`.execute(tx)
    })
    await expect(dying).rejects.toThrow()
    expect(await db.selectFrom('notice').select('id').execute()).toEqual([])
    expect(url).toContain('postgres')

    await Promise.all([fanOut(db), fanOut(db), fanOut(db)])
    await fanOut(db)
    const rows = await db.selectFrom('notice').select(['group_key', 'count']).where('user_id', '=', reader.id).execute()
    expect(rows).toHaveLength(250)
    expect(new Set(rows.map((row) => row.group_key)).size).toBe(250)
    expect(rows.every((row) => row.count === 1)).toBe(true)
    expect(await db.selectFrom('notice_outbox').select('id').execute()).toEqual([])
  })

  // Would catch: a concurrent merge that loses a count.
  it('counts every order when several copies merge into one notice', async () => {
    const { db } = await freshDatabase({ poolSize: 8 })
    const here = await testServer({ db })
    const made = await here.makeVendor()
    const reader = await here.makeUser({ role: 'vendor', vendor: made })
    const actor = await here.makeUser({ role: 'ops' })
    await here.app.close()
    const ids = Array.from({ length: 240 }, (_, at) => `PO-${at}`)
    for (const id of ids) {
      const told = { kind: 'orders_to_answer', vendorId: made.id, things: [id], values: { order_id: id } } as const
      await db.transaction().execute((tx) => notify(tx, { caller: { userId: actor.id } }, told))
    }
    await Promise.all([fanOut(db), fanOut(db), fanOut(db), fanOut(db)])
    const rows = await db.selectFrom('notice').selectAll().where('user_id', '=', reader.id).execute()
    expect(rows.map((row) => [row.count, row.things.length])).toEqual([[240, 240]])
  })
})

type Listed = TestReply<typeof noticesCalls.getNotices>

/** A transaction inside a test's own: what is written stays uncommitted until the test says so. */
function inside(tx: unknown) {
  const builder = { setIsolationLevel: () => builder, execute: (context: (given: unknown) => unknown) => context(tx) }
  return builder
}

describe('the list', () => {
  // Would catch: an undo that cannot bring back two of one group, or a newer notice that an old "all read" swallows.
  it('marks read and unread, all until a moment, and takes that back', async () => {
    const desk = await vendorDesk()
    await approve(await pending(desk.vendor, 1))
    const first = (await noticesOf(desk.client)).rows[0]
    const until = first?.updated_at ?? ''
    const all = await desk.client.call(noticesCalls.markNotices, { until, read: true })
    expect(all.body.data).toEqual({ changed: [first?.id], unread: 0 })
    await sleep(5)
    await approve(await pending(desk.vendor, 1))
    await noticesOf(desk.client)
    const again = await desk.client.call(noticesCalls.markNotices, { until, read: true })
    expect(again.body.data).toEqual({ changed: [], unread: 1 })
    const back = await desk.client.call(noticesCalls.markNotices, { ids: all.body.data.changed, read: false })
    expect(back.body.data).toEqual({ changed: [first?.id], unread: 2 })
    await approve(await pending(desk.vendor, 1))
    expect((await noticesOf(desk.client)).rows.map(({ count }) => count)).toEqual([2, 1])
  })

  it.each([
    ['neither', { read: true }],
    ['both', { ids: [], until: new Date().toISOString(), read: true }],
    ['no ids at all', { ids: ['x'], read: true }],
  ])('refuses a mark that names %s', async (_, input) => {
    const desk = await server.as('ops')
    expect((await desk.call(noticesCalls.markNotices, input as never)).status).toBe(400)
  })

  // Would catch: values read as a template, or markup changed on its way: screens show it as text.
  it('gives stored markup and blanks in values back as the text they are', async () => {
    const name = '<img src=x onerror=alert(1)> {{order_id}} $& $1 "\'`'
    const made = await server.makeVendor({ name })
    const reader = await server.as(await server.makeUser({ role: 'ops' }))
    const actor = await server.makeUser({ role: 'vendor', vendor: made })
    const values = { order_id: 'PO-9', vendor: name, vendor_zh: name, vendor_code: 'a&b=/../x', pieces: 3 }
    const told = { kind: 'pieces_refused', group: made.code, things: ['PO-9'], values } as const
    await server.db.transaction().execute((tx) => notify(tx, { caller: { userId: actor.id } }, told))
    const [row] = (await noticesOf(reader)).rows
    expect(row?.message).toBe(`${name} cannot deliver 3 pcs of order PO-9.`)
    expect(row?.values.vendor).toBe(name)
    const twice = { ...told, things: ['a&b=/../x'] }
    await server.db.transaction().execute((tx) => notify(tx, { caller: { userId: actor.id } }, twice))
    expect((await noticesOf(reader)).rows[0]?.path).toBe('/ops/confirmed-orders?orders=a%26b%3D%2F..%2Fx%2CPO-9')
  })

  // Would catch: a list or badge that reads all of a person's notices, pages that skip or repeat, and a heap that only grows.
  it('10,000 notices neither break nor slow it, and are cut down to a thousand', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await server.as(user)
    await sql`
      INSERT INTO notice (id, user_id, kind, group_key, things, count, details, created_at, updated_at)
      SELECT gen_random_uuid(), ${user.id}::uuid, 'shipment_sent', n::text, ARRAY[n::text], 1,
        '{"shipment_id": "SH-1", "vendor": "V", "pieces": 1}', now(), now() - (n / 3) * interval '1 second'
      FROM generate_series(1, 10000) AS n`.execute(server.db)
    const seen = new Set<string>()
    let cursor: string | null = null
    for (let pages = 0; pages < 40; pages++) {
      const { body }: Listed = await client.call(noticesCalls.getNotices, { cursor })
      expect(body.data.rows).toHaveLength(15)
      expect(body.data.unread).toBe(100)
      for (const { id } of body.data.rows) seen.add(id)
      cursor = body.data.next_cursor
    }
    expect(seen.size).toBe(600)
    const { rows: plan } = await sql<Record<string, string>>`
      EXPLAIN SELECT id FROM notice WHERE user_id = ${user.id}::uuid ORDER BY updated_at DESC, id DESC LIMIT 16`.execute(
      server.db,
    )
    expect(plan.map((row) => Object.values(row)[0]).join('\n')).toContain('notice_list')
    const all = await client.call(noticesCalls.markNotices, { until: new Date().toISOString(), read: true })
    expect(all.body.data).toMatchObject({ unread: 0 })
    await removeOld(server.db)
    const saved = await server.db.selectFrom('notice').select('updated_at').where('user_id', '=', user.id).execute()
    expect(saved).toHaveLength(1_000)
    await server.db
      .updateTable('notice')
      .set({ read_at: sql<Date>`now() - interval '31 days'` })
      .where('user_id', '=', user.id)
      .execute()
    await removeOld(server.db)
    expect(await noticesOf(client)).toMatchObject({ rows: [], unread: 0 })
  })
})
