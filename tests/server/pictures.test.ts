import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileHousekeeping } from '../../src/server/app/housekeeping.ts'
import { fileKey } from '../../src/server/files/files.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { type MadeOrder, makeOrder } from '../support/orders.ts'
import { hugePng, plainPhoto } from '../support/pictures.ts'
import { boxesAtQc } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { pictures, orders } = contract

let server: TestServer
let ops: Client
let order: MadeOrder
/** Code of the order's style, whose SKUs are black. */
let style: string

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  order = await makeOrder(server.db)
  style = await styleOf(order)
})

async function styleOf({ id }: MadeOrder): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    SELECT s.code FROM style s JOIN vendor_order o ON o.style_id = s.id WHERE o.id = ${id}`.execute(server.db)
  return rows[0]?.code ?? ''
}

const send = (name: string, bytes: Uint8Array, more: { style_id?: string; color?: string } = {}, client = ops) =>
  client.call(pictures.upload, { ...more, file: { name, bytes } })

async function sent(name: string, bytes?: Uint8Array) {
  const reply = await send(name, bytes ?? (await plainPhoto()))
  expect(reply.body).toMatchObject({ message: expect.stringMatching(/^Picture|^This/) })
  return reply.body.data
}

const bytesOf = (picture_id: string, size: 'small' | 'large' = 'small', client = ops) =>
  client.call(pictures.picture, { picture_id, size })

async function freshStyle(): Promise<{ order: MadeOrder; style: string }> {
  const made = await makeOrder(server.db)
  return { order: made, style: await styleOf(made) }
}

const count = async (of: string) => {
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*)::int AS n FROM style_picture p JOIN style s ON s.id = p.style_id
    WHERE s.code = ${of} AND p.removed_at IS NULL`.execute(server.db)
  return rows[0]?.n
}

