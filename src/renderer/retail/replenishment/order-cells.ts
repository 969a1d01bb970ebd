import { barring } from '../../../shared/areas/allocation/replenish.ts'
import type { PoStyle } from '../../../shared/areas/allocation/shapes.ts'
import { allocationWords, testWords } from '../../../shared/areas/allocation/words.ts'
import { type GridValues, valueAt } from '../../kit/quantity-grid/grid-model.ts'

export const cellAt = (store: string, nmSku: string) => `${store} ${nmSku}`

/** The order of a style by store and size: what is ordered, beside what is there. */
export function cellsOf(rows: readonly PoStyle[]): GridValues {
  return Object.fromEntries(
    rows.flatMap(({ store, sizes }) =>
      sizes.map((one) => [
        cellAt(store, one.nm_sku),
        { ordered: one.ordered, on_hand: one.on_hand, in_transit: one.in_transit },
      ]),
    ),
  )
}

export interface OrderLine {
  store: string
  nm_sku: string
  quantity: number
}

/** Cells that were typed anew. */
export function typedLines(rows: readonly PoStyle[], values: GridValues): OrderLine[] {
  return rows.flatMap(({ store, sizes }) =>
    sizes.flatMap(({ nm_sku, ordered }) => {
      const quantity = valueAt(values, cellAt(store, nm_sku), 'ordered')
      return quantity === ordered ? [] : [{ store, nm_sku, quantity }]
    }),
  )
}

/** What is proposed of styles at stores, where it is not ordered already. */
export const proposedLines = (rows: readonly PoStyle[]): OrderLine[] =>
  rows.flatMap(({ store, sizes }) =>
    sizes.flatMap(({ nm_sku, proposed, ordered }) =>
      proposed > 0 && proposed !== ordered ? [{ store, nm_sku, quantity: proposed }] : [],
    ),
  )

export const orderedLines = (rows: readonly PoStyle[]): OrderLine[] =>
  rows.flatMap(({ store, sizes }) =>
    sizes.flatMap(({ nm_sku, ordered }) => (ordered > 0 ? [{ store, nm_sku, quantity: 0 }] : [])),
  )

export const piecesOf = (lines: readonly OrderLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export interface CellFault {
  message: string
  values: Record<string, string | number>
}

/** Why cells cannot stay as typed: more than is free at the source over all stores, or a store where a test bars the style. */
export function cellFaults(rows: readonly PoStyle[], values: GridValues): Map<string, CellFault> {
  const faults = new Map<string, CellFault>()
  const wanted = new Map<string, number>()
  for (const { store, sizes } of rows)
    for (const { nm_sku } of sizes)
      wanted.set(nm_sku, (wanted.get(nm_sku) ?? 0) + valueAt(values, cellAt(store, nm_sku), 'ordered'))
  for (const { store, failed, sizes } of rows) {
    const bar = failed.find((test) => barring.includes(test))
    for (const { nm_sku, free } of sizes) {
      const cell = cellAt(store, nm_sku)
      if (valueAt(values, cell, 'ordered') === 0) continue
      const sum = wanted.get(nm_sku) ?? 0
      if (bar !== undefined)
        faults.set(cell, { message: allocationWords.poTest, values: { nm_sku, store, test_key: testWords[bar] } })
      else if (sum > free) faults.set(cell, { message: allocationWords.poFree, values: { nm_sku, free, wanted: sum } })
    }
  }
  return faults
}
