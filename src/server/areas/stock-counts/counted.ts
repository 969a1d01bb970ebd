import { sql } from 'kysely'
import { mostInPlace } from '../../../shared/areas/stock-counts/calls.ts'
import { stockCountSheet, stockCountWords } from '../../../shared/areas/stock-counts/sheets.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Handlers, reply, type Tx } from '../../http/call.ts'
import { conflict, invalidInput } from '../../http/errors.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { countAfter, lockOpenCount, seesBooks } from './counts.ts'

type Calls = Contract['stockCounts']
type Routes = Handlers<Calls>
type Condition = Taken<Calls['saveCounted']>['lines'][number]['condition']
type Scan = Taken<Calls['scanCounted']>['scans'][number]
type ScanResult = Gives<Calls['scanCounted']>['results'][number]
type Open = Awaited<ReturnType<typeof lockOpenCount>>

interface Counted {
  placeId: string
  skuId: string
  condition: Condition
  counted: number
}

const lineKey = ({ placeId, skuId, condition }: Omit<Counted, 'counted'>) => `${placeId} ${skuId} ${condition}`

/**
 * The places of a count's site where stock lies, by what people call them; an empty name means the floor. A shelf that went out of use since it
 * was counted is among them: what was said of it can still be put right, or the count could never be posted.
 */
