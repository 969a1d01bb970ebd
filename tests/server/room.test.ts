import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeOld } from '../../src/server/app/housekeeping.ts'
import { type FileKind, type Files, fileKey } from '../../src/server/files/files.ts'
import type { CallContext } from '../../src/server/http/call.ts'
import { keepLimits, keptOf, trimReplies } from '../../src/server/http/keep-limits.ts'
import { keepingRoom, NEARLY_FULL, openRoom } from '../../src/server/http/room.ts'
import { keepRefused, removeOldRefused } from '../../src/server/sheets/refused-files.ts'
import { contract } from '../../src/shared/areas.ts'
import { testFiles } from '../support/files.ts'
import { type TestServer, testServer } from '../support/server.ts'

const GB = 1024 ** 3
/** A disk that a test tells: no disk of the machine is filled. */
const disk = { free: 0 }
const room = openRoom({
  folder: '/',
  statfs: async () => ({ bavail: disk.free, bsize: 1, blocks: 100 * GB }),
})
/** The answer is kept for two seconds. */
const roomNow = () => openRoom({ folder: '/', statfs: async () => ({ bavail: disk.free, bsize: 1, blocks: 100 * GB }) })

let server: TestServer
let place: Files
beforeAll(async () => {
  place = testFiles()
  server = await testServer({ files: keepingRoom(place, room), room })
})

const none: string[] = []
const view = {
  list: 'confirmed-orders' as const,
  search: '',
  layout: { order: none, hidden: none, pinned: none, widths: {}, is_dense: false },
}

const id = (at: number) => `0197aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`

describe('a disk that is nearly full', () => {
  // Would catch: exports, corrected copies, pictures and logs that take the last megabytes, so that nobody can save a count any more.
  it('ends what can wait at the reserve, photographs of inspections at a quarter of it, and nothing that is saved', async () => {
    const at = async (free: number) => {
      disk.free = free
      const files = keepingRoom(place, roomNow())
      const kinds: FileKind[] = ['uploads', 'imports', 'pictures', 'photos', 'thumbnails']
      const answers = kinds.map((kind) =>
        files.put(fileKey(kind, id(Math.round(free / 1e6))), Buffer.from('x')).then(
          () => kind,
          () => null,
        ),
      )
      return (await Promise.all(answers)).filter((kind) => kind !== null)
    }
    expect(await at(2 * GB)).toEqual(['uploads', 'imports', 'pictures', 'photos', 'thumbnails'])
    expect(await at(0.9 * GB)).toEqual(['photos', 'thumbnails'])
    expect(await at(0.2 * GB)).toEqual([])
    disk.free = 0.9 * GB
    const own = await testServer({ db: server.db, room: roomNow() })
    const ops = await own.as('ops')
    const { createView, trackUserActions } = contract.frame
    const saved = await ops.call(createView, { ...view, name: 'Mine' })
    expect(saved.status).toBe(200)
    const action = { at: new Date().toISOString(), kind: 'x' }
    expect((await ops.call(trackUserActions, { actions: [action] })).body.data.taken).toBe(0)
    const check = await (await own.as('admin')).call(contract.ledgers.startLedgerCheck, {})
    expect([check.status, check.body]).toMatchObject([507, { code: 'disk_full', message: NEARLY_FULL }])
    disk.free = 100 * GB
  })
})

