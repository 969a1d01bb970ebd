import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { contract } from '../../src/shared/areas.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { trackUserActions } = contract.frame
const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})

describe('what clients did', () => {
  // Would catch: a table that grows with every request of every client for ever; a client's own clock that keeps a row, or loses it.
  it('is kept for a month from when it arrived, whatever the time it gives', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await server.as(user)
    const [past, future] = ['2001-01-01T00:00:00Z', '2099-01-01T00:00:00Z']
    await client.call(trackUserActions, { actions: [{ at: past, kind: 'request-sent' }] })
    const ago = (days: number) => ({
      id: v7({ msecs: Date.now() - days * DAY_MS }),
      user_id: user.id,
      kind: 'old',
      at: future,
    })
    await server.db
      .insertInto('user_action')
      .values([ago(29), ago(31)])
      .execute()
    await removeOld(server.db)
    const rows = await server.db.selectFrom('user_action').select('kind').orderBy('id').execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['old', 'request-sent'])
  })

  // Would catch: an action that carries a whole database in its details.
  it('has few details', async () => {
    const client = await server.as('ops')
    const details = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at}`, at]))
    const send = (count: number) =>
      client.call(trackUserActions, {
        actions: [{ at: new Date().toISOString(), kind: 'request-sent', details: details(count) }],
      })
    expect([(await send(20)).status, (await send(21)).status]).toEqual([200, 400])
  })
})
