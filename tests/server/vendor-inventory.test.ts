import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { reckonRates } from '../../src/server/areas/vendor-inventory/rates.ts'
import type { Tables } from '../../src/server/database/types.gen.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { ratesOfSale, type SaleDay } from '../../src/shared/areas/vendor-inventory/rates.ts'
import { inventoryTabs } from '../../src/shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow } from '../../src/shared/areas/vendor-inventory/shapes.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.vendorInventory

let server: TestServer
let vendor: Client
let other: Client
let ops: Client

beforeAll(async () => {
  const { db } = await freshDatabase()
  await seedDemo(db)
  server = await testServer({ db })
  vendor = await server.as('vendor@demo.selvedge')
  other = await server.as('vendor2@demo.selvedge')
  ops = await server.as('ops@demo.selvedge')
})

const list = async (input: Parameters<typeof vendor.call<typeof calls.getInventoryDetails>>[1] = {}, by = vendor) => {
  const { status, body } = await by.call(calls.getInventoryDetails, input)
  expect(status).toBe(200)
  return body.data
}

const whole = async (by: Client) => (await list({ page_size: 500, sort: 'style' }, by)).rows

const one = async (style_id: string, by = vendor): Promise<InventoryRow> => {
  const [row] = (await list({ style_ids: [style_id] }, by)).rows
  if (!row) throw new Error(`no ${style_id}`)
  return row
}

const upload = (flow: 'stock' | 'production' | 'price' | 'listing', text: string, mode: 'all' | 'good_rows' = 'all') =>
  vendor.call(calls.uploadInventoryFile, { flow, mode, file: { name: 'inventory.csv', bytes: text } })

describe('rates of sale', () => {
  // Would catch: SQL that weighs, leaves out days without stock, or takes a category's curve otherwise than the rules say.
  it('are the same in SQL as by the plain rules, on random sales', async () => {
    const { rows: skus } = await sql<{ id: string; category: string }>`
      SELECT k.id, s.category FROM sku k JOIN style s ON s.id = k.style_id ORDER BY k.nm_sku LIMIT 12`.execute(
      server.db,
    )
    const { rows: shops } = await sql<{
      id: string
    }>`SELECT id FROM site WHERE kind = 'shop' ORDER BY code LIMIT 3`.execute(server.db)
    const asOf = '2026-03-31'
    const day = fc
      .integer({ min: 0, max: 44 })
      .map((back) => new Date(Date.parse(`${asOf}T00:00:00Z`) - back * 86_400_000))
    const sale = fc.record({
      shop: fc.constantFrom(...shops.map(({ id }) => id)),
      sku: fc.constantFrom(...skus.map(({ id }) => id)),
      day: day.map((at) => at.toISOString().slice(0, 10)),
      sold: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 })),
      was_in_stock: fc.boolean(),
    })
    const sales = fc.uniqueArray(sale, {
      selector: ({ shop, sku, day: on }) => `${shop} ${sku} ${on}`,
      minLength: 1,
      maxLength: 400,
    })
    const category = new Map(skus.map(({ id, category: of }) => [id, of]))
    await fc.assert(
      fc.asyncProperty(sales, async (told) => {
        await sql`DELETE FROM sale_day`.execute(server.db)
        const text = <K extends keyof (typeof told)[number]>(name: K) => told.map((row) => String(row[name]))
        await sql`INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, was_in_stock)
          SELECT shop, sku, day, sold, 0, stock FROM unnest(${text('shop')}::uuid[], ${text('sku')}::uuid[], ${text('day')}::date[],
            ${text('sold')}::int[], ${text('was_in_stock')}::boolean[]) AS n (shop, sku, day, sold, stock)`.execute(
          server.db,
        )
        await reckonRates(server.db)
        const last =
          told
            .map((row) => row.day)
            .toSorted()
            .at(-1) ?? asOf
        const days: SaleDay[] = told.map((row) => ({ ...row, category: category.get(row.sku) ?? '' }))
        const expected = ratesOfSale(days, last, { days_7: 0.5, days_15: 0.3, days_30: 0.2 })
        const { rows } = await sql<{ sku_id: string; rate: number; sold_7: number; sold_15: number; sold_30: number }>`
          SELECT * FROM sku_rate`.execute(server.db)
        expect(rows.map(({ sku_id }) => sku_id).toSorted()).toEqual([...expected.keys()].toSorted())
        for (const { sku_id, rate, ...sold } of rows) {
          const { rate: of, ...plain } = expected.get(sku_id) ?? { rate: -1 }
          expect(sold).toEqual(plain)
          expect(rate).toBeCloseTo(of, 9)
        }
      }),
      { numRuns: 25 },
    )
  })
})

