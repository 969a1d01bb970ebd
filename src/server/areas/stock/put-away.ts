import { sql } from 'kysely'
import { type Balance, freeOf, moveIn } from '../../../shared/areas/stock/moves.ts'
import { placeName } from '../../../shared/areas/stock/places.ts'
import { putAwaySku } from '../../../shared/areas/stock/shapes.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type CallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import { Refusal } from '../../http/errors.ts'
import { putAwayOf, wentOn } from './bought-box.ts'
import { namedPlaces, takeBack } from './commands.ts'
import { movedSkus } from './event-skus.ts'
import { keyOf, lockBalances, moveStock, type StockMove } from './move-stock.ts'
import { skuFacts } from './on-hand.ts'
import { lockPlaces, sitePlace } from './places.ts'
import { type ReceivedBox, receivedBoxes } from './received-box.ts'
import { tooFew } from './refusals.ts'
import { siteToChange } from './sites.ts'

type Call = Contract['stock']['putAway']
type Input = Taken<Call>
type Scan = Input['scans'][number]
type Result = Gives<Call>['results'][number]

/** Where the scanner stands. */
interface Station {
  siteId: string
  site: string
  floor: string
  shelf: string
  /** As results call it. */
  named: { place: string; place_zh: string }
}

/**
 * Puts scanned goods from a site's floor on a shelf. Each scan has its own outcome, and is known again by its id: sent once more it gives
 * what it gave before. One command for all of them.
 */
export function putAway(input: Input, context: CallContext): Promise<Reply<Gives<Call>>> {
  return context.command(async (tx) => {
    const siteId = await siteToChange(tx, context.caller, input.site)
    const place = { site: input.site, place_kind: 'shelf' as const, shelf: input.shelf }
    const shelf = (await namedPlaces(tx, context, [place])).idOf(place)
    const at = { site: input.site, kind: 'shelf' as const, code: input.shelf }
    const station: Station = {
      ...{ siteId, site: input.site, shelf, floor: await sitePlace(tx, siteId, 'floor') },
      named: { place: placeName(at, 'en'), place_zh: placeName(at, 'zh') },
    }
    const results =
      input.action === 'undo'
        ? await undoScans(tx, context, station, input.scans)
        : await takeScans(tx, context, station, input.scans)
    return reply({ results })
  })
}

interface Goods {
  sku: NonNullable<Result['sku']>
  skuId: string
  quantity: number
  /** Pieces of a box that went from the floor before it, one by one. */
  gone: number
}

interface Found {
  scan: Scan
  goods: Goods[]
  /** Of a whole box. */
  box: { box_no: string; sscc: string } | null
}

