import type { InventoryRow, InventorySku } from '../../../shared/areas/vendor-inventory/shapes.ts'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'

export const layers = ['available', 'in_production'] as const

export function gridOf(skus: readonly InventorySku[]): GridValues {
  return Object.fromEntries(skus.map(({ nm_sku, available, in_production }) => [nm_sku, { available, in_production }]))
}

/** SKUs whose numbers differ from what is saved, with the version that was read. */
export function changesOf(skus: readonly InventorySku[], values: GridValues) {
  return skus.flatMap((sku) => {
    const typed = {
      available: values[sku.nm_sku]?.available ?? 0,
      in_production: values[sku.nm_sku]?.in_production ?? 0,
    }
    return layers.some((layer) => typed[layer] !== sku[layer])
      ? [{ nm_sku: sku.nm_sku, version: sku.version, ...typed }]
      : []
  })
}

/** What was saved since is shown anew. */
export const versionsOf = ({ skus }: InventoryRow) => skus.map(({ nm_sku, version }) => `${nm_sku} ${version}`).join()