describe('rates that are old', () => {
  const sell = (db: Kysely<Tables>, sold: number) =>
    sql`
    INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, was_in_stock)
    SELECT (SELECT id FROM site WHERE kind = 'shop' ORDER BY code LIMIT 1), id, current_date, ${sold}, 0, true
    FROM sku ORDER BY nm_sku LIMIT 1 OFFSET ${sold}`.execute(db)
  const rateOf = async (at: number) => {
    const { rows } = await sql<{
      sold_7: number | null
    }>`SELECT r.sold_7 FROM sku k LEFT JOIN sku_rate r ON r.sku_id = k.id
      ORDER BY k.nm_sku LIMIT 1 OFFSET ${at}`.execute(server.db)
    return rows[0]?.sold_7
  }

  // Would catch: an import of sales that waits for another, or for who reckons rates, and is refused after three seconds.
  it('are marked by every import without waiting for anybody', async () => {
    await sql`DELETE FROM sale_day`.execute(server.db)
    await reckonRates(server.db)
    await server.db.transaction().execute(async (first) => {
      await sql`SELECT 1 FROM sku_rate_state FOR UPDATE`.execute(first)
      await sell(first, 1)
      await server.db.transaction().execute(async (second) => {
        await sql`SET LOCAL lock_timeout = '300ms'`.execute(second)
        await sell(second, 2)
      })
      await reckonRates(server.db)
      expect(await rateOf(2)).toBe(null)
    })
    await reckonRates(server.db)
    expect([await rateOf(1), await rateOf(2)]).toEqual([1, 2])
  })

  // Would catch: a round that a server left half done, or sales that came in meanwhile, forgotten for ever.
  it('are reckoned on from where a server left them', async () => {
    await sell(server.db, 3)
    await reckonRates(server.db)
    await sql`DELETE FROM sku_rate`.execute(server.db)
    await sql`UPDATE sku_rate_state SET to_reckon = (SELECT array_agg(DISTINCT category) FROM style)`.execute(server.db)
    await sell(server.db, 4)
    await reckonRates(server.db)
    expect([await rateOf(3), await rateOf(4)]).toEqual([3, 4])
  })

  // Would catch: weights that are said to be saved, and are not; rates that stay as they were by the old ones.
  it('follow new weights, which add up to one', async () => {
    const admin = await server.as('admin@demo.selvedge')
    const { settings, version } = (await admin.call(calls.inventorySettings, {})).body.data
    await sql`INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, was_in_stock)
      SELECT d.shop_id, d.sku_id, d.day - n, 0, 0, true FROM sale_day d, generate_series(1, 29) AS n`.execute(server.db)
    const rates = async () => {
      const { rows } = await list({ page_size: 500 }, ops)
      return rows.flatMap(({ skus }) => skus).filter(({ sales_7 }) => sales_7 > 0)
    }
    for (const { rate_of_sale, sales_7 } of await rates())
      expect(rate_of_sale).toBeCloseTo(sales_7 * (0.5 / 7 + 0.3 / 15 + 0.2 / 30), 9)
    const all = { ...settings, days_7: 1, days_15: 0, days_30: 0 }
    const save = (to: typeof all) => admin.call(calls.saveInventorySettings, { settings: to, version })
    expect((await save({ ...all, days_30: 0.2 })).status).toBe(400)
    const saved = (await save(all)).body.data
    expect(saved.settings).toEqual(all)
    expect(saved.last_changes.map(({ setting }) => setting).toSorted()).toEqual(['days_15', 'days_30', 'days_7'])
    const after = await rates()
    expect(after.length).toBeGreaterThan(0)
    for (const { rate_of_sale, sales_7 } of after) expect(rate_of_sale).toBeCloseTo(sales_7 / 7, 9)
    await admin.call(calls.saveInventorySettings, { settings, version: saved.version })
  })
})

