import type { DimensionRow } from '../../../shared/areas/sku-dimensions/calls.ts'
import { type Dimensions, type Measure, measures, mostMeasured } from '../../../shared/areas/sku-dimensions/rules.ts'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'

/** The grid counts nothing: its one layer holds millimetres and grams, 0 for what is not measured. */
export const LAYER = 'n'

export const cellOf = (nmSku: string, measure: string) => `${nmSku} ${measure}`

export function gridOf(rows: readonly DimensionRow[]): GridValues {
  return Object.fromEntries(
    rows.flatMap((row) =>
      measures.map((measure) => [cellOf(row.nm_sku, measure), { [LAYER]: row[measure] ?? 0 }] as const),
    ),
  )
}

export function typedOf(values: GridValues, nmSku: string): Dimensions {
  return Object.fromEntries(
    measures.map((measure) => [measure, values[cellOf(nmSku, measure)]?.[LAYER] || null]),
  ) as Record<Measure, number | null>
}

/** SKUs whose measures differ from what is saved, with the version that was read. */
export function changesOf(rows: readonly DimensionRow[], values: GridValues) {
  return rows.flatMap((row) => {
    const typed = typedOf(values, row.nm_sku)
    return measures.some((measure) => typed[measure] !== row[measure])
      ? [{ nm_sku: row.nm_sku, version: row.version, ...typed }]
      : []
  })
}

/** Cells that hold more than anything that is worn measures. */
export function tooMuch(rows: readonly DimensionRow[], values: GridValues): { cell: string; most: number }[] {
  return rows.flatMap(({ nm_sku }) =>
    measures.flatMap((measure) => {
      const cell = cellOf(nm_sku, measure)
      return (values[cell]?.[LAYER] ?? 0) > mostMeasured[measure] ? [{ cell, most: mostMeasured[measure] }] : []
    }),
  )
}

/** Empty cells take what the first SKU of the same size has, whatever its colour. */
export function filledBySize(rows: readonly DimensionRow[], values: GridValues): GridValues {
  const next: Record<string, GridValues[string]> = { ...values }
  for (const measure of measures) {
    const known = new Map<string, number>()
    for (const { nm_sku, size } of rows) {
      const value = values[cellOf(nm_sku, measure)]?.[LAYER] ?? 0
      if (value > 0 && !known.has(size)) known.set(size, value)
    }
    for (const { nm_sku, size } of rows) {
      const cell = cellOf(nm_sku, measure)
      const value = known.get(size)
      if ((values[cell]?.[LAYER] ?? 0) === 0 && value !== undefined) next[cell] = { [LAYER]: value }
    }
  }
  return next
}
