import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { type AuditEvent, recordEvents } from '../../src/server/audit/audit.ts'
import { numberBatches } from '../../src/server/feed/batches.ts'
import type { Db, Tx } from '../../src/server/http/call.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Gives } from '../../src/shared/kernel/call.ts'
import { asItStands } from '../support/as-it-stands.ts'
import { type Client, clientOf } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { makeKey } from '../support/keys.ts'
import { decideOn } from '../support/order-decisions.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import type { MadeUser } from '../support/people.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { openShipment } from '../support/shipments.ts'

const { getEvents } = contract.feed
type Page = Gives<typeof getEvents>

let server: TestServer
let user: MadeUser
let house: Client
beforeAll(async () => {
  // As many connections as there are writers at once.
  const { db } = await freshDatabase({ poolSize: 14 })
  server = await testServer({ db })
  user = await server.makeUser({ role: 'ops' })
  house = await server.as(user)
})

/** One more event of a made-up shipment, as a command writes it. */
const write = (tx: Tx, ...events: (Partial<AuditEvent> & { entityId: string })[]) =>
  recordEvents(
    tx,
    { caller: { userId: user.id }, requestId: 'test', source: 'api' },
    events.map((event) => ({ entity: 'shipment', event: 'shipment.described', ...event })),
  )

/** All that is committed is numbered: the server does so by itself, only later. */
async function page(client: Client, input: Record<string, string | number> = {}): Promise<Page> {
  await numberBatches(server.db)
  const reply = await client.call(getEvents, input as never)
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.body.message}`)
  return reply.body.data
}

async function follow(client: Client, after: string, input: Record<string, string | number> = {}) {
  const events: Page['events'] = []
  for (let cursor = after; ; ) {
    const { events: more, next_cursor, has_more } = await page(client, { ...input, after: cursor })
    events.push(...more)
    cursor = next_cursor
    if (!has_more) return { events, cursor }
  }
}

const end = async (client: Client) => (await page(client, { after: 'latest' })).next_cursor
const ids = (events: Page['events']) => events.map(({ id }) => id)

/** A transaction that stays open until it is told to end. */
async function slowly(db: Db, work: (tx: Tx) => Promise<unknown>) {
  const open = Promise.withResolvers<void>()
  const wrote = Promise.withResolvers<void>()
  const done = db.transaction().execute(async (tx) => {
    await work(tx)
    wrote.resolve()
    await open.promise
  })
  await Promise.race([wrote.promise, done])
  const commit = () => {
    open.resolve()
    return done
  }
  return { commit }
}

/** All rows of one database in another, and its sequences, as pg_dump writes them and pg_restore takes them. */
async function restore(from: Db, to: Db): Promise<void> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    SELECT c.relname AS name, (SELECT string_agg(quote_ident(a.attname), ', ') FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`.execute(from)
  const { rows: sequences } = await sql<{ name: string; at: string | null }>`
    SELECT sequencename AS name, last_value::text AS at FROM pg_sequences WHERE schemaname = 'public'`.execute(from)
  await to.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx)
    for (const { name, columns } of tables) {
      const { rows } = await sql<{ all: string }>`
        SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${sql.table(name)} t`.execute(from)
      await sql`DELETE FROM ${sql.table(name)}`.execute(tx)
      await sql`INSERT INTO ${sql.table(name)} (${sql.raw(columns)}) OVERRIDING SYSTEM VALUE SELECT ${sql.raw(columns)}
        FROM json_populate_recordset(NULL::${sql.table(`public.${name}`)}, ${rows[0]?.all}::json)`.execute(tx)
    }
    for (const { name, at } of sequences) if (at) await sql`SELECT setval(${name}, ${at}::bigint)`.execute(tx)
  })
}

