import { sql } from 'kysely'
import { mostInPlace } from '../../../shared/areas/stock-counts/shapes.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput, refusedField } from '../../http/errors.ts'
import {
  booksAt,
  type Counted,
  forgetLines,
  keepsBefore,
  lineKey,
  momentOf,
  skusBy,
  writeLines,
} from './count-line-writes.ts'
import { type HeldPlace, heldAgainst, holdPlace, lockCountPlaces, namedIn, type Said } from './count-places.ts'
import { type CountFacts, countAfter, lockOpenCount } from './count-rows.ts'

type Calls = Contract['stockCounts']
type Routes = Handlers<Calls>
type Scan = Taken<Calls['scanCounted']>['scans'][number]
type ScanResult = Gives<Calls['scanCounted']>['results'][number]

export const saveCounted: Routes['saveCounted'] = ({ number, lines, counted_at }, context) =>
  context.command(async (tx) => {
    const { userId } = context.caller
    const count = await lockOpenCount(tx, context.caller, number)
    const place = await namedIn(tx, count)
    const sku = await skusBy(
      tx,
      count,
      lines.map((line) => line.sku),
    )
    const counted = lines.map((line, at): Counted => {
      const placeId = place(line.place)
      const found = sku(line.sku)
      if (placeId === undefined) throw refusedField(`lines.${at}.place`, stockCountWords.noPlace, { place: line.place })
      if (found === undefined) throw refusedField(`lines.${at}.sku`, stockCountWords.unknown, { code: line.sku })
      if (!found.isMeant) throw refusedField(`lines.${at}.sku`, stockCountWords.outOfScope, { nm_sku: found.nm_sku })
      return { placeId, skuId: found.id, condition: line.condition, counted: line.counted }
    })
    if (new Set(counted.map(lineKey)).size < counted.length) throw invalidInput(stockCountWords.twice)
    const places = await lockCountPlaces(
      tx,
      count,
      counted.map(({ placeId }) => placeId),
    )
    for (const [at, { placeId }] of counted.entries()) {
      const held = places.get(placeId)
      const against = held ? heldAgainst(held, userId, 'typed') : null
      if (against !== null)
        throw conflict(against.message, {
          values: against.values,
          fields: [{ field: `lines.${at}.place`, message: against.message }],
        })
    }
    await writeLines(tx, count, userId, counted, { at: momentOf(counted_at) })
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number, event: 'stock_count.counted' },
      details: { lines: counted.length, pieces: counted.reduce((sum, line) => sum + line.counted, 0) },
    })
    return reply({ count: await countAfter(tx, context, number) }, 'Count saved.')
  })

/** Each scan is so many pieces more of its SKU in its place, which one person counts at a time. */
export const scanCounted: Routes['scanCounted'] = ({ number, action, scans }, context) =>
  context.command(async (tx) => {
    const { userId } = context.caller
    const count = await lockOpenCount(tx, context.caller, number)
    const place = await namedIn(tx, count)
    const sku = await skusBy(
      tx,
      count,
      scans.map(({ code }) => code),
    )
    const places = await lockCountPlaces(
      tx,
      count,
      scans.flatMap((scan) => place(scan.place) ?? []),
    )
    const unknown = scans.filter(({ code }) => sku(code) === undefined).map(({ code }) => code)
    const otherShelves = await shelvesAmong(tx, count, unknown)
    const results: ScanResult[] = []
    for (const scan of scans) {
      const held = places.get(place(scan.place) ?? '')
      const found = sku(scan.code)
      if (held === undefined) results.push(said(scan, 'refused', stockCountWords.noPlace, { place: scan.place }))
      else if (found === undefined && otherShelves.has(scan.code.trim().toUpperCase()))
        results.push(said(scan, 'refused', stockCountWords.otherShelf, { code: scan.code, place: held.code }))
      else if (found === undefined) results.push(said(scan, 'unknown', stockCountWords.unknown, { code: scan.code }))
      else {
        const line = { held, skuId: found.id, nm_sku: found.nm_sku }
        const against = found.isMeant
          ? heldAgainst(held, userId, 'scanned')
          : { message: stockCountWords.outOfScope, values: { nm_sku: found.nm_sku } }
        if (against !== null) results.push(said(scan, 'refused', against.message, against.values, found.nm_sku))
        else if (action === 'undo') results.push(await takeBack(tx, count, userId, scan, line))
        else {
          await holdPlace(tx, count, held, userId)
          Object.assign(held, { counter_id: userId, is_ended: false, is_full: false })
          results.push(await addPieces(tx, count, userId, scan, line))
        }
      }
    }
    return reply({ results })
  })

