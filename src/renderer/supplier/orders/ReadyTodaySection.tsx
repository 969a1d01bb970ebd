import { Button } from '@blueprintjs/core'
import { useEffect, useMemo, useState } from 'react'
import type { OrderRow } from '../../../shared/contract/shapes.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { Section } from '../../kit/Drawer.tsx'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { gridOf, type SkuDetail, valuesOf } from '../../orders/order-shape.ts'
import { useWords } from '../../table/words.ts'

type Item = { order_id: string; nm_sku: string; ready_quantity: number }

/** Puts pieces that are ready today on the shipping platform, straight from the order. */
export function ReadyTodaySection({ order, skus }: { order: OrderRow; skus: readonly SkuDetail[] }) {
  const { t, name } = useWords()
  const open = useMemo(() => skus.filter((sku) => mostOf(sku) > 0), [skus])
  const grid = useMemo(() => gridOf(open, name), [open, name])
  const layers = useMemo(() => [{ key: 'ready', label: t('Ready today'), tone: 'good' as const }], [t])
  const start = useMemo(() => valuesOf(open, (sku) => ({ ready: sku.ready_quantity })), [open])
  const [values, setValues] = useState(start)
  useEffect(() => setValues(start), [start])
  const most = useMemo(() => new Map(open.map((sku) => [sku.nm_sku, mostOf(sku)])), [open])
  const item = (nm_sku: string, ready_quantity: number): Item => ({ order_id: order.order_id, nm_sku, ready_quantity })
  const changed = open.filter(({ nm_sku, ready_quantity }) => (values[nm_sku]?.ready ?? 0) !== ready_quantity)
  const over = open.filter(({ nm_sku }) => (values[nm_sku]?.ready ?? 0) > (most.get(nm_sku) ?? 0))
  const faults = new Map(over.map(({ nm_sku }) => [nm_sku, t('Only {{n}} can be ready', { n: most.get(nm_sku) })]))
  const schedule = useAction((items: Item[], options) => api.vendor.saveScheduleQuantity({ items }, options), {
    what: t('Quantities on the shipping platform'),
    done: () => t('Quantities saved on the shipping platform.'),
    undo: (_, items, options) => {
      const before = items.map(({ nm_sku }) =>
        item(nm_sku, open.find((sku) => sku.nm_sku === nm_sku)?.ready_quantity ?? 0),
      )
      return api.vendor.saveScheduleQuantity({ items: before }, options)
    },
    refresh: ['vendor'],
  })
  return (
    <Section
      title={t('Ready today')}
      tools={
        <Button
          size="small"
          text={t('All waiting pieces are ready')}
          onClick={() => setValues(valuesOf(open, (sku) => ({ ready: mostOf(sku) })))}
        />
      }
    >
      <QuantityGrid
        label={t('Pieces ready today')}
        {...grid}
        {...{ layers, values, start, faults }}
        onChange={setValues}
        beside={(sku) => `/${most.get(sku) ?? 0}`}
      />
      {changed.length > 0 && (
        <Button
          intent="primary"
          size="small"
          text={t('Put on the shipping platform')}
          disabled={faults.size > 0}
          loading={schedule.isRunning}
          onClick={() => void schedule.run(changed.map((sku) => item(sku.nm_sku, values[sku.nm_sku]?.ready ?? 0)))}
        />
      )}
    </Section>
  )
}

/** What can be ready: what waits, and what is on the platform but in no shipment yet. */
function mostOf({ ready_quantity, quantities }: SkuDetail): number {
  return ready_quantity + quantities.awaiting
}