describe('a picture that is sent', () => {
  it('goes where its name says, scaled once in two sizes', async () => {
    // Would catch: a Chinese name that the form spoils; a colour's picture put on the whole style; a poster sent to every list.
    const black = await sent(`${style.toLowerCase()}_黑色-2.jpg`, await plainPhoto(3000, 1500))
    expect(black).toMatchObject({ outcome: 'added', style_id: style, color: 'Black', color_zh: '黑色', position: 2 })
    const { default: sharp } = await import('sharp')
    const sizes = await Promise.all(
      (['small', 'large'] as const).map(async (size) =>
        sharp((await bytesOf(black.picture_id, size)).bytes).metadata(),
      ),
    )
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['jpeg', 160, 80],
      ['jpeg', 1200, 600],
    ])
    expect(await sent(`${style}.png`)).toMatchObject({ outcome: 'added', color: null, position: 1 })
  })

  it('changes nothing when it is sent again, and takes the place of another', async () => {
    // Would catch: a folder dropped twice that doubles every picture; an old picture that stays in front of the new one.
    const { style } = await freshStyle()
    const bytes = await plainPhoto()
    const first = await sent(`${style}.jpg`, bytes)
    const files = await Array.fromAsync(server.files.list('pictures'))
    expect(await sent(`${style}.jpg`, bytes)).toMatchObject({ outcome: 'unchanged', picture_id: first.picture_id })
    expect(await Array.fromAsync(server.files.list('pictures'))).toHaveLength(files.length)
    const second = await sent(`${style}-1.jpg`)
    expect(second).toMatchObject({ outcome: 'replaced', replaced: first.picture_id, position: 1 })
    expect(await count(style)).toBe(1)
    expect((await bytesOf(first.picture_id)).status).toBe(404)
  })

  it('takes no other file of its own drop away, and one of a later drop as before', async () => {
    // Would catch: three files for one place, of which the one stays that happened to come last.
    const { style } = await freshStyle()
    const drop_id = crypto.randomUUID()
    const say = async (name: string, drop: string) => {
      const { body } = await ops.call(pictures.upload, {
        ...{ drop_id: drop, file: { name, bytes: await plainPhoto(20 + name.length, 48) } },
      })
      return body.data?.outcome ?? body.message
    }
    expect(await say(`${style}.jpg`, drop_id)).toBe('added')
    expect(await say(`${style}-1.jpg`, drop_id)).toMatch(/^Another picture of the same drop/)
    expect(await say(`${style}-2.jpg`, drop_id)).toBe('added')
    expect(await say(`${style}--1.jpg`, crypto.randomUUID())).toBe('replaced')
  })

  it('is known by the sum of what was chosen, where the browser made it smaller', async () => {
    // Would catch: the same camera file taken for another because two browsers scale differently.
    const { style } = await freshStyle()
    const source_sha256 = 'ab'.repeat(32)
    const outcomes = []
    for (const bytes of [await plainPhoto(), await plainPhoto()]) {
      const { body } = await ops.call(pictures.upload, { source_sha256, file: { name: `${style}.jpg`, bytes } })
      outcomes.push(body.data.outcome)
    }
    expect(outcomes).toEqual(['added', 'unchanged'])
  })

  it('finds its place alone when it is handed in for a style: the next one, once, however many come at a time', async () => {
    // Would catch: two files dropped together of which one fails, or both in one place.
    const { style } = await freshStyle()
    const photos = await Promise.all([1, 2, 3, 4].map(() => plainPhoto()))
    const replies = await Promise.all(
      photos.map((bytes) => send('IMG_1.jpg', bytes, { style_id: style, color: '黑色' })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies.map(({ body }) => body.data.position).sort()).toEqual([1, 2, 3, 4])
    const again = await send('other.jpg', photos[2] ?? Buffer.alloc(0), { style_id: style, color: 'Black' })
    expect(again.body.data.outcome).toBe('unchanged')
  })

  // Would catch: a file that brings the server down, or that is kept though nothing can show it; a refusal without its reason.
  it.each([
    [
      'no style',
      async () => ['IMG_2031.jpg', await plainPhoto()] as const,
      'No style has the code that this file is named by.',
    ],
    [
      'no colour',
      async () => [`${style}-Purple.jpg`, await plainPhoto()] as const,
      'Style STYLE has no colour "PURPLE".',
    ],
    [
      'a text',
      async () => [`${style}.jpg`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')] as const,
      'Please upload a .jpg, .png or .webp picture.',
    ],
    [
      'an SVG by name',
      async () => [`${style}.svg`, Buffer.from('<svg/>')] as const,
      'Please upload a .jpg, .png or .webp picture.',
    ],
    [
      'half a picture',
      async () => [`${style}.jpg`, (await plainPhoto(400, 400)).subarray(0, 600)] as const,
      'The picture is damaged or incomplete.',
    ],
    [
      'a bomb',
      async () => [`${style}.png`, hugePng(60_000, 60_000)] as const,
      'The picture has too many pixels: at most 50 million are taken.',
    ],
  ])('is refused in words: %s', async (_, make, words) => {
    const before = await sql<{ n: number }>`SELECT count(*)::int AS n FROM style_picture`.execute(server.db)
    const [name, bytes] = await make()
    const { status, body } = await send(name, bytes)
    expect([status, body.message]).toEqual([400, words.replace('STYLE', style)])
    const after = await sql<{ n: number }>`SELECT count(*)::int AS n FROM style_picture`.execute(server.db)
    expect(after.rows).toEqual(before.rows)
  })

  it('is refused when it is too large', async () => {
    // Would catch: a limit that holds for sheets alone.
    const { status, body } = await send(`${style}.jpg`, Buffer.alloc(11 * 1024 * 1024, 0xff))
    expect([status, body.code]).toEqual([413, 'too_large'])
  })
})

