import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addressKey, proxyList } from '../../src/server/http/client-address.ts'
import { hostsFrom } from '../../src/server/http/hosts.ts'
import { defaultLimits, limitsFrom } from '../../src/server/http/limits.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import { PASSWORD } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { login, getUserDetails, getSidemenu } = contract.people
const ATTACKER = '127.0.0.66'

type Listening = TestServer & { port: number }

async function listening(options: Parameters<typeof testServer>[0] = {}): Promise<Listening> {
  const server = await testServer(options)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...server, port: Number(new URL(url).port) }
}

interface Asked {
  socket: Socket
  /** All that came until the connection was closed, or for so long. */
  answer(ms?: number): Promise<string>
}

/** Sends a text as it is, from an address of this computer; what is missing of it never comes. */
async function ask(port: number, text: string, localAddress = ATTACKER): Promise<Asked> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let came = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (data) => {
    came += data.toString()
  })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve()).once('close', () => resolve())
  })
  if (text) socket.write(text)
  return {
    socket,
    async answer(ms = 5_000) {
      await Promise.race([closed, sleep(ms)])
      return came
    },
  }
}

const head = (call: Call, length: number, more = '') =>
  `POST /${call.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

const fetchFrom = async (port: number, localAddress: string, call: Call, body: object, more = '') => {
  const text = JSON.stringify(body)
  const asked = await ask(port, head(call, text.length, `connection: close\r\n${more}`) + text, localAddress)
  return statusOf(await asked.answer())
}

describe('the body of a call that anyone may make', () => {
  // Would catch: a sign-in of 3.5 MB that is read and parsed, which stalls everybody for most of a second.
  it('is refused by the length that it announces, before any of it comes', async () => {
    const { port } = await listening()
    const answer = await (await ask(port, head(login, 3_500_000))).answer()
    expect([statusOf(answer), answer.toLowerCase()]).toEqual([413, expect.stringContaining('connection: close')])
  })

  it('is refused when it announces none, with the first byte too many', async () => {
    const { port } = await listening()
    const text = `POST /${login.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    const asked = await ask(port, `${text}${(17 * 1024).toString(16)}\r\n"${'x'.repeat(17 * 1024 - 1)}\r\n`)
    expect(statusOf(await asked.answer())).toBe(413)
  })

  // Would catch: a new open call with the large limit of those behind a session. The whole contract is walked.
  it('may have 16 KB, whichever call it is, and so may what is sent to no call at all', async () => {
    const server = await testServer()
    const calls: Call[] = Object.values(contract).flatMap((area) => Object.values(area))
    const open = calls.filter(({ callers, method }) => callers === 'anyone' && method === 'POST')
    expect(open.length).toBeGreaterThan(3)
    expect(open.filter(({ takesFile }) => takesFile)).toEqual([])
    const payload = JSON.stringify({ email: 'x@y.test', more: 'x'.repeat(16 * 1024) })
    const headers = { 'content-type': 'application/json' }
    for (const url of [...open.map(({ path }) => `/${path}`), '/nothing/here', '/health']) {
      const reply = await server.app.inject({ method: 'POST', url, payload, headers })
      expect([url, reply.statusCode]).toEqual([url, 413])
    }
  })

  // Would catch: counting only after the body was read and parsed, so that each costs all the same.
  it('is not awaited from an address that has asked too often; others are served', async () => {
    const { port } = await listening({ limits: { openCallsPerMinute: 3 } })
    const nobody = { email: 'nobody@company.test', password: 'x' }
    for (let at = 0; at < 3; at += 1) expect(await fetchFrom(port, ATTACKER, login, nobody)).toBe(401)
    const answer = await (await ask(port, head(login, 100))).answer(2_000)
    expect([statusOf(answer), /retry-after: (\d+)/i.test(answer)]).toEqual([429, true])
    expect(await fetchFrom(port, '127.0.0.1', login, nobody)).toBe(401)
  })
})

