import { sql } from 'kysely'
import { z } from 'zod'
import { whereabouts } from '../../../shared/areas/gate-passes/shapes.ts'
import { packWords } from '../../../shared/areas/gate-passes/words.ts'
import { placeKinds, type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { isSendable } from '../stock/places.ts'
import { restAtSite } from '../stock/refusals.ts'
import { itemKey } from './pass-items.ts'
import type { PassRow } from './pass-rows.ts'

const freeColumns = {
  sku_id: col.text,
  condition: z.enum(stockConditions),
  place_id: col.text,
  kind: z.enum(placeKinds),
  code: col.text,
  free: col.number,
  own: col.number,
  others: col.number,
}

/** Pieces of an SKU in a condition at a place of the source: free for a pass, those promised to it (`own`) among them, and promised to others. */
export type FreeStock = Row<typeof freeColumns>

/** Stock `x` with what of it is promised to a gate pass of this number, `own`: `${freeFor}` pieces of it are free for the pass. */
export const withPromised = (number: string | null) => sql`LEFT JOIN reservation own ON own.document_type = 'gate_pass'
  AND own.document_id = ${number} AND own.document_line = '' AND own.place_id = x.place_id AND own.sku_id = x.sku_id
  AND own.condition = x.condition`
export const freeFor = sql`x.on_hand - x.reserved + coalesce(own.quantity, 0)`

/**
 * What of these SKUs is free for a pass on the floor and the shelves of its source, by `itemKey`; held, so that no other station takes it
 * meanwhile. With a shelf, there alone.
 */
export async function holdFreeStock(
  tx: Tx,
  { from_site_id: siteId, gate_pass }: Pick<PassRow, 'from_site_id' | 'gate_pass'>,
  skuIds: readonly string[],
  shelf?: string,
): Promise<Map<string, FreeStock[]>> {
  const where = sql`p.site_id = ${siteId} AND ${isSendable} AND s.sku_id = ANY(${[...skuIds]}::uuid[])
      AND s.on_hand > 0 AND (${shelf ?? null}::text IS NULL OR (p.kind = 'shelf' AND p.code = ${shelf ?? null}))`
  // Places before what lies there, as moves of stock do.
  await sql`SELECT 1 FROM place WHERE id IN (SELECT s.place_id FROM stock s JOIN place p ON p.id = s.place_id WHERE ${where})
    ORDER BY id FOR SHARE`.execute(tx)
  const { rows } = await rowsOf(freeColumns)`
    SELECT s.sku_id::text AS sku_id, s.condition, s.place_id::text AS place_id, p.kind, p.code, (s.on_hand - s.reserved)::int AS free,
      0 AS own, s.reserved AS others
    FROM stock s JOIN place p ON p.id = s.place_id WHERE ${where}
    ORDER BY s.place_id, s.sku_id, s.condition FOR NO KEY UPDATE OF s`.execute(tx)
  return Map.groupBy(await withOwn(tx, gate_pass, rows), itemKey)
}

/** Read behind the lock: a row that was waited for is read again, what hangs on it is not. */
async function withOwn(tx: Tx, gatePass: string, rows: readonly FreeStock[]): Promise<FreeStock[]> {
  const { rows: promised } = await rowsOf({ key: col.text, quantity: col.number })`
    SELECT concat_ws(' ', place_id, sku_id, condition) AS key, sum(quantity)::int AS quantity FROM reservation
    WHERE document_type = 'gate_pass' AND document_id = ${gatePass} AND sku_id = ANY(${rows.map(({ sku_id }) => sku_id)}::uuid[])
    GROUP BY 1`.execute(tx)
  const held = new Map(promised.map(({ key, quantity }) => [key, quantity]))
  return rows.map((row) => {
    const own = held.get(`${row.place_id} ${row.sku_id} ${row.condition}`) ?? 0
    return { ...row, own, free: row.free + own, others: row.others - own }
  })
}

/** Where an SKU is, sites other than this one after it, the most of it first. */
export async function whereIs(
  db: Db,
  skuId: string,
  siteId: string,
  most = 20,
): Promise<z.output<typeof whereabouts>[]> {
  const { rows } = await rowsOf(whereabouts)`
    SELECT x.code AS site, x.name AS site_name, x.name_zh AS site_name_zh, p.kind AS place, CASE WHEN p.kind = 'shelf' THEN p.code END AS shelf,
      s.condition, s.on_hand AS quantity, CASE WHEN p.kind = 'in_transit' THEN g.number END AS gate_pass
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id LEFT JOIN gate_pass g ON g.number = p.code
    WHERE s.sku_id = ${skuId} AND s.on_hand > 0
    ORDER BY (x.id = ${siteId}) DESC, s.on_hand DESC, x.code, p.code LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

/** What is said of too few pieces for a pass: where else at its own site they lie, or which other site has most of them. */
export async function saidOfRest(
  db: Db,
  skuId: string,
  condition: StockCondition,
  siteId: string,
): Promise<{ message: string; values: Record<string, string | number> }> {
  const here = await restAtSite(db, { skuId, condition, siteId })
  if (here !== null) return { message: packWords.not_there_rest, values: here }
  const more = await mostElsewhere(db, skuId, condition, siteId)
  return more === null
    ? { message: packWords.not_there, values: {} }
    : { message: packWords.not_there_but, values: more }
}

/** The site beside this one that has most of an SKU free, for a refusal; null where none has any. */
async function mostElsewhere(
  db: Db,
  skuId: string,
  condition: StockCondition,
  siteId: string,
): Promise<{ elsewhere: number; other_name: string; other_name_zh: string } | null> {
  const { rows } = await rowsOf({ elsewhere: col.number, other_name: col.text, other_name_zh: col.text })`
    SELECT sum(s.on_hand - s.reserved)::int AS elsewhere, x.name AS other_name, x.name_zh AS other_name_zh
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${skuId} AND s.condition = ${condition} AND x.id <> ${siteId} AND ${isSendable} AND s.on_hand > s.reserved
    GROUP BY x.id ORDER BY 1 DESC, x.code LIMIT 1`.execute(db)
  return rows[0] ?? null
}
