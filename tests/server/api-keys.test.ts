import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v4 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { type Area, type Call, givesEvents } from '../../src/shared/kernel/call.ts'
import { type Role, roles } from '../../src/shared/kernel/roles.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { clientOf } from '../support/client.ts'
import { makeKey } from '../support/keys.ts'
import { decideOn } from '../support/order-decisions.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { openShipment } from '../support/shipments.ts'

const { keys, people, orders, frame } = contract
const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => [`${area}.${key}`, call as Call] as const),
)
const REFUSED = 'This API key is unknown, expired or revoked.'
const FOR_PEOPLE = 'This cannot be done with an API key: a person signs in for it.'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const rowOf = (id: string) => server.db.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** With a body that nobody could mean: the answer must come before it is read. */
const ask = (call: Call, token: string) =>
  server.app.inject({
    method: call.method,
    url: `/${call.path.replace(/\{\w+\}/g, 'x')}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(call.method === 'POST' && { payload: '{not json' }),
  })

describe('an API key', () => {
  // Would catch: a secret that stands somewhere in the database, from where a backup would give it away.
  it('is shown once, and kept as a hash alone', async () => {
    const boss = await server.as('super_admin')
    const input = { name: 'WMS', role: 'warehouse', expires_in_days: 90 } as const
    const header = { 'idempotency-key': v4() }
    const reply = await boss.call(keys.createKey, input, header)
    const { key, secret } = reply.body.data
    expect(secret).toMatch(/^slv_[\w-]{43}$/)
    expect(key).toMatchObject({ name: 'WMS', role: 'warehouse', hint: secret?.slice(0, 8), last_used_at: null })
    expect((await rowOf(key.id)).secret_hash).toEqual(
      createHash('sha256')
        .update(secret ?? '')
        .digest(),
    )
    const again = await boss.call(keys.createKey, input, header)
    expect(again.body.data).toEqual({ key, secret: null })
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(server.db)
    for (const { name } of tables) {
      const { rows } =
        await sql`SELECT 1 FROM ${sql.table(name)} t WHERE t::text LIKE ${`%${secret?.slice(8)}%`}`.execute(server.db)
      expect([name, rows.length]).toEqual([name, 0])
    }
    expect((await boss.call(keys.getKeys, {})).body.data.rows).toContainEqual(key)
  })

  // Would catch: two live keys of one name, of which a history could mean either; a key of a role that nobody can have.
  it('is refused for a name in use, a super admin, a vendor without its code and a team that does not fit', async () => {
    const boss = await server.as('super_admin')
    const first = await makeKey(server, { name: 'Rates', role: 'ops' })
    const make = async (wish: Partial<Parameters<typeof makeKey>[1]>) => {
      const input = { name: `K ${v4()}`, role: 'ops', expires_in_days: 30, ...wish } as const
      const { status, body } = await boss.call(keys.createKey, input as never)
      return [status, body.message]
    }
    expect(await make({ name: 'rates' })).toEqual([409, 'There is an API key with this name already.'])
    expect(await make({ role: 'super_admin' as never })).toEqual([400, 'Please choose another role than super admin.'])
    expect(await make({ role: 'vendor' })).toEqual([400, 'Please choose the vendor that this account works for.'])
    expect(await make({ role: 'cataloging_team' })).toEqual([400, 'This role does not exist in this team.'])
    await boss.call(keys.revokeKey, { key_id: first.id })
    expect(await make({ name: 'rates' })).toEqual([200, 'The API key was made.'])
  })

  // Would catch: a key that opens something although its time is over or it was taken back, at this server or another.
  it('opens nothing when it is unknown, spoilt, expired or revoked, at any server', async () => {
    const other = await testServer({ db: server.db, files: server.files })
    const key = await makeKey(server, { role: 'ops' })
    const call = async (token: string) => {
      const { status, body } = await clientOf(other.app, token).call(orders.getOrders, {})
      return [status, body.message]
    }
    expect(await call(key.secret)).toEqual([200, 'Success'])
    expect((await rowOf(key.id)).last_used_at).not.toBeNull()
    for (const wrong of [`slv_${'A'.repeat(43)}`, 'slv_', key.secret.slice(0, -1), `${key.secret}A`])
      expect(await call(wrong)).toEqual([401, REFUSED])
    const set = (expires_at: Date) =>
      server.db.updateTable('api_key').set({ expires_at }).where('id', '=', key.id).execute()
    await set(new Date(Date.now() - 1_000))
    expect(await call(key.secret)).toEqual([401, REFUSED])
    await set(new Date(Date.now() + 60_000))
    // What opened nothing a moment ago is looked up again after a second.
    await sleep(1_100)
    expect(await call(key.secret)).toEqual([200, 'Success'])
    const boss = await server.as('super_admin')
    const revoked = await boss.call(keys.revokeKey, { key_id: key.id })
    expect(revoked.body.data.key.revoked_by).toMatch(/^User/)
    expect(await call(key.secret)).toEqual([401, REFUSED])
    // Once more changes nothing, and so leaves no second event.
    expect((await boss.call(keys.revokeKey, { key_id: key.id })).body.data.key).toEqual(revoked.body.data.key)
    const events = await server.db
      .selectFrom('audit_event')
      .select('event')
      .where('subject_id', '=', key.id)
      .orderBy('id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['api_key.created', 'api_key.revoked'])
  })

  // Would catch: a key in a cookie, where any page of this browser would send it.
  it('is no session: neither a cookie nor the sign-in takes it, nor its account a password or a code', async () => {
    const key = await makeKey(server, { role: 'ops' })
    const cookie = { cookie: `selvedge_session=${key.secret}`, 'x-selvedge-client': 'screen' }
    const url = `/${orders.getOrders.path}`
    const reply = await server.app.inject({ method: 'POST', url, headers: cookie, payload: {} })
    expect(reply.statusCode).toBe(401)
    const { email } = await server.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', key.id)
      .executeTakeFirstOrThrow()
    for (const password of [key.secret, '', 'anything'])
      expect((await server.anyone.call(people.login, { email, password })).status).toBe(401)
    await server.anyone.call(people.requestOtp, { email })
    expect(await server.db.selectFrom('one_time_code').selectAll().where('user_id', '=', key.id).execute()).toEqual([])
    const wakes = server.db.updateTable('app_user').set({ is_active: true }).where('id', '=', key.id).execute()
    await expect(wakes).rejects.toThrow('machine_never_signs_in')
  })

  // Would catch: the account of a key among the people, where somebody gives it a password.
  it('is none of the people', async () => {
    const key = await makeKey(server, { role: 'ops', name: 'Nobody of flesh' })
    const admin = await server.as('admin')
    const listed = await admin.call(people.getUsers, { status: 'all', search: 'Nobody of flesh' })
    expect(listed.body.data.rows).toEqual([])
    expect((await admin.call(people.getUserDetails, { user_id: key.id })).status).toBe(404)
    const change = { user_id: key.id, version: 1, password: 'woven at the edge 42' }
    expect((await admin.call(people.updateUser, change)).status).toBe(404)
  })

  // Would catch: a key that calls as often as it likes, or one key's haste that stops another.
  it('calls so often a minute, by itself', async () => {
    const strict = await testServer({ db: server.db, files: server.files, limits: { keyCallsPerMinute: 3 } })
    const [hasty, calm] = [await makeKey(server, { role: 'ops' }), await makeKey(server, { role: 'ops' })]
    const call = (secret: string) => clientOf(strict.app, secret).call(orders.getOrders, {})
    const statuses: number[] = []
    for (let at = 0; at < 4; at++) statuses.push((await call(hasty.secret)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await call(hasty.secret)
    expect([refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual(['too_many_requests', true])
    expect((await call(calm.secret)).status).toBe(200)
  })
})

describe('what a key may do', () => {
  /** What must never be done by a machine, written down a second time. */
  const never = [
    ...['keys.getKeys', 'keys.createKey', 'keys.revokeKey', 'people.createUser', 'people.updateUser'],
    ...['people.changePassword', 'people.saveProfile', 'people.listSessions', 'people.endSession'],
    ...['people.endOtherSessions', 'people.seeAs', 'people.stopSeeingAs', 'people.getUserDetails'],
    ...['notices.streamNotices', 'frame.createView', 'frame.setPreference', 'frame.watchRecord'],
  ]

  it('names what is for people', () => {
    const forPeople = calls.filter(([, call]) => call.forPeople).map(([name]) => name)
    expect(forPeople).toEqual(expect.arrayContaining(never))
  })

  // Would catch: a call that lets a key in whose role may not make it, or one that is for people only.
  it.each(['vendor', 'ops', 'admin', 'china_warehouse_team', 'warehouse'] as const)(
    'as %s: what that role may, but nothing that is for people',
    async (role: Role) => {
      const vendor = role === 'vendor' ? { vendor_id: (await server.makeVendor()).code } : {}
      const { secret } = await makeKey(server, { role: role as 'ops', ...vendor })
      const guarded = calls.filter(([, call]) => call.callers !== 'anyone')
      const answers = await Promise.all(
        guarded.map(async ([name, call]) => [name, (await ask(call, secret)).statusCode === 403] as const),
      )
      const named = (call: Call) => (typeof call.callers === 'string' ? roles : (call.callers as readonly Role[]))
      expect(answers).toEqual(guarded.map(([name, call]) => [name, call.forPeople || !named(call).includes(role)]))
      expect(guarded.every(([, call]) => !givesEvents(call) || call.forPeople)).toBe(true)
    },
  )

  it('says why it is refused', async () => {
    const { client } = await makeKey(server, { role: 'admin' })
    const reply = await client.call(people.listSessions, {})
    expect([reply.status, reply.body.message]).toEqual([403, FOR_PEOPLE])
  })

  // Would catch: prices in the replies to a key of a role that sees none.
  it('sees prices by its role', async () => {
    const { order_id } = await makeOrder(server.db)
    const price = async (role: 'ops' | 'china_warehouse_team') => {
      const { client } = await makeKey(server, { role })
      const reply = await client.call(contract.trace.traceLife, { kind: 'order', code: order_id })
      return reply.body.data.facts.find(({ label }) => label === 'Unit price')?.price ?? null
    }
    expect(await price('ops')).not.toBeNull()
    expect(await price('china_warehouse_team')).toBeNull()
  })

  // Would catch: a vendor's key that reads another vendor's orders.
  it('sees its own vendor alone', async () => {
    const [mine, theirs] = [await makeOrder(server.db), await makeOrder(server.db)]
    const { client } = await makeKey(server, { role: 'vendor', vendor_id: mine.vendor.code })
    const seen = await client.call(orders.getOrders, {})
    expect(seen.body.data.rows.map(({ order_id }) => order_id)).toEqual([mine.order_id])
    const other = await client.call(orders.getOrders, { order_ids: [theirs.order_id] })
    expect(other.body.data.rows).toEqual([])
  })
})

describe('what a key did', () => {
  // Would catch: a change by a machine that looks like a person's, or like nobody's.
  it('stands in the history under its name, as done by API whatever it says of itself', async () => {
    const { shipment_id, order } = await openShipment(server)
    const key = await makeKey(server, { name: 'Packer 9', role: 'vendor', vendor_id: order.vendor.code })
    const cancelled = await asItStands(server, key.client).call(
      contract.shipments.updateShipment,
      { action: 'cancel', shipment_id },
      { 'x-selvedge-client': 'screen' },
    )
    expect([cancelled.status, cancelled.body.message]).toEqual([200, 'Shipment cancelled.'])
    const house = await server.as('ops')
    const life = await house.call(contract.trace.traceLife, { kind: 'shipment', code: shipment_id })
    const told = life.body.data.events.map(({ event, actor, by_key, source }) => ({ event, actor, by_key, source }))
    expect(told[0]).toEqual({ event: 'shipment.cancelled', actor: 'Packer 9', by_key: true, source: 'api' })
    expect(told.slice(1).every(({ by_key }) => !by_key)).toBe(true)
    const details = await house.call(contract.shipments.getShipmentDetails, { shipment_id })
    expect(details.body.data.history.at(-1)).toMatchObject({ actor: 'Packer 9', by_key: true })
  })

  // Would catch: a key whose repeated request does the work twice, or whose long work is refused since its account is no person.
  it('is done once under its Idempotency-Key, and long work is done for it while it holds', async () => {
    const { client, id } = await makeKey(server, { role: 'admin' })
    const columns = [{ id: 'order_id', header: 'Order' }]
    const input = { call: 'exportOrders', input: { columns }, always: true } as const
    const header = { 'idempotency-key': 'export-1' }
    const first = await client.call(frame.startExport, input as never, header)
    const again = await client.call(frame.startExport, input as never, header)
    const job_id = first.body.data.job?.id ?? ''
    expect([first.status, again.headers['idempotent-replay'], again.body.data.job?.id]).toEqual([200, 'true', job_id])
    const state = async () =>
      (await client.call(frame.getJobs, {})).body.data.rows.find((job) => job.id === job_id)?.state
    await expect.poll(state, { timeout: 10_000 }).toBe('done')
    expect((await client.call(frame.getJobFile, { job_id })).status).toBe(200)
    expect(
      (await server.db.selectFrom('job').select('user_id').where('id', '=', job_id).executeTakeFirst())?.user_id,
    ).toBe(id)
  })

  // Would catch: notices written, for ever unread, for keys as if they were people.
  it('is told to people alone', async () => {
    const order = await makeOrder(server.db, { decision: 'NEW' })
    const person = await server.makeUser({ role: 'vendor', vendor: order.vendor })
    const key = await makeKey(server, { role: 'vendor', vendor_id: order.vendor.code })
    const house = await server.as('ops')
    await decideOn(server, house, order.order_id)
    const told = (id: string) => server.db.selectFrom('notice').select('kind').where('user_id', '=', id).execute()
    await expect.poll(async () => (await told(person.id)).length, { timeout: 5_000 }).toBe(1)
    expect(await told(key.id)).toEqual([])
  })
})
