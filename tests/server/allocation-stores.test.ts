import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkLedgers } from '../../src/server/app/check-ledgers.ts'
import { contract } from '../../src/shared/areas.ts'
import { bring, calculated, allocationCalls as calls, indiaDay, madeTask, ok } from '../support/allocation.ts'
import type { Client } from '../support/client.ts'
import { quick, untilState } from '../support/jobs.ts'
import { type TestServer, testServer } from '../support/server.ts'

const passes = contract.gatePasses

let server: TestServer
let admin: Client
let retail: Client
let warehouse: Client
beforeAll(async () => {
  server = await testServer({ jobs: { times: quick } })
  await server.app.ready()
  admin = await server.as('admin')
  retail = await server.as('retail_admin')
  warehouse = await server.as('warehouse')
  await bringStores()
})

const sizes = ['S', 'M', 'L'] as const
const sku = (size: string) => `TP1BLK-${size}`

/**
 * A warehouse and four shops. SGGN has a whole run of black that lies (a piece a size in ten days), SDEL sells black and has no M for four days,
 * SPUN has what nobody bought for two months, SCOK carries no tops.
 */
async function bringStores(): Promise<void> {
  const site = (code: string, kind: string, region = '') =>
    `${code},${kind},Site ${code},IN,1 Road,Asia/Kolkata,${region}`
  await bring(admin, 'sites', [
    'Site,Kind of site,Name,Country,Address,Time zone,Region',
    site('WDEL', 'Warehouse'),
    ...['SDEL', 'SGGN'].map((code) => site(code, 'Shop', 'North')),
    ...['SPUN', 'SCOK'].map((code) => site(code, 'Shop', 'West')),
  ])
  await bring(admin, 'vendors', ['Vendor,Name,City', 'GZ01,Yihe,Guangzhou'])
  await bring(admin, 'size-sets', [
    'Size set,Size,Position,Core size,Pieces in a set',
    ...['ALPHA,S,1,yes,1', 'ALPHA,M,2,yes,2', 'ALPHA,L,3,no,1'],
  ])
  await bring(admin, 'styles', [
    'Style,Name,Category,Season,Vendor,Size set,MRP',
    'TP1,Linen blouse,Tops,Autumn 2026,GZ01,ALPHA,1000 INR',
  ])
  await bring(admin, 'skus', ['NM SKU,Style,Colour,Size', ...sizes.map((size) => `${sku(size)},TP1,Black,${size}`)])
  await bring(admin, 'shop-profiles', [
    'Shop,Category,Grade,Carried,Least shown,Most shown',
    ...['SDEL,Tops,A,yes,0,60', 'SGGN,Tops,A,yes,0,60', 'SPUN,Tops,B,yes,0,60', 'SCOK,Tops,C,no,0,'],
  ])
  await bring(admin, 'opening-stock', [
    'Site,Shelf,NM SKU,Condition,Quantity',
    ...['WDEL,,TP1BLK-S,Good,10', 'WDEL,,TP1BLK-M,Good,10'],
    ...['SGGN,,TP1BLK-S,Good,8', 'SGGN,,TP1BLK-M,Good,9', 'SGGN,,TP1BLK-L,Good,6'],
    ...['SDEL,,TP1BLK-S,Good,12', 'SDEL,,TP1BLK-L,Good,6', 'SPUN,,TP1BLK-S,Good,3', 'SPUN,,TP1BLK-M,Good,3'],
  ])
  const days = Array.from({ length: 40 }, (_, at) => at)
  const every = (shop: string, size: string, each: number, from = 0) =>
    days.flatMap((at) => (at >= from && at % each === 0 ? [`${shop},${sku(size)},${indiaDay(at)},1,yes`] : []))
  await bring(admin, 'sales', [
    'Shop,NM SKU,Day,Units sold,In stock',
    ...[...every('SDEL', 'S', 4), ...every('SDEL', 'M', 2, 4), ...every('SDEL', 'L', 8)],
    ...[0, 1, 2, 3].map((at) => `SDEL,${sku('M')},${indiaDay(at)},0,no`),
    ...sizes.flatMap((size) => every('SGGN', size, 10, 1)),
    ...[62, 70].flatMap((at) => [`SPUN,${sku('S')},${indiaDay(at)},1,yes`, `SPUN,${sku('M')},${indiaDay(at)},1,yes`]),
  ])
}