describe('events of transactions that are not through yet', () => {
  // Would catch: a feed in the order of ids or of writing, whose follower has gone past an event before it could be seen.
  it('come when they are committed, behind what was committed before', async () => {
    const start = await end(house)
    const late = await slowly(server.db, (tx) => write(tx, { entityId: 'LATE-1' }, { entityId: 'LATE-2' }))
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'QUICK-1' }))
    const first = await follow(house, start)
    expect(ids(first.events)).toEqual(['QUICK-1'])
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'QUICK-2' }))
    expect(ids((await follow(house, first.cursor)).events)).toEqual(['QUICK-2'])
    await late.commit()
    const { cursor } = await follow(house, first.cursor)
    expect(ids((await follow(house, first.cursor)).events)).toEqual(['QUICK-2', 'LATE-1', 'LATE-2'])
    expect(ids((await follow(house, cursor)).events)).toEqual([])
    // Told again in the same order to whoever begins anew.
    expect(ids((await follow(house, start)).events)).toEqual(['QUICK-1', 'QUICK-2', 'LATE-1', 'LATE-2'])
  })

  // Would catch: a feed in the order in which transactions began (their ids): one that began first and waited for the other's lock
  // would be told first, and a follower be left with the state before the last.
  it('of one thing come in the order of its changes, when they are numbered together too', async () => {
    const start = await end(house)
    const thing = await makeOrder(server.db)
    const change = (tx: Tx) =>
      tx.updateTable('vendor_order').set({ version: sql<number>`version + 1` }).where('id', '=', thing.id).execute()
    const isHeld = Promise.withResolvers<void>()
    const waited = server.db.transaction().execute(async (tx) => {
      await sql`INSERT INTO setting (name, value) VALUES (${v7()}, '1')`.execute(tx)
      await isHeld.promise
      await change(tx)
      await write(tx, { entityId: 'SECOND' })
    })
    await server.db.transaction().execute(async (tx) => {
      await change(tx)
      isHeld.resolve()
      await write(tx, { entityId: 'FIRST' })
    })
    await waited
    expect(ids((await follow(house, start)).events)).toEqual(['FIRST', 'SECOND'])
  })

  // Would catch: a follower that hears of goods, and never of the styles, vendors and files of records that they are made of; prices or contacts in it; a change that does not say what was before.
  it('tells of records: made, changed, retired and brought in by file', async () => {
    const { data } = contract
    const start = await end(house)
    const vendor = (name: string, phone: string) => ({ vendor: 'FEED1', name, city: 'Guangzhou', phone })
    await house.call(data.saveRecord, { kind: 'vendors', values: vendor('One', '+86 20 1'), is_new: true })
    await house.call(data.saveRecord, { kind: 'vendors', values: vendor('Two', '+86 20 2') })
    await house.call(data.retireRecords, { kind: 'vendors', ids: ['FEED1'] })
    const bytes = 'Vendor,Name,City\nFEED2,Three,Delhi\nFEED3,Four,Delhi'
    await house.call(data.importRecords, { kind: 'vendors', mode: 'all', file: { name: 'v.csv', bytes } })
    const { events } = await follow(house, start, { kind: 'record' })
    expect(events.map(({ id, event, details }) => [id, event, details])).toEqual([
      ['vendors/FEED1', 'record.created', {}],
      ['vendors/FEED1', 'record.changed', { name: 'One → Two' }],
      ['vendors/FEED1', 'record.retired', {}],
      ['vendors', 'records.imported', { new: 2, changed: 0 }],
    ])
  })

  // Would catch: an event lost, told twice, out of order or told although it was undone, while many write and several servers number.
  it('are neither lost nor out of order under many writers, undone ones and several servers', async () => {
    const start = await end(house)
    const things: MadeOrder[] = []
    for (let made = 0; made < 4; made++) things.push(await makeOrder(server.db))
    const written: { ids: string[]; began: number; ended: number }[] = []
    let isOver = false
    const writer = async (name: number) => {
      for (let turn = 0; turn < 8; turn++) {
        const thing = things[(name + turn) % things.length] as MadeOrder
        const undone = (name * 7 + turn) % 5 === 0
        let began = 0
        let own: string[] = []
        const task = server.db.transaction().execute(async (tx) => {
          // As a command that takes an Idempotency-Key: its transaction has written before it waits for the lock.
          await sql`INSERT INTO setting (name, value) VALUES (${v7()}, '1')`.execute(tx)
          const { version } = await tx
            .updateTable('vendor_order')
            .set({ version: sql<number>`version + 1` })
            .where('id', '=', thing.id)
            .returning('version')
            .executeTakeFirstOrThrow()
          await sleep(Math.random() * 8)
          began = performance.now()
          const id = `${thing.order_id}:${String(version).padStart(4, '0')}`
          own = [`${id}a`, `${id}b`, `${id}c`]
          await write(tx, { entityId: own[0] ?? '' }, { entityId: own[1] ?? '' })
          await sleep(Math.random() * 15)
          await write(tx, { entityId: own[2] ?? '' })
          if (undone) throw new Error('undone')
        })
        await task.then(
          () => written.push({ ids: own, began, ended: performance.now() }),
          () => undefined,
        )
      }
    }
    const numberer = async () => {
      while (!isOver) {
        await numberBatches(server.db)
        await sleep(Math.random() * 5)
      }
    }
    const seen: string[] = []
    const reader = async () => {
      let cursor = start
      for (let last = false; ; last = isOver) {
        const reply = await house.call(getEvents, { after: cursor, limit: 1 + Math.floor(Math.random() * 7) })
        expect(reply.status).toBe(200)
        const { events, next_cursor, has_more } = reply.body.data
        seen.push(...ids(events))
        // From the page's end, or from the last event of it, which may come before.
        cursor = Math.random() < 0.5 ? (events.at(-1)?.cursor ?? cursor) : next_cursor
        if (last && !has_more && events.length === 0) return
      }
    }
    const writers = Promise.all(Array.from({ length: 8 }, (_, name) => writer(name)))
    const allWritten = writers
      .then(() => numberBatches(server.db))
      .finally(() => {
        isOver = true
      })
    await Promise.all([allWritten, reader(), numberer(), numberer(), numberer()])

    expect(seen.toSorted()).toEqual(written.flatMap((each) => each.ids).toSorted())
    const at = new Map(seen.map((id, place) => [id, place]))
    // Of one thing, as its changes were committed.
    for (const { order_id } of things) {
      const own = seen.filter((id) => id.startsWith(order_id))
      expect(own).toEqual(own.toSorted())
    }
    // What was through before another began stands before it.
    const misplaced = written.flatMap((before) =>
      written.filter(
        (later) => before.ended < later.began && (at.get(before.ids[2] ?? '') ?? 0) > (at.get(later.ids[0] ?? '') ?? 0),
      ),
    )
    expect(misplaced).toEqual([])
  })
})

