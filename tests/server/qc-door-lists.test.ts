import fc from 'fast-check'
import { sql } from 'kysely'
import { parse } from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindInSql, qcTabCondition } from '../../src/server/areas/qc-boxes/box-rows.ts'
import { boxSearch } from '../../src/server/areas/qc-boxes/boxes.ts'
import { qcBoxes } from '../../src/shared/areas/qc-boxes/lists.ts'
import { boxMoveProblem, boxMoves, boxOfKind, kindOfBox } from '../../src/shared/areas/qc-boxes/moves.ts'
import { type QcQuantities, qcColumns, qcPieces } from '../../src/shared/areas/qc-boxes/quantities.ts'
import { inQcTab, qcStatus, qcStatuses, qcTabs, type StandingBox } from '../../src/shared/areas/qc-boxes/status.ts'
import { awaitingBoxes } from '../../src/shared/areas/receiving/lists.ts'
import { contract } from '../../src/shared/areas.ts'
import { dayIn } from '../../src/shared/kernel/days.ts'
import { fileFields } from '../../src/shared/kernel/field.ts'
import type { Client } from '../support/client.ts'
import { otherSite, scanIn } from '../support/door.ts'
import { boxesAtQc, type ShippedBoxes, shippedBoxes } from '../support/qc.ts'
import { type TestServer, testServer } from '../support/server.ts'

const { receiving: receivingCalls, qcBoxes: qcBoxesCalls, counting: countingCalls, frame: frameCalls } = contract

let server: TestServer
let door: Client

beforeAll(async () => {
  server = await testServer()
  door = await server.as('china_warehouse_team')
})
afterAll(() => server?.stop())

type Awaiting = Parameters<typeof door.call<typeof receivingCalls.getAwaitingInwardBoxes>>[1]
type AtQc = Parameters<typeof door.call<typeof qcBoxesCalls.getInwardedBoxes>>[1]

