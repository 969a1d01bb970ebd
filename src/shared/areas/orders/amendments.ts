import { key } from '../../kernel/words.ts'
import type { MoveKind, Quantities } from './quantities.ts'

/** The decisions that ops make on an order, and its end. */
export const orderDecisions = ['NEW', 'APPROVED', 'NOT_APPROVED', 'CANCELLED'] as const

export type OrderDecision = (typeof orderDecisions)[number]

export type AmendMove = { kind: Extract<MoveKind, 'amend_up' | 'amend_down' | 'unschedule'>; quantity: number }

/** How few pieces may be ordered of a line: those that are promised to a shipment, packed, shipped, refused or out of stock stay. */
export function leastOrdered(line: Pick<Quantities, 'ordered' | 'awaiting' | 'platform'>): number {
  return line.ordered - line.awaiting - line.platform
}

/**
 * The moves that bring a line to `quantity` pieces, or how few it could have. Fewer are taken from those that await, then from the
 * platform; more await the vendor's answer.
 */
export function amendMoves(line: Quantities, quantity: number): { moves: AmendMove[] } | { least: number } {
  const less = line.ordered - quantity
  if (less < 0) return { moves: [{ kind: 'amend_up', quantity: -less }] }
  if (less === 0) return { moves: [] }
  const least = leastOrdered(line)
  if (quantity < least) return { least }
  const fromPlatform = Math.max(0, less - line.awaiting)
  return {
    moves: [
      ...(fromPlatform > 0 ? [{ kind: 'unschedule' as const, quantity: fromPlatform }] : []),
      { kind: 'amend_down', quantity: less },
    ],
  }
}

/** Vendor orders are priced in yuan (specification, section 3), so their values can be added. */
export const orderCurrency = 'CNY'

/** More pieces than this, and somebody typed a code for a number. */
export const mostPieces = 1_000_000

/** What is wrong with an order that is made, amended or cancelled: English, and the keys of their translations. */
export const orderMessages = {
  orderTaken: key('Order {{order_id}} exists already.'),
  noStyle: key('There is no style {{style_id}}.'),
  noVendor: key('There is no vendor {{supplier_id}}.'),
  vendorOff: key('Vendor {{supplier_id}} takes no new orders.'),
  noSite: key('There is no destination {{destination_id}}.'),
  outOfUse: key('{{code}} is out of use.'),
  noPrice: key('Please enter a price above zero.'),
  otherCurrency: key('Vendor orders are priced in {{currency}}.'),
  deadlineBefore: key('The deadline lies before the order date.'),
  deadlinePast: key('This deadline has passed already.'),
  dateAhead: key('The order date lies in the future.'),
  noPieces: key('Please order at least one piece.'),
  tooMany: key('An order has at most {{most}} pieces.'),
  otherStyle: key('SKU {{nm_sku}} is not of style {{style_id}}.'),
  skuTwice: key('SKU {{nm_sku}} is named twice.'),
  nothingAmended: key('Please change a quantity, the deadline or the price.'),
  tooFew: key(
    'SKU {{nm_sku}} cannot have fewer than {{least}} pieces: the others are in shipments, packed, shipped, rejected or out of stock.',
  ),
  cancelInstead: key('An order keeps at least one piece. Please cancel it instead.'),
  notOpen: key('This order was refused or cancelled: it does not change any more.'),
  priceStays: key('The vendor has answered this order: its price stays.'),
  underWay: key('{{quantity}} pieces of this order are in shipments or were shipped: it cannot be cancelled.'),
  withdrawnMeanwhile: key(
    'The company took order {{order_id}} back to look at it again. It needs no answer now; you are asked again once it is approved.',
  ),
  cancelledMeanwhile: key('The company cancelled order {{order_id}}. It needs no answer any more.'),
  notCancelled: key('This order is not cancelled.'),
  changedSince: key(
    'Changed by {{changed_by}} since it was looked at: now {{pieces}} pcs at {{price}}, to ship by {{ship_by}}. Please look again.',
  ),
  otherSums: key(
    'Something changed since: what matches now is {{pieces}} pcs worth {{value}}, orders: {{orders}}. Nothing was decided. Please look again.',
  ),
  isUrgent: key('The order is urgent already.'),
  notUrgent: key('The order was not flagged as urgent.'),
  isCancelled: key('The order was cancelled.'),
  isClosed: key('The order ended long ago and is closed.'),
  nothingOpen: key('Nothing of this order waits for its vendor.'),
  remindedNow: key('The vendor was reminded of this order within the last hour.'),
} as const

/** Why ops run after the vendor of an approved order; one order may be in several. */
export const chaseKinds = ['unanswered', 'overdue', 'late', 'short', 'shipped_short'] as const

export type ChaseKind = (typeof chaseKinds)[number]