describe('unfinished bodies', () => {
  const megabytes = (count: number) => count * 1024 * 1024

  // Would catch: a thousand bodies of 4 MB that are begun and held in memory for as long as their senders like.
  it('a thousand at once hold no more memory than they may, and nobody else waits for them', async () => {
    const caps = { bodyBytes: megabytes(8), bodyBytesPerAddress: megabytes(6), bodyBytesPerUser: megabytes(4) }
    const server = await listening({ limits: { ...caps, connectionsPerAddress: 300, connections: 2_000 } })
    const attacker = await server.as('cad')
    const honest = await server.as('ops')
    const more = `authorization: Bearer ${attacker.token}\r\n`
    const piece = `{"search":"${'x'.repeat(60_000)}`
    let most = 0
    const looking = setInterval(() => {
      most = Math.max(most, server.app.bodies.bytes)
    }, 5)
    onTestFinished(() => clearInterval(looking))
    const asked: Asked[] = []
    for (let at = 0; at < 1_000; at += 50) {
      const few = Array.from({ length: 50 }, () => ask(server.port, head(getSidemenu, 3_000_000, more) + piece))
      asked.push(...(await Promise.all(few)))
    }
    await sleep(300)
    const bearer = `authorization: Bearer ${honest.token}\r\n`
    expect(await fetchFrom(server.port, '127.0.0.1', getUserDetails, {}, bearer)).toBe(200)
    expect(await fetchFrom(server.port, '127.0.0.1', getUserDetails, { x: 'x'.repeat(500_000) }, bearer)).toBe(200)
    expect(most).toBeGreaterThan(megabytes(3))
    expect(most).toBeLessThanOrEqual(megabytes(4.6))
    const answers = await Promise.all(asked.map(({ answer }) => answer(10)))
    const refused = answers.filter((answer) => statusOf(answer) === 429)
    expect(refused.length).toBeGreaterThan(100)
    for (const answer of refused) expect(answer).toMatch(/retry-after: \d+/i)
    for (const { socket } of asked) socket.destroy()
    await expect.poll(() => server.app.bodies.bytes, { timeout: 10_000 }).toBe(0)
  }, 30_000)

  // Would catch: one who sends a byte a second and holds a place for two minutes; an honest slow line that is cut.
  it('are given up when hardly anything comes, and not while enough does', async () => {
    const limits = { slowBodyMs: 800, bodyBytesPerSecond: 1_000 }
    const { port } = await listening({ limits })
    const stalled = await ask(port, `${head(login, 5_000)}{"email":"`)
    const body = JSON.stringify({ email: 'nobody@company.test', password: 'x'.repeat(4_000) })
    const steady = await ask(port, head(login, body.length, 'connection: close\r\n'), '127.0.0.1')
    for (let at = 0; at < body.length; at += 400) {
      steady.socket.write(body.slice(at, at + 400))
      await sleep(200)
    }
    // Read whole, and then refused for what it says: passwords are no longer than 1,024.
    expect(statusOf(await steady.answer())).toBe(400)
    expect(statusOf(await stalled.answer())).toBe(408)
  }, 20_000)

  // Would catch: a form, read by another parser, that is forgotten.
  it('of a form are given up as well', async () => {
    const server = await listening({ limits: { slowBodyMs: 500 } })
    const caller = await server.as('ops')
    const call = Object.values(contract).flatMap((area) => Object.values(area) as Call[])
    const upload = call.find(({ takesFile, callers }) => takesFile && callers !== 'anyone' && callers.includes('ops'))
    const lines = [
      `POST /${upload?.path.replace(/\{\w+\}/g, 'x')} HTTP/1.1`,
      ...['host: localhost', `authorization: Bearer ${caller.token}`, 'content-length: 90000'],
      ...['content-type: multipart/form-data; boundary=xx', '', '--xx'],
      ...['content-disposition: form-data; name="file"; filename="a.xlsx"', '', 'PK'],
    ]
    const answer = await (await ask(server.port, lines.join('\r\n'))).answer()
    expect([statusOf(answer), answer]).toEqual([408, expect.stringContaining('too_slow')])
  })

  // Would catch: a head that never ends, which holds its connection for a minute.
  it('and unfinished heads are', async () => {
    const { port } = await listening({ limits: { headMs: 400 } })
    const answer = await (await ask(port, 'POST /retool/erp/login HTTP/1.1\r\nhost: localhost\r\n')).answer(4_000)
    expect(statusOf(answer)).toBe(408)
  })
})

