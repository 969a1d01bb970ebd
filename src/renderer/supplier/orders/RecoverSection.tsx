import { Button } from '@blueprintjs/core'
import { useMemo } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { Section } from '../../kit/Drawer.tsx'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import { gridOf, type SkuDetail } from '../../orders/order-columns.tsx'
import { useLocale } from '../../table/words.ts'

type Line = { nm_sku: string; quantity: number }

/** Brings refused and out-of-stock pieces back: all at once, or some per SKU. */
export function RecoverSection({ order, skus }: { order: OrderRow; skus: readonly SkuDetail[] }) {
  const { t, name, plural } = useLocale()
  const gone = useMemo(() => skus.filter((sku) => goneOf(sku) > 0), [skus])
  const grid = useMemo(() => gridOf(gone, name), [gone, name])
  const layers = useMemo(() => [{ key: 'back', label: t('Back to awaiting') }], [t])
  const most = useMemo(() => new Map(gone.map((sku) => [sku.nm_sku, goneOf(sku)])), [gone])
  const start = useMemo(() => Object.fromEntries(gone.map((sku) => [sku.nm_sku, { back: 0 }])), [gone])
  const typed = useTypedGrid(`recover.${order.order_id}`, start, t('Pieces to recover'))
  const { value: values, change: setValues } = typed
  const lines = [...most.keys()].flatMap((sku): Line[] => {
    const quantity = values[sku]?.back ?? 0
    return quantity > 0 ? [{ nm_sku: sku, quantity }] : []
  })
  const tooMany = lines.filter(({ nm_sku, quantity }) => quantity > (most.get(nm_sku) ?? 0))
  const faults = new Map(tooMany.map(({ nm_sku }) => [nm_sku, t('Only {{n}} can come back', { n: most.get(nm_sku) })]))
  const recover = useRecover(order, skus)
  const run = async (wanted: Line[] | undefined) => {
    if (await recover.run(wanted)) typed.reset()
  }
  return (
    <Section
      title={t('Recover rejected and out-of-stock pieces')}
      tools={
        <Button size="small" text={t('Recover all')} loading={recover.isRunning} onClick={() => void run(undefined)} />
      }
    >
      <QuantityGrid
        label={t('Pieces to recover')}
        {...grid}
        {...{ layers, values, faults }}
        onChange={setValues}
        beside={(sku) => `/${most.get(sku) ?? 0}`}
      />
      {lines.length > 0 && (
        <Button
          intent="primary"
          size="small"
          text={plural(
            lines.reduce((sum, { quantity }) => sum + quantity, 0),
            'Recover 1 piece',
            'Recover {{n}} pieces',
          )}
          disabled={faults.size > 0}
          loading={recover.isRunning}
          onClick={() => void run(lines)}
        />
      )}
    </Section>
  )
}

function useRecover(order: OrderRow, skus: readonly SkuDetail[]) {
  const { t } = useLocale()
  return useAction(
    (lines: Line[] | undefined, options) =>
      api.orders.recoverOosOrder({ order_id: order.order_id, ...(lines ? { lines } : {}) }, options),
    {
      done: () => t('Pieces recovered.'),
      undo: async ({ data }, _, options) => {
        const back = undoRecovery(skus, data.order)
        if (back) await api.orders.updateOrders({ orders: [back] }, options)
      },
      refresh: ['orders', 'shipments'],
    },
  )
}

function goneOf({ quantities }: SkuDetail): number {
  return quantities.rejected + quantities.oos
}

/**
 * The answer that puts recovered pieces back where they were, made from the lines before and after. Null when nothing came
 * back. A refusal goes back under the reason that it had.
 */
export function undoRecovery(before: readonly SkuDetail[], after: OrderRow) {
  const lines = before.flatMap((was) => {
    const is = after.sku_details?.find(({ nm_sku }) => nm_sku === was.nm_sku)
    if (!is) return []
    const oos = was.quantities.oos - is.quantities.oos
    const rejected = was.quantities.rejected - is.quantities.rejected
    if (oos + rejected <= 0) return []
    const why =
      rejected > 0
        ? {
            reason: was.reason ?? ('Other' as const),
            ...(was.vendor_reason && { vendor_reason: was.vendor_reason }),
            remark: was.remark || 'Recovery undone',
          }
        : {}
    return [
      {
        nm_sku: was.nm_sku,
        ready_quantity: is.quantities.awaiting - oos - rejected,
        oos_quantity: oos,
        rejected_quantity: rejected,
        ...why,
      },
    ]
  })
  return lines.length === 0 ? null : { order_id: after.order_id, version: after.version, lines }
}
