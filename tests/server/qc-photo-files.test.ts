import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { upkeep } from '../../src/server/app/areas.ts'
import { fileHousekeeping } from '../../src/server/app/housekeeping.ts'
import { movePhotos, photoOwner } from '../../src/server/areas/photos/photo-files.ts'
import {
  bytesOf,
  type FileKind,
  type Files,
  FilesUnavailable,
  fileKey,
  fileKinds,
} from '../../src/server/files/files.ts'
import { openFiles } from '../../src/server/files/open-files.ts'
import { contract } from '../../src/shared/areas.ts'
import { freshDatabase } from '../support/database.ts'
import { filesFolder, testFiles, testStorage } from '../support/files.ts'
import { plainPhoto, sendPhoto } from '../support/pictures.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { openShipment, packingFile } from '../support/shipments.ts'
import { testLog } from '../support/test-databases.ts'

const { uploadReviewImage } = contract.photos
const { qcImage } = contract.photos
const { getCorrectedWorkbook } = contract.frame
const DAY_MS = 86_400_000

async function idsIn(files: Files, kind: FileKind): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of files.list(kind)) ids.push(id)
  return ids
}

const pass = (server: TestServer, days = 0) =>
  fileHousekeeping(server.db, server.files, new AbortController().signal)(new Date(Date.now() + days * DAY_MS))

async function rowOf(server: TestServer, imageId: string) {
  return server.db.selectFrom('qc_image').selectAll().where('id', '=', imageId).executeTakeFirstOrThrow()
}

const places: [name: string, open: () => Promise<Files>][] = [
  ['a folder', async () => testFiles()],
  ['S3-compatible storage', async () => (await testStorage()).files],
]

describe.each(places)('photographs in %s', (_, open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ files: await open() })
  })

  it('lie there in two sizes and not in the database, and are served as before', async () => {
    // Would catch: bytes kept in both places; a page or a script served under the address of a photograph.
    const inspector = await server.as('china_warehouse_team')
    const file = { name: 'photo.jpg', bytes: await plainPhoto(900, 600) }
    const { body } = await inspector.call(uploadReviewImage, { file })
    const { image_id, bytes } = body.data
    const row = await rowOf(server, image_id)
    expect(row).toMatchObject({ picture: null, thumbnail: null, file_id: expect.any(String), bytes })
    const id = row.file_id ?? ''
    for (const [size, kind] of [
      ['full', 'photos'],
      ['thumbnail', 'thumbnails'],
    ] as const) {
      const served = await inspector.call(qcImage, { image_id, size })
      expect(served.bytes.equals((await bytesOf(server.files, fileKey(kind, id))) ?? Buffer.alloc(0))).toBe(true)
      expect(served.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=86400, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': expect.stringMatching(/^attachment/),
        'content-security-policy': expect.any(String),
      })
      if (size === 'full') expect(served.bytes.length).toBe(bytes)
    }
  })

  it('are moved out of the database by housekeeping, in bounded steps, while they are read from both places', async () => {
    // Would catch: photographs of an older version lost or unreadable after the upgrade, or left in the database for ever.
    const { client, user } = await boxesAtQc(server)
    const old = Array.from({ length: 5 }, () => v7())
    const pictureOf = (id: string) => Buffer.from(`picture ${id}`)
    for (const id of old) {
      const saved = { id, user_id: user.id, width: 1, height: 1, sha256: Buffer.from(id) }
      const bytes = { picture: pictureOf(id), thumbnail: Buffer.from(`small ${id}`) }
      await server.db
        .insertInto('qc_image')
        .values({ ...saved, ...bytes })
        .execute()
    }
    const readAll = async () => {
      for (const image_id of old) {
        const [full, small] = await Promise.all(
          (['full', 'thumbnail'] as const).map((size) => client.call(qcImage, { image_id, size })),
        )
        expect([full?.bytes.toString(), small?.bytes.toString()]).toEqual([`picture ${image_id}`, `small ${image_id}`])
      }
    }
    await readAll()
    expect(await movePhotos(server.db, server.files, 2, new AbortController().signal)).toBe(2)
    await readAll()
    const left = async () =>
      (await Promise.all(old.map((id) => rowOf(server, id)))).filter(({ file_id }) => !file_id).length
    expect(await left()).toBe(3)
    expect(await movePhotos(server.db, server.files, 9, AbortSignal.abort())).toBe(0)
    // Two servers at once.
    await Promise.all([pass(server), pass(server)])
    expect(await left()).toBe(0)
    for (const id of old) {
      const row = await rowOf(server, id)
      expect(row).toMatchObject({ picture: null, thumbnail: null, file_id: id, bytes: pictureOf(id).length })
    }
    await readAll()
  })

  it('whose put was followed by a crash are swept after a week, and no other is', async () => {
    // Would catch: files that nobody knows of, for ever; a photograph whose row is being written swept away under it.
    const inspector = await server.as('china_warehouse_team')
    const wanted = (await rowOf(server, await sendPhoto(inspector))).file_id ?? ''
    // A mover that was killed between file and row: the row still has the bytes.
    const half = v7()
    const user = await server.makeUser()
    const saved = { id: half, user_id: user.id, width: 1, height: 1, sha256: Buffer.from(half) }
    await server.db
      .insertInto('qc_image')
      .values({ ...saved, picture: Buffer.from('x'), thumbnail: Buffer.from('x') })
      .execute()
    const crashed = v7()
    const refused = v7()
    for (const id of [half, crashed]) await server.files.put(fileKey('photos', id), Buffer.from('x'))
    await server.files.put(fileKey('thumbnails', crashed), Buffer.from('x'))
    await server.files.put(fileKey('uploads', refused), Buffer.from('x'))
    const named = await photoOwner.named(server.db, [wanted, half, crashed])
    expect(named.sort()).toEqual([wanted, half].sort())
    const clean = fileHousekeeping(server.db, server.files, new AbortController().signal)
    // Each begins anywhere, so it takes two to see all.
    for (const days of [6, 6]) await clean(new Date(Date.now() + days * DAY_MS))
    expect(await idsIn(server.files, 'photos')).toContain(crashed)
    for (const days of [8, 8]) await clean(new Date(Date.now() + days * DAY_MS))
    const photos = await idsIn(server.files, 'photos')
    expect(photos).not.toContain(crashed)
    expect(photos).toEqual(expect.arrayContaining([wanted, half]))
    expect(await idsIn(server.files, 'thumbnails')).not.toContain(crashed)
    expect(await idsIn(server.files, 'uploads')).not.toContain(refused)
  })
})