/** Holds every tab and the usual order against what the rows themselves say; gives how many each tab has. */
async function tabsThatFit(): Promise<Record<string, number>> {
  // What is delisted whole sells nothing, whatever it sold.
  const low = ({ listing_status, days_of_cover }: InventoryRow) =>
    listing_status === 'Listed' ? Math.floor((days_of_cover ?? 1e7) * 10 + 1e-6) : 1e8
  const fits: Record<(typeof inventoryTabs)[number], (row: InventoryRow) => boolean> = {
    update_pending: (row) => row.listing_status === 'Listed' && row.update_status === 'Update Pending',
    low: (row) => row.listing_status === 'Listed' && row.days_of_cover !== null && row.days_of_cover < 14,
    out_of_stock: (row) => row.listing_status === 'Listed' && row.stock_status === 'Out of stock',
    broken: (row) => row.broken_colors.length > 0,
    listed: (row) => row.listing_status === 'Listed',
    delisted: (row) => row.listing_status === 'Delisted',
    all: () => true,
  }
  const { rows: inOrder } = await list({ page_size: 500, sort: 'low' }, ops)
  expect(inOrder.map(low)).toEqual(inOrder.map(low).toSorted((a, b) => a - b))
  const all = await whole(ops)
  const counted: Record<string, number> = {}
  for (const tab of inventoryTabs) {
    const { rows } = await list({ tab, page_size: 500, sort: 'style' }, ops)
    expect(rows.map(({ style_id }) => style_id)).toEqual(all.filter(fits[tab]).map(({ style_id }) => style_id))
    counted[tab] = rows.length
  }
  const { body } = await ops.call(calls.getInventoryDetails, { page_size: 1 })
  expect((body as unknown as { quantity_map: object }).quantity_map).toEqual(counted)
  return counted
}

