import { v4 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { stockCountWords } from '../../src/shared/areas/stock-counts/words.ts'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from '../support/client.ts'
import { ledgerDifferences } from '../support/ledgers.ts'
import { type TestServer, testServer } from '../support/server.ts'
import { aMove, at, lying, type MadeSku, makeSite, makeSkus, moved } from '../support/stock.ts'

const { stockCounts } = contract

let server: TestServer
let keeper: Client
let boss: Client
beforeAll(async () => {
  server = await testServer()
  keeper = await server.as('warehouse')
  boss = await server.as('ops')
})

/** A site with ten of the first SKU and four of the second on a shelf, three of the first on the floor; and its count. */
async function shelfWithCount(is_blind = true) {
  const site = await makeSite(server.db)
  const skus = await makeSkus(server.db, 3)
  const [one, two] = skus as [MadeSku, MadeSku, MadeSku]
  const shelf = site.shelves['A-01'] ?? ''
  await moved(
    server.db,
    aMove({ kind: 'receive', quantity: 10, sku: one, to: at(shelf) }),
    aMove({ kind: 'receive', quantity: 4, sku: two, to: at(shelf) }),
    aMove({ kind: 'receive', quantity: 3, sku: one, to: at(site.floor) }),
  )
  const { body } = await keeper.call(stockCounts.startStockCount, { site: site.code, is_blind })
  return { site, skus, shelf, number: body.data.count.number }
}

const save = (number: string, lines: { place: string; sku: string; counted: number }[]) =>
  keeper.call(stockCounts.saveCounted, {
    number,
    lines: lines.map((line) => ({ condition: 'good' as const, ...line })),
  })
const post = async (number: string, by: Client = boss) => {
  const { version, over, short } = (await boss.call(stockCounts.getStockCount, { number })).body.data.count
  const sums = { over: over ?? 0, short: short ?? 0 }
  return by.call(stockCounts.postStockCount, { number, version, ...sums, reason: 'Cycle count' })
}
const scans = (number: string, codes: readonly string[], ids = codes.map(() => v4())) =>
  keeper.call(stockCounts.scanCounted, {
    number,
    scans: codes.map((code, n) => ({ scan_id: ids[n] ?? '', code, place: 'A-01' })),
  })
const onHand = async (sku: MadeSku | undefined, placeId: string) =>
  (await lying(server.db, sku as MadeSku, at(placeId)))[0]

describe('a stock count', () => {
  // Would catch: a difference posted at the wrong place, with the wrong sign, or twice; stock that is no longer the sum of its moves.
  it('posts what is missing as written off and what is more as found, once', async () => {
    const { skus, shelf, site, number } = await shelfWithCount()
    const [one, two, three] = skus.map(({ nm_sku }) => nm_sku) as [string, string, string]
    await save(number, [
      { place: 'A-01', sku: one, counted: 8 },
      { place: 'A-01', sku: two, counted: 4 },
      { place: 'a-01', sku: three, counted: 2 },
    ])
    expect((await post(number)).body.data.count).toMatchObject({ state: 'POSTED', over: 2, short: 2 })
    expect(await Promise.all(skus.map((sku) => onHand(sku, shelf)))).toEqual([8, 4, 2])
    expect(await onHand(skus[0], site.floor)).toBe(3)
    expect((await post(number)).status).toBe(409)
    expect(await onHand(skus[0], shelf)).toBe(8)
    expect(await ledgerDifferences(server.db)).toEqual([])
  })

  // Would catch: pieces that were sold or put away between counting and posting, written off as if they had been missing.
  it('goes by the books as they were when the place was counted', async () => {
    const { skus, shelf, site, number } = await shelfWithCount()
    const [one] = skus as [MadeSku]
    await save(number, [{ place: 'A-01', sku: one.nm_sku, counted: 9 }])
    await moved(server.db, aMove({ kind: 'put_away', quantity: 5, sku: one, from: at(shelf), to: at(site.floor) }))
    await post(number)
    expect(await onHand(one, shelf)).toBe(4)
    expect(await onHand(one, site.floor)).toBe(8)
  })

  // Would catch: a shelf counted as empty of what nobody looked for, or the other shelves emptied with it.
  it('takes what nobody counted as none only where the place was counted in full', async () => {
    const { skus, shelf, site, number } = await shelfWithCount()
    await save(number, [{ place: 'A-01', sku: skus[0]?.nm_sku ?? '', counted: 10 }])
    const seen = { counted_skus: 1, counted: 10, again_skus: 0 }
    const closed = await keeper.call(stockCounts.closeCountedPlace, { number, place: 'A-01', is_full: true, ...seen })
    expect(closed.body.data.emptied).toBe(1)
    await post(number)
    expect(await onHand(skus[1], shelf)).toBe(0)
    expect(await onHand(skus[0], site.floor)).toBe(3)
  })

  // Would catch: a list that says 1 place where the count itself has a dozen, under the same word.
  it('says in the list how many of its places were counted, as its places do', async () => {
    const { skus, number } = await shelfWithCount()
    const both = async () => {
      const { places } = (await keeper.call(stockCounts.getStockCount, { number })).body.data
      const [row] = (await keeper.call(stockCounts.getStockCounts, { search: number })).body.data.rows
      const isCounted = ({ counted_skus, state }: (typeof places)[number]) => counted_skus > 0 || state === 'full'
      return [row?.counted_places, places.filter(isCounted).length, places.length > 1]
    }
    expect(await both()).toEqual([0, 0, true])
    await save(number, [{ place: 'A-01', sku: skus[0]?.nm_sku ?? '', counted: 10 }])
    expect(await both()).toEqual([1, 1, true])
    const seen = { counted_skus: 1, counted: 10, again_skus: 0 }
    await keeper.call(stockCounts.closeCountedPlace, { number, place: 'A-01', is_full: true, ...seen })
    expect(await both()).toEqual([1, 1, true])
  })

  // Would catch: a keeper who reads what should be there, by lines, sums, the sheet or by sorting out what differs.
  it('tells a blind counter nothing of the books before it is posted', async () => {
    const { skus, number } = await shelfWithCount()
    await save(number, [{ place: 'A-01', sku: skus[0]?.nm_sku ?? '', counted: 7 }])
    const read = async (by: Client, tab: 'all' | 'different') =>
      (await by.call(stockCounts.getStockCountLines, { number, tab })).body.data.rows
    expect(await read(keeper, 'all')).toMatchObject([
      { counted: 7, expected: null, difference: null, moved_since: null },
    ])
    expect(await read(keeper, 'different')).toEqual([])
    expect(await read(boss, 'different')).toMatchObject([{ counted: 7, expected: 10, difference: -3 }])
    const one = (await keeper.call(stockCounts.getStockCount, { number })).body.data
    expect(one.count).toMatchObject({ over: null, short: null, left: null })
    const listed = (await keeper.call(stockCounts.getStockCounts, { search: number })).body.data.rows
    expect(listed).toMatchObject([{ over: null, short: null }])
    expect(one.places.every(({ uncounted_skus }) => uncounted_skus === null)).toBe(true)
    const { counts } = (await keeper.call(stockCounts.getStockCountLines, { number, part: 'counts' })).body.data
    expect(counts).toEqual({ all: 1, left: 0 })
    await post(number)
    expect(await read(keeper, 'all')).toMatchObject([{ expected: 10, difference: -3 }])
  })

  // Would catch: a refusal that names no field, so that the form can only say it in a toast.
  it('refuses what was typed at its field', async () => {
    const { skus, number, site } = await shelfWithCount()
    const sku = skus[0]?.nm_sku ?? ''
    const fields = (answer: { body: { details?: { fields?: { field: string }[] } } }) =>
      answer.body.details?.fields?.map(({ field }) => field)
    const good = { place: 'A-01', sku, counted: 1 }
    expect(fields(await save(number, [good, { ...good, place: 'Z-99' }]))).toEqual(['lines.1.place'])
    expect(fields(await save(number, [{ ...good, sku: 'NOBODY' }]))).toEqual(['lines.0.sku'])
    const start = (of: object) => keeper.call(stockCounts.startStockCount, { site: site.code, ...of })
    expect(fields(await start({ shelves: ['Z-99'] }))).toEqual(['shelves'])
    expect(fields(await start({ shelves: ['A-01'] }))).toEqual(['shelves'])
    expect(fields(await start({}))).toEqual(['site'])
    expect(fields(await start({ style_id: 'NOBODY' }))).toEqual(['style_id'])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const typed = { ...good, condition: 'good' as const }
    expect(fields(await keeper.call(stockCounts.saveCounted, { number, lines: [typed], counted_at: later }))).toEqual([
      'counted_at',
    ])
  })

  // Would catch: who counts also deciding what the company writes off.
  it('is posted by who may, with a reason, and not when another saw an older state', async () => {
    const { skus, number } = await shelfWithCount()
    expect((await post(number)).status).toBe(409)
    await save(number, [{ place: 'A-01', sku: skus[0]?.nm_sku ?? '', counted: 7 }])
    expect((await post(number, keeper)).status).toBe(403)
    const stale = await boss.call(stockCounts.postStockCount, { number, version: 99, over: 0, short: 3, reason: 'x' })
    expect(stale.status).toBe(409)
    const blank = await boss.call(stockCounts.postStockCount, { number, version: 1, over: 0, short: 3, reason: '  ' })
    expect(blank.status).toBe(400)
  })

  // Would catch: a warehouse that counts a shop, or reads by an open count of somebody else what lies there.
  it('is of sites whose stock a role sees', async () => {
    const shop = await makeSite(server.db, 'shop')
    expect((await keeper.call(stockCounts.startStockCount, { site: shop.code, is_blind: false })).status).toBe(404)
    const sites = (await keeper.call(stockCounts.getCountSites, {})).body.data.sites.map(({ site }) => site)
    expect(sites).not.toContain(shop.code)
    const made = await boss.call(stockCounts.startStockCount, { site: shop.code, is_blind: false })
    const { number } = made.body.data.count
    expect((await keeper.call(stockCounts.getStockCount, { number })).status).toBe(404)
    expect((await keeper.call(stockCounts.downloadStockCountSheet, { number })).status).toBe(404)
    const listed = await keeper.call(stockCounts.getStockCounts, { search: number })
    expect(listed.body.data.rows).toEqual([])
    expect((await keeper.call(stockCounts.getStockCountLines, { number })).status).toBe(404)
    // A shop counts shops, and sees the warehouse's alone.
    const retail = await server.as('retail_admin')
    expect((await retail.call(stockCounts.getStockCount, { number })).status).toBe(200)
    const own = await shelfWithCount()
    const save_ = { number: own.number, lines: [{ place: 'floor', sku: own.skus[0]?.nm_sku ?? '', counted: 1 }] }
    expect((await retail.call(stockCounts.saveCounted, save_)).status).toBe(403)
    expect((await retail.call(stockCounts.startStockCount, { site: own.site.code })).status).toBe(403)
  })

  // Would catch: a count that can neither be posted nor put right, because a shelf that it counted went out of use meanwhile.
  it('leaves behind what was found on a shelf that went out of use since, and says so', async () => {
    const { site, skus, number } = await shelfWithCount()
    const [one, , three] = skus.map(({ nm_sku }) => nm_sku) as [string, string, string]
    await save(number, [
      { place: 'A-01', sku: three, counted: 2 },
      { place: 'floor', sku: one, counted: 2 },
    ])
    await server.db
      .updateTable('place')
      .set({ retired_at: new Date() })
      .where('id', '=', site.shelves['A-01'] ?? '')
      .execute()
    const left = { number, tab: 'left' as const }
    const why = [{ place: 'A-01', left_behind: 'out_of_use' }]
    expect((await boss.call(stockCounts.getStockCountLines, left)).body.data.rows).toMatchObject(why)
    expect((await post(number)).body.data.count).toMatchObject({ state: 'POSTED', over: 0, short: 1, left: 1 })
    expect((await boss.call(stockCounts.getStockCountLines, left)).body.data.rows).toMatchObject(why)
    expect(await onHand(skus[0], site.floor)).toBe(2)
    const other = await shelfWithCount()
    await save(other.number, [{ place: 'A-01', sku: other.skus[0]?.nm_sku ?? '', counted: 12 }])
    await server.db.updateTable('place').set({ retired_at: new Date() }).where('id', '=', other.shelf).execute()
    const { body } = await keeper.call(stockCounts.cancelStockCount, {
      number: other.number,
      version: 1,
      reason: 'Shelf gone',
    })
    expect(body.data.count.state).toBe('CANCELLED')
  })

  // Would catch: a cancelled count that still takes counts or can be posted.
  it('ends when it is cancelled, and changes nothing', async () => {
    const { skus, shelf, number } = await shelfWithCount()
    await save(number, [{ place: 'A-01', sku: skus[0]?.nm_sku ?? '', counted: 0 }])
    const ended = await keeper.call(stockCounts.cancelStockCount, { number, version: 1, reason: 'Wrong site' })
    expect(ended.body.data.count.state).toBe('CANCELLED')
    expect((await save(number, [{ place: 'A-01', sku: skus[0]?.nm_sku ?? '', counted: 1 }])).status).toBe(409)
    expect((await post(number)).status).toBe(409)
    expect(await onHand(skus[0], shelf)).toBe(10)
  })
})

describe('counting by scan', () => {
  const countedOf = async (number: string, sku: MadeSku | undefined) =>
    (await boss.call(stockCounts.getStockCountLines, { number, tab: 'all' })).body.data.rows.find(
      ({ nm_sku }) => nm_sku === sku?.nm_sku,
    )?.counted

  // Would catch: a scan whose answer was lost and that is sent again counting twice; two stations at one shelf losing pieces.
  it('counts each scan once, from any number of stations, and takes one back once', async () => {
    const { skus, number } = await shelfWithCount()
    const code = skus[0]?.nm_sku ?? ''
    const ids = Array.from({ length: 12 }, () => v4())
    const parts = [ids.slice(0, 6), ids.slice(3, 9), ids.slice(6)]
    const replies = await Promise.all(
      parts.map((part) =>
        scans(
          number,
          part.map(() => code.toLowerCase()),
          part,
        ),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await countedOf(number, skus[0])).toBe(12)
    const back = { scan_id: v4(), code, place: 'A-01', condition: 'good' as const, takes_back: ids[4] ?? '' }
    for (const _ of [1, 2]) await keeper.call(stockCounts.scanCounted, { number, action: 'undo', scans: [back] })
    expect(await countedOf(number, skus[0])).toBe(11)
    await scans(number, [code], [ids[4] ?? ''])
    expect(await countedOf(number, skus[0])).toBe(11)
  })

  // Would catch: one scan by mistake, taken back, that writes off all that the shelf holds of its SKU.
  it('has an SKU uncounted again whose only scan was taken back', async () => {
    const { skus, shelf, number } = await shelfWithCount()
    const [one, other] = skus as [MadeSku, MadeSku]
    const [mistaken, kept] = [v4(), v4()]
    await scans(number, [one.nm_sku, other.nm_sku], [mistaken, kept])
    const back = { scan_id: v4(), code: one.nm_sku, place: 'A-01', condition: 'good' as const, takes_back: mistaken }
    for (const _ of [1, 2]) {
      const { body } = await keeper.call(stockCounts.scanCounted, { number, action: 'undo', scans: [back] })
      expect(body.data.results).toMatchObject([{ outcome: 'taken_back', counted: 0 }])
    }
    expect(await countedOf(number, one)).toBeUndefined()
    const before = await onHand(one, shelf)
    await post(number)
    expect(await onHand(one, shelf)).toBe(before)
    expect(before).toBeGreaterThan(0)
  })

  // Would catch: a shelf of the house called an unknown SKU, so that nobody sees where its pieces are counted.
  it('says that a shelf is not in the count, and where pieces go on being counted', async () => {
    const site = await makeSite(server.db)
    const [one] = (await makeSkus(server.db, 1)) as [MadeSku]
    const shelves = { site: site.code, shelves: ['A-01'], is_blind: false }
    const { number } = (await keeper.call(stockCounts.startStockCount, shelves)).body.data.count
    const other = Object.keys(site.shelves).find((code) => code !== 'A-01') ?? ''
    const { results } = (await scans(number, [other.toLowerCase(), one.nm_sku])).body.data
    expect(results).toMatchObject([
      { outcome: 'refused', message: stockCountWords.otherShelf, values: { place: 'A-01' } },
      { outcome: 'counted' },
    ])
  })

  // Would catch: a scan sent again after goods moved on, which took them for pieces that were found.
  it('does not look at the books anew for a scan that came before', async () => {
    const { skus, shelf, site, number } = await shelfWithCount()
    const [one] = skus as [MadeSku]
    const ids = Array.from({ length: 10 }, () => v4())
    const codes = ids.map(() => one.nm_sku)
    await scans(number, codes, ids)
    await moved(server.db, aMove({ kind: 'put_away', quantity: 3, sku: one, from: at(shelf), to: at(site.floor) }))
    await scans(number, codes.slice(0, 1), ids.slice(0, 1))
    expect((await post(number)).body.data.count).toMatchObject({ state: 'POSTED', over: 0, short: 0 })
    expect(await onHand(one, shelf)).toBe(7)
  })

  // Would catch: one unknown code spoiling the scans beside it, or a wrong shelf taken for another.
  it('says of each scan what became of it', async () => {
    const { skus, number } = await shelfWithCount()
    const { results } = (await scans(number, [skus[1]?.nm_sku ?? '', 'NO-SUCH', skus[1]?.nm_sku ?? ''])).body.data
    expect(results.map(({ outcome, counted }) => [outcome, counted])).toEqual([
      ['counted', 1],
      ['unknown', null],
      ['counted', 2],
    ])
    const elsewhere = await keeper.call(stockCounts.scanCounted, {
      number,
      scans: [{ scan_id: v4(), code: skus[1]?.nm_sku ?? '', place: 'Z-99', condition: 'good' }],
    })
    expect(elsewhere.body.data.results).toMatchObject([{ outcome: 'refused', values: { place: 'Z-99' } }])
  })
})

describe('counting by sheet', () => {
  const upload = (number: string, lines: string[], mode: 'all' | 'good_rows' = 'all') =>
    keeper.call(stockCounts.uploadStockCount, {
      ...{ number, mode, counted_at: new Date().toISOString() },
      file: { name: 'count.csv', bytes: ['Shelf,NM SKU,Condition,Counted quantity', ...lines].join('\n') },
    })

  // Would catch: an empty cell read as zero, a fault that leaves half a sheet behind, or the same sheet counted twice.
  it('takes what is filled in, refuses with cells, and comes to the same when sent again', async () => {
    const { skus, number } = await shelfWithCount()
    const [one, two] = skus.map(({ nm_sku }) => nm_sku)
    const bad = await upload(number, [`A-01,${one},,9`, `Z-9,${one},,1`, `A-01,NOPE,,1`, `A-01,${one},Good,2`])
    expect(bad.status).toBe(422)
    expect(bad.body.details.faults?.map(({ cell }: { cell: string }) => cell)).toEqual(['A3', 'B4', 'B5'])
    // Would catch: a shelf's quantity refused in the words for boxes.
    const below = await upload(number, [`A-01,${one},,-2`])
    expect(below.body.details.faults).toMatchObject([{ cell: 'D2', message: 'A quantity cannot be negative.' }])
    const good = await upload(number, [`A-01,${one},,9`, `A-01,${two},,`, `,${two},Damaged,1`])
    expect(good.body.data).toMatchObject({ rows_taken: 2, rows_unchanged: 1, count: { counted: 10 } })
    const again = await upload(number, [`A-01,${one},,9`, `,${two},Damaged,1`])
    expect(again.body.data).toMatchObject({ rows_taken: 0, rows_unchanged: 2 })
  })

  // Would catch: a sheet of a blind count that gives the answer away.
  it('gives a sheet that names what should be there only where the count is not blind', async () => {
    for (const is_blind of [true, false]) {
      const { number } = await shelfWithCount(is_blind)
      const file = await keeper.call(stockCounts.downloadStockCountSheet, { number })
      expect(file.status).toBe(200)
      expect(await quantitiesIn(file.bytes)).toEqual(is_blind ? [null, null, null] : ['10', '4', '3'])
    }
  })
})

async function quantitiesIn(bytes: Buffer): Promise<unknown[]> {
  const { default: ExcelJS } = await import('exceljs')
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as never)
  const [sheet] = workbook.worksheets
  const headers = (sheet?.getRow(1).values ?? []) as unknown[]
  const column = headers.findIndex((header) => String(header).startsWith('On hand'))
  const rows = sheet?.getRows(2, 3) ?? []
  return rows.map((row) => row.getCell(column).value)
}
