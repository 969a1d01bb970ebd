import { useMemo, useState } from 'react'
import { z } from 'zod'
import { leastOrdered, orderMessages } from '../../../shared/areas/orders/amendments.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { key } from '../../../shared/kernel/words.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { DayField, DecimalField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { minorOf } from '../../kit/amounts.ts'
import { DialogParts, type DialogTurn, Modal, SentByKeys } from '../../kit/dialogs.tsx'
import { Shortcut } from '../../kit/KeyMenu.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { Callout } from '../../kit/states.tsx'
import { type GridSku, gridOf, type SkuDetail } from '../../orders/order-columns.tsx'
import { useLocale } from '../../table/words.ts'

/** Kept in English, so that both sides read them in their language. */
const usualReasons = [
  key('Sells better than planned'),
  key('Sells worse than planned'),
  key('Agreed with the vendor'),
  key('Wrong quantity ordered'),
  key('Launch moved'),
]

type AmendDialogProps = DialogTurn & { order: OrderRow }

/** Other quantities, another deadline or, until the vendor answered, another price; always with a reason. */
export function AmendDialog({ order, ...turn }: AmendDialogProps) {
  const { t } = useLocale()
  const answer = useAnswer('orders.orderableStyles', { style_id: order.style_id })
  return (
    <Modal
      {...turn}
      title={t('Amend order {{order_id}}', { order_id: order.order_id })}
      className="new-order"
      width={820}
      isTyped
    >
      <Loaded answer={answer} rows={6}>
        {({ rows }) => <AmendForm order={order} others={rows[0]?.skus ?? []} onClose={turn.onClose} />}
      </Loaded>
    </Modal>
  )
}

const amendForm = z.object({
  lines: z.record(z.string(), z.record(z.string(), z.number())),
  shipping_deadline: wantedText(key('Please choose a deadline.')),
  unit_price: z.string().refine((text) => text === '' || minorOf(text) !== null, orderMessages.noPrice),
  reason: wantedText(key('Please say why.')),
})

const priceText = (order: OrderRow) => (order.unit_price ? (order.unit_price.minor / 100).toFixed(2) : '')

function AmendForm({ order, others, onClose }: { order: OrderRow; others: readonly GridSku[]; onClose: () => void }) {
  const { t, number, plural } = useLocale()
  const { order_id, version, sku_details: own = [], unit_price } = order
  const lines = useMemo(
    () => Object.fromEntries(own.map((sku) => [sku.nm_sku, { pieces: sku.quantities.ordered }])),
    [own],
  )
  const [initial] = useState(() => ({
    ...{ lines, shipping_deadline: order.shipping_deadline, unit_price: priceText(order), reason: '' },
  }))
  const said = new Map(usualReasons.map((usual) => [t(usual), usual]))
  const form = useSentForm(amendForm, initial, {
    draft: `amend.${order_id}`,
    what: t('Amend order {{order_id}}', { order_id }),
    refresh: ['orders', 'shipments'],
    looksAgain: true,
    done: () => t('Order {{order_id}} amended.', { order_id }),
    send: (typed, options) =>
      api.orders.amendOrder(
        {
          ...{ order_id, version },
          reason: said.get(typed.reason) ?? typed.reason,
          lines: changedLines(initial.lines, typed.lines),
          ...(typed.shipping_deadline !== initial.shipping_deadline && { shipping_deadline: typed.shipping_deadline }),
          ...(unit_price &&
            typed.unit_price !== initial.unit_price && {
              unit_price: { minor: minorOf(typed.unit_price) ?? 0, currency: unit_price.currency },
            }),
        },
        options,
      ),
    after: onClose,
  })
  const changed = changedLines(initial.lines, form.values.lines)
  const faults = useFaults(own, form.values.lines)
  const before = order.total_order_quantity
  const after = totalOf(form.values.lines)
  const { shipping_deadline, unit_price: price } = form.values
  const isChanged =
    changed.length > 0 || shipping_deadline !== initial.shipping_deadline || price !== initial.unit_price
  const isOff = !isChanged || faults.size > 0 || after === 0
  const added = changed.reduce((sum, { nm_sku, quantity }) => sum + Math.max(0, quantity - piecesOf(lines, nm_sku)), 0)
  return (
    <SentByKeys run={form.send} isOff={isOff || form.isSending}>
      <DialogParts
        onCancel={onClose}
        step={{ text: t('Amend'), run: form.send, isOff, isRunning: form.isSending }}
        foot={
          <span className="new-order-sum" role="status">
            {after === 0
              ? t(orderMessages.cancelInstead)
              : `${t('Ordered')} ${before === after ? number(before) : `${number(before)} → ${number(after)}`}`}{' '}
            <Shortcut keys="Ctrl+Enter" />
          </span>
        }
      >
        <AmendGrid
          skus={gridSkus(own, others)}
          start={initial.lines}
          lines={form.values.lines}
          faults={faults}
          onChange={(next) => form.change({ lines: structuredClone(next) as typeof initial.lines })}
        />
        {added > 0 && isAnswered(order) ? (
          <Callout>
            {plural(
              added,
              'The vendor answers the added piece anew.',
              'The vendor answers the {{n}} added pieces anew.',
            )}
          </Callout>
        ) : null}
        <div className="form-grid">
          <DayField label={t('Ship by')} {...form.field('shipping_deadline')} />
          {unit_price ? (
            <DecimalField
              label={t('Unit price ({{currency}})', { currency: unit_price.currency })}
              maxLength={12}
              disabled={isAnswered(order)}
              hint={isAnswered(order) ? t(orderMessages.priceStays) : null}
              {...form.field('unit_price')}
            />
          ) : null}
          <TextField
            label={t('Reason')}
            maxLength={500}
            usual={[...said.keys()]}
            hint={
              order.decision === 'APPROVED' ? t('The vendor reads it.') : t('The vendor does not see this order yet.')
            }
            {...form.field('reason')}
          />
        </div>
      </DialogParts>
    </SentByKeys>
  )
}

const piecesOf = (lines: GridValues, sku: string) => lines[sku]?.pieces ?? 0
const totalOf = (lines: GridValues) => Object.values(lines).reduce((sum, cell) => sum + (cell.pieces ?? 0), 0)

/** Lines whose quantity is another than before: totals, as the call takes them. */
function changedLines(before: GridValues, now: GridValues): { nm_sku: string; quantity: number }[] {
  return Object.keys(now)
    .map((nm_sku) => ({ nm_sku, quantity: piecesOf(now, nm_sku) }))
    .filter(({ nm_sku, quantity }) => quantity !== piecesOf(before, nm_sku))
}

/** The vendor has said something of it. */
function isAnswered({ sku_details = [], quantities }: OrderRow): boolean {
  const isLineAnswered = sku_details.some((sku) => sku.vendor_decision !== 'NEW' && sku.quantities.ordered > 0)
  return isLineAnswered || quantities.awaiting < quantities.ordered
}

/** The order's SKUs, and those of its style that it does not have yet. */
function gridSkus(own: readonly SkuDetail[], others: readonly GridSku[]): GridSku[] {
  const known = new Set(own.map(({ nm_sku }) => nm_sku))
  return [...own, ...others.filter(({ nm_sku }) => !known.has(nm_sku))].toSorted(
    (a, b) => a.color.localeCompare(b.color) || a.size_rank - b.size_rank,
  )
}

/** Cells with fewer pieces than the server allows, by the same rule. */
function useFaults(own: readonly SkuDetail[], lines: GridValues): ReadonlyMap<string, string> {
  const { t } = useLocale()
  return useMemo(() => {
    const least = (sku: SkuDetail) => leastOrdered({ ...sku.quantities, platform: sku.ready_quantity })
    const short = own.filter((sku) => piecesOf(lines, sku.nm_sku) < least(sku))
    return new Map(
      short.map((sku) => [
        sku.nm_sku,
        t('At least {{n}}: they are in shipments, packed, shipped, rejected or out of stock', { n: least(sku) }),
      ]),
    )
  }, [own, lines, t])
}

interface AmendGridProps {
  skus: readonly GridSku[]
  start: GridValues
  lines: GridValues
  faults: ReadonlyMap<string, string>
  onChange: (lines: GridValues) => void
}

function AmendGrid({ skus, start, lines, faults, onChange }: AmendGridProps) {
  const { t, name } = useLocale()
  const grid = useMemo(() => gridOf(skus, name), [skus, name])
  const layers = useMemo(() => [{ key: 'pieces', label: t('Ordered') }], [t])
  return (
    <QuantityGrid
      label={t('Pieces by colour and size')}
      {...grid}
      {...{ layers, onChange, start, faults }}
      values={lines}
      beside={(sku) => (piecesOf(lines, sku) === piecesOf(start, sku) ? null : `/${piecesOf(start, sku)}`)}
      autoFocus
    />
  )
}
