import { beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Call } from '../../src/shared/kernel/call.ts'
import type { Client } from '../support/client.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { people, languages, data } = contract

let server: TestServer
let boss: Client
beforeAll(async () => {
  server = await testServer()
  boss = await server.as(await server.makeUser({ role: 'super_admin' }))
})

/** Sends a call twice under one key, as a client whose first answer was lost. */
async function twice<C extends Call>(call: C, input: Parameters<typeof boss.call<C>>[1], by: Client = boss) {
  const key = { 'idempotency-key': call.path.replace(/\W/g, '-') }
  const first = await by.call(call, input, key)
  expect(first.status, `${call.path} ${JSON.stringify(first.body)}`).toBe(200)
  const row = await server.db
    .selectFrom('idempotency_key')
    .where('key', '=', key['idempotency-key'])
    .select('reply')
    .executeTakeFirstOrThrow()
  const again = await by.call(call, input, key)
  return {
    path: call.path,
    first: first.body,
    kept: row.reply,
    again: again.body,
    replayed: again.headers['idempotent-replay'],
  }
}

// Would catch: a command that keeps a part of its answer under the key: a replay runs its handler again for the rest, which reads, checks
// and ends sessions anew, and answers from what stands by then.
it('what is kept under a key is the whole answer', async () => {
  const user = await server.makeUser({ role: 'ops' })
  const own = await server.as(await server.makeUser({ role: 'ops' }))
  const faulty = 'NOBODY,x,x\n'.repeat(50_000)
  const file = { name: 'vendors.csv', bytes: `Vendor,Name,City\n${faulty}` }
  const all = [
    await twice(people.updateUser, { user_id: user.id, version: 1, role: 'ops_team', team: 'china' }),
    await twice(people.saveProfile, { name: 'Wang' }, own),
    await twice(people.endOtherSessions, {}, own),
    await twice(languages.addLanguage, { code: 'mr', name: 'Marathi' }),
    await twice(languages.saveTranslation, { language: 'mr', key: 'Save', text: 'x', version: 0 }),
    await twice(languages.importTranslations, { language: 'mr', texts: { Cancel: 'y' } }),
    await twice(languages.dropMissingKeys, { language: 'mr', keys: ['A text of a screen'] }),
    await twice(data.importRecords, { kind: 'vendors', mode: 'check', file }),
  ]
  for (const { path, first, kept, again, replayed } of all) {
    expect([path, kept]).toEqual([path, expect.objectContaining({ data: expect.anything(), message: first.message })])
    expect([path, again, replayed]).toEqual([path, first, 'true'])
  }
})
