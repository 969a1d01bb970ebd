import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import type { CallInput } from '../../actions/calls.ts'
import { problemOf, showFailure, useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { allRows } from '../../actions/useRows.ts'
import { api, type CallOptions, newKey } from '../../api/client.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import type { RowSelection } from '../../table/selection.ts'
import { useLocale } from '../../table/words.ts'

interface ConfirmBulkProps {
  selection: RowSelection
  /** Those chosen by hand. */
  rows: readonly OrderRow[]
  /** All that match, when they are chosen. */
  matching: Extract<Chosen, { filter: unknown }>
  /** New orders among all that match. */
  newCount: number
  matchingCount: number
}

/** The bulk bar of a vendor: every chosen new order is ready as ordered. Says how many, and which not. */
export function ConfirmBulk({ selection, rows, matching, newCount, matchingCount }: ConfirmBulkProps) {
  const words = useLocale()
  const { t, number, plural } = words
  const say = useSay()
  const confirm = useConfirm()
  const [isLoading, setLoading] = useState(false)
  const isAll = selection.selection.mode === 'all'
  const chosenRows = isAll ? [] : rows
  const fresh = isAll ? newCount : chosenRows.filter((row) => row.vendor_decision === 'NEW').length
  const rest = (isAll ? matchingCount : chosenRows.length) - fresh
  const work = useAction(confirmAsOrdered, {
    done: (confirmed) =>
      plural(confirmed.length, '1 order confirmed as ordered.', '{{n}} orders confirmed as ordered.'),
    undo: (confirmed, _, options) => reopenAll(confirmed, options),
    what: t('Orders confirmed as ordered'),
    refresh: ['orders', 'shipments'],
  })
  const start = async () => {
    setLoading(true)
    try {
      const orders = await loadNewOrders(isAll ? matching : { ids: chosenRows.map((row) => row.order_id) })
      if (orders.length === 0) {
        showToast({ tone: 'info', text: t('Nothing was changed: these orders were answered in the meantime.') })
        return
      }
      const pieces = orders.reduce((sum, order) => sum + order.quantities.awaiting, 0)
      const isAgreed = await confirm.ask({
        title: plural(orders.length, 'Confirm 1 order as ordered?', 'Confirm {{n}} orders as ordered?'),
        text: plural(
          pieces,
          '1 piece is answered as ready. Nothing is out of stock or rejected.',
          '{{n}} pieces are answered as ready. Nothing is out of stock or rejected.',
        ),
        confirm: plural(orders.length, 'Confirm 1 order', 'Confirm {{n}} orders'),
      })
      if (isAgreed && (await work.run(orders))) selection.clear()
    } catch (failure) {
      showFailure(problemOf(failure), { say, t })
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Button
        intent="primary"
        size="small"
        text={t('Confirm {{n}} as ordered', { n: number(fresh) })}
        disabled={fresh === 0}
        loading={isLoading || work.isRunning}
        onClick={() => void start()}
      />
      {rest > 0 && (
        <span className="muted">{t('{{n}} are answered already and stay as they are.', { n: number(rest) })}</span>
      )}
      {confirm.dialog}
    </>
  )
}

type ListFilter = Pick<
  CallInput<'orders.getOrders'>,
  'search' | 'supplier_id' | 'status' | 'urgent' | 'order_date_from' | 'order_date_to'
>

/** Which orders: by id, or all of the list's filter. */
export type Chosen = { ids: readonly string[] } | { filter: ListFilter }

const pageSize = 200

/** The new ones of the chosen orders, with their lines: a list row alone does not know its SKUs. */
export async function loadNewOrders(chosen: Chosen): Promise<OrderRow[]> {
  const inputs = 'ids' in chosen ? chunks(chosen.ids, pageSize).map((order_ids) => ({ order_ids })) : [chosen.filter]
  const found: OrderRow[] = []
  for (const input of inputs)
    found.push(
      ...(await allRows('orders.getOrders', { ...input, tab: 'new', include_lines: true, page_size: pageSize })),
    )
  return found
}

export interface Confirmed {
  order_id: string
  version: number
}

/** Answers every piece that awaits as ready, some orders at a time. Gives the orders with their new versions. */
export async function confirmAsOrdered(orders: readonly OrderRow[], options: CallOptions): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = []
  for (const [at, part] of chunks(orders, pageSize).entries()) {
    // One key per part: a repeat after a lost answer must not count for another part.
    const key = `${options.key ?? newKey()}-${at}`
    const { data } = await api.orders.updateOrders({ orders: part.map(asOrdered) }, { ...options, key })
    confirmed.push(...data.orders.map(({ order_id, version }) => ({ order_id, version })))
  }
  return confirmed
}

function asOrdered({ order_id, version, sku_details = [] }: OrderRow) {
  const lines = sku_details.map(({ nm_sku, quantities }) => ({ nm_sku, ready_quantity: quantities.awaiting }))
  return { order_id, version, lines }
}

/** Takes the answers of a bulk confirmation back. */
export async function reopenAll(orders: readonly Confirmed[], options: CallOptions): Promise<void> {
  for (const [at, part] of chunks(orders, pageSize).entries()) {
    const key = `${options.key ?? newKey()}-${at}`
    const wanted = part.map((order) => ({ ...order, lines: [] }))
    await api.orders.updateOrders({ action: 'reopen', orders: wanted }, { ...options, key })
  }
}

/** A list in parts of at most `size`, in its order. */
export function chunks<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size))
  return parts
}
