import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CountPlaceRow, countPlace } from '../../../shared/areas/stock-counts/shapes.ts'
import { stockCountWords } from '../../../shared/areas/stock-counts/words.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import type { CountFacts } from './count-rows.ts'

const heldColumns = {
  id: col.text,
  code: col.text,
  is_open: col.flag,
  counter_id: col.textOrNull,
  counter: col.textOrNull,
  is_ended: col.flag,
  is_full: col.flag,
  round: col.number,
  other: col.textOrNull,
}

/** A place that a count holds, and who counts it. */
export type HeldPlace = Row<typeof heldColumns>

export interface Said {
  message: string
  values: Record<string, string | number>
}

/**
 * The places of a count by what people call them; an empty name means the floor. A shelf that came into use since belongs to a count of the
 * whole site. One that went out of use since is among them too: what was counted there can still be put right.
 */
export async function namedIn(tx: Tx, count: CountFacts): Promise<(name: string | null) => string | undefined> {
  const { rows } = await rowsOf({ id: col.text, code: col.text })`
    SELECT p.id::text AS id, p.code FROM place p WHERE p.site_id = ${count.site_id} AND p.kind IN ('shelf', 'floor', 'quarantine')
      AND (EXISTS (SELECT 1 FROM stock_count_place h WHERE h.count_id = ${count.id} AND h.place_id = p.id)
        OR (p.retired_at IS NULL AND ${count.shelves.length === 0}))`.execute(tx)
  const byName = new Map(rows.map(({ id, code }) => [code.toUpperCase(), id]))
  return (name) => byName.get((name || 'floor').toUpperCase())
}

/** Places locked in their order, so that of two people who come to one at once the second sees the first. */
export async function lockCountPlaces(
  tx: Tx,
  { id }: CountFacts,
  placeIds: readonly string[],
): Promise<Map<string, HeldPlace>> {
  const ids = [...new Set(placeIds)]
  if (ids.length === 0) return new Map()
  await sql`INSERT INTO stock_count_place (count_id, place_id) SELECT ${id}, n FROM unnest(${ids}::uuid[]) n ORDER BY n
    ON CONFLICT DO NOTHING`.execute(tx)
  await sql`SELECT 1 FROM stock_count_place WHERE count_id = ${id} AND place_id = ANY(${ids}::uuid[]) ORDER BY place_id FOR UPDATE`.execute(
    tx,
  )
  const { rows } = await rowsOf(heldColumns)`
    SELECT p.id::text AS id, p.code, coalesce(h.is_open, false) AS is_open, h.counter_id::text AS counter_id, u.name AS counter,
      h.ended_at IS NOT NULL AS is_ended, coalesce(h.is_full, false) AS is_full, coalesce(h.round, 1) AS round, c.number AS other
    FROM place p LEFT JOIN stock_count_place h ON h.count_id = ${id} AND h.place_id = p.id LEFT JOIN app_user u ON u.id = h.counter_id
    LEFT JOIN stock_count_place o ON o.place_id = p.id AND o.is_open AND o.count_id <> ${id} LEFT JOIN stock_count c ON c.id = o.count_id
    WHERE p.id = ANY(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why this person may note nothing at a place now; null where they may. Typed quantities stand alone: they ask only that nobody else is at it. */
export function heldAgainst(place: HeldPlace, userId: string, how: 'scanned' | 'typed'): Said | null {
  const values = { place: place.code, name: place.counter ?? '' }
  const isOwn = place.counter_id === null || place.counter_id === userId
  if (!place.is_open) return { message: stockCountWords.otherCount, values: { ...values, number: place.other ?? '' } }
  if (!place.is_ended && !isOwn) return { message: stockCountWords.heldBy, values }
  if (how === 'typed') return null
  if (place.is_full) return { message: stockCountWords.countedInFull, values }
  return place.is_ended && !isOwn ? { message: stockCountWords.countedBy, values } : null
}

/** Makes the caller the one who counts a place. */
export async function holdPlace(tx: Tx, count: CountFacts, place: HeldPlace, userId: string): Promise<void> {
  if (place.counter_id === userId && !place.is_ended) return
  await sql`UPDATE stock_count_place SET counter_id = ${userId}, taken_at = now(), ended_at = NULL, is_full = false
    WHERE count_id = ${count.id} AND place_id = ${place.id}`.execute(tx)
}

/** Whether SKU `k` is among what a count is about. */
export function ofScope(count: Pick<CountFacts, 'category' | 'style_id'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${count.category}::text IS NULL AND ${count.style_id}::text IS NULL OR EXISTS (SELECT 1 FROM style y WHERE y.id = k.style_id
    AND (${count.category}::text IS NULL OR y.category = ${count.category}) AND (${count.style_id}::text IS NULL OR y.code = ${count.style_id})))`
}

