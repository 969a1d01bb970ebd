import { sql } from 'kysely'
import { z } from 'zod'
import { freeOf, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { invalidInput } from '../../http/errors.ts'
import { type ArrayOf, rowsFrom } from '../../ledger/tables.ts'
import { keyOf, lockBalances, moveStock, type StockAt, type StockMove, type StockPapers } from './move-stock.ts'
import { lockPlaces } from './places.ts'
import { tooFew } from './refusals.ts'

/** Pieces that a line of a document is promised. */
export interface Reserving {
  skuId: string
  /** Whole pieces, at least 1. */
  quantity: number
  at: StockAt
  line?: string | null
}

/**
 * Promises free pieces to a document: nothing but that document moves them from then on. What is asked for again comes on top. Throws
 * move_not_allowed as `moveStock` does.
 */
export async function reserve(tx: Tx, document: StockPapers, lines: readonly Reserving[]): Promise<void> {
  if (lines.length === 0) return
  const wanted = lines.map((line) => ({ ...line, ...line.at }))
  const places = await lockPlaces(
    tx,
    wanted.map(({ placeId }) => placeId),
  )
  const books = await lockBalances(tx, wanted)
  for (const { skuId, quantity, at } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity < 1) throw invalidInput(stockWords.wholeNumber)
    const key = keyOf({ ...at, skuId })
    const balance = books.get(key) ?? { onHand: 0, reserved: 0 }
    const place = places.get(at.placeId)
    if (place === undefined) throw new Error(`there is no place ${at.placeId}`)
    if (freeOf(balance) < quantity) throw await tooFew(tx, { skuId, quantity, at, place, balance })
    books.set(key, { ...balance, reserved: balance.reserved + quantity })
  }
  await sql`
    WITH wanted AS (SELECT place_id, sku_id, condition, document_line, sum(quantity)::int AS quantity FROM ${linesAs(wanted, document)}
        GROUP BY place_id, sku_id, condition, document_line),
      promised AS (UPDATE stock s SET reserved = s.reserved + w.quantity
        FROM (SELECT place_id, sku_id, condition, sum(quantity)::int AS quantity FROM wanted GROUP BY 1, 2, 3) w
        WHERE s.place_id = w.place_id AND s.sku_id = w.sku_id AND s.condition = w.condition)
    INSERT INTO reservation AS r (document_type, document_id, document_line, place_id, sku_id, condition, quantity)
    SELECT ${document.type}, ${document.id}, document_line, place_id, sku_id, condition, quantity FROM wanted
    ON CONFLICT (document_type, document_id, document_line, place_id, sku_id, condition)
      DO UPDATE SET quantity = r.quantity + excluded.quantity`.execute(tx)
}

function linesAs(lines: readonly (Reserving & StockAt)[], document: StockPapers) {
  const rows: ArrayOf[] = [
    ['place_id', 'uuid', lines.map(({ placeId }) => placeId)],
    ['sku_id', 'uuid', lines.map(({ skuId }) => skuId)],
    ['condition', 'text', lines.map(({ condition }) => condition)],
    ['document_line', 'text', lines.map(({ line }) => line ?? document.line ?? '')],
    ['quantity', 'int', lines.map(({ quantity }) => quantity)],
  ]
  return rowsFrom('n', rows)
}

const reservationColumns = {
  place: col.text,
  sku: col.text,
  condition: z.enum(stockConditions),
  line: col.text,
  quantity: col.number,
}

/** What is promised to a document, or to one line of it. */
export async function reservationsOf(tx: Tx, document: StockPapers): Promise<Reserving[]> {
  const { rows } = await rowsOf(reservationColumns)`
    SELECT place_id::text AS place, sku_id::text AS sku, condition, document_line AS line, quantity FROM reservation
    WHERE document_type = ${document.type} AND document_id = ${document.id}
      AND (${document.line ?? null}::text IS NULL OR document_line = ${document.line ?? null})
    ORDER BY place_id, sku_id, condition, document_line`.execute(tx)
  return rows.map(({ place, sku, condition, line, quantity }) => ({
    ...{ skuId: sku, quantity, line, at: { placeId: place, condition } },
  }))
}

/**
 * Gives promised pieces free again: those named, as far as they are promised to the document, or all of it (or of its line). Gives what
 * was released.
 */
export async function release(tx: Tx, document: StockPapers, lines?: readonly Reserving[]): Promise<Reserving[]> {
  const asked = lines ?? (await reservationsOf(tx, document))
  if (asked.length === 0) return []
  const keys = asked.map((line) => ({ ...line, ...line.at }))
  await lockBalances(tx, keys)
  const { rows } = await rowsOf(reservationColumns)`
    WITH asked AS (SELECT place_id, sku_id, condition, document_line, sum(quantity)::int AS quantity FROM ${linesAs(keys, document)}
        GROUP BY place_id, sku_id, condition, document_line),
      own AS (SELECT r.*, least(r.quantity, a.quantity) AS freed FROM reservation r JOIN asked a USING (place_id, sku_id, condition, document_line)
        WHERE r.document_type = ${document.type} AND r.document_id = ${document.id}),
      gone AS (DELETE FROM reservation r USING own o WHERE o.freed = o.quantity AND r.document_type = o.document_type
        AND r.document_id = o.document_id AND r.document_line = o.document_line AND r.place_id = o.place_id AND r.sku_id = o.sku_id
        AND r.condition = o.condition),
      less AS (UPDATE reservation r SET quantity = r.quantity - o.freed FROM own o WHERE o.freed < o.quantity
        AND r.document_type = o.document_type AND r.document_id = o.document_id AND r.document_line = o.document_line
        AND r.place_id = o.place_id AND r.sku_id = o.sku_id AND r.condition = o.condition),
      freed AS (UPDATE stock s SET reserved = s.reserved - f.quantity
        FROM (SELECT place_id, sku_id, condition, sum(freed)::int AS quantity FROM own GROUP BY 1, 2, 3) f
        WHERE s.place_id = f.place_id AND s.sku_id = f.sku_id AND s.condition = f.condition)
    SELECT place_id::text AS place, sku_id::text AS sku, condition, document_line AS line, freed AS quantity FROM own`.execute(
    tx,
  )
  return rows.map(({ place, sku, condition, line, quantity }) => ({
    ...{ skuId: sku, quantity, line, at: { placeId: place, condition } },
  }))
}

/** Gives what is promised to one line of a document to another document: it stays reserved all the while, where it lies. */
export async function handOver(tx: Tx, from: StockPapers & { line: string }, to: StockPapers): Promise<void> {
  await sql`UPDATE reservation SET document_type = ${to.type}, document_id = ${to.id}, document_line = ${to.line ?? ''}
    WHERE document_type = ${from.type} AND document_id = ${from.id} AND document_line = ${from.line}`.execute(tx)
}

/**
 * Moves pieces that are promised to the moves' documents: each move first takes back what its document (and line) was promised there,
 * and takes free pieces for what goes beyond. Throws move_not_allowed as `moveStock` does; nothing is released then.
 */
export async function consume(tx: Tx, moves: readonly StockMove[], eventId: string): Promise<void> {
  const documents = Map.groupBy(moves, ({ document }) => `${document.type} ${document.id}`)
  for (const own of documents.values()) {
    const document = own[0]?.document
    if (document === undefined) continue
    const promised = own.flatMap(({ skuId, quantity, from, document: { line } }) =>
      from ? [{ skuId, quantity, at: from, line: line ?? null }] : [],
    )
    await release(tx, { type: document.type, id: document.id }, promised)
  }
  await moveStock(tx, moves, eventId)
}