describe('who may do what', () => {
  it('stand beside the boxes at QC that a style lies in', async () => {
    // Would catch: boxes of which the first style's picture is another one's, or that come without.
    const world = await boxesAtQc(server, [[2]])
    const look = async () =>
      (await world.client.call(contract.qcBoxes.getInwardedBoxes, { shipment_id: world.shipment_id })).body.data.rows[0]
    const [style = ''] = (await look())?.styles ?? []
    expect((await look())?.pictures).toEqual([null])
    const { picture_id } = await sent(`${style}.jpg`)
    expect((await look())?.pictures).toEqual([picture_id])
  })

  it('lets those who manage records change pictures, and everybody signed in look at them', async () => {
    // Would catch: a picture that anybody without a session can read; a vendor that changes the catalogue.
    const { picture_id } = await sent(`${style}-7.jpg`)
    const inspector = await server.as('china_warehouse_team')
    expect((await bytesOf(picture_id, 'small', inspector)).status).toBe(200)
    expect((await bytesOf(picture_id, 'small', server.anyone)).status).toBe(401)
    const photo = await plainPhoto()
    for (const who of ['vendor', 'china_warehouse_team', 'internal_team', 'ops_team', 'warehouse'] as const) {
      const client = await server.as(who)
      expect((await send(`${style}.jpg`, photo, {}, client)).status).toBe(403)
      expect((await client.call(pictures.remove, { picture_id })).status).toBe(403)
      expect((await client.call(pictures.styles, {})).status).toBe(403)
    }
  })

  it('gives a vendor the pictures of its own styles and of no others', async () => {
    // Would catch: one vendor that leafs through what another makes.
    const { picture_id } = await sent(`${style}-8.jpg`)
    const owner = await server.as(await server.makeUser({ role: 'vendor', vendor: order.vendor }))
    expect((await bytesOf(picture_id, 'large', owner)).status).toBe(200)
    const { status, body } = await bytesOf(picture_id, 'large', await server.as('vendor'))
    expect([status, body.message]).toEqual([404, 'This picture is not there.'])
  })

  it('tells the browser that it may keep a picture, and nobody else', async () => {
    // Would catch: pictures fetched anew with every list; a proxy that gives one person's to another.
    const { picture_id } = await sent(`${style}-9.jpg`)
    const { headers } = await bytesOf(picture_id)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
      vary: expect.stringContaining('authorization'),
    })
  })
})

describe('a picture that is taken off', () => {
  it('is gone from its style and can be put back, unless its place is taken', async () => {
    // Would catch: an undo that puts two pictures in one place, or that says it worked and did nothing.
    const { style } = await freshStyle()
    const { picture_id } = await sent(`${style}.jpg`)
    expect((await ops.call(pictures.remove, { picture_id })).body.message).toBe('Picture removed.')
    expect((await ops.call(pictures.remove, { picture_id })).status).toBe(404)
    expect(await count(style)).toBe(0)
    expect((await ops.call(pictures.restore, { picture_id })).status).toBe(200)
    expect((await bytesOf(picture_id)).status).toBe(200)
    await ops.call(pictures.remove, { picture_id })
    await sent(`${style}.jpg`)
    const { status, body } = await ops.call(pictures.restore, { picture_id })
    expect([status, body.message]).toEqual([409, 'Another picture is in its place by now.'])
    const { rows } = await sql<{ event: string }>`SELECT event FROM audit_event
      WHERE entity = 'style' AND entity_id = ${style} ORDER BY id`.execute(server.db)
    expect(rows.map(({ event }) => event.replace('style.picture_', ''))).toEqual([
      'added',
      'removed',
      'restored',
      'removed',
      'added',
    ])
  })

  it('is swept away after a month with its files, and never under one that is shown', async () => {
    // Would catch: files that stay for ever; the hour's cleaning that takes pictures out of lists.
    const { style } = await freshStyle()
    const [gone, stays] = [await sent(`${style}.jpg`), await sent(`${style}-2.jpg`)]
    await ops.call(pictures.remove, { picture_id: gone.picture_id })
    const fileOf = async (id: string) =>
      (await server.db.selectFrom('style_picture').where('id', '=', id).select('file_id').executeTakeFirstOrThrow())
        .file_id
    const keys = [await fileOf(gone.picture_id), await fileOf(stays.picture_id)]
    await sql`UPDATE style_picture SET removed_at = now() - interval '31 days' WHERE id = ${gone.picture_id}`.execute(
      server.db,
    )
    // In a year every file is old: only what no row names may go.
    await fileHousekeeping(
      server.db,
      server.files,
      new AbortController().signal,
    )(new Date(Date.now() + 365 * 86_400_000))
    const left = await Promise.all(keys.map(async (id) => (await server.files.stat(fileKey('icons', id))) !== null))
    expect(left).toEqual([false, true])
    expect((await bytesOf(stays.picture_id, 'large')).status).toBe(200)
  })
})

