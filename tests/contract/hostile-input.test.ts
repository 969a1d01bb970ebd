import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/shared/areas.ts'
import { type Area, addressOf, type Call, givesEvents } from '../../src/shared/kernel/call.ts'
import { formOf } from '../support/client.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { packedShipment } from '../support/shipments.ts'

const areas: Record<string, Area> = contract
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of).map(([key, call]) => [`${area}.${key}`, call as Call] as const),
)

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Input = Record<string, Json>

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
  ...[-1, 0.5, 2 ** 31, 2 ** 53 - 1, 1e308, true, null, [], [null], {}, { length: -1 }, deep(500)],
]

const SOME_ID = '0199f6a0-0000-7000-8000-000000000000'

/** What no sample of a schema fits: values that a pattern or a rule beside the schema asks for. */
const samples: Record<string, Input> = {
  'skuDimensions.updateSkuDimensionDetails': {
    items: [{ nm_sku: 'NM-BLK-M', length_mm: 300, width_mm: 200, height_mm: 20, weight_grams: 180, version: 0 }],
  },
  'people.login': { email: 'nobody@selvedge.test', password: 'x' },
  'frame.setPreference': { name: 'a.b', value: { a: [1, 'x'] } },
  'notices.markNotices': { ids: ['0199f6a0-0000-7000-8000-000000000000'], read: true },
  'labels.recordReprint': {
    ...{ job_id: 'job-1', kind: 'shipping', title: 'SHP-1', printer: 'Desk 2', copies: 1 },
    ...{ reason: 'other', remark: 'torn' },
  },
  'frame.startExport': { call: 'exportUsers', input: { columns: [{ id: 'email', header: 'E-mail' }], search: 'a' } },
  'languages.addMissingKeys': { lng: 'hi', ns: 'translation', 'A text': 'A text' },
  'feed.getEvents': { after: 'latest', limit: 10, kind: 'order' },
  'stock.putAway': {
    ...{ action: 'undo', site: 'WDEL', shelf: 'A-01' },
    scans: [{ scan_id: SOME_ID, code: 'x', quantity: 1, takes_back: SOME_ID }],
  },
  'languages.importTranslations': { language: 'hi', texts: { Save: 'x' } },
}

const words: Record<string, Json> = {
  email: 'nobody@selvedge.test',
  language: 'hi',
  code: 'hi',
  name: 'a name',
  search: 'a',
  cursor: 'WyJhIiwiMDE5OWY2YTAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAwIl0',
  time_zone: 'UTC',
  month: '2026-03',
  scan_id: 'scan-00001',
  rejected_ids: '0199f6a0-0000-7000-8000-000000000000 0199f6a0-0000-7000-8000-000000000001',
  takes_back: 'scan-00001',
  country: 'IN',
  currency: 'CNY',
  new_password: 'another long one',
  source_sha256: 'ab'.repeat(32),
  password: 'another long one',
}

type Schema = { [key: string]: unknown }

/** A value that fits a JSON schema, with everything that may be left out. */
function sampleOf(schema: Schema, name = ''): Json {
  const { anyOf, oneOf, enum: named, const: only, type, format, properties, items, propertyNames } = schema
  if (name in words && (type === 'string' || anyOf)) return words[name] ?? null
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return sampleOf(choices[0] as Schema, name)
  if (only !== undefined) return only as Json
  if (Array.isArray(named)) return named[0] as Json
  if (type === 'object' && properties)
    return Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([key, of]) => [key, sampleOf(of, key)]),
    )
  if (type === 'object' && propertyNames) {
    const [key = 'a'] = ((propertyNames as Schema).enum as string[] | undefined) ?? []
    return { [key]: sampleOf(schema.additionalProperties as Schema) }
  }
  if (type === 'object') return {}
  if (type === 'array') return [sampleOf(items as Schema, name)]
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (format === 'uuid') return '0199f6a0-0000-7000-8000-000000000000'
  if (format === 'date') return '2026-03-01'
  if (format === 'date-time') return '2026-03-01T00:00:00Z'
  return 'en'
}

function inputOf(name: string, call: Call): Input {
  const schema = z.toJSONSchema(call.takes, { io: 'input', reused: 'inline', unrepresentable: 'any' })
  return samples[name] ?? (sampleOf(schema as Schema) as Input)
}

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

/** As a path word, a query or a form can carry it. */
function textOf(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return text.toWellFormed()
}

function requestOf(call: Call, input: Input) {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => [word, textOf(input[word]) || '-'])
  const { path, rest } = addressOf(call, { ...input, ...Object.fromEntries(inPath) })
  const texts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, textOf(value as Json)]))
  if (call.method === 'GET')
    return { method: 'GET', url: `${path}?${new URLSearchParams(texts)}`, headers: {} } as const
  const sent = call.takesFile
    ? formOf(texts, { name: 'a.xlsx', bytes: 'no sheet' })
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(rest) }
  return { method: 'POST', url: path, headers: sent.headers, payload: sent.payload ?? '' } as const
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
    for (const value of hostile) {
      const inputs = [...replaced(sample, value)] as Input[]
      const replies = await Promise.all(inputs.map((input) => ask(input)))
      failed.push(...replies.flatMap((r, at) => (r.statusCode < 500 ? [] : [[JSON.stringify(inputs[at]), r.payload]])))
    }
    expect(failed.slice(0, 3)).toEqual([])
  })

  // Would catch: a rule that spreads or walks what was sent, and falls over its size: the session's next call would find a 500.
  it.each(asked.filter(([, { method, takesFile }]) => method === 'POST' && takesFile === null))(
    '%s answers what is too long or too deep',
    async (name, call) => {
      const sample = inputOf(name, call)
      const { url, headers } = requestOf(call, sample)
      const { token } = await server.as(await server.makeUser({ role: 'super_admin' }))
      const all = { ...headers, authorization: `Bearer ${token}` }
      for (const key of Object.keys(sample))
        for (const monster of monsters) {
          const payload = JSON.stringify({ ...sample, [key]: '@' }).replace('"@"', monster)
          const reply = await server.app.inject({ method: 'POST', url, headers: all, payload })
          expect(`${reply.statusCode} ${key}`).not.toMatch(/^5/)
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
