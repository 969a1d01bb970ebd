import { beforeAll, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import type { MadeVendor } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { frame: frameCalls } = contract
const layout = { order: ['order_id', 'status'], hidden: ['remark'], pinned: ['order_id'], widths: {}, is_dense: true }

let server: TestServer
let red: MadeVendor
let mine: Client
let colleague: Client
let rival: Client
let ops: Client
let admin: Client

beforeAll(async () => {
  server = await testServer()
  red = await server.makeVendor()
  const of = async (wish: Parameters<TestServer['makeUser']>[0]) => server.as(await server.makeUser(wish))
  mine = await of({ role: 'vendor', vendor: red })
  colleague = await of({ role: 'vendor', vendor: red })
  rival = await of({ role: 'vendor' })
  ops = await of({ role: 'ops' })
  admin = await of({ role: 'admin' })
})

let made = 0

async function save(as: Client, wish: { name?: string; is_shared?: boolean; list?: 'my-orders' | 'shipments' } = {}) {
  made += 1
  const list = wish.list ?? 'my-orders'
  const input = { list, name: wish.name ?? `View ${made}`, search: 'tab=all&urgent=1', layout }
  const reply = await as.call(frameCalls.createView, { ...input, is_shared: wish.is_shared ?? false })
  expect([reply.status, reply.body.message]).toEqual([200, 'View saved.'])
  return reply.body.data.view
}

async function namesSeen(as: Client, list: 'my-orders' | 'shipments' = 'my-orders') {
  const { status, body } = await as.call(frameCalls.getViews, { list })
  expect(status).toBe(200)
  return body.data.views.map((view) => view.name)
}

describe('saved views', () => {
  // Would catch: a vendor's word for its own work, or its filters, read by a competitor or by the house.
  it('are seen within the same vendor when shared, and never across', async () => {
    await save(mine, { name: 'Red: secret prices', is_shared: true })
    await save(mine, { name: 'Red: only me' })
    await save(ops, { name: 'House: weak vendors', is_shared: true })
    expect(await namesSeen(colleague)).toContain('Red: secret prices')
    expect(await namesSeen(colleague)).not.toContain('Red: only me')
    for (const outsider of [rival, ops, admin])
      expect((await namesSeen(outsider)).filter((name) => name.startsWith('Red'))).toEqual([])
    for (const vendor of [mine, colleague, rival]) expect(await namesSeen(vendor)).not.toContain('House: weak vendors')
    expect(await namesSeen(admin)).toContain('House: weak vendors')
  })

  // Would catch: an id guessed or overheard that opens, changes or defaults another's view.
  it('are not found for others by their id either, not even by an admin', async () => {
    for (const [owner, others] of [
      [await save(mine), [colleague, rival, ops, admin]],
      [await save(mine, { is_shared: true }), [rival, ops, admin]],
    ] as const) {
      for (const other of others) {
        const input = { view_id: owner.id, version: 1 }
        expect((await other.call(frameCalls.changeView, { ...input, name: 'Mine now' })).status).toBe(404)
        expect((await other.call(frameCalls.changeView, { ...input, is_deleted: true })).status).toBe(404)
        const asDefault = await other.call(frameCalls.setDefaultView, { list: 'my-orders', view_id: owner.id })
        expect(asDefault.status).toBe(404)
      }
    }
  })

  // Would catch: a person who moved to another vendor carrying the first one's shared views along.
  it('stay with the vendor when their owner moves to another', async () => {
    const mover = await server.makeUser({ role: 'vendor', vendor: red })
    const client = await server.as(mover)
    await save(client, { name: 'Left behind', is_shared: true })
    await server.db
      .updateTable('app_user')
      .set({ vendor_id: (await server.makeVendor()).id })
      .where('id', '=', mover.id)
      .execute()
    expect(await namesSeen(await server.as(mover.email))).toEqual([])
    expect(await namesSeen(colleague)).toContain('Left behind')
  })

  it('are changed by their owner only; shared ones of the house by an admin as well', async () => {
    const shared = await save(mine, { is_shared: true })
    const refused = await colleague.call(frameCalls.changeView, { view_id: shared.id, version: 1, name: 'Ours' })
    expect([refused.status, refused.body.message]).toEqual([403, 'Only its owner may change this view.'])
    const ofHouse = await save(ops, { is_shared: true })
    const byAdmin = await admin.call(frameCalls.changeView, {
      view_id: ofHouse.id,
      version: 1,
      name: 'Renamed by admin',
    })
    expect(byAdmin.body.data.view).toMatchObject({ name: 'Renamed by admin', version: 2, is_own: false })
  })

  // Would catch: an admin's taking back of a shared view that is refused, since it is then nobody's but its owner's.
  it('are taken back by an admin where their owner shared them with the house', async () => {
    const { id, name } = await save(ops, { is_shared: true })
    const byAdmin = await admin.call(frameCalls.changeView, { view_id: id, version: 1, is_shared: false })
    expect([byAdmin.status, byAdmin.body.data?.view]).toMatchObject([200, { is_shared: false, may_change: false }])
    expect(await namesSeen(admin)).not.toContain(name)
    expect(await namesSeen(ops)).toContain(name)
  })

  // Would catch: two people overwriting each other without hearing of it.
  it('refuse a stale version and say who was faster', async () => {
    const view = await save(ops, { is_shared: true })
    expect((await admin.call(frameCalls.changeView, { view_id: view.id, version: 1, search: 'tab=new' })).status).toBe(
      200,
    )
    const late = await ops.call(frameCalls.changeView, { view_id: view.id, version: 1, search: 'tab=all' })
    expect([late.status, late.body.code]).toEqual([409, 'stale'])
    expect(late.body.details.changed_by).toMatch(/^User/)
  })

  it('are deleted, brought back, and gone for good a day later', async () => {
    const view = await save(mine, { name: 'Short life' })
    const gone = await mine.call(frameCalls.changeView, { view_id: view.id, version: 1, is_deleted: true })
    expect(await namesSeen(mine)).not.toContain('Short life')
    const back = await mine.call(frameCalls.changeView, { view_id: view.id, version: 2, is_deleted: false })
    expect([gone.body.message, back.status]).toEqual(['View deleted.', 200])
    expect(await namesSeen(mine)).toContain('Short life')
    await mine.call(frameCalls.changeView, { view_id: view.id, version: 3, is_deleted: true })
    await server.db
      .updateTable('saved_view')
      .set({ deleted_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', view.id)
      .execute()
    await removeOld(server.db)
    expect((await mine.call(frameCalls.changeView, { view_id: view.id, version: 4, is_deleted: false })).status).toBe(
      404,
    )
  })

  // Would catch: a default that is another person's, of another list, or two of them.
  it('one of them is the default, per person and list', async () => {
    const first = await save(mine, { is_shared: true })
    const second = await save(mine)
    const elsewhere = await save(mine, { list: 'shipments' })
    for (const view of [first, second])
      await mine.call(frameCalls.setDefaultView, { list: 'my-orders', view_id: view.id })
    const wrong = await mine.call(frameCalls.setDefaultView, { list: 'my-orders', view_id: elsewhere.id })
    expect(wrong.status).toBe(404)
    const defaults = async (as: Client) =>
      (await as.call(frameCalls.getViews, { list: 'my-orders' })).body.data.views
        .filter((view) => view.is_default)
        .map(({ id }) => id)
    expect(await defaults(mine)).toEqual([second.id])
    expect(await defaults(colleague)).toEqual([])
    await mine.call(frameCalls.setDefaultView, { list: 'my-orders', view_id: null })
    expect(await defaults(mine)).toEqual([])
  })

  it('belong to lists that the role may open', async () => {
    const refused = await mine.call(frameCalls.createView, { list: 'pending-orders', name: 'x', search: '', layout })
    expect(refused.status).toBe(403)
    const warehouse = await server.as('warehouse')
    expect((await warehouse.call(frameCalls.getViews, { list: 'my-orders' })).status).toBe(403)
    expect((await ops.call(frameCalls.getViews, { list: 'users' })).status).toBe(403)
  })

  // Would catch: a limit counted before the lock, so that many at once go beyond it.
  it('are fifty of one person and list at most, however many are saved at once', async () => {
    const eager = await server.as(await server.makeUser({ role: 'internal_team' }))
    const tries = Array.from({ length: 60 }, (_, at) =>
      eager.call(frameCalls.createView, { list: 'my-orders', name: `No. ${at}`, search: '', layout }),
    )
    const replies = await Promise.all(tries)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50)
    const full = replies.find(({ status }) => status !== 200)
    expect(full?.body.message).toBe('You have 50 views of this list. Please delete one first.')
    expect(
      (await eager.call(frameCalls.createView, { list: 'shipments', name: 'Other', search: '', layout })).status,
    ).toBe(200)
  })

  it('have names of their own, and markup in a name is text', async () => {
    const name = '<img src=x onerror=alert(1)> =cmd'
    expect((await save(mine, { name })).name).toBe(name)
    const twice = await mine.call(frameCalls.createView, {
      list: 'my-orders',
      name: name.toUpperCase(),
      search: '',
      layout,
    })
    expect([twice.status, twice.body.message]).toEqual([409, 'You have a view of this name already.'])
  })

  const wrong: [string, object][] = [
    ['a name of blanks', { name: '   ' }],
    ['a name of 61 letters', { name: 'x'.repeat(61) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a name that writes backwards', { name: 'a\u202eb' }],
    ['an address with blanks and markup', { search: 'a=<script> x' }],
    ['an address too long', { search: 'x'.repeat(2_001) }],
    ['a column named by markup', { layout: { ...layout, order: ['<b>'] } }],
    ['a hundred and one columns', { layout: { ...layout, order: Array.from({ length: 101 }, (_, at) => `c${at}`) } }],
    ['a width of nothing', { layout: { ...layout, widths: { status: 0 } } }],
    ['a list that is none', { list: 'constructor' }],
  ]
  for (const [what, change] of wrong)
    it(`refuse ${what}`, async () => {
      const input = { list: 'my-orders', name: `Bad ${what}`, search: '', layout, ...change }
      const reply = await mine.call(frameCalls.createView, input as never)
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    })

  it('are audited', async () => {
    const view = await save(mine)
    await mine.call(frameCalls.changeView, { view_id: view.id, version: 1, is_deleted: true })
    const events = await server.db
      .selectFrom('audit_event')
      .where('entity', '=', 'view')
      .where('entity_id', '=', view.id)
      .orderBy('id')
      .select('event')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['view.saved', 'view.deleted'])
  })
})

describe('preferences', () => {
  const set = (as: Client, name: string, value: unknown) => as.call(frameCalls.setPreference, { name, value })
  const saved = async (as: Client) =>
    Object.fromEntries(
      (await as.call(frameCalls.getPreferences, {})).body.data.preferences.map(({ name, value }) => [name, value]),
    )

  it('are each person’s own; the last write wins, null forgets', async () => {
    await set(mine, 'table.my-orders', { order: ['a'] })
    await set(mine, 'table.my-orders', { order: ['b'] })
    await set(mine, 'frame.side-menu', 'narrow')
    await set(colleague, 'table.my-orders', { order: ['theirs'] })
    expect(await saved(mine)).toEqual({ 'table.my-orders': { order: ['b'] }, 'frame.side-menu': 'narrow' })
    await set(mine, 'frame.side-menu', null)
    expect(await saved(mine)).toEqual({ 'table.my-orders': { order: ['b'] } })
  })

  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  const wrong: [string, string, unknown][] = [
    ['a name that is a path', '../../etc', 1],
    ['a name of one word', 'table', 1],
    ['a name with markup', 'table.<b>', 1],
    ['a name too long', `table.${'x'.repeat(80)}`, 1],
    ['more than 16 KB', 'table.big', 'x'.repeat(16 * 1024)],
    ['more than 16 KB in Chinese', 'table.big', '字'.repeat(6 * 1024)],
    ['a value of many storeys', 'table.deep', deep(11)],
    ['a sign that is none', 'table.nul', { text: 'a\u0000b' }],
    ['half a sign', 'table.half', '\ud800'],
    ['no value', 'table.none', undefined],
  ]
  for (const [what, name, value] of wrong)
    it(`refuse ${what}`, async () => {
      const reply = await set(mine, name, value)
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    })

  // Would catch: a value so deep that looking at it ends the server's stack.
  it('refuse a value of a hundred thousand storeys with an answer, not a fault', async () => {
    const value = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const headers = { authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' }
    const payload = `{"name":"table.deep","value":${value}}`
    const reply = await server.app.inject({ method: 'POST', url: '/selvedge/preferences/set', headers, payload })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_input'])
  })

  // Would catch: a script that fills the database under one account.
  it('are 200 of one person at most; known ones can still be changed', async () => {
    const eager = await server.as(await server.makeUser({ role: 'internal_team' }))
    for (let at = 0; at < 200; at++) expect((await set(eager, `table.t${at}`, at)).status).toBe(200)
    const more = await Promise.all([set(eager, 'table.t200', 1), set(eager, 'table.t201', 1)])
    expect(more.map(({ status }) => status)).toEqual([409, 409])
    expect((await set(eager, 'table.t7', 'new')).status).toBe(200)
  })
})
