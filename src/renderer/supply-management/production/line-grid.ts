import { useMemo } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import type { GridShape } from '../../kit/quantity-grid/grid-model.ts'

/** An order's colours and sizes as a grid; a cell is a SKU. */
export function useLineGrid({ lines }: FacilityOrderRow): Omit<GridShape, 'layers'> {
  return useMemo(() => {
    const ids = new Map(lines.map(({ color, size, nm_sku }) => [JSON.stringify([color, size]), nm_sku]))
    const heads = (names: readonly string[]) => [...new Set(names)].map((name) => ({ key: name, label: name }))
    return {
      rows: heads(lines.map(({ color }) => color)),
      columns: heads(inSizeOrder(lines.map(({ size }) => size))),
      cellId: (color: string, size: string) => ids.get(JSON.stringify([color, size])) ?? null,
    }
  }, [lines])
}
