import { sql } from 'kysely'
import { z } from 'zod'
import { passWords } from '../../../shared/areas/gate-passes/words.ts'
import { stockConditions } from '../../../shared/areas/stock/moves.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { moveNotAllowed } from '../../http/errors.ts'
import type { Difference } from '../../ledger/differences.ts'
import type { StockMove } from '../stock/move-stock.ts'
import { type Reserving, release, reservationsOf, reserve } from '../stock/reserve-stock.ts'
import { assertDueBack } from './due-back.ts'
import { itemKey, lockItems, skuOfKey } from './pass-items.ts'
import type { PassRow } from './pass-rows.ts'
import { type FreeStock, holdFreeStock } from './source-stock.ts'

/** While a pass is confirmed or packed, what it plans and has not packed yet is promised to it at its source. */

/** What reservations hang on; `state` is the one that the pass has when its command ends. */
export type Promised = Pick<PassRow, 'id' | 'gate_pass' | 'from_site_id' | 'state'>

const documentOf = ({ gate_pass: id }: Pick<Promised, 'gate_pass'>) => ({ type: 'gate_pass', id }) as const

const promisingStates = ['CONFIRMED', 'PACKING'] as const satisfies readonly PassRow['state'][]
const stands = ({ state }: Pick<Promised, 'state'>): boolean => promisingStates.some((one) => one === state)

const differenceColumns = {
  sku_id: col.text,
  nm_sku: col.text,
  condition: z.enum(stockConditions),
  wanted: col.number,
  held: col.number,
}

/** An SKU of which fewer pieces are free than a pass wants. */
export interface Short extends Row<typeof differenceColumns> {
  /** Free at the source, beside what the pass is promised already. */
  free: number
}

/**
 * Makes what is promised to a pass, of all its SKUs or of these, what it plans and has not packed; nothing where it does not stand. The
 * pass must be locked and, where the command moves stock out of packing as well, this comes first: floor and shelves are locked before.
 * Gives what could not be promised in full.
 */
export async function settleReservations(tx: Tx, pass: Promised, skuIds?: readonly string[]): Promise<Short[]> {
  const differences = await differencesOf(tx, pass, skuIds)
  if (differences.length === 0) return []
  const books = await holdFreeStock(
    tx,
    pass,
    differences.map(({ sku_id }) => sku_id),
  )
  const [more, fewer, short] = [[] as Reserving[], [] as Reserving[], [] as Short[]]
  for (const each of differences) {
    const places = books.get(itemKey(each)) ?? []
    const by = each.wanted - each.held
    const picks =
      by > 0 ? picked(shelvesFirst(places), by, freeAlone) : picked(floorFirst(places), -by, ({ own }) => own)
    const lines = picks.map(({ place, quantity }) => ({
      ...{ skuId: each.sku_id, quantity, at: { placeId: place.place_id, condition: each.condition } },
    }))
    if (by > 0) more.push(...lines)
    else fewer.push(...lines)
    const found = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    if (found < by) short.push({ ...each, free: found })
  }
  if (fewer.length > 0) await release(tx, documentOf(pass), fewer)
  await reserve(tx, documentOf(pass), more)
  return short
}

/**
 * The same for a plan that is said now. Throws move_not_allowed where it brings back more than may go back, and where less is free than it wants; of a draft, which is promised nothing, where
 * less is free of what it plans more of (`raised`, by `itemKey`).
 */
export async function promisePlan(tx: Tx, pass: PassRow, raised?: ReadonlySet<string>): Promise<void> {
  await assertDueBack(tx, pass, raised && new Set([...raised].map(skuOfKey)))
  const settled = await settleReservations(tx, pass)
  const short = stands(pass) ? settled : await beyondFree(tx, pass, raised ?? new Set())
  const [first] = short
  if (first === undefined) return
  const values = {
    ...{ count: short.length, nm_sku: first.nm_sku, wanted: first.wanted, held: first.held, free: first.free },
    ...{ site_name: pass.from_site_name, site_name_zh: pass.from_site_name_zh },
  }
  const others = await otherPassesOf(tx, pass, first.sku_id)
  if (others === '') throw moveNotAllowed(passWords.planNotFree, ['edit'], { values })
  throw moveNotAllowed(passWords.planReserved, ['edit'], { values: { ...values, others } })
}

