import { beforeAll, describe, expect, it } from 'vitest'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract, sideMenu } from '../../src/shared/areas.ts'
import { type Area, type Call, givesEvents } from '../../src/shared/kernel/call.ts'
import { isPossible, type Role, roles, type Team, teams } from '../../src/shared/kernel/roles.ts'
import { type Client, clientOf } from '../support/client.ts'
import { makeOrder } from '../support/orders.ts'
import { type MadeUser, PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { seeAs, stopSeeingAs, endSession, listSessions } = contract.people
const { getUserDetails, getSidemenu, getUsers } = contract.people
const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => [`${area}.${key}`, call as Call] as const),
)
const READ_ONLY = 'You are looking as another role: nothing can be changed.'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

async function boss(): Promise<{ user: MadeUser; client: Client }> {
  const user = await server.makeUser({ role: 'super_admin' })
  return { user, client: await server.as(user) }
}
const eventsOf = (user: { id: string }) =>
  server.db.selectFrom('audit_event').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
/** The call as the router sees it, with a body that nobody could mean: the answer must come before it is read. */
const ask = (call: Call, headers: Record<string, string>) =>
  server.app.inject({
    method: call.method,
    url: `/${call.path.replace(/\{\w+\}/g, 'x')}`,
    headers: { 'content-type': 'application/json', ...headers },
    ...(call.method === 'POST' && { payload: '{not json' }),
  })

describe('seeing as another role', () => {
  it('shows the landing page, menu and calls of that role, and says whose eyes they are', async () => {
    const { user, client } = await boss()
    await client.call(getUserDetails, {})
    const reply = await client.call(seeAs, { role: 'warehouse', team: 'warehouse' })
    expect(reply.body.data.user).toMatchObject({ id: user.id, role: 'warehouse', team: 'warehouse' })
    expect(reply.body.data.user).toMatchObject({ true_role: 'super_admin', landing_path: '/warehouse/source' })
    expect((await client.call(getUserDetails, {})).body.data.user).toEqual(reply.body.data.user)
    const menu = (await client.call(getSidemenu, {})).body.data.groups
    expect(menu).toEqual(sideMenu({ role: 'warehouse', team: 'warehouse' }))
    expect((await client.call(getUsers, {})).status).toBe(403)
    expect((await client.call(getUserDetails, { user_id: user.id })).status).toBe(403)
    const back = await client.call(stopSeeingAs, {})
    expect(back.body.data.user).toMatchObject({ role: 'super_admin', true_role: null })
    expect((await client.call(getUsers, {})).status).toBe(200)
  })

  it('as a vendor shows that vendor’s orders and no other’s', async () => {
    const [mine, theirs] = [await server.makeVendor(), await server.makeVendor()]
    for (const vendor of [mine, theirs]) await makeOrder(server.db, { vendor })
    const { client } = await boss()
    const seen = await client.call(seeAs, { role: 'vendor', vendor_id: mine.code })
    expect(seen.body.data.user.vendor?.id).toBe(mine.code)
    const { rows } = (await client.call(contract.orders.getOrders, {})).body.data
    expect([rows.length > 0, new Set(rows.map((row) => row.supplier_id))]).toEqual([true, new Set([mine.code])])
  })

  // Catches a call that writes and was forgotten: the whole contract is walked.
  it('changes nothing: every call that changes is refused, whatever the role', async () => {
    const { code } = await server.makeVendor()
    for (const role of roles.filter((one) => one !== 'super_admin')) {
      const { client } = await boss()
      const team = [null, ...teams].find((one) => isPossible({ role, team: one })) ?? null
      const started = await client.call(seeAs, { role, team, vendor_id: role === 'vendor' ? code : null })
      expect([role, started.status]).toEqual([role, 200])
      for (const [name, call] of calls.filter(([, one]) => one.changes)) {
        const mayRole = call.callers === 'signed-in' || (call.callers as readonly Role[]).includes(role)
        const reply = await ask(call, { authorization: `Bearer ${client.token}` })
        expect([role, name, reply.statusCode]).toEqual([role, name, 403])
        if (mayRole) expect(reply.json().message).toBe(READ_ONLY)
      }
    }
  })

  it('is for super admins, as themselves', async () => {
    for (const role of roles.filter((one) => one !== 'super_admin')) {
      expect((await (await server.as(role)).call(seeAs, { role: 'ops' })).status).toBe(403)
    }
    const { client } = await boss()
    await client.call(seeAs, { role: 'ops' })
    expect((await client.call(seeAs, { role: 'admin' })).status).toBe(403)
  })

  const impossible: [Role, Team | null, string | null][] = [
    ['super_admin', null, null],
    ['super_admin', 'india', null],
    ['cataloging_team', null, null],
    ['cataloging_team', 'india', null],
    ['vendor', null, null],
    ['vendor', null, 'NOBODY'],
  ]
  it.each(impossible)('refuses %s on team %s with vendor %s', async (role, team, vendor_id) => {
    const { client } = await boss()
    expect((await client.call(seeAs, { role, team, vendor_id })).status).toBe(400)
    expect((await client.call(getUserDetails, {})).body.data.user.true_role).toBeNull()
  })

  it('refuses a vendor for a role that has none', async () => {
    const { client } = await boss()
    const { code } = await server.makeVendor()
    expect((await client.call(seeAs, { role: 'ops', vendor_id: code })).status).toBe(400)
  })

  it('is written down: its start, its end, and everything done meanwhile', async () => {
    const { user, client } = await boss()
    const { code } = await server.makeVendor()
    await client.call(seeAs, { role: 'vendor', vendor_id: code })
    await client.call(contract.orders.getOrdersFile, {})
    await client.call(stopSeeingAs, {})
    await client.call(stopSeeingAs, {})
    await client.call(seeAs, { role: 'ops' })
    await client.call(endSession, {})
    const events = (await eventsOf(user)).map(({ event, from_state, to_state, details }) => [
      event,
      from_state ?? to_state,
      details.seen_as,
    ])
    expect(events).toEqual([
      ['user.see_as_started', 'vendor', undefined],
      ['file.downloaded', null, 'vendor'],
      ['user.see_as_ended', 'vendor', 'vendor'],
      ['user.see_as_started', 'ops', undefined],
      ['user.signed_out', null, 'ops'],
    ])
    expect((await client.call(getUserDetails, {})).status).toBe(401)
  })

  it('is of one session only, and of none opened later', async () => {
    const { user, client } = await boss()
    const { token } = await server.db.transaction().execute((tx) => openSessions(server.db).open(tx, user.id))
    await client.call(seeAs, { role: 'ops' })
    const roleOf = async (one: Client) => (await one.call(getUserDetails, {})).body.data.user.role
    expect([await roleOf(client), await roleOf(clientOf(server.app, token))]).toEqual(['ops', 'super_admin'])
    const later = await server.anyone.call(contract.people.login, { email: user.email, password: PASSWORD })
    expect(later.body.data.user.role).toBe('super_admin')
    expect((await client.call(listSessions, {})).body.data.rows.length).toBe(3)
  })

  // Another copy of the server must not go on as the seen role after its end.
  it('ends at once on every copy of the server', async () => {
    const copy = await testServer({ db: server.db })
    const { client } = await boss()
    await client.call(seeAs, { role: 'ops' })
    const there = clientOf(copy.app, client.token)
    expect((await there.call(getUserDetails, {})).body.data.user.role).toBe('ops')
    await client.call(stopSeeingAs, {})
    expect((await there.call(getUserDetails, {})).body.data.user.role).toBe('super_admin')
    await copy.stop()
  })

  // Would catch: a copy that remembers the super admin's own role, and lets them change things for another five seconds.
  it('begins at once on every copy of the server', async () => {
    const copy = await testServer({ db: server.db })
    const { client } = await boss()
    const there = clientOf(copy.app, client.token)
    expect((await there.call(getUserDetails, {})).body.data.user.role).toBe('super_admin')
    await client.call(seeAs, { role: 'ops' })
    const reply = await there.call(contract.people.saveProfile, { name: 'Changed' })
    expect([reply.status, reply.body.message]).toEqual([403, READ_ONLY])
    await copy.stop()
  })

  it('ends with the super admin: another role ends the session as ever', async () => {
    const { user, client } = await boss()
    const other = await boss()
    await client.call(seeAs, { role: 'ops' })
    const input = { user_id: user.id, version: 1, role: 'admin' as const }
    expect((await other.client.call(contract.people.updateUser, input)).status).toBe(200)
    expect((await client.call(getUserDetails, {})).status).toBe(401)
  })
})

