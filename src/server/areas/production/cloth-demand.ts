import { sql } from 'kysely'

/** Production orders that need cloth, by the day on which it is cut: id, order_id (the number that people use), day. */
export const clothOrders = sql`(
  SELECT p.id, p.number AS order_id,
    coalesce((SELECT min(a.starts_on) FROM production_vendor_allocation a WHERE a.order_id = p.id), p.due_on, (p.made_at AT TIME ZONE 'UTC')::date) AS day
  FROM production_order p WHERE p.state <> 'REJECTED')`

/** Whoever holds cloth, whatever became of it; vendors' orders held some before there were production orders. */
export const everyClothOrder = sql`(
  SELECT p.id, p.number AS order_id FROM production_order p UNION ALL SELECT o.id, o.order_id FROM vendor_order o)`

/**
 * Lines of production orders with their SKU: order_id (the row's id), sku_id, pieces that cloth is needed for, those of them not cut yet,
 * and what the order's marker takes of cloth a piece (`marked`, ten-thousandths of a metre; null while none stands).
 */
export const clothLines = sql`(
  SELECT l.order_id, l.sku_id, l.pieces, greatest(0, l.pieces - l.cut) AS uncut,
    (SELECT round((x ->> 'metres')::numeric * 10000)::int FROM production_order p
      JOIN LATERAL (SELECT m.consumption, m.grid_version FROM production_marker m WHERE m.order_id = p.id ORDER BY m.number DESC LIMIT 1) m
        ON m.grid_version = p.grid_version
      CROSS JOIN jsonb_array_elements(m.consumption) x WHERE p.id = l.order_id AND x ->> 'size' = l.size LIMIT 1) AS marked
  FROM production_order_line l WHERE l.sku_id IS NOT NULL)`

/** The same beside what vendors' orders still hold cloth for. */
export const everyClothLine = sql`(
  SELECT l.order_id, l.sku_id FROM production_order_line l WHERE l.sku_id IS NOT NULL
  UNION ALL SELECT l.order_id, l.sku_id FROM order_line l)`
