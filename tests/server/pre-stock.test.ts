import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { sellable } from '../../src/shared/areas/pre-stock/rules.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { type TestServer, testServer } from '../support/server.ts'

const calls = contract.preStock
const inventory = contract.vendorInventory

let server: TestServer
let ops: Client
let vendor: Client
let other: Client

beforeAll(async () => {
  const { db } = await freshDatabase()
  await seedDemo(db)
  server = await testServer({ db })
  ops = await server.as('ops@demo.selvedge')
  vendor = await server.as('vendor@demo.selvedge')
  other = await server.as('vendor2@demo.selvedge')
})

const list = async (by = ops) =>
  (await by.call(calls.getPreStockListing, { tab: 'all', page_size: 500 })).body.data.rows

const style = async (style_id: string) => (await ops.call(calls.preStockStyle, { style_id })).body.data

/** A style of the first vendor with room for pieces, no two calls the same. */
let taken = 0
async function roomyStyle() {
  const { body } = await ops.call(calls.preStockStyles, { supplier_id: 'GZ01' })
  const roomy = body.data.styles.filter(({ room }) => room > 50)
  const found = roomy[taken++ % roomy.length]
  if (!found) throw new Error('no style with room')
  return style(found.style_id)
}

const whole = (skus: readonly { nm_sku: string; room: number }[]) =>
  skus.map(({ nm_sku, room }) => ({ nm_sku, pieces: room }))

/** SKUs of which live listings promise more than the inventory list calls real stock. */
async function promisedTooMuch(style_id: string) {
  const { body } = await ops.call(inventory.getProductInventory, { style_id })
  const live = (await list()).filter(
    (row) => row.style_id === style_id && ['Sellable', 'Over-promised'].includes(row.status),
  )
  return body.data.product.skus.filter(({ nm_sku, real_stock }) => {
    const promised = live.flatMap(({ skus }) => skus.filter((sku) => sku.nm_sku === nm_sku)).map((sku) => sku.promised)
    return promised.reduce((sum, one) => sum + one, 0) > real_stock
  })
}

