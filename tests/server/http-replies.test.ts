import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app/build-app.ts'
import { makeLog } from '../../src/server/http/request-log.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { PASSWORD } from '../support/people.ts'
import { resources, type TestServer, testServer } from '../support/server.ts'
import { mountTrial, type Trial, trial } from '../support/trial.ts'

let server: TestServer
let seen: Trial
let caller: Client
let address: string
const lines: string[] = []
const destination = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString('utf8'))
    done()
  },
})

beforeAll(async () => {
  server = await testServer({ log: makeLog({ destination }) })
  seen = mountTrial(server)
  caller = await server.as('ops')
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
})

const fetchFile = (how: string, signal?: AbortSignal) =>
  fetch(`${address}/trial/file/${how}`, {
    headers: { authorization: `Bearer ${caller.token}` },
    ...(signal && { signal }),
  })

describe('a file', () => {
  it('comes as a stream under its cleaned name, in plain letters and in its own', async () => {
    const reply = await fetchFile('whole')
    expect(await reply.text()).toBe('a,b\n1,2\n')
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    // The contract's name holds quotes and a path on purpose: only its last part may be left.
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="x.csv"; filename*=UTF-8''x.csv`)
  })

  it('that fails before its first byte is an ordinary error', async () => {
    const reply = await fetchFile('fails-first')
    expect(reply.status).toBe(409)
    expect(reply.headers.get('content-disposition')).toBeNull()
    expect(await reply.json()).toMatchObject({ message: 'There is nothing to write.', code: 'conflict' })
  })

  it('that fails later is cut off, so that no half file looks whole', async () => {
    const reply = await fetchFile('fails-later').catch((error: unknown) => error)
    if (reply instanceof Response) await expect(reply.text()).rejects.toThrow()
    else expect(reply).toBeInstanceOf(Error)
  })

  it('may be empty', async () => {
    const reply = await fetchFile('empty')
    expect([reply.status, await reply.text()]).toEqual([200, ''])
  })

  it('stops being made when its reader goes away', async () => {
    const before = seen.ended
    const reading = new AbortController()
    const reply = await fetchFile('endless', reading.signal)
    await reply.body?.getReader().read()
    reading.abort()
    for (let waited = 0; waited < 5_000 && seen.ended === before; waited += 10) await sleep(10)
    expect(seen.ended).toBe(before + 1)
  })
})

describe('what leaves the server', () => {
  it('holds no field that the contract does not name', async () => {
    const reply = await server.anyone.call(trial.leak, {})
    // In tests such a reply fails, so that it is found; elsewhere the field is left out.
    expect([reply.status, reply.body.code]).toEqual([500, 'internal'])
    process.env.NODE_ENV = 'production'
    const lenient = await buildApp({ db: server.db, files: server.files, resources, log: makeLog({ level: 'silent' }) })
    mountTrial({ app: lenient, db: server.db })
    process.env.NODE_ENV = 'test'
    const stripped = await lenient.inject({ method: 'POST', url: '/trial/leak' })
    expect(stripped.json()).toEqual({ message: 'Success', data: { open: 'yes' } })
    await lenient.close()
  })

  it.each([
    ['23505', 409, 'conflict'],
    ['23514', 409, 'conflict'],
    ['53100', 507, 'disk_full'],
    ['ENOSPC', 507, 'disk_full'],
    ['ECONNREFUSED', 503, 'unavailable'],
    ['57P01', 503, 'unavailable'],
    ['57014', 503, 'unavailable'],
    ['40001', 503, 'unavailable'],
    ['XX000', 500, 'internal'],
  ])('says of the database error %s only what a caller may know', async (code, status, word) => {
    const reply = await server.anyone.call(trial.breaks, { code })
    expect([reply.status, reply.body.code]).toEqual([status, word])
    expect(Object.keys(reply.body)).toEqual(['message', 'code', 'details'])
    expect(JSON.stringify(reply.body)).not.toContain('secret_table')
  })

  it('names its request: the caller’s own well-formed id, otherwise a new one; and the trace', async () => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ method: 'POST', url: '/v1/erp/get-sidemenu', headers })
    expect((await ask({ 'x-request-id': 'scan-0001.a' })).headers['x-request-id']).toBe('scan-0001.a')
    for (const odd of ['short', 'x'.repeat(81), 'with space', 'a"b<script>']) {
      expect((await ask({ 'x-request-id': odd })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    expect((await ask({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).headers['x-trace-id']).toBe(trace)
    expect((await ask({})).headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/)
    expect((await server.app.inject({ url: '/nothing' })).headers['x-request-id']).toBeDefined()
  })

  it('is not kept by anybody on the way and allows no foreign page', async () => {
    const { headers } = await caller.call(contract.people.getSidemenu, {})
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the log', () => {
  it('has one line a request: id, person, call, status and time', async () => {
    lines.length = 0
    const reply = await caller.call(contract.people.getSidemenu, {})
    await sleep(20)
    const [line, ...more] = lines.map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(more).toEqual([])
    expect(line).toMatchObject({ call: 'people.getSidemenu', status: 200, request_id: reply.headers['x-request-id'] })
    expect(line?.user_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(line?.ms).toBeTypeOf('number')
  })

  it('never holds a password, a token or a cookie, also when somebody logs a whole request', async () => {
    lines.length = 0
    const user = await server.makeUser()
    const signedIn = await server.anyone.call(contract.people.login, { email: user.email, password: PASSWORD })
    await server.anyone.call(trial.breaks, { code: 'XX000', password: PASSWORD })
    const token = signedIn.body.data.token ?? ''
    const headers = { authorization: `Bearer ${token}`, cookie: `selvedge_session=${token}` }
    server.app.log.info({ req: { headers }, headers, body: { password: PASSWORD, token } }, 'careless')
    await sleep(20)
    expect(lines.length).toBeGreaterThanOrEqual(4)
    for (const secret of [PASSWORD, token]) expect(lines.join('')).not.toContain(secret)
  })
})

describe('a connection', () => {
  it('that is dropped aborts the call’s signal', async () => {
    const call = request(`${address}/trial/slow`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    call.on('error', () => undefined)
    call.end(JSON.stringify({ ms: 150 }))
    await sleep(50)
    call.destroy()
    const reply = await server.anyone.call(trial.slow, { ms: 0 })
    expect(reply.body.data.aborted).toBe(false)
  })

  it('that speaks no HTTP is closed and harms nobody', async () => {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.end('\u0000\u0001 nonsense\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    expect((await server.app.inject({ url: '/health' })).json()).toMatchObject({ status: 'ok' })
  })
})