describe('a page of the feed', () => {
  it('says what happened, to what, when, by whom and in which role, and no more', async () => {
    const start = await end(house)
    const { shipment_id, order } = await openShipment(server)
    const key = await makeKey(server, { name: 'Carrier desk', role: 'vendor', vendor_id: order.vendor.code })
    await asItStands(server, key.client).call(contract.shipments.updateShipment, { action: 'cancel', shipment_id })
    const { events } = await follow(house, start)
    expect(events.map(({ kind, event }) => [kind, event])).toEqual([
      ['order', 'order.scheduled'],
      ['shipment', 'shipment.created'],
      ['shipment', 'shipment.cancelled'],
    ])
    const by = { kind: 'key', role: 'vendor', name: 'Carrier desk', is_self: false }
    expect(events[2]).toMatchObject({ id: shipment_id, to: 'Cancelled', source: 'api', by })
    expect(events[1]?.by).toEqual({ kind: 'person', role: 'vendor', name: null, is_self: false })
    expect(events[1]?.details).toEqual({ quantity: 20, lines: 2 })
    // Its own doing, so that two systems do not answer each other for ever.
    const own = await follow(key.client, start)
    expect(own.events.map(({ event, by: { is_self } }) => [event, is_self]).at(-1)).toEqual([
      'shipment.cancelled',
      true,
    ])
  })

  it('goes on in the middle of what one command wrote, and by kind', async () => {
    const start = await end(house)
    const all = Array.from({ length: 7 }, (_, at) => `MANY-${at}`)
    await server.db.transaction().execute(async (tx) => {
      await write(tx, ...all.map((entityId) => ({ entityId })))
      await write(tx, { entityId: 'I-1', entity: 'invoice', event: 'invoice.created' })
      // No business of other systems.
      await write(tx, { entityId: 'nobody@selvedge.test', entity: 'user', event: 'user.signed_in' })
    })
    const one = await page(house, { after: start, limit: 3 })
    expect([ids(one.events), one.has_more]).toEqual([all.slice(0, 3), true])
    expect(one.events.at(-1)?.cursor).toBe(one.next_cursor)
    expect(ids((await follow(house, one.events[1]?.cursor ?? '', { limit: 2 })).events)).toEqual([
      ...all.slice(2),
      'I-1',
    ])
    expect(ids((await follow(house, start, { kind: 'invoice, order' })).events)).toEqual(['I-1'])
    // Where nothing of the kind came, the follower goes on from the end all the same, and its cursor does not grow old.
    const { next_cursor } = await page(house, { after: start, kind: 'return_note' })
    expect(ids((await page(house, { after: next_cursor })).events)).toEqual([])
  })

  it('begins with the oldest event that is kept, and refuses what nobody was given', async () => {
    const { events, has_more } = await page(house, { limit: 1 })
    expect([events.length, has_more]).toEqual([1, true])
    const ask = async (client: Client, input: Record<string, unknown>) => {
      const { status, body } = await client.call(getEvents, input as never)
      return [status, body.code]
    }
    for (const wrong of [{ after: 'x' }, { kind: 'user' }, { kind: '' }, { limit: 0 }, { limit: 1_001 }])
      expect(await ask(house, wrong)).toEqual([400, 'invalid_input'])
    expect(await ask(await server.as('vendor'), { kind: 'invoice' })).toEqual([403, 'forbidden'])
    expect(await ask(await server.as('cad'), { kind: 'order' })).toEqual([403, 'forbidden'])
  })
})