describe('what is deleted', () => {
  it('are files of photographs that nobody took, but not those that another box shares', async () => {
    // Would catch: evidence that vanishes because the same file was sent once more and then not used.
    const server = await testServer()
    const { boxes, user, client } = await boxesAtQc(server)
    const photo = await plainPhoto()
    const used = await sendPhoto(client, photo)
    const inspection = v7()
    await sql`INSERT INTO qc_inspection (id, box_id, site_id, number, round, kind, computed, verdict, by)
      SELECT ${inspection}, box_id, site_id, 1, 1, 'inspection', 'none', 'failed', ${user.id}
      FROM qc_box WHERE box_id = ${boxes[0]?.box_id}`.execute(server.db)
    await sql`INSERT INTO qc_photo (image_id, inspection_id, position) VALUES (${used}, ${inspection}, 1)`.execute(
      server.db,
    )
    const again = await sendPhoto(client, photo)
    const alone = await sendPhoto(client)
    expect(again).not.toBe(used)
    const [shared, other] = [(await rowOf(server, used)).file_id ?? '', (await rowOf(server, alone)).file_id ?? '']
    expect((await rowOf(server, again)).file_id).toBe(shared)
    await sql`UPDATE qc_image SET created_at = now() - interval '31 days'`.execute(server.db)
    await pass(server)
    const { rows } = await sql<{ id: string }>`SELECT id FROM qc_image`.execute(server.db)
    expect(rows).toEqual([{ id: used }])
    expect(await idsIn(server.files, 'photos')).toEqual([shared])
    expect(await idsIn(server.files, 'thumbnails')).toEqual([shared])
    expect(await server.files.stat(fileKey('photos', other))).toBeNull()
    expect((await client.call(qcImage, { image_id: used })).status).toBe(200)
  })

  it('is the second copy where the same file comes twice at once', async () => {
    // Would catch: files that wait a week for the sweep after every double click.
    const server = await testServer()
    const inspector = await server.as('china_warehouse_team')
    const photo = await plainPhoto()
    const ids = await Promise.all([1, 2, 3].map(() => sendPhoto(inspector, photo)))
    expect(new Set(ids).size).toBe(1)
    expect(await idsIn(server.files, 'photos')).toEqual([(await rowOf(server, ids[0] ?? '')).file_id])
    expect((await inspector.call(qcImage, { image_id: ids[0] ?? '' })).status).toBe(200)
  })

  it('every kind of file has an owner that says which are wanted', () => {
    // Would catch: a new kind whose left-overs nobody ever sweeps.
    const owned = upkeep.flatMap(({ fileOwners = [] }) => fileOwners.flatMap(({ kinds }) => [...kinds]))
    expect(owned.sort()).toEqual(Object.keys(fileKinds).sort())
  })
})