/** Balances `s` of SKUs `k` that the books have at a place `p` of the count and that are not counted yet. */
export const uncounted = (count: CountFacts): RawBuilder<SqlBool> => sql<SqlBool>`(s.on_hand > 0 AND ${ofScope(count)}
  AND NOT EXISTS (SELECT 1 FROM stock_count_line x WHERE x.count_id = ${count.id} AND x.place_id = s.place_id AND x.sku_id = s.sku_id
    AND x.condition = s.condition))`

const shownPlace = countPlace.omit({ state: true }).extend({ is_open: col.flag, is_ended: col.flag, is_full: col.flag })

/** The places of a count, or one of them, as people see them: who counts there, and what was counted. */
export async function shownPlaces(
  db: Db,
  count: CountFacts,
  { userId, sees, only }: { userId: Caller['userId']; sees: boolean; only?: string },
): Promise<CountPlaceRow[]> {
  const { rows } = await rowsOf(shownPlace)`
    SELECT p.code AS place, p.kind AS place_kind, coalesce(h.is_open, c.state = 'OPEN') AS is_open, u.name AS counter,
      coalesce(h.counter_id = ${userId}, false) AS is_mine, h.ended_at IS NOT NULL AS is_ended, coalesce(h.is_full, false) AS is_full,
      coalesce(h.ended_at, h.taken_at) AS since, coalesce(l.skus, 0) AS counted_skus, coalesce(l.counted, 0) AS counted,
      coalesce(l.people, '{}') AS counted_by,
      coalesce(l.again, 0) AS again_skus,
      (SELECT count(*)::int FROM stock s JOIN sku k ON k.id = s.sku_id WHERE s.place_id = p.id AND ${uncounted(count)}) AS uncounted_skus
    FROM stock_count c JOIN place p ON p.site_id = c.site_id LEFT JOIN stock_count_place h ON h.count_id = c.id AND h.place_id = p.id
    LEFT JOIN app_user u ON u.id = h.counter_id
    LEFT JOIN LATERAL (SELECT count(*)::int AS skus, sum(x.counted)::int AS counted,
      count(*) FILTER (WHERE x.round < coalesce(h.round, 1))::int AS again, array_agg(DISTINCT n.name) AS people
      FROM stock_count_line x JOIN app_user n ON n.id = x.counted_by WHERE x.count_id = c.id AND x.place_id = p.id) l ON true
    WHERE c.id = ${count.id} AND p.kind IN ('shelf', 'floor', 'quarantine') AND (h.count_id IS NOT NULL AND (p.retired_at IS NULL OR l.skus > 0)
      OR h.count_id IS NULL AND c.state = 'OPEN' AND p.retired_at IS NULL AND ${count.shelves.length === 0})
      AND (${only ?? null}::uuid IS NULL OR p.id = ${only ?? null}::uuid)
    ORDER BY array_position(ARRAY['shelf', 'floor', 'quarantine'], p.kind), p.code`.execute(db)
  return rows.map(({ is_open, is_ended, is_full, ...row }) => ({
    ...row,
    state: stateOf({ is_open: is_open || count.state !== 'OPEN', counter: row.counter, is_ended, is_full }),
    // Of a blind count, what the books have there is not told either.
    uncounted_skus: sees ? row.uncounted_skus : null,
  }))
}

function stateOf(place: Pick<HeldPlace, 'is_open' | 'counter' | 'is_ended' | 'is_full'>): CountPlaceRow['state'] {
  if (!place.is_open) return 'other_count'
  if (place.counter === null) return 'untouched'
  if (!place.is_ended) return 'counting'
  return place.is_full ? 'full' : 'counted'
}
