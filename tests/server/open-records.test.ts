import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type OneBox, oneBox } from '../support/one-qc-box.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { watchRecord } = contract.frame

let server: TestServer
let at: OneBox
beforeAll(async () => {
  server = await testServer()
  at = await oneBox(server)
})

async function named(name: string, who: Parameters<TestServer['makeUser']>[0]): Promise<Client> {
  const user = await server.makeUser(who)
  await server.db.updateTable('app_user').set({ name }).where('id', '=', user.id).execute()
  return server.as(user)
}

async function watch(client: Client, is_closed = false) {
  const { status, body } = await client.call(watchRecord, { entity: 'box', id: at.box.sscc, is_closed })
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body.data, others: body.data.others.map(({ name }) => name) }
}

// Would catch: two people who judge one box and do not know of each other; one who closed it and still stands there.
it('names who else has the record open, until it is closed or not asked for any more', async () => {
  const one = await named('Huang Jie', { role: 'china_warehouse_team' })
  const other = await named('Lin Mei', { role: 'china_warehouse_team' })
  expect((await watch(one)).others).toEqual([])
  expect((await watch(other)).others).toEqual(['Huang Jie'])
  expect((await watch(one)).others).toEqual(['Lin Mei'])
  await watch(other, true)
  expect((await watch(one)).others).toEqual([])
  await watch(other)
  await sql`UPDATE open_record SET seen_at = now() - interval '14 seconds'`.execute(server.db)
  expect((await watch(one)).others).toEqual([])
})

// Would catch: "Inspect" offered for minutes after somebody skipped the box.
it("tells the version as others' commands leave it", async () => {
  const lead = await named('Wang Fang', { role: 'ops_team' })
  const before = (await watch(lead)).version
  const { body } = await at.client.call(contract.counting.verifyQuantity, {
    box_id: at.box.sscc,
    version: before,
    action: 'count',
    lines: at.skus.map((nm_sku, n) => ({ nm_sku, counted: [12, 8][n] ?? 0 })),
  })
  expect((await watch(lead)).version).toBe(body.data.box.version)
  expect(body.data.box.version).toBeGreaterThan(before)
})

// Would catch: a vendor that learns who at the company looks at its box, or another vendor's box by its code.
it('tells vendors of their own people only, and nothing of what is not theirs', async () => {
  const vendor = await named('Vendor Chen', { role: 'vendor', vendor: at.shipment.order.vendor })
  expect((await watch(vendor)).others).toEqual([])
  expect((await watch(await named('Lin Mei', { role: 'china_warehouse_team' }))).others).not.toContain('Vendor Chen')
  // Would catch: anybody with an account who learns of boxes that their role never opens, and stands there as a reader.
  const retail = await server.as('retail_admin')
  expect((await retail.call(watchRecord, { entity: 'box', id: at.box.sscc })).status).toBe(403)
  const foreign = await server.as('vendor')
  expect((await foreign.call(watchRecord, { entity: 'box', id: at.box.sscc })).status).toBe(404)
})
