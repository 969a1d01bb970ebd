import type { z } from 'zod'
import type { skuDetail } from '../../shared/contract/shapes.ts'
import type { GridLine, GridValues } from '../kit/quantity-grid/grid-model.ts'

export type SkuDetail = z.output<typeof skuDetail>

export interface OrderGrid {
  rows: GridLine[]
  columns: GridLine[]
  /** The SKU of a colour and size. */
  cellId: (color: string, size: string) => string | null
}

/** Colours from top to bottom, sizes from left to right by their rank. */
export function gridOf(skus: readonly SkuDetail[], name: (english: string, chinese: string) => string): OrderGrid {
  const colors = new Map(skus.map((sku) => [sku.color, name(sku.color, sku.color_zh)]))
  const ranked = [...skus].sort((a, b) => a.size_rank - b.size_rank || a.size.localeCompare(b.size))
  const sizes = [...new Set(ranked.map((sku) => sku.size))]
  const ids = new Map(skus.map((sku) => [`${sku.color}\n${sku.size}`, sku.nm_sku]))
  return {
    rows: [...colors].map(([key, label]) => ({ key, label })),
    columns: sizes.map((size) => ({ key: size, label: size })),
    cellId: (color, size) => ids.get(`${color}\n${size}`) ?? null,
  }
}

/** Numbers of every SKU, by layer. */
export function valuesOf(skus: readonly SkuDetail[], of: (sku: SkuDetail) => Record<string, number>): GridValues {
  return Object.fromEntries(skus.map((sku) => [sku.nm_sku, of(sku)]))
}
