import { sql } from 'kysely'
import type { GivenOutcome } from '../../../shared/areas/allocation/store-shapes.ts'
import { givenOutcome } from '../../../shared/areas/allocation/store-shapes.ts'
import { indiaZone } from '../../../shared/kernel/days.ts'
import { rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'

/**
 * What an allocation's gate passes brought each store, by category, and what sold of it within 14 and 28 days of coming. Of an SKU in a store
 * what sold in those days counts, and never more than came: which piece of several a customer took nobody knows.
 */
export async function lookBack(db: Db | Tx, taskId: string): Promise<GivenOutcome[]> {
  const { rows } = await rowsOf(givenOutcome)`
    WITH lines AS (SELECT o.store_id, o.sku_id, s.category, sum(o.quantity)::int AS given, sum(coalesce(i.received, 0))::int AS received,
        min((coalesce(p.completed_at, r.at) AT TIME ZONE ${sql.lit(indiaZone)})::date) AS came
      FROM allocation_outward o JOIN sku k ON k.id = o.sku_id JOIN style s ON s.id = k.style_id
      JOIN gate_pass p ON p.number = o.gate_pass AND p.state <> 'CANCELLED'
      LEFT JOIN gate_pass_item i ON i.pass_id = p.id AND i.sku_id = o.sku_id AND i.condition = 'good'
      LEFT JOIN LATERAL (SELECT min(r.at) AS at FROM gate_pass_receipt r WHERE r.item_id = i.id AND r.undone_at IS NULL) r ON true
      WHERE o.task_id = ${taskId}::uuid GROUP BY 1, 2, 3),
    sold AS (SELECT l.*, (SELECT as_of FROM sku_rate_state) AS as_of, d.sold_14, d.sold_28 FROM lines l CROSS JOIN LATERAL (
        SELECT coalesce(sum(d.sold) FILTER (WHERE d.day < l.came + 14), 0)::int AS sold_14, coalesce(sum(d.sold), 0)::int AS sold_28
        FROM sale_day d WHERE d.shop_id = l.store_id AND d.sku_id = l.sku_id AND d.day >= l.came AND d.day < l.came + 28) d)
    SELECT x.code AS store, x.name AS store_name, x.name_zh AS store_name_zh, n.category, sum(n.given)::int AS given,
      sum(n.received)::int AS received, min(n.came)::text AS received_on,
      greatest(0, coalesce(max(n.as_of) - min(n.came) + 1, 0))::int AS known_days,
      sum(least(n.received, n.sold_14))::int AS sold_14, sum(least(n.received, n.sold_28))::int AS sold_28
    FROM sold n JOIN site x ON x.id = n.store_id GROUP BY x.code, x.name, x.name_zh, n.category ORDER BY x.code, n.category`.execute(
    db,
  )
  return rows
}
