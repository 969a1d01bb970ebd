import { sql } from 'kysely'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { Difference } from '../../ledger/differences.ts'

const columns = { name: col.text, stored: col.number, should: col.number, total: col.number }

/**
 * Stock beside the sum of its moves, by place, SKU and condition; also where one of them has no row. Gives the first `most` differences
 * and how many there are. One statement: a server that moves pieces meanwhile makes no difference.
 */
export async function stockDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const move = (place: string, condition: string, sign: number) => sql`
    SELECT ${sql.ref(place)} AS place_id, sku_id, ${sql.ref(condition)} AS condition, ${sql.lit(sign)} * quantity AS pieces
    FROM stock_move WHERE ${sql.ref(place)} IS NOT NULL`
  const { rows } = await rowsOf(columns)`
    SELECT concat_ws(' ', x.code, p.code, k.nm_sku, condition) AS name, d.stored, d.should, count(*) OVER () AS total
    FROM (
      SELECT place_id, sku_id, condition, coalesce(s.on_hand, 0)::int AS stored, coalesce(m.pieces, 0)::int AS should
      FROM stock s FULL JOIN (
        SELECT place_id, sku_id, condition, sum(pieces) AS pieces
        FROM (${move('to_place', 'to_condition', 1)} UNION ALL ${move('from_place', 'from_condition', -1)}) each
        GROUP BY place_id, sku_id, condition
      ) m USING (place_id, sku_id, condition)
    ) d JOIN place p ON p.id = d.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = d.sku_id
    WHERE d.stored <> d.should ORDER BY name LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'stock', quantity: 'on_hand', ...row })),
    total: rows[0]?.total ?? 0,
  }
}