describe('a vendor’s key', () => {
  // Would catch: a competitor's goods, or the house's own words, told to a vendor's system.
  it('hears of its own things alone, and nothing that stays in the house', async () => {
    const start = await end(house)
    const mine = await makeOrder(server.db, { answered: false, decision: 'NEW' })
    const { client } = await makeKey(server, { role: 'vendor', vendor_id: mine.vendor.code })
    const decide = async (decision: 'approve' | 'refuse' | 'withdraw') => {
      const why = decision === 'refuse' ? { reason: 'Other', remark: 'too dear at 45.50' } : {}
      const { changed } = await decideOn(server, house, mine.order_id, { decision, ...why } as never)
      expect([decision, changed]).toEqual([decision, [mine.order_id]])
    }
    const heard = async () => (await follow(client, start)).events.map(({ event }) => event)
    await decide('refuse')
    await decide('withdraw')
    expect(await heard()).toEqual([])
    await decide('approve')
    expect(await heard()).toEqual(['order.approved'])
    const other = await openShipment(server)
    const own = await openShipment(server, { vendor: mine.vendor })
    const { events } = await follow(client, start)
    expect(new Set(ids(events))).toEqual(new Set([mine.order_id, own.order.order_id, own.shipment_id]))
    expect(JSON.stringify(events)).not.toContain('45.50')
    expect(ids((await follow(house, start)).events)).toContain(other.shipment_id)
    // Of one that is taken from its sight it hears that, and no more.
    await decide('withdraw')
    const told = (await follow(client, start)).events.filter(({ id }) => id === mine.order_id)
    expect(told.map(({ event }) => event)).toEqual(['order.approval_withdrawn'])
  })

  // Would catch: a cursor that a vendor reads, or compares with its last one, to learn how much the others do; one that it makes up.
  it('has cursors that tell nothing, cannot be made, and are as good at a server that is started anew', async () => {
    const own = await openShipment(server)
    const { client } = await makeKey(server, { role: 'vendor', vendor_id: own.order.vendor.code })
    const before = await end(client)
    const again = await end(client)
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'FOREIGN-A' }, { entityId: 'FOREIGN-B' }))
    const after = await end(client)
    const bytes = [before, again, after].map((cursor) => Buffer.from(cursor, 'base64url'))
    expect(new Set([before, again, after]).size).toBe(3)
    for (const one of bytes) {
      expect(one.length).toBe(bytes[0]?.length)
      const alike = [...one].filter((byte, at) => byte === bytes.find((other) => other !== one)?.[at])
      // By chance one in 256.
      expect(alike.length).toBeLessThan(8)
    }
    const changed = Buffer.from(bytes[0] ?? [])
    changed[20] = (changed[20] ?? 0) ^ 1
    for (const made of [changed.toString('base64url'), `${before}AA`, before.slice(0, -4)])
      expect((await client.call(getEvents, { after: made })).status).toBe(400)
    const second = await testServer({ db: server.db })
    const there = await (await second.as(user)).call(getEvents, { after: before })
    expect(ids(there.body.data.events)).toEqual(['FOREIGN-A', 'FOREIGN-B'])
    expect(await page(client, { after: before })).toMatchObject({ events: [], has_more: false })
  })

  // Would catch: a page that reads all there is for a vendor of whom little happened, or that ends before it was all looked through.
  it('finds its one event behind thousands of others, a bounded part at a time', async () => {
    const start = await end(house)
    const own = await openShipment(server)
    const { cursor } = await follow(house, start)
    await server.db.transaction().execute(async (tx) => {
      await write(tx, ...Array.from({ length: 6_000 }, (_, at) => ({ entityId: `FOREIGN-${at}` })))
      await write(tx, { entityId: own.shipment_id })
    })
    const { client } = await makeKey(server, { role: 'vendor', vendor_id: own.order.vendor.code })
    const first = await page(client, { after: cursor })
    expect([first.events, first.has_more]).toEqual([[], true])
    const second = await page(client, { after: first.next_cursor })
    expect([ids(second.events), second.has_more]).toEqual([[own.shipment_id], false])
  })
})