async function awaiting(input: Awaiting = {}, client = door) {
  const { status, body } = await client.call(receivingCalls.getAwaitingInwardBoxes, input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

async function atQc(input: AtQc = {}, client = door) {
  const { status, body } = await client.call(qcBoxesCalls.getInwardedBoxes, input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const codes = ({ rows }: { rows: readonly { sscc: string }[] }) => rows.map(({ sscc }) => sscc)
const ssccs = ({ boxes }: ShippedBoxes) => boxes.map(({ sscc }) => sscc)

async function shippedAgo(made: ShippedBoxes, days: number, carrier: string | null) {
  await server.db
    .updateTable('shipment')
    .set({ shipped_at: new Date(Date.now() - days * 86_400_000), carrier })
    .where('shipment_id', '=', made.shipment_id)
    .execute()
}

async function everyPage(
  page: (cursor: string | null) => Promise<{ rows: { sscc: string }[]; next_cursor: string | null }>,
) {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { rows, next_cursor }: Awaited<ReturnType<typeof page>> = await page(cursor)
    seen.push(...rows.map(({ sscc }) => sscc))
    cursor = next_cursor
  } while (cursor !== null)
  return seen
}

describe('boxes on their way', () => {
  // Would catch: boxes that are not sent yet or are in already; a newer shipment above an older one; another site's boxes.
  it('are those sent and not in, the oldest shipment first, its boxes as packed', async () => {
    const newer = await shippedBoxes(server, [[1], [2], [3]])
    const older = await shippedBoxes(server, [[4], [5]])
    const away = await shippedBoxes(server, [[6]])
    await otherSite(server, away.shipment_id)
    await server.db.updateTable('site').set({ kind: 'india_qc' }).where('code', 'like', 'QC-OTHER%').execute()
    await shippedAgo(newer, 1, 'SF Express')
    await shippedAgo(older, 9, null)
    await scanIn(door, [ssccs(newer)[1] ?? ''])
    const all = await awaiting({ page_size: 500 })
    const ours = codes(all).filter((sscc) => [...ssccs(newer), ...ssccs(older), ...ssccs(away)].includes(sscc))
    expect(ours).toEqual([...ssccs(older), ssccs(newer)[0], ssccs(newer)[2]])
    expect(all.rows.find(({ sscc }) => sscc === ssccs(older)[1])).toMatchObject({
      days_on_way: 9,
      pieces: 5,
      position: 2,
    })
    expect(await everyPage((cursor) => awaiting({ cursor, page_size: 1 }))).toEqual(codes(all))
    const { counts } = await awaiting({ part: 'counts', shipment_id: newer.shipment_id })
    expect(counts).toEqual({ all: 2, shipments: 1, pieces: 4 })
    // Would catch: a filter that rows, counts or files forget, or days that are not those of the column.
    const { style_id } = await styleOf(older.boxes[0]?.items[0]?.nm_sku ?? '')
    for (const filter of [{ style_id }, { min_days_on_way: 9, supplier_id: older.shipment.order.vendor.code }]) {
      expect(codes(await awaiting(filter))).toEqual(ssccs(older))
      expect((await awaiting({ ...filter, part: 'counts' })).counts).toMatchObject({ all: 2, pieces: 9 })
      const file = await exported(door, frameCalls.exportAwaitingBoxes, awaitingColumns, filter)
      expect(file.map((row) => row.sscc)).toEqual(ssccs(older))
      expect(rowsOf((await door.call(receivingCalls.downloadAwaitingInwardBoxesFile, filter)).bytes)).toHaveLength(2)
    }
    for (const filter of [{ style_id: 'ST-NONE' }, { style_id, min_days_on_way: 10 }])
      expect(codes(await awaiting(filter))).toEqual([])
  })

  it.each([
    ['SSCC', (made: ShippedBoxes) => `]C100${ssccs(made)[1]}`],
    ['tracking id', (made: ShippedBoxes) => made.boxes[1]?.tracking_id.toLowerCase() ?? ''],
    ['SKU', (made: ShippedBoxes) => made.boxes[1]?.items[0]?.nm_sku ?? ''],
  ])('are found by %s', async (_, of) => {
    const made = await shippedBoxes(server, [[1], [0, 2]])
    expect(codes(await awaiting({ search: of(made) }))).toEqual([ssccs(made)[1]])
    expect(codes(await awaiting({ search: '%_%' }))).toEqual([])
  })

  // Would catch: arrivals that count the scanned only, or that shift a shipment of the night into another day.
  it('are told by the day of their site and by carrier, expected beside scanned', async () => {
    const [a, b] = [await shippedBoxes(server, [[1], [2]]), await shippedBoxes(server, [[4]])]
    // Half past midnight in Shanghai is the day before in UTC.
    for (const made of [a, b])
      await server.db
        .updateTable('shipment')
        .set({ shipped_at: new Date('2026-02-28T16:30:00Z'), carrier: made === a ? 'ZTO' : null })
        .where('shipment_id', '=', made.shipment_id)
        .execute()
    await scanIn(door, [ssccs(a)[0] ?? ''])
    const days = { part: 'arrivals' as const, shipped_from: '2026-03-01', shipped_to: '2026-03-01' }
    const { arrivals } = await awaiting(days)
    expect(arrivals).toEqual([
      { day: '2026-03-01', carrier: 'ZTO', expected: 2, scanned: 1, pieces_expected: 3, pieces_scanned: 1 },
      { day: '2026-03-01', carrier: null, expected: 1, scanned: 0, pieces_expected: 4, pieces_scanned: 0 },
    ])
    expect((await awaiting({ ...days, carrier: 'ZTO' })).arrivals).toHaveLength(1)
    expect(codes(await awaiting({ shipped_to: '2026-02-28', shipment_id: a.shipment_id }))).toEqual([])
  })

  it('are only for the door: a vendor and others are refused', async () => {
    const made = await shippedBoxes(server)
    for (const client of [made.shipment.client, await server.as('warehouse'), await server.as('india_qc_manager')])
      expect((await client.call(receivingCalls.getAwaitingInwardBoxes, {})).status).toBe(403)
  })

  // Would catch: a cursor of another list, or one made up, that the database chokes on.
  it('refuse a cursor that no page gave', async () => {
    const cursors = ['x', '["2026-01-01",""]', '["2026-01-01 00:00:00+00 SH 1","no-uuid"]', '["[1]",1]']
    for (const cursor of cursors.map((text) => Buffer.from(text).toString('base64url'))) {
      for (const call of [receivingCalls.getAwaitingInwardBoxes, qcBoxesCalls.getInwardedBoxes])
        expect([cursor, (await door.call(call, { cursor })).status]).toEqual([cursor, 400])
    }
  })
})

/** A box with any quantities that the balance allows. */
const anyBox = fc
  .record({
    buckets: fc.tuple(
      ...qcPieces.buckets.map(() => fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 }))),
    ),
    excess: fc.integer({ min: 0, max: 3 }),
    open_missing: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 })),
    open_excess: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 })),
    inspections: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ buckets, excess, open_missing, open_excess, inspections }): StandingBox => {
    const held = Object.fromEntries(
      qcPieces.buckets.map((bucket, at) => [bucket, buckets[at] ?? 0]),
    ) as unknown as QcQuantities
    const sum = buckets.reduce((all, each) => all + each, 0)
    const found = Math.min(excess, sum)
    return {
      ...qcPieces.nothing,
      ...held,
      declared: sum - found,
      excess: found,
      open_missing,
      open_excess,
      inspections,
    }
  })

