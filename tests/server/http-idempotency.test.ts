import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type CallContext, reply } from '../../src/server/http/call.ts'
import { conflict } from '../../src/server/http/errors.ts'
import { mount } from '../../src/server/http/mount.ts'
import { contract } from '../../src/shared/areas.ts'
import { type Area, type Call, json, post } from '../../src/shared/kernel/call.ts'
import { inputOf, requestOf } from '../support/call-samples.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { mountTrial, type Trial, trial } from '../support/trial.ts'

let server: TestServer
let seen: Trial
let caller: Client
beforeAll(async () => {
  server = await testServer()
  seen = mountTrial(server)
  caller = await server.as('ops')
})

const write = (name: string, key: string, as = caller) => as.call(trial.write, { name }, { 'idempotency-key': key })
const written = async (name: string) =>
  (await server.db.selectFrom('setting').select('name').where('name', 'like', `${name}-%`).execute()).length

/** A call of the contract as anybody may try it: at another address, with nothing to say. */
const asTrial = (call: Call): Call => ({
  ...call,
  path: `again/${call.path}`,
  callers: 'signed-in',
  takesFile: call.takesFile && { ...call.takesFile, accept: ['.xlsx'] },
  gives: json(z.object({})),
})

describe('a call sent twice under one Idempotency-Key', () => {
  it('runs once and answers the same, marked as a replay', async () => {
    const first = await write('twice', 'key-1')
    const second = await write('twice', 'key-1')
    expect([first.status, first.headers['idempotent-replay']]).toEqual([200, undefined])
    expect([second.status, second.headers['idempotent-replay']]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
    expect(await written('twice')).toBe(1)
  })

  it('is a 409 with another body, and nothing runs', async () => {
    await write('mine', 'key-2')
    const other = await write('other', 'key-2')
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
    expect(await written('other')).toBe(0)
  })

  it('does not mind the order of keys in the body', async () => {
    const headers = {
      'idempotency-key': 'key-3',
      authorization: `Bearer ${caller.token}`,
      'content-type': 'application/json',
    }
    const send = (payload: string) => server.app.inject({ method: 'POST', url: '/trial/write', headers, payload })
    const [one, two] = [await send('{"name":"order","fails":false}'), await send('{"fails":false,"name":"order"}')]
    expect(two.json()).toEqual(one.json())
    expect(await written('order')).toBe(1)
  })

  it('waits for the first when both come at once', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => write('at-once', 'key-4')))
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
    expect(replies.filter((reply) => reply.headers['idempotent-replay'] === 'true')).toHaveLength(2)
    expect(await written('at-once')).toBe(1)
  })

  // Catches a client whose connection broke, who sends again at once, and is told that its own deed stands in its way.
  it('is answered as the first where only the first stands in its way', async () => {
    const gate = Promise.withResolvers<void>()
    let begun = 0
    const once = {
      take: post('trial/take', {
        ...{ summary: 'Looks whether it may before it does it.', callers: 'signed-in', changes: true },
        ...{ takes: z.object({}), gives: json(z.object({ taken: z.boolean() })) },
      }),
    }
    const apart = await testServer({
      mountMore: (app, context) =>
        mount(
          app,
          'apart',
          once,
          {
            take: async (_, { db, command }) => {
              begun += 1
              if (begun === 1) await gate.promise
              const row = { name: 'taken', value: '1' }
              const found = await db.selectFrom('setting').select('name').where('name', '=', row.name).execute()
              if (found.length > 0) throw conflict('It is taken.')
              return command(async (tx) => {
                await tx.insertInto('setting').values(row).execute()
                return reply({ taken: true })
              })
            },
          },
          context,
        ),
    })
    const ops = await apart.as('ops')
    const take = (key: string) => ops.call(once.take, {}, { 'idempotency-key': key })
    const early = take('key-6')
    await vi.waitFor(() => expect(begun).toBe(1))
    const late = await take('key-6')
    gate.resolve()
    expect([late.status, (await early).status]).toEqual([200, 200])
    expect((await early).headers['idempotent-replay']).toBe('true')
    expect((await take('key-7')).status).toBe(409)
  })

  it('runs again when the first was refused: a refusal keeps nothing', async () => {
    const key = { 'idempotency-key': 'key-5' }
    const refused = await caller.call(trial.write, { name: 'refused', fails: true }, key)
    expect([refused.status, await written('refused')]).toEqual([409, 0])
    const before = seen.runs
    await caller.call(trial.write, { name: 'refused', fails: true }, key)
    expect(seen.runs).toBe(before + 1)
  })

  // Would catch: a replay that is sent, and the handler run all the same: what it does beside its command is done twice, and its own
  // answer ends in "Reply was already sent".
  it('is answered instead of run, for every command of the contract', async () => {
    const handled = new Map<string, number>()
    const twice = (name: string): never =>
      (async (_: object, { command }: CallContext) => {
        handled.set(name, (handled.get(name) ?? 0) + 1)
        return command(async () => reply({}))
      }) as never
    const commands = Object.entries(contract as Record<string, Area>).flatMap(([area, of]) =>
      Object.entries(of)
        .filter(([, call]) => call.changes && call.callers !== 'anyone')
        .map(([key, call]): [string, Call] => [`${area}.${key}`, asTrial(call)]),
    )
    const apart = await testServer({
      mountMore: (app, context) =>
        mount(
          app,
          'again',
          Object.fromEntries(commands) as Area,
          Object.fromEntries(commands.map(([name]) => [name, twice(name)])) as never,
          context,
        ),
    })
    const { token } = await apart.as(await apart.makeUser({ role: 'super_admin' }))
    const wrong: unknown[] = []
    for (const [name, call] of commands) {
      const { headers, ...request } = requestOf(call, inputOf(name, call))
      const all = { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': name }
      const [first, second] = [
        await apart.app.inject({ ...request, headers: all }),
        await apart.app.inject({ ...request, headers: all }),
      ]
      const isOnce = second.headers['idempotent-replay'] === 'true' && handled.get(name) === 1
      if (!isOnce || second.payload !== first.payload) wrong.push([name, handled.get(name), first.payload])
    }
    expect(commands.length).toBeGreaterThan(150)
    expect(wrong).toEqual([])
  })

  it('is no replay for another person', async () => {
    const other = await server.as('admin')
    await write('people', 'key-6')
    const reply = await write('people', 'key-6', other)
    expect(reply.headers['idempotent-replay']).toBeUndefined()
    expect(await written('people')).toBe(2)
  })

  it('refuses a key that is empty, too long or not printable', async () => {
    for (const key of ['', 'x'.repeat(201), 'ключ'.slice(0, 1)]) {
      const reply = await write('bad-key', key)
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    }
    expect(await written('bad-key')).toBe(0)
  })
})

it('tells files apart by their bytes', async () => {
  const { requestHash } = await import('../../src/server/http/idempotency.ts')
  const hash = (bytes: string) =>
    requestHash(trial.send, { taken: { word: 'x' }, file: { name: 'a.xlsx', bytes: Buffer.from(bytes) } })
  expect(hash('one')).toBe(hash('one'))
  expect(hash('one')).not.toBe(hash('two'))
})
