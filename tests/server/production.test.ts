import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { v4 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { updateOrdersSheet } from '../../src/shared/areas/production/sheets.ts'
import { contract } from '../../src/shared/areas.ts'
import { addDays, dayIn, indiaZone } from '../../src/shared/kernel/days.ts'
import { bilingual } from '../../src/shared/kernel/sheet.ts'
import type { Client } from '../support/client.ts'
import { withPrinted } from '../support/printed.ts'
import { type MadeProduction, makeProduction } from '../support/production.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.production
const materials = contract.materials

let server: TestServer
let ops: Client
let cad: Client
const today = dayIn(indiaZone, new Date())

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  cad = await server.as('cad')
  await sql`INSERT INTO site (id, code, kind, name, name_zh, country, address, time_zone)
    VALUES (gen_random_uuid(), 'PNOI', 'production', 'Noida', '诺伊达', 'IN', 'Noida', 'Asia/Kolkata') ON CONFLICT DO NOTHING`.execute(
    server.db,
  )
  for (const [code, own, capacity] of [
    ['T1', true, 1_000],
    ['T2', true, 50],
    ['OUT1', false, 500],
  ] as const)
    await sql`INSERT INTO production_facility (id, code, name, name_zh, is_own, capacity)
      VALUES (gen_random_uuid(), ${code}, ${code}, ${code}, ${own}, ${capacity})`.execute(server.db)
})

const made = (quantities: readonly number[]) => makeProduction(server.db, quantities)