describe('boxes at QC', () => {
  // Would catch: a tab or status that the database reads otherwise than the domain, so that a box is in no tab, or in two.
  it('stand in the tabs and have the status that the domain says, whatever their quantities', async () => {
    const { boxes } = await boxesAtQc(
      server,
      Array.from({ length: 40 }, () => [1]),
    )
    const ids = boxes.map(({ box_id }) => box_id)
    const columns = [...qcColumns, 'open_missing', 'open_excess', 'inspections'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(anyBox, { minLength: ids.length, maxLength: ids.length }), async (wanted) => {
        await sql`UPDATE qc_box q SET ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`))}
          FROM unnest(${ids}::uuid[], ${sql.join(columns.map((name) => sql`${wanted.map((box) => box[name])}::int[]`))})
            AS n (id, ${sql.join(columns.map((name) => sql.ref(name)))}) WHERE q.box_id = n.id`.execute(server.db)
        const { rows } = await sql<Record<string, unknown> & { box_id: string; stage: number; kind: number }>`
          SELECT q.box_id, q.stage, ${kindInSql} AS kind, ${sql.join(qcTabs.map((tab) => sql`${qcTabCondition[tab]} AS ${sql.ref(tab)}`))}
          FROM qc_box q WHERE q.box_id = ANY(${ids}::uuid[])`.execute(server.db)
        const found = new Map(rows.map((row) => [row.box_id, row]))
        for (const [at, box] of wanted.entries()) {
          const row = found.get(ids[at] ?? '')
          const said = qcTabs.map((tab) => [tab, row?.[tab]])
          expect([qcStatuses[row?.stage ?? -1], said, row?.kind, box]).toEqual([
            qcStatus(box),
            qcTabs.map((tab) => [tab, inQcTab[tab](box)]),
            kindOfBox(box),
            box,
          ])
          // Many boxes are judged by their kind alone.
          const judged = (one: StandingBox) => boxMoves.map((move) => boxMoveProblem(one, move))
          expect(judged(boxOfKind(kindOfBox(box)))).toEqual(judged(box))
        }
      }),
      { numRuns: 20 },
    )
    const where = { shipment_id: (await shipmentOf(ids[0])).shipment_id }
    const counts = (await atQc({ part: 'counts', ...where })).counts
    for (const tab of qcTabs)
      expect([tab, (await atQc({ tab, page_size: 500, ...where })).rows.length]).toEqual([tab, counts?.[tab]])
    for (const status of qcStatuses) {
      const { rows } = await atQc({ status: [status], page_size: 500, ...where })
      expect([status, rows.length]).toEqual([status, counts?.[`status:${status}`]])
      expect(rows.every((row) => row.status === status)).toBe(true)
    }
  })

  // Would catch: boxes of one moment that a page's edge repeats or swallows.
  it('come page by page, each once, in every order', async () => {
    const made = await boxesAtQc(server, [[5], [1], [3], [3], [2]])
    const where = { shipment_id: made.shipment_id }
    for (const sort of ['inwarded_at', 'updated_at', 'pieces'] as const)
      for (const descending of [true, false]) {
        const seen = await everyPage((cursor) => atQc({ ...where, sort, descending, cursor, page_size: 2 }))
        expect(seen.toSorted()).toEqual(ssccs(made).toSorted())
        if (sort === 'pieces') {
          const { rows } = await atQc({ ...where, sort, descending })
          const pieces = rows.map(({ quantities }) => quantities.declared)
          expect(pieces).toEqual(pieces.toSorted((a, b) => (descending ? b - a : a - b)))
        }
      }
  })

  it('are filtered by style, age, day, case and codes, and searched by what stands on them', async () => {
    const made = await boxesAtQc(server, [[5], [0, 4]])
    const [first = '', other = ''] = ssccs(made)
    const { style_id } = await styleOf(made.boxes[0]?.items[0]?.nm_sku ?? '')
    await server.db
      .updateTable('qc_box')
      .set({ inwarded_at: new Date(Date.now() - 5 * 86_400_000) })
      .where('box_id', '=', made.boxes[0]?.box_id ?? '')
      .execute()
    const where = { shipment_id: made.shipment_id }
    expect(codes(await atQc({ ...where, style_id })).toSorted()).toEqual([first, other].toSorted())
    expect(codes(await atQc({ ...where, style_id: 'ST-NONE' }))).toEqual([])
    expect(codes(await atQc({ ...where, min_age_days: 5 }))).toEqual([first])
    expect(codes(await atQc({ ...where, min_age_days: 6 }))).toEqual([])
    const today = dayIn('Asia/Shanghai', new Date())
    expect(codes(await atQc({ ...where, inwarded_from: today, inwarded_to: today }))).toEqual([other])
    expect(codes(await atQc({ box_ids: [`(00)${first}`, 'NOBODYS'] }))).toEqual([first])
    expect(codes(await atQc({ search: made.boxes[1]?.tracking_id ?? '' }))).toEqual([other])
    expect(codes(await atQc({ search: made.boxes[1]?.items[0]?.nm_sku ?? '' }))).toEqual([other])
    expect(codes(await atQc({ search: '%', ...where }))).toEqual([])
    expect(codes(await atQc({ ...where, open_case: true }))).toEqual([])
    const counted = await door.call(countingCalls.verifyQuantity, {
      box_id: other,
      version: (await atQc({ box_ids: [other] })).rows[0]?.version ?? 0,
      lines: [{ nm_sku: made.boxes[1]?.items[0]?.nm_sku ?? '', counted: 3 }],
    })
    expect(counted.status).toBe(200)
    expect(codes(await atQc({ ...where, open_case: true }))).toEqual([other])
    expect(codes(await atQc({ ...where, open_case: false }))).toEqual([first])
  })

  // Would catch: boxes that a search of few matches finds and one of many does not, or the other way round.
  it('are found alike whether few match or many', async () => {
    const made = await boxesAtQc(server, [[5], [0, 4]])
    const box = made.boxes[1]
    const searches = [
      box?.tracking_id,
      made.shipment_id.toLowerCase(),
      box?.items[0]?.nm_sku,
      box?.sscc.slice(4, 15),
      '1',
      '%',
    ]
    const work = {
      db: server.db,
      caller: { role: 'ops_team', team: 'china', vendorId: null, siteIds: [] },
    } as unknown as Parameters<typeof boxSearch>[1]
    for (const search of searches.map((text) => text ?? '')) {
      const found = [2_000, 0].map(async (few) => {
        const { rows } = await sql<{ sscc: string }>`SELECT b.sscc FROM qc_box q JOIN box b ON b.id = q.box_id
          JOIN shipment h ON h.id = q.shipment_id WHERE ${await boxSearch(search, work, few)} ORDER BY 1`.execute(
          server.db,
        )
        return codes({ rows })
      })
      const [few, many] = await Promise.all(found)
      expect([search, few]).toEqual([search, many])
      if (search.length > 1) expect(few, search).toContain(box?.sscc)
    }
  })

  // Would catch: one of the ways to a box that forgets whose it is.
  it("are a vendor's only where they are its own: list, counts, search, codes, files", async () => {
    const theirs = await boxesAtQc(server, [[5]])
    const own = await boxesAtQc(server, [[7]])
    const { client } = own.shipment
    const mine = ssccs(own)
    expect(codes(await atQc({}, client))).toEqual(mine)
    expect((await atQc({ part: 'counts' }, client)).counts).toMatchObject({ all: 1, inwarded: 1, shipped: 0 })
    expect((await atQc({}, client)).rows[0]?.allowed_actions).toEqual([])
    for (const input of [{ search: ssccs(theirs)[0] }, { box_ids: ssccs(theirs) }, { shipment_id: theirs.shipment_id }])
      expect(codes(await atQc(input, client))).toEqual([])
    const supplier = { supplier_id: theirs.shipment.order.vendor.code }
    expect((await client.call(qcBoxesCalls.getInwardedBoxes, supplier)).status).toBe(400)
    const file = await exported(client, frameCalls.exportQcBoxes, boxColumns)
    expect(file.map((row) => row.sscc)).toEqual(mine)
    for (const input of [{ box_ids: ssccs(theirs) }, { shipment_id: theirs.shipment_id }])
      expect((await client.call(receivingCalls.downloadPlFileBoxWise, input)).status).toBe(404)
    for (const call of [frameCalls.exportAwaitingBoxes, frameCalls.exportInvoices])
      expect((await client.call(call, { columns: [] as never })).status).toBe(403)
  })
})

describe('as files', () => {
  it('awaiting boxes are those seen or chosen, in the order of the list', async () => {
    const made = await shippedBoxes(server, [[1], [2], [3]])
    const { shipment_id } = made
    const all = await exported(door, frameCalls.exportAwaitingBoxes, awaitingColumns, { shipment_id })
    expect(all.map((row) => [row.sscc, row.pieces, row.box])).toEqual(
      ssccs(made).map((sscc, at) => [sscc, String(at + 1), `${at + 1} (${at + 1} / 3)`]),
    )
    const chosen = await exported(door, frameCalls.exportAwaitingBoxes, awaitingColumns, {
      box_ids: [ssccs(made)[2], ssccs(made)[0]],
    })
    expect(chosen.map((row) => row.sscc)).toEqual([ssccs(made)[0], ssccs(made)[2]])
  })

  // Would catch: a packing list that leaves out what QC found, or that counts a SKU of two orders twice.
  it('the packing list says box by box what was packed and, at QC, what was found', async () => {
    const made = await boxesAtQc(server, [[5, 4], [3]])
    const [first = ''] = ssccs(made)
    const [a = '', b = ''] = made.boxes[0]?.items.map(({ nm_sku }) => nm_sku) ?? []
    const { version = 0 } = (await atQc({ box_ids: [first] })).rows[0] ?? {}
    await door.call(countingCalls.verifyQuantity, {
      box_id: first,
      version,
      lines: [
        { nm_sku: a, counted: 4 },
        { nm_sku: b, counted: 6 },
      ],
    })
    const reply = await made.shipment.client.call(receivingCalls.downloadPlFileBoxWise, {
      shipment_id: made.shipment_id,
    })
    expect([reply.status, reply.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('packing_file.csv'),
    ])
    const found = rowsOf(reply.bytes).map((row) => [
      row['Box No'],
      row['NM SKU'],
      row['Quantity in box'],
      row['Counted quantity'],
      row['Missing quantity'],
      row['Excess quantity'],
      row['Passed quantity'],
    ])
    expect(found).toEqual([
      ['1', a, '5', '4', '1', '0', '0'],
      ['1', b, '4', '6', '0', '2', '0'],
      ['2', a, '3', '', '0', '0', '0'],
    ])
    expect((await door.call(receivingCalls.downloadPlFileBoxWise, {})).status).toBe(400)
    expect((await door.call(receivingCalls.downloadPlFileBoxWise, { invoice_number: 'CI-NONE' })).status).toBe(404)
  })
})

function rowsOf(bytes: Buffer): Record<string, string>[] {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  return parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

const awaitingColumns = fileFields(awaitingBoxes.fields).map(({ id }) => id)
const boxColumns = fileFields(qcBoxes.fields).map(({ id }) => id)

async function exported(
  client: Client,
  call: typeof frameCalls.exportQcBoxes | typeof frameCalls.exportAwaitingBoxes,
  ids: readonly string[],
  input = {},
) {
  const columns = ids.map((id) => ({ id, header: id })) as never
  const reply = await client.call(call, { ...input, columns })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return rowsOf(reply.bytes)
}

const shipmentOf = (boxId: string | undefined) =>
  server.db
    .selectFrom('box as b')
    .innerJoin('shipment as h', 'h.id', 'b.shipment_id')
    .where('b.id', '=', boxId ?? '')
    .select('h.shipment_id')
    .executeTakeFirstOrThrow()

const styleOf = (nmSku: string) =>
  server.db
    .selectFrom('sku as k')
    .innerJoin('style as s', 's.id', 'k.style_id')
    .where('k.nm_sku', '=', nmSku)
    .select('s.code as style_id')
    .executeTakeFirstOrThrow()
