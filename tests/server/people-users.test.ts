import { pbkdf2 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { isPossible, roles, teams } from '../../src/shared/kernel/roles.ts'
import { type Client, clientOf } from '../support/client.ts'
import { type MadeUser, PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { createUser, getUsers, getUserDetails, updateUser, changePassword } = contract.people
const { saveProfile, listSessions, endOtherSessions } = contract.people
const GOOD = 'twelve red lanterns'

let server: TestServer
let admin: Client
let superAdmin: Client
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin')
  superAdmin = await server.as('super_admin')
})

let made = 0
const wish = (more: object = {}) => {
  made += 1
  const base = { email: `new.${made}@company.test`, name: 'New Person', role: 'ops' as const, password: GOOD }
  return { ...base, ...more }
}
const login = (email: string, password: string) => server.anyone.call(contract.people.login, { email, password })
const fieldsOf = (reply: { body: { details: { fields?: { field: string }[] } } }) =>
  reply.body.details.fields?.map(({ field }) => field)
/** A second, third … session of the same user. */
async function sessionOf(user: { id: string }, on = server): Promise<Client> {
  const { token } = await on.db.transaction().execute((tx) => openSessions(on.db).open(tx, user.id))
  return clientOf(on.app, token)
}
async function rowOf(user: { id: string }, as = superAdmin) {
  const { body } = await as.call(getUserDetails, { user_id: user.id })
  if (!body.data.account) throw new Error('no account')
  return { account: body.data.account, history: body.data.history ?? [] }
}
async function change(user: MadeUser, what: object, as = superAdmin) {
  const { account } = await rowOf(user)
  return as.call(updateUser, { user_id: user.id, version: account.version, ...what })
}

