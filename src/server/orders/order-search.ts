import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { col, rowsOf } from '../database/rows.ts'
import type { Db } from '../http/call.ts'

/** A search text as a LIKE pattern: what users type is never a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Finds an order `o` by a part of its id, of its style's code or names in either language, or of a SKU in its lines. An order
 * is for one style, so only orders of the styles that have such a SKU are asked for their lines.
 */
export function orderSearch(text: string): RawBuilder<SqlBool> {
  const like = containing(text)
  return sql<SqlBool>`(o.order_id ILIKE ${like}
    OR o.style_id = ANY(ARRAY(SELECT id FROM style WHERE code ILIKE ${like} OR name ILIKE ${like} OR name_zh ILIKE ${like}))
    OR (o.style_id = ANY(ARRAY(SELECT style_id FROM sku WHERE nm_sku ILIKE ${like}))
      AND EXISTS (SELECT 1 FROM order_line fl JOIN sku fk ON fk.id = fl.sku_id
        WHERE fl.order_id = o.id AND fk.nm_sku ILIKE ${like})))`
}

/** More matches than this, and a page of them is found soonest by walking the list in its order. */
const FEW = 2_000

/**
 * A search as a condition that is fast for a page of any list: the few orders that match by their ids, or the search itself
 * where many do. The database cannot know beforehand which it will be, and is slow by a hundred times when it guesses wrong.
 * Both conditions are on `vendor_order o`; `scope` says which orders the list is about.
 */
export async function narrowed(
  db: Db,
  search: RawBuilder<SqlBool>,
  scope: RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT o.id FROM vendor_order o WHERE ${scope} AND ${search} LIMIT ${sql.lit(FEW + 1)}`.execute(db)
  if (rows.length > FEW) return search
  return sql<SqlBool>`o.id = ANY(${rows.map((row) => row.id)}::uuid[])`
}