describe('connections', () => {
  it('of one address have an end, which is said; other addresses and a trusted proxy have room', async () => {
    const { port } = await listening({ limits: { connectionsPerAddress: 5 } })
    await Promise.all(Array.from({ length: 5 }, () => ask(port, '')))
    const answer = await (await ask(port, 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')).answer(2_000)
    expect([statusOf(answer), answer]).toEqual([503, expect.stringMatching(/retry-after: \d+/i)])
    expect(await fetchFrom(port, '127.0.0.1', login, { email: 'x', password: 'y' })).toBe(401)
    const proxied = await listening({ limits: { connectionsPerAddress: 5 }, trustedProxies: ATTACKER })
    await Promise.all(Array.from({ length: 8 }, () => ask(proxied.port, '')))
    expect(await fetchFrom(proxied.port, ATTACKER, login, { email: 'x', password: 'y' })).toBe(401)
  })

  // Would catch: a count that never goes down, so that a server serves its first so many connections only.
  it('that are over make room', async () => {
    const { port } = await listening({ limits: { connectionsPerAddress: 2, connections: 3 } })
    for (let at = 0; at < 12; at += 1) {
      expect(await fetchFrom(port, ATTACKER, login, { email: 'x', password: 'y' })).toBe(401)
    }
  })
})

describe('floods', () => {
  // Would catch: refusals that are answered as fast as they are asked for, which keep a server as busy as answers do.
  it('of new connections are closed unheard, of one address only', async () => {
    const { port } = await listening({ limits: { connectionsPerAddress: 5, connectionsPerSecond: 1 } })
    const heard = []
    for (let at = 0; at < 30; at += 1) heard.push(await fetchFrom(port, ATTACKER, login, { email: 'x', password: 'y' }))
    const unheard = heard.filter(Number.isNaN).length
    expect([heard.slice(0, 10), unheard > 10]).toEqual([Array(10).fill(401), true])
    expect(await fetchFrom(port, '127.0.0.1', login, { email: 'x', password: 'y' })).toBe(401)
  })

  it('of requests are refused before anything is looked at, and end their connection', async () => {
    const server = await listening({ limits: { requestsPerSecond: 1 } })
    const once = async (host: string) => (await server.app.inject({ url: '/health', headers: { host } })).statusCode
    const statuses = []
    for (let at = 0; at < 8; at += 1) statuses.push(await once('localhost'))
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(200))
    expect(statuses.at(-1)).toBe(429)
    const answer = await (await ask(server.port, 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')).answer(500)
    expect(statusOf(answer)).toBe(200)
  })
})

describe('a signed-in caller’s JSON', () => {
  // Would catch: an object of very many names, or one that is nested very deep, which costs more than its bytes.
  it('has so many names and goes so deep', async () => {
    const server = await testServer()
    const { token } = await server.as('ops')
    const status = async (body: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/${getSidemenu.path}`,
          payload: body,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        })
      ).statusCode
    const names = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 1])))
    expect([await status(names(2_000)), await status(names(2_001))]).toEqual([200, 400])
    const deep = (count: number) => `{"a":${'['.repeat(count)}${']'.repeat(count)}}`
    expect([await status(deep(39)), await status(deep(40))]).toEqual([200, 400])
    const rows = JSON.stringify({ rows: Array.from({ length: 20_000 }, (_, at) => ({ id: at, text: 'a:{[\\":' })) })
    expect(await status(rows)).toBe(200)
  })
})

describe('tokens that open nothing', () => {
  // Would catch: a database that is asked for every guess; and a colleague at the same address who is shut out by them.
  it('have an end for one address, which those who are signed in there do not feel', async () => {
    const server = await testServer({ limits: { openCallsPerMinute: 5 } })
    const signedIn = await server.as('ops')
    expect((await signedIn.call(getUserDetails, {})).status).toBe(200)
    const guess = async (letter: string) => {
      const authorization = `Bearer ${letter.repeat(43)}`
      return (await server.anyone.call(getUserDetails, {}, { authorization })).status
    }
    // A program with an old key is one guess, however often it asks.
    for (let at = 0; at < 10; at += 1) expect(await guess('a')).toBe(401)
    const statuses = []
    for (const letter of 'bcdefg') statuses.push(await guess(letter))
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    expect((await signedIn.call(getUserDetails, {})).status).toBe(200)
  })
})

describe('the name that a server is called by', () => {
  const status = async (server: TestServer, host: string, url = '/openapi.json', more: Record<string, string> = {}) =>
    (await server.app.inject({ url, headers: { host, ...more } })).statusCode

  // Would catch: another site that has its own name led to this server, and whose pages then read what it says.
  it('is this computer’s, its own or one that it was given; no other', async () => {
    const server = await testServer({ hosts: hostsFrom('selvedge.example.com, other.example.com:8443') })
    const ours = ['localhost', 'localhost:4680', '127.0.0.1:4680', '[::1]:4680', 'Selvedge.Example.Com:443']
    for (const host of [...ours, 'other.example.com:8443', 'selvedge.example.com.']) {
      expect([host, await status(server, host)]).toEqual([host, 200])
    }
    for (const host of [
      'evil.example',
      'other.example.com',
      '198.51.100.1',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ]) {
      expect([host, await status(server, host)]).toEqual([host, 421])
    }
    const refused = await server.app.inject({ url: '/openapi.json', headers: { host: 'evil.example' } })
    expect(refused.json()).toMatchObject({ code: 'wrong_host', message: expect.stringContaining('SELVEDGE_HOSTS') })
    expect(await status(server, 'evil.example', '/health')).toBe(200)
  })

  it('is what a trusted proxy says, and nobody else', async () => {
    const behind = await testServer({ hosts: ['selvedge.example.com'], trustedProxies: '127.0.0.1' })
    const forwarded = (host: string) => ({ 'x-forwarded-host': host })
    expect(await status(behind, '127.0.0.1', '/openapi.json', forwarded('selvedge.example.com'))).toBe(200)
    expect(await status(behind, '127.0.0.1', '/openapi.json', forwarded('evil.example'))).toBe(421)
    const alone = await testServer({ hosts: ['selvedge.example.com'] })
    expect(await status(alone, 'evil.example', '/openapi.json', forwarded('selvedge.example.com'))).toBe(421)
  })

  it('is said of a setting that names none', () => {
    expect(() => hostsFrom('https://selvedge.example.com')).toThrow('SELVEDGE_HOSTS')
    expect(hostsFrom(undefined)).toEqual([])
  })
})

describe('servers on one database', () => {
  // Would catch: a limit of N servers that lets N times as much through.
  it('count a person’s calls together, and ask the database nothing while they are few', async () => {
    const limits = { callsPerMinute: 60, shareCountsMs: 20 }
    const one = await testServer({ limits })
    const two = await testServer({ db: one.db, limits })
    const user = await one.makeUser({ role: 'ops' })
    const [caller, other] = [await one.as(user), await two.as(user)]
    const often = async (who: typeof caller, times: number) => {
      const statuses = []
      for (let at = 0; at < times; at += 1) statuses.push((await who.call(getSidemenu, {})).status)
      return statuses.filter((status) => status === 200).length
    }
    await often(caller, 5)
    await sleep(100)
    expect(await one.db.selectFrom('rate_count').selectAll().execute()).toEqual([])
    await often(caller, 35)
    // A few more, so that the second hears of the first.
    const heard = expect.poll(
      async () => (await one.db.selectFrom('rate_count').select('calls').execute())[0]?.calls ?? 0,
    )
    await heard.toBeGreaterThanOrEqual(40)
    const before = await often(other, 8)
    await sleep(200)
    const after = await often(other, 60)
    expect(before + after).toBeLessThanOrEqual(30)
    const refused = await other.call(getSidemenu, {})
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    // Nobody's address or e-mail lies there.
    expect(JSON.stringify(await one.db.selectFrom('rate_count').select('name').execute())).not.toMatch(/user|127|@/)
  })

  // Would catch: one person who signs in a thousand times and takes every call and stream that way.
  it('count all sessions of a person as one', async () => {
    const strict = await testServer({ limits: { callsPerMinute: 3 } })
    const user = await strict.makeUser({ role: 'ops' })
    const tokens = []
    for (let at = 0; at < 4; at += 1) {
      tokens.push((await strict.anyone.call(login, { email: user.email, password: PASSWORD })).body.data.token)
    }
    const statuses = []
    for (const token of tokens) {
      statuses.push((await strict.anyone.call(getUserDetails, {}, { authorization: `Bearer ${token}` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('limits', () => {
  it('may be set, each by its name', () => {
    expect(limitsFrom(' connections=8000, callsPerMinute=0 ,')).toEqual({ connections: 8_000, callsPerMinute: 0 })
    expect(limitsFrom(undefined)).toEqual({})
    expect(() => limitsFrom('conections=1')).toThrow('knows no "conections"')
    expect(() => limitsFrom('connections=many')).toThrow('a whole number for connections')
    // The largest file of all must fit into what one person may send at once.
    expect(defaultLimits.bodyBytesPerUser).toBeGreaterThan(91 * 1024 * 1024)
  })

  it('take an IPv6 network as one address, and an IPv4 address in its coat as itself', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2::2'))
    expect(addressKey('2001:db8:1:3::1')).not.toBe(addressKey('2001:db8:1:2::1'))
    expect(addressKey('::1')).toBe('0:0:0:0/64')
    expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })

  it('know trusted proxies by address, network or name', () => {
    const list = proxyList('10.1.0.0/16, 2001:db8::/32,loopback')
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::5', '127.0.0.9', '::1']) {
      expect([address, list.has(address)]).toEqual([address, true])
    }
    for (const address of ['10.2.0.1', '2001:db9::1', '', 'x'])
      expect([address, list.has(address)]).toEqual([address, false])
  })
})
