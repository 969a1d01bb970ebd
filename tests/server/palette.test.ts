import { beforeAll, describe, expect, it } from 'vitest'
import { recordKinds } from '../../src/shared/areas/trace/records.ts'
import { contract } from '../../src/shared/areas.ts'
import { dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import { roles } from '../../src/shared/kernel/roles.ts'
import type { Client } from '../support/client.ts'
import { makeOrder } from '../support/orders.ts'
import type { MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { makeSite } from '../support/stock.ts'

let server: TestServer
let maker: MadeVendor
let own: Client
let thief: Client
let ops: Client

beforeAll(async () => {
  server = await testServer()
  maker = await server.makeVendor()
  own = await server.as(await server.makeUser({ role: 'vendor', vendor: maker }))
  thief = await server.as('vendor')
  ops = await server.as('ops')
})

async function find(client: Client, text: string) {
  const reply = await client.call(contract.trace.findTraced, { text })
  expect(reply.status, `${text}: ${JSON.stringify(reply.body)}`).toBe(200)
  return reply.body.data
}

const titles = async (client: Client, text: string) => (await find(client, text)).records.map(({ title }) => title)

describe('records in the palette', () => {
  // Would catch: a record that its list hides from somebody and the palette shows, or that leads to a screen they may not open.
  it('are found by who may read their list, with the way to the opened record', async () => {
    const wish = {
      supplier_id: maker.code,
      title: 'Oil stains',
      wrong: 'Stained.',
      due_on: dayIn(vendorZone, new Date()),
    }
    const { number } = (await ops.call(contract.correctiveActions.openCorrectiveAction, wish)).body.data.action
    for (const who of [ops, own])
      expect((await find(who, number)).records).toMatchObject([
        { kind: 'corrective_action', title: number, path: `/supplier/corrective-actions?action=${number}` },
      ])
    expect(await titles(ops, number.toLowerCase())).toEqual([number])
    for (const who of [thief, await server.as('warehouse'), await server.as('bm_team')])
      expect(await titles(who, number)).toEqual([])
  })

  // Would catch: styles that only their codes find.
  it('styles are found by a part of their name, a vendor’s own only', async () => {
    const { id } = await makeOrder(server.db, { vendor: maker })
    const style = await server.db
      .selectFrom('vendor_order as o')
      .innerJoin('style as s', 's.id', 'o.style_id')
      .where('o.id', '=', id)
      .select(['s.id', 's.code'])
      .executeTakeFirstOrThrow()
    await server.db
      .updateTable('style')
      .set({ name: 'Heron wrap dress', name_zh: '苍鹭裹身裙' })
      .where('id', '=', style.id)
      .execute()
    for (const text of ['wrap dr', '裹身'])
      for (const who of [ops, own])
        expect((await find(who, text)).hits.map(({ kind, code }) => [kind, code])).toContainEqual(['style', style.code])
    expect((await find(thief, 'wrap dr')).hits).toEqual([])
    // Nothing typed is a wildcard.
    expect((await find(ops, 'wrap%dress')).hits).toEqual([])
  })

  it('vendors are found by name, code and initials, people by who manages them', async () => {
    await server.db
      .updateTable('vendor')
      .set({ name: 'Suzhou Silkworks', name_zh: '苏州丝绸厂' })
      .where('code', '=', maker.code)
      .execute()
    const [buyer, admin] = [await server.as('bm_team'), await server.as('admin')]
    for (const text of ['silkw', 'szsc', '丝绸', maker.code]) expect(await titles(buyer, text)).toContain(maker.code)
    expect(await titles(thief, 'silkw')).toEqual([])
    const person = await server.makeUser({ role: 'ops' })
    await server.db.updateTable('app_user').set({ name: 'Zhivago Quill' }).where('id', '=', person.id).execute()
    expect(await titles(admin, 'zhivago')).toEqual(['Zhivago Quill'])
    expect((await find(admin, person.email)).records).toMatchObject([{ kind: 'person' }])
    expect(await titles(ops, 'zhivago')).toEqual([])
  })

  // Would catch: a transfer that leads to one of its passes, a pass whose purpose only names one, or a shop that only records know.
  it('transfers are found once by their number, shops by code, name and initials', async () => {
    const [from, to] = [await makeSite(server.db, 'shop'), await makeSite(server.db, 'shop')]
    await server.db
      .updateTable('site')
      .set({ name: 'Heron Bazaar', name_zh: '苍鹭集市店' })
      .where('id', '=', to.id)
      .execute()
    const [retail, stock] = [await server.as('retail_admin'), await server.as('warehouse')]
    for (const text of [to.code, 'heron baz', 'cljs', '集市'])
      expect((await find(retail, text)).records).toContainEqual({
        kind: 'shop',
        code: to.code,
        title: to.code,
        subtitle: 'Heron Bazaar',
        subtitle_zh: '苍鹭集市店',
        status: null,
        path: `/retail/stores?store=${to.code}`,
      })
    expect((await find(stock, to.code)).records).toMatchObject([{ path: `/warehouse/stock?tab=all&site=${to.code}` }])
    expect(await titles(own, 'heron baz')).toEqual([])
    for (const purpose of ['TR-990001', 'TR-990001', 'Late for TR-990001']) {
      const wish = { type: 'stock_transfer' as const, from_site: from.code, to_site: to.code, purpose }
      expect((await ops.call(contract.gatePasses.updateGatepass, wish)).status).toBe(200)
    }
    for (const text of ['TR-990001', 'tr-9900'])
      expect((await find(retail, text)).records).toMatchObject([
        { kind: 'transfer', title: 'TR-990001', path: '/warehouse/source?tab=all&search=TR-990001' },
      ])
  })

  // Would catch: a list that cannot be read by its search alone, which breaks the palette of everybody who may read it.
  it('answers every role for the beginning of every number', async () => {
    const texts = Object.values(recordKinds).map((kind) => ('begins' in kind ? `${kind.begins}0` : 'quill'))
    for (const role of roles) {
      const who = await server.as(role)
      for (const text of new Set(texts)) await find(who, text)
    }
    expect((await find(ops, 'PR-000001/CUT/2')).records).toEqual([])
  }, 120_000)
})