describe('creating an account', () => {
  it('gives one that signs in, but may do nothing before it has a password of its own', async () => {
    const made = await admin.call(createUser, wish({ email: ' New.Person@Company.test ' }))
    expect(made.status).toBe(200)
    const { user } = made.body.data
    expect(user).toMatchObject({ email: 'New.Person@Company.test', must_change_password: true, is_active: true })
    expect(JSON.stringify(made.body)).not.toMatch(/lanterns|argon/)
    const signedIn = await login('new.person@company.test', GOOD)
    expect(signedIn.body.data.user.must_change_password).toBe(true)
    const client = clientOf(server.app, signedIn.body.data.token)
    const refused = await client.call(contract.orders.getOrders, {})
    expect([refused.status, refused.body.message]).toEqual([403, 'Please choose a new password first.'])
    expect((await client.call(getUserDetails, {})).status).toBe(200)
    const changed = await client.call(changePassword, { current_password: GOOD, new_password: 'eleven blue kites' })
    expect([changed.status, changed.body.data]).toEqual([200, { ended_sessions: 0 }])
    expect((await client.call(contract.orders.getOrders, {})).status).toBe(200)
    expect((await login('new.person@company.test', GOOD)).status).toBe(401)
  })

  it('refuses an e-mail that is there already, whatever its case, also when two come at once', async () => {
    const email = 'twice@company.test'
    const replies = await Promise.all([
      admin.call(createUser, wish({ email })),
      admin.call(createUser, wish({ email: 'TWICE@company.test' })),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body.message).toBe('There is an account with this e-mail address already.')
    expect(refused && fieldsOf(refused)).toEqual(['email'])
  })

  it.each([
    'nobody',
    'a@b',
    'two words@company.test',
    'a@company.test\r\nBcc: all@company.test',
    '"a"@company.test',
    'a@company.test, b@company.test',
    '<script>@company.test',
    'a@-company.test',
    '',
  ])('refuses the e-mail %j', async (email) => {
    const reply = await admin.call(createUser, wish({ email }))
    expect([reply.status, fieldsOf(reply)]).toEqual([400, ['email']])
  })

  it('takes a role with the teams that the redirect table leads somewhere, and no other', async () => {
    const { code } = await server.makeVendor()
    for (const role of roles) {
      for (const team of [null, ...teams]) {
        const vendor_id = role === 'vendor' ? code : null
        const reply = await superAdmin.call(createUser, wish({ role, team, vendor_id }))
        expect([role, team, reply.status]).toEqual([role, team, isPossible({ role, team }) ? 200 : 400])
      }
    }
  })

  it('wants a vendor for the role vendor, and for no other', async () => {
    const { code } = await server.makeVendor()
    const without = await admin.call(createUser, wish({ role: 'vendor' }))
    const needless = await admin.call(createUser, wish({ role: 'ops', vendor_id: code }))
    const unknown = await admin.call(createUser, wish({ role: 'vendor', vendor_id: 'NOBODY' }))
    for (const reply of [without, needless, unknown]) {
      expect([reply.status, fieldsOf(reply)]).toEqual([400, ['vendor_id']])
    }
    const right = await admin.call(createUser, wish({ role: 'vendor', vendor_id: code }))
    expect(right.body.data.user.vendor?.id).toBe(code)
  })

  it('keeps names as they were typed, markup and all, and refuses NUL', async () => {
    const name = '<img src=x onerror=alert(1)> 陈 {{x}}'
    const reply = await admin.call(createUser, wish({ name }))
    expect(reply.body.data.user.name).toBe(name)
    expect((await admin.call(createUser, wish({ name: 'a\u0000b' }))).status).toBe(400)
  })

  it('leaves no password under its Idempotency-Key, and gives the same account for the same key', async () => {
    const input = wish({ password: 'a phrase for the key' })
    const first = await admin.call(createUser, input, { 'idempotency-key': 'create-1' })
    const again = await admin.call(createUser, input, { 'idempotency-key': 'create-1' })
    expect([again.status, again.body.data.user.id]).toEqual([200, first.body.data.user.id])
    const hashes = async (password: string) => {
      const email = `hash.${password.length}@company.test`
      await admin.call(createUser, wish({ email, password }), { 'idempotency-key': `key-${password.length}` })
      return server.db.selectFrom('idempotency_key').selectAll().where('key', '=', `key-${password.length}`).execute()
    }
    const rows = [...(await hashes('a phrase for the key')), ...(await hashes('another phrase for it'))]
    expect(JSON.stringify(rows)).not.toContain('phrase')
    // The same call with another password under the same key is the same request: the hash does not hold it.
    const other = await admin.call(
      createUser,
      { ...input, password: 'something else here' },
      { 'idempotency-key': 'create-1' },
    )
    expect([other.status, other.headers['idempotent-replay']]).toEqual([200, 'true'])
  })
})

describe('super admins', () => {
  it('are made, changed and unmade by super admins only', async () => {
    const other = await server.makeUser({ role: 'super_admin' })
    const ops = await server.makeUser({ role: 'ops' })
    const { version } = (await rowOf(other)).account
    const tries = [
      await admin.call(createUser, wish({ role: 'super_admin' })),
      await change(ops, { role: 'super_admin' }, admin),
      await admin.call(updateUser, { user_id: other.id, version, name: 'Mine now' }),
      await admin.call(updateUser, { user_id: other.id, version, password: GOOD }),
      await admin.call(updateUser, { user_id: other.id, version, email: 'mine@company.test' }),
      await admin.call(updateUser, { user_id: other.id, version, role: 'ops' }),
      await admin.call(updateUser, { user_id: other.id, version, is_active: false }),
      await admin.call(updateUser, { user_id: other.id, version, unlock: true }),
    ]
    for (const reply of tries) {
      expect([reply.status, reply.body.message]).toEqual([403, 'Only a super admin may make or change a super admin.'])
    }
    expect((await change(other, { name: 'Renamed' })).status).toBe(200)
    expect((await change(other, { role: 'ops' })).body.data.user.role).toBe('ops')
  })

  it('keep one: the last active one is neither switched off nor given another role', async () => {
    const alone = await testServer()
    const last = await alone.makeUser({ role: 'super_admin' })
    await alone.makeUser({ role: 'super_admin', isActive: false })
    const client = await alone.as(last)
    const off = [{ role: 'ops' as const }, { is_active: false }]
    const tries = () => off.map((what) => client.call(updateUser, { user_id: last.id, version: 1, ...what }))
    for (const reply of await Promise.all(tries())) {
      expect([reply.status, reply.body.message]).toEqual([409, 'The last active super admin must stay one.'])
    }
    // Beside another it may be done, only not by themselves.
    const second = await alone.makeUser({ role: 'super_admin' })
    for (const reply of await Promise.all(tries())) expect(reply.status).toBe(403)
    const input = { user_id: last.id, version: 1, role: 'ops' as const }
    expect((await (await alone.as(second)).call(updateUser, input)).status).toBe(200)
    await alone.stop()
  })

  // Catches a check that reads before it locks: each of two sees the other, and none is left.
  it('keep one also when two take each other off at the same moment', async () => {
    const alone = await testServer()
    for (let round = 0; round < 8; round += 1) {
      await alone.db.updateTable('app_user').set({ is_active: false }).execute()
      const [a, b] = [await alone.makeUser({ role: 'super_admin' }), await alone.makeUser({ role: 'super_admin' })]
      const [asA, asB] = [await alone.as(a), await alone.as(b)]
      await Promise.all([asA.call(getUserDetails, {}), asB.call(getUserDetails, {})])
      const off = { version: 1, ...(round % 2 ? { is_active: false } : { role: 'ops' as const }) }
      const replies = await Promise.all([
        asA.call(updateUser, { user_id: b.id, ...off }),
        asB.call(updateUser, { user_id: a.id, ...off }),
      ])
      expect(replies.filter(({ status }) => status === 200).length).toBe(1)
      const left = await alone.db
        .selectFrom('app_user')
        .select('id')
        .where('role', '=', 'super_admin')
        .where('is_active', '=', true)
        .execute()
      expect(left.length).toBe(1)
    }
    await alone.stop()
  })
})

describe('changing an account', () => {
  it('refuses a version of before, naming who changed it', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const changer = await server.makeUser({ role: 'admin' })
    await change(user, { name: 'First' }, await server.as(changer))
    const reply = await superAdmin.call(updateUser, { user_id: user.id, version: 1, name: 'Second' })
    const { name } = (await rowOf(changer)).account
    expect([reply.status, reply.body.code, reply.body.details.changed_by]).toEqual([409, 'stale', name])
  })

  const changes: [string, object][] = [
    ['another role', { role: 'ops_team' }],
    ['another team', { team: 'india' }],
    ['a new password', { password: 'nine green bottles' }],
    ['being switched off', { is_active: false }],
  ]
  it.each(changes)('%s ends every session at once, also one used a moment ago', async (_, what) => {
    const user = await server.makeUser({ role: 'ops' })
    const [one, two] = [await sessionOf(user), await sessionOf(user)]
    for (const client of [one, two]) expect((await client.call(getUserDetails, {})).status).toBe(200)
    expect((await change(user, what)).status).toBe(200)
    for (const client of [one, two]) expect((await client.call(getUserDetails, {})).status).toBe(401)
  })

  it('another vendor ends every session too: the old vendor’s rows must not be seen', async () => {
    const user = await server.makeUser({ role: 'vendor' })
    const { code } = await server.makeVendor()
    const client = await sessionOf(user)
    await client.call(getUserDetails, {})
    expect((await change(user, { vendor_id: code })).body.data.user.vendor?.id).toBe(code)
    expect((await client.call(getUserDetails, {})).status).toBe(401)
  })

  it('another name or e-mail ends none', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await sessionOf(user)
    expect((await change(user, { name: 'Other', email: 'other.name@company.test' })).status).toBe(200)
    expect((await client.call(getUserDetails, {})).status).toBe(200)
  })

  it('whoever is no vendor any more needs no word about the vendor', async () => {
    const user = await server.makeUser({ role: 'vendor' })
    const reply = await change(user, { role: 'ops' })
    expect([reply.status, reply.body.data.user.vendor]).toEqual([200, null])
    expect((await change(user, { role: 'vendor' })).status).toBe(400)
  })

  it('a password of an admin’s making must be changed, and opens a locked account', async () => {
    const user = await server.makeUser({ role: 'ops' })
    for (let failures = 0; failures < 5; failures += 1) await login(user.email, 'wrong')
    expect((await rowOf(user)).account.locked_until).not.toBeNull()
    expect((await change(user, { password: 'short' })).status).toBe(400)
    const reply = await change(user, { password: GOOD })
    expect(reply.body.data.user).toMatchObject({ must_change_password: true, locked_until: null })
    expect((await login(user.email, GOOD)).body.data.user.must_change_password).toBe(true)
  })

  it('lets a locked account in again', async () => {
    const user = await server.makeUser({ role: 'ops' })
    for (let failures = 0; failures < 5; failures += 1) await login(user.email, 'wrong')
    expect((await login(user.email, PASSWORD)).status).toBe(401)
    expect((await change(user, { unlock: true }, admin)).body.data.user.locked_until).toBeNull()
    expect((await login(user.email, PASSWORD)).status).toBe(200)
  })

  it('nobody changes their own role, switches themselves off or goes around the current password', async () => {
    const user = await server.makeUser({ role: 'admin' })
    const client = await server.as(user)
    const messages = []
    for (const what of [{ role: 'ops' }, { is_active: false }, { password: GOOD }]) {
      const reply = await change(user, what, client)
      expect(reply.status).toBe(403)
      messages.push(reply.body.message)
    }
    expect(new Set(messages).size).toBe(3)
  })

  // Catches rights read from a session that this copy still trusts.
  it('asks what the changer may do now, not what their session says', async () => {
    const changer = await server.makeUser({ role: 'admin' })
    const client = await server.as(changer)
    const user = await server.makeUser({ role: 'ops' })
    await client.call(getUserDetails, {})
    await server.db.updateTable('app_user').set({ role: 'cad' }).where('id', '=', changer.id).execute()
    expect((await change(user, { name: 'Mine' }, client)).status).toBe(403)
  })

  it('refuses another’s e-mail and an account that is not there', async () => {
    const [a, b] = [await server.makeUser({ role: 'ops' }), await server.makeUser({ role: 'ops' })]
    expect((await change(a, { email: b.email.toUpperCase() })).body.code).toBe('conflict')
    const nobody = { user_id: '01890000-0000-7000-8000-000000000000', version: 1 }
    expect((await superAdmin.call(updateUser, nobody)).status).toBe(404)
  })

  it('is told in the history, also after the e-mail has changed', async () => {
    const user = await server.makeUser({ role: 'ops' })
    await change(user, { email: 'history@company.test' })
    await change(user, { role: 'ops_team', name: 'Known' }, admin)
    await change(user, { is_active: false })
    const { history } = await rowOf(user, admin)
    expect(history.map(({ event, from, to }) => [event, from, to])).toEqual([
      ['user.email_changed', user.email, 'history@company.test'],
      ['user.name_changed', expect.any(String), 'Known'],
      ['user.role_changed', 'ops', 'ops_team'],
      ['user.switched_off', null, null],
    ])
  })
})

