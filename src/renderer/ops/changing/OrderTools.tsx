import { Button } from '@blueprintjs/core'
import type { OrderRow, OrderSeen } from '../../../shared/areas/orders/shapes.ts'
import { key } from '../../../shared/kernel/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { useRight } from '../../session/use-right.ts'
import { type Locale, useLocale } from '../../table/words.ts'
import { asSeen, unchangedWords } from '../deciding.tsx'
import { AmendDialog } from './AmendOrder.tsx'

const cancelReasons = [
  key('Ordered twice'),
  key('Style dropped'),
  key('Ordered from another vendor'),
  key('Vendor cannot deliver'),
]

type Urgent = CallData<'orders.setUrgent'>

/** Flags orders as urgent or takes the flag off; the toast says how many, and offers Undo. */
export function useUrgent() {
  const words = useLocale()
  return useAction(
    async ({ order_ids, is_urgent }: { order_ids: string[]; is_urgent: boolean }, options) =>
      (await api.orders.setUrgent({ order_ids, is_urgent }, options)).data,
    {
      what: words.t('Urgent orders'),
      done: ({ changed }: Urgent, { is_urgent }) => urgentWords(changed.length, is_urgent, words),
      nothing: (outcome: Urgent) => (outcome.changed.length === 0 ? unchangedWords(outcome, words) : null),
      undo: ({ changed }, { is_urgent }, options) =>
        api.orders.setUrgent({ order_ids: changed, is_urgent: !is_urgent }, options),
      refresh: ['orders', 'shipments'],
    },
  )
}

function urgentWords(count: number, isUrgent: boolean, { plural }: Locale): string {
  return isUrgent
    ? plural(count, '1 order is urgent now.', '{{n}} orders are urgent now.')
    : plural(count, '1 order is no longer flagged as urgent.', '{{n}} orders are no longer flagged as urgent.')
}

/** What the flag's button does with the chosen: it goes on where it is not yet, or, where all have it, off. */
export function flagging(orders: readonly Pick<OrderRow, 'order_id' | 'is_flagged_urgent'>[]) {
  const areAll = orders.length > 0 && orders.every((order) => order.is_flagged_urgent)
  const changing = orders.filter((order) => areAll || !order.is_flagged_urgent)
  return { order_ids: changing.map(({ order_id }) => order_id), is_urgent: !areAll }
}

type Reminded = CallData<'orders.remindVendors'>

/** Tells the vendors of orders that we wait for them; the toast says how many, and why others were left. */
export function RemindButton({ orders }: { orders: readonly Pick<OrderRow, 'order_id'>[] }) {
  const words = useLocale()
  const mayManage = useRight('manageOrders')
  const remind = useAction(
    async (order_ids: string[], options) => (await api.orders.remindVendors({ order_ids }, options)).data,
    {
      what: words.t('Remind vendors'),
      done: ({ changed, unchanged }: Reminded) => {
        const said = words.plural(
          changed.length,
          '1 order: its vendor was reminded.',
          '{{n}} orders: their vendors were reminded.',
        )
        return unchanged.length === 0 ? said : `${said} ${unchangedWords({ unchanged }, words)}`
      },
      nothing: (outcome: Reminded) => (outcome.changed.length === 0 ? unchangedWords(outcome, words) : null),
      refresh: ['orders'],
    },
  )
  if (!mayManage) return null
  return (
    <Button
      size="small"
      text={words.plural(orders.length, 'Remind the vendor', 'Remind the vendors of {{n}} orders')}
      disabled={orders.length === 0}
      loading={remind.isRunning}
      onClick={() => void remind.run(orders.map(({ order_id }) => order_id))}
    />
  )
}

/** For a list's chosen orders. */
export function UrgentButton({ orders }: { orders: readonly OrderRow[] }) {
  const { t, number } = useLocale()
  const mayManage = useRight('manageOrders')
  const urgent = useUrgent()
  if (!mayManage) return null
  const asked = flagging(orders)
  const n = number(asked.order_ids.length)
  return (
    <Button
      size="small"
      text={asked.is_urgent ? t('Flag {{n}} as urgent', { n }) : t('Take the urgent flag off {{n}}', { n })}
      disabled={orders.length === 0}
      loading={urgent.isRunning}
      onClick={() => void urgent.run(asked)}
    />
  )
}

/** Takes cancellations back. */
export function useRestore() {
  const { t } = useLocale()
  return useAction(
    (order: OrderSeen, options) => api.orders.cancelOrder({ ...asSeen(order), action: 'restore' }, options),
    {
      done: (_, { order_id }) => t('Order {{order_id}} stands again.', { order_id }),
      refresh: ['orders', 'shipments'],
      looksAgain: true,
    },
  )
}

/** What ops do with an open order beside deciding on it: amend, hurry, cancel. */
export function OrderTools({ order, onCancelled }: { order: OrderRow; onCancelled: () => void }) {
  const { t, plural } = useLocale()
  const { order_id, version, is_flagged_urgent, quantities: q, sku_details = [] } = order
  const mayManage = useRight('manageOrders')
  const urgent = useUrgent()
  const amend = useDialog(AmendDialog)
  const cancel = useAskedAction(
    ({ reason }, options) => api.orders.cancelOrder({ order_id, version, reason }, options),
    {
      what: t('Cancel order {{order_id}}', { order_id }),
      ask: () => ({
        draft: `cancel.${order_id}`,
        title: t('Cancel order {{order_id}}', { order_id }),
        text:
          order.decision === 'APPROVED'
            ? t('The vendor is told, and sees the order no more.')
            : t('It stays among the cancelled orders.'),
        confirm: t('Cancel order'),
        usual: cancelReasons,
      }),
      done: () => t('Order {{order_id}} cancelled.', { order_id }),
      undo: ({ data }, _, options) => api.orders.cancelOrder({ ...asSeen(data.order), action: 'restore' }, options),
      refresh: ['orders', 'shipments'],
      looksAgain: true,
      after: onCancelled,
    },
  )
  if (!mayManage || (order.decision !== 'NEW' && order.decision !== 'APPROVED') || !order.sku_details) return null
  const free = sku_details.reduce((sum, sku) => sum + sku.ready_quantity, 0)
  const underWay = q.on_platform - free + q.packed + q.shipped
  return (
    <>
      <Button size="small" text={t('Amend…')} aria-haspopup="dialog" onClick={() => amend.open({ order })} />
      <Button
        size="small"
        text={is_flagged_urgent ? t('Not urgent any more') : t('Flag as urgent')}
        aria-pressed={is_flagged_urgent}
        loading={urgent.isRunning}
        onClick={() => void urgent.run({ order_ids: [order_id], is_urgent: !is_flagged_urgent })}
      />
      <Button
        size="small"
        text={t('Cancel order…')}
        aria-haspopup="dialog"
        disabled={underWay > 0}
        title={
          underWay > 0
            ? plural(
                underWay,
                '1 piece is in a shipment or was shipped.',
                '{{n}} pieces are in shipments or were shipped.',
              )
            : undefined
        }
        loading={cancel.isRunning}
        onClick={() => cancel.ask()}
      />
      {amend.dialog}
      {cancel.dialog}
    </>
  )
}
