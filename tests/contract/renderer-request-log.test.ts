import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LoggedEvent } from '../../src/renderer/api/request-log.ts'
import { matchingEvents, supportText } from '../../src/renderer/app/request-log/RequestLog.tsx'
import { logOutbox, outboxLimit } from '../../src/renderer/app/send-log.ts'

const event = (n: number, more: Partial<LoggedEvent> = {}): LoggedEvent => ({
  // Many in one millisecond: a batch border by time would lose some.
  at: `2026-11-21T10:00:00.${String(n % 3).padStart(3, '0')}Z`,
  kind: 'response-received',
  path: '/v1/erp/get-sidemenu',
  status: 200,
  request_id: `r${n}`,
  ...more,
})

describe('handing the log to the server', () => {
  it('loses none of 10,000 events and sends none twice, in batches of 500, over lost connections', async () => {
    const arrived: (string | undefined)[] = []
    const sizes: number[] = []
    let calls = 0
    const outbox = logOutbox(async (batch) => {
      calls += 1
      if (calls % 3 === 0) throw new Error('no connection')
      await Promise.resolve()
      // While it is under way, work goes on.
      if (calls === 1) for (let n = 5_000; n < 10_000; n++) outbox.add(event(n))
      sizes.push(batch.length)
      arrived.push(...batch.map(({ request_id }) => request_id))
      return true
    })
    for (let n = 0; n < 5_000; n++) outbox.add(event(n))
    while (outbox.waiting().length > 0) await Promise.all([outbox.flush(), outbox.flush()])
    expect(Math.max(...sizes)).toBe(500)
    expect(arrived).toEqual(Array.from({ length: 10_000 }, (_, n) => `r${n}`))
  })

  it('lets a refused batch go instead of sending it for ever, and the oldest when nobody can be told for long', async () => {
    const refused = logOutbox(async () => false)
    refused.add(event(1))
    await refused.flush()
    expect(refused.waiting()).toEqual([])
    const full = logOutbox(async () => true)
    for (let n = 0; n < outboxLimit + 5; n++) full.add(event(n))
    expect([full.waiting().length, full.waiting()[0]?.request_id]).toEqual([outboxLimit, 'r5'])
  })
})

describe('the panel', () => {
  const log = [
    event(1, { kind: 'request-sent' }),
    event(2),
    event(3, { status: 500, path: '/retool/erp/vendor/update-orders' }),
    event(4, { status: 0 }),
    event(5, { status: 404, trace_id: 'abc' }),
  ]
  const ids = (found: LoggedEvent[]) => found.map(({ request_id }) => request_id)

  it('shows the newest first, and finds by path, status and either id', () => {
    expect(ids(matchingEvents(log, '', false))).toEqual(['r5', 'r4', 'r3', 'r2', 'r1'])
    expect(ids(matchingEvents(log, 'UPDATE 500', false))).toEqual(['r3'])
    expect(ids(matchingEvents(log, 'abc', false))).toEqual(['r5'])
  })

  it('counts as failures what was answered with an error or not at all', () => {
    expect(ids(matchingEvents(log, '', true))).toEqual(['r5', 'r4', 'r3'])
  })

  it('copies no code and no name, also of a log that an older release kept', () => {
    const about = {
      version: '1.2.3',
      edition: 'desktop',
      role: 'vendor',
      team: null,
      language: 'zh',
      browser: 'X',
      at: 'now',
    }
    const old = event(6, { path: '/v1/a/SH-000012?name=wang@x.cn', request_id: 'req', trace_id: 'tr' })
    const text = supportText([old], about)
    expect(text).toContain('Selvedge 1.2.3 (desktop)')
    expect(text).toContain('response-received 200 /v1/a/* request req trace tr')
    expect(text).not.toMatch(/SH-000012|wang/)
  })
})

describe('what is written down', () => {
  afterEach(() => vi.unstubAllGlobals())

  async function fresh() {
    vi.resetModules()
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
      removeItem: (name: string) => kept.delete(name),
    })
    const log = await import('../../src/renderer/api/request-log.ts')
    const sending = await import('../../src/renderer/api/send.ts')
    const written = () => {
      log.writeLog()
      return log.readRequestLog().map(({ at: _, ...event }) => event)
    }
    return { sending, written }
  }

  /** A server that answers as ours does: with the id that it was asked under. */
  async function answering(status: number) {
    const server = createServer((request, response) => {
      response.setHeader('x-request-id', request.headers['x-request-id'] ?? 'none')
      response.setHeader('x-trace-id', 'trace')
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
  }

  const asking = {
    method: 'GET' as const,
    query: undefined,
    body: undefined,
    key: undefined,
    changes: false,
    isOpen: true,
  }

  // Would catch: a request without an id, so that of two calls to one address nobody knows which answer is whose.
  it('a request and its answer carry one id, also where no answer comes', async () => {
    const { sending, written } = await fresh()
    const server = await answering(200)
    sending.connectTo(server.url)
    await sending.send({ ...asking, path: '/health', signal: undefined, onProgress: undefined })
    await server.stop()
    await sending.send({ ...asking, path: '/gone', signal: undefined, onProgress: undefined }).catch(() => undefined)
    const [sent, received, alone, nothing] = written()
    expect(sent).toEqual({ kind: 'request-sent', path: '/health', request_id: expect.stringMatching(/^[\w-]{36}$/) })
    const status = { status: 200, trace_id: 'trace' }
    expect(received).toEqual({ kind: 'response-received', path: '/health', request_id: sent?.request_id, ...status })
    expect(nothing).toEqual({ ...alone, kind: 'response-received', status: 0 })
    expect(alone?.request_id).not.toBe(sent?.request_id)
  })

  // Would catch: a sign-in, a download or a print that no log shows, and no loader.
  it('what goes around axios is written down and counted too, in the browser and in the desktop app', async () => {
    const { sending, written } = await fresh()
    const counts: number[] = []
    sending.onTraffic(() => counts.push(sending.currentTraffic().inFlight))
    vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Headers }) => {
      return new Response('{}', { status: 401, headers: { 'x-request-id': headers.get('x-request-id') ?? '' } })
    })
    await sending.fetchNoted('/retool/erp/login', { method: 'POST' })
    const host = { path: '/v1/erp/vendor/get-orders-file', request_id: 'r-of-main' }
    sending.noteHostCall(host)
    sending.noteHostCall({ ...host, status: 200, trace_id: 't' })
    const [login, answer, ...ofHost] = written()
    expect([login?.path, answer?.status]).toEqual(['/retool/erp/login', 401])
    expect(login?.request_id).toBe(answer?.request_id)
    expect(ofHost).toEqual([
      { kind: 'request-sent', ...host },
      { kind: 'response-received', ...host, status: 200, trace_id: 't' },
    ])
    await sending.whileInFlight(async () => undefined)
    expect(counts).toEqual([1, 0, 1, 0, 1, 0])
  })
})

describe('the kept log', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('survives a local storage that somebody broke or that is full', async () => {
    vi.resetModules()
    vi.stubGlobal('localStorage', {
      getItem: () => '{broken',
      setItem: () => {
        throw new Error('full')
      },
      removeItem: () => undefined,
    })
    const { noteResponse, readRequestLog, writeLog } = await import('../../src/renderer/api/request-log.ts')
    noteResponse('/a', 200)
    writeLog()
    expect(readRequestLog()).toEqual([])
  })
})