describe('whoever must choose a new password', () => {
  // Catches an area mounted past the guard: the whole contract is walked.
  it('may make the calls for everybody, and none that names roles', async () => {
    const user = await server.makeUser({ role: 'super_admin' })
    await server.db.updateTable('app_user').set({ must_change_password: true }).where('id', '=', user.id).execute()
    const { token } = await server.as(user)
    for (const [name, call] of calls.filter(([, one]) => one.callers !== 'anyone' && !givesEvents(one))) {
      const named = typeof call.callers !== 'string'
      const reply = await ask(call, { authorization: `Bearer ${token}` })
      expect([name, reply.statusCode === 403]).toEqual([name, named])
      if (named && call.callers.includes('super_admin')) {
        expect(reply.json().message).toBe('Please choose a new password first.')
      }
    }
  })
})

describe('a cookie that another site makes a browser send', () => {
  // CSRF: a form of another site carries the cookie, but never our header. The whole contract is walked.
  it('changes nothing: every call but a plain reading is refused without our own header', async () => {
    const user = await server.makeUser({ role: 'super_admin' })
    const { token } = await server.as(user)
    const cookie = `selvedge_session=${token}`
    for (const [name, call] of calls.filter(([, one]) => one.callers !== 'anyone')) {
      if (call.method === 'GET') {
        // A reading that a page of another site could start must change nothing.
        expect([name, call.changes]).toEqual([name, false])
        continue
      }
      const forged = await ask(call, { cookie, 'content-type': 'text/plain' })
      expect([name, forged.statusCode, forged.json().message]).toEqual([
        name,
        403,
        'This request did not come from Selvedge.',
      ])
    }
    expect((await eventsOf(user)).length).toBe(0)
  })
})