describe('rows', () => {
  it('carry their picture: a style its face, a colour its own before the style’s', async () => {
    // Would catch: a red dress beside a black one's number; a list that asks once more for every row.
    const { order, style } = await freshStyle()
    await sql`UPDATE sku SET color = 'Red', color_zh = '红色' WHERE nm_sku = ${order.lines[1]?.nm_sku}`.execute(
      server.db,
    )
    const asked = { order_ids: [order.order_id], include_lines: true }
    const facesOf = async () => {
      const row = (await ops.call(orders.getOrders, asked)).body.data.rows[0]
      return [row?.picture, ...(row?.sku_details ?? []).map(({ picture }) => picture)]
    }
    expect(await facesOf()).toEqual([null, null, null])
    const red = (await sent(`${style}-red.jpg`)).picture_id
    expect(await facesOf()).toEqual([red, null, red])
    const second = (await sent(`${style}-2.jpg`)).picture_id
    const face = (await sent(`${style}.jpg`)).picture_id
    expect(await facesOf()).toEqual([face, face, red])
    await ops.call(pictures.remove, { picture_id: face })
    expect(await facesOf()).toEqual([second, second, red])
    const items = (await ops.call(orders.getShippingItems, { tab: 'all', order_ids: [order.order_id] })).body.data.rows
    expect(items.map(({ color, picture }) => [color, picture])).toEqual([
      ['Black', second],
      ['Red', red],
    ])
  })

  it('of styles say which have no picture, and which colours', async () => {
    // Would catch: a style that hides among those without because an old picture of it was taken off.
    const { style } = await freshStyle()
    const find = async (tab: 'without' | 'colours_without' | 'all') =>
      (await ops.call(pictures.styles, { tab, search: style })).body.data.rows.find(
        ({ style_id }) => style_id === style,
      )
    expect(await find('without')).toMatchObject({
      picture: null,
      pictures: [],
      colors: [{ color: 'Black', picture: null }],
    })
    const whole = await sent(`${style}.jpg`)
    expect(await find('without')).toBeUndefined()
    expect(await find('colours_without')).toMatchObject({ picture: whole.picture_id })
    const { picture_id } = await sent(`${style}-black.jpg`)
    expect(await find('colours_without')).toBeUndefined()
    expect(await find('all')).toMatchObject({
      pictures: [
        { picture_id: whole.picture_id, color: null },
        { picture_id, color: 'Black', position: 1 },
      ],
    })
    // A colour that was renamed: its picture must not be where nobody finds it.
    await sql`UPDATE sku SET color = 'Jet' FROM style s WHERE s.id = sku.style_id AND s.code = ${style}`.execute(
      server.db,
    )
    expect((await find('all'))?.colors.map((colour) => [colour.color, colour.picture])).toEqual([
      ['Black', picture_id],
      ['Jet', null],
    ])
    await ops.call(pictures.remove, { picture_id })
    expect(await find('colours_without')).toBeDefined()
    const counts = (await ops.call(pictures.styles, { part: 'counts', search: style })).body.data.counts
    expect(counts).toMatchObject({ without: 0, all: 1 })
  })
})
