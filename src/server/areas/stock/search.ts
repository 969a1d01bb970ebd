import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import { containing } from '../orders/order-rows.ts'

const MOST_WORDS = 300

/**
 * Stock `s` at places `p` by what was typed or pasted. Several codes of SKUs, styles, EANs or shelves: any of them. Otherwise every word
 * must stand somewhere in SKU, style, colour or shelf.
 */
export async function stockSearch(text: string, db: Db): Promise<RawBuilder<SqlBool>> {
  const words = [...new Set(text.split(/[\s,;，；、]+/).filter((word) => word !== ''))].slice(0, MOST_WORDS)
  if (words.length > 1) {
    const codes = words.map((word) => word.toUpperCase())
    const { rows } = await rowsOf({ known: col.number })`
      SELECT count(*)::int AS known FROM unnest(${codes}::text[]) AS w (code)
      WHERE EXISTS (SELECT 1 FROM sku k WHERE k.nm_sku = w.code OR k.ean = w.code)
        OR EXISTS (SELECT 1 FROM style t WHERE t.code = w.code)`.execute(db)
    if (rows[0]?.known === words.length)
      return sql<SqlBool>`s.sku_id = ANY(ARRAY(SELECT k.id FROM sku k JOIN style t ON t.id = k.style_id
        WHERE k.nm_sku = ANY(${codes}::text[]) OR k.ean = ANY(${codes}::text[]) OR t.code = ANY(${codes}::text[])))`
  }
  const fits = await Promise.all(words.slice(0, 10).map((word) => standsOn(word, db)))
  return fits.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(fits, sql` AND `)})`
}

/** More SKUs or places than this, and a page of them is found soonest by walking the list in its order. */
const FEW = 2_000

/**
 * Stock of which a word stands in SKU, style or colour, or on the shelf. The SKUs and places are looked up before: the database cannot
 * know how few they are, and reads all stock in the list's order for the sake of one SKU.
 */
async function standsOn(word: string, db: Db): Promise<RawBuilder<SqlBool>> {
  const like = containing(word)
  // Two lookups by their own indexes; one condition over both tables would read all SKUs.
  const skus = sql`
    SELECT k.id FROM sku k WHERE k.nm_sku ILIKE ${like} OR k.color ILIKE ${like} OR k.color_zh ILIKE ${like} OR k.ean = ${word}
      OR k.size ILIKE ${like.slice(1, -1)}
    UNION
    SELECT k.id FROM sku k WHERE k.style_id = ANY(ARRAY(
      SELECT t.id FROM style t WHERE t.code ILIKE ${like} OR t.name ILIKE ${like} OR t.name_zh ILIKE ${like}))`
  const places = sql`SELECT p.id FROM place p WHERE p.kind IN ('shelf', 'in_transit') AND p.code ILIKE ${like}`
  const { rows } = await rowsOf({ skus: col.texts, places: col.texts })`
    SELECT ARRAY(${skus} LIMIT ${sql.lit(FEW + 1)})::text[] AS skus, ARRAY(${places} LIMIT ${sql.lit(FEW + 1)})::text[] AS places`.execute(
    db,
  )
  const found = rows[0] ?? { skus: [], places: [] }
  if (Math.max(found.skus.length, found.places.length) > FEW)
    return sql<SqlBool>`(s.sku_id = ANY(ARRAY(${skus})) OR s.place_id = ANY(ARRAY(${places})))`
  const ofSkus = sql<SqlBool>`s.sku_id = ANY(${found.skus}::uuid[])`
  return found.places.length === 0 ? ofSkus : sql<SqlBool>`(${ofSkus} OR s.place_id = ANY(${found.places}::uuid[]))`
}
