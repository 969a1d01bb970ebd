import { beforeAll, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { clientOf } from '../support/client.ts'
import { type MadeUser, PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { login, requestOtp } = contract.people
const { resetPassword, signInOptions, getDemoOutbox } = contract.people
const { getUserDetails, updateUser } = contract.people
const GOOD = 'twelve red lanterns'
const refusal = { message: 'Please enter valid credentials!', code: 'unauthenticated', details: {} }
const badCode = 'This code is not right, or not good any more. Please ask for a new one.'

let server: TestServer
beforeAll(async () => {
  server = await demoServer()
})

/** A server whose mails stay in the outbox, where everybody may read them. */
async function demoServer(): Promise<TestServer> {
  const one = await testServer()
  await one.db.insertInto('setting').values({ name: 'demo_data', value: '"2026-01-01"' }).execute()
  return one
}

type Purpose = 'sign_in' | 'reset_password'

/** What the last asker for an account was given. */
const asked = new Map<string, string>()

/** Asks for a code, and reads it in the outbox: null when none came. */
async function codeFor(email: string, purpose: Purpose = 'sign_in'): Promise<string | null> {
  const count = async () => (await mailsTo(email)).length
  const before = await count()
  const reply = await server.anyone.call(requestOtp, { email, purpose })
  expect(reply.status).toBe(200)
  asked.set(email.toLowerCase(), reply.body.data.code_request)
  const mails = await mailsTo(email)
  return mails.length > before ? (/\b\d{8}\b/.exec(mails[0]?.body ?? '')?.[0] ?? null) : null
}
async function someCode(user: MadeUser, purpose: Purpose = 'sign_in'): Promise<string> {
  const code = await codeFor(user.email, purpose)
  if (code === null) throw new Error('no code came')
  return code
}
const mailsTo = (email: string) =>
  server.db.selectFrom('mail_outbox').selectAll().where('to_address', '=', email).orderBy('id', 'desc').execute()
const codesOf = (user: MadeUser) =>
  server.db.selectFrom('one_time_code').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
/** As if everything so far had been so many minutes ago. */
async function later(user: MadeUser, minutes: number): Promise<void> {
  for (const code of await codesOf(user)) {
    const back = (at: Date) => new Date(at.getTime() - minutes * 60_000)
    const set = { created_at: back(code.created_at), expires_at: back(code.expires_at) }
    await server.db.updateTable('one_time_code').set(set).where('id', '=', code.id).execute()
  }
}
const askedBy = (email: string) => asked.get(email.toLowerCase()) ?? ''
const enter = (email: string, otp: string, code_request = askedBy(email)) =>
  server.anyone.call(login, { email, otp, code_request })
const reset = (email: string, otp: string, new_password = GOOD) =>
  server.anyone.call(resetPassword, { email, otp, code_request: askedBy(email), new_password })
const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

describe('asking for a code', () => {
  it('answers the same for a known, an unknown and a closed account; only the first gets one', async () => {
    const known = await server.makeUser()
    const closed = await server.makeUser({ isActive: false })
    const replies = []
    for (const email of [known.email, 'nobody@company.test', closed.email, 'not an address', known.email]) {
      replies.push(await server.anyone.call(requestOtp, { email }))
    }
    const code_request = expect.stringMatching(/^[\w-]{43}$/)
    const data = { expires_in_seconds: 300, retry_after_seconds: 60, code_request }
    for (const { status, body } of replies)
      expect([status, body]).toEqual([200, { message: replies[0]?.body.message, data }])
    const to = (await server.db.selectFrom('mail_outbox').select('to_address').execute()).map((row) => row.to_address)
    expect(to.filter((one) => [known.email, closed.email, 'nobody@company.test'].includes(one))).toEqual([known.email])
  })

  it('is answered no sooner than a refused sign-in, whoever it is for', async () => {
    const slow = await testServer({ db: server.db, limits: { refusedSignInMs: 600 } })
    const { email } = await server.makeUser()
    const times = await Promise.all(
      [email, 'nobody@company.test'].map(async (one) => {
        const start = performance.now()
        await slow.anyone.call(requestOtp, { email: one })
        return performance.now() - start
      }),
    )
    for (const ms of times) expect(ms).toBeGreaterThan(595)
  })

  it('gives one a minute and five an hour, silently', async () => {
    const user = await server.makeUser()
    const came: boolean[] = []
    for (const minutes of [0, 0.5, 0.6, 2, 2, 2, 2, 50, 10]) {
      await later(user, minutes)
      came.push((await codeFor(user.email)) !== null)
    }
    //                      first, 30 s,  66 s, then three more, the sixth of the hour, then one falls out of the hour
    expect(came).toEqual([true, false, true, true, true, true, false, false, true])
  })

  it('gives one only when ten ask at once', async () => {
    const user = await server.makeUser()
    await Promise.all(Array.from({ length: 10 }, () => server.anyone.call(requestOtp, { email: user.email })))
    expect([(await codesOf(user)).length, (await mailsTo(user.email)).length]).toEqual([1, 1])
  })

  it('is 503 for everybody where mails lead nowhere, and the sign-in page knows before', async () => {
    const bare = await testServer()
    const user = await bare.makeUser()
    for (const email of [user.email, 'nobody@company.test']) {
      const reply = await bare.anyone.call(requestOtp, { email })
      expect([reply.status, reply.body.message]).toEqual([503, 'Mail is not set up here. Please ask an administrator.'])
    }
    expect((await bare.anyone.call(signInOptions, {})).body.data).toEqual({
      ...{ sends_mail: false, is_demo: false, demo_accounts: [] },
    })
    expect((await bare.anyone.call(getDemoOutbox, {})).status).toBe(404)
    const mailing = await testServer({ db: server.db, mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@b.test' } })
    const { demo_accounts, ...ways } = (await mailing.anyone.call(signInOptions, {})).body.data
    expect(ways).toEqual({ sends_mail: true, is_demo: true })
    // Would catch: the names of a company's own people told to anybody, where the demo was its first data.
    expect(demo_accounts.filter(({ email }) => !email.endsWith('@demo.selvedge'))).toEqual([])
    expect((await mailing.anyone.call(getDemoOutbox, {})).status).toBe(404)
    await mailing.stop()
  })

  it('is slowed down for one e-mail from one address, but the pages’ own questions are not', async () => {
    const strict = await testServer({ db: server.db, limits: { signInsPerMinute: 2 } })
    const replies = []
    for (let at = 0; at < 3; at += 1) replies.push(await strict.anyone.call(requestOtp, { email: 'x@company.test' }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    for (let at = 0; at < 5; at += 1) expect((await strict.anyone.call(signInOptions, {})).status).toBe(200)
    for (let at = 0; at < 5; at += 1) expect((await strict.anyone.call(getDemoOutbox, {})).status).toBe(200)
  })
})

describe('who asks for codes', () => {
  const askFrom = async (address: string, email: string, headers: Record<string, string> = {}) => {
    const reply = await proxied.anyone.call(requestOtp, { email }, { 'x-forwarded-for': address, ...headers })
    return reply.body.data.code_request
  }
  let proxied: TestServer
  beforeAll(async () => {
    proxied = await testServer({ db: server.db, trustedProxies: '127.0.0.1' })
  })
  const newestCode = async (user: MadeUser) => /\b\d{8}\b/.exec((await mailsTo(user.email))[0]?.body ?? '')?.[0] ?? ''

  // Would catch: a code that anybody may try who knows the e-mail.
  it('alone can use them: nobody else tries, and nobody else’s wrong tries use them up', async () => {
    const user = await server.makeUser()
    const own = await askFrom('203.0.113.9', user.email)
    const code = await newestCode(user)
    const theirs = await askFrom('198.51.100.7', user.email)
    for (let tries = 0; tries < 6; tries += 1) expect((await enter(user.email, code, theirs)).status).toBe(401)
    expect((await enter(user.email, code, '')).status).toBe(401)
    expect((await enter(user.email, code, own)).status).toBe(200)
  })

  // Would catch: 600 guesses a day for ever; a stranger who uses up what the owner may ask for, or ends the owner's code.
  it('get ten a day from one address, twenty for an account from all, and a known device its own', async () => {
    const user = await server.makeUser()
    const device = (await server.anyone.call(login, { email: user.email, password: PASSWORD })).body.data.device ?? ''
    const askOften = async (address: string, times: number) => {
      for (let at = 0; at < times; at += 1) {
        await askFrom(address, user.email)
        // An hour later, but on the same day.
        await later(user, 61)
      }
    }
    await askOften('198.51.100.7', 12)
    expect((await codesOf(user)).length).toBe(10)
    await askOften('198.51.100.8', 6)
    await askOften('198.51.100.9', 6)
    expect((await codesOf(user)).length).toBe(20)
    const own = await askFrom('203.0.113.9', user.email, { 'x-selvedge-device': device })
    expect((await codesOf(user)).length).toBe(21)
    expect((await enter(user.email, await newestCode(user), own)).status).toBe(200)
  })

  // Would catch: one who makes this server mail the whole company all night.
  it('get no more a day than all together may', async () => {
    const few = await testServer({ limits: { codesPerDayOfAll: 3 } })
    await few.db.insertInto('setting').values({ name: 'demo_data', value: '"2026-01-01"' }).execute()
    for (let at = 0; at < 5; at += 1) {
      await few.anyone.call(requestOtp, { email: (await few.makeUser()).email })
    }
    expect((await few.db.selectFrom('mail_outbox').select('id').execute()).length).toBe(3)
  })
})

describe('the demo’s outbox', () => {
  it('shows the last twenty mails, newest first', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    const rows = Array.from({ length: 25 }, (_, at) => ({
      id: `01890000-0000-7000-8000-0000000000${at + 10}`,
      to_address: 'old@company.test',
      subject: 'Old',
      body: 'Old',
      give_up_at: new Date(),
    }))
    await server.db.insertInto('mail_outbox').values(rows).execute()
    const { mails } = (await server.anyone.call(getDemoOutbox, {})).body.data
    expect([mails.length, mails[0]?.to]).toEqual([20, user.email])
    expect(mails[0]?.text).toContain(code)
  })
})

describe('signing in with a code', () => {
  it('opens a session once; the same code opens no second', async () => {
    const user = await server.makeUser({ role: 'vendor' })
    const code = await someCode(user)
    const first = await enter(user.email.toUpperCase(), ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([first.status, first.body.data.user.landing_path]).toEqual([200, '/supplier/my-orders'])
    const again = await enter(user.email, code)
    expect([again.status, again.body]).toEqual([401, refusal])
  })

  it('opens one session when the right code comes ten times at once', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    const replies = await Promise.all(Array.from({ length: 10 }, () => enter(user.email, code)))
    expect(replies.filter(({ status }) => status === 200).length).toBe(1)
  })

  // Whoever guesses passwords can lock an account; its owner, who has the mailbox, is not shut out by that.
  it('lets the owner of a locked account in, and ends the lock', async () => {
    const user = await server.makeUser()
    const enterWith = (password: string) => server.anyone.call(login, { email: user.email, password })
    for (let failures = 0; failures < 5; failures += 1) await enterWith('wrong')
    expect((await enterWith(PASSWORD)).status).toBe(401)
    expect((await enter(user.email, await someCode(user))).status).toBe(200)
    expect((await enterWith(PASSWORD)).status).toBe(200)
  })

  it('takes five tries: the sixth fails with the right code too', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    for (let tries = 0; tries < 4; tries += 1) expect((await enter(user.email, other(code))).status).toBe(401)
    const spare = await server.makeUser()
    const good = await someCode(spare)
    for (let tries = 0; tries < 4; tries += 1) await enter(spare.email, other(good))
    expect((await enter(spare.email, good)).status).toBe(200)
    await enter(user.email, other(code))
    const sixth = await enter(user.email, code)
    expect([sixth.status, sixth.body]).toEqual([401, refusal])
  })

  it('counts tries that come at once', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    await Promise.all(Array.from({ length: 12 }, () => enter(user.email, other(code))))
    expect([(await codesOf(user))[0]?.tries, (await enter(user.email, code)).status]).toEqual([5, 401])
  })

  it('is over after five minutes', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    await later(user, 5.01)
    expect((await enter(user.email, code)).body).toEqual(refusal)
  })

  it('takes the newest code only', async () => {
    const user = await server.makeUser()
    const old = await someCode(user)
    await later(user, 1.1)
    const fresh = await someCode(user)
    if (old !== fresh) expect((await enter(user.email, old)).status).toBe(401)
    expect((await enter(user.email, fresh)).status).toBe(200)
  })

  it('takes no code of another purpose or another person', async () => {
    const [user, stranger] = [await server.makeUser(), await server.makeUser()]
    const forReset = await someCode(user, 'reset_password')
    expect((await enter(user.email, forReset)).body).toEqual(refusal)
    const theirs = await someCode(stranger)
    expect((await reset(stranger.email, theirs)).status).toBe(400)
    await later(user, 2)
    const own = await someCode(user)
    if (own !== theirs) expect((await enter(user.email, theirs)).body).toEqual(refusal)
    expect((await enter(user.email, own)).status).toBe(200)
  })

  it('opens nothing for an account switched off, or sent its code elsewhere, in the meantime', async () => {
    const boss = await server.as('super_admin')
    for (const what of [{ is_active: false }, { email: 'moved@company.test' }, { password: GOOD }]) {
      const user = await server.makeUser()
      const code = await someCode(user)
      expect((await boss.call(updateUser, { user_id: user.id, version: 1, ...what })).status).toBe(200)
      expect((await enter(what.email ?? user.email, code, askedBy(user.email))).body).toEqual(refusal)
    }
  })

  it('says the same for everything wrong, as for a wrong password', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    const wrong = [
      await enter(user.email, other(code)),
      await enter('nobody@company.test', code),
      await enter(user.email, ''),
      await enter(user.email, "' or 1=1"),
    ]
    for (const reply of wrong) expect([reply.status, reply.body]).toEqual([401, refusal])
    for (const input of [{ email: user.email }, { email: user.email, otp: code, password: PASSWORD }]) {
      expect((await server.anyone.call(login, input)).body.message).toBe('Please send a password or a one-time code.')
    }
  })

  it('keeps no code in the database but its slow hash, and that only while it is good', async () => {
    const user = await server.makeUser()
    const code = await someCode(user)
    expect((await codesOf(user))[0]?.code_hash).toMatch(/^\$argon2id\$/)
    await enter(user.email, code)
    expect((await codesOf(user))[0]?.code_hash).toBeNull()
    const saved = [
      await server.db.selectFrom('one_time_code').selectAll().execute(),
      await server.db.selectFrom('audit_event').selectAll().execute(),
      await server.db.selectFrom('idempotency_key').selectAll().execute(),
    ]
    // Not part of an id or of an instant: with a border on both sides.
    expect(JSON.stringify(saved)).not.toMatch(new RegExp(`"[^"]*\\b${code}\\b[^"]*"`))
  })

  it('is cleared away by housekeeping after a day', async () => {
    const user = await server.makeUser()
    await someCode(user)
    await removeOld(server.db)
    expect((await codesOf(user)).length).toBe(1)
    await later(user, 25 * 60)
    await removeOld(server.db)
    expect((await codesOf(user)).length).toBe(0)
  })
})

describe('a session from before sign-in', () => {
  // Fixation: somebody plants their own session, or a made-up one, in a browser and waits for its owner to sign in.
  it('is never taken over: sign-in gives a new token, and the planted one stays what it was', async () => {
    const [attacker, victim] = [await server.makeUser(), await server.makeUser()]
    const { token: planted } = await server.db
      .transaction()
      .execute((tx) => openSessions(server.db).open(tx, attacker.id))
    const madeUp = 'A'.repeat(43)
    for (const token of [planted, madeUp]) {
      const headers = {
        cookie: `selvedge_session=${token}`,
        'x-selvedge-client': 'web',
        'x-selvedge-session': 'cookie',
      }
      const byPassword = await server.anyone.call(login, { email: victim.email, password: PASSWORD }, headers)
      const set = String(byPassword.headers['set-cookie'])
      expect([byPassword.status, set.includes(token)]).toEqual([200, false])
      const bearer = { authorization: `Bearer ${token}` }
      const byToken = await server.anyone.call(login, { email: victim.email, password: PASSWORD }, bearer)
      expect([byToken.status, byToken.body.data.token === token]).toEqual([200, false])
    }
    const own = await clientOf(server.app, planted).call(getUserDetails, {})
    expect(own.body.data.user.id).toBe(attacker.id)
    expect((await clientOf(server.app, madeUp).call(getUserDetails, {})).status).toBe(401)
  })
})

describe('a forgotten password', () => {
  it('is replaced by a code; every session ends, the lock is over, and nothing is left to change', async () => {
    const user = await server.makeUser()
    await server.db.updateTable('app_user').set({ must_change_password: true }).where('id', '=', user.id).execute()
    for (let failures = 0; failures < 5; failures += 1)
      await server.anyone.call(login, { email: user.email, password: 'wrong' })
    const client = await server.as(user)
    await client.call(getUserDetails, {})
    const code = await someCode(user, 'reset_password')
    expect((await reset(user.email, code)).status).toBe(200)
    expect((await client.call(getUserDetails, {})).status).toBe(401)
    const signedIn = await server.anyone.call(login, { email: user.email, password: GOOD })
    expect([signedIn.status, signedIn.body.data.user.must_change_password]).toEqual([200, false])
    expect((await server.anyone.call(login, { email: user.email, password: PASSWORD })).status).toBe(401)
    expect((await reset(user.email, code, 'another fine phrase')).body.message).toBe(badCode)
  })

  it('refuses a wrong, a late, a guessed and a sign-in code, and an unknown e-mail, in the same words', async () => {
    const [user, late, guessed] = [await server.makeUser(), await server.makeUser(), await server.makeUser()]
    const code = await someCode(user)
    const lateCode = await someCode(late, 'reset_password')
    await later(late, 6)
    const right = await someCode(guessed, 'reset_password')
    for (let tries = 0; tries < 5; tries += 1) await reset(guessed.email, other(right))
    const replies = [
      await reset(user.email, code),
      await reset(late.email, lateCode),
      await reset(guessed.email, right),
      await reset('nobody@company.test', '123456'),
    ]
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([400, replies[0]?.body])
    expect(replies[0]?.body.message).toBe(badCode)
    for (const { email } of [user, late, guessed]) {
      expect((await server.anyone.call(login, { email, password: PASSWORD })).status).toBe(200)
    }
  })

  it('a weak new password is refused before the code is used up, also the owner’s name', async () => {
    const user = await server.makeUser()
    await server.db.updateTable('app_user').set({ name: 'Chen Meiling' }).where('id', '=', user.id).execute()
    const code = await someCode(user, 'reset_password')
    for (const weak of ['short', 'qwertyuiop', user.email, 'Chen Meiling 1']) {
      const reply = await reset(user.email, code, weak)
      expect([weak, reply.status, reply.body.details.fields?.[0]?.field]).toEqual([weak, 400, 'new_password'])
    }
    expect((await reset(user.email, code)).status).toBe(200)
  })
})