const stockOf = (wish: object = {}) => ok(retail, calls.storeStock, wish)
const differences = async () => (await checkLedgers(server.db, 10)).flatMap(({ found }) => found)
const planOf = async () => {
  const { settings } = await ok(retail, calls.getAllocationConfig, {})
  const { least_rate_thousandths: _rate, most_cover_days: _most, ...plan } = settings
  return plan
}

/** What the lists say, counted once more by other queries, row by row. */
async function recounted() {
  const { rows } = await sql<Record<string, unknown>>`
    WITH told AS (SELECT max(day) AS as_of FROM sale_day),
    skus AS (SELECT x.id AS shop_id, x.code AS store, k.id AS sku_id, k.color, s.code AS style_id, coalesce(z.is_core, false) AS is_core
      FROM site x CROSS JOIN sku k JOIN style s ON s.id = k.style_id LEFT JOIN size_set z ON z.code = s.size_set AND z.size = k.size
      WHERE x.kind = 'shop'),
    one AS (SELECT u.*, coalesce((SELECT sum(t.on_hand) FROM stock t JOIN place p ON p.id = t.place_id WHERE p.site_id = u.shop_id
        AND t.sku_id = u.sku_id AND t.condition = 'good' AND p.kind IN ('floor', 'shelf')), 0)::int AS on_hand,
      coalesce((SELECT sum(d.sold) FROM sale_day d, told WHERE d.shop_id = u.shop_id AND d.sku_id = u.sku_id AND d.day > as_of - 30), 0)::int AS sold,
      (SELECT count(*) FROM sale_day d, told WHERE d.shop_id = u.shop_id AND d.sku_id = u.sku_id AND d.day > as_of - 30
        AND NOT d.was_in_stock AND d.sold = 0)::int AS out,
      (SELECT ${indiaDay(0)}::date - min(d.day) FROM sale_day d WHERE d.shop_id = u.shop_id AND d.sku_id = u.sku_id) AS age FROM skus u)
    SELECT store, style_id, color, sum(on_hand)::int AS on_hand, sum(sold)::int AS sold_30, max(out) FILTER (WHERE is_core) AS lost_days,
      max(age) FILTER (WHERE on_hand > 0) AS age_days, sum(sold)::float8 / nullif(sum(sold) + sum(on_hand), 0) AS sell_through
    FROM one GROUP BY store, style_id, color HAVING sum(on_hand) + sum(sold) > 0 ORDER BY 1, 2, 3`.execute(server.db)
  return rows
}

