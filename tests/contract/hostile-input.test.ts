import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import { type Area, type Call, givesEvents } from '../../src/shared/kernel/call.ts'
import { type Input, inputOf, type Json, requestOf, words } from '../support/call-samples.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { packedShipment } from '../support/shipments.ts'

const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => [`${area}.${key}`, call as Call] as const),
)

const deep = (levels: number): Json => {
  let value: Json = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

/** Each put in the place of every value that a call takes. */
const hostile: readonly Json[] = [
  ...[
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\\',
    '%',
    '__proto__',
    'x'.repeat(5_000),
    '../../etc/passwd',
    'a\r\nBcc: b@c.d',
  ],
  ...['WzEsIngiXQ', '0000-01-01', '9999-12-31T23:59:59Z', '00000000-0000-0000-0000-000000000000', '9'.repeat(21)],
  ...[-1, 0, 1e15, 0.5, 2 ** 31, 2 ** 53 - 1, 1e308, true, null, [], [null], {}, { length: -1 }, deep(500)],
]

/** The input with each of its values, at any depth, replaced by `value`, one at a time. */
function* replaced(input: Json, value: Json): Generator<Json> {
  if (typeof input !== 'object' || input === null) return
  for (const [key, inner] of Object.entries(input)) {
    const withInner = (one: Json): Json =>
      Array.isArray(input) ? input.with(Number(key), one) : { ...input, [key]: one }
    yield withInner(value)
    for (const deeper of replaced(inner, value)) yield withInner(deeper)
  }
}

/** Of the inputs of a call that its contract refuses. */
const SOME_REFUSED = 20
const AT_ONCE = 12

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
}

/** So long and so deep that whoever takes them apart by recursion, or all at once, falls. */
const monsters = [`[${'1,'.repeat(150_000)}1]`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`]

describe('what a stranger to the contract sends', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
    const { db } = server
    const { id } = await server.makeUser({ role: 'admin' })
    await db.insertInto('language').values({ code: 'hi', name: 'Hindi', created_by: id }).execute()
    // Where no mail is sent only the demo sends codes.
    await db.insertInto('setting').values({ name: 'demo_data', value: 'true' }).execute()
    const { order, shipment_id } = await packedShipment(server)
    const { boxes } = await boxesAtQc(server)
    const user = await server.makeUser()
    const row = await db.insertInto('saved_view').values(viewOf(id)).returning('id').executeTakeFirstOrThrow()
    const real = { order_id: order.order_id, nm_sku: order.lines[0]?.nm_sku ?? '', shipment_id, user_id: user.id }
    Object.assign(words, real, {
      email: user.email,
      box_id: boxes[0]?.sscc ?? '',
      box_ids: boxes[0]?.sscc ?? '',
      view_id: row.id,
      supplier_id: order.vendor.code,
    })
  })

  const asked = calls.filter(([, call]) => !givesEvents(call))

  // Would catch: a value that gets past the contract and ends in an error that nobody foresaw.
  it.each(asked)('%s answers it, and says what is wrong', async (name, call) => {
    const sample = inputOf(name, call)
    // Otherwise every answer below would be about the same one fault.
    expect(call.takes.safeParse(sample).error?.issues ?? []).toEqual([])
    const { token } = await server.as(await server.makeUser({ role: 'super_admin' }))
    const ask = (input: Input) => {
      const { headers, ...request } = requestOf(call, input)
      return server.app.inject({ ...request, headers: { ...headers, authorization: `Bearer ${token}` } })
    }
    const failed: unknown[] = []
    const inputs = hostile.flatMap((value) => [...replaced(sample, value)] as Input[])
    // What the contract refuses is answered in one place, before any call: some of it, and all that gets past, is asked.
    const past = inputs.filter((input) => call.takes.safeParse(input).success)
    const refused = inputs.filter((input) => !past.includes(input))
    const some = refused.filter((_input, at) => at % Math.ceil(refused.length / SOME_REFUSED) === 0)
    for (const chunk of chunksOf([...past, ...some], AT_ONCE)) {
      const replies = await Promise.all(chunk.map((input) => ask(input)))
      failed.push(...replies.flatMap((r, at) => (r.statusCode < 500 ? [] : [[JSON.stringify(chunk[at]), r.payload]])))
    }
    expect(failed.slice(0, 3)).toEqual([])
  })

  // Would catch: a rule that spreads or walks what was sent, and falls over its size: the session's next call would find a 500. The contract
  // is asked of every value here, the server of one and of those that get past.
  it.each(asked.filter(([, { method, takesFile }]) => method === 'POST' && takesFile === null))(
    '%s answers what is too long or too deep',
    async (name, call) => {
      const sample = inputOf(name, call)
      const { url, headers } = requestOf(call, sample)
      const { token } = await server.as(await server.makeUser({ role: 'super_admin' }))
      const all = { ...headers, authorization: `Bearer ${token}` }
      const [some = ''] = Object.keys(sample)
      for (const monster of monsters) {
        const value = JSON.parse(monster) as Json
        const past = Object.keys(sample).filter((key) => call.takes.safeParse({ ...sample, [key]: value }).success)
        for (const key of new Set([some, ...past])) {
          const payload = JSON.stringify({ ...sample, [key]: '@' }).replace('"@"', monster)
          const reply = await server.app.inject({ method: 'POST', url, headers: all, payload })
          expect(`${reply.statusCode} ${key}`).not.toMatch(/^5/)
        }
      }
    },
  )
})

function viewOf(owner_id: string) {
  const layout = { order: [], hidden: [], pinned: [], widths: {}, is_dense: false }
  return {
    ...{ id: v7(), list: 'my-orders', owner_id, vendor_id: null, name: 'theirs', search: '', is_shared: true },
    layout: JSON.stringify(layout),
  }
}