describe('the list of inventory', () => {
  // Would catch: a tab that counts or shows styles otherwise than their own statuses say, or SQL's and the rules' real stock drifting apart.
  it('has in each tab the styles whose statuses say so, and beside data how many', async () => {
    await sql`INSERT INTO sku_rate_mark DEFAULT VALUES`.execute(server.db)
    const { body } = await ops.call(calls.getInventoryDetails, { page_size: 1 })
    const map = (body as unknown as { quantity_map: Record<string, number> }).quantity_map
    expect(await tabsThatFit()).toMatchObject(map)
    expect(map.delisted).toBe(2)
    expect(map.broken).toBeGreaterThan(0)
  })

  // Would catch: a change of whatever kind after which a style stands in the tabs and the order of before, since what is kept of it is old.
  it('knows what changed, by whatever way', async () => {
    const changes = [
      sql`UPDATE order_line SET vendor_decision = 'CONFIRMED' WHERE awaiting > 0`,
      sql`UPDATE order_line SET awaiting = awaiting - 1, rejected = rejected + 1 WHERE awaiting > 3`,
      sql`UPDATE vendor_inventory SET available = 0 WHERE available < 30`,
      sql`DELETE FROM vendor_inventory WHERE sku_id IN (SELECT sku_id FROM vendor_inventory ORDER BY sku_id LIMIT 9)`,
      sql`INSERT INTO vendor_inventory (sku_id, available, said_at) SELECT id, 3, now() - interval '30 days' FROM sku ORDER BY id LIMIT 30
        ON CONFLICT (sku_id) DO UPDATE SET available = 3, said_at = EXCLUDED.said_at`,
      sql`UPDATE vendor_inventory SET is_listed = false, delist_reason = 'season' WHERE sku_id IN (SELECT id FROM sku ORDER BY id DESC LIMIT 20)`,
      sql`UPDATE sku SET retired_at = now() WHERE id IN (SELECT id FROM sku ORDER BY nm_sku LIMIT 15)`,
      sql`UPDATE style SET retired_at = now() WHERE id IN (SELECT id FROM style ORDER BY code LIMIT 5)`,
      sql`UPDATE vendor_inventory SET available = available + 1`,
      sql`UPDATE style SET retired_at = NULL`,
      sql`UPDATE sku SET retired_at = NULL`,
      sql`UPDATE size_set SET is_core = NOT is_core`,
    ]
    const seen = new Set<string>()
    for (const change of changes) {
      await change.execute(server.db)
      seen.add(JSON.stringify(await tabsThatFit()))
    }
    expect(seen.size).toBeGreaterThan(7)
    await sql`UPDATE size_set SET is_core = NOT is_core`.execute(server.db)
    await sql`INSERT INTO sale_day (shop_id, sku_id, day, sold, returned, was_in_stock)
      SELECT (SELECT id FROM site WHERE kind = 'shop' ORDER BY code LIMIT 1), id, current_date - n, 4, 0, true
      FROM sku, generate_series(0, 6) AS n ON CONFLICT (shop_id, sku_id, day) DO NOTHING`.execute(server.db)
    expect((await tabsThatFit()).low).toBeGreaterThan(0)
    // It reads the whole list a hundred times.
  }, 120_000)

  // Would catch: pieces of open orders sold twice; those not confirmed or shipped taken off.
  it('takes off what the vendor confirmed and has not shipped', async () => {
    const { rows } = await sql<{ nm_sku: string; promised: number }>`
      SELECT k.nm_sku, sum(l.awaiting + l.platform + l.reserved + l.packed)::int AS promised FROM order_line l JOIN sku k ON k.id = l.sku_id
      WHERE l.vendor_decision = 'CONFIRMED' GROUP BY 1`.execute(server.db)
    const promised = new Map(rows.map((row) => [row.nm_sku, row.promised]))
    for (const { skus } of await whole(ops))
      for (const sku of skus) {
        expect(sku.promised).toBe(promised.get(sku.nm_sku) ?? 0)
        expect(sku.real_stock).toBe(sku.available - sku.promised)
      }
  })

  // Would catch: pieces that are offered again once they are reserved or shipped; a floor that hides what is over-promised.
  it('offers no piece again on its way out, and shows what is over-promised below zero', async () => {
    const before = (await whole(vendor)).find(({ skus }) => skus.some(({ promised }) => promised > 4))
    const sku = before?.skus.find(({ promised }) => promised > 4)
    if (!before || !sku) throw new Error('nothing is promised')
    const { nm_sku } = sku
    const now = async () => {
      const row = await one(before.style_id)
      const { product } = (await ops.call(calls.getProductInventory, { style_id: before.style_id })).body.data
      expect(product.skus).toEqual(row.skus)
      expect(row.real_stock).toBe(row.available - row.promised)
      const found = row.skus.find((each) => each.nm_sku === nm_sku)
      return [found?.available, found?.promised, found?.real_stock]
    }
    const say = (available: number) => vendor.call(calls.updateInventoryDetails, { items: [{ nm_sku, available }] })
    await say(100)
    const promised = sku.promised
    const { rows: lines } = await sql<{ id: string; n: number; bucket: string }>`
      SELECT l.id, greatest(l.awaiting, l.platform) AS n, CASE WHEN l.awaiting >= l.platform THEN 'awaiting' ELSE 'platform' END AS bucket
      FROM order_line l JOIN sku k ON k.id = l.sku_id JOIN vendor_order o ON o.id = l.order_id JOIN style s ON s.id = k.style_id
      WHERE k.nm_sku = ${nm_sku} AND l.vendor_decision = 'CONFIRMED' AND o.vendor_id = s.vendor_id ORDER BY n DESC LIMIT 1`.execute(
      server.db,
    )
    const [line] = lines
    if (!line || line.n === 0) throw new Error('nothing to ship')
    const { id, n } = line
    const move = (from: string, to: string, pieces: number) =>
      sql`UPDATE order_line SET ${sql.ref(from)} = ${sql.ref(from)} - ${pieces}, ${sql.ref(to)} = ${sql.ref(to)} + ${pieces}
        WHERE id = ${id}`.execute(server.db)
    expect(await now()).toEqual([100, promised, 100 - promised])
    const way = [line.bucket, 'reserved', 'packed', 'shipped'] as const
    for (const [at, bucket] of way.slice(0, 2).entries()) {
      await move(bucket, way[at + 1] ?? '', n)
      expect(await now(), way[at + 1]).toEqual([100, promised, 100 - promised])
    }
    await move('packed', 'shipped', n)
    const left = [100 - n, promised - n, 100 - promised]
    expect(await now()).toEqual(left)
    // A word on the price, or on what is being made, says nothing of what was shipped.
    await vendor.call(calls.updateInventoryDetails, { items: [{ nm_sku, price: { minor: 4321, currency: 'CNY' } }] })
    await vendor.call(calls.updateInventoryDetails, { items: [{ nm_sku, in_production: 17 }] })
    await vendor.call(calls.updateInventoryDetails, { items: [], unchanged_styles: [before.style_id] })
    expect(await now()).toEqual(left)
    await move('shipped', 'packed', n)
    expect(await now()).toEqual([100, promised, 100 - promised])
    await move('packed', 'shipped', n)
    await say(1)
    expect(await now()).toEqual([1, promised - n, 1 - (promised - n)])
    await say(0)
    await move('shipped', 'packed', n)
    await move('packed', 'shipped', n)
    await tabsThatFit()
  })

  // Would catch: stock that was never said made negative by what was shipped before anybody said it.
  it('counts what was shipped since the first word only', async () => {
    const { rows } = await sql<{ nm_sku: string; style_id: string }>`
      SELECT k.nm_sku, s.code AS style_id FROM order_line l JOIN sku k ON k.id = l.sku_id JOIN style s ON s.id = k.style_id
      JOIN vendor v ON v.id = s.vendor_id WHERE l.shipped > 0 AND v.code = 'GZ01' AND s.retired_at IS NULL AND k.retired_at IS NULL
      ORDER BY k.nm_sku LIMIT 2`.execute(server.db)
    const codes = rows.map(({ nm_sku }) => nm_sku)
    await sql`DELETE FROM vendor_inventory WHERE sku_id IN (SELECT id FROM sku WHERE nm_sku = ANY(${codes}::text[]))`.execute(
      server.db,
    )
    const available = async ({ nm_sku, style_id }: (typeof rows)[number]) =>
      (await one(style_id)).skus.find((each) => each.nm_sku === nm_sku)?.available
    const [a, b] = rows
    if (!a || !b) throw new Error('nothing was shipped')
    expect(await available(a)).toBe(0)
    await vendor.call(calls.updateInventoryDetails, { items: [], unchanged_styles: [a.style_id] })
    expect(await available(a)).toBe(0)
    await vendor.call(calls.updateInventoryDetails, { items: [{ nm_sku: b.nm_sku, available: 9 }] })
    expect(await available(b)).toBe(9)
  })
})

