import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { outliersOf } from '../../src/shared/areas/sku-dimensions/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.skuDimensions

let server: TestServer
let manager: Client

beforeAll(async () => {
  const { db } = await freshDatabase()
  await seedDemo(db)
  server = await testServer({ db })
  manager = await server.as('india-qc@demo.selvedge')
})

const list = async (input: Parameters<typeof manager.call<typeof calls.getSkuDimensionDetails>>[1], by = manager) => {
  const { status, body } = await by.call(calls.getSkuDimensionDetails, input)
  expect(status).toBe(200)
  return body.data
}

const one = async (nm_sku: string) => {
  const [row] = (await list({ nm_skus: [nm_sku] })).rows
  if (!row) throw new Error(`no ${nm_sku}`)
  return row
}

const update = (items: readonly Record<string, unknown>[], by = manager) =>
  by.call(calls.updateSkuDimensionDetails, { items } as never)

const csv = (text: string) => ({ name: 'sizes.csv', bytes: Buffer.from(text) })

describe('the list of sizes and weights', () => {
  // Would catch: SKUs to measure behind a thousand that are; a page that repeats or leaves out rows where the order changes.
  it('has what lacks something first, and each SKU once over its pages', async () => {
    const seen: { nm_sku: string; isMissing: boolean }[] = []
    let cursor: string | null = null
    do {
      const page = await list({ page_size: 200, cursor })
      for (const row of page.rows)
        seen.push({ nm_sku: row.nm_sku, isMissing: row.weight_grams === null || row.length_mm === null })
      cursor = page.next_cursor
    } while (cursor !== null)
    const counts = (await list({ part: 'counts' })).counts ?? {}
    expect(new Set(seen.map(({ nm_sku }) => nm_sku)).size).toBe(seen.length)
    expect(seen.length).toBe(counts.all)
    expect(seen.findLastIndex(({ isMissing }) => isMissing)).toBe((counts.missing ?? 0) - 1)
    expect((counts.missing ?? 0) + (counts.measured ?? 0)).toBe(counts.all)
  })

  // Would catch: a grid whose lines jump while it is filled in, S above XS since S lacks its weight.
  it('has a style by colour and size, whatever it lacks', async () => {
    await sql`UPDATE sku_dimension SET weight_grams = NULL WHERE sku_id = (SELECT id FROM sku WHERE nm_sku = 'DR3006EMR-L')`.execute(
      server.db,
    )
    const { rows } = await list({ style_id: 'DR3006', page_size: 5 })
    expect(rows.map(({ size }) => size)).toEqual(['XS', 'S', 'M', 'L', 'XL'])
  })

  // Would catch: the rule of SQL and that of the screen apart, so that the tab shows what no row marks.
  it('marks as unusual what the rule says, and lists the same under its tab', async () => {
    const { categories } = (await manager.call(calls.dimensionChoices, {})).body.data
    const medians = new Map(categories.map((each) => [each.category, each.medians]))
    const unusual = (await list({ tab: 'outlier' })).rows
    expect(unusual.map(({ nm_sku, outliers }) => [nm_sku, outliers])).toEqual([['DR2001BLK-M', ['weight_grams']]])
    for (const row of (await list({ tab: 'measured', page_size: 500 })).rows)
      expect(row.outliers).toEqual(outliersOf(row, medians.get(row.category)))
  })

  // Would catch: a median of two SKUs that marks the third; nothing in a category of its own.
  it('knows no median of fewer than five', async () => {
    await sql`UPDATE style SET category = 'Socks' WHERE code = 'LG5002'`.execute(server.db)
    await sql`UPDATE sku_dimension SET weight_grams = NULL WHERE sku_id IN (
      SELECT k.id FROM sku k JOIN style s ON s.id = k.style_id WHERE s.code = 'LG5002' ORDER BY k.nm_sku OFFSET 4)`.execute(
      server.db,
    )
    const socks = (await manager.call(calls.dimensionChoices, {})).body.data.categories.find(
      ({ category }) => category === 'Socks',
    )
    expect(socks?.medians).toMatchObject({ weight_grams: null, length_mm: 220 })
  })
})