async function mapped({ lines }: MadeProduction, length_m = 500) {
  const { material_id } = (
    await ops.call(materials.createFabricMaterial, {
      name: 'Poplin',
      unit: 'metre',
      properties: { composition: '100 % cotton', width_cm: 150 },
    })
  ).body.data.material
  const { rolls } = (
    await ops.call(materials.createFabric, {
      material_id,
      site: 'PNOI',
      rolls: [{ lot: 'L1', shade: 'A', length_m, width_cm: 150, gsm: 120, shrinkage: 3 }],
    })
  ).body.data
  for (const { roll, version } of rolls)
    expect((await ops.call(materials.inspectRoll, { roll, version, chosen: 'accept' })).status).toBe(200)
  const answer = await ops.call(materials.updateSkuMaterial, {
    mappings: lines.map(({ nm_sku }) => ({ nm_sku, material_id, consumption: 1.2, wastage: 0 })),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return material_id
}

const got = async (number: string, by = ops) =>
  (await by.call(calls.getOrderActionSummary, { order_action_id: number })).body.data
const seen = async (number: string) => ({ order_action_id: number, version: (await got(number)).order.version })
const move = async (
  number: string,
  destination: 'READY_FOR_ALLOCATION' | 'OUTSOURCED' | 'ON_HOLD' | 'REJECTED',
  reason = '',
) => ops.call(calls.moveOrder, { orders: [await seen(number)], destination, reason })

async function assigned(order: MadeProduction, facility: string) {
  const answer = await ops.call(calls.assignVendors, {
    orders: [
      {
        ...(await seen(order.number)),
        shares: order.lines.map(({ color, size, pieces }) => ({ facility, color, size, pieces })),
        facilities: [
          {
            facility,
            starts_on: addDays(today, 1),
            due_on: addDays(today, 28),
            rate: { minor: 9_000, currency: 'INR' },
          },
        ],
      },
    ],
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

async function marked(order: MadeProduction, more = {}) {
  return cad.call(calls.completeCad, {
    ...(await seen(order.number)),
    marker: {
      width_mm: 1_480,
      length_mm: 6_000,
      efficiency_tenths: 850,
      consumption: [...new Set(order.lines.map(({ size }) => size))].map((size) => ({ size, metres: 1.2 })),
      ...more,
    },
  })
}

describe('a production order', () => {
  // Would catch: a step that is taken without what it needs, cloth that a sent order does not hold, a card that nobody can print again.
  it('goes from its first question to the job card', async () => {
    const order = await made([12, 8])
    const closed = await move(order.number, 'READY_FOR_ALLOCATION')
    expect(closed.status).toBe(409)
    expect((await got(order.number)).lacking.map(({ thing }) => thing)).toContain('mapping')
    const material_id = await mapped(order)
    expect((await move(order.number, 'READY_FOR_ALLOCATION')).status).toBe(200)
    const { proposal, facilities } = (await ops.call(calls.getVendorAllocations, { id: order.number })).body.data
    expect(facilities.map(({ facility }) => facility)).not.toContain('OUT1')
    expect(proposal.unplaced).toBe(0)
    await assigned(order, 'T1')
    expect((await got(order.number)).order.state).toBe('CAD')
    const wide = await marked(order, { width_mm: 1_600 })
    expect(wide.status).toBe(400)
    expect(JSON.stringify(wide.body)).toContain('marker.width_mm')
    expect((await marked(order)).status).toBe(200)
    expect((await marked(order)).status).toBe(409)
    const early = await ops.call(calls.sendToProduction, { orders: [await seen(order.number)] })
    expect([early.status, JSON.stringify(early.body)]).toEqual([409, expect.stringContaining('orders.0.fabric')])
    const reserved = await ops.call(materials.reserveRolls, { order_ids: [order.number] })
    expect(reserved.body.data.orders[0]).toMatchObject({ lines: [{ material_id, need: 24, missing: 0 }] })
    const asked = { orders: [await seen(order.number)], language: 'hi' as const }
    const headers = { 'idempotency-key': v4() }
    const sent = await ops.call(calls.sendToProduction, asked, headers)
    expect([sent.status, sent.bytes.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
    // Would catch: a press whose answer was lost, told that the order is sent already and left without its card.
    const lost = await ops.call(calls.sendToProduction, asked, headers)
    expect([lost.status, lost.bytes.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
    expect((await ops.call(calls.sendToProduction, asked)).status).toBe(409)
    const { order: now, job_cards, moves } = await got(order.number)
    expect(now).toMatchObject({ state: 'SENT_FOR_PRODUCTION', waits_for: 'production', lacking: [] })
    expect(job_cards).toMatchObject([{ number: 1, is_valid: true }])
    expect(moves.find(({ move: name }) => name === 'revert')?.closed).toBeNull()
    expect((await ops.call(calls.jobCard, { order_action_id: order.number, number: 1, language: 'zh' })).status).toBe(
      200,
    )
    const { rows: cards } = await sql<{ card_no: string }>`
      SELECT k.content ->> 'card_no' AS card_no FROM production_job_card k ORDER BY 1`.execute(server.db)
    expect(cards.map(({ card_no }) => card_no)).toEqual([expect.stringMatching(/^JC\/\d\d-\d\d\/000001$/)])
    for (const { ledger, found } of await checkLedgers(server.db)) expect([ledger, found]).toEqual([ledger, []])
  })

  // Would catch: a need that stays what was mapped although the marker takes less, an older marker that stands, a past due date that is taken.
  it('needs what its newest marker takes, and is due in time', async () => {
    const order = await made([10, 10])
    const material_id = await mapped(order)
    const past = { ...(await seen(order.number)), content: { due_on: addDays(today, -1) } }
    const late = await ops.call(calls.updateOrder, past)
    expect([late.status, JSON.stringify(late.body)]).toEqual([400, expect.stringContaining('content.due_on')])
    await move(order.number, 'READY_FOR_ALLOCATION')
    await assigned(order, 'T1')
    expect((await got(order.number)).materials).toMatchObject([{ material_id, need: 24 }])
    expect((await marked(order)).status).toBe(200)
    const consumption = [...new Set(order.lines.map(({ size }) => size))].map((size) => ({ size, metres: 0.9 }))
    expect((await marked(order, { consumption })).status).toBe(200)
    const { materials: needs, markers } = await got(order.number)
    expect(needs).toMatchObject([{ material_id, need: 18 }])
    expect(markers.map(({ number, is_current }) => [number, is_current])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  // Would catch: a purchase order and its order that name two rates or days, a stranger's card with the company's own number.
  it('has the rate and day of its purchase order, and gives a stranger no GSTIN', async () => {
    const order = await made([20])
    await mapped(order)
    await move(order.number, 'READY_FOR_ALLOCATION')
    await assigned(order, 'T1')
    await move(order.number, 'OUTSOURCED')
    expect((await got(order.number)).history[0]).toMatchObject({ details: { split_before: 'T1 20' } })
    await assigned(order, 'OUT1')
    const rate = { minor: 9_500, currency: 'INR' as const }
    const po = { ...(await seen(order.number)), facility: 'OUT1', rate }
    expect((await ops.call(calls.createProductionPo, { ...po, due_on: addDays(today, -1) })).status).toBe(400)
    const { purchase_order, version } = (
      await ops.call(calls.createProductionPo, { ...po, due_on: addDays(today, 20) })
    ).body.data.purchase_order
    const change = { purchase_order, rate: { ...rate, minor: 9_950 }, due_on: addDays(today, 25) }
    const free = { ...change, rate: { ...rate, minor: 0 } }
    expect((await ops.call(calls.updateProductionPo, { ...free, version })).status).toBe(400)
    expect((await ops.call(calls.updateProductionPo, { ...change, version })).status).toBe(200)
    expect((await got(order.number)).history[0]).toMatchObject({
      event: 'production.po_made',
      details: { purchase_order },
    })
    expect((await got(order.number)).facilities).toMatchObject([
      { facility: 'OUT1', rate: { minor: 9_950 }, due_on: addDays(today, 25) },
    ])
    expect((await marked(order)).status).toBe(200)
    await ops.call(materials.reserveRolls, { order_ids: [order.number] })
    expect((await ops.call(calls.sendToProduction, { orders: [await seen(order.number)] })).status).toBe(200)
    expect((await ops.call(calls.updateProductionPo, { ...change, version: version + 1 })).status).toBe(409)
    const { rows } = await sql<{ gstin: string; lines: { size: string }[] }>`
      SELECT k.content -> 'facilities' -> 0 ->> 'gstin' AS gstin FROM production_job_card k
      JOIN production_order o ON o.id = k.order_id WHERE o.number = ${order.number}`.execute(server.db)
    expect(rows).toMatchObject([{ gstin: '' }])
    expect((await ops.call(calls.revertOrderAction, { orders: [await seen(order.number)] })).status).toBe(200)
    expect((await got(order.number)).job_cards).toMatchObject([{ number: 1, is_valid: false }])
    expect((await ops.call(calls.jobCard, { order_action_id: order.number, number: 1 })).status).toBe(200)
  })

  // Would catch: a split that is taken with a piece too few, a facility that is filled beyond its week, one of the other path.
  it('names every cell of a split that is wrong', async () => {
    const order = await made([600, 900])
    await mapped(order, 5_000)
    await move(order.number, 'READY_FOR_ALLOCATION')
    const [first, second] = order.lines
    if (!first || !second) throw new Error('no lines')
    const time = { starts_on: addDays(today, 1), due_on: addDays(today, 14) }
    const answer = await ops.call(calls.assignVendors, {
      orders: [
        {
          ...(await seen(order.number)),
          shares: [
            { facility: 'T2', color: first.color, size: first.size, pieces: first.pieces },
            { facility: 'OUT1', color: second.color, size: second.size, pieces: second.pieces - 1 },
          ],
          facilities: [
            { facility: 'T2', ...time },
            { facility: 'OUT1', ...time },
          ],
        },
      ],
    })
    const { details } = answer.body as unknown as { details: { fields: { field: string }[] } }
    expect([answer.status, details.fields.map(({ field }) => field).toSorted()]).toEqual([
      400,
      ['orders.0.facilities.1.facility', 'orders.0.shares.1.pieces']
        .concat(first.pieces > 600 ? ['orders.0.facilities.0.due_on'] : [])
        .toSorted(),
    ])
  })

  // Would catch: an order that waits since it came into its tab for what it has waited for since this morning.
  it('says since when it waits for what it waits for', async () => {
    const order = await made([10])
    const days = 5 * 86_400_000
    const age = () =>
      sql`UPDATE production_order SET state_since = now() - interval '5 days', waits_since = now() - interval '5 days'
        WHERE number = ${order.number}`.execute(server.db)
    const waited = async () => {
      const { waits_for, since } = (await got(order.number)).order
      return [waits_for, Date.now() - Date.parse(since) > days / 2]
    }
    await age()
    expect(await waited()).toEqual(['mapping', true])
    const material_id = await mapped(order)
    expect(await waited()).toEqual(['release', false])
    await age()
    await ops.call(materials.updateSkuMaterial, {
      mappings: order.lines.map(({ nm_sku }) => ({ nm_sku, material_id, consumption: 1.3, wastage: 0 })),
    })
    expect(await waited()).toEqual(['release', true])
    await move(order.number, 'READY_FOR_ALLOCATION')
    await assigned(order, 'T1')
    expect((await marked(order)).status).toBe(200)
    await age()
    expect(await waited()).toEqual(['fabric', true])
    await ops.call(materials.reserveRolls, { order_ids: [order.number] })
    expect(await waited()).toEqual(['sending', false])
  })

  // Would catch: a facility that began last week or works for nothing, and room until whenever a facility may finish.
  it('begins no work in the past or for nothing, and reckons room until the order is due', async () => {
    const order = await made([40])
    await mapped(order)
    await move(order.number, 'READY_FOR_ALLOCATION')
    const choices = async () => (await ops.call(calls.getVendorAllocations, { id: order.number })).body.data
    const room = (await choices()).facilities.find(({ facility }) => facility === 'T1')?.room
    const assign = async (more: object) =>
      ops.call(calls.assignVendors, {
        orders: [
          {
            ...(await seen(order.number)),
            shares: order.lines.map(({ color, size, pieces }) => ({ facility: 'T1', color, size, pieces })),
            facilities: [{ facility: 'T1', starts_on: addDays(today, 1), due_on: addDays(today, 70), ...more }],
          },
        ],
      })
    const fieldsOf = (answer: { body: unknown }) =>
      (answer.body as { details: { fields: { field: string; message: string }[] } }).details.fields
    const wrong = await assign({ starts_on: addDays(today, -8), rate: { minor: 0, currency: 'INR' } })
    expect(fieldsOf(wrong).map(({ field }) => field)).toEqual([
      'orders.0.facilities.0.starts_on',
      'orders.0.facilities.0.rate',
    ])
    expect((await assign({})).status).toBe(200)
    const after = await choices()
    expect([after.due_on, after.facilities.find(({ facility }) => facility === 'T1')?.room]).toEqual([
      addDays(today, 30),
      room,
    ])
  })

  // Would catch: a plot that CAD cannot attach, one that a browser would run, and a refusal that names no kind.
  it('keeps plots of CAD and gives them back as they are', async () => {
    const order = await made([10])
    await mapped(order)
    await move(order.number, 'READY_FOR_ALLOCATION')
    await assigned(order, 'T1')
    const send = (name: string, text: string) =>
      cad.call(calls.uploadMarkerFile, {
        order_action_id: order.number,
        file: { name, bytes: Buffer.from(text, 'latin1') },
      })
    const plot = 'IN;SP1;PU0,0;PD4000,0;'
    const { file_id } = (await send('marker.plt', plot)).body.data
    const file = await cad.call(calls.markerFile, { file_id })
    expect([file.bytes.toString('latin1'), file.headers['content-type']]).toEqual([plot, 'application/octet-stream'])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="?marker\.plt/)
    expect((await send('marker.dxf', '  0\nSECTION\n  2\nHEADER\n')).status).toBe(200)
    for (const [name, text] of [
      ['marker.mrk', 'IN;'],
      ['marker.zip', 'PK'],
      ['marker.plt', '<script>'],
    ] as const) {
      const refused = await send(name, text)
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('DXF or PLT')])
    }
  })

  // Would catch: two people in one order of whom the second overwrites the first, a draft that a saved order takes from somebody else.
  it('keeps each person’s draft, and says who changed the order meanwhile', async () => {
    const order = await made([5])
    const other = await server.as('admin')
    const at = await seen(order.number)
    const draft = (by: Client, remark: string, draft_version = 0) =>
      by.call(calls.updateOrder, { ...at, is_draft: true, draft_version, content: { remark } })
    expect((await draft(ops, 'mine')).body.data.draft_version).toBe(1)
    expect((await draft(other, 'theirs')).body.data.draft_version).toBe(1)
    expect((await draft(ops, 'again', 0)).status).toBe(409)
    const read = async (by: Client) =>
      (await by.call(calls.getOrderActionDraft, { order_action_id: order.number })).body.data
    expect(await read(ops)).toMatchObject({
      draft: { content: { remark: 'mine' } },
      others: [{ content: { remark: 'theirs' } }],
    })
    const saved = await ops.call(calls.updateOrder, { ...at, content: { due_on: addDays(today, 40) } })
    expect(saved.body.data.order.due_on).toBe(addDays(today, 40))
    expect((await other.call(calls.updateOrder, { ...at, content: { remark: 'late' } })).status).toBe(409)
    // The day that was saved was none of the draft: the remark stays.
    expect(await read(other)).toMatchObject({
      draft: { content: { remark: 'theirs' } },
      others: [{ content: { remark: 'mine' } }],
    })
  })

  // Would catch: a remark that goes with the split that was saved, a draft that then counts as one of another version.
  it('takes only what was saved out of a draft', async () => {
    const order = await made([6])
    await mapped(order)
    await move(order.number, 'READY_FOR_ALLOCATION')
    const content = { remark: 'Press the seams', quotas: [{ facility: 'T1', size: null, pieces: 6 }] }
    const draft = { ...(await seen(order.number)), is_draft: true, draft_version: 0, content }
    expect((await ops.call(calls.updateOrder, draft)).status).toBe(200)
    await assigned(order, 'T1')
    const { body } = await ops.call(calls.getOrderActionDraft, { order_action_id: order.number })
    expect(body.data.draft).toMatchObject({ content: { remark: 'Press the seams' }, version: 2 })
    expect(body.data.draft?.content).not.toHaveProperty('quotas')
    expect(body.data.draft?.order_version).toBe(body.data.order_version)
    const found = (await ops.call(calls.getOrderActionSummary, { order_action_id: order.number })).body.data
    expect(found.cells).toEqual(
      expect.arrayContaining(order.lines.map(({ color, size }) => expect.objectContaining({ color, size }))),
    )
  })

  // Would catch: a held order that loses where it was, facilities of the other path that stay, a rejected order that keeps cloth.
  it('is held and released, moved to outsourced with its PO, rejected and recovered', async () => {
    const order = await made([20])
    await mapped(order)
    await move(order.number, 'READY_FOR_ALLOCATION')
    expect((await move(order.number, 'ON_HOLD')).status).toBe(400)
    expect((await move(order.number, 'ON_HOLD', 'Lab dip is late')).status).toBe(200)
    expect((await got(order.number)).order).toMatchObject({ state: 'ON_HOLD', reason: 'Lab dip is late' })
    const held = { orders: [await seen(order.number)], action: 'APPROVE' }
    expect((await ops.call(calls.updateProductionOnHoldOrders, held)).status).toBe(200)
    expect((await ops.call(calls.updateProductionOnHoldOrders, held)).status).toBe(409)
    await assigned(order, 'T1')
    expect((await move(order.number, 'OUTSOURCED')).status).toBe(200)
    expect(await got(order.number)).toMatchObject({
      order: { state: 'READY_FOR_ALLOCATION', path: 'OUTSOURCED' },
      facilities: [],
    })
    await assigned(order, 'OUT1')
    const po = await ops.call(calls.createProductionPo, {
      ...(await seen(order.number)),
      facility: 'OUT1',
      rate: { minor: 9_500, currency: 'INR' },
      due_on: addDays(today, 28),
    })
    expect(po.body.data.purchase_order).toMatchObject({ pieces: 20, value: { minor: 190_000, currency: 'INR' } })
    const { purchase_order, version } = po.body.data.purchase_order
    const paper = await ops.call(calls.productionPoFile, { purchase_order })
    expect(paper.status).toBe(200)
    // Would catch: a paper whose number stands in its footer only, without the day on which it was made.
    const said = await withPrinted(Readable.from([paper.bytes]), (pdf) => pdf.text())
    for (const words of ['采购单号', purchase_order, today]) expect(said).toContain(words)
    const file = await ops.call(calls.productionPoFile, { purchase_order, format: 'xlsx' })
    expect(file.status).toBe(200)
    await move(order.number, 'ON_HOLD', 'Wait')
    expect((await move(order.number, 'REJECTED', 'Style dropped')).status).toBe(409)
    expect(
      (await ops.call(calls.deleteProductionPo, { purchase_order, version, reason: 'Style dropped' })).status,
    ).toBe(200)
    await ops.call(materials.reserveRolls, { order_ids: [order.number] })
    expect((await move(order.number, 'REJECTED', 'Style dropped')).status).toBe(200)
    const { rows } =
      await sql`SELECT 1 FROM roll_reservation r JOIN production_order o ON o.id = r.document_id WHERE o.number = ${order.number}`.execute(
        server.db,
      )
    expect(rows).toEqual([])
    const back = await ops.call(calls.moveOrder, {
      orders: [await seen(order.number)],
      destination: 'IN_HOUSE',
      source: 'REJECTED',
    })
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect((await got(order.number)).order).toMatchObject({ state: 'ACTION_REQUIRED', path: 'IN_HOUSE' })
  })

  // Would catch: CAD that sees orders before or beside its work, or money in them.
  it('shows CAD what needs a marker, without money', async () => {
    const order = await made([7])
    await mapped(order)
    expect((await cad.call(calls.getOrderActionSummary, { order_action_id: order.number })).status).toBe(404)
    await move(order.number, 'READY_FOR_ALLOCATION')
    await assigned(order, 'T1')
    expect(await got(order.number, cad)).toMatchObject({ facilities: [], shares: [], history: [] })
    const { rows } = (await cad.call(calls.getOrders, { tab: 'CAD' })).body.data
    expect(rows.map((row) => row.order_action_id)).toContain(order.number)
    await marked(order)
    const past = (await cad.call(calls.getOrders, { tab: 'CAD_HISTORY' })).body.data
    expect(past.rows.map((row) => row.order_action_id)).toContain(order.number)
  })

  // Would catch: a tab whose number is not that of its rows.
  it('counts its tabs as SQL does', async () => {
    const { counts } = (await ops.call(calls.getOrders, { part: 'counts' })).body.data
    const { rows } = await sql<{ state: string; orders: number }>`
      SELECT state, count(*)::int AS orders FROM production_order GROUP BY 1`.execute(server.db)
    for (const { state, orders } of rows) expect([state, counts?.[state]]).toEqual([state, orders])
    const { rows: past } = await sql<{
      orders: number
    }>`SELECT count(DISTINCT order_id)::int AS orders FROM production_marker`.execute(server.db)
    expect(counts?.CAD_HISTORY).toBe(past[0]?.orders)
    expect(Object.keys(counts ?? {})).toHaveLength(9)
    const report = (await ops.call(calls.getReport, {})).body.data
    expect(report.tabs.reduce((sum, { orders }) => sum + orders, 0)).toBe(
      rows.reduce((sum, { orders }) => sum + orders, 0),
    )
    expect(report.tabs.every(({ days, orders }) => days.reduce((sum, one) => sum + one, 0) === orders)).toBe(true)
  })
})

describe('orders by sheet', () => {
  const header = updateOrdersSheet.columns.map((column) => bilingual(column.header))
  const sheet = (rows: readonly Record<string, string>[]) => ({
    name: 'orders.csv',
    bytes: Buffer.from(
      [header, ...rows.map((row) => updateOrdersSheet.columns.map(({ key }) => row[key] ?? ''))]
        .map((cells) => cells.join(','))
        .join('\n'),
    ),
  })
  const asked = { path: 'IN_HOUSE', order_status: 'ACTION_REQUIRED' } as const

  // Would catch: half a file that is taken, a row of another tab, a hold without a word.
  it('moves its orders or none, faults by cell', async () => {
    const [first, second] = [await made([3]), await made([4])]
    await mapped(first)
    const wrong = await ops.call(calls.updateOrdersViaFile, {
      ...asked,
      file: sheet([
        { order: first.number, action: 'Ready for allocation' },
        { order: second.number, action: 'Put on hold' },
        { order: 'PR-999999', action: 'Put on hold' },
      ]),
    })
    expect(wrong.status).toBe(422)
    expect(JSON.stringify(wrong.body)).toContain('There is no such production order.')
    expect((await got(first.number)).order.state).toBe('ACTION_REQUIRED')
    const good = await ops.call(calls.updateOrdersViaFile, {
      ...asked,
      file: sheet([
        { order: first.number, action: 'Ready for allocation', due_on: addDays(today, 50) },
        { order: second.number, action: 'Put on hold', reason: 'No cloth' },
      ]),
    })
    expect(good.body.data, JSON.stringify(good.body)).toMatchObject({ rows_taken: 2, rows_refused: 0 })
    expect((await got(first.number)).order).toMatchObject({ state: 'READY_FOR_ALLOCATION', due_on: addDays(today, 50) })
    expect((await got(second.number)).order).toMatchObject({ state: 'ON_HOLD', reason: 'No cloth' })
  })

  // Would catch: is_admin from somebody who is none, a file with verticals that moves orders.
  it('saves drafts where verticals are given, and is_admin is for admins', async () => {
    const order = await made([3])
    const rows = sheet([{ order: order.number, action: 'Put on hold', reason: 'No cloth' }])
    expect((await ops.call(calls.updateOrdersViaFile, { ...asked, is_admin: 'true', file: rows })).status).toBe(403)
    const drafted = await ops.call(calls.updateOrdersViaFile, { ...asked, verticals: 'Tops', file: rows })
    expect(drafted.body.data, JSON.stringify(drafted.body)).toMatchObject({ rows_taken: 1 })
    expect((await got(order.number)).order).toMatchObject({ state: 'ACTION_REQUIRED', drafts: 1 })
    const other = await server.as('admin')
    expect((await other.call(calls.updateOrdersViaFile, { ...asked, file: rows })).status).toBe(422)
    const over = await other.call(calls.updateOrdersViaFile, { ...asked, is_admin: 'true', file: rows })
    expect(over.status, JSON.stringify(over.body)).toBe(200)
  })
})