describe('what stores have', () => {
  // Would catch: a piece counted twice or not at all, days of the wrong shop, a rate of another size.
  it('is what the books say, recounted', async () => {
    const { rows } = await stockOf()
    const shown = rows.map(({ store, style_id, color, on_hand, sold_30, lost_days, age_days, sell_through }) => ({
      ...{ store, style_id, color, on_hand, sold_30, lost_days, age_days, sell_through },
    }))
    expect(shown).toEqual(await recounted())
    expect(rows.map(({ store }) => store)).toEqual(['SDEL', 'SGGN', 'SPUN'])
  })

  it('says cover, what is broken, and what does not sell', async () => {
    const { rows } = await stockOf()
    const { styles } = await stockOf({ with_styles: true })
    const [sdel, sggn, spun] = rows
    expect(sdel).toMatchObject({ lacks: ['M'], lost_days: 4, retail_value_minor: 1_800_000, sizes: [] })
    expect(sggn).toMatchObject({ lacks: [], on_hand: 23 })
    expect(sggn?.cover).toBeCloseTo(23 / (sggn?.rate ?? 1), 0)
    // Nothing was told of it for thirty days: the mean of its category does not stand for it.
    expect(spun).toMatchObject({ rate: 0, cover: null, sold_30: 0, age_days: 70 })
    expect(styles).toEqual([
      {
        style_id: 'TP1',
        style_name: 'Linen blouse',
        style_name_zh: 'Linen blouse',
        color: 'Black',
        color_zh: 'Black',
        category: 'Tops',
      },
    ])
  })

  it('is filtered by region, category, words and stores; of one store with its sizes', async () => {
    const stores = async (wish: object) => (await stockOf(wish)).rows.map(({ store }) => store)
    expect(await stores({ region: 'West' })).toEqual(['SPUN'])
    expect(await stores({ category: 'Dresses' })).toEqual([])
    expect(await stores({ season: 'Autumn 2026', region: 'North' })).toEqual(['SDEL', 'SGGN'])
    expect(await stores({ season: 'Spring 2020' })).toEqual([])
    expect(await stores({ stores: ['SGGN', 'SPUN'] })).toEqual(['SGGN', 'SPUN'])
    expect(await stores({ search: 'ivory' })).toEqual([])
    const [row] = (await stockOf({ store: 'SDEL' })).rows
    expect(row?.sizes.map(({ size, on_hand, days_out, is_core }) => [size, on_hand, days_out, is_core])).toEqual([
      ['S', 12, 0, true],
      ['M', 0, 4, true],
      ['L', 6, 0, false],
    ])
    const paged = await stockOf({ page_size: 1 })
    expect((await stockOf({ page_size: 1, cursor: paged.next_cursor })).rows.map(({ store }) => store)).toEqual([
      'SGGN',
    ])
  })

  // Would catch: a shop's own account that sees, or sends from, what is another shop's.
  it('is told to an account of some shops of those alone', async () => {
    const site = await server.db.selectFrom('site').select('id').where('code', '=', 'SGGN').executeTakeFirstOrThrow()
    const placed = await server.as(await server.makeUser({ role: 'retail_admin', sites: [site.id] }))
    expect((await ok(placed, calls.storeStock, {})).rows.map(({ store }) => store)).toEqual(['SGGN'])
    expect((await ok(placed, calls.storeTransfers, {})).rows).toEqual([])
    const refused = await placed.call(calls.sendTransfers, {
      lines: [{ from: 'SGGN', to: 'SDEL', nm_sku: sku('M'), quantity: 1 }],
    })
    expect(refused.status).toBe(400)
  })
})