describe('what a vendor says', () => {
  // Would catch: another vendor's SKU changed by its code, or a list that shows it.
  it('is of its own SKUs alone', async () => {
    const theirs = (await whole(other))[0]
    const [sku] = theirs?.skus ?? []
    expect((await whole(vendor)).map(({ style_id }) => style_id)).not.toContain(theirs?.style_id)
    const { status } = await vendor.call(calls.updateInventoryDetails, {
      items: [{ nm_sku: sku?.nm_sku ?? '', available: 1 }],
    })
    expect(status).toBe(404)
    const listing = { style_ids: [theirs?.style_id ?? ''], listing_status: 'Listed' as const }
    expect((await vendor.call(calls.updateStyleStatus, listing)).status).toBe(404)
    expect((await vendor.call(calls.getProductInventory, { style_id: theirs?.style_id ?? '' })).status).toBe(404)
  })

  // Would catch: two people who overwrite each other unseen; half of a change kept when its other half is refused.
  it('is saved whole, told in the history, and refused where somebody was quicker', async () => {
    const before = (await whole(vendor)).find(
      ({ listing_status, skus }) => listing_status === 'Listed' && skus.length > 2,
    )
    const [a, b] = before?.skus ?? []
    if (!before || !a || !b) throw new Error('no style')
    const items = [
      { nm_sku: a.nm_sku, available: a.available + 7, version: a.version },
      { nm_sku: b.nm_sku, in_production: b.in_production + 3, version: b.version },
    ]
    const saved = await vendor.call(calls.updateInventoryDetails, { items })
    expect(saved.status).toBe(200)
    expect(saved.body.data.changed).toBe(2)
    const again = await vendor.call(calls.updateInventoryDetails, {
      items: [{ nm_sku: b.nm_sku, available: 999 }, ...items.slice(0, 1)],
    })
    expect(again.status).toBe(409)
    const now = await one(before.style_id)
    expect(now.skus.find(({ nm_sku }) => nm_sku === b.nm_sku)).toMatchObject({
      available: b.available,
      in_production: b.in_production + 3,
      update_status: 'Updated',
    })
    const { body } = await vendor.call(calls.getProductInventory, { style_id: before.style_id })
    expect(body.data.events.map(({ event, nm_sku }) => `${event} ${nm_sku}`)).toEqual(
      expect.arrayContaining([`inventory.said ${a.nm_sku}`, `inventory.said ${b.nm_sku}`]),
    )
  })

  // Would catch: what is said held before what is confirmed, whatever their order: two commands, crosswise, end in a ring.
  it('is held in one order, SKUs of unchanged styles among those that are said', async () => {
    const { rows } = await list({ tab: 'listed', page_size: 500 })
    const styles = rows.map(({ skus }) => skus.map(({ nm_sku }) => nm_sku))
    const { rows: byId } = await sql<{
      nm_sku: string
    }>`SELECT nm_sku FROM sku WHERE nm_sku = ANY(${styles.flat()}::text[])
      ORDER BY id`.execute(server.db)
    const [low, high] = [byId.at(0)?.nm_sku ?? '', byId.at(-1)?.nm_sku ?? '']
    const unchanged = rows.find(({ skus }) => skus.some(({ nm_sku }) => nm_sku === low))?.style_id ?? ''
    const hold = (db: Kysely<Tables>, nm_sku: string) =>
      sql`SELECT 1 FROM sku WHERE nm_sku = ${nm_sku} FOR NO KEY UPDATE SKIP LOCKED`.execute(db)
    const { saying } = await server.db.transaction().execute(async (tx) => {
      await hold(tx, low)
      const saying = vendor.call(calls.updateInventoryDetails, {
        ...{ items: [{ nm_sku: high, available: 5 }], unchanged_styles: [unchanged] },
      })
      await vi.waitFor(async () => {
        const { rows: waits } = await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
          AND wait_event_type = 'Lock'`.execute(server.db)
        expect(waits).toHaveLength(1)
      })
      expect((await hold(tx, high)).rows).toHaveLength(1)
      // Within an object: it is answered only when this transaction has ended.
      return { saying }
    })
    const said = await saying
    expect(said.status).toBe(200)
  })

  // Would catch: a stale style that stays stale though its vendor said that nothing changed.
  it('may be that nothing has changed', async () => {
    const old = (await list({ tab: 'update_pending', sort: 'old' })).rows[0]
    if (!old) throw new Error('nothing is old')
    const { body } = await vendor.call(calls.updateInventoryDetails, { unchanged_styles: [old.style_id] })
    expect(body.data.rows[0]).toMatchObject({ update_status: 'Updated', available: old.available })
  })

  // Would catch: delisting without a reason, a delisted style that is still low, and listing that does not undo it.
  it('lists and delists styles', async () => {
    const [row] = (await list({ tab: 'listed' })).rows
    if (!row) throw new Error('nothing is listed')
    const of = { style_ids: [row.style_id] }
    expect((await vendor.call(calls.updateStyleStatus, { ...of, listing_status: 'Delisted' })).status).toBe(400)
    const reason = { listing_status: 'Delisted', reason: 'fabric', remark: 'no more lace' } as const
    const { body } = await vendor.call(calls.updateStyleStatus, { ...of, ...reason })
    expect(body.data.rows[0]).toMatchObject({ listing_status: 'Delisted', delist_reason: 'fabric', broken_colors: [] })
    await vendor.call(calls.updateStyleStatus, { ...of, listing_status: 'Listed' })
    expect(await one(row.style_id)).toMatchObject({ listing_status: 'Listed', delist_reason: null })
  })
})

describe('a sheet of inventory', () => {
  // Would catch: a file with one bad row half taken; a vendor that writes another's SKU by a sheet; the same file changing something twice.
  it('is taken whole or not, names its faults, and changes nothing a second time', async () => {
    const [row] = (await list({ tab: 'listed', sort: 'style' })).rows
    const [theirs] = (await whole(other))[0]?.skus ?? []
    const [a, b] = row?.skus ?? []
    if (!a || !b || !theirs) throw new Error('no SKUs')
    const header = 'NM SKU,Stock available'
    const bad = await upload('stock', `${header}\n${a.nm_sku},11\n${theirs.nm_sku},5\n${b.nm_sku},-2\n`)
    expect(bad.status).toBe(422)
    expect(bad.body.details.faults?.map(({ cell }) => cell)).toEqual(['A3', 'B4'])
    expect((await one(row?.style_id ?? '')).skus.find(({ nm_sku }) => nm_sku === a.nm_sku)?.available).toBe(a.available)
    const good = `${header}\n${a.nm_sku},${a.available + 11}\n${b.nm_sku},${b.available + 12}\n`
    expect((await upload('stock', good)).body.data).toMatchObject({ rows_taken: 2, rows_refused: 0 })
    expect((await upload('stock', good)).body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })
    const listing = `NM SKU,Listing status,Reason\n${a.nm_sku},Delisted,\n`
    expect((await upload('listing', listing)).status).toBe(422)
    expect((await upload('price', `NM SKU,Price (CNY)\n${a.nm_sku},0\n`)).status).toBe(422)
    expect((await upload('price', `NM SKU,价格\n${a.nm_sku},12.5\n`)).status).toBe(200)
    expect((await one(row?.style_id ?? '')).skus.find(({ nm_sku }) => nm_sku === a.nm_sku)?.price).toEqual({
      minor: 1250,
      currency: 'CNY',
    })
  })

  // Would catch: a template that does not come back as it was given.
  it('can be downloaded for each flow and sent back unchanged', async () => {
    for (const flow of ['stock', 'production', 'price', 'listing'] as const) {
      const { bytes } = await vendor.call(calls.downloadSampleInventoryFile, { flow, tab: 'listed' })
      const file = { name: 'inventory.xlsx', bytes }
      const { status, body } = await vendor.call(calls.uploadInventoryFile, { flow, mode: 'good_rows', file })
      expect(status, `${flow} ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
      expect(body.data.rows_taken).toBe(0)
    }
  })
})

describe('a vendor that is asked', () => {
  // Would catch: a notice for each style, or one that reaches another vendor.
  it('is told once, however many styles', async () => {
    const rows = (await whole(ops)).slice(0, 40)
    const { body } = await ops.call(calls.askForInventory, { style_ids: rows.map(({ style_id }) => style_id) })
    expect(body.data).toEqual({ vendors: new Set(rows.map(({ supplier_id }) => supplier_id)).size, styles: 40 })
    const { rows: told } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM notice_outbox WHERE kind = 'inventory_to_update'`.execute(server.db)
    expect(told[0]?.n).toBe(body.data.vendors)
  })
})
