import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileHousekeeping } from '../../src/server/app/housekeeping.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { hugePng, phonePhoto, plainPhoto, sendPhoto, withChunks, withScans } from '../support/pictures.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { uploadReviewImage } = contract.photos
const { qcImage } = contract.photos

let server: TestServer
let inspector: Client

beforeAll(async () => {
  server = await testServer()
  inspector = await server.as('china_warehouse_team')
})

const upload = (bytes: Uint8Array, name = 'photo.jpg', client = inspector) =>
  client.call(uploadReviewImage, { file: { name, bytes } })

async function stored(bytes: Uint8Array, name?: string) {
  const sent = await upload(bytes, name)
  expect(sent.body).toMatchObject({ message: expect.anything() })
  expect(sent.status).toBe(200)
  const { image_id } = sent.body.data
  const [full, thumbnail] = await Promise.all(
    (['full', 'thumbnail'] as const).map((size) => inspector.call(qcImage, { image_id, size })),
  )
  return { ...sent.body.data, full: full?.bytes ?? Buffer.alloc(0), thumbnail: thumbnail?.bytes ?? Buffer.alloc(0) }
}

/** Colour at a place, as three numbers. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

const canvas = (width: number, height: number, background = '#2a8f5a') =>
  sharp({ create: { width, height, channels: 3, background } })

describe('what is kept of a photograph', () => {
  it('stands upright and tells no place, camera or other secret, nor does its thumbnail', async () => {
    // Would catch: pictures lying on their side in the note; a vendor's address read from the GPS of a photograph.
    const photo = await phonePhoto()
    expect(photo.includes('SecretCamera')).toBe(true)
    expect(photo.includes('SecretPlace')).toBe(true)
    const saved = await stored(Buffer.concat([photo, Buffer.from('PK\x03\x04SecretArchive<script>')]))
    expect(saved).toMatchObject({ width: 200, height: 300 })
    for (const bytes of [saved.full, saved.thumbnail]) {
      expect(bytes.toString('latin1')).not.toMatch(/Secret|Exif|adobe|ICC_PROFILE|script/i)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 300 })
    }
    // The red corner was at the top left of the lying picture: upright it is at the top right.
    const [red, green] = await colourAt(saved.full, 185, 15)
    expect([(red ?? 0) > 200, (green ?? 255) < 60]).toEqual([true, true])
    expect((await colourAt(saved.full, 15, 15))[1]).toBeGreaterThan(200)
  })

  it('has no more pixels than a screen needs, and a small one beside it', async () => {
    // Would catch: 12 megapixels sent to every reader; small pictures blown up.
    const large = await stored(await canvas(4000, 3000).jpeg().toBuffer())
    expect(large).toMatchObject({ width: 2048, height: 1536, bytes: large.full.length })
    expect(await sharp(large.thumbnail).metadata()).toMatchObject({ width: 320, height: 240 })
    const small = await stored(await canvas(1, 1).png().toBuffer())
    expect(small).toMatchObject({ width: 1, height: 1 })
    const strip = await stored(await canvas(9000, 2).png().toBuffer())
    expect(strip).toMatchObject({ width: 2048, height: 1 })
  })

  it('is plain sRGB, whatever came: print colours, sixteen bits, grey, see-through, moving', async () => {
    // Would catch: inverted or black pictures of cameras and of programs for print.
    const cmyk = await canvas(60, 60, '#d02020').toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const deep = await canvas(60, 60, '#d02020').toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    const grey = await canvas(60, 60, '#808080').greyscale().png().toBuffer()
    const clear = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const frames = await Promise.all(['#d02020', '#2020d0'].map((one) => canvas(60, 60, one).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)

    const near = async (bytes: Buffer, [red = 0, green = 0, blue = 0]: number[], name: string, by: number) => {
      const saved = await stored(bytes, name)
      expect(saved, name).toMatchObject({ width: 60, height: 60 })
      const meta = await sharp(saved.full).metadata()
      expect.soft([meta.format, meta.depth, meta.pages ?? 1], name).toEqual(['jpeg', 'uchar', 1])
      const colour = await colourAt(await sharp(saved.full).toColourspace('srgb').png().toBuffer(), 30, 30)
      expect.soft(Math.abs((colour[0] ?? 0) - red), `${name} ${colour}`).toBeLessThanOrEqual(by)
      expect.soft(Math.abs((colour[1] ?? 0) - green), `${name} ${colour}`).toBeLessThanOrEqual(by)
      expect.soft(Math.abs((colour[2] ?? 0) - blue), `${name} ${colour}`).toBeLessThanOrEqual(by)
    }
    await near(cmyk, [208, 32, 32], 'cmyk.jpg', 40)
    await near(deep, [208, 32, 32], 'deep.png', 6)
    await near(grey, [128, 128, 128], 'grey.png', 6)
    await near(clear, [255, 255, 255], 'clear.png', 3)
    await near(moving, [208, 32, 32], 'moving.webp', 6)
  })

  it('is what the bytes are, not what the name says', async () => {
    // Would catch: a PNG of a chat program that is called .jpg refused at the desk.
    expect(await stored(await canvas(20, 10).png().toBuffer(), 'chat.jpg')).toMatchObject({ width: 20, height: 10 })
    expect(await stored(await canvas(30, 10).webp().toBuffer(), 'PHOTO.PNG')).toMatchObject({ width: 30, height: 10 })
  })

  it('is the same photograph when the same person sends the same file again', async () => {
    // Would catch: a retry after a lost answer, or two quick clicks, leaving copies.
    const photo = await plainPhoto()
    const ids = await Promise.all([1, 2, 3].map(() => sendPhoto(inspector, photo)))
    expect(new Set([...ids, await sendPhoto(inspector, photo)]).size).toBe(1)
    const other = await server.as(await server.makeUser({ role: 'ops_team' }))
    expect(await sendPhoto(other, photo)).not.toBe(ids[0])
  })
})

it('of very many pictures of one person at once some are sent back in words, and none is left waiting', async () => {
  // Would catch: uploads that fill the memory while they wait, a turn that is never given on after a broken picture.
  const { preparePicture } = await import('../../src/server/areas/photos/image-work.ts')
  const good = await canvas(300, 200).jpeg().toBuffer()
  const broken = good.subarray(0, 200)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => preparePicture(at % 3 === 0 ? broken : good)),
  )
  const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(5)
  expect(new Set(refusals)).toEqual(new Set(['invalid_input', 'unavailable']))
  expect(await preparePicture(good)).toMatchObject({ width: 300, height: 200 })
})

describe('what is refused', () => {
  const wrongKind = 'Please upload a .jpg, .png or .webp picture.'
  const damaged = 'The picture is damaged or incomplete.'

  it('is anything but the three kinds, whatever it is called', async () => {
    // Would catch: a script or a page stored as a picture; readers for SVG and PDF reached by a disguised file.
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const others: [string, Uint8Array][] = [
      ['page.jpg', Buffer.from('<html><script>alert(1)</script></html>')],
      ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['moving.webp', gif],
      ['paper.jpg', Buffer.from('%PDF-1.7\n%âãÏÓ')],
      ['empty.jpg', Buffer.alloc(0)],
      ['sound.webp', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt ')],
      ['photo.heic', await plainPhoto()],
      ['photo', await plainPhoto()],
    ]
    for (const [name, bytes] of others) {
      const { status, body } = await upload(bytes, name)
      expect.soft([status, body.code, body.message], name).toEqual([400, 'invalid_input', wrongKind])
      expect.soft(body.details.fields, name).toEqual([{ field: 'file', message: wrongKind }])
    }
  })

  it('is what is cut off or broken', async () => {
    // Would catch: half a photograph, grey below, kept as evidence because the line broke.
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = () => sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff', noise } })
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const whole = await picture().toFormat(kind).toBuffer()
      for (const part of [0.02, 0.5, 0.9]) {
        const { status, body } = await upload(whole.subarray(0, Math.floor(whole.length * part)))
        expect.soft([status, body.message], `${kind} ${part}`).toEqual([400, damaged])
      }
    }
    const onlyMagic = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg/>')])
    expect((await upload(onlyMagic)).body.message).toBe(damaged)
  })

  it('is a small file that would unpack to more pixels than anybody needs, before it is unpacked', async () => {
    // Would catch: a few kilobytes that fill the server's memory.
    for (const [width, height] of [
      [60_000, 60_000],
      [10_001, 5_000],
      [2_000_000_000, 2],
    ] as const) {
      const before = process.memoryUsage().rss
      const { status, body } = await upload(hugePng(width, height), 'bomb.png')
      expect.soft([status, body.code], `${width}×${height}`).toEqual([400, 'invalid_input'])
      expect
        .soft([body.message], `${width}×${height}`)
        .toSatisfy(
          ([said]) => said === damaged || said === 'The picture has too many pixels: at most 50 million are taken.',
        )
      expect.soft(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
    }
    const { body } = await upload(hugePng(60_000, 60_000), 'bomb.png')
    expect(body.message).toBe('The picture has too many pixels: at most 50 million are taken.')
  })

  it('is not a PNG’s texts: they are gone before anything reads them, however much they would unpack to', async () => {
    // Would catch: seven megabytes that keep a decoder busy for minutes, with texts of fifty megabytes each in its header.
    const { withoutTexts } = await import('../../src/server/areas/photos/image-work.ts')
    const plain = await canvas(30, 20).png().toBuffer()
    const packed = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000), { level: 9 })])
    const texts = Array.from({ length: 100 }, () => ['zTXt', packed] as const)
    const others = [['tEXt', Buffer.from('a\0b')] as const, ['iTXt', Buffer.from('a\0\0\0\0\0b')] as const]
    const told = withChunks(plain, [...texts, ...others])
    expect(withoutTexts(told).equals(plain)).toBe(true)
    expect(await stored(told, 'told.png')).toMatchObject({ width: 30, height: 20 })
    const saved = withChunks(plain, [['pHYs', Buffer.alloc(9)]])
    expect(withoutTexts(saved).equals(saved)).toBe(true)
    for (const cut of [3, 9, 20, 40, plain.length - 1])
      expect(withoutTexts(plain.subarray(0, cut)).equals(plain.subarray(0, cut))).toBe(true)
  })

  it('is a JPEG of more scans than anybody makes, before it is decoded', async () => {
    // Would catch: small files that are walked over thousands of times, where no time limit holds; usual ones refused with them.
    const { scansOf } = await import('../../src/server/areas/photos/image-work.ts')
    const plain = await canvas(64, 64).jpeg().toBuffer()
    const progressive = await canvas(64, 64).jpeg({ progressive: true }).toBuffer()
    expect(scansOf(plain)).toBe(1)
    expect(scansOf(progressive)).toBe(10)
    expect(scansOf(withScans(progressive, 500))).toBe(510)
    // What hangs on behind, as phones do with a film, is none of its scans; nor is what lies in a segment.
    expect(scansOf(Buffer.concat([plain, ...Array.from({ length: 200 }, () => Buffer.from([0xff, 0xda, 0, 2]))]))).toBe(
      1,
    )
    const segment = Buffer.from([0xff, 0xe5, 0, 6, 0xff, 0xda, 0, 2])
    expect(scansOf(Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)]))).toBe(1)
    // A marker without a length hides none behind what looks like one.
    const hidden = withScans(progressive, 500)
    const behind = hidden.lastIndexOf(Buffer.from([0xff, 0xda])) - 400
    const at = hidden.indexOf(Buffer.from([0xff, 0xda]), behind)
    const hiding = Buffer.concat([hidden.subarray(0, at), Buffer.from([0xff, 0x01, 0xff, 0xff]), hidden.subarray(at)])
    expect(scansOf(hiding)).toBe(510)
    for (const cut of [2, 3, 5, 21, 200]) expect(scansOf(plain.subarray(0, cut))).toBeLessThan(2)
    const { status, body } = await upload(withScans(progressive, 500))
    expect([status, body.message]).toEqual([400, 'The picture took too long to read.'])
    expect((await upload(progressive)).status).toBe(200)
    expect((await upload(Buffer.concat([await phonePhoto(), Buffer.alloc(300_000, 0xff)]))).status).toBe(200)
  })

  it('leaves nothing behind', async () => {
    // Would catch: rows of pictures that never were.
    const count = async () =>
      Number((await sql<{ n: string }>`SELECT count(*) AS n FROM qc_image`.execute(server.db)).rows[0]?.n)
    const before = await count()
    await upload(Buffer.from('no picture'), 'a.jpg')
    await upload(hugePng(60_000, 60_000), 'b.png')
    expect(await count()).toBe(before)
  })
})

it('one person’s photographs that no inspection took are bounded, and what is used, or waits and is sent again, is not counted', async () => {
  // Would catch: a session that fills the disk with pictures nobody asked for, long before they are swept.
  const { boxes, user, client } = await boxesAtQc(server)
  const saved = await plainPhoto()
  await attach(boxes[0]?.box_id ?? '', await sendPhoto(client), user.id)
  const image = await sendPhoto(client, saved)
  await sql`INSERT INTO qc_image (id, user_id, width, height, sha256, picture, thumbnail)
    SELECT gen_random_uuid(), ${user.id}, 1, 1, sha256(n::text::bytea), '', '' FROM generate_series(1, 999) n`.execute(
    server.db,
  )
  const { status, body } = await upload(await plainPhoto(), 'photo.jpg', client)
  expect([status, body.message]).toEqual([
    429,
    'Too many of your photos wait for an inspection. Please save the inspections they belong to first.',
  ])
  expect(await sendPhoto(client, saved)).toBe(image)
  expect(await sendPhoto(inspector)).not.toBe(image)
  await sql`DELETE FROM qc_image WHERE user_id = ${user.id} AND sha256 = sha256('7'::bytea)`.execute(server.db)
  expect(await sendPhoto(client)).not.toBe(image)
  await sql`DELETE FROM qc_image WHERE user_id = ${user.id} AND width = 1`.execute(server.db)
})

/** An inspection of a box with a photograph, written straight down. */
async function attach(boxId: string, imageId: string, userId: string): Promise<void> {
  const inspection = v7()
  await sql`INSERT INTO qc_inspection (id, box_id, site_id, number, round, kind, computed, verdict, by)
    SELECT ${inspection}::uuid, box_id, site_id, 1, 1, 'inspection', 'none', 'failed', ${userId}::uuid
    FROM qc_box WHERE box_id = ${boxId}`.execute(server.db)
  await sql`INSERT INTO qc_photo (image_id, inspection_id, position) VALUES (${imageId}, ${inspection}, 1)`.execute(
    server.db,
  )
}

