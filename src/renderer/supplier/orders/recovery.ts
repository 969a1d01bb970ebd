import type { OrderRow } from '../../../shared/contract/shapes.ts'
import type { SkuDetail } from '../../orders/order-shape.ts'

/**
 * The answer that puts recovered pieces back where they were, made from the lines before and after. Null when nothing came
 * back. A refusal goes back under the reason that it had.
 */
export function undoRecovery(before: readonly SkuDetail[], after: OrderRow) {
  const lines = before.flatMap((was) => {
    const is = after.sku_details?.find(({ nm_sku }) => nm_sku === was.nm_sku)
    if (!is) return []
    const oos = was.quantities.oos - is.quantities.oos
    const rejected = was.quantities.rejected - is.quantities.rejected
    if (oos + rejected <= 0) return []
    const why =
      rejected > 0 ? { reason: was.reason ?? ('Other' as const), remark: was.remark || 'Recovery undone' } : {}
    return [
      {
        nm_sku: was.nm_sku,
        ready_quantity: is.quantities.awaiting - oos - rejected,
        oos_quantity: oos,
        rejected_quantity: rejected,
        ...why,
      },
    ]
  })
  return lines.length === 0 ? null : { order_id: after.order_id, version: after.version, lines }
}
