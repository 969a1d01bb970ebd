import { sql } from 'kysely'

/**
 * Orders that need cloth, by the day on which it is cut: id, order_id (the number that people use), day. Production orders, and vendors'
 * orders whose SKUs are mapped; those go once all that is produced in India has a production order.
 */
export const clothOrders = sql`(
  SELECT p.id, p.number AS order_id,
    coalesce((SELECT min(a.starts_on) FROM production_vendor_allocation a WHERE a.order_id = p.id), p.due_on, (p.made_at AT TIME ZONE 'UTC')::date) AS day
  FROM production_order p WHERE p.state <> 'REJECTED'
  UNION ALL
  SELECT o.id, o.order_id, o.ship_by AS day FROM vendor_order o WHERE o.decision = 'APPROVED')`

/** The same whatever became of them: whoever holds cloth is named by its number. */
export const everyClothOrder = sql`(
  SELECT p.id, p.number AS order_id FROM production_order p UNION ALL SELECT o.id, o.order_id FROM vendor_order o)`

/** Lines of orders with their SKU: order_id (the row's id), sku_id, pieces that cloth is needed for, cut ones included. */
export const clothLines = sql`(
  SELECT l.order_id, l.sku_id, l.pieces FROM production_order_line l WHERE l.sku_id IS NOT NULL
  UNION ALL
  SELECT l.order_id, l.sku_id, l.awaiting + l.platform + l.reserved FROM order_line l)`
