import { expect, it, vi } from 'vitest'
import { serverCalls } from '../../src/main/server/calls.ts'
import type { HostCall } from '../../src/shared/bridge.ts'

const fetched = vi.hoisted(() => ({
  answer: new Response(),
  ids: [] as (string | undefined)[],
  keys: [] as (string | undefined)[],
}))

vi.mock('electron', () => ({
  net: {
    fetch: async (_url: string, { headers }: { headers: Record<string, string> }) => {
      fetched.ids.push(headers['x-request-id'])
      fetched.keys.push(headers['idempotency-key'])
      return fetched.answer
    },
  },
}))

const secrets = { token: () => 'token', refused: () => undefined, keep: async () => undefined, erase: () => undefined }

function calls(told: HostCall[] = []) {
  return serverCalls({
    serverUrl: async () => 'http://127.0.0.1:1',
    secrets: { ...secrets, savedSafely: () => true },
    device: { ...secrets, savedSafely: () => true, token: () => null },
    launch: () => ({}),
    say: (text) => text,
    tell: (call) => told.push(call),
  })
}

const call = { method: 'POST' as const, path: '/v1/erp/vendor/get-orders-file', body: {} }

// Would catch: the specification's misspelled mesage, read by the page and not by the desktop's own calls.
it.each([
  [{ mesage: 'Please provide shipment id.' }, 'Please provide shipment id.'],
  [{ message: 'Right', mesage: 'Wrong' }, 'Right'],
  [{ message: ' ' }, 'Something went wrong! The server answered in a way the app does not understand.'],
])('a refusal of %j says %s', async (body, words) => {
  fetched.answer = new Response(JSON.stringify(body), { status: 400 })
  await expect(calls().send(call)).rejects.toMatchObject({ code: 'server', message: words })
})

// Would catch: a download or a sign-in of the desktop app of which the request log knows nothing.
it('each call is told with the id that it was sent under, before and after', async () => {
  fetched.answer = new Response('{}', { headers: { 'x-trace-id': 'trace' } })
  const told: HostCall[] = []
  await calls(told).send(call)
  const sent = { path: call.path, request_id: fetched.ids.at(-1) }
  expect(told).toEqual([sent, { ...sent, status: 200, trace_id: 'trace' }])
})

// Would catch: a paper fetched for its printer under no key, or another than it was looked through by, and so taken twice.
it('a file is fetched under the key of its taking, others under none', async () => {
  fetched.answer = new Response('{}')
  await calls().send({ ...call, key: 'one-taking' })
  await calls().send(call)
  expect(fetched.keys.slice(-2)).toEqual(['one-taking', undefined])
})