describe('the account of somebody else', () => {
  it('is shown to those only who manage users', async () => {
    const user = await server.makeUser({ role: 'ops' })
    for (const role of roles) {
      const reply = await (await server.as(role)).call(getUserDetails, { user_id: user.id })
      expect([role, reply.status]).toEqual([role, ['admin', 'super_admin'].includes(role) ? 200 : 403])
    }
  })
})

describe('the list of users', () => {
  let own: TestServer
  let client: Client
  beforeAll(async () => {
    own = await testServer()
    const boss = await own.makeUser({ role: 'super_admin', email: 'boss@company.test' })
    client = await own.as(boss)
    for (let at = 0; at < 11; at += 1) {
      await own.makeUser({ role: at % 2 ? 'ops' : 'cad', team: at % 3 ? 'india' : null, email: `p${at}@company.test` })
    }
    await own.makeUser({ role: 'ops', isActive: false, email: 'gone_100%@company.test' })
    const locked = await own.makeUser({ role: 'vendor', email: 'locked@company.test' })
    const soon = new Date(Date.now() + 60_000)
    const failure = { user_id: locked.id, whence: 'strangers', failures: 50, held_until: soon }
    await own.db.insertInto('sign_in_failure').values(failure).execute()
    await own.db.updateTable('app_user').set({ last_sign_in_at: new Date() }).where('email', 'like', 'p1%').execute()
  })

  const page = async (input: object) =>
    (await client.call(getUsers, { ...input, status: 'all', page_size: 4 })).body.data

  it.each(['name', 'email', 'role', 'last_sign_in_at', 'created_at'] as const)(
    'pages by %s without a gap, both ways',
    async (sort) => {
      const seen: string[][] = []
      for (const descending of [false, true]) {
        const emails: string[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const reply: Awaited<ReturnType<typeof page>> = await page({ sort, descending, cursor })
          emails.push(...reply.rows.map(({ email }) => email))
          cursor = reply.next_cursor
        }
        seen.push(emails)
      }
      expect([seen[0]?.length, new Set(seen[0]).size]).toEqual([14, 14])
      expect(seen[1]).toEqual(seen[0]?.toReversed())
    },
  )

  it('finds by name and e-mail, taking % and _ for what they are', async () => {
    const found = async (search: string) =>
      (await client.call(getUsers, { search, status: 'all' })).body.data.rows.map(({ email }) => email)
    expect(await found('BOSS')).toEqual(['boss@company.test'])
    expect(await found('_100%')).toEqual(['gone_100%@company.test'])
    expect(await found('p_@')).toEqual([])
  })

  it('filters by status, role, team and vendor, and counts the same', async () => {
    const of = async (filter: object) => (await client.call(getUsers, { page_size: 100, ...filter })).body.data.rows
    const { counts } = (await client.call(getUsers, { part: 'counts' })).body.data
    expect(counts).toEqual({ active: 13, inactive: 1, locked: 1, all: 14, ops: 5, cad: 6, super_admin: 1, vendor: 1 })
    expect((await of({})).length).toBe(13)
    expect((await of({ status: 'inactive' })).map(({ email }) => email)).toEqual(['gone_100%@company.test'])
    const [locked] = await of({ status: 'locked' })
    expect(locked?.locked_until).not.toBeNull()
    expect((await of({ vendor_id: locked?.vendor?.id })).map(({ email }) => email)).toEqual(['locked@company.test'])
    expect((await of({ role: ['cad', 'vendor'] })).length).toBe(7)
    expect((await of({ team: ['india'] })).every(({ team }) => team === 'india')).toBe(true)
    const narrow = (await client.call(getUsers, { part: 'counts', role: ['cad'], status: 'all' })).body.data.counts
    expect(narrow).toMatchObject({ all: 6, active: 6, ops: 6, cad: 6 })
  })

  it('refuses a cursor that no list gave', async () => {
    for (const cursor of ['x', Buffer.from('["a","no id"]').toString('base64url')]) {
      expect((await client.call(getUsers, { cursor })).status).toBe(400)
    }
  })
})