async function takeScans(tx: Tx, context: CallContext, station: Station, scans: readonly Scan[]): Promise<Result[]> {
  const found = await goodsOf(tx, station, scans)
  const at = (placeId: string) => ({ placeId, condition: 'good' as const })
  const sides = found.flatMap(({ goods }) =>
    goods.flatMap(({ skuId }) => [station.floor, station.shelf].map((placeId) => ({ ...at(placeId), skuId }))),
  )
  const places = await lockPlaces(tx, [station.floor, station.shelf])
  const books: Map<string, Balance> = await lockBalances(tx, sides)
  // Read behind the locks: the same scan may be under way at this moment.
  const before = await doneBefore(
    tx,
    station.siteId,
    scans.map(({ scan_id }) => scan_id),
  )
  const taken = new Set<string>()
  const results: Result[] = []
  const moves: StockMove[] = []
  const gone: Gone[] = []
  for (const { scan, goods: held, box } of found) {
    // A box that an earlier scan of these took is not here any more.
    const goods = box === null ? held : taken.has(box.sscc) ? [] : stillHere(books, station, held)
    const [first] = goods
    const pieces = goods.reduce((sum, { quantity }) => sum + quantity, 0)
    const about = { scan_id: scan.scan_id, code: scan.code, pieces, sku: first?.sku ?? null }
    const done = before.get(scan.scan_id)
    const said = { ...station.named, sku: first?.sku.nm_sku ?? '', box_no: box?.box_no ?? '' }
    if (done !== undefined || (first !== undefined && fits(books, station, goods))) {
      const values = { ...said, pieces: done ?? pieces }
      const went = done === undefined ? goods.reduce((sum, one) => sum + one.gone, 0) : 0
      const message = box === null ? stockWords.putAway : went > 0 ? stockWords.boxRestPutAway : stockWords.boxPutAway
      results.push({
        ...about,
        outcome: 'put_away',
        pieces: done ?? pieces,
        message,
        values: { ...values, gone: went },
      })
      if (done !== undefined) continue
      before.set(scan.scan_id, pieces)
      if (box !== null) {
        taken.add(box.sscc)
        gone.push(...goods.map(({ skuId, gone: quantity }) => ({ scan, sscc: box.sscc, skuId, quantity })))
      }
      moves.push(
        ...goods
          .filter(({ quantity }) => quantity > 0)
          .map(
            ({ skuId, quantity }): StockMove => ({
              ...{ kind: 'put_away', skuId, quantity, from: at(station.floor), to: at(station.shelf) },
              document: { type: 'put_away', id: scan.scan_id, line: box?.sscc ?? null },
            }),
          ),
      )
    } else if (first === undefined) {
      const message = box === null ? stockWords.unknownCode : stockWords.boxNotBought
      const outcome = box === null ? 'unknown' : 'not_here'
      results.push({ ...about, outcome, message, values: { ...said, site: station.site } })
    } else {
      const short = goods.find((one) => freeOf(floorOf(books, station, one)) < one.quantity) ?? first
      const floor = places.get(station.floor)
      if (floor === undefined) throw new Error('a site has lost its floor')
      const refusal = await tooFew(tx, {
        ...{ skuId: short.skuId, quantity: short.quantity, at: at(station.floor), place: floor },
        balance: floorOf(books, station, short),
      })
      results.push({ ...about, outcome: 'not_here', message: refusal.message, values: refusal.details.values ?? {} })
    }
  }
  await move(tx, context, station, moves)
  await noteGone(tx, station, gone)
  return results
}

/**
 * What a box still has on the floor: a part of an SKU may have been put away piece by piece. All of it where nothing of the box is there, so that
 * the refusal says what is missing.
 */
function stillHere(books: Map<string, Balance>, station: Station, goods: readonly Goods[]): Goods[] {
  const here = goods.map((one) => {
    const quantity = Math.min(one.quantity, floorOf(books, station, one).onHand)
    return { ...one, quantity, gone: one.quantity - quantity }
  })
  return here.some(({ quantity }) => quantity > 0) ? here : [...goods]
}

interface Gone {
  scan: Scan
  sscc: string
  skuId: string
  quantity: number
}

/** A second scan of the box would otherwise take the same SKU of other boxes for them. */
async function noteGone(tx: Tx, { siteId }: Station, all: readonly Gone[]): Promise<void> {
  const gone = all.filter(({ quantity }) => quantity > 0)
  await sql`INSERT INTO put_away_before (scan_id, site_id, sscc, sku_id, quantity)
    SELECT n.scan_id, ${siteId}::uuid, n.sscc, n.sku_id, n.quantity FROM unnest(${gone.map(({ scan }) => scan.scan_id)}::uuid[],
      ${gone.map(({ sscc }) => sscc)}::text[], ${gone.map(({ skuId }) => skuId)}::uuid[], ${gone.map(({ quantity }) => quantity)}::int[])
      AS n (scan_id, sscc, sku_id, quantity)`.execute(tx)
}

const floorOf = (books: Map<string, Balance>, { floor }: Station, { skuId }: Goods): Balance =>
  books.get(keyOf({ placeId: floor, skuId, condition: 'good' })) ?? { onHand: 0, reserved: 0 }

