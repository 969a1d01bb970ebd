import { key } from '../../kernel/words.ts'

export const preStockStatuses = ['Sellable', 'Over-promised', 'Expired', 'Withdrawn'] as const

export type PreStockStatus = (typeof preStockStatuses)[number]

/** `withdrawn`: also those whose last day is over. */
export const preStockTabs = ['sellable', 'over_promised', 'withdrawn', 'all'] as const

export const withdrawReasons = {
  arrived: key('Pieces have arrived'),
  no_stock: key('The vendor has no stock'),
  price: key('Price no longer holds'),
  mistake: key('Listed by mistake'),
  other: key('Another reason'),
} as const

export type WithdrawReason = keyof typeof withdrawReasons

export const withdrawReasonNames = Object.keys(withdrawReasons) as [WithdrawReason, ...WithdrawReason[]]

/**
 * What can be sold of a SKU by a listing: of the vendor's real stock what listings made before it leave, and never more than it promises.
 * A SKU that its vendor delisted, or of which it has too little, is promised more often than it is there: the listing is over-promised.
 */
export const sellable = (promised: number, real: number, promisedBefore: number): number =>
  Math.max(0, Math.min(promised, real - promisedBefore))

export const preStockWords = {
  listed: key('Listed for sale before stock.'),
  changed: key('Listing changed.'),
  withdrawn: key('Listings withdrawn.'),
  alreadyWithdrawn: key('These listings are withdrawn already.'),
  tooMuch: key('Of {{nm_sku}} {{room}} pieces can be promised, not {{pieces}}.'),
  none: key('Please promise at least one piece.'),
  over: key('This listing is withdrawn. Please make a new one.'),
  past: key('The last day lies in the past.'),
  notFound: key('Pre-stock listing {{listing_id}} was not found.'),
} as const
