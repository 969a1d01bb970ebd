import { useQueryClient } from '@tanstack/react-query'
import type { NoticeKindName } from '../../../shared/domain/notices.ts'
import type { CallName } from '../../actions/calls.ts'
import { hasUnsaved } from '../unsaved.ts'
import type { Notice } from './use-notices.ts'

/** The calls whose answers are older than a notice of the kind. */
const callsOf: Record<NoticeKindName, readonly CallName[]> = {
  orders_to_answer: ['vendor.getOrders'],
  orders_withdrawn: ['vendor.getOrders'],
  pieces_refused: ['vendor.getOrders', 'ops.getConfirmedOrders'],
  shipment_sent: ['vendor.getShipments', 'chinaQc.getAwaitingInwardBoxes'],
  shipment_cancelled: ['vendor.getShipments', 'vendor.getShippingItems'],
  shipment_recovered: ['vendor.getShipments', 'vendor.getShippingItems'],
  boxes_arrived: ['vendor.getShipments', 'chinaQc.getInwardedBoxes'],
  own_pieces_missing: ['chinaQc.getInwardedBoxes'],
  pieces_missing: ['chinaQc.getInwardedBoxes'],
  shipped_to_india: ['chinaQc.getInvoices', 'chinaQc.getInwardedBoxes'],
  pieces_failed: ['chinaQc.getInwardedBoxes'],
  pieces_returned: ['house.returnNotes', 'chinaQc.getInwardedBoxes'],
  return_cancelled: ['house.returnNotes', 'chinaQc.getInwardedBoxes'],
  account_changed: ['users.getUserDetails'],
}

/**
 * Loads the lists anew that notices tell of. While something is typed the screen stays as it is: they are then loaded when they
 * are next opened.
 */
export function useToldLists(): (fresh: readonly Notice[]) => void {
  const client = useQueryClient()
  return (fresh) => {
    const names = new Set<unknown>(fresh.flatMap(({ kind }) => callsOf[kind]))
    void client.invalidateQueries({
      predicate: ({ queryKey: [name] }) => names.has(name),
      refetchType: hasUnsaved() ? 'none' : 'active',
    })
  }
}