/** Which of these codes, in capitals, are places of the count's site. */
async function shelvesAmong(tx: Tx, { site_id }: CountFacts, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const upper = codes.map((code) => code.trim().toUpperCase())
  const { rows } = await rowsOf({ code: col.text })`
    SELECT upper(code) AS code FROM place WHERE site_id = ${site_id} AND upper(code) = ANY(${upper}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ code }) => code))
}

interface ScannedLine {
  held: HeldPlace
  skuId: string
  nm_sku: string
}

async function addPieces(
  tx: Tx,
  count: CountFacts,
  userId: string,
  scan: Scan,
  { held, skuId, nm_sku }: ScannedLine,
): Promise<ScanResult> {
  const at = scan.seconds_ago > 0 ? new Date(Date.now() - scan.seconds_ago * 1000) : null
  const { condition, quantity } = scan
  const { rows } = await rowsOf({ id: col.text, counted: col.number, goes_on: col.flag })`
    SELECT l.id::text AS id, l.counted, l.round = ${held.round} AND l.counted_by = ${userId} AS goes_on FROM stock_count_line l
    WHERE l.count_id = ${count.id} AND l.place_id = ${held.id} AND l.sku_id = ${skuId} AND l.condition = ${condition}`.execute(
    tx,
  )
  const [line] = rows
  // The place is locked: nobody else writes its lines. What another person counted, or they themselves before counting anew, is not added to.
  const counted = line?.goes_on ? line.counted : 0
  if (counted + quantity > mostInPlace)
    return said(scan, 'refused', stockCountWords.tooMany, { most: mostInPlace, nm_sku }, nm_sku)
  const before = await rowsOf({ line_id: col.text })`
    SELECT line_id::text AS line_id FROM stock_count_scan WHERE count_id = ${count.id} AND scan_id = ${scan.scan_id}`.execute(
    tx,
  )
  // A scan that came before says nothing new: pieces that were moved on since must not seem to be found.
  if (before.rows.length > 0) return told(scan, 'counted', nm_sku, line?.counted ?? 0)
  const id = line?.id ?? newIds(1)[0] ?? ''
  await sql`
    INSERT INTO stock_count_line AS l (id, count_id, place_id, sku_id, condition, counted, expected, counted_by, counted_at, round)
    SELECT ${id}, ${count.id}, n.place, n.sku, n.condition, ${counted + quantity}, ${booksAt(at)}, ${userId}, ${at ?? sql`now()`}, ${held.round}
    FROM (SELECT ${held.id}::uuid AS place, ${skuId}::uuid AS sku, ${condition}::text AS condition) n
    LEFT JOIN stock s ON s.place_id = n.place AND s.sku_id = n.sku AND s.condition = n.condition
    ON CONFLICT (count_id, place_id, sku_id, condition) DO UPDATE SET ${keepsBefore}, counted = excluded.counted, expected = excluded.expected,
      counted_by = excluded.counted_by, counted_at = excluded.counted_at, round = excluded.round, by_closing = false`.execute(
    tx,
  )
  await sql`INSERT INTO stock_count_scan (count_id, scan_id, line_id, quantity, round)
    VALUES (${count.id}, ${scan.scan_id}, ${id}, ${quantity}, ${held.round})`.execute(tx)
  return told(scan, 'counted', nm_sku, counted + quantity)
}

/** Takes one scan back; sent again it comes to the same. An SKU whose every scan was taken back is uncounted, not counted as none. */
async function takeBack(
  tx: Tx,
  count: CountFacts,
  userId: string,
  scan: Scan,
  { held, nm_sku }: ScannedLine,
): Promise<ScanResult> {
  const scanId = scan.takes_back ?? scan.scan_id
  const { rows } = await rowsOf({
    ...{
      line_id: col.textOrNull,
      quantity: col.number,
      was_back: col.flag,
      counted: col.number,
      counts: col.flag,
      others: col.flag,
    },
  })`
    SELECT x.line_id::text AS line_id, x.quantity, x.taken_back AS was_back, coalesce(l.counted, 0) AS counted,
      coalesce(x.round = l.round AND l.counted_by = ${userId}, false) AS counts,
      EXISTS (SELECT 1 FROM stock_count_scan o WHERE o.line_id = x.line_id AND o.round = x.round AND NOT o.taken_back AND o.scan_id <> x.scan_id) AS others
    FROM stock_count_scan x LEFT JOIN stock_count_line l ON l.id = x.line_id
    WHERE x.count_id = ${count.id} AND x.scan_id = ${scanId} AND coalesce(l.place_id, ${held.id}) = ${held.id} FOR UPDATE OF x`.execute(
    tx,
  )
  const [found] = rows
  if (found === undefined) return said(scan, 'refused', stockCountWords.notTakenBack, {}, nm_sku)
  if (found.line_id === null) return told(scan, 'taken_back', nm_sku, 0)
  if (!found.counts) return said(scan, 'refused', stockCountWords.countedAnew, { place: held.code }, nm_sku)
  const counted = found.was_back ? found.counted : Math.max(found.counted - found.quantity, 0)
  await sql`UPDATE stock_count_scan SET taken_back = true WHERE count_id = ${count.id} AND scan_id = ${scanId}`.execute(
    tx,
  )
  if (counted === 0 && !found.others) await forgetLines(tx, sql`l.id = ${found.line_id}`)
  else await sql`UPDATE stock_count_line SET counted = ${counted} WHERE id = ${found.line_id}`.execute(tx)
  return told(scan, 'taken_back', nm_sku, counted)
}

function told(scan: Scan, outcome: 'counted' | 'taken_back', nm_sku: string, counted: number): ScanResult {
  return { ...said(scan, outcome, stockCountWords.counted, { nm_sku, counted, place: scan.place }, nm_sku), counted }
}

function said(
  { scan_id, code }: Scan,
  outcome: ScanResult['outcome'],
  message: string,
  values: Said['values'],
  nm_sku: string | null = null,
): ScanResult {
  return { scan_id, code, outcome, message, values, nm_sku, counted: null }
}
