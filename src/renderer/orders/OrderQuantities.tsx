import { useMemo } from 'react'
import type { GridLayer } from '../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../kit/quantity-grid/QuantityGrid.tsx'
import { useWords } from '../table/words.ts'
import { gridOf, type SkuDetail, valuesOf } from './order-shape.ts'

const layers: readonly (GridLayer & { key: keyof SkuDetail['quantities'] })[] = [
  { key: 'ordered', label: 'Ordered' },
  { key: 'awaiting', label: 'Awaiting' },
  { key: 'on_platform', label: 'On platform', tone: 'good' },
  { key: 'packed', label: 'Packed', tone: 'good' },
  { key: 'shipped', label: 'Shipped', tone: 'good' },
  { key: 'oos', label: 'Out of stock', tone: 'warn' },
  { key: 'rejected', label: 'Refused', tone: 'bad' },
]

/** Where the pieces of an order stand, by colour and size. What no SKU has is left out. */
export function OrderQuantities({ skus }: { skus: readonly SkuDetail[] }) {
  const { t, name } = useWords()
  const grid = useMemo(() => gridOf(skus, name), [skus, name])
  const shown = useMemo(() => layersOf(skus).map((layer) => ({ ...layer, label: t(layer.label) })), [skus, t])
  const values = useMemo(() => valuesOf(skus, (sku) => sku.quantities), [skus])
  return <QuantityGrid label={t('Quantities')} {...grid} layers={shown} values={values} />
}

/** While all pieces stand at one place, the ordered numbers alone say everything. */
function layersOf(skus: readonly SkuDetail[]) {
  const used = layers.filter(({ key }) => skus.some((sku) => sku.quantities[key] > 0))
  return used.length === 2 ? used.slice(1) : used.length > 0 ? used : layers.slice(0, 1)
}