async function placesOf(tx: Tx, count: Open): Promise<(name: string | null) => string | undefined> {
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT id, code FROM place WHERE site_id = ${count.site_id} AND kind IN ('shelf', 'floor', 'quarantine') AND (retired_at IS NULL
      OR EXISTS (SELECT 1 FROM stock_count_line l WHERE l.count_id = ${count.id} AND l.place_id = place.id))`.execute(
    tx,
  )
  const byName = new Map(rows.map(({ id, code }) => [code.toUpperCase(), id]))
  return (name) => byName.get((name || 'floor').toUpperCase())
}

/** SKUs by their code or EAN, as a scanner reads it or a person types it. */
async function skusBy(
  tx: Tx,
  codes: readonly string[],
): Promise<(code: string) => { id: string; nm_sku: string } | undefined> {
  const upper = [...new Set(codes.map((code) => code.trim().toUpperCase()))]
  const { rows } = await rowsOf({ id: col.text, nm_sku: col.text, ean: col.textOrNull })`
    SELECT id, nm_sku, ean FROM sku WHERE nm_sku = ANY(${upper}::text[]) OR ean = ANY(${upper}::text[])`.execute(tx)
  const byCode = new Map(
    rows.flatMap((sku) => [...(sku.ean ? [[sku.ean, sku] as const] : []), [sku.nm_sku, sku] as const]),
  )
  return (code) => byCode.get(code.trim().toUpperCase())
}

/**
 * Writes what was counted in place of what was said before, with what the books have there now. Gives the ids of the lines by their
 * keys, in one statement.
 */
async function writeLines(
  tx: Tx,
  count: Open,
  userId: string,
  lines: readonly Counted[],
): Promise<Map<string, string>> {
  const column = <T>(of: (line: Counted) => T) => lines.map(of)
  const { rows } = await rowsOf({ id: col.text, place: col.text, sku: col.text, condition: col.text })`
    INSERT INTO stock_count_line AS l (id, count_id, place_id, sku_id, condition, counted, expected, counted_by)
    SELECT n.id, ${count.id}, n.place, n.sku, n.condition, n.counted, coalesce(s.on_hand, 0), ${userId}
    FROM unnest(${newIds(lines.length)}::uuid[], ${column(({ placeId }) => placeId)}::uuid[], ${column(({ skuId }) => skuId)}::uuid[],
      ${column(({ condition }) => condition)}::text[], ${column(({ counted }) => counted)}::int[]) AS n (id, place, sku, condition, counted)
    LEFT JOIN stock s ON s.place_id = n.place AND s.sku_id = n.sku AND s.condition = n.condition
    ORDER BY n.place, n.sku, n.condition
    ON CONFLICT (count_id, place_id, sku_id, condition)
      DO UPDATE SET counted = excluded.counted, expected = excluded.expected, counted_by = excluded.counted_by, counted_at = now()
    RETURNING l.id, l.place_id AS place, l.sku_id AS sku, l.condition`.execute(tx)
  return new Map(rows.map(({ id, place, sku, condition }) => [`${place} ${sku} ${condition}`, id]))
}

export const saveCounted: Routes['saveCounted'] = ({ number, lines }, context) =>
  context.command(async (tx) => {
    const count = await lockOpenCount(tx, context.caller, number)
    const place = await placesOf(tx, count)
    const sku = await skusBy(
      tx,
      lines.map((line) => line.sku),
    )
    const counted = lines.map((line): Counted => {
      const placeId = place(line.place)
      const found = sku(line.sku)
      if (placeId === undefined) throw invalidInput(stockCountWords.noPlace, { values: { place: line.place } })
      if (found === undefined) throw invalidInput(stockCountWords.unknown, { values: { code: line.sku } })
      return { placeId, skuId: found.id, condition: line.condition, counted: line.counted }
    })
    if (new Set(counted.map(lineKey)).size < counted.length) throw invalidInput(stockCountWords.twice)
    await writeLines(tx, count, context.caller.userId, counted)
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number, event: 'stock_count.counted' },
      details: { lines: counted.length, pieces: counted.reduce((sum, line) => sum + line.counted, 0) },
    })
    return reply({ count: await countAfter(tx, context, number) }, 'Count saved.')
  })

/** Each scan is one piece more of its SKU in its place; two stations count the same shelf one after the other. */
export const scanCounted: Routes['scanCounted'] = ({ number, action, scans }, context) =>
  context.command(async (tx) => {
    const count = await lockOpenCount(tx, context.caller, number)
    const place = await placesOf(tx, count)
    const sku = await skusBy(
      tx,
      scans.map(({ code }) => code),
    )
    const results: ScanResult[] = []
    for (const scan of scans) {
      const [placeId, found] = [place(scan.place), sku(scan.code)]
      if (placeId === undefined) results.push(said(scan, 'refused', stockCountWords.noPlace, { place: scan.place }))
      else if (found === undefined) results.push(said(scan, 'unknown', stockCountWords.unknown, { code: scan.code }))
      else {
        const line = { placeId, skuId: found.id, condition: scan.condition, nm_sku: found.nm_sku }
        results.push(await (action === 'undo' ? takeBack : addOne)(tx, count, context.caller.userId, scan, line))
      }
    }
    return reply({ results })
  })

interface ScannedLine extends Omit<Counted, 'counted'> {
  nm_sku: string
}

async function addOne(tx: Tx, count: Open, userId: string, scan: Scan, line: ScannedLine): Promise<ScanResult> {
  const { placeId, skuId, condition, nm_sku } = line
  // Held from here on: whoever counts the same SKU in the same place waits, and a scan told twice at once finds the first.
  const { rows } = await rowsOf({ id: col.text, counted: col.number })`
    INSERT INTO stock_count_line AS l (id, count_id, place_id, sku_id, condition, counted, expected, counted_by)
    VALUES (${newIds(1)[0]}, ${count.id}, ${placeId}, ${skuId}, ${condition}, 0, coalesce((SELECT on_hand FROM stock
      WHERE place_id = ${placeId} AND sku_id = ${skuId} AND condition = ${condition}), 0), ${userId})
    ON CONFLICT (count_id, place_id, sku_id, condition) DO UPDATE SET counted_by = l.counted_by RETURNING l.id, l.counted`.execute(
    tx,
  )
  const [held] = rows
  if (held === undefined) throw new Error('a line that was just written is not there')
  const { id, counted } = held
  if (counted >= mostInPlace)
    return said(scan, 'refused', stockCountWords.tooMany, { most: mostInPlace, nm_sku }, nm_sku)
  const { rows: taken } = await rowsOf({ line_id: col.text })`
    INSERT INTO stock_count_scan (count_id, scan_id, line_id, quantity) VALUES (${count.id}, ${scan.scan_id}, ${id}, 1)
    ON CONFLICT DO NOTHING RETURNING line_id`.execute(tx)
  // A scan that came before says nothing new: pieces that were moved on since must not seem to be found.
  if (taken.length > 0)
    await sql`UPDATE stock_count_line l SET counted = l.counted + 1, counted_by = ${userId}, counted_at = now(),
      expected = coalesce((SELECT on_hand FROM stock s WHERE s.place_id = l.place_id AND s.sku_id = l.sku_id
        AND s.condition = l.condition), 0) WHERE l.id = ${id}`.execute(tx)
  return told(scan, 'counted', line, counted + taken.length)
}

/** Takes one scan back; told again it comes to the same. */
async function takeBack(tx: Tx, count: Open, _: string, scan: Scan, line: ScannedLine): Promise<ScanResult> {
  const { rows } = await rowsOf({ line_id: col.text, was_back: col.flag })`
    UPDATE stock_count_scan s SET taken_back = true
    FROM (SELECT scan_id, taken_back FROM stock_count_scan WHERE count_id = ${count.id} AND scan_id = ${scan.takes_back ?? scan.scan_id} FOR UPDATE) o
    WHERE s.count_id = ${count.id} AND s.scan_id = o.scan_id RETURNING s.line_id, o.taken_back AS was_back`.execute(tx)
  const [found] = rows
  if (found === undefined) return said(scan, 'refused', stockCountWords.notTakenBack, {}, line.nm_sku)
  const { rows: after } = await rowsOf({ counted: col.number })`
    UPDATE stock_count_line SET counted = greatest(counted - ${found.was_back ? 0 : 1}, 0) WHERE id = ${found.line_id} RETURNING counted`.execute(
    tx,
  )
  return told(scan, 'taken_back', line, after[0]?.counted ?? 0)
}

function told(scan: Scan, outcome: 'counted' | 'taken_back', { nm_sku }: ScannedLine, counted: number): ScanResult {
  return { ...said(scan, outcome, stockCountWords.counted, { nm_sku, counted, place: scan.place }, nm_sku), counted }
}

function said(
  { scan_id, code }: Scan,
  outcome: ScanResult['outcome'],
  message: string,
  values: ScanResult['values'],
  nm_sku: string | null = null,
): ScanResult {
  return { scan_id, code, outcome, message, values, nm_sku, counted: null }
}

export const closeCountedPlace: Routes['closeCountedPlace'] = ({ number, place: name }, context) =>
  context.command(async (tx) => {
    const count = await lockOpenCount(tx, context.caller, number)
    const placeId = (await placesOf(tx, count))(name)
    if (placeId === undefined) throw invalidInput(stockCountWords.noPlace, { values: { place: name } })
    const { rows } = await rowsOf({ sku_id: col.text, condition: col.text })`
      SELECT s.sku_id, s.condition FROM stock s WHERE s.place_id = ${placeId} AND s.on_hand > 0 AND NOT EXISTS (SELECT 1 FROM stock_count_line l
        WHERE l.count_id = ${count.id} AND l.place_id = s.place_id AND l.sku_id = s.sku_id AND l.condition = s.condition)`.execute(
      tx,
    )
    const none = rows.map((row) => ({
      ...{ placeId, skuId: row.sku_id, counted: 0 },
      condition: row.condition as Condition,
    }))
    if (none.length > 0) await writeLines(tx, count, context.caller.userId, none)
    await recordEvent(tx, context, {
      ...{ entity: 'stock_count', entityId: number, event: 'stock_count.place_closed' },
      details: { place: name, emptied: none.length },
    })
    return reply({ count: await countAfter(tx, context, number), emptied: none.length }, 'Count saved.')
  })

/** Rows below, for what lies there and is in no book. */
const SPARE_ROWS = 50
/** Balances of a site in one sheet at most. */
const MOST_ROWS = 100_000

export const downloadStockCountSheet: Routes['downloadStockCountSheet'] = async ({ number }, context) => {
  const count = await context.db.transaction().execute((tx) => lockOpenCount(tx, context.caller, number))
  const { rows } = await rowsOf({
    ...{ place: col.text, nm_sku: col.text, condition: col.text, style_id: col.text, colour: col.text, size: col.text },
    expected: col.number,
  })`
    SELECT p.code AS place, k.nm_sku, s.condition, st.code AS style_id, k.color AS colour, k.size, s.on_hand AS expected
    FROM stock s JOIN place p ON p.id = s.place_id JOIN sku k ON k.id = s.sku_id JOIN style st ON st.id = k.style_id
    WHERE p.site_id = ${count.site_id} AND p.kind IN ('shelf', 'floor', 'quarantine') AND s.on_hand > 0
    ORDER BY p.code, st.code, k.color, k.size_rank, k.nm_sku, s.condition LIMIT ${MOST_ROWS + 1}`.execute(context.db)
  if (rows.length > MOST_ROWS) throw conflict('The sheet has too many rows.')
  const seen = seesBooks(count, context.caller)
  await recordDownload(context, `stock_count_${number}.xlsx`, { rows: rows.length })
  const filled = rows.map((row) => ({ ...row, expected: seen ? String(row.expected) : null, counted: null }))
  return { body: writeWorkbook(stockCountSheet, filled, { spareRows: SPARE_ROWS }) }
}

export const uploadStockCount: Routes['uploadStockCount'] = takeSheet(stockCountSheet, {
  words: { taken: 'Count saved.', unchanged: 'The count is unchanged.' },
  async lock({ tx, context, input }) {
    return lockOpenCount(tx, context.caller, input.number)
  },
  async check({ tx, held, rows, refuse }) {
    const place = await placesOf(tx, held)
    const sku = await skusBy(
      tx,
      rows.map(({ values }) => values.nm_sku),
    )
    const good: Counted[] = []
    const told = new Set<string>()
    let idle = 0
    for (const row of rows) {
      const { values } = row
      const [placeId, found] = [place(values.place), sku(values.nm_sku)]
      if (placeId === undefined) refuse(row, 'place', stockCountWords.noPlace)
      else if (found === undefined) refuse(row, 'nm_sku', sheetMessages.invalidSku)
      else if (values.counted === null) idle += 1
      else if (values.counted > mostInPlace) refuse(row, 'counted', sheetMessages.invalidQuantity)
      else {
        const line = { placeId, skuId: found.id, condition: values.condition ?? 'good', counted: values.counted }
        if (told.has(lineKey(line))) refuse(row, 'nm_sku', stockCountWords.twice)
        else good.push(line)
        told.add(lineKey(line))
      }
    }
    return { good, idle }
  },
  async save({ tx, context, held }, { good }) {
    const { number, id } = held
    const { rows } = await rowsOf({ place: col.text, sku: col.text, condition: col.text, counted: col.number })`
      SELECT place_id AS place, sku_id AS sku, condition, counted FROM stock_count_line WHERE count_id = ${id}`.execute(
      tx,
    )
    const before = new Map(rows.map((row) => [`${row.place} ${row.sku} ${row.condition}`, row.counted]))
    const changed = good.filter((line) => before.get(lineKey(line)) !== line.counted)
    if (changed.length > 0) {
      await writeLines(tx, held, context.caller.userId, changed)
      await recordEvent(tx, context, {
        ...{ entity: 'stock_count', entityId: number, event: 'stock_count.counted' },
        details: { lines: changed.length, pieces: changed.reduce((sum, line) => sum + line.counted, 0) },
      })
    }
    return { changed: changed.length, count: await countAfter(tx, context, number) }
  },
})
