import { beforeAll, describe, expect, it } from 'vitest'
import { fanOut } from '../../src/server/notices/notify.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type OneBox, oneBox } from '../support/one-qc-box.ts'
import type { MadeUser } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { getThread, getPeople, say, takeBack, seeThread, getMentions } = contract.talk

const planted = 'ZEBRA-HOUSE-WORD'

let server: TestServer
let at: OneBox
let ops: Client
let opsUser: MadeUser
let vendor: Client
let thief: Client
let order: { kind: 'order'; code: string }

beforeAll(async () => {
  server = await testServer()
  at = await oneBox(server)
  opsUser = await server.makeUser({ role: 'ops' })
  ops = await server.as(opsUser)
  vendor = at.shipment.client
  thief = await server.as('vendor')
  order = { kind: 'order', code: at.shipment.order.order_id }
})

const said = async (who: Client, text: string, more: { mentions?: string[]; house_only?: boolean } = {}) => {
  const { status, body } = await who.call(say, { ...order, text, ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.message
}
const thread = async (who: Client) => (await who.call(getThread, order)).body.data
const notices = async (who: Client) => {
  await fanOut(server.db)
  return (await who.call(contract.notices.getNotices, {})).body.data
}

describe('talk', () => {
  // Would catch: words that come back otherwise than they were said; own words that count as unread; reading that does not end it.
  it('is read by the other side, unread until it was seen', async () => {
    await said(vendor, 'Can we ship on Monday?')
    expect(await thread(vendor)).toMatchObject({ unread: 0 })
    const { messages, unread } = await thread(ops)
    expect(messages.map(({ text, is_vendor, is_own, is_new }) => ({ text, is_vendor, is_own, is_new }))).toEqual([
      { text: 'Can we ship on Monday?', is_vendor: true, is_own: false, is_new: true },
    ])
    expect(unread).toBe(1)
    const until = messages.at(-1)?.id ?? ''
    expect((await ops.call(seeThread, { ...order, until })).body.data.unread).toBe(0)
    expect((await thread(ops)).unread).toBe(0)
  })

  // Would catch: a query of the thread, its people, its mentions or its notices that gives a vendor what the house said alone.
  it('never gives a vendor what is for the house only', async () => {
    const before = await notices(vendor)
    await said(ops, `${planted} do not tell them`, { house_only: true })
    const replies = [
      await vendor.call(getThread, order),
      await vendor.call(getPeople, order),
      await vendor.call(getMentions, {}),
      await vendor.call(contract.orders.getOrders, { order_ids: [order.code], include_history: true }),
      await vendor.call(contract.notices.getNotices, {}),
    ]
    for (const reply of replies) expect(reply.bytes.toString()).not.toContain(planted)
    expect((await notices(vendor)).unread).toBe(before.unread)
    expect((await thread(vendor)).messages.every(({ house_only }) => !house_only)).toBe(true)
    expect((await thread(ops)).messages.some(({ text }) => text.includes(planted))).toBe(true)
    expect((await vendor.call(say, { ...order, text: 'x', house_only: true })).status).toBe(403)
    const hidden = (await thread(ops)).messages.find(({ house_only }) => house_only)
    await vendor.call(seeThread, { ...order, until: hidden?.id ?? '' })
    const until = hidden?.id ?? ''
    expect((await vendor.call(getThread, { ...order, before: until })).bytes.toString()).not.toContain(planted)
  })

  // Would catch: a vendor's person who is named in what no vendor may read; another vendor's people offered or told.
  it('names only people who may read the message', async () => {
    const own = (await ops.call(getPeople, order)).body.data.people.filter(({ is_vendor }) => is_vendor)
    expect(own.map(({ id }) => id)).toEqual([at.shipment.user.id])
    expect(
      (await ops.call(getPeople, { ...order, house_only: true })).body.data.people.some((one) => one.is_vendor),
    ).toBe(false)
    const stranger = await server.makeUser({ role: 'vendor' })
    const refused = [
      await ops.call(say, { ...order, text: 'hi', mentions: [stranger.id] }),
      await ops.call(say, { ...order, text: 'hi', mentions: [at.shipment.user.id], house_only: true }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
  })

  // Would catch: a mention that nobody hears of, that leads elsewhere, or that stays after the message was read.
  it('tells who is named, with the way to the thread', async () => {
    const { id } = await said(ops, '@Vendor please look', { mentions: [at.shipment.user.id] })
    const told = (await notices(vendor)).rows.find(({ kind }) => kind === 'talk_order')
    expect(told?.path).toBe(`/supplier/my-orders?tab=all&order=${order.code}&view=talk`)
    const { mentions } = (await vendor.call(getMentions, {})).body.data
    expect(mentions.map((one) => ({ id: one.id, path: one.path }))).toEqual([{ id, path: told?.path }])
    await vendor.call(seeThread, { ...order, until: id })
    expect((await vendor.call(getMentions, {})).body.data.mentions).toEqual([])
  })

  // Would catch: a thread of another vendor's thing that opens by its code.
  it('is nobody else’s', async () => {
    const things = [
      order,
      { kind: 'shipment', code: at.shipment.shipment_id },
      { kind: 'box', code: at.box.sscc },
    ] as const
    for (const thing of things) {
      expect((await vendor.call(getThread, thing)).status).toBe(200)
      const tries = [
        await thief.call(getThread, thing),
        await thief.call(getPeople, thing),
        await thief.call(say, { ...thing, text: 'x' }),
        await thief.call(seeThread, { ...thing, until: opsUser.id }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
  })

  // Would catch: an inspector of one site who reads, or is named in, what lies at another; one who opens orders by their threads.
  it('of a box goes to the people of its site', async () => {
    const box = { kind: 'box', code: at.box.sscc } as const
    const { site_id } = await server.db
      .selectFrom('qc_box')
      .select('site_id')
      .where('box_id', '=', at.box.box_id)
      .executeTakeFirstOrThrow()
    const here = await server.makeUser({ role: 'china_warehouse_team' })
    const there = await server.makeUser({ role: 'china_warehouse_team' })
    await server.db
      .updateTable('app_user')
      .set({ site_ids: [site_id] })
      .where('id', '=', here.id)
      .execute()
    await server.db
      .updateTable('app_user')
      .set({ site_ids: [opsUser.id] })
      .where('id', '=', there.id)
      .execute()
    expect((await (await server.as(here)).call(getThread, box)).status).toBe(200)
    expect((await (await server.as(there)).call(getThread, box)).status).toBe(404)
    expect((await (await server.as(here)).call(getThread, order)).status).toBe(404)
    const named = (mentions: string[]) => ops.call(say, { ...box, text: 'look', mentions })
    expect((await named([here.id])).status).toBe(200)
    expect((await named([there.id])).status).toBe(400)
  })

  // Would catch: signs that turn or hide words, markup that is changed on its way, and words beyond all bounds.
  it('keeps words plain and within bounds', async () => {
    const { text } = await said(ops, ' <img src=x onerror=alert(1)>\u202Eevil\u0007 \r\nhttps://a.example ')
    expect(text).toBe('<img src=x onerror=alert(1)>evil \nhttps://a.example')
    for (const wrong of ['', ' \u0007 ', 'x'.repeat(2_001)])
      expect((await ops.call(say, { ...order, text: wrong })).status).toBe(400)
  })

  // Would catch: words that are still read after they were taken back, and words of others taken back.
  it('is taken back by its author, within a minute', async () => {
    const { id } = await said(ops, 'a slip of the pen', { mentions: [at.shipment.user.id] })
    expect((await vendor.call(takeBack, { id })).status).toBe(404)
    expect((await ops.call(takeBack, { id })).status).toBe(200)
    expect(JSON.stringify(await thread(vendor))).not.toContain('slip of the pen')
    expect((await vendor.call(getMentions, {})).body.data.mentions).toEqual([])
    const late = await said(ops, 'stays')
    await server.db
      .updateTable('talk_message')
      .set({ said_at: new Date(Date.now() - 61_000) })
      .where('id', '=', late.id)
      .execute()
    expect((await ops.call(takeBack, { id: late.id })).status).toBe(409)
  })
})
