import { sql } from 'kysely'
import { z } from 'zod'
import {
  type Balance,
  moveIn,
  type PlainMove,
  reverseOf,
  type StockCondition,
  type StockDocument,
  type StockFault,
  type StockMoveKind,
  stockConditions,
  stockFault,
  stockMoveKinds,
} from '../../../shared/areas/stock/moves.ts'
import { stockWords } from '../../../shared/areas/stock/words.ts'
import { newIds } from '../../database/new-ids.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { conflict, invalidInput, moveNotAllowed } from '../../http/errors.ts'
import { type ArrayOf, rowsFrom } from '../../ledger/tables.ts'
import { type FullPlace, lockPlaces } from './places.ts'
import { tooFew } from './refusals.ts'
import { tellFeed } from './stock-events.ts'

export interface StockAt {
  /** place.id */
  placeId: string
  condition: StockCondition
}

export interface StockPapers {
  type: StockDocument
  /** What people call it by: its number. */
  id: string
  line?: string | null
}

export interface StockMove {
  kind: StockMoveKind
  /** sku.id */
  skuId: string
  /** Whole pieces, at least 1. */
  quantity: number
  /** Null: from outside. */
  from: StockAt | null
  /** Null: to outside. */
  to: StockAt | null
  document: StockPapers
  reason?: string | null
}

/** A balance by its key. */
export interface StockKey extends StockAt {
  skuId: string
}

export const keyOf = ({ placeId, skuId, condition }: StockKey): string => `${placeId} ${skuId} ${condition}`

/**
 * The one function that changes stock: locks places, then balances by (place, SKU, condition), checks the moves one after the other, and
 * writes balances and moves. The number of statements does not grow with the moves. `eventId` is of the audit event that the moves belong
 * to; of an event that is not of stock itself the change feed hears one of stock. Throws move_not_allowed before anything is written:
 * how many are there, free and reserved, and where the rest are.
 */
export async function moveStock(tx: Tx, moves: readonly StockMove[], eventId: string): Promise<void> {
  if (moves.length === 0) return
  const sides = moves.flatMap(({ skuId, from, to }) => [from, to].flatMap((at) => (at ? [{ ...at, skuId }] : [])))
  const places = await lockPlaces(
    tx,
    sides.map(({ placeId }) => placeId),
  )
  for (const move of moves) checkShape(move, places)
  await makeBalances(
    tx,
    moves.flatMap(({ skuId, to }) => (to ? [{ ...to, skuId }] : [])),
  )
  const books = await lockBalances(tx, sides)
  const was = new Map(books)
  for (const move of moves) {
    const { skuId, quantity, from, to } = move
    const short = moveIn(books, {
      quantity,
      from: from && keyOf({ ...from, skuId }),
      to: to && keyOf({ ...to, skuId }),
    })
    if (short !== null && from !== null)
      throw await tooFew(tx, { skuId, quantity, at: from, place: placeAt(places, from), balance: short })
  }
  const changed = distinct(sides).flatMap((at) => {
    const by = (books.get(keyOf(at))?.onHand ?? 0) - (was.get(keyOf(at))?.onHand ?? 0)
    return by === 0 ? [] : [{ ...at, by }]
  })
  await write(tx, moves, changed, eventId)
  await tellFeed(tx, moves, eventId)
}

const faults: Readonly<Record<Exclude<StockFault, 'quantity'>, string>> = {
  from: stockWords.noFrom,
  to: stockWords.noTo,
  site: stockWords.otherSite,
  condition: stockWords.condition,
  reason: stockWords.reason,
  nowhere: stockWords.nowhere,
}

/** What the rule says of a move, whatever lies there; that stock begins in India, and that nothing is put where nothing is put any more. */
function checkShape(move: StockMove, places: ReadonlyMap<string, FullPlace>): void {
  const side = (at: StockAt | null) => at && { ...placeAt(places, at), ...at }
  const plain: PlainMove = { ...move, from: side(move.from), to: side(move.to) }
  const fault = stockFault(plain)
  if (fault === 'quantity') throw invalidInput(stockWords.wholeNumber)
  if (fault === 'reason') throw invalidInput(faults.reason)
  if (fault !== null) throw moveNotAllowed(faults[fault], [])
  const to = move.to && placeAt(places, move.to)
  // What comes too much with a gate pass begun elsewhere.
  if (to?.siteKind === 'china_qc' && move.from === null && move.document.type !== 'gate_pass')
    throw moveNotAllowed(stockWords.beginsInIndia, [], { values: to.named })
  if (to?.isRetired) throw moveNotAllowed(stockWords.outOfUse, [], { values: to.named })
}

function placeAt(places: ReadonlyMap<string, FullPlace>, { placeId }: StockAt): FullPlace {
  const place = places.get(placeId)
  if (place === undefined) throw conflict('This refers to something that is not there any more. Please look again.')
  return place
}

function distinct(keys: readonly StockKey[]): StockKey[] {
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()]
}

const keysAs = (keys: readonly StockKey[]): ArrayOf[] => [
  ['place_id', 'uuid', keys.map(({ placeId }) => placeId)],
  ['sku_id', 'uuid', keys.map(({ skuId }) => skuId)],
  ['condition', 'text', keys.map(({ condition }) => condition)],
]

