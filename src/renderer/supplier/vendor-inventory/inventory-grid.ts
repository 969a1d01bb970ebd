import { realStock } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow, InventorySku } from '../../../shared/areas/vendor-inventory/shapes.ts'
import { key } from '../../i18n/formats.ts'
import { type GridValues, valueAt } from '../../kit/quantity-grid/grid-model.ts'

const saidLayers = ['available', 'in_production'] as const

export function gridOf(skus: readonly InventorySku[]): GridValues {
  return Object.fromEntries(skus.map(({ nm_sku, available, in_production }) => [nm_sku, { available, in_production }]))
}

/** What is typed with the real stock that it makes, below zero where more is promised. */
export function withRealStock(skus: readonly InventorySku[], values: GridValues): GridValues {
  return Object.fromEntries(
    skus.map(({ nm_sku, promised }) => {
      const typed = values[nm_sku] ?? {}
      return [nm_sku, { ...typed, real_stock: realStock(typed.available ?? 0, promised) }]
    }),
  )
}

/** Numbers that were typed, by SKU with the version that was read. What was not typed is not said: pieces may ship meanwhile. */
export function changesOf(skus: readonly InventorySku[], start: GridValues, values: GridValues) {
  return skus.flatMap(({ nm_sku, version }) => {
    const typed = saidLayers.filter((layer) => valueAt(values, nm_sku, layer) !== valueAt(start, nm_sku, layer))
    if (typed.length === 0) return []
    const said = Object.fromEntries(typed.map((layer) => [layer, valueAt(values, nm_sku, layer)]))
    return [{ nm_sku, version, ...said }]
  })
}

const saidWords = [key('Stock available'), key('In Production Quantity')] as const

/** A change of what a vendor said of an SKU ("13 + 136": stock and production) number by number; null for any other change. */
export function saidChanges(
  was: string | null,
  now: string,
): readonly { label: string; was: string; now: string }[] | null {
  const [before, after] = [was, now].map((said) => /^(\d+) \+ (\d+)$/.exec(said ?? '')?.slice(1))
  if (before === undefined || after === undefined) return null
  return saidWords.flatMap((label, at) => {
    const [from = '', to = ''] = [before[at], after[at]]
    return from === to ? [] : [{ label, was: from, now: to }]
  })
}

/** What was saved since is shown anew. */
export const versionsOf = ({ skus }: InventoryRow) => skus.map(({ nm_sku, version }) => `${nm_sku} ${version}`).join()

/** Prices of SKUs as they stand: the least and the dearest, both null where none has one, and whether some have none. */
export function pricesNow(skus: readonly Pick<InventorySku, 'price'>[]) {
  const prices = skus.flatMap(({ price }) => price ?? []).toSorted((one, other) => one.minor - other.minor)
  return { least: prices[0] ?? null, most: prices.at(-1) ?? null, lacksSome: prices.length < skus.length }
}
