import { sql } from 'kysely'
import { mostInPlace } from '../../../shared/areas/stock-counts/shapes.ts'
import { stockCountSheet } from '../../../shared/areas/stock-counts/sheets.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import type { Contract } from '../../../shared/areas.ts'
import { sheetMessages } from '../../../shared/kernel/sheet.ts'
import { recordDownload, recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Handlers } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { takeSheet } from '../../sheets/take-sheet.ts'
import { writeWorkbook } from '../../sheets/write-workbook.ts'
import { type Counted, lineKey, momentOf, skusBy, writeLines } from './count-line-writes.ts'
import { heldAgainst, lockCountPlaces, namedIn, ofScope } from './count-places.ts'
import { countAfter, lockOpenCount, seesBooks } from './count-rows.ts'

type Routes = Handlers<Contract['stockCounts']>

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
    WHERE p.site_id = ${count.site_id} AND p.kind IN ('shelf', 'floor', 'quarantine') AND s.on_hand > 0 AND ${ofScope(count)}
      AND (${count.shelves.length === 0} OR EXISTS (SELECT 1 FROM stock_count_place h WHERE h.count_id = ${count.id} AND h.place_id = p.id))
    ORDER BY p.code, st.code, k.color, k.size_rank, k.nm_sku, s.condition LIMIT ${sql.lit(MOST_ROWS + 1)}`.execute(
    context.db,
  )
  if (rows.length > MOST_ROWS) throw conflict('The sheet has too many rows.')
  const seen = seesBooks(count, context.caller)
  await recordDownload(context, `stock_count_${number}.xlsx`, { rows: rows.length })
  const filled = rows.map((row) => ({ ...row, expected: seen ? String(row.expected) : null, counted: null }))
  return { body: writeWorkbook(stockCountSheet, filled, { spareRows: SPARE_ROWS }) }
}

export const uploadStockCount: Routes['uploadStockCount'] = takeSheet(stockCountSheet, {
  words: { taken: 'Count saved.', unchanged: 'The count is unchanged.' },
  async lock({ tx, context, input }) {
    return { ...(await lockOpenCount(tx, context.caller, input.number)), at: momentOf(input.counted_at) }
  },
  async check({ tx, context, held, rows, refuse, refuseTwice }) {
    const place = await namedIn(tx, held)
    const sku = await skusBy(
      tx,
      held,
      rows.map(({ values }) => values.nm_sku),
    )
    const places = await lockCountPlaces(
      tx,
      held,
      rows.flatMap(({ values }) => (values.counted === null ? [] : (place(values.place) ?? []))),
    )
    const good: Counted[] = []
    const told = new Map<string, (typeof rows)[number]>()
    let idle = 0
    for (const row of rows) {
      const { values } = row
      const [placeId, found] = [place(values.place), sku(values.nm_sku)]
      const at = placeId === undefined ? undefined : places.get(placeId)
      const against = at === undefined ? null : heldAgainst(at, context.caller.userId, 'typed')
      if (placeId === undefined) refuse(row, 'place', stockCountWords.noPlace)
      else if (found === undefined) refuse(row, 'nm_sku', sheetMessages.invalidSku)
      else if (values.counted === null) idle += 1
      else if (!found.isMeant)
        refuse(row, 'nm_sku', stockCountWords.outOfScope, undefined, { values: { nm_sku: found.nm_sku } })
      else if (against !== null) refuse(row, 'place', against.message, undefined, { values: against.values })
      else if (values.counted > mostInPlace) refuse(row, 'counted', sheetMessages.invalidQuantity)
      else {
        const line = { placeId, skuId: found.id, condition: values.condition ?? 'good', counted: values.counted }
        const before = told.get(lineKey(line))
        if (before) refuseTwice(row, 'nm_sku', before)
        else good.push(line)
        told.set(lineKey(line), before ?? row)
      }
    }
    return { good, idle }
  },
  async save({ tx, context, held }, { good }) {
    const { number, id, at } = held
    const { userId } = context.caller
    const { rows } = await rowsOf({
      ...{ place: col.text, sku: col.text, condition: col.text, counted: col.number, by: col.text },
    })`
      SELECT place_id::text AS place, sku_id::text AS sku, condition, counted, counted_by::text AS by FROM stock_count_line
      WHERE count_id = ${id} AND round = coalesce((SELECT h.round FROM stock_count_place h
        WHERE h.count_id = stock_count_line.count_id AND h.place_id = stock_count_line.place_id), 1)`.execute(tx)
    const before = new Map(rows.map((row) => [`${row.place} ${row.sku} ${row.condition}`, row]))
    // The same by another person is a second count.
    const changed = good.filter((line) => {
      const was = before.get(lineKey(line))
      return was?.counted !== line.counted || was.by !== userId
    })
    if (changed.length > 0) {
      await writeLines(tx, held, userId, changed, { at })
      await recordEvent(tx, context, {
        ...{ entity: 'stock_count', entityId: number, event: 'stock_count.counted' },
        details: { lines: changed.length, pieces: changed.reduce((sum, line) => sum + line.counted, 0) },
      })
    }
    return { changed: changed.length, count: await countAfter(tx, context, number) }
  },
})
