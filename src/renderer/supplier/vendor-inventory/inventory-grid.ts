import { realStock } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { InventoryRow, InventorySku } from '../../../shared/areas/vendor-inventory/shapes.ts'
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

/** What was saved since is shown anew. */
export const versionsOf = ({ skus }: InventoryRow) => skus.map(({ nm_sku, version }) => `${nm_sku} ${version}`).join()
