import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isPassword } from '../../src/server/areas/people/passwords.ts'
import { contract } from '../../src/shared/areas.ts'
import { PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const { login, getUserDetails, updateUser } = contract.people
const refusal = { message: 'Please enter valid credentials!', code: 'unauthenticated', details: {} }

describe('signing in', () => {
  it('opens a session that the token names, whatever the case of the e-mail', async () => {
    const user = await server.makeUser({ role: 'vendor' })
    const reply = await server.anyone.call(login, { email: ` ${user.email.toUpperCase()} `, password: PASSWORD })
    expect(reply.status).toBe(200)
    expect(reply.body.data.user).toMatchObject({ id: user.id, role: 'vendor', landing_path: '/supplier/my-orders' })
    expect(reply.body.data.user.vendor?.id).toBe(user.vendor?.code)
    const headers = { authorization: `Bearer ${reply.body.data.token}` }
    const me = await server.anyone.call(contract.people.getUserDetails, {}, headers)
    expect(me.body.data.user.email).toBe(user.email)
  })

  it('stores no token: a copy of the table opens no session', async () => {
    const client = await server.as('cad')
    const rows = await server.db.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(client.token)
    expect(rows.some((row) => row.token_hash.equals(Buffer.from(client.token, 'base64url')))).toBe(false)
  })

  it('says the same for an unknown e-mail, a wrong password and an account that was closed', async () => {
    const { email } = await server.makeUser()
    const closed = await server.makeUser({ isActive: false })
    const wrong = await server.anyone.call(login, { email, password: 'wrong' })
    const unknown = await server.anyone.call(login, { email: 'nobody@selvedge.test', password: PASSWORD })
    const shut = await server.anyone.call(login, { email: closed.email, password: PASSWORD })
    for (const reply of [wrong, unknown, shut]) expect([reply.status, reply.body]).toEqual([401, refusal])
  })
})

// Would catch: sign-ins from many addresses at once that leave no thread to read a file with, and a queue that grows without an end.
it('hashes few passwords at a time, and says so when very many wait', async () => {
  const stored = await hash('right', { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const outcomes = await Promise.allSettled(Array.from({ length: 230 }, () => isPassword('right', stored)))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect([refused.length, outcomes.length - refused.length]).toEqual([28, 202])
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', details: { retry_after_seconds: 5 } } })
  expect(await isPassword('right', stored)).toBe(true)
})

describe('guessing passwords', () => {
  const attempt = (email: string, password: string) => server.anyone.call(login, { email, password })
  /** Through a proxy that is believed: as from that address. */
  const from = (address: string, email: string, password: string, headers: Record<string, string> = {}) =>
    proxied.anyone.call(login, { email, password }, { 'x-forwarded-for': address, ...headers })
  let proxied: TestServer
  beforeAll(async () => {
    proxied = await testServer({ db: server.db, trustedProxies: '127.0.0.1' })
  })
  const failureOf = (userId: string, whence: string) =>
    server.db
      .selectFrom('sign_in_failure')
      .selectAll()
      .where('user_id', '=', userId)
      .where('whence', '=', whence)
      .executeTakeFirstOrThrow()
  /** As if its failures had been so many seconds ago. */
  const later = (userId: string, seconds: number) =>
    sql`UPDATE sign_in_failure SET last_at = last_at - ${seconds} * interval '1 second',
      held_until = held_until - ${seconds} * interval '1 second' WHERE user_id = ${userId}`.execute(server.db)
  const of50 = async (userId: string) => {
    const device = await server.db
      .selectFrom('known_device')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { user_id: userId, whence: `device ${device.id}`, failures: 49 }
  }

  it('hears nobody of an address after five failures in a row, in the same words, also with the right password', async () => {
    const { email } = await server.makeUser()
    for (let failures = 0; failures < 5; failures += 1) await attempt(email, 'wrong')
    const right = await attempt(email, PASSWORD)
    expect([right.status, right.body]).toEqual([401, refusal])
    const events = await server.db
      .selectFrom('audit_event')
      .select('event')
      .where('entity_id', '=', email)
      .orderBy('id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual([...Array(4).fill('user.sign_in_failed'), 'user.locked'])
  })

  // Would catch: a wall of a quarter of an hour for a slip of the fingers, and a delay that starts anew each time.
  it('hears it again after half a minute, and twice as long after each further failure, up to a quarter of an hour', async () => {
    const { email, id } = await server.makeUser()
    for (let failures = 0; failures < 5; failures += 1) await attempt(email, 'wrong')
    const held: number[] = []
    for (let more = 0; more < 7; more += 1) {
      const row = await failureOf(id, 'address 127.0.0.1')
      held.push(Math.round(((row.held_until?.getTime() ?? 0) - row.last_at.getTime()) / 1_000))
      await later(id, 900)
      expect((await attempt(email, 'wrong')).status).toBe(401)
    }
    expect(held).toEqual([30, 60, 120, 240, 480, 900, 900])
    await later(id, 900)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
    expect((await attempt(email, 'wrong')).status).toBe(401)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
  })

  // Would catch: the old lock, by which anybody shut any account out, super admins included.
  it('from one address holds nobody back at another', async () => {
    const { email } = await server.makeUser({ role: 'super_admin' })
    for (let failures = 0; failures < 12; failures += 1) await from('198.51.100.7', email, 'wrong')
    expect((await from('198.51.100.7', email, PASSWORD)).status).toBe(401)
    expect((await from('203.0.113.9', email, PASSWORD)).status).toBe(200)
  })

  // Would catch: guesses from many addresses, each within what one may.
  it('from many addresses are held back together, but not the known device nor the code from the mailbox', async () => {
    const { email } = await server.makeUser()
    const device = (await from('203.0.113.9', email, PASSWORD)).body.data.device ?? ''
    for (let at = 0; at < 13; at += 1)
      for (let failures = 0; failures < 4; failures += 1) await from(`198.51.100.${at}`, email, 'wrong')
    expect((await from('203.0.113.200', email, PASSWORD)).status).toBe(401)
    expect((await from('203.0.113.200', email, PASSWORD, { 'x-selvedge-device': device })).status).toBe(200)
  })

  // Would catch: right passwords, and slips of the fingers before them, that count as a stranger's guesses and shut their owner out.
  it('are not counted from the right password on, wherever it was typed', async () => {
    const { email, id } = await server.makeUser()
    await from('192.0.2.1', email, 'guess')
    for (let at = 0; at < 60; at += 1) {
      await from(`198.51.100.${at}`, email, 'slip')
      expect((await from(`198.51.100.${at}`, email, PASSWORD)).status, `sign-in ${at}`).toBe(200)
    }
    const all = await failureOf(id, 'strangers')
    const guess = await failureOf(id, 'address 192.0.2.1')
    expect([all.failures, all.held_until, all.last_at]).toEqual([1, null, guess.last_at])
  })

  // Would catch: the right password after a hold is over, that starts the next one.
  it('do not go on holding others back after the right password', async () => {
    const { email, id } = await server.makeUser()
    await server.db.insertInto('sign_in_failure').values({ user_id: id, whence: 'strangers', failures: 55 }).execute()
    for (const address of ['203.0.113.9', '203.0.113.10'])
      expect((await from(address, email, PASSWORD)).status, address).toBe(200)
    expect((await failureOf(id, 'strangers')).failures).toBe(55)
  })

  // Would catch: somebody in the same office who guesses, and shuts the owner's own computer out.
  it('never hold the right password from a known device back, in a browser and in a program', async () => {
    const { email } = await server.makeUser()
    const signedIn = await from('198.51.100.7', email, PASSWORD, { 'x-selvedge-session': 'cookie' })
    const cookies = [signedIn.headers['set-cookie'] ?? []].flat()
    const cookie = cookies.find((each) => each.startsWith('selvedge_device='))?.split(';')[0] ?? ''
    expect(cookies.join()).toMatch(/selvedge_device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict/)
    expect(signedIn.body.data.device).toBeNull()
    for (let failures = 0; failures < 12; failures += 1) await from('198.51.100.7', email, 'wrong')
    for (let failures = 0; failures < 12; failures += 1) await from('198.51.100.7', email, 'wrong', { cookie })
    expect((await from('198.51.100.7', email, PASSWORD)).status).toBe(401)
    const known = await from('198.51.100.7', email, PASSWORD, { cookie, 'x-selvedge-session': 'cookie' })
    expect(known.status).toBe(200)
    // The same browser is known by the same cookie, and by another account as well from then on.
    expect([known.headers['set-cookie'] ?? []].flat().join()).toContain(cookie)
    const other = await server.makeUser()
    for (let failures = 0; failures < 5; failures += 1) await from('198.51.100.7', other.email, 'wrong', { cookie })
    expect((await from('198.51.100.7', other.email, PASSWORD, { cookie })).status).toBe(401)
  })

  // Would catch: a stolen device's token, or one that an attacker made up and had a victim's account know, by which one guesses for ever.
  it('make a device unknown after very many, and a made-up device is never known', async () => {
    const { email, id } = await server.makeUser()
    const device = (await attempt(email, PASSWORD)).body.data.device ?? ''
    const headers = { 'x-selvedge-device': device }
    await server.db
      .insertInto('sign_in_failure')
      .values(await of50(id))
      .execute()
    expect((await from('198.51.100.7', email, 'wrong', headers)).status).toBe(401)
    for (let failures = 0; failures < 5; failures += 1) await from('198.51.100.7', email, 'wrong', headers)
    expect((await from('198.51.100.7', email, PASSWORD, headers)).status).toBe(401)
    const madeUp = { 'x-selvedge-device': 'A'.repeat(43) }
    const given = (await from('203.0.113.9', email, PASSWORD, madeUp)).body.data.device
    expect([given === madeUp['x-selvedge-device'], given?.length]).toEqual([false, 43])
    const stored = await server.db.selectFrom('known_device').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(device)
  })

  // Would catch: an admin who sees that somebody is kept out, and neither by whom nor how to end it.
  it('are shown to admins, from where, and cleared by them', async () => {
    const admin = await server.as('admin')
    const user = await server.makeUser()
    for (let failures = 0; failures < 5; failures += 1) await from('198.51.100.7', user.email, 'wrong')
    const { account, failed_sign_ins } = (await admin.call(getUserDetails, { user_id: user.id })).body.data
    expect(failed_sign_ins).toEqual([
      { from: 'strangers', address: null, agent: null, failures: 5, last_at: expect.any(String), held_until: null },
      {
        ...{ from: 'address', address: '198.51.100.7', agent: null, failures: 5 },
        ...{ last_at: expect.any(String), held_until: account?.locked_until },
      },
    ])
    await admin.call(updateUser, { user_id: user.id, version: account?.version ?? 0, unlock: true })
    expect((await from('198.51.100.7', user.email, PASSWORD)).status).toBe(200)
  })

  it('forgets failures after a success', async () => {
    const { email } = await server.makeUser()
    for (const password of [
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      PASSWORD,
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      PASSWORD,
    ]) {
      expect((await attempt(email, password)).status).toBe(password === PASSWORD ? 200 : 401)
    }
  })

  it('tries no more than five even when all come at once', async () => {
    const { email, id } = await server.makeUser()
    await Promise.all(Array.from({ length: 12 }, () => attempt(email, 'wrong')))
    const row = await failureOf(id, 'address 127.0.0.1')
    expect([row.failures, row.held_until === null]).toEqual([5, false])
  })

  // Would catch: one password tried on every account there is, a few times each.
  it('is slowed down for many e-mails from one address', async () => {
    const strict = await testServer({ db: server.db, limits: { signInsPerMinute: 1 } })
    const of = async (at: number) => (await strict.anyone.call(login, { email: `n${at}@x.test`, password: 'x' })).status
    const statuses = await Promise.all(Array.from({ length: 31 }, (_, at) => of(at)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    await strict.stop()
  })

  it('is slowed down for one e-mail from one address, known or not, and says how long to wait', async () => {
    const strict = await testServer({ db: server.db, limits: { signInsPerMinute: 2 } })
    const replies = []
    for (let at = 0; at < 3; at += 1) {
      replies.push(
        await strict.anyone.call(login, { email: at % 2 ? 'Nobody@x.test' : 'nobody@x.test', password: 'x' }),
      )
    }
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 429])
    const last = replies[2]
    expect(last?.body.code).toBe('too_many_requests')
    expect(last?.body.details.retry_after_seconds).toBeGreaterThan(0)
    expect(last?.headers['retry-after']).toBe(String(last?.body.details.retry_after_seconds))
    const other = await strict.anyone.call(login, { email: 'other@x.test', password: 'x' })
    expect(other.status).toBe(401)
  })
})