/** Where pieces come for the first time there is a balance from then on. In the order of locks: whoever makes the same waits here. */
async function makeBalances(tx: Tx, keys: readonly StockKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    INSERT INTO stock (place_id, sku_id, condition, on_hand)
    SELECT n.place_id, n.sku_id, n.condition, 0 FROM ${rowsFrom('n', keysAs(distinct(keys)))}
    WHERE NOT EXISTS (SELECT 1 FROM stock s WHERE s.place_id = n.place_id AND s.sku_id = n.sku_id AND s.condition = n.condition)
    ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`.execute(tx)
}

const balanceColumns = {
  place: col.text,
  sku: col.text,
  condition: z.enum(stockConditions),
  on_hand: col.number,
  reserved: col.number,
}

/** Balances as they are, locked in their order; those that are not there are not named. */
export async function lockBalances(tx: Tx, keys: readonly StockKey[]): Promise<Map<string, Balance>> {
  const { rows } = await rowsOf(balanceColumns)`
    SELECT s.place_id::text AS place, s.sku_id::text AS sku, s.condition, s.on_hand, s.reserved
    FROM stock s JOIN ${rowsFrom('n', keysAs(distinct(keys)))}
      ON s.place_id = n.place_id AND s.sku_id = n.sku_id AND s.condition = n.condition
    ORDER BY s.place_id, s.sku_id, s.condition FOR NO KEY UPDATE OF s`.execute(tx)
  return new Map(
    rows.map(({ place, sku, condition, on_hand, reserved }) => [
      keyOf({ placeId: place, skuId: sku, condition }),
      { onHand: on_hand, reserved },
    ]),
  )
}

/** Balances and moves in one statement. */
async function write(
  tx: Tx,
  moves: readonly StockMove[],
  changed: readonly (StockKey & { by: number })[],
  eventId: string,
): Promise<void> {
  const rows: ArrayOf[] = [
    ['id', 'uuid', newIds(moves.length)],
    ['sku_id', 'uuid', moves.map(({ skuId }) => skuId)],
    ['quantity', 'int', moves.map(({ quantity }) => quantity)],
    ['from_place', 'uuid', moves.map(({ from }) => from?.placeId ?? null)],
    ['from_condition', 'text', moves.map(({ from }) => from?.condition ?? null)],
    ['to_place', 'uuid', moves.map(({ to }) => to?.placeId ?? null)],
    ['to_condition', 'text', moves.map(({ to }) => to?.condition ?? null)],
    ['kind', 'text', moves.map(({ kind }) => kind)],
    ['document_type', 'text', moves.map(({ document }) => document.type)],
    ['document_id', 'text', moves.map(({ document }) => document.id)],
    ['document_line', 'text', moves.map(({ document }) => document.line ?? null)],
    ['reason', 'text', moves.map(({ reason }) => reason?.trim() || null)],
  ]
  const columns = sql.join(rows.map(([column]) => sql.ref(column)))
  const balances: ArrayOf[] = [...keysAs(changed), ['by', 'int', changed.map(({ by }) => by)]]
  await sql`
    WITH balances AS (
      UPDATE stock s SET on_hand = s.on_hand + d."by" FROM ${rowsFrom('d', balances)}
      WHERE s.place_id = d.place_id AND s.sku_id = d.sku_id AND s.condition = d.condition)
    INSERT INTO stock_move (${columns}, event_id) SELECT ${columns}, ${eventId}::uuid FROM ${rowsFrom('n', rows)}
    ORDER BY place`.execute(tx)
}

const reversedColumns = {
  sku: col.text,
  kind: z.enum(stockMoveKinds),
  line: col.textOrNull,
  from_place: col.textOrNull,
  from_condition: z.enum(stockConditions).nullable(),
  to_place: col.textOrNull,
  to_condition: z.enum(stockConditions).nullable(),
  quantity: col.number,
}

const sideOf = (placeId: string | null, condition: StockCondition | null): StockAt | null =>
  placeId === null || condition === null ? null : { placeId, condition }

/**
 * The counter moves of a document, or of one line of it: what its moves brought and no counter move took back yet, the last first, only
 * while the pieces are where it put them. The document's own row must be locked. Throws move_not_allowed saying where they are.
 */
export async function reverseStock(tx: Tx, document: StockPapers, eventId: string, reason?: string): Promise<void> {
  const reverses = stockMoveKinds.map((kind) => sql`(${kind}, ${reverseOf(kind)})`)
  const { rows } = await rowsOf(reversedColumns)`
    WITH own AS (
      SELECT * FROM stock_move WHERE document_type = ${document.type} AND document_id = ${document.id}
        AND (${document.line ?? null}::text IS NULL OR document_line = ${document.line ?? null})
    ), reverses (kind, reverse) AS (VALUES ${sql.join(reverses)}),
    ways AS (
      SELECT seq, sku_id, kind, document_line, from_place, from_condition, to_place, to_condition, quantity FROM own
      UNION ALL
      SELECT o.seq, o.sku_id, r.reverse, o.document_line, o.to_place, o.to_condition, o.from_place, o.from_condition, -o.quantity
      FROM own o JOIN reverses r USING (kind)
    )
    SELECT sku_id::text AS sku, kind, document_line AS line, from_place::text, from_condition, to_place::text, to_condition,
      sum(quantity)::int AS quantity
    FROM ways GROUP BY sku_id, kind, document_line, from_place, from_condition, to_place, to_condition
    HAVING sum(quantity) > 0 ORDER BY max(seq) DESC`.execute(tx)
  const moves = rows.map(
    (row): StockMove => ({
      kind: reverseOf(row.kind),
      skuId: row.sku,
      quantity: row.quantity,
      from: sideOf(row.to_place, row.to_condition),
      to: sideOf(row.from_place, row.from_condition),
      document: { ...document, line: row.line },
      reason: reason ?? stockWords.reversed,
    }),
  )
  await moveStock(tx, moves, eventId)
}