describe('while storage is down', () => {
  it('a photograph is refused in words and can be sent again; nothing is lost, and the rest works', async () => {
    // Would catch: rows without a picture, an app that is dead because photographs are; an error that reads like a database's.
    const storage = await testStorage()
    const server = await testServer({ files: storage.files })
    const { client } = await boxesAtQc(server)
    const before = await sendPhoto(client)
    const photo = await plainPhoto()
    const rows = async () =>
      (await sql<{ id: string }>`SELECT id FROM qc_image`.execute(server.db)).rows.map(({ id }) => id)
    await storage.fall()
    const words = 'Photos and files cannot be reached right now. Please try again in a moment.'
    const refused = await client.call(uploadReviewImage, { file: { name: 'photo.jpg', bytes: photo } })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([503, 'unavailable', words])
    const unread = await client.call(qcImage, { image_id: before })
    expect([unread.status, unread.headers['cache-control']]).toEqual([503, 'no-store'])
    expect(await rows()).toEqual([before])
    expect(
      (await client.call(contract.qcBoxes.getQcModal, { box_id: (await boxesAtQc(server)).boxes[0]?.sscc ?? '' }))
        .status,
    ).toBe(200)
    await expect(pass(server)).rejects.toThrow(FilesUnavailable)
    await storage.rise()
    expect(await rows()).toEqual([before])
    await sendPhoto(client, photo)
    expect((await client.call(qcImage, { image_id: before })).status).toBe(200)
    await pass(server)
  })

  it('the faults of a refused file are told all the same, without its corrected copy', async () => {
    // Would catch: a vendor who does not hear what is wrong with a packing list because a bucket is away.
    const storage = await testStorage()
    const server = await testServer({ files: storage.files })
    const { client, shipment_id, order } = await openShipment(server)
    const rows = [{ box_no: '1', order_id: order.order_id, nm_sku: 'NM-NOBODYS', quantity: 1 }]
    const list = { shipment_id, file: await packingFile(rows) }
    const good = await client.call(contract.shipments.uploadPackingList, list)
    expect(good.status).toBe(422)
    const id = good.body.details.upload_id ?? ''
    expect(await idsIn(server.files, 'uploads')).toEqual([id])
    expect((await client.call(getCorrectedWorkbook, { upload_id: id })).status).toBe(200)
    await storage.fall()
    const without = await client.call(contract.shipments.uploadPackingList, list)
    expect(without.status).toBe(422)
    expect(without.body.details.upload_id).toBeUndefined()
    expect(without.body.details.faults).toEqual(good.body.details.faults)
    expect((await client.call(getCorrectedWorkbook, { upload_id: id })).status).toBe(503)
    await storage.rise()
    await sql`UPDATE refused_upload SET created_at = now() - interval '25 hours'`.execute(server.db)
    await pass(server)
    expect(await idsIn(server.files, 'uploads')).toEqual([])
    expect((await client.call(getCorrectedWorkbook, { upload_id: id })).status).toBe(404)
  })
})

it('two databases that share a folder keep their files apart', async () => {
  // Would catch: one installation's sweep that takes the photographs of another for left-overs.
  const dataDir = filesFolder()
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await sql`UPDATE file_store SET installation = ${v7()}`.execute(other.db)
  const files = await Promise.all([one, other].map(({ db }) => openFiles(db, { dataDir, log: testLog })))
  const id = v7()
  await files[0]?.put(fileKey('photos', id), Buffer.from('x'))
  expect(await files[1]?.stat(fileKey('photos', id))).toBeNull()
  const again = await openFiles(one.db, { dataDir, log: testLog })
  expect(await again.stat(fileKey('photos', id))).toMatchObject({ size: 1 })
})
