import { splitOverOrders } from '../invoices/rules.ts'

/** Pieces of a SKU of one box that a purchase order took, or that came back with its reversal. */
export interface BoughtPieces {
  /** purchase_order.id. */
  purchase: string
  pieces: number
  isBack: boolean
}

/**
 * So many pieces of a SKU of a box by the orders that they were packed for, `lines` in their order: those that purchase orders before (`history`,
 * oldest first) took are no longer free, and what a reversal gave back is free again, at the price that it had.
 */
export function splitOverFree<L extends { quantity: number }>(
  pieces: number,
  lines: readonly L[],
  history: readonly BoughtPieces[],
): { line: L; quantity: number }[] {
  const taken = new Map<L, number>()
  const purchases = new Map<string, { line: L; quantity: number }[]>()
  const take = (split: readonly { line: L; quantity: number }[], sign: 1 | -1) => {
    for (const { line, quantity } of split) taken.set(line, (taken.get(line) ?? 0) + sign * quantity)
  }
  const freely = (wanted: number) => {
    const free = lines.map((line) => ({ line, quantity: Math.max(0, line.quantity - (taken.get(line) ?? 0)) }))
    return splitOverOrders(wanted, free).map(({ line: { line }, quantity }) => ({ line, quantity }))
  }
  for (const { purchase, pieces: bought, isBack } of history) {
    if (isBack) {
      take(purchases.get(purchase) ?? [], -1)
      purchases.delete(purchase)
      continue
    }
    const split = freely(bought)
    take(split, 1)
    purchases.set(purchase, [...(purchases.get(purchase) ?? []), ...split])
  }
  return freely(pieces)
}
