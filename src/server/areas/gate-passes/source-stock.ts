import { sql } from 'kysely'
import { z } from 'zod'
import { placeKinds, type StockCondition, stockConditions } from '../../../shared/areas/stock/moves.ts'
import { col, type Row, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { itemKey } from './pass-items.ts'

const freeColumns = {
  sku_id: col.text,
  condition: z.enum(stockConditions),
  place_id: col.text,
  kind: z.enum(placeKinds),
  code: col.text,
  free: col.number,
}

/** Free pieces of an SKU in a condition at a place of the source. */
export type FreeStock = Row<typeof freeColumns>

/**
 * What of these SKUs is free on the floor and the shelves of a site, by `itemKey`; held, so that no other station takes it meanwhile.
 * With a shelf, there alone.
 */
export async function holdFreeStock(
  tx: Tx,
  siteId: string,
  skuIds: readonly string[],
  shelf?: string,
): Promise<Map<string, FreeStock[]>> {
  const where = sql`p.site_id = ${siteId} AND p.kind IN ('floor', 'shelf') AND s.sku_id = ANY(${[...skuIds]}::uuid[])
      AND s.on_hand > 0 AND (${shelf ?? null}::text IS NULL OR (p.kind = 'shelf' AND p.code = ${shelf ?? null}))`
  // Places before what lies there, as moves of stock do.
  await sql`SELECT 1 FROM place WHERE id IN (SELECT s.place_id FROM stock s JOIN place p ON p.id = s.place_id WHERE ${where})
    ORDER BY id FOR SHARE`.execute(tx)
  const { rows } = await rowsOf(freeColumns)`
    SELECT s.sku_id::text AS sku_id, s.condition, s.place_id::text AS place_id, p.kind, p.code, (s.on_hand - s.reserved)::int AS free
    FROM stock s JOIN place p ON p.id = s.place_id WHERE ${where}
    ORDER BY s.place_id, s.sku_id, s.condition FOR NO KEY UPDATE OF s`.execute(tx)
  return Map.groupBy(rows, itemKey)
}

const whereColumns = {
  site: col.text,
  site_name: col.text,
  site_name_zh: col.text,
  place: z.enum(placeKinds),
  shelf: col.textOrNull,
  condition: z.enum(stockConditions),
  quantity: col.number,
  gate_pass: col.textOrNull,
}

/** Where an SKU is, sites other than this one after it, the most of it first. */
export async function whereIs(db: Db, skuId: string, siteId: string, most = 20): Promise<Row<typeof whereColumns>[]> {
  const { rows } = await rowsOf(whereColumns)`
    SELECT x.code AS site, x.name AS site_name, x.name_zh AS site_name_zh, p.kind AS place, CASE WHEN p.kind = 'shelf' THEN p.code END AS shelf,
      s.condition, s.on_hand AS quantity, CASE WHEN p.kind = 'in_transit' THEN g.number END AS gate_pass
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id LEFT JOIN gate_pass g ON g.number = p.code
    WHERE s.sku_id = ${skuId} AND s.on_hand > 0
    ORDER BY (x.id = ${siteId}) DESC, s.on_hand DESC, x.code, p.code LIMIT ${sql.lit(most)}`.execute(db)
  return rows
}

/** The site beside this one that has most of an SKU free, for a refusal; null where none has any. */
export async function mostElsewhere(
  db: Db,
  skuId: string,
  condition: StockCondition,
  siteId: string,
): Promise<{ elsewhere: number; other_name: string; other_name_zh: string } | null> {
  const { rows } = await rowsOf({ elsewhere: col.number, other_name: col.text, other_name_zh: col.text })`
    SELECT sum(s.on_hand - s.reserved)::int AS elsewhere, x.name AS other_name, x.name_zh AS other_name_zh
    FROM stock s JOIN place p ON p.id = s.place_id JOIN site x ON x.id = p.site_id
    WHERE s.sku_id = ${skuId} AND s.condition = ${condition} AND x.id <> ${siteId} AND p.kind IN ('floor', 'shelf') AND s.on_hand > s.reserved
    GROUP BY x.id ORDER BY 1 DESC, x.code LIMIT 1`.execute(db)
  return rows[0] ?? null
}
