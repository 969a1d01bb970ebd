import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSessions } from '../../src/server/http/sessions.ts'
import { contract } from '../../src/shared/areas.ts'
import { decideOn } from '../support/order-decisions.ts'
import { makeOrder } from '../support/orders.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { people: peopleCalls, notices: noticesCalls } = contract
const HEARTBEAT = 150

interface Listening {
  reply: Response
  /** Events so far. */
  events: { version: number; unread: number; jobs: number }[]
  /** Everything so far, as it came. */
  text(): string
  /** Settles when the stream has ended. */
  ended: Promise<string>
  leave(): void
}

async function listening(limits: object = {}): Promise<TestServer & { url: string }> {
  const server = await testServer({
    limits: { heartbeatMs: HEARTBEAT, ...limits },
    allowedOrigins: ['app://selvedge'],
  })
  return { ...server, url: await server.app.listen({ port: 0, host: '127.0.0.1' }) }
}

async function listen(url: string, token: string, headers: Record<string, string> = {}): Promise<Listening> {
  const leaving = new AbortController()
  const reply = await fetch(`${url}/${noticesCalls.streamNotices.path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: leaving.signal,
  })
  const events: Listening['events'] = []
  let text = ''
  const read = async () => {
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return 'ended'
      text += part.value
      for (const [, data] of part.value.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data ?? ''))
    }
  }
  const ended = read().catch(() => 'broken')
  return { reply, events, text: () => text, ended, leave: () => leaving.abort() }
}

async function until(what: () => boolean, ms = 5_000): Promise<void> {
  for (const end = Date.now() + ms; !what(); ) {
    if (Date.now() > end) throw new Error('it never came')
    await sleep(10)
  }
}

describe('the stream of notices', () => {
  // Would catch: events held back in a buffer, a kick that is not given after a command, an event for somebody else.
  it('sends an event at once, and after a command that tells; others hear nothing', async () => {
    const server = await listening()
    const vendor = await server.makeVendor()
    const reader = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    const other = await server.as(await server.makeUser({ role: 'vendor' }))
    const [own, theirs] = [await listen(server.url, reader.token), await listen(server.url, other.token)]
    expect(own.reply.status).toBe(200)
    expect(own.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(own.reply.headers.get('cache-control')).toContain('no-transform')
    expect(own.reply.headers.get('content-security-policy')).not.toBeNull()
    await until(() => own.events.length === 1 && theirs.events.length === 1)
    expect(own.events).toEqual([{ version: 0, unread: 0, jobs: 0 }])
    expect(own.text()).toMatch(/^retry: \d+\n\n/)

    const order = await makeOrder(server.db, { vendor, decision: 'NEW', answered: false })
    const asked = performance.now()
    await decideOn(server, await server.as('ops'), order.order_id)
    await until(() => own.events.length === 2)
    // Without the kick it takes the next look, up to two seconds later; with both under way there is no telling them apart below one.
    expect(performance.now() - asked).toBeLessThan(1_500)
    expect(own.events[1]).toEqual({ version: 1, unread: 1, jobs: 0 })
    await reader.call(noticesCalls.markNotices, { until: new Date(Date.now() + 60_000).toISOString(), read: true })
    await until(() => own.events.length === 3)
    expect(own.events[2]).toEqual({ version: 2, unread: 0, jobs: 0 })
    await sleep(HEARTBEAT * 2)
    expect(theirs.events).toHaveLength(1)
    expect(theirs.text()).toContain('\n:\n\n')
    own.leave()
    theirs.leave()
  })

  // Would catch: what another copy of the server told never reaching those who listen here.
  it('hears of commands of other copies', async () => {
    const server = await listening()
    const copy = await testServer({ db: server.db })
    const vendor = await server.makeVendor()
    const reader = await server.as(await server.makeUser({ role: 'vendor', vendor }))
    const own = await listen(server.url, reader.token)
    await until(() => own.events.length === 1)
    const order = await makeOrder(server.db, { vendor, decision: 'NEW', answered: false })
    await decideOn(copy, await copy.as('ops'), order.order_id)
    await until(() => own.events.at(-1)?.unread === 1)
    own.leave()
  })

  // Would catch: a stream that goes on telling after sign-out, or after the account was closed.
  it.each(['signs out', 'is deactivated'])('ends when its user %s', async (how) => {
    const server = await listening()
    const user = await server.makeUser({ role: 'ops' })
    const client = await server.as(user)
    const own = await listen(server.url, client.token)
    await until(() => own.events.length === 1)
    if (how === 'signs out') await client.call(peopleCalls.endSession, {})
    else await server.db.updateTable('app_user').set({ is_active: false }).where('id', '=', user.id).execute()
    const from = performance.now()
    expect(await own.ended).toBe('ended')
    expect(performance.now() - from).toBeLessThan(HEARTBEAT * 6)
    if (how === 'signs out') expect((await listen(server.url, client.token)).reply.status).toBe(401)
  })

  // Would catch: a stream that keeps the caller it was opened with, once they see as another or have another role.
  it.each([
    ['starts seeing as another role', 60_000],
    ['gets another role at another copy', HEARTBEAT],
  ])('ends when its user %s', async (how, heartbeatMs) => {
    const server = await listening({ heartbeatMs })
    const user = await server.makeUser({ role: 'super_admin' })
    const client = await server.as(user)
    const [own, untouched] = [
      await listen(server.url, client.token),
      await listen(server.url, (await server.as('ops')).token),
    ]
    await until(() => own.events.length === 1)
    if (heartbeatMs === HEARTBEAT)
      await server.db.updateTable('app_user').set({ role: 'admin' }).where('id', '=', user.id).execute()
    else await client.call(peopleCalls.seeAs, { role: 'ops' })
    const from = performance.now()
    expect([how, await own.ended]).toEqual([how, 'ended'])
    expect(performance.now() - from).toBeLessThan(HEARTBEAT * 6)
    expect(await Promise.race([untouched.ended, sleep(HEARTBEAT * 2, 'open')])).toBe('open')
    untouched.leave()
  })

  // Would catch: news that are cut off because somebody saved their name.
  it('stays open when only the name of its user changes', async () => {
    const server = await listening()
    const client = await server.as('ops')
    const own = await listen(server.url, client.token)
    await until(() => own.events.length === 1)
    expect((await client.call(peopleCalls.saveProfile, { name: 'Another Name' })).status).toBe(200)
    expect(await Promise.race([own.ended, sleep(HEARTBEAT * 3, 'open')])).toBe('open')
    own.leave()
  })

  // Would catch: an open stream that holds up a stopping server until it is cut.
  it('does not hold up a stopping server', async () => {
    const server = await listening({ heartbeatMs: 60_000 })
    const client = await server.as('ops')
    const own = await listen(server.url, client.token)
    await until(() => own.events.length === 1)
    const from = performance.now()
    await server.app.close()
    expect(performance.now() - from).toBeLessThan(1_000)
    expect(await own.ended).toBe('ended')
  })

  // Would catch: one session taking every connection; a place that a reader who left still holds.
  it('is open at most so often for one session, and free again once left', async () => {
    const server = await listening({ streamsPerSession: 2 })
    const client = await server.as('ops')
    const [one, two] = [await listen(server.url, client.token), await listen(server.url, client.token)]
    const third = await listen(server.url, client.token)
    expect([third.reply.status, third.reply.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await listen(server.url, (await server.as('cad')).token)).reply.status).toBe(200)
    one.leave()
    await one.ended
    let again = await listen(server.url, client.token)
    for (let tries = 0; again.reply.status === 429 && tries < 50; tries++) {
      await sleep(20)
      again = await listen(server.url, client.token)
    }
    expect(again.reply.status).toBe(200)
    for (const each of [two, again]) each.leave()
  })

  // Would catch: one person who signs in again and again, and takes every stream that there is.
  it('is open at most so often for one person, in however many sessions', async () => {
    const server = await listening({ streamsPerUser: 3 })
    const user = await server.makeUser({ role: 'ops' })
    const statuses = []
    const open = []
    for (let at = 0; at < 4; at += 1) {
      const { token } = await server.db.transaction().execute((tx) => openSessions(server.db).open(tx, user.id))
      const stream = await listen(server.url, token)
      statuses.push(stream.reply.status)
      open.push(stream)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
    for (const each of open) each.leave()
  })

  // Would catch: the desktop app's page not being let in, or any other page being.
  it('may be read by the desktop app, and by no other page', async () => {
    const server = await listening()
    const { token } = await server.as('ops')
    const own = await listen(server.url, token, { origin: 'app://selvedge' })
    expect(own.reply.headers.get('access-control-allow-origin')).toBe('app://selvedge')
    const foreign = await listen(server.url, token, { origin: 'https://elsewhere.example' })
    expect(foreign.reply.headers.get('access-control-allow-origin')).not.toBe('https://elsewhere.example')
    expect((await listen(server.url, 'A'.repeat(43))).reply.status).toBe(401)
    own.leave()
    foreign.leave()
  })
})
