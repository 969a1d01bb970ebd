import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

const { login } = contract.people
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

describe('guessing passwords', () => {
  const attempt = (email: string, password: string) => server.anyone.call(login, { email, password })

  it('locks the account after five failures in a row, in the same words, also for the right password', async () => {
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

  it('opens it again after a quarter of an hour, with a new count', async () => {
    const { email } = await server.makeUser()
    for (let failures = 0; failures < 5; failures += 1) await attempt(email, 'wrong')
    await server.db
      .updateTable('app_user')
      .set({ locked_until: new Date(Date.now() - 1_000) })
      .where('email', '=', email)
      .execute()
    expect((await attempt(email, 'wrong')).status).toBe(401)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
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
    const { email } = await server.makeUser()
    await Promise.all(Array.from({ length: 12 }, () => attempt(email, 'wrong')))
    const row = await server.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    expect([row.failed_sign_ins, row.locked_until === null]).toEqual([5, false])
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