/** Whether all of it is free on the floor; then it is taken from these books, so that the next scan sees what is left. */
function fits(books: Map<string, Balance>, station: Station, goods: readonly Goods[]): boolean {
  const tried = new Map(books)
  const isThere = goods.every(({ skuId, quantity }) => {
    if (quantity === 0) return true
    const key = (placeId: string) => keyOf({ placeId, skuId, condition: 'good' })
    return moveIn(tried, { quantity, from: key(station.floor), to: key(station.shelf) }) === null
  })
  if (isThere) for (const [key, balance] of tried) books.set(key, balance)
  return isThere
}

async function move(tx: Tx, context: CallContext, station: Station, moves: readonly StockMove[]): Promise<void> {
  if (moves.length === 0) return
  const pieces = moves.reduce((sum, { quantity }) => sum + quantity, 0)
  const event = await recordEvent(tx, context, {
    ...{ entity: 'stock', entityId: station.named.place, event: 'stock.put_away' },
    details: { pieces, lines: moves.length, sites: station.site, ...(await movedSkus(tx, moves)) },
  })
  await moveStock(tx, moves, event)
}

/** Pieces that scans put on shelves of this site when they were sent before, also where that was taken back since. */
async function doneBefore(tx: Tx, siteId: string, scanIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ id: col.text, pieces: col.number })`
    SELECT m.document_id AS id, sum(m.quantity)::int AS pieces FROM stock_move m JOIN place p ON p.id = m.to_place
    WHERE m.document_type = 'put_away' AND m.document_id = ANY(${scanIds}::text[]) AND p.kind = 'shelf' AND p.site_id = ${siteId}
    GROUP BY m.document_id`.execute(tx)
  return new Map(rows.map(({ id, pieces }) => [id, pieces]))
}

const foundSku = putAwaySku.extend({ at: col.number, id: col.text, quantity: col.number })

/** What each scan read: an SKU by its code or EAN; or of a box that a gate pass brought, or that is bought here, the pieces that are not put away yet. */
async function goodsOf(tx: Tx, { siteId }: Station, scans: readonly Scan[]): Promise<Found[]> {
  const read = scans.map(({ code }) => readTraced(code))
  const { rows: skus } = await rowsOf(foundSku)`
    SELECT i.at::int AS at, k.id::text AS id, ${skuFacts}, 0 AS quantity
    FROM unnest(${read.map(({ text }) => text)}::text[]) WITH ORDINALITY AS i (code, at)
    JOIN LATERAL (SELECT * FROM sku k WHERE k.nm_sku = i.code OR k.ean = i.code ORDER BY k.nm_sku = i.code DESC LIMIT 1) k ON true
    JOIN style t ON t.id = k.style_id`.execute(tx)
  const unknown = read.map(({ sscc, text }, at) => (skus.some((sku) => sku.at === at + 1) ? null : (sscc ?? text)))
  const received = new Map(
    (
      await receivedBoxes(
        tx,
        siteId,
        unknown.filter((code) => code !== null),
      )
    ).map((box) => [box.code, box]),
  )
  const brought = unknown.flatMap((code, at) => {
    const box = code === null ? undefined : received.get(code)
    return box ? [{ at: at + 1, sscc: box.code, box_no: box.box_no, contents: box.contents }] : []
  })
  const { rows: atQc } = await rowsOf({ at: col.number, sscc: col.text, box_no: col.text })`
    SELECT i.at::int AS at, b.sscc, b.box_no
    FROM unnest(${read.map(({ sscc }) => (sscc !== null && received.has(sscc) ? null : sscc))}::text[]) WITH ORDINALITY AS i (sscc, at)
    JOIN box b ON b.sscc = i.sscc JOIN qc_box q ON q.box_id = b.id AND q.site_id = ${siteId}`.execute(tx)
  const boxes = [...brought, ...atQc]
  const contents = [
    ...(brought.length === 0 ? [] : await broughtIn(tx, brought)),
    ...(atQc.length === 0 ? [] : await boughtIn(tx, siteId, atQc)),
  ]
  return scans.map((scan, place) => {
    const box = boxes.find(({ at }) => at === place + 1) ?? null
    const rows = box ? contents.filter(({ at }) => at === place + 1) : skus.filter(({ at }) => at === place + 1)
    const goods = rows.map(
      ({ id, at: _, quantity, ...sku }): Goods => ({
        sku,
        skuId: id,
        quantity: box ? quantity : scan.quantity,
        gone: 0,
      }),
    )
    return { scan, goods, box }
  })
}