/** Of what a draft plans more than before: the SKUs of which it wants more than is free. */
async function beyondFree(tx: Tx, pass: Promised, raised: ReadonlySet<string>): Promise<Short[]> {
  if (raised.size === 0) return []
  const items = (await lockItems(tx, pass.id)).filter((item) => raised.has(itemKey(item)))
  const books = await holdFreeStock(
    tx,
    pass,
    items.map(({ sku_id }) => sku_id),
  )
  return items.flatMap(({ sku_id, nm_sku, condition, planned, packed }) => {
    const free = (books.get(itemKey({ sku_id, condition })) ?? []).reduce((sum, place) => sum + place.free, 0)
    const wanted = planned - packed
    return wanted > free ? [{ sku_id, nm_sku, condition, wanted, held: 0, free }] : []
  })
}

/** Frees what the pass is promised where these moves take pieces from: the moves take them next. */
export async function freeForMoves(
  tx: Tx,
  pass: Promised,
  moves: readonly StockMove[],
  books: ReadonlyMap<string, readonly FreeStock[]>,
): Promise<void> {
  const isPromised = [...books.values()].some((places) => places.some(({ own }) => own > 0))
  const taken = moves.flatMap(({ kind, skuId, quantity, from }) =>
    kind === 'pack' && from ? [{ skuId, quantity, at: from }] : [],
  )
  if (isPromised && taken.length > 0) await release(tx, documentOf(pass), taken)
}

/** Everything that is promised to a pass is free again. */
export async function releaseAll(tx: Tx, pass: Pick<Promised, 'gate_pass'>): Promise<void> {
  await release(tx, documentOf(pass))
}

/** Looked at in one turn; the rest an hour later. */
const MOST_OLDER = 50

/**
 * Promises to passes what they want where nothing is promised to them: passes that were confirmed before there were promises, and those whose
 * stock came later. Each in a transaction of its own; one that somebody works on is left for the next turn. Gives how many gained something.
 */
export async function promiseOlderPasses(db: Db): Promise<number> {
  const { rows: bare } = await rowsOf({ id: col.text })`
    SELECT p.id::text AS id FROM gate_pass p WHERE p.state = ANY(${[...promisingStates]}::text[])
      AND EXISTS (SELECT 1 FROM gate_pass_item i WHERE i.pass_id = p.id AND i.planned > i.packed)
      AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.document_type = 'gate_pass' AND r.document_id = p.number)
    ORDER BY p.id LIMIT ${sql.lit(MOST_OLDER)}`.execute(db)
  let gained = 0
  for (const { id } of bare)
    await inTransaction(db, async (tx) => {
      const { rows } = await rowsOf({ gate_pass: col.text, from_site_id: col.text, state: z.enum(promisingStates) })`
        SELECT number AS gate_pass, from_site_id::text AS from_site_id, state FROM gate_pass
        WHERE id = ${id} AND state = ANY(${[...promisingStates]}::text[]) FOR NO KEY UPDATE SKIP LOCKED`.execute(tx)
      const [pass] = rows
      if (pass === undefined) return
      await settleReservations(tx, { id, ...pass })
      if ((await reservationsOf(tx, documentOf(pass))).length > 0) gained += 1
    })
  return gained
}