it('a vendor sees the photographs of its own boxes, and none of others or of nobody', async () => {
  // Would catch: a vendor that reads a competitor's faults by guessing ids; browsers that guess a type or never keep a picture.
  const own = await boxesAtQc(server)
  const others = await boxesAtQc(server)
  const [mine, theirs, nobodys] = await Promise.all([1, 2, 3].map(() => sendPhoto(inspector)))
  await attach(own.boxes[0]?.box_id ?? '', mine ?? '', own.user.id)
  await attach(others.boxes[0]?.box_id ?? '', theirs ?? '', own.user.id)
  const vendor = own.shipment.client
  const asked = async (image_id: string, client: Client) => {
    const replies = await Promise.all(
      (['full', 'thumbnail'] as const).map((size) => client.call(qcImage, { image_id, size })),
    )
    return replies.map(({ status }) => status)
  }
  expect(await asked(mine ?? '', vendor)).toEqual([200, 200])
  expect(await asked(theirs ?? '', vendor)).toEqual([404, 404])
  expect(await asked(nobodys ?? '', vendor)).toEqual([404, 404])
  expect(await asked(theirs ?? '', inspector)).toEqual([200, 200])
  expect(await asked(v7(), inspector)).toEqual([404, 404])
  const { headers } = await vendor.call(qcImage, { image_id: mine ?? '' })
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
  })
  const refused = await vendor.call(qcImage, { image_id: theirs ?? '' })
  expect(refused.headers['cache-control']).toBe('no-store')
  expect((await server.anyone.call(qcImage, { image_id: mine ?? '' })).status).toBe(401)
  expect((await upload(await plainPhoto(), 'photo.jpg', vendor)).status).toBe(403)
})

it('what no inspection took is swept away once its draft would be, and nothing else', async () => {
  // Would catch: photographs of an inspection or of a draft lost, or abandoned ones kept for ever.
  const { boxes, user } = await boxesAtQc(server)
  const [used, abandoned, draft] = await Promise.all([1, 2, 3].map(() => sendPhoto(inspector)))
  await attach(boxes[0]?.box_id ?? '', used ?? '', user.id)
  await sql`UPDATE qc_image SET created_at = now() - (CASE WHEN id = ${draft} THEN 29 ELSE 31 END) * interval '1 day'
    WHERE id IN (${used}, ${abandoned}, ${draft})`.execute(server.db)
  await fileHousekeeping(server.db, server.files, new AbortController().signal)()
  const left = await sql<{ id: string }>`SELECT id FROM qc_image WHERE id IN (${used}, ${abandoned}, ${draft})`.execute(
    server.db,
  )
  expect(left.rows.map(({ id }) => id).sort()).toEqual([used, draft].sort())
})