async function broughtIn(tx: Tx, boxes: readonly { at: number; contents: ReceivedBox['contents'] }[]) {
  const lines = boxes.flatMap(({ at, contents }) => contents.map((line) => ({ at, ...line })))
  const { rows } = await rowsOf(foundSku)`
    SELECT i.at::int AS at, k.id::text AS id, ${skuFacts}, i.quantity
    FROM unnest(${lines.map(({ at }) => at)}::int[], ${lines.map(({ sku_id }) => sku_id)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::int[]) AS i (at, sku_id, quantity)
    JOIN sku k ON k.id = i.sku_id JOIN style t ON t.id = k.style_id ORDER BY i.at, t.code, k.color, k.size_rank, k.nm_sku`.execute(
    tx,
  )
  return rows
}

async function boughtIn(tx: Tx, siteId: string, boxes: readonly { at: number; sscc: string }[]) {
  // Two people who scan one box: the second waits, and finds nothing left.
  await sql`SELECT 1 FROM qc_box q JOIN box b ON b.id = q.box_id
    WHERE q.site_id = ${siteId} AND b.sscc = ANY(${boxes.map(({ sscc }) => sscc)}::text[]) ORDER BY b.id FOR UPDATE OF q`.execute(
    tx,
  )
  const { rows } = await rowsOf(foundSku)`
    SELECT i.at::int AS at, k.id::text AS id, ${skuFacts}, (l.purchased - ${putAwayOf('i.sscc')})::int AS quantity
    FROM unnest(${boxes.map(({ at }) => at)}::int[], ${boxes.map(({ sscc }) => sscc)}::text[]) AS i (at, sscc)
    JOIN box b ON b.sscc = i.sscc JOIN qc_line l ON l.box_id = b.id AND l.site_id = ${siteId}
    JOIN sku k ON k.id = l.sku_id JOIN style t ON t.id = k.style_id
    WHERE l.purchased > ${putAwayOf('i.sscc')} AND NOT ${wentOn('i.sscc')} ORDER BY i.at, l.position`.execute(tx)
  return rows
}

async function undoScans(tx: Tx, context: CallContext, { siteId }: Station, scans: readonly Scan[]): Promise<Result[]> {
  const before = await doneBefore(
    tx,
    siteId,
    scans.flatMap(({ takes_back }) => takes_back ?? []),
  )
  const results: Result[] = []
  for (const { scan_id, code, takes_back = '' } of scans) {
    const about = { scan_id, code, sku: null }
    if (!before.has(takes_back)) {
      results.push({ ...about, outcome: 'not_undone', pieces: 0, message: stockWords.onlyOwn, values: {} })
      continue
    }
    await sql`SAVEPOINT one_scan`.execute(tx)
    try {
      await takeBack(tx, context, { type: 'put_away', id: takes_back }, 'stock.put_away')
      const pieces = before.get(takes_back) ?? 0
      results.push({ ...about, outcome: 'undone', pieces, message: stockWords.scanTakenBack, values: { pieces, code } })
    } catch (error) {
      // The pieces lie elsewhere by now.
      if (!(error instanceof Refusal)) throw error
      await sql`ROLLBACK TO SAVEPOINT one_scan`.execute(tx)
      const { message, details } = error
      results.push({ ...about, outcome: 'not_undone', pieces: 0, message, values: details.values ?? {} })
    }
  }
  return results
}
