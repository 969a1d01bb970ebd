import { sql } from 'kysely'

/**
 * Pieces that are on their way to stores, or promised to them, by store and SKU: on the road, on passes that are confirmed or packed, on
 * submitted lines of other allocations and, with an order, on lines of other replenishment orders.
 */
export const onTheirWay = ({ taskId, orderId }: { taskId: string | null; orderId?: string | undefined }) => sql`
  SELECT p.to_site_id AS site_id, i.sku_id, CASE WHEN p.state IN ('CONFIRMED', 'PACKING') THEN greatest(i.planned, i.packed)
      ELSE i.sent - i.received - i.closed_short END AS pieces
    FROM gate_pass p JOIN gate_pass_item i ON i.pass_id = p.id
    WHERE p.state IN ('CONFIRMED', 'PACKING', 'SUBMITTED', 'PARTLY_RECEIVED') AND i.condition = 'good' AND p.to_site_id IS NOT NULL
  UNION ALL
  SELECT o.store_id, o.sku_id, o.quantity FROM allocation_outward o JOIN allocation_task t ON t.id = o.task_id
    WHERE t.is_frozen AND t.state IN ('SHORTLISTED', 'SUBMITTED') AND o.choice = 'shortlisted'
      AND t.id IS DISTINCT FROM ${taskId}::uuid
  UNION ALL
  SELECT l.store_id, l.sku_id, l.quantity FROM replenishment_line l JOIN replenishment_order o ON o.id = l.order_id
    WHERE o.state = 'DRAFT' AND o.id <> ${orderId ?? null}::uuid`
