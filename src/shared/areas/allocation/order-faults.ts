import type { Failure } from './replenish.ts'
import { allocationWords, type ReplenishmentTest, testWords } from './words.ts'

/** Tests without which nothing more is ordered at all; the others say that nothing is needed, or nothing fits. */
export const barring: readonly ReplenishmentTest[] = [
  'not_listed',
  'not_carried',
  'no_stock',
  'slow',
  'snoozed',
  'on_its_way',
]

/** Pieces of an SKU that an order sends to a store. */
export interface OrderCell {
  store: string
  nm_sku: string
  /** The style and colour whose sizes make up a set. */
  style: string
  quantity: number
  /** What was ordered before. */
  ordered: number
  /** Pieces of the SKU that the source may give, to all stores together. */
  free: number
  pieces_in_set: number
  failed: readonly Failure[]
}

export interface CellFault {
  store: string
  nm_sku: string
  /** English, the key of its translation. */
  message: string
  values: Readonly<Record<string, string | number>>
}

const places = ({ store, style }: OrderCell) => `${store} ${style}`
const sum = (cells: readonly OrderCell[]) => cells.reduce((all, { quantity }) => all + quantity, 0)

export const barOf = (failed: readonly Failure[]) => failed.find(({ test }) => barring.includes(test))

/** Why a test bars an SKU at a store, as the values of words that have a place for {{nm_sku}}, {{store}} and {{test}}. */
export const barValues = ({ nm_sku, store }: Pick<OrderCell, 'nm_sku' | 'store'>, { test, values }: Failure) => ({
  ...values,
  nm_sku,
  store,
  test_key: testWords[test],
})

/**
 * Says why cells cannot be ordered as they are: more than before where a test bars the style, more than before beyond what is free at the
 * source over all stores, and in an order of sets anything but whole ones. Takes all cells of the styles that are changed. Fewer pieces than
 * before, of single ones, are always taken.
 */
export function orderFaults(cells: readonly OrderCell[], mode: 'eaches' | 'sets'): CellFault[] {
  const bySku = Map.groupBy(cells, ({ nm_sku }) => nm_sku)
  const sets = new Map([...Map.groupBy(cells, places)].map(([place, own]) => [place, setsOf(own)]))
  return cells.flatMap((cell): CellFault[] => {
    const { store, nm_sku, quantity, ordered, free, pieces_in_set, failed } = cell
    const isMore = quantity > ordered
    const bar = barOf(failed)
    if (isMore && bar) return [{ store, nm_sku, message: allocationWords.poTest, values: barValues(cell, bar) }]
    const wanted = sum(bySku.get(nm_sku) ?? [])
    if (isMore && wanted > free)
      return [{ store, nm_sku, message: allocationWords.poFree, values: { nm_sku, free, wanted } }]
    if (mode === 'sets' && quantity !== (sets.get(places(cell)) ?? 0) * pieces_in_set)
      return [{ store, nm_sku, message: allocationWords.poSets, values: { nm_sku, store, pieces: pieces_in_set } }]
    return []
  })
}

/** Sets that the pieces of a style at a store come to, where they are whole ones. */
const setsOf = (own: readonly OrderCell[]) =>
  Math.max(
    0,
    ...own.map(({ quantity, pieces_in_set }) => (pieces_in_set === 0 ? 0 : Math.floor(quantity / pieces_in_set))),
  )
