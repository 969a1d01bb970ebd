import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { userHeader } from '../../src/shared/kernel/headers.ts'
import type { roles } from '../../src/shared/kernel/roles.ts'
import { expectedAccess, menuOf } from '../support/expected-access.ts'
import { PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const { login } = contract.people
const { getUserDetails, getSidemenu } = contract.people
const { endSession, saveProfile } = contract.people
const own = { 'x-selvedge-client': 'web' }

async function cookieOf(email: string): Promise<string> {
  const reply = await server.anyone.call(login, { email, password: PASSWORD }, { 'x-selvedge-session': 'cookie' })
  expect(reply.body.data.token).toBeNull()
  return sessionCookie(reply.headers['set-cookie'])
}

function sessionCookie(set: string | string[] | undefined): string {
  return [set ?? []].flat().find((each) => /^(__Host-)?selvedge_session=/.test(each)) ?? ''
}

describe('a session in a cookie', () => {
  it('is out of reach for scripts and other sites, and Secure behind https', async () => {
    const { email } = await server.makeUser()
    expect(await cookieOf(email)).toMatch(
      /^selvedge_session=[\w-]{43}; Path=\/; Max-Age=60\d{4}; HttpOnly; SameSite=Strict$/,
    )
    const behindProxy = await testServer({ db: server.db, trustedProxies: '127.0.0.1' })
    const headers = { 'x-selvedge-session': 'cookie', 'x-forwarded-proto': 'https' }
    const reply = await behindProxy.anyone.call(login, { email, password: PASSWORD }, headers)
    const secure = [reply.headers['set-cookie'] ?? []].flat()
    const mark = secure.find((each) => each.startsWith('__Host-selvedge_signed_in='))
    // Would catch: a sign-in page that asks whose session it is where there is none, and a mark that is worth something.
    expect(mark).toMatch(/^__Host-selvedge_signed_in=1; Path=\/; Max-Age=\d+; SameSite=Strict; Secure$/)
    const closed = secure.filter((each) => each !== mark)
    expect(closed.map((each) => each.split('=')[0])).toEqual(['__Host-selvedge_session', '__Host-selvedge_device'])
    for (const each of closed) expect(each).toMatch(/; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/)
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
    // A neighbour under the same domain can plant the plain name, never this one.
    const value = secure[0]?.split(';')[0]?.split('=')[1] ?? ''
    const https = { ...own, 'x-forwarded-proto': 'https' }
    const planted = { ...https, cookie: `selvedge_session=${value}` }
    expect((await behindProxy.anyone.call(getUserDetails, {}, planted)).status).toBe(401)
    const sent = { ...https, cookie: `__Host-selvedge_session=${value}` }
    expect((await behindProxy.anyone.call(getUserDetails, {}, sent)).status).toBe(200)
    // In clear on this computer: neither the name nor the word, which a browser would not take there.
    const clear = await behindProxy.app.inject({ url: '/health' })
    expect(clear.headers['strict-transport-security']).toBeUndefined()
  })

  it('calls only with the header that another site cannot send; reading needs none', async () => {
    const { email } = await server.makeUser({ role: 'ops' })
    const cookie = (await cookieOf(email)).split(';')[0] ?? ''
    const forged = await server.anyone.call(getUserDetails, {}, { cookie })
    expect([forged.status, forged.body.code]).toEqual([403, 'forbidden'])
    expect((await server.anyone.call(getUserDetails, {}, { cookie, ...own })).body.data.user.email).toBe(email)
    expect((await server.anyone.call(contract.data.getVendors, {}, { cookie })).status).toBe(200)
  })

  it('is not asked when a token is sent beside it, even a wrong one', async () => {
    const { email } = await server.makeUser()
    const cookie = (await cookieOf(email)).split(';')[0] ?? ''
    const reply = await server.anyone.call(getUserDetails, {}, { cookie, ...own, authorization: 'Bearer wrong' })
    expect(reply.status).toBe(401)
  })

  it('is forgotten by the browser at sign-out, and when it has ended elsewhere', async () => {
    const { email } = await server.makeUser()
    const cookie = (await cookieOf(email)).split(';')[0] ?? ''
    const out = await server.anyone.call(endSession, {}, { cookie, ...own })
    expect([out.status, String(out.headers['set-cookie'])]).toEqual([200, expect.stringContaining('Max-Age=0')])
    const after = await server.anyone.call(getUserDetails, {}, { cookie, ...own })
    expect([after.status, String(after.headers['set-cookie'])]).toEqual([401, expect.stringContaining('Max-Age=0')])
  })
})

/** Somebody whose page is still open, and the cookie of who signed in after them in the same browser. */
async function twoInOneBrowser() {
  const [first, second] = [await server.makeUser({ role: 'ops' }), await server.makeUser({ role: 'ops' })]
  const cookie = (await cookieOf(second.email)).split(';')[0] ?? ''
  return {
    first,
    second,
    mistaken: { cookie, ...own, [userHeader]: first.id },
    right: { cookie, ...own, [userHeader]: second.id },
  }
}

describe('a cookie of another person than the page works for', () => {
  // Would catch: a call that is done in the name of whoever signed in in another tab: mounted without the guard, or refused only
  // after its body was read. The whole contract is walked.
  it('opens no call, whatever is sent with it', async () => {
    const { mistaken } = await twoInOneBrowser()
    const calls: Call[] = Object.values(contract).flatMap((area) => Object.values(area))
    for (const { method, path } of calls.filter(({ callers }) => callers !== 'anyone')) {
      const url = `/${path.replace(/\{\w+\}/g, 'x')}`
      const reply = await server.app.inject({ method, url, headers: mistaken })
      expect([path, reply.statusCode, reply.json().code]).toEqual([path, 409, 'other_user'])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  // Would catch: a refusal that uses the key up, so that the same press under the right name gives the refusal or nothing.
  it('does nothing and leaves the key for who it was meant for', async () => {
    const { first, second, mistaken, right } = await twoInOneBrowser()
    const key = { 'idempotency-key': 'pressed-once' }
    const refused = await server.anyone.call(saveProfile, { name: 'Of the first' }, { ...mistaken, ...key })
    expect([refused.status, refused.body.message]).toEqual([409, 'Another person signed in in this browser.'])
    const rows = await server.db.selectFrom('app_user').select('name').where('name', '=', 'Of the first').execute()
    const keys = await server.db.selectFrom('idempotency_key').select('key').where('key', '=', 'pressed-once').execute()
    expect([rows, keys]).toEqual([[], []])
    const back = (await cookieOf(first.email)).split(';')[0] ?? ''
    const again = { cookie: back, ...own, [userHeader]: first.id, ...key }
    const done = await server.anyone.call(saveProfile, { name: 'Of the first' }, again)
    expect([done.status, done.body.data.user.id, done.headers['idempotent-replay']]).toEqual([200, first.id, undefined])
    expect((await server.anyone.call(getUserDetails, {}, right)).body.data.user.id).toBe(second.id)
  })

  // Would catch: signing out in the first one's tab that throws the second out.
  it('is not ended from the page of the one before, nor refused from its own', async () => {
    const { mistaken, right } = await twoInOneBrowser()
    expect((await server.anyone.call(endSession, {}, mistaken)).status).toBe(409)
    expect((await server.anyone.call(getUserDetails, {}, right)).status).toBe(200)
  })

  // Would catch: a stream of news, which a browser opens without headers of ours, that tells the first one's page of the second.
  it('opens no stream for a page that names another in the address', async () => {
    const { first, mistaken } = await twoInOneBrowser()
    const url = `/${contract.notices.streamNotices.path}?${userHeader}=${first.id}`
    const reply = await server.app.inject({ method: 'GET', url, headers: { cookie: mistaken.cookie } })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'other_user'])
  })

  // Would catch: a super admin who sees as another role and is taken for another person; a program refused for a header.
  it('is the own one with other eyes too, and a token is asked for no name', async () => {
    const admin = await server.makeUser({ role: 'super_admin' })
    const cookie = (await cookieOf(admin.email)).split(';')[0] ?? ''
    const page = { cookie, ...own, [userHeader]: admin.id }
    expect((await server.anyone.call(contract.people.seeAs, { role: 'ops', team: null }, page)).status).toBe(200)
    const seen = await server.anyone.call(getUserDetails, {}, page)
    expect([seen.status, seen.body.data.user.true_role]).toEqual([200, 'super_admin'])
    const program = await server.as(await server.makeUser())
    expect((await program.call(getUserDetails, {}, { [userHeader]: admin.id })).status).toBe(200)
  })
})

describe('a session', () => {
  it('is over at once after sign-out, though it was used a moment ago', async () => {
    const client = await server.as(await server.makeUser())
    expect((await client.call(getUserDetails, {})).status).toBe(200)
    expect((await client.call(endSession, {})).status).toBe(200)
    expect((await client.call(getUserDetails, {})).status).toBe(401)
  })

  it('ends after twelve hours without a call, is moved on by calls, but never past seven days', async () => {
    const user = await server.makeUser()
    const client = await server.as(user)
    const set = (change: { expires_at?: Date; created_at?: Date }) =>
      server.db.updateTable('session').set(change).where('user_id', '=', user.id).execute()
    const ends = async () => {
      const rows = await server.db.selectFrom('session').select('expires_at').where('user_id', '=', user.id).execute()
      return ((rows[0]?.expires_at.getTime() ?? 0) - Date.now()) / 3_600_000
    }
    await set({ expires_at: new Date(Date.now() + 3_600_000) })
    await client.call(getUserDetails, {})
    expect(await ends()).toBeCloseTo(12, 1)
    const fresh = await testServer({ db: server.db })
    const asSame = (one: TestServer) => one.anyone.call(getUserDetails, {}, { authorization: `Bearer ${client.token}` })
    await set({ expires_at: new Date(Date.now() + 3_600_000), created_at: new Date(Date.now() - 6.9 * 86_400_000) })
    await asSame(fresh)
    expect(await ends()).toBeCloseTo(2.4, 1)
    await set({ expires_at: new Date(Date.now() - 1_000) })
    expect((await asSame(await testServer({ db: server.db }))).status).toBe(401)
  })

  it('opens nothing for a person who was made inactive', async () => {
    const user = await server.makeUser()
    const client = await server.as(user)
    await server.db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute()
    expect((await client.call(getUserDetails, {})).status).toBe(401)
  })

  it('may not call without end', async () => {
    const strict = await testServer({ db: server.db, limits: { callsPerMinute: 3 } })
    const client = await strict.as('cad')
    const replies = []
    for (let at = 0; at < 4; at += 1) replies.push(await client.call(getUserDetails, {}))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(replies[3]?.body.details.retry_after_seconds).toBeGreaterThan(0)
  })
})

describe('the side menu', () => {
  it('holds what a role may call, and the landing screen of roles whose screens are not built', async () => {
    const paths = async (role: (typeof roles)[number]) => {
      const { body } = await (await server.as(role)).call(getSidemenu, {})
      return body.data.groups.flatMap((group) => group.items.map((item) => item.path))
    }
    const supplier = ['/supplier/my-orders', '/supplier/shipping-platform', '/supplier/shipment-management']
    const listed = (role: string) =>
      expectedAccess
        .filter((one) => one.role === role)
        .slice(0, 1)
        .flatMap(menuOf)
    const qc = ['inward-shipments', 'qc-platform', 'qc-invoices', 'qc-results', 'qc-reports', 'disputes'].map(
      (at) => `/supplier/${at}`,
    )
    expect(await paths('vendor')).toEqual(listed('vendor'))
    expect(await paths('internal_team')).toEqual(listed('internal_team'))
    expect(await paths('china_warehouse_team')).toEqual(['/supplier/home', ...qc])
    // An installation without orders leads with its first steps.
    const ops = ['all-pending-orders', 'confirmed-orders', 'india-catalogue-management', 'records', 'pictures'].map(
      (at) => `/ops/${at}`,
    )
    const ofOps = await paths('ops')
    expect(ofOps).toEqual(expect.arrayContaining(['/ops/first-day', ...supplier, ...qc, ...ops]))
    expect(ofOps[0]).toBe('/ops/first-day')
    const asExpected = listed('ops').filter((path) => path.startsWith('/ops/'))
    expect(ofOps.filter((path) => path.startsWith('/ops/'))).toEqual(['/ops/first-day', ...asExpected])
    expect(await paths('cad')).toEqual(expect.arrayContaining(['/ops/in-house-orders', '/supplier/garment-specs']))
  })
})

it('keeps the client’s request log as the caller’s own', async () => {
  const client = await server.as('vendor')
  const at = '2025-06-01T08:00:00Z'
  const actions = [
    { at, kind: 'request-sent', path: '/v1/erp/get-sidemenu', request_id: 'r-1', details: { tries: 1 } },
    { at, kind: 'response-received', request_id: 'r-1', trace_id: 't-1' },
  ]
  const reply = await client.call(contract.frame.trackUserActions, { actions })
  expect(reply.body.data).toEqual({ taken: 2 })
  const rows = await server.db.selectFrom('user_action').selectAll().orderBy('id').execute()
  expect(rows.map(({ kind, trace_id, details }) => [kind, trace_id, details])).toEqual([
    ['request-sent', null, { tries: 1 }],
    ['response-received', 't-1', {}],
  ])
})

describe('a session that somebody ended', () => {
  // Would catch: somebody whose role, account or password changed at work who is only told to sign in, or that their page is not theirs.
  it('says why to whoever still comes with it, and to nobody else', async () => {
    const admin = await server.as('super_admin')
    const said = async (change: Record<string, unknown>) => {
      const user = await server.makeUser({ role: 'ops' })
      const client = await server.as(user)
      const { account } = (await admin.call(getUserDetails, { user_id: user.id })).body.data
      const reply = await admin.call(contract.people.updateUser, {
        user_id: user.id,
        version: account?.version ?? 0,
        ...change,
      })
      expect(reply.status).toBe(200)
      const { status, body } = await client.call(getUserDetails, {})
      return [status, body.details?.ended, body.message]
    }
    expect(await said({ role: 'bm_team' })).toEqual([
      401,
      'account',
      expect.stringContaining('Your account was changed'),
    ])
    expect(await said({ is_active: false })).toEqual([401, 'switched_off', expect.stringContaining('switched off')])
    expect(await said({ password: 'another-good-one-9' })).toEqual([
      401,
      'password',
      expect.stringContaining('Your password was changed'),
    ])
    const user = await server.makeUser()
    const client = await server.as(user)
    await client.call(endSession, {})
    expect((await client.call(getUserDetails, {})).body).toMatchObject({ message: 'Please sign in.', details: {} })
  })

  // Would catch: a page that hears by its stream, and whose cookie is gone before it can ask why.
  it('keeps its cookie while there is something to say', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const cookie = (await cookieOf(user.email)).split(';')[0] ?? ''
    const again = (await cookieOf(user.email)).split(';')[0] ?? ''
    const others = await server.anyone.call(contract.people.endOtherSessions, {}, { cookie: again, ...own })
    expect(others.status).toBe(200)
    for (let time = 0; time < 2; time += 1) {
      const reply = await server.anyone.call(getUserDetails, {}, { cookie, ...own })
      expect([reply.status, reply.body.details.ended, reply.headers['set-cookie']]).toEqual([
        401,
        'elsewhere',
        undefined,
      ])
    }
  })
})

// Would catch: drafts that cannot be opened after the next sign-in or a restart, or by one key for everybody.
it('a user has one key for what is kept on a computer, at each sign-in and each server, and nobody else has it', async () => {
  const user = await server.makeUser()
  const keyAt = async (at: TestServer, who: Parameters<TestServer['as']>[0]) =>
    (await (await at.as(who)).call(getUserDetails, {})).body.data.user.draft_key
  const key = await keyAt(server, user)
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(await keyAt(await testServer({ db: server.db }), user)).toBe(key)
  expect(await keyAt(server, await server.makeUser())).not.toBe(key)
})
