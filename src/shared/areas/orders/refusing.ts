import { key } from '../../kernel/words.ts'

/** Why operations refuse an order before its vendor sees it: reasons of buying. What is wrong with goods is said at QC. */
export const buyingReasons = [
  key('Price too high'),
  key('Not enough demand'),
  key('Would arrive too late'),
  key('Ordered twice'),
  key('Wrong quantities'),
  key('Another vendor makes it'),
] as const

export type BuyingReason = (typeof buyingReasons)[number]