describe('what one person leaves behind', () => {
  // Would catch: what filled a disk with 17 files: refused uploads that are kept for a day, however many and however large.
  it('is a few refused files, the newest, whose files go with their rows', async () => {
    disk.free = 100 * GB
    const user = await server.makeUser({ role: 'ops' })
    const { rows: most } = keepLimits.refusedUploads.perUser
    const told = Array.from({ length: most + 3 }, (_, at) => ({
      ...{ id: id(at), user_id: user.id, file_name: 'a.csv', faults: '{"faults":[]}', bytes: 1_000 },
    }))
    await server.db.insertInto('refused_upload').values(told).execute()
    for (const one of told) await place.put(fileKey('uploads', one.id), Buffer.from('x'))
    // Another's stay.
    const other = await server.makeUser({ role: 'ops' })
    await server.db
      .insertInto('refused_upload')
      .values({ ...(told[0] as (typeof told)[0]), id: id(900), user_id: other.id })
      .execute()
    await removeOldRefused(server.db, place)
    expect(await keptOf(server.db, 'refused_upload', user.id)).toMatchObject({ rows: most })
    expect((await keptOf(server.db, 'refused_upload', other.id)).rows).toBe(1)
    const left: string[] = []
    for await (const { id: name } of place.list('uploads')) left.push(name)
    expect(left).not.toContain(id(0))
    expect(left).toContain(id(most + 2))
    // By size: the third large one pushes the first out at once, not in an hour.
    const big = { name: 'big.csv', bytes: Buffer.alloc(Math.floor(keepLimits.refusedUploads.perUser.bytes / 2.5)) }
    const large = await server.makeUser({ role: 'ops' })
    const context = { files: place, db: server.db, caller: { userId: large.id } } as CallContext
    const kept: string[] = []
    for (let at = 0; at < 3; at++)
      kept.push((await keepRefused(context, big, { faults: [], count: 0, headers: [] })).upload_id ?? 'none')
    expect(await keptOf(server.db, 'refused_upload', large.id)).toMatchObject({ rows: 2 })
    const sizes = await Promise.all(kept.map(async (one) => (await place.stat(fileKey('uploads', one)))?.size ?? null))
    expect(sizes).toEqual([null, big.bytes.length, big.bytes.length])
  })

  // Would catch: a client's log, or codes for labels, by which one session writes gigabytes an hour.
  it('is no more than a day’s share of the log, and so many label files', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await server.as(user)
    const details = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`d${at}`, 'y'.repeat(300)]))
    const action = { at: new Date().toISOString(), kind: 'x', details }
    let taken = 0
    for (let batch = 0; batch < 9; batch++)
      taken += (await client.call(contract.frame.trackUserActions, { actions: new Array(500).fill(action) })).body.data
        .taken
    const { perUser } = keepLimits.userActions
    expect(taken).toBeLessThan(9 * 500)
    expect((await keptOf(server.db, 'user_action', user.id)).bytes).toBeLessThan(perUser.bytes * 1.3)
    await sql`INSERT INTO label_file (id, user_id, kind, labels)
      SELECT gen_random_uuid(), ${user.id}, 'sku', '[]' FROM generate_series(1, ${keepLimits.labelFiles.perUser.rows + 50})`.execute(
      server.db,
    )
    await removeOld(server.db)
    expect((await keptOf(server.db, 'label_file', user.id)).rows).toBe(keepLimits.labelFiles.perUser.rows)
  })

  // Would catch: stored replies that fill the disk for a week; or one that was forgotten, so that the same request is done a second time.
  it('is so many bytes of replies; a request whose reply was forgotten is still never done twice', async () => {
    const user = await server.makeUser({ role: 'ops' })
    const client = await server.as(user)
    const call = () =>
      client.call(contract.frame.createView, { ...view, name: 'Once' }, { 'idempotency-key': 'only-once' })
    expect((await call()).status).toBe(200)
    // Newer ones, as large as all that is kept together: text that does not pack.
    await sql`INSERT INTO idempotency_key (user_id, key, request_hash, reply, created_at)
      SELECT ${user.id}, 'big-' || n, 'x', to_jsonb((SELECT string_agg(md5(n || ' ' || i), '') FROM generate_series(1, 300) i)), now() + interval '1 second'
      FROM generate_series(1, 80) n`.execute(server.db)
    const limits = { perUser: { bytes: 100_000 }, bytes: 1e9 }
    await trimReplies(server.db, limits)
    const { rows } = await sql<{ kept: number; all: number }>`
      SELECT coalesce(sum(pg_column_size(reply)), 0)::float AS kept, count(*)::int AS all FROM idempotency_key WHERE user_id = ${user.id}`.execute(
      server.db,
    )
    expect(rows[0]?.kept).toBeLessThan(limits.perUser.bytes)
    expect(rows[0]?.all).toBe(81)
    const again = await call()
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const views = await server.db.selectFrom('saved_view').where('owner_id', '=', user.id).select('id').execute()
    expect(views).toHaveLength(1)
  })
})
