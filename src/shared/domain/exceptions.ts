import { daysBetween } from './order-status.ts'

/** Why ops should look twice before approving an order, in the order in which they are shown. */
export const exceptionKinds = ['price_jump', 'late', 'new_vendor'] as const

export type ExceptionKind = (typeof exceptionKinds)[number]

/**
 * A price jump: at least `percent` above the price of the style's order before. A first order has nothing to compare with,
 * and a lower price needs nobody's attention. Prices are minor units of one currency.
 */
export function isPriceJump(minor: number, previousMinor: number | null, percent: number): boolean {
  return previousMinor !== null && minor > previousMinor && minor * 100 >= previousMinor * (100 + percent)
}

/** A vendor is new for its first `days` days, counted from the day it came on board to the day of the order. */
export function isNewVendor(onboardedOn: string, orderDate: string, days: number): boolean {
  return daysBetween(onboardedOn, orderDate) < days
}

export function orderExceptions(is: { priceJump: boolean; late: boolean; newVendor: boolean }): ExceptionKind[] {
  const holds: Record<ExceptionKind, boolean> = { price_jump: is.priceJump, late: is.late, new_vendor: is.newVendor }
  return exceptionKinds.filter((kind) => holds[kind])
}

/** What an exception is called on screen and in exports: English, and the key of its translation. */
export const exceptionWords: Readonly<Record<ExceptionKind, string>> = {
  price_jump: 'Price jump',
  late: 'Late',
  new_vendor: 'New vendor',
}
