import { beforeAll, describe, expect, it } from 'vitest'
import { mountArea } from '../../src/server/app/areas.ts'
import { contract } from '../../src/shared/areas.ts'
import { type Area, type Call, givesEvents } from '../../src/shared/kernel/call.ts'
import { type Role, roles } from '../../src/shared/kernel/roles.ts'
import { mendingCalls, mendingServer } from '../support/mending-area.ts'
import { type TestServer, testServer } from '../support/server.ts'

/** Every area, and one that was added as any other is. */
const areas: Record<string, Area> = { ...contract, mending: mendingCalls }
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => [`${area}.${key}`, call as Call] as const),
)
/** Word for word what a stranger could send: nothing of it may be looked at before the session is. */
const paths = (call: Call) => `/${call.path.replace(/\{\w+\}/g, 'x')}`

let server: TestServer
const tokens = new Map<Role, string>()
beforeAll(async () => {
  server = await testServer({
    mountMore: (app, context) => mountArea(app, 'mending', mendingCalls, mendingServer.routes, context),
  })
  for (const role of roles) tokens.set(role, (await server.as(role)).token)
})

const ask = (call: Call, token?: string) =>
  server.app.inject({
    method: call.method,
    url: paths(call),
    // Neither JSON nor a form that fits: an answer about it would show that the body was read first.
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(call.method === 'POST' && { payload: '{not json' }),
  })

/** A stream that is let in stays open: its status is all that is looked at. */
const statusOf = async (call: Call, token?: string) => {
  if (!givesEvents(call)) return (await ask(call, token)).statusCode
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const reply = await server.app.inject({ method: call.method, url: paths(call), headers, payloadAsStream: true })
  reply.stream().destroy()
  return reply.statusCode
}

describe.each(calls.filter(([, call]) => call.callers !== 'anyone'))('%s', (_, call) => {
  it('answers 401 without a session, with an unknown token and with a token of the wrong form', async () => {
    for (const token of [undefined, 'A'.repeat(43), "' or 1=1"]) {
      const reply = await ask(call, token)
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        { message: 'Please sign in.', code: 'unauthenticated', details: {} },
      ])
    }
  })

  it('answers 403 to each role that it does not name, and to no other', async () => {
    const named: readonly Role[] = typeof call.callers === 'string' ? roles : call.callers
    const answers = await Promise.all(
      roles.map(async (role) => [role, (await statusOf(call, tokens.get(role))) === 403] as const),
    )
    expect(answers).toEqual(roles.map((role) => [role, !named.includes(role)]))
  })
})

describe('addresses that are no calls', () => {
  it.each(['/v1/erp/vendor/nothing', '/nothing', '/v1/erp/vendor/%E0%A4%A', '/retool/erp/vendor/get-orders/'])(
    '%s is a JSON 404, also for a browser',
    async (url) => {
      const reply = await server.app.inject({ url, headers: { accept: 'text/html' } })
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    },
  )

  it('a call under another method is a JSON 404', async () => {
    const reply = await server.app.inject({ method: 'GET', url: '/v1/erp/vendor/get-orders' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  })
})
