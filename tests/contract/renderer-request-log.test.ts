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
