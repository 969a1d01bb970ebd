import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { makeOrder } from '../support/orders.ts'
import { makeProduction } from '../support/production.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.materials

let server: TestServer
let ops: Client
let site: string

beforeAll(async () => {
  server = await testServer()
  ops = await server.as('ops')
  site = 'PNOI'
  await sql`INSERT INTO site (id, code, kind, name, name_zh, country, address, time_zone)
    VALUES (gen_random_uuid(), ${site}, 'production', 'Noida', '诺伊达', 'IN', 'Noida', 'Asia/Kolkata') ON CONFLICT DO NOTHING`.execute(
    server.db,
  )
})

let count = 0
const named = (prefix: string) => `${prefix}-${++count}`

async function fabric(more = {}) {
  const answer = await ops.call(calls.createFabricMaterial, {
    name: named('Poplin'),
    unit: 'metre',
    properties: { composition: '100 % cotton', width_cm: 150 },
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.material
}

const roll = (more = {}) => ({ lot: 'L1', shade: 'A', length_m: 50, width_cm: 150, gsm: 120, shrinkage: 3, ...more })

async function receive(material_id: string, rolls: ReturnType<typeof roll>[]) {
  const answer = await ops.call(calls.createFabric, { material_id, site, rolls })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.rolls
}

async function accept(rolls: { roll: string; version: number }[]) {
  for (const { roll: number, version } of rolls) {
    const answer = await ops.call(calls.inspectRoll, { roll: number, version, chosen: 'accept' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
}

const got = async (number: string) => (await ops.call(calls.getRoll, { roll: number })).body.data

async function mapped(material_id: string, quantities: readonly number[], consumption = 1.5) {
  const { number: order_id, ...order } = await makeProduction(server.db, quantities)
  const answer = await ops.call(calls.updateSkuMaterial, {
    mappings: order.lines.map(({ nm_sku }) => ({ nm_sku, material_id, consumption, wastage: 0 })),
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { ...order, order_id }
}

const ledgersHold = async () => {
  for (const { ledger, found } of await checkLedgers(server.db)) expect([ledger, found]).toEqual([ledger, []])
}

describe('rolls of fabric', () => {
  // Would catch: a roll that is received twice, one without a width, and half a delivery that stays.
  it('receives all rolls of a delivery or none, naming each fault at its field', async () => {
    const { material_id } = await fabric()
    await receive(material_id, [roll({ supplier_roll: 'S1' })])
    const answer = await ops.call(calls.createFabric, {
      material_id,
      site,
      rolls: [
        roll({ supplier_roll: 'S1' }),
        roll({ supplier_roll: 'S2' }),
        roll({ supplier_roll: 'S2' }),
        roll({ width_cm: null }),
      ],
    })
    expect(answer.status).toBe(400)
    const fields = (answer.body as unknown as { details: { fields: { field: string }[] } }).details.fields
    expect(fields.map(({ field }) => field)).toEqual([
      'rolls.0.supplier_roll',
      'rolls.2.supplier_roll',
      'rolls.3.width_cm',
    ])
    const { rows } = (await ops.call(calls.getRolls, { material_id })).body.data
    expect(rows).toHaveLength(1)
    const zero = await ops.call(calls.createFabric, { material_id, site, rolls: [roll({ width_cm: 0 })] })
    expect(zero.status).toBe(400)
  })

  // Would catch: a verdict against the points without a word, and one that is given twice.
  it('computes the verdict by four points, and asks for words against it', async () => {
    const { material_id } = await fabric()
    const [first] = await receive(material_id, [roll({ length_m: 10 })])
    const { roll: number = '', version = 0 } = first ?? {}
    const defects = Array.from({ length: 12 }, (_, at) => ({ kind: 'hole' as const, length_cm: 5, at_cm: at * 92 }))
    const asked = { roll: number, version, chosen: 'accept' as const, defects }
    expect((await ops.call(calls.inspectRoll, asked)).status).toBe(400)
    const answer = await ops.call(calls.inspectRoll, { ...asked, remark: 'Cut round them.' })
    expect(answer.body.data.roll).toMatchObject({ state: 'accepted' })
    const { inspections, moves } = await got(number)
    expect(inspections).toMatchObject([{ points: 48, computed: 'reject', chosen: 'accept', defects }])
    expect(moves.find(({ move }) => move === 'accept')?.closed).not.toBeNull()
    expect((await ops.call(calls.inspectRoll, { ...asked, version: version + 1, remark: 'x' })).status).toBe(409)
  })

  // Would catch: cloth that is promised twice, cut twice, or lost between its columns; sums that go another way than their rolls.
  it('reserves, cuts, releases, writes off and returns without losing a centimetre', async () => {
    const { material_id } = await fabric()
    const rolls = await receive(material_id, [
      roll(),
      roll({ lot: 'L2', length_m: 30 }),
      roll({ shade: 'B', length_m: 80 }),
    ])
    await accept(rolls)
    const [one, two] = [await mapped(material_id, [20]), await mapped(material_id, [40])]
    const order_ids = [one.order_id, two.order_id]
    const trial = (await ops.call(calls.reserveRolls, { order_ids, is_trial: true })).body.data
    expect((await ops.call(calls.getRolls, { material_id, tab: 'reserved' })).body.data.rows).toHaveLength(0)
    const { orders } = (await ops.call(calls.reserveRolls, { order_ids })).body.data
    expect(orders).toEqual(trial.orders)
    expect(
      orders.map(({ lines }) => lines.map(({ reserved, missing, reason }) => ({ reserved, missing, reason }))),
    ).toEqual([[{ reserved: 30, missing: 0, reason: 'one_lot' }], [{ reserved: 60, missing: 0, reason: 'one_lot' }]])
    // Once more: they hold all that they need.
    const again = (await ops.call(calls.reserveRolls, { order_ids })).body.data
    expect(again.orders.flatMap(({ lines }) => lines)).toEqual([])
    const number = orders[0]?.lines[0]?.picks[0]?.roll ?? ''
    const move = async (kind: 'cut' | 'uncut' | 'write_off' | 'return', quantity: number, order_id?: string) => {
      const { version } = (await got(number)).roll
      return ops.call(calls.updateFabric, {
        roll: number,
        version,
        move: { kind, quantity, reason: 'x', order_id },
      } as never)
    }
    expect((await move('cut', 31, one.order_id)).status).toBe(400)
    expect((await move('cut', 5, two.order_id)).status).toBe(400)
    expect((await move('cut', 12.5, one.order_id)).status).toBe(200)
    expect((await move('uncut', 13, one.order_id)).status).toBe(400)
    expect((await move('uncut', 2.5, one.order_id)).status).toBe(200)
    expect((await move('write_off', 1_000)).status).toBe(409)
    const held = await got(number)
    expect(held.roll).toMatchObject({ reserved: 20, consumed: 10 })
    expect(held.held_by).toEqual([{ order_id: one.order_id, quantity: 20 }])
    // Inspected again only when nobody holds it.
    const closed = held.moves.find((each) => each.move === 'reinspect')?.closed?.message
    expect(closed).toContain('Orders hold cloth')
    expect((await ops.call(calls.releaseRolls, { order_ids, reason: 'Later.' })).body.data.released).toBe(80)
    await ledgersHold()
  })

  // Would catch: two people who reserve the same cloth for two orders at once.
  it('promises no cloth twice when many reserve at once', async () => {
    const { material_id } = await fabric()
    await accept(await receive(material_id, [roll({ length_m: 40 }), roll({ length_m: 35, lot: 'L2' })]))
    const orders: { order_id: string }[] = []
    for (let at = 0; at < 6; at++) orders.push(await mapped(material_id, [10]))
    await Promise.all(orders.map(({ order_id }) => ops.call(calls.reserveRolls, { order_ids: [order_id] })))
    const { rows } = (await ops.call(calls.getRolls, { material_id, tab: 'all' })).body.data
    expect(rows.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(75)
    await ledgersHold()
  })

  // Would catch: free that counts cloth nobody accepted, and a lot whose every roll must be inspected though its sample passed.
  it('counts as free what is accepted alone, and takes the rest of a lot by its sample', async () => {
    const { material_id } = await fabric()
    const rolls = await receive(
      material_id,
      Array.from({ length: 12 }, () => roll({ length_m: 10 })),
    )
    const free = async () =>
      (await ops.call(calls.getFabrics, { material_id })).body.data.rows.map((row) => [row.free, row.waiting])
    expect(await free()).toEqual([[0, 120]])
    const sampled = (await ops.call(calls.getRolls, { material_id })).body.data.rows.filter((row) => row.is_sampled)
    expect(sampled).toHaveLength(2)
    const inspect = (one: (typeof rolls)[number], more = {}) =>
      ops.call(calls.inspectRoll, { roll: one.roll, version: one.version, chosen: 'accept', ...more })
    const [first, second] = sampled
    if (!first || !second) throw new Error('no sample')
    const early = await inspect(first, { whole_lot: true })
    expect([early.status, JSON.stringify(early.body)]).toEqual([409, expect.stringContaining(second.roll)])
    expect((await inspect(first)).body.data.accepted).toBe(0)
    expect((await inspect(second, { whole_lot: true })).body.data.accepted).toBe(10)
    expect(await free()).toEqual([[120, 0]])
    await ledgersHold()
  })

  // Would catch: a press that reserves other cloth than the trial showed, since somebody was quicker.
  it('refuses to reserve other than what was shown', async () => {
    const { material_id } = await fabric()
    await accept(await receive(material_id, [roll({ length_m: 30 })]))
    const [one, two] = [await mapped(material_id, [20]), await mapped(material_id, [20])]
    const reserve = (order_id: string, more = {}) => ops.call(calls.reserveRolls, { order_ids: [order_id], ...more })
    expect((await reserve(one.order_id, { is_trial: true })).body.data.orders[0]?.lines[0]?.reserved).toBe(30)
    await reserve(two.order_id, { expected: 30 })
    const late = await reserve(one.order_id, { expected: 30 })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('0 m would be reserved')])
    expect((await reserve(two.order_id, { is_trial: true })).body.data.orders[0]).toMatchObject({
      holds_all: true,
      lines: [],
    })
  })

  // Would catch: half a button.
  it('takes whole pieces of what is counted in pieces', async () => {
    const made = await ops.call(calls.createAccessoryMaterial, {
      name: 'Zip',
      unit: 'piece',
      properties: { trim: 'Zip' },
    })
    const { material_id } = made.body.data.material
    const zips = (length_m: number) => roll({ length_m, width_cm: null as never })
    const answer = await ops.call(calls.createFabric, { material_id, site, rolls: [zips(10.5)] })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('whole pieces')])
    const [made10] = await receive(material_id, [zips(10)])
    const { roll: number = '', version = 0 } = made10 ?? {}
    const half = { kind: 'write_off' as const, quantity: 0.5, reason: 'x' }
    expect((await ops.call(calls.updateFabric, { roll: number, version, move: half })).status).toBe(400)
    // Trims have no width: they are judged by words, not by a width that nobody measured.
    const judge = (chosen: 'reinspect' | 'accept', at: number, more = {}) =>
      ops.call(calls.inspectRoll, { roll: number, version: at, chosen, remark: 'x', ...more })
    expect((await judge('reinspect', version)).status).toBe(200)
    const defects = [{ kind: 'hole', length_cm: 5, at_cm: 10 }]
    expect((await judge('accept', version + 1, { defects })).status).toBe(400)
    expect((await judge('accept', version + 1)).body.data.roll.state).toBe('accepted')
    const { rows } = (await ops.call(calls.getAccessoryMaterials, { material_ids: [material_id] })).body.data
    expect(rows).toMatchObject([{ on_hand: 10, free: 10 }])
  })

  // Would catch: sums of a lot that keep the roll which went to another, and a measured length that nobody booked.
  it('takes a roll to another lot with all its cloth, and books a measured length', async () => {
    const { material_id } = await fabric()
    const [first] = await receive(material_id, [roll(), roll()])
    const { roll: number = '', version = 0 } = first ?? {}
    const answer = await ops.call(calls.updateFabric, { roll: number, version, lot: 'L9', length_m: 48.2, place: '' })
    expect(answer.body.data.roll).toMatchObject({ lot: 'L9', received: 48.2, free: 0, waiting: 48.2 })
    const { rows } = (await ops.call(calls.getFabrics, { material_id })).body.data
    expect(rows.map(({ lot, rolls, received }) => ({ lot, rolls, received }))).toEqual([
      { lot: 'L1', rolls: 1, received: 50 },
      { lot: 'L9', rolls: 1, received: 48.2 },
    ])
    await ledgersHold()
  })
})

describe('masters and mapping', () => {
  // Would catch: a material that is retired while SKUs or rolls need it, without saying where.
  it('refuses to retire what is still needed, naming where', async () => {
    const { material_id, version } = await fabric()
    const order = await mapped(material_id, [5])
    const answer = await ops.call(calls.deleteSkuMaterial, { material_id, version })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(order.lines[0]?.nm_sku ?? 'none')
    const nm_skus = order.lines.map(({ nm_sku }) => nm_sku)
    expect((await ops.call(calls.deleteSkuMaterial, { material_id, nm_skus })).body.data.changed).toBe(nm_skus.length)
    expect((await ops.call(calls.deleteSkuMaterial, { material_id, version })).body.data.changed).toBe(1)
    const mapping = { nm_sku: nm_skus[0] ?? '', material_id, consumption: 1 }
    expect((await ops.call(calls.updateSkuMaterial, { mappings: [mapping] })).status).toBe(400)
  })

  // Would catch: centimetres typed as metres that pass unseen, and a change that runs over orders which hold cloth.
  it('marks an unlikely consumption, and asks before it changes what orders hold', async () => {
    const { material_id } = await fabric()
    const order = await mapped(material_id, [4, 4, 4])
    const [first] = order.lines
    const nm_sku = first?.nm_sku ?? ''
    const change = (consumption: number, version: number, more = {}) =>
      ops.call(calls.updateSkuMaterial, { mappings: [{ nm_sku, material_id, consumption, version }], ...more })
    const answer = await change(150, 1)
    expect(answer.body.data.rows[0]?.unlikely?.values).toEqual({ metres: 150, usual: 1.5 })
    const { rows } = (await ops.call(calls.getSkuMaterials, { tab: 'unlikely', material_id })).body.data
    expect(rows.map((row) => row.nm_sku)).toEqual([nm_sku])
    expect((await change(1.4, 1)).status).toBe(409)
    await change(1.5, 2)
    await accept(await receive(material_id, [roll()]))
    await ops.call(calls.reserveRolls, { order_ids: [order.order_id] })
    const asked = await change(1.6, 3)
    expect(asked.body.data).toMatchObject({ changed: 0, held_orders: [{ order_id: order.order_id, reserved: 18 }] })
    expect((await change(1.6, 3, { is_confirmed: true })).body.data.changed).toBe(1)
  })

  // Would catch: the tab of what looks mistyped by another rule than the mark in the row: of one size, of two, and of many.
  it('lists what looks mistyped by the rule that marks it', async () => {
    const { material_id } = await fabric()
    const amounts = [[1.4], [140], [1.4, 140], [1.4, 1.5], [1.4, 1.5, 150], [0.01, 1.4, 1.5, 1.6], [1, 2, 3, 9.5, 16]]
    for (const own of amounts) {
      const order = await makeProduction(
        server.db,
        own.map(() => 1),
      )
      const mappings = order.lines.map(({ nm_sku }, at) => ({ nm_sku, material_id, consumption: own[at] ?? 1 }))
      expect((await ops.call(calls.updateSkuMaterial, { mappings })).status).toBe(200)
    }
    const rowsOf = async (tab: 'mapped' | 'unlikely') =>
      (await ops.call(calls.getSkuMaterials, { tab, material_id, page_size: 100 })).body.data.rows
    const marked = (await rowsOf('mapped')).filter(({ unlikely }) => unlikely !== null).map(({ nm_sku }) => nm_sku)
    expect((await rowsOf('unlikely')).map(({ nm_sku }) => nm_sku)).toEqual(marked)
    expect(marked.length).toBeGreaterThan(4)
  })

  // Would catch: the app's own sheet refused, since SKUs without a material stand in it; a change of held cloth that slips in by sheet.
  it('takes back its own sheet of mappings, and what is changed in it', async () => {
    const { material_id } = await fabric()
    const order = await mapped(material_id, [4, 4])
    await makeProduction(server.db, [3])
    const reply = await ops.call(calls.downloadSkuMaterialMapping, { request_type: '' })
    const { bytes } = reply as unknown as { bytes: Buffer }
    const send = (sent: Buffer, name = 'mapping.xlsx', request_type: 'update' | 'create' = 'update') =>
      ops.call(calls.updateSkuMaterialMapping, { file: { name, bytes: sent }, request_type, mode: 'all' })
    const untouched = await send(bytes)
    expect(untouched.status, JSON.stringify(untouched.body)).toBe(200)
    expect(untouched.body.data).toMatchObject({ rows_taken: 0, rows_refused: 0 })
    const nm_sku = order.lines[0]?.nm_sku ?? ''
    const csv = (consumption: number) =>
      Buffer.from(`NM SKU,Material,Placement,Consumption a piece\n${nm_sku},${material_id},,${consumption}\n`)
    expect((await send(csv(1.7), 'mapping.csv')).body.data.rows_taken).toBe(1)
    expect((await send(csv(1.8), 'mapping.csv', 'create')).status).toBe(422)
    await accept(await receive(material_id, [roll()]))
    await ops.call(calls.reserveRolls, { order_ids: [order.order_id] })
    const held = await send(csv(1.9), 'mapping.csv')
    expect([held.status, JSON.stringify(held.body)]).toEqual([422, expect.stringContaining(order.order_id)])
  })

  // Would catch: a shortage that forgets what is on its way, and one that stops an order which could be cut.
  it('says on which day cloth fails, and which orders it stops', async () => {
    const { material_id, version } = await fabric()
    await accept(await receive(material_id, [roll({ length_m: 20 })]))
    const order = await mapped(material_id, [20])
    const shortage = async () => (await ops.call(calls.getShortages, { material_id })).body.data.rows[0]
    expect(await shortage()).toMatchObject({
      free: 20,
      needed: 30,
      stopped: [{ order_id: order.order_id, quantity: 10 }],
    })
    const saved = await ops.call(calls.createFabricMaterial, {
      material_id,
      version,
      name: 'Poplin',
      unit: 'metre',
      properties: { composition: 'Cotton', width_cm: 150 },
      expected: [{ day: '2020-01-01', quantity: 12 }],
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await shortage()).toMatchObject({ first_day: null, stopped: [] })
  })

  // Would catch: cloth of India that is planned for what a vendor sews, and cloth that a vendor's order still holds and nobody can take back.
  it('needs cloth for production orders alone; what vendors’ orders hold from before is released', async () => {
    const { material_id } = await fabric()
    const [held] = await receive(material_id, [roll({ length_m: 90 })])
    await accept([held ?? { roll: '', version: 0 }])
    const bought = await makeOrder(server.db, { pieces: [10] })
    const mappings = bought.lines.map(({ nm_sku }) => ({ nm_sku, material_id, consumption: 1.5 }))
    await ops.call(calls.updateSkuMaterial, { mappings })
    expect((await ops.call(calls.getShortages, { material_id })).body.data.rows).toEqual([])
    const { rows: missing } = (await ops.call(calls.getSkuMaterials, { tab: 'mapped', material_id })).body.data
    expect(missing).toMatchObject([{ open_pieces: 0, open_orders: [] }])
    const refused = await ops.call(calls.reserveRolls, { order_ids: [bought.order_id] })
    expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining(bought.order_id)])
    // As it was reserved before there were production orders.
    const order = await mapped(material_id, [10])
    await ops.call(calls.reserveRolls, { order_ids: [order.order_id] })
    await sql`UPDATE roll_reservation SET document_id = ${bought.id}::uuid WHERE document_id = ${order.id}::uuid`.execute(
      server.db,
    )
    const back = await ops.call(calls.releaseRolls, { order_ids: [bought.order_id], reason: 'Sewn elsewhere.' })
    expect(back.body.data, JSON.stringify(back.body)).toEqual({ released: 15 })
  })

  // Would catch: a price that reaches cad, and cad who receives or maps.
  it('shows cad everything but prices, and lets cad change nothing', async () => {
    const { material_id } = await fabric({ price: { minor: 12_345, currency: 'INR' } })
    const cad = await server.as('cad')
    const { rows } = (await cad.call(calls.getFabricMaterials, { material_ids: [material_id] })).body.data
    expect(rows).toMatchObject([{ material_id, price: null }])
    expect((await cad.call(calls.createFabric, { material_id, site, rolls: [roll()] })).status).toBe(403)
    const mine = async () =>
      (await ops.call(calls.getFabricMaterials, { material_ids: [material_id] })).body.data.rows[0]
    expect((await mine())?.price).toEqual({ minor: 12_345, currency: 'INR' })
    // Would catch: a price that goes when somebody saves who does not see it.
    const { version = 0 } = (await mine()) ?? {}
    await fabric({ material_id, version, name: 'Poplin, washed' })
    expect(await mine()).toMatchObject({ name: 'Poplin, washed', price: { minor: 12_345, currency: 'INR' } })
  })
})
