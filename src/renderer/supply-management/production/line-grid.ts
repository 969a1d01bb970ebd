import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { inSizeOrder } from '../../../shared/areas/garment-specs/rules.ts'
import type { GridShape } from '../../kit/quantity-grid/grid-model.ts'
import { useIsPhone } from '../../kit/use-is-phone.ts'

/** An order's colours and sizes as a grid; a cell is a SKU. On a phone every SKU is a row of its own, so that nothing lies beyond the edge. */
export function useLineGrid({ lines }: FacilityOrderRow): Omit<GridShape, 'layers'> {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return useMemo(() => {
    if (isPhone)
      return {
        rows: lines.map(({ color, size, nm_sku }) => ({ key: nm_sku, label: `${color} · ${size}` })),
        columns: [{ key: 'pieces', label: t('Pieces') }],
        cellId: (sku: string) => sku,
      }
    const ids = new Map(lines.map(({ color, size, nm_sku }) => [JSON.stringify([color, size]), nm_sku]))
    const heads = (names: readonly string[]) => [...new Set(names)].map((name) => ({ key: name, label: name }))
    return {
      rows: heads(lines.map(({ color }) => color)),
      columns: heads(inSizeOrder(lines.map(({ size }) => size))),
      cellId: (color: string, size: string) => ids.get(JSON.stringify([color, size])) ?? null,
    }
  }, [lines, isPhone, t])
}
