import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { directRows } from '../../src/shared/areas/frame/jobs.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { jobOf, quick, untilState } from '../support/jobs.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { frame: frameCalls } = contract
const columns = [{ id: 'email' as const, header: 'E-mail' }]
const input = { columns, format: 'csv', search: 'many.' }

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
  admin = await server.as('admin')
  await sql`INSERT INTO app_user (id, email, name, role, password_hash)
    SELECT gen_random_uuid(), 'many.' || n || '@selvedge.test', 'Many ' || n, 'cad', 'x'
    FROM generate_series(1, ${directRows + 1}) AS n`.execute(server.db)
})

describe('a long export', () => {
  // Would catch: a job for every small file, a long one that is cut short, one that holds other rows than its call gives.
  it('is a job beyond the rows that go at once, and holds what its call gives', async () => {
    const short = await admin.call(frameCalls.startExport, {
      call: 'exportUsers',
      input: { ...input, search: 'many.77' },
    })
    expect([short.status, short.body.data]).toEqual([200, { job: null }])
    expect(await server.db.selectFrom('job').select('id').execute()).toEqual([])
    const recorded = () => server.db.selectFrom('audit_event').select('event').where('entity', '=', 'file').execute()
    // Counting is no download.
    expect(await recorded()).toEqual([])

    const key = { 'idempotency-key': 'the-same-export' }
    const long = await admin.call(frameCalls.startExport, { call: 'exportUsers', input }, key)
    const again = await admin.call(frameCalls.startExport, { call: 'exportUsers', input }, key)
    const job = long.body.data.job
    expect(job?.title).toEqual({ text: 'Export of {{name}}', values: { name: 'users.csv' } })
    expect(again.body.data.job?.id).toBe(job?.id)
    await untilState(server.db, job?.id ?? '', 'done')
    const file = await admin.call(frameCalls.getJobFile, { job_id: job?.id ?? '' })
    const direct = await admin.call(frameCalls.exportUsers, { columns, format: 'csv', search: 'many.' })
    expect(file.bytes.equals(direct.bytes)).toBe(true)
    expect(file.bytes.toString().trimEnd().split('\n')).toHaveLength(directRows + 2)
    expect((await jobOf(server.db, job?.id ?? '')).attempt).toBe(1)
  })

  // Would catch: a job that runs with other eyes than those of who asked for it.
  it('holds what its user may see: a vendor’s own orders, and no prices for who sees none', async () => {
    const vendor = await server.makeVendor()
    const own = await makeOrder(server.db, { vendor })
    await makeOrder(server.db)
    const wish = { columns: ['order_id', 'unit_price'].map((id) => ({ id, header: id })), format: 'csv' }
    const fileFor = async (client: Client) => {
      const reply = await client.call(frameCalls.startExport, { call: 'exportOrders', input: wish, always: true })
      const job_id = reply.body.data.job?.id ?? ''
      await untilState(server.db, job_id, 'done')
      return (await client.call(frameCalls.getJobFile, { job_id })).bytes.toString()
    }
    const ofVendor = await fileFor(await server.as(await server.makeUser({ role: 'vendor', vendor })))
    expect(
      ofVendor
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => line.split(',')[0]),
    ).toEqual(['\uFEFForder_id', own.order_id])
    const blind = await fileFor(await server.as(await server.makeUser({ role: 'internal_team' })))
    const direct = await (await server.as('internal_team')).call(frameCalls.exportOrders, wish as never)
    expect(blind).toBe(direct.bytes.toString())
  })

  // Would catch: an export behind a job that its own call would have refused.
  it('is refused to whom its call is, and for what its call refuses', async () => {
    const cad = await server.as('cad')
    expect((await cad.call(frameCalls.startExport, { call: 'exportUsers', input })).status).toBe(403)
    const wrong = await admin.call(frameCalls.startExport, { call: 'exportUsers', input: { ...input, columns: [] } })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Please show at least one column.'])
  })
})