describe('a pre-stock listing', () => {
  // Would catch: room read before the SKUs are held, so that two listings saved at once promise the same pieces.
  it('never promises more than real stock, whoever saves at once', async () => {
    const { style: of, skus } = await roomyStyle()
    const wish = fc.array(fc.record({ at: fc.nat(skus.length - 1), pieces: fc.integer({ min: 1, max: 400 }) }), {
      minLength: 2,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(wish, async (wishes) => {
        const made = await Promise.all(
          wishes.map(({ at, pieces }) =>
            ops.call(calls.savePreStock, {
              style_id: of.style_id,
              lines: [{ nm_sku: skus[at]?.nm_sku ?? '', pieces }],
            }),
          ),
        )
        expect(made.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
        expect(await promisedTooMuch(of.style_id)).toEqual([])
        const listing_ids = made.flatMap(({ status, body }) => (status === 200 ? [body.data.listing_id] : []))
        if (listing_ids.length > 0) await ops.call(calls.withdrawPreStock, { listing_ids, reason: 'mistake' })
      }),
      { numRuns: 12 },
    )
  })

  // Would catch: a change that counts its own promise against itself; a version that is not looked at; pieces of another style.
  it('is made, changed by whoever read it last, and withdrawn with a reason', async () => {
    const { style: of, skus } = await roomyStyle()
    const made = await ops.call(calls.savePreStock, { style_id: of.style_id, lines: whole(skus) })
    expect([made.status, made.body.data.status]).toEqual([200, 'Sellable'])
    const { listing_id, version } = made.body.data
    const again = { style_id: of.style_id, listing_id, version, lines: whole(skus) }
    expect((await ops.call(calls.savePreStock, again)).body.data.promised).toBe(made.body.data.promised)
    expect((await ops.call(calls.savePreStock, again)).status).toBe(409)
    const [first] = skus.filter(({ room }) => room > 0)
    const more = { style_id: of.style_id, lines: [{ nm_sku: first?.nm_sku ?? '', pieces: 1 }] }
    const refused = await ops.call(calls.savePreStock, more)
    expect([refused.status, refused.body.details.values?.room]).toEqual([409, 0])
    const past = { ...more, until: '2020-01-01' }
    expect((await ops.call(calls.savePreStock, past)).status).toBe(400)
    const gone = await ops.call(calls.withdrawPreStock, { listing_ids: [listing_id], reason: 'arrived' })
    expect(gone.body.data.withdrawn).toBe(1)
    expect((await ops.call(calls.savePreStock, { ...again, version: 3 })).status).toBe(409)
    expect((await ops.call(calls.savePreStock, more)).status).toBe(200)
    const { body } = await ops.call(calls.preStockStyle, { listing_id })
    expect(body.data.listing?.status).toBe('Withdrawn')
    expect(body.data.events.map(({ event }) => event)).toEqual([
      'pre_stock.withdrawn',
      'pre_stock.changed',
      'pre_stock.listed',
    ])
  })

  // Would catch: pieces sold that are not there; a later listing served before an earlier one; a notice a SKU, or none; one told again.
  it('is over-promised when its vendor has less, sells no more than that, and ops is told once', async () => {
    const { style: of, skus } = await roomyStyle()
    const [a, b] = skus.filter(({ room }) => room > 10)
    if (!a || !b) throw new Error('no SKUs')
    const half = (room: number) => Math.floor(room / 2)
    const lines = [a, b].map(({ nm_sku, room }) => ({ nm_sku, pieces: half(room) }))
    const first = (await ops.call(calls.savePreStock, { style_id: of.style_id, lines })).body.data
    const second = (await ops.call(calls.savePreStock, { style_id: of.style_id, lines })).body.data
    const told = () =>
      sql<{ things: string[] }>`SELECT things FROM notice_outbox WHERE kind = 'pre_stock_over' UNION ALL
        SELECT n.things FROM notice n JOIN app_user u ON u.id = n.user_id
        WHERE u.email = 'ops@demo.selvedge' AND n.kind = 'pre_stock_over'`.execute(server.db)
    expect((await told()).rows).toEqual([])
    const own = await vendor.call(inventory.getProductInventory, { style_id: of.style_id })
    const items = [a, b].map(({ nm_sku, room }) => {
      const sku = own.body.data.product.skus.find((one) => one.nm_sku === nm_sku)
      return { nm_sku, available: (sku?.promised ?? 0) + half(room) + 2 }
    })
    expect((await vendor.call(inventory.updateInventoryDetails, { items })).status).toBe(200)
    const rows = new Map((await list()).map((row) => [row.listing_id, row]))
    const [one, two] = [rows.get(first.listing_id), rows.get(second.listing_id)]
    expect([one?.status, two?.status]).toEqual(['Sellable', 'Over-promised'])
    expect([one?.sellable, two?.sellable]).toEqual([one?.promised, 4])
    for (const sku of two?.skus ?? [])
      expect(sku.sellable).toBe(sellable(sku.promised, sku.real_stock, half(sku.nm_sku === a.nm_sku ? a.room : b.room)))
    const tabs = await ops.call(calls.getPreStockListing, { tab: 'over_promised', page_size: 500 })
    expect(tabs.body.data.rows.map(({ listing_id }) => listing_id)).toContain(second.listing_id)
    await vendor.call(inventory.updateInventoryDetails, {
      items: items.map((item) => ({ ...item, available: item.available - 1 })),
    })
    expect((await told()).rows).toEqual([{ things: [second.listing_id] }])
  })

  // Would catch: a vendor that confirms an order of the very pieces that are for sale already, and nobody told.
  it('is told to ops when an order takes what a listing promises', async () => {
    const { rows } = await sql<{
      order_id: string
      version: number
      style_id: string
      nm_sku: string
      ordered: number
    }>`
      SELECT o.order_id, o.version, s.code AS style_id, k.nm_sku, l.awaiting AS ordered FROM vendor_order o JOIN style s ON s.id = o.style_id
      JOIN order_line l ON l.order_id = o.id JOIN sku k ON k.id = l.sku_id JOIN app_user u ON u.vendor_id = o.vendor_id
      WHERE u.email = 'vendor@demo.selvedge' AND o.id = (SELECT o2.id FROM vendor_order o2 JOIN app_user u2 ON u2.vendor_id = o2.vendor_id
        WHERE u2.email = 'vendor@demo.selvedge' AND o2.decision = 'APPROVED' AND o2.vendor_decision = 'NEW' AND o2.awaiting = o2.ordered
        ORDER BY o2.order_id LIMIT 1) AND l.awaiting > 0 AND k.retired_at IS NULL`.execute(server.db)
    const [first] = rows
    if (!first) throw new Error('no order waits for its vendor')
    const found = (await vendor.call(inventory.getProductInventory, { style_id: first.style_id })).body.data.product
    await vendor.call(inventory.updateStyleStatus, { style_ids: [first.style_id], listing_status: 'Listed' })
    const promised = new Map(found.skus.map((sku) => [sku.nm_sku, sku.promised]))
    const items = rows.map(({ nm_sku, ordered }) => ({ nm_sku, available: (promised.get(nm_sku) ?? 0) + ordered }))
    await vendor.call(inventory.updateInventoryDetails, { items })
    const lines = rows.map(({ nm_sku }) => ({ nm_sku, pieces: 1 }))
    const listed = await ops.call(calls.savePreStock, { style_id: first.style_id, lines })
    expect(listed.status, listed.body.message).toBe(200)
    const told = async () => {
      const { rows: all } = await sql`SELECT 1 FROM notice_outbox WHERE kind = 'pre_stock_over'
        AND ${listed.body.data.listing_id} = ANY(things)`.execute(server.db)
      return all.length
    }
    expect(await told()).toBe(0)
    const answered = await vendor.call(contract.retool.confirmOrder, {
      ...{ order_id: first.order_id, version: first.version },
      lines: rows.map(({ nm_sku, ordered }) => ({
        ...{ nm_sku, ready_quantity: ordered, oos_quantity: 0, rejected_quantity: 0 },
      })),
    })
    expect(answered.status, answered.body.message).toBe(200)
    expect(await told()).toBe(1)
  })

  // Would catch: a style that its vendor delisted still sold; the list's real stock drifting from the inventory's.
  it('sells nothing of what its vendor delisted, and knows real stock as the inventory does', async () => {
    for (const { style_id, skus } of (await list()).filter(({ status }) => status !== 'Withdrawn')) {
      const { body } = await ops.call(inventory.getProductInventory, { style_id })
      for (const sku of skus) {
        const known = body.data.product.skus.find(({ nm_sku }) => nm_sku === sku.nm_sku)
        expect(sku.real_stock).toBe(known?.listing_status === 'Listed' ? known.real_stock : 0)
      }
    }
    const [row] = (await list(vendor)).filter(({ status }) => status === 'Sellable')
    const delisted = {
      style_ids: [row?.style_id ?? ''],
      listing_status: 'Delisted' as const,
      reason: 'fabric' as const,
    }
    await vendor.call(inventory.updateStyleStatus, delisted)
    const now = (await list()).find(({ listing_id }) => listing_id === row?.listing_id)
    expect([now?.status, now?.sellable]).toEqual(['Over-promised', 0])
  })
})

describe('a vendor', () => {
  // Would catch: another vendor's listing shown by its id or its style, and a vendor that lists or withdraws.
  it('sees the listings of its own styles, and makes none', async () => {
    const own = await list(vendor)
    const theirs = (await list()).find(({ supplier_id }) => supplier_id !== 'GZ01')
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map(({ supplier_id }) => supplier_id))).toEqual(new Set(['GZ01']))
    for (const { listing_id, style_id } of own.slice(0, 1)) {
      expect((await other.call(calls.preStockStyle, { listing_id })).status).toBe(404)
      expect((await other.call(calls.preStockStyle, { style_id })).status).toBe(404)
      expect((await vendor.call(calls.preStockStyle, { listing_id })).status).toBe(200)
      expect((await vendor.call(calls.withdrawPreStock, { listing_ids: [listing_id], reason: 'other' })).status).toBe(
        403,
      )
    }
    const { bytes } = await vendor.call(calls.downloadPreStockListing, { tab: 'all' })
    const text = bytes.toString('utf8')
    for (const { listing_id } of own) expect(text).toContain(listing_id)
    if (theirs) expect(text).not.toContain(theirs.listing_id)
  })

  // Would catch: prices in the file for who may not see them.
  it('asks prices that the cataloguing team sees as far as it may', async () => {
    const cataloguer = await server.as('cataloguer@demo.selvedge')
    const { body } = await cataloguer.call(calls.getPreStockListing, { tab: 'all' })
    const sees = body.data.rows.some(({ skus }) => skus.some(({ price }) => price !== null))
    const { bytes } = await cataloguer.call(calls.downloadPreStockListing, { tab: 'all' })
    expect(/,\d+\.\d\d,/.test(bytes.toString('utf8'))).toBe(sees)
  })

  // Would catch: times of a file in UTC, eight hours before those that its reader sees in the list.
  it('says its times where the vendor is', async () => {
    const { bytes } = await ops.call(calls.downloadPreStockListing, { tab: 'all' })
    expect(bytes.toString('utf8')).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d \+08:00,/)
    expect(bytes.toString('utf8')).not.toMatch(/\dT\d\d:\d\d/)
    const inventoryFile = await ops.call(inventory.downloadInventoryDetails, {})
    expect(inventoryFile.bytes.toString('utf8')).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d \+08:00,/)
    expect(inventoryFile.bytes.toString('utf8')).not.toMatch(/\dT\d\d:\d\d/)
  })
})
