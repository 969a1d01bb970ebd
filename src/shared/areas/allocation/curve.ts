/**
 * How an SKU that says too little of itself is taken to sell at a store (rules, section 7: the category's curve of the store). What the store sells of
 * the category a day is shared over sizes as its customers buy them, and of a size over its SKUs: so a category is never taken to sell
 * several times what it sells.
 */

/** SKUs of a category by the name of their size: how many are sold, and pieces that all shops sold of them in thirty days. */
export interface SizeOnSale {
  skus: number
  sold_30: number
}

/** What a store sells of a category: pieces a day of SKUs whose own sales say enough, and by size what all of them sold within thirty days. */
export interface CategoryAtStore {
  rate: number
  /** `known`: SKUs that count in its curve (`isKnownAtStore`). */
  sizes: ReadonlyMap<string, { sold_30: number; known: number }>
}

/** Pieces that other shops' customers count for beside a store's own: with fewer sold, a store's curve is mostly theirs. */
const OTHERS = 30

/** The part of each size in what is sold, between what was seen and what was to be expected. */
const leaning = (seen: number, all: number, expected: number) => (seen + OTHERS * expected) / (all + OTHERS)

/**
 * Pieces a day of an SKU of a size. One that the store sells is taken for an SKU of that size there; one that is new to it
 * for one of all that are on sale, since more styles bring no more customers.
 */
export function estimatedRate(
  size: string,
  isKnown: boolean,
  store: CategoryAtStore,
  onSale: ReadonlyMap<string, SizeOnSale>,
): number {
  const own = store.sizes.get(size) ?? { sold_30: 0, known: 0 }
  const of = onSale.get(size) ?? { skus: 0, sold_30: 0 }
  const sum = (values: Iterable<number>) => [...values].reduce((all, one) => all + one, 0)
  const skus = isKnown ? own.known : Math.max(of.skus, own.known)
  if (skus === 0 || store.rate === 0) return 0
  const all = {
    skus: sum([...onSale.values()].map((one) => one.skus)),
    sold: sum([...onSale.values()].map((one) => one.sold_30)),
    here: sum([...store.sizes.values()].map((one) => one.sold_30)),
  }
  const everywhere = leaning(of.sold_30, all.sold, all.skus === 0 ? 0 : of.skus / all.skus)
  return (store.rate * leaning(own.sold_30, all.here, everywhere)) / skus
}
