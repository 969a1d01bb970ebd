import { useMemo } from 'react'
import type { GridShape } from '../kit/quantity-grid/grid-model.ts'
import type { Pictured } from '../pictures/StylePicture.tsx'
import { useLocale } from '../table/words.ts'

interface Sku {
  nm_sku: string
  color: string
  color_zh: string
  size: string
  is_core: boolean
}

/** A style's SKUs for a `QuantityGrid`: colours down with its picture, sizes across, core sizes marked; a cell is a SKU. Both are memoised or constants. */
export function useSkuGrid(style: Pictured, skus: readonly Sku[]): Omit<GridShape, 'layers'> {
  const { name } = useLocale()
  return useMemo(() => {
    const ids = new Map(skus.map(({ color, size, nm_sku }) => [JSON.stringify([color, size]), nm_sku]))
    const colors = [...new Map(skus.map((sku) => [sku.color, sku])).values()]
    const sizes = [...new Map(skus.map((sku) => [sku.size, sku])).values()]
    return {
      rows: colors.map(({ color, color_zh }) => ({
        key: color,
        label: name(color, color_zh),
        names: [color, color_zh],
        pictured: style,
      })),
      columns: sizes.map(({ size, is_core }) => ({ key: size, label: is_core ? `${size} ●` : size, names: [size] })),
      cellId: (color: string, size: string) => ids.get(JSON.stringify([color, size])) ?? null,
    }
  }, [skus, style, name])
}
