import { v4 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { aMove, at, lying, type MadeSku, makeSite, makeSkus, moved } from '../support/stock.ts'

const { stockCounts } = contract

let server: TestServer
let anu: Client
let bela: Client
let boss: Client
beforeAll(async () => {
  server = await testServer()
  anu = await server.as('warehouse')
  bela = await server.as('india_qc_inward_wh')
  boss = await server.as('ops')
})

/** A site with 17 of the first SKU and 4 of the second on shelf A-01, and a count of it. */
async function shelfOf17(more: { is_blind?: boolean } = {}) {
  const site = await makeSite(server.db)
  const skus = (await makeSkus(server.db, 3)) as [MadeSku, MadeSku, MadeSku]
  const shelf = site.shelves['A-01'] ?? ''
  await moved(
    server.db,
    aMove({ kind: 'receive', quantity: 17, sku: skus[0], to: at(shelf) }),
    aMove({ kind: 'receive', quantity: 4, sku: skus[1], to: at(shelf) }),
  )
  const { body } = await anu.call(stockCounts.startStockCount, { site: site.code, ...more })
  return { site, skus, shelf, number: body.data.count.number }
}

type Place = { number: string; place?: string }

const scan = (by: Client, number: string, sku: MadeSku, quantity: number, seconds_ago = 0) =>
  by.call(stockCounts.scanCounted, {
    number,
    scans: [{ scan_id: v4(), code: sku.nm_sku, place: 'A-01', quantity, seconds_ago }],
  })
const outcome = async (answer: ReturnType<typeof scan>) => (await answer).body.data.results[0]
const placeOf = async (by: Client, { number, place = 'A-01' }: Place) =>
  (await by.call(stockCounts.getStockCount, { number })).body.data.places.find((one) => one.place === place)
const close = async (by: Client, number: string, is_full = true) => {
  const { counted_skus = 0, counted = 0, again_skus = 0 } = (await placeOf(by, { number })) ?? {}
  const seen = { counted_skus, counted, again_skus }
  return by.call(stockCounts.closeCountedPlace, { number, place: 'A-01', is_full, ...seen })
}
const take = (by: Client, number: string, how: 'anew' | 'continue' = 'anew') =>
  by.call(stockCounts.takeCountedPlace, { number, place: 'A-01', how })
const countOf = async (number: string) => (await boss.call(stockCounts.getStockCount, { number })).body.data.count
const linesOf = async (number: string) =>
  (await boss.call(stockCounts.getStockCountLines, { number, tab: 'all' })).body.data.rows
const post = async (number: string, seen?: { over: number; short: number }) => {
  const { version, over, short } = await countOf(number)
  const sums = seen ?? { over: over ?? 0, short: short ?? 0 }
  return boss.call(stockCounts.postStockCount, { number, version, ...sums, reason: 'Cycle count' })
}
const onHand = async (sku: MadeSku, placeId: string) => (await lying(server.db, sku, at(placeId)))[0]

describe('people who count', () => {
  // Would catch: two counters of one shelf whose pieces add up: 34 of 17.
  it('have a shelf one at a time, by name; who takes it over begins anew', async () => {
    const { skus, number, shelf } = await shelfOf17()
    expect(await outcome(scan(anu, number, skus[0], 17))).toMatchObject({ outcome: 'counted', counted: 17 })
    const refused = await outcome(scan(bela, number, skus[0], 17))
    expect(refused).toMatchObject({ outcome: 'refused', values: { place: 'A-01', name: expect.any(String) } })
    expect(refused?.values.name).not.toBe('')
    const typed = { number, lines: [{ place: 'A-01', sku: skus[0].nm_sku, counted: 1 }] }
    expect((await bela.call(stockCounts.saveCounted, typed)).status).toBe(409)
    expect((await take(bela, number, 'continue')).status).toBe(409)
    expect((await take(bela, number)).status).toBe(200)
    // A scan of the one before that waited for a connection is refused, not added.
    expect((await outcome(scan(anu, number, skus[0], 1)))?.outcome).toBe('refused')
    // Would catch: a shelf that was taken over naming her for the pieces that he counted.
    const names = async () => (await placeOf(bela, { number }))?.counted_by
    const his = await names()
    expect(his).toHaveLength(1)
    expect(his).not.toEqual([(await placeOf(bela, { number }))?.counter])
    expect(await outcome(scan(bela, number, skus[0], 16))).toMatchObject({ counted: 16 })
    expect(await names()).toEqual([(await placeOf(bela, { number }))?.counter])
    expect(await linesOf(number)).toMatchObject([{ counted: 16, before_counted: 17 }])
    // While she counts, her half-counted shelf is not written off.
    expect(await countOf(number)).toMatchObject({ over: 0, short: 0, left: 1 })
    expect((await close(bela, number, false)).status).toBe(200)
    expect((await post(number)).body.data.count).toMatchObject({ state: 'POSTED', short: 1, left: 0 })
    expect([await onHand(skus[0], shelf), await onHand(skus[1], shelf)]).toEqual([16, 4])
  })

  // Would catch: one click that sets a shelf nobody counted to nothing, without a sum that was seen, a mark or a way back.
  it('end a shelf in full by the sums that they saw, with a mark, and open it again', async () => {
    const { skus, number } = await shelfOf17()
    const blind = { counted_skus: 1, counted: 3, again_skus: 0 }
    const stale = { number, place: 'A-01', is_full: true, ...blind }
    expect((await anu.call(stockCounts.closeCountedPlace, stale)).status).toBe(409)
    expect((await close(anu, number)).body.data.emptied).toBe(2)
    expect(await placeOf(bela, { number })).toMatchObject({
      state: 'full',
      counter: expect.any(String),
      is_mine: false,
    })
    expect((await linesOf(number)).map(({ by_closing }) => by_closing)).toEqual([true, true])
    expect((await outcome(scan(anu, number, skus[0], 1)))?.outcome).toBe('refused')
    expect((await take(anu, number, 'continue')).status).toBe(200)
    expect(await linesOf(number)).toEqual([])
    expect(await placeOf(anu, { number })).toMatchObject({ state: 'counting', is_mine: true })
  })

  // Would catch: what the second person did not find left as the first had counted it.
  it('count anew what the shelf holds: what is not found again counts as none', async () => {
    const { skus, number } = await shelfOf17()
    await scan(anu, number, skus[0], 17)
    await scan(anu, number, skus[2], 2)
    await close(anu, number)
    await take(bela, number)
    await scan(bela, number, skus[0], 17)
    await scan(bela, number, skus[1], 4)
    expect(await placeOf(bela, { number })).toMatchObject({ counted_skus: 3, again_skus: 1 })
    expect((await close(bela, number)).body.data.emptied).toBe(1)
    expect((await linesOf(number)).map(({ counted, difference }) => [counted, difference])).toEqual([
      [17, 0],
      [4, 0],
      [0, 0],
    ])
  })

  // Would catch: a difference that one person alone counted, written off where two have to.
  it('count twice what differs, where the setting asks for it', async () => {
    const { settings, version } = (await boss.call(stockCounts.getStockCountSettings, {})).body.data
    const change = { settings: { second_count: true }, version }
    expect((await anu.call(stockCounts.saveStockCountSettings, change)).status).toBe(403)
    expect((await boss.call(stockCounts.saveStockCountSettings, change)).status).toBe(200)
    const { skus, number, shelf } = await shelfOf17()
    await boss.call(stockCounts.saveStockCountSettings, { settings, version: version + 1 })
    const typed = (by: Client, counted: number) =>
      by.call(stockCounts.saveCounted, { number, lines: [{ place: 'A-01', sku: skus[0].nm_sku, counted }] })
    await typed(anu, 15)
    await typed(anu, 16)
    expect(await countOf(number)).toMatchObject({ short: 0, left: 1 })
    // Blind, she is told what to count again, and nothing more.
    const told = (await bela.call(stockCounts.getStockCountLines, { number, tab: 'left' })).body.data.rows
    expect(told).toMatchObject([{ left_behind: 'second', expected: null, difference: null, before_counted: null }])
    await typed(bela, 16)
    expect(await countOf(number)).toMatchObject({ short: 1, left: 0 })
    await post(number)
    expect(await onHand(skus[0], shelf)).toBe(16)
  })
})

describe('a count and the books', () => {
  // Would catch: 350 pieces written off after a dialog that said 1, because somebody counted meanwhile.
  it('is posted by the sums that were seen, and by no others', async () => {
    const { skus, number, shelf } = await shelfOf17()
    const save = (sku: MadeSku, counted: number) =>
      anu.call(stockCounts.saveCounted, { number, lines: [{ place: 'A-01', sku: sku.nm_sku, counted }] })
    await save(skus[0], 16)
    const { version } = await countOf(number)
    const seen = { over: 0, short: 1 }
    await save(skus[1], 0)
    const refused = await post(number, seen)
    expect([refused.status, refused.body.details.values]).toEqual([409, { over: 0, short: 5 }])
    const without = { number, version, reason: 'Cycle count' } as never
    expect((await boss.call(stockCounts.postStockCount, without)).status).toBe(400)
    expect(await onHand(skus[1], shelf)).toBe(4)
    expect((await post(number)).status).toBe(200)
    expect(await onHand(skus[1], shelf)).toBe(0)
  })

  // Would catch: two open counts of one shelf that both write off the same missing pieces.
  it('has its shelves alone, until it ends', async () => {
    const { site, number } = await shelfOf17()
    const again = await bela.call(stockCounts.startStockCount, { site: site.code, shelves: ['A-02'] })
    expect([again.status, again.body.details.values?.number]).toEqual([409, number])
    const { version } = await countOf(number)
    await boss.call(stockCounts.cancelStockCount, { number, version, reason: 'Begun by mistake' })
    const one = await bela.call(stockCounts.startStockCount, { site: site.code, shelves: ['a-02'] })
    expect(one.body.data.count.shelves).toEqual(['A-02'])
    const both = await Promise.all(
      [anu, bela].map((by) => by.call(stockCounts.startStockCount, { site: site.code, shelves: ['A-01'] })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  // Would catch: a scope that is written down and not kept to.
  it('is about its shelves and its style, and takes nothing else', async () => {
    const { site, skus, number: first } = await shelfOf17()
    const { version } = await countOf(first)
    await boss.call(stockCounts.cancelStockCount, { number: first, version, reason: 'Begun by mistake' })
    const [other] = (await makeSkus(server.db, 1)) as [MadeSku]
    const style_id = skus[0].nm_sku.replace(/-BLK-.*/, '')
    const scope = { site: site.code, shelves: ['A-01'], style_id }
    const { number } = (await anu.call(stockCounts.startStockCount, scope)).body.data.count
    expect(await outcome(scan(anu, number, other, 1))).toMatchObject({
      outcome: 'refused',
      values: { nm_sku: other.nm_sku },
    })
    const elsewhere = { number, lines: [{ place: 'A-02', sku: skus[0].nm_sku, counted: 1 }] }
    expect((await anu.call(stockCounts.saveCounted, elsewhere)).status).toBe(400)
    const { places } = (await anu.call(stockCounts.getStockCount, { number })).body.data
    expect(places.map(({ place }) => place)).toEqual(['A-01'])
  })

  // Would catch: pieces that moved between counting and upload, or while a station had no connection, taken for found or missing.
  it('compares each line with the books as they were when it was counted', async () => {
    const { site, skus, number, shelf } = await shelfOf17()
    await new Promise((done) => setTimeout(done, 1_100))
    const counted_at = new Date().toISOString()
    await new Promise((done) => setTimeout(done, 1_100))
    const away = { from: at(shelf), to: at(site.floor) }
    await moved(server.db, aMove({ kind: 'put_away', quantity: 5, sku: skus[0], ...away }))
    await moved(server.db, aMove({ kind: 'put_away', quantity: 4, sku: skus[1], ...away }))
    const bytes = `Shelf,NM SKU,Counted pcs\nA-01,${skus[0].nm_sku},17`
    const upload = { number, counted_at, file: { name: 'count.csv', bytes } }
    expect((await anu.call(stockCounts.uploadStockCount, upload)).body.data).toMatchObject({ rows_taken: 1 })
    await scan(anu, number, skus[1], 4, Math.ceil((Date.now() - Date.parse(counted_at)) / 1000))
    expect(await linesOf(number)).toMatchObject([
      { counted: 17, expected: 17, difference: 0, moved_since: -5 },
      { counted: 4, expected: 4, difference: 0, moved_since: -4 },
    ])
    const future = { ...upload, counted_at: new Date(Date.now() + 3_600_000).toISOString() }
    expect((await anu.call(stockCounts.uploadStockCount, future)).status).toBe(400)
    // A sheet without any column of counts is no sheet of "nothing new".
    const none = {
      ...upload,
      file: { name: 'count.csv', bytes: `Shelf,NM SKU,Counted by\nA-01,${skus[0].nm_sku},Anu` },
    }
    expect((await anu.call(stockCounts.uploadStockCount, none)).status).toBe(422)
  })

  // Would catch: a whole count refused because of one line, or a line dropped unsaid; pieces that a gate pass was promised written off.
  it('leaves behind what cannot be posted, with its reason', async () => {
    const { site, skus, number, shelf } = await shelfOf17()
    const lines = [
      { place: 'A-01', sku: skus[0].nm_sku, counted: 10 },
      { place: 'A-01', sku: skus[1].nm_sku, counted: 3 },
    ]
    await anu.call(stockCounts.saveCounted, { number, lines })
    await moved(server.db, aMove({ kind: 'put_away', quantity: 12, sku: skus[0], from: at(shelf), to: at(site.floor) }))
    const { body } = await post(number)
    expect(body.data.count).toMatchObject({ state: 'POSTED', short: 1, left: 1 })
    const left = (await boss.call(stockCounts.getStockCountLines, { number, tab: 'left' })).body.data.rows
    expect(left).toMatchObject([{ nm_sku: skus[0].nm_sku, left_behind: 'gone' }])
    expect([await onHand(skus[0], shelf), await onHand(skus[1], shelf)]).toEqual([5, 3])
  })

  // Would catch: a wrong count that stays in the books for ever, or one reversed twice.
  it('is reversed by counter-moves with a reason, once', async () => {
    const { skus, number, shelf } = await shelfOf17()
    const lines = [
      { place: 'A-01', sku: skus[0].nm_sku, counted: 10 },
      { place: 'A-01', sku: skus[2].nm_sku, counted: 3 },
    ]
    await anu.call(stockCounts.saveCounted, { number, lines })
    const reverse = async (by: Client) => {
      const { version } = await countOf(number)
      return by.call(stockCounts.reverseStockCount, { number, version, reason: 'Counted wrongly' })
    }
    expect((await reverse(boss)).status).toBe(409)
    await post(number)
    expect((await reverse(anu)).status).toBe(403)
    expect((await reverse(boss)).body.data.count).toMatchObject({
      state: 'REVERSED',
      reverse_reason: 'Counted wrongly',
    })
    expect([await onHand(skus[0], shelf), await onHand(skus[2], shelf)]).toEqual([17, 0])
    expect((await reverse(boss)).status).toBe(409)
    expect(await ledgerDifferences(server.db)).toEqual([])
  })
})