describe('what is kept of the feed', () => {
  const age = (db: Db) => db.updateTable('feed_batch').set({ at: sql<Date>`now() - interval '91 days'` }).execute()
  const ask = async (client: Client, after: string) => {
    await numberBatches(server.db)
    const { status, body } = await client.call(getEvents, { after })
    return [status, body.code, body.data?.events.length]
  }

  // Would catch: a follower that was away too long, and is told nothing instead of that it missed something.
  it('is 90 days, and older cursors are refused, but for the last of a quiet house', async () => {
    const missing = await end(house)
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'GONE' }))
    const before = await end(house)
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'OLD-1' }, { entityId: 'OLD-2' }))
    const middle = (await page(house, { after: before, limit: 1 })).next_cursor
    const last = await end(house)
    await age(server.db)
    await removeOld(server.db)
    expect(await ask(house, missing)).toEqual([410, 'gone', undefined])
    expect(await ask(house, before)).toEqual([200, undefined, 2])
    expect(await ask(house, middle)).toEqual([200, undefined, 1])
    expect(await ask(house, last)).toEqual([200, undefined, 0])
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'NEW-1' }))
    expect(await ask(house, last)).toEqual([200, undefined, 1])
    await removeOld(server.db)
    expect(ids((await page(house)).events)).toEqual(['NEW-1'])
    // Would catch: a follower that asked an hour ago, and is sent away because the event before was of long ago.
    expect(await ask(house, last)).toEqual([200, undefined, 1])
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 91 * 24 * 60 * 60_000)
    expect(await house.call(getEvents, { after: last })).toMatchObject({ status: 410 })
    later.mockRestore()
  })

  // Would catch: a cursor of the middle of a batch that is taken for the end of what was kept: the rest of it would be missed.
  it('does not go on behind a batch that was not read to its end and is forgotten', async () => {
    const start = await end(house)
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'HALF-1' }, { entityId: 'HALF-2' }))
    const half = await page(house, { after: start, limit: 1 })
    await age(server.db)
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'WHOLE' }))
    await numberBatches(server.db)
    await removeOld(server.db)
    expect(await ask(house, half.next_cursor)).toEqual([410, 'gone', undefined])
    expect(await ask(house, start)).toEqual([410, 'gone', undefined])
  })

  // Would catch: a database brought into another cluster by a dump that tells events twice, leaves some out, or turns cursors away.
  it('goes on where it stood in a database that was dumped and restored', async () => {
    const start = await end(house)
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'DUMP-1' }, { entityId: 'DUMP-2' }))
    const { cursor } = await follow(house, start)
    // Written and committed, not yet numbered.
    await server.db.transaction().execute((tx) => write(tx, { entityId: 'DUMP-3' }))
    const { db } = await freshDatabase()
    await restore(server.db, db)
    const moved = await (await testServer({ db })).as('admin')
    await db.transaction().execute((tx) => write(tx, { entityId: 'AFTER-1' }))
    await numberBatches(db)
    const read = async (after: string) =>
      ids((await moved.call(getEvents, { after, kind: 'shipment' })).body.data.events)
    expect(await read(start)).toEqual(['DUMP-1', 'DUMP-2', 'DUMP-3', 'AFTER-1'])
    expect(await read(cursor)).toEqual(['DUMP-3', 'AFTER-1'])
  })

  // Would catch: a follower that takes the events of a database that was brought back from yesterday's backup for those it has.
  it('does not know cursors of what a backup has undone', async () => {
    const { db } = await freshDatabase()
    const own = await testServer({ db })
    const client = clientOf(own.app, (await own.as('ops')).token)
    const writeOne = (entityId: string) =>
      db
        .transaction()
        .execute((tx) =>
          recordEvents(tx, { caller: { userId: user.id }, requestId: 't', source: 'api' }, [
            { entity: 'shipment', entityId, event: 'shipment.created' },
          ]),
        )
    await db
      .insertInto('app_user')
      .values({ id: user.id, email: 'x@y.zz', name: 'x', role: 'ops', password_hash: '' })
      .execute()
    const read = async (after?: string) => {
      await numberBatches(db)
      return client.call(getEvents, after === undefined ? {} : { after })
    }
    await writeOne('KEPT')
    const kept = (await read()).body.data.next_cursor
    await writeOne('UNDONE')
    const undone = (await read()).body.data.next_cursor
    await db.deleteFrom('feed_batch').where('number', '=', 2).execute()
    await db.updateTable('feed_last').set({ number: 1 }).execute()
    expect((await read(undone)).status).toBe(410)
    await writeOne('ANOTHER')
    expect((await read(undone)).status).toBe(410)
    expect(ids((await read(kept)).body.data.events)).toEqual(['ANOTHER'])
  })
})
