import type { OrderRow } from '../../../shared/contract/shapes.ts'

/** A decision can be taken back until the vendor answered or a piece moved; the server holds to the same rule. */
export function canWithdraw({
  vendor_decision,
  quantities,
}: Pick<OrderRow, 'vendor_decision' | 'quantities'>): boolean {
  return vendor_decision === 'NEW' && quantities.awaiting === quantities.ordered
}