describe('one’s own account', () => {
  it('changing the password asks for the current one and ends every other session', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const [here, there] = [await sessionOf(user), await sessionOf(user)]
    await there.call(getUserDetails, {})
    const wrong = await here.call(changePassword, { current_password: 'not it', new_password: GOOD })
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ['current_password']])
    const same = await here.call(changePassword, { current_password: PASSWORD, new_password: PASSWORD })
    const weak = await here.call(changePassword, { current_password: PASSWORD, new_password: 'password12' })
    for (const reply of [same, weak]) expect([reply.status, fieldsOf(reply)]).toEqual([400, ['new_password']])
    const right = await here.call(changePassword, { current_password: PASSWORD, new_password: GOOD })
    expect([right.status, right.body.data]).toEqual([200, { ended_sessions: 1 }])
    expect((await there.call(getUserDetails, {})).status).toBe(401)
    expect((await here.call(getUserDetails, {})).status).toBe(200)
    expect([(await login(user.email, PASSWORD)).status, (await login(user.email, GOOD)).status]).toEqual([401, 200])
  })

  it('whoever found an open session cannot guess the password there without end', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await sessionOf(user)
    const guess = (current_password: string) => client.call(changePassword, { current_password, new_password: GOOD })
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(`guess ${tries}`)).status).toBe(400)
    expect((await guess(PASSWORD)).status).toBe(400)
  })

  // Catches a lost answer after which the client's second try is refused, and counted as a wrong password: the first one was through.
  it('the same change sent again under its Idempotency-Key is answered as before', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await sessionOf(user)
    const asked = { current_password: PASSWORD, new_password: GOOD }
    const [first, again] = [
      await client.call(changePassword, asked, { 'idempotency-key': 'change-0' }),
      await client.call(changePassword, asked, { 'idempotency-key': 'change-0' }),
    ]
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([200, 200, 'true'])
    expect(again.body).toEqual(first.body)
  })

  /**
   * Catches a call that is repeated while it is still under way, and looks at the password just after the first changed it: it was
   * written down, and counted, as somebody's wrong guess. The thread pool is kept busy, so that the second comes to it late.
   */
  it('the same change sent twice at once leaves no failed try behind', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await sessionOf(user)
    const asked = { current_password: PASSWORD, new_password: GOOD }
    const send = () => client.call(changePassword, asked, { 'idempotency-key': 'change-at-once' })
    const released = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const holder = server.db.transaction().execute(async (tx) => {
      await sql`SELECT FROM app_user WHERE id = ${user.id} FOR NO KEY UPDATE`.execute(tx)
      holding.resolve()
      await released.promise
    })
    await holding.promise
    const first = send()
    const waiting = () =>
      sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        .execute(server.db)
        .then(({ rows }) => rows.length)
    await expect.poll(waiting).toBeGreaterThan(0)
    const busy = Promise.all(Array.from({ length: 6 }, () => promisify(pbkdf2)('x', 'y', 900_000, 32, 'sha512')))
    const second = send()
    await sleep(200)
    released.resolve()
    await holder
    const replies = [await first, await second]
    await busy
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    const { history } = await rowOf(user)
    expect(history.map(({ event }) => event).filter((event) => /password|sign_in/.test(event))).toEqual([
      'user.password_changed',
    ])
    const counted = server.db.selectFrom('sign_in_failure').select('failures').where('user_id', '=', user.id)
    expect((await counted.execute()).filter(({ failures }) => failures > 0)).toEqual([])
  })

  // Catches a failed try that is stored under the key, so that the right one is answered without being done.
  it('a wrong try and a right one under the same Idempotency-Key do not become one', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await sessionOf(user)
    const key = { 'idempotency-key': 'change-1' }
    expect((await client.call(changePassword, { current_password: 'no', new_password: GOOD }, key)).status).toBe(400)
    expect((await client.call(changePassword, { current_password: PASSWORD, new_password: GOOD }, key)).status).toBe(
      200,
    )
    expect((await login(user.email, GOOD)).status).toBe(200)
    const saved = await server.db.selectFrom('idempotency_key').selectAll().where('user_id', '=', user.id).execute()
    expect(saved).toHaveLength(1)
    for (const secret of [GOOD, PASSWORD]) expect(JSON.stringify(saved)).not.toContain(secret)
  })

  // Would catch: a name that turns around, or breaks, the line in which others read it ("Changed by …").
  it.each(['Mei\nSigned: admin', 'Mei\u202e nimda', 'Mei\u0000', '\u2028'])('refuses %j as a name', async (name) => {
    const client = await server.as(await server.makeUser())
    expect((await client.call(saveProfile, { name })).status).toBe(400)
  })

  it('the name is saved and seen at once', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await sessionOf(user)
    expect((await client.call(saveProfile, { name: '  Mei 梅 ' })).body.data.user.name).toBe('Mei 梅')
    expect((await client.call(getUserDetails, {})).body.data.user.name).toBe('Mei 梅')
    expect((await client.call(saveProfile, { name: '   ' })).body.message).toBe('Please enter a name.')
  })

  it('shows where one is signed in, newest first, and signs out everywhere else', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const other = await sessionOf(user)
    const signedIn = await server.anyone.call(
      contract.people.login,
      { email: user.email, password: PASSWORD },
      { 'user-agent': 'A browser <b>' },
    )
    const here = clientOf(server.app, signedIn.body.data.token)
    const { rows } = (await here.call(listSessions, {})).body.data
    expect(rows.map((row) => [row.is_current, row.user_agent, row.address])).toEqual([
      [true, 'A browser <b>', '127.0.0.1'],
      [false, '', ''],
    ])
    expect((await rowOf(user)).account.last_sign_in_at).not.toBeNull()
    await other.call(getUserDetails, {})
    expect((await here.call(endOtherSessions, {})).body.data).toEqual({ ended_sessions: 1 })
    expect((await other.call(getUserDetails, {})).status).toBe(401)
    expect((await here.call(listSessions, {})).body.data.rows.length).toBe(1)
  })
})