describe('transfers', () => {
  const send = (lines: { from: string; to: string; nm_sku: string; quantity: number; taker_had?: number }[]) =>
    retail.call(calls.sendTransfers, { lines })
  const line = (about: object = {}) => ({ from: 'SGGN', to: 'SDEL', nm_sku: sku('M'), quantity: 1, ...about })
  const proposed = async (wish: object = {}) =>
    (await ok(retail, calls.storeTransfers, { region: 'North', ...wish })).rows

  it('go from where a run lies to where a core size is broken, and say why', async () => {
    const rows = await proposed()
    expect(rows.map(({ from, to, size }) => [from, to, size])).toEqual([['SGGN', 'SDEL', 'M']])
    const [row] = rows
    expect((row?.core ?? 0) + (row?.need ?? 0)).toBe(row?.quantity)
    expect(row).toMatchObject({ core: 1, taker: { on_hand: 0, lack: 1, lacks: ['M'] }, giver: { on_hand: 9, free: 9 } })
    expect((row?.giver.on_hand ?? 0) - (row?.quantity ?? 0)).toBeGreaterThanOrEqual(row?.giver.keep ?? 99)
    // With another setting nobody has too much; in another region nobody is broken.
    expect(await proposed({ most_cover_days: 700 })).toEqual([])
    expect(await proposed({ region: 'West' })).toEqual([])
    // What does not sell at all lies longest: of all regions it comes from there.
    const all = await ok(retail, calls.storeTransfers, {})
    expect([all.most_cover_days, new Set(all.rows.map(({ from, to }) => `${from} ${to}`))]).toEqual([
      60,
      new Set(['SPUN SDEL']),
    ])
    expect(await proposed({ category: 'Dresses' })).toEqual([])
  })

  it('are refused in words: no such store or SKU, itself, twice, not carried, a core size that would break', async () => {
    const said = async (...lines: Parameters<typeof line>[0][]) => {
      const { status, body } = await send(lines.map((about) => line(about)))
      return [status, body.details?.fields?.[0]?.field ?? null, body.message]
    }
    expect(await said({ from: 'SNOT' })).toEqual([400, 'lines.0.from', 'There is no shop SNOT.'])
    expect(await said({ from: 'WDEL' })).toEqual([400, 'lines.0.from', 'There is no shop WDEL.'])
    expect(await said({ nm_sku: 'NO-SUCH' })).toEqual([400, 'lines.0.nm_sku', 'There is no SKU NO-SUCH.'])
    expect(await said({ to: 'SGGN' })).toEqual([400, 'lines.0.to', 'TP1BLK-M: SGGN cannot send to itself.'])
    expect(await said({}, {})).toEqual([400, 'lines.1.nm_sku', 'TP1BLK-M from SGGN to SDEL is named twice.'])
    expect(await said({ to: 'SCOK' })).toEqual([
      ...[400, 'lines.0.to', 'Store SCOK does not carry Tops: TP1BLK-M cannot go there.'],
    ])
    expect(await said({ quantity: 9 })).toEqual([
      409,
      null,
      'TP1BLK-M is a core size: SGGN keeps 1 pieces of it. 9 are free, and 9 were to go.',
    ])
    expect(await said({ quantity: 12 })).toEqual([
      409,
      null,
      'TP1BLK-M: 12 pieces were to go from SGGN, and only 9 are free there now (1 SKUs). Please look again.',
    ])
    expect((await said({ quantity: 0 }))[0]).toBe(400)
    expect((await said({ quantity: -1 }))[0]).toBe(400)
    // Nothing of all that is reserved, and no pass was made.
    const { rows } = await sql<{
      pieces: number
    }>`SELECT coalesce(sum(quantity), 0)::int AS pieces FROM reservation`.execute(server.db)
    expect(rows[0]?.pieces).toBe(0)
    expect((await ok(retail, calls.pendingStoreInwards, {})).rows).toEqual([])
  })

  // Would catch: a piece that is promised twice, that is free in between, or that the shop never gets.
  it('become gate passes in one press: reserved, on their way, packed and received', async () => {
    const rows = await proposed()
    const quantity = rows[0]?.quantity ?? 0
    const lines = rows.map(({ from, to, nm_sku, quantity: pieces }) => ({ from, to, nm_sku, quantity: pieces }))
    const made = await ok(retail, calls.sendTransfers, { lines })
    expect(made.gate_passes.map(({ source, store, pieces }) => [source, store, pieces])).toEqual([
      ['SGGN', 'SDEL', quantity],
    ])
    expect(await differences()).toEqual([])
    const { rows: held } = await sql<{ type: string; pieces: number }>`
      SELECT document_type AS type, sum(quantity)::int AS pieces FROM reservation GROUP BY 1`.execute(server.db)
    expect(held).toEqual([{ type: 'gate_pass', pieces: quantity }])
    // What comes mends it: nothing is proposed twice.
    const [sdel] = (await stockOf({ store: 'SDEL' })).rows
    expect(sdel).toMatchObject({ in_transit: quantity, lacks: [] })
    expect(await proposed()).toEqual([])
    // Who still sees what was proposed before hears of it.
    const seen = await send([line({ quantity: 1, taker_had: 0 })])
    expect([seen.status, seen.body.message]).toEqual([
      409,
      expect.stringContaining(`got ${quantity} pieces: SDEL TP1 Black ${quantity} (${made.number}).`),
    ])
    // The same sent once more: the pieces that are left are not enough.
    const again = await send([line({ quantity: 9 })])
    expect([again.status, again.body.message]).toEqual([
      409,
      `TP1BLK-M: 9 pieces were to go from SGGN, and only ${9 - quantity} are free there now (1 SKUs). Please look again.`,
    ])

    const gate_pass = made.gate_passes[0]?.gate_pass ?? ''
    const { boxes } = await ok(warehouse, passes.addBox, { gate_pass })
    const box = boxes[0]?.box_code ?? ''
    await ok(warehouse, passes.addItem, { box, scans: [{ code: sku('M'), quantity, scan_id: v7() }] })
    await ok(warehouse, passes.updateBox, { boxes: [box], action: 'seal' })
    const { gate_pass: pass } = await ok(warehouse, passes.getGatePass, { gate_pass })
    expect(pass).toMatchObject({ from_site: 'SGGN', to_site: 'SDEL' })
    const { rows: pending } = await ok(retail, calls.pendingStoreInwards, { store: 'SDEL' })
    expect(pending.map((row) => [row.gate_pass, row.task_id, row.pieces])).toEqual([[gate_pass, made.number, quantity]])
    await ok(warehouse, passes.submit, { gate_pass, version: pass.version })
    await ok(retail, passes.receiveBox, { boxes: [{ code: box }], gate_pass })
    const after = await stockOf({ stores: ['SDEL', 'SGGN'] })
    expect(after.rows.map(({ store, on_hand, in_transit }) => [store, on_hand, in_transit])).toEqual([
      ['SDEL', 18 + quantity, 0],
      ['SGGN', 23 - quantity, 0],
    ])
    expect(await differences()).toEqual([])
  })

  // Would catch: two people who press at the same moment and are promised the same pieces, or together leave a store without a core size.
  it('of two at the same moment that together would break a core size, one is refused', async () => {
    const some = line({ nm_sku: sku('S'), quantity: 4 })
    const both = await Promise.all([send([some]), send([some])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toBe(
      'TP1BLK-S is a core size: SGGN keeps 1 pieces of it. 4 are free, and 4 were to go.',
    )
    expect(await differences()).toEqual([])
  })
})

describe('looking back on an allocation', () => {
  // Would catch: sales of before the goods came, of another shop, more sold than came, a day of the window too many.
  it('says what came and what sold of it within 14 and 28 days', async () => {
    const { task_id } = await madeTask(retail, {
      ...{ sources: ['WDEL'], stores: ['SDEL', 'SPUN'] },
      settings: { ...(await planOf()), cover_days: 60, holdback_percent: 0 },
    })
    await calculated(server, retail, task_id)
    const version = async () => (await ok(retail, calls.getAllocation, { task_id })).task.version
    await ok(retail, calls.shortlistOutwards, { task_id, version: await version(), all: true })
    await ok(retail, calls.submitOutwards, { task_id, version: await version() })
    expect((await ok(retail, calls.outwardsSummary, { task_id })).looking_back).toEqual([])
    await ok(retail, calls.submitAllocation, { task_id, version: await version() })
    const { gate_passes } = await ok(retail, calls.createAllocationPasses, { task_id, version: await version() })
    const waiting = (await ok(retail, calls.outwardsSummary, { task_id })).looking_back
    expect(
      waiting.map(({ received, received_on, known_days, sold_28 }) => [received, received_on, known_days, sold_28]),
    ).toEqual(gate_passes.map(() => [0, null, 0, 0]))
    const of = gate_passes.find(({ store }) => store === 'SDEL')
    const gate_pass = of?.gate_pass ?? ''
    const { rows: given } = await ok(retail, calls.allocationOutwards, { task_id, store: 'SDEL', tab: 'all' })
    const { boxes } = await ok(warehouse, passes.addBox, { gate_pass })
    const box = boxes[0]?.box_code ?? ''
    const scans = given.map(({ nm_sku, quantity }) => ({ code: nm_sku, quantity, scan_id: v7() }))
    await ok(warehouse, passes.addItem, { box, scans })
    await ok(warehouse, passes.updateBox, { boxes: [box], action: 'seal' })
    const { gate_pass: pass } = await ok(warehouse, passes.getGatePass, { gate_pass })
    await ok(warehouse, passes.submit, { gate_pass, version: pass.version })
    await ok(retail, passes.receiveBox, { boxes: [{ code: box }], gate_pass })
    // It came twenty days ago, at noon there.
    await sql`UPDATE gate_pass_receipt SET at = ${`${indiaDay(20)}T06:30:00Z`}::timestamptz
      WHERE pass_id = (SELECT id FROM gate_pass WHERE number = ${gate_pass})`.execute(server.db)
    const back = (await ok(retail, calls.outwardsSummary, { task_id })).looking_back
    const sdel = back.find(({ store }) => store === 'SDEL')
    const sold = async (days: number) => {
      let sum = 0
      for (const { nm_sku, quantity } of given) {
        const { rows } = await sql<{ sold: number }>`
          SELECT coalesce(sum(d.sold), 0)::int AS sold FROM sale_day d JOIN site x ON x.id = d.shop_id JOIN sku k ON k.id = d.sku_id
          WHERE x.code = 'SDEL' AND k.nm_sku = ${nm_sku}
            AND d.day BETWEEN ${indiaDay(20)}::date AND ${indiaDay(20)}::date + ${days}::int - 1`.execute(server.db)
        sum += Math.min(quantity, rows[0]?.sold ?? 0)
      }
      return sum
    }
    expect(sdel).toMatchObject({ category: 'Tops', given: of?.pieces, received: of?.pieces, received_on: indiaDay(20) })
    expect([sdel?.known_days, sdel?.sold_14, sdel?.sold_28]).toEqual([21, await sold(14), await sold(28)])
    expect(sdel?.sold_28).toBeGreaterThan(0)
  })
})

describe('a replay of past sales', () => {
  const last = async (client = retail) => (await ok(client, calls.getAllocationConfig, {})).replay

  it('sells past days once more by the settings of today and by others, as a job', async () => {
    expect(await last()).toBeNull()
    const settings = { ...(await planOf()), cover_days: 1, lead_days: 0 }
    const { job_id } = await ok(retail, calls.replaySettings, { category: 'Tops', settings, days: 28 })
    await untilState(server.db, job_id, 'done')
    const replay = await last()
    expect(replay).toMatchObject({ category: 'Tops', days: 28, every: 7, job_id: null })
    const outcome = replay?.outcome
    expect([outcome?.from, outcome?.to]).toEqual([indiaDay(27), indiaDay(0)])
    expect(outcome?.other.settings).toEqual(settings)
    const { rows } = await sql<{ sold: number }>`
      SELECT sum(d.sold)::int AS sold FROM sale_day d JOIN site x ON x.id = d.shop_id WHERE d.day >= ${indiaDay(27)}::date`.execute(
      server.db,
    )
    for (const of of [outcome?.usual.totals, outcome?.other.totals]) {
      expect((of?.sold ?? 0) + (of?.lost ?? 0)).toBe(of?.wanted)
      expect(of?.wanted).toBeGreaterThanOrEqual(rows[0]?.sold ?? 0)
    }
    // What was wanted, and what there is of it, hangs on no setting.
    const all = (of: 'usual' | 'other') => {
      const totals = outcome?.[of].totals
      return (totals?.sold ?? 0) + (totals?.left_at_stores ?? 0) + (totals?.left_at_source ?? 0)
    }
    expect(all('usual')).toBe(all('other'))
    expect(outcome?.usual.totals.wanted).toBe(outcome?.other.totals.wanted)
    expect(outcome?.other.totals.sent).toBeLessThan(outcome?.usual.totals.sent ?? 0)
    // Nobody else is shown it.
    expect(await last(admin)).toBeNull()
  })

  it('fails in words without a sale, and refuses settings that cannot be', async () => {
    const settings = await planOf()
    const { job_id } = await ok(retail, calls.replaySettings, { category: 'Shoes', settings })
    await untilState(server.db, job_id, 'failed')
    const { rows } = await ok(retail, contract.frame.getJobs, {})
    expect(rows.find(({ id }) => id === job_id)?.problem?.text).toBe('There are no sales of {{category}} to replay.')
    expect((await last())?.outcome).toBeNull()
    const wrong = await retail.call(calls.replaySettings, { settings: { ...settings, cover_days: -1 } })
    expect(wrong.status).toBe(400)
  })
})
