import { type RawBuilder, sql } from 'kysely'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db } from '../../http/call.ts'
import type { Difference } from '../../ledger/differences.ts'

const columns = { name: col.text, quantity: col.text, stored: col.number, should: col.number, total: col.number }

const moved = (place: string, condition: string, sign: number) => sql`
  SELECT ${sql.ref(place)} AS place_id, sku_id, ${sql.ref(condition)} AS condition, ${sql.lit(sign)} * quantity AS pieces
  FROM stock_move WHERE ${sql.ref(place)} IS NOT NULL`

/** Each quantity of `stock`, and the rows whose sum by place, SKU and condition it is. */
const quantities: readonly (readonly [name: string, told: RawBuilder<unknown>])[] = [
  ['on_hand', sql`${moved('to_place', 'to_condition', 1)} UNION ALL ${moved('from_place', 'from_condition', -1)}`],
  ['reserved', sql`SELECT place_id, sku_id, condition, quantity AS pieces FROM reservation`],
]

/**
 * Stock beside the sum of its moves, and what of it is reserved beside the sum of reservations, by place, SKU and condition; also where
 * one of them has no row. Gives the first `most` differences and how many there are. One statement: a server that moves pieces meanwhile
 * makes no difference.
 */
export async function stockDifferences(db: Db, most: number): Promise<{ found: Difference[]; total: number }> {
  const beside = quantities.map(
    ([name, told]) => sql`
      SELECT place_id, sku_id, condition, ${name}::text AS quantity, coalesce(s.${sql.ref(name)}, 0)::int AS stored,
        coalesce(m.pieces, 0)::int AS should
      FROM stock s FULL JOIN (
        SELECT place_id, sku_id, condition, sum(pieces) AS pieces FROM (${told}) each GROUP BY place_id, sku_id, condition
      ) m USING (place_id, sku_id, condition)`,
  )
  const { rows } = await rowsOf(columns)`
    SELECT concat_ws(' ', x.code, p.code, k.nm_sku, condition) AS name, d.quantity, d.stored, d.should, count(*) OVER () AS total
    FROM (${sql.join(beside, sql` UNION ALL `)}) d
    JOIN place p ON p.id = d.place_id JOIN site x ON x.id = p.site_id JOIN sku k ON k.id = d.sku_id
    WHERE d.stored <> d.should ORDER BY name, d.quantity LIMIT ${most}`.execute(db)
  return {
    found: rows.map(({ total: _, ...row }) => ({ table: 'stock', ...row })),
    total: rows[0]?.total ?? 0,
  }
}
