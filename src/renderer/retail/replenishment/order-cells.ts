import { type CellFault, orderFaults } from '../../../shared/areas/allocation/order-faults.ts'
import type { PoStyle, ReplenishmentRow } from '../../../shared/areas/allocation/shapes.ts'
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

/** Why cells cannot stay as typed, by cell. */
export function cellFaults(
  rows: readonly PoStyle[],
  values: GridValues,
  mode: ReplenishmentRow['mode'],
): Map<string, CellFault> {
  const cells = rows.flatMap(({ store, style_id, color, failed, sizes }) =>
    sizes.map(({ nm_sku, ordered, free, pieces_in_set }) => ({
      ...{ store, nm_sku, style: `${style_id} ${color}`, failed, ordered, free, pieces_in_set },
      quantity: valueAt(values, cellAt(store, nm_sku), 'ordered'),
    })),
  )
  return new Map(orderFaults(cells, mode).map((fault) => [cellAt(fault.store, fault.nm_sku), fault]))
}

/** Stores that are to get pieces of a style though no minimum set of it can be made up for them. */
export const storesWithoutSet = (rows: readonly PoStyle[], values: GridValues): string[] =>
  rows.flatMap(({ store, failed, sizes }) =>
    failed.some(({ test }) => test === 'no_set') &&
    sizes.some(({ nm_sku }) => valueAt(values, cellAt(store, nm_sku), 'ordered') > 0)
      ? [store]
      : [],
  )

/** Days that a style lasts at a store with what is typed; null where it does not sell. */
export function coverWith({ store, rate, sizes }: PoStyle, values: GridValues): number | null {
  if (rate === 0) return null
  const pieces = sizes.map(
    ({ nm_sku, on_hand, in_transit }) => on_hand + in_transit + valueAt(values, cellAt(store, nm_sku), 'ordered'),
  )
  return pieces.reduce((sum, one) => sum + one, 0) / rate
}