describe('measuring', () => {
  // Would catch: a size given for one colour alone; values that are left out taken away; a volumetric weight of the divisor before.
  it('takes a size for all colours, leaves what is left out, and keeps who did it', async () => {
    const reply = await update([{ style_id: 'DR1009', size: 'M', length_mm: 340, width_mm: 270, height_mm: 40 }])
    expect(reply.body).toMatchObject({ message: 'Sizes and weights saved.', data: { changed: 3 } })
    await update([{ nm_sku: 'DR1009COR-M', weight_grams: 410 }])
    const row = await one('DR1009COR-M')
    expect(row).toMatchObject({ length_mm: 340, weight_grams: 410, volumetric_grams: 734, version: 2 })
    expect((await one('DR1009LIL-M')).weight_grams).toBeNull()
    const { events } = (await manager.call(calls.dimensionHistory, { style_id: 'DR1009' })).body.data
    expect(events[0]).toMatchObject({
      nm_sku: 'DR1009COR-M',
      from: '340 × 270 × 40 mm, – g',
      to: '340 × 270 × 40 mm, 410 g',
    })
    expect(events).toHaveLength(4)
  })

  // Would catch: an event and a version for a row that is as it was.
  it('says that nothing changed where nothing did', async () => {
    const before = await one('TP1010BLK-S')
    const { length_mm, weight_grams } = before
    const reply = await update([{ nm_sku: 'TP1010BLK-S', length_mm, weight_grams }])
    expect(reply.body).toMatchObject({ message: 'The sizes and weights are as they were.', data: { changed: 0 } })
    expect(await one('TP1010BLK-S')).toEqual(before)
  })

  // Would catch: the second of two people at one table writing over the first unseen; half of the rows saved.
  it('refuses what somebody else measured meanwhile, and all of it', async () => {
    const { version } = await one('TP2006BLK-S')
    expect(version).toBe(0)
    await update([{ nm_sku: 'TP2006BLK-S', weight_grams: 150, version }])
    const second = await update([
      { nm_sku: 'TP2006BLK-M', weight_grams: 155, version: 0 },
      { nm_sku: 'TP2006BLK-S', weight_grams: 999, version },
    ])
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'stale' })
    expect([(await one('TP2006BLK-S')).weight_grams, (await one('TP2006BLK-M')).weight_grams]).toEqual([150, null])
  })

  // Would catch: two first measures of an SKU that meet on its missing row.
  it('takes eight first measures of an SKU at once, one after the other', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => update([{ nm_sku: 'AC6003IVO-S', weight_grams: 200 + at }])),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await one('AC6003IVO-S')).version).toBe(8)
  })

  it.each([
    // Would catch: nought, a fraction, a house: values that the database refuses with words of its own.
    ['nought', [{ nm_sku: 'TP1010BLK-S', weight_grams: 0 }], 400],
    ['more than anything worn', [{ nm_sku: 'TP1010BLK-S', length_mm: 2_001 }], 400],
    ['neither SKU nor size', [{ weight_grams: 5 }], 400],
    ['an SKU and a size', [{ nm_sku: 'TP1010BLK-S', style_id: 'TP1010', size: 'S', weight_grams: 5 }], 400],
    ['an SKU named twice', [{ nm_sku: 'TP1010BLK-S' }, { style_id: 'TP1010', size: 'S' }], 400],
    ['an SKU that nobody knows', [{ nm_sku: 'NOBODY-M', weight_grams: 5 }], 404],
    ['a size that the style has not', [{ style_id: 'TP1010', size: '99', weight_grams: 5 }], 404],
  ])('refuses %s', async (_, items, status) => {
    expect((await update(items)).status).toBe(status)
  })
})

describe('a sheet of sizes', () => {
  // Would catch: empty cells that take values away; a faulty row that is dropped without a word; good rows lost with it.
  it('takes what its rows say, and names each fault', async () => {
    const before = await one('LG5005IVO-32B')
    const text = [
      'NM SKU,Length (mm),Width (mm),Height (mm),Weight (g)',
      'LG5005IVO-32B,225,,30,95',
      'NOBODY-M,1,1,1,1',
      'LG5005BLK-32B,5000,180,25,90',
      'LG5005PNK-32B,0,180,25,90',
      'LG5005BLK-34B,,,,',
    ].join('\n')
    const refused = await manager.call(calls.uploadSkuDimensions, { mode: 'all', file: csv(text) })
    const { faults } = (refused.body as unknown as { details: { faults: { cell: string; message: string }[] } }).details
    expect(refused.status).toBe(422)
    expect(faults.map(({ cell, message }) => [cell, message])).toEqual([
      ['A3', 'Nobody knows this SKU.'],
      ['B4', 'This is larger or heavier than anything that is worn.'],
      ['B5', 'A measure is 1 or more.'],
    ])
    expect(await one('LG5005IVO-32B')).toEqual(before)
    const taken = await manager.call(calls.uploadSkuDimensions, { mode: 'good_rows', file: csv(text) })
    expect(taken.body.data).toMatchObject({ rows_taken: 1, rows_refused: 3, rows_unchanged: 1 })
    expect(await one('LG5005IVO-32B')).toMatchObject({
      length_mm: 225,
      width_mm: null,
      height_mm: 30,
      weight_grams: 95,
    })
  })

  // Would catch: an exported list that cannot be filled in and sent back, in either language.
  it.each(['en', 'zh'] as const)('is what the list gives as a file (%s)', async (language) => {
    const zh = { nm_sku: '商品编码', length_mm: '长（毫米）', weight_grams: '重量（克）' }
    const en = { nm_sku: 'NM SKU', length_mm: 'Length (mm)', weight_grams: 'Weight (g)' }
    const columns = Object.entries(language === 'zh' ? zh : en).map(([id, header]) => ({ id: id as 'nm_sku', header }))
    const { bytes } = await manager.call(contract.frame.exportSkuDimensions, {
      ...{ tab: 'measured', style_id: 'DR1008', format: 'xlsx', columns, language },
    })
    const again = await manager.call(calls.uploadSkuDimensions, { mode: 'all', file: { name: 'sizes.xlsx', bytes } })
    expect(again.body.data).toMatchObject({ rows_taken: 0, rows_refused: 0 })
    expect(again.body.data.rows_unchanged).toBeGreaterThan(10)
  })
})

describe('the divisor', () => {
  // Would catch: a divisor that is kept and not reckoned with; one who only measures changing what is billed.
  it('is changed by operations, and reckoned with at once', async () => {
    const before = await one('DR1008EMR-M')
    const { version } = (await manager.call(calls.dimensionSettings, {})).body.data
    const input = { settings: { volumetric_divisor: 4_000 }, version }
    expect((await manager.call(calls.saveDimensionSettings, input)).status).toBe(403)
    const ops = await server.as('ops@demo.selvedge')
    const saved = await ops.call(calls.saveDimensionSettings, input)
    expect(saved.body.data).toMatchObject({ last_changes: [{ from: '5000', to: '4000' }] })
    const { length_mm, width_mm, height_mm } = before
    const mm3 = (length_mm ?? 0) * (width_mm ?? 0) * (height_mm ?? 0)
    expect(before.volumetric_grams).toBe(Math.round(mm3 / 5_000))
    expect((await one('DR1008EMR-M')).volumetric_grams).toBe(Math.round(mm3 / 4_000))
  })
})