async function differencesOf(tx: Tx, pass: Promised, skuIds?: readonly string[]) {
  const among = skuIds ? sql`sku_id = ANY(${[...new Set(skuIds)]}::uuid[])` : sql`true`
  const wanted = stands(pass) ? sql`greatest(planned - packed, 0)` : sql`0`
  const { rows } = await rowsOf(differenceColumns)`
    SELECT d.sku_id::text AS sku_id, k.nm_sku, d.condition, d.wanted, d.held FROM (
      SELECT sku_id, condition, coalesce(i.wanted, 0)::int AS wanted, coalesce(r.held, 0)::int AS held
      FROM (SELECT sku_id, condition, ${wanted} AS wanted FROM gate_pass_item WHERE pass_id = ${pass.id} AND ${among}) i
      FULL JOIN (SELECT sku_id, condition, sum(quantity) AS held FROM reservation
        WHERE document_type = 'gate_pass' AND document_id = ${pass.gate_pass} AND ${among}
        GROUP BY 1, 2) r USING (sku_id, condition)) d
    JOIN sku k ON k.id = d.sku_id WHERE d.wanted <> d.held ORDER BY k.nm_sku, d.condition`.execute(tx)
  return rows
}

const freeAlone = ({ free, own }: FreeStock) => free - own

/** What lies on a shelf is promised first: goods on the floor are still to be put away. */
const shelvesFirst = (places: readonly FreeStock[]) =>
  places.toSorted((a, b) => Number(a.kind === 'floor') - Number(b.kind === 'floor') || freeAlone(b) - freeAlone(a))

const floorFirst = (places: readonly FreeStock[]) =>
  places.toSorted((a, b) => Number(b.kind === 'floor') - Number(a.kind === 'floor') || a.own - b.own)

/** As many of these as there are, place by place. */
function picked(places: readonly FreeStock[], quantity: number, of: (place: FreeStock) => number) {
  let left = quantity
  return places.flatMap((place) => {
    const taken = Math.min(left, Math.max(0, of(place)))
    left -= taken
    return taken > 0 ? [{ place, quantity: taken }] : []
  })
}

const MOST_NAMED = 3

/** Numbers of other passes and allocations that are promised an SKU at the source, the largest first. */
async function otherPassesOf(db: Db, pass: Promised, skuId: string): Promise<string> {
  const { rows } = await rowsOf({ number: col.text })`
    SELECT r.document_id AS number FROM reservation r JOIN place p ON p.id = r.place_id
    WHERE r.sku_id = ${skuId} AND p.site_id = ${pass.from_site_id} AND r.document_id <> ${pass.gate_pass}
    GROUP BY 1 ORDER BY sum(r.quantity) DESC, 1 LIMIT ${sql.lit(MOST_NAMED)}`.execute(db)
  return rows.map(({ number }) => number).join(', ')
}

const ledgerColumns = { name: col.text, stored: col.number, should: col.number, total: col.number }

/**
 * What passes are promised beside what they still want: more than that is a difference (less is what was not there). With the first `most`
 * and how many there are.
 */
export async function reservationDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const { rows } = await rowsOf(ledgerColumns)`
    SELECT concat_ws(' ', r.document_id, k.nm_sku, r.condition) AS name, r.held AS stored, coalesce(w.wanted, 0)::int AS should,
      count(*) OVER () AS total
    FROM (SELECT r.document_id, r.sku_id, r.condition, p.site_id, sum(r.quantity)::int AS held FROM reservation r JOIN place p ON p.id = r.place_id
      WHERE r.document_type = 'gate_pass' GROUP BY 1, 2, 3, 4) r
    JOIN sku k ON k.id = r.sku_id
    LEFT JOIN (SELECT g.number, g.from_site_id, i.sku_id, i.condition, greatest(i.planned - i.packed, 0) AS wanted
      FROM gate_pass g JOIN gate_pass_item i ON i.pass_id = g.id WHERE g.state = ANY(${[...promisingStates]}::text[])) w
      ON w.number = r.document_id AND w.sku_id = r.sku_id AND w.condition = r.condition AND w.from_site_id = r.site_id
    WHERE r.held > coalesce(w.wanted, 0) ORDER BY name LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'reservation', quantity: 'quantity', ...row })),
    total: rows[0]?.total ?? 0,
  }
}
