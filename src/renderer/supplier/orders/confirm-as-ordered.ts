import type { OrderRow } from '../../../shared/contract/shapes.ts'
import type { CallInput } from '../../actions/calls.ts'
import { api, type CallOptions } from '../../api/client.ts'
import { newKey } from '../../api/keys.ts'
import { chunks } from './chunks.ts'

type ListFilter = Pick<
  CallInput<'vendor.getOrders'>,
  'search' | 'supplier_id' | 'status' | 'urgent' | 'order_date_from' | 'order_date_to'
>

/** Which orders: by id, or all of the list's filter. */
export type Chosen = { ids: readonly string[] } | { filter: ListFilter }

const pageSize = 200

/** The new ones of the chosen orders, with their lines: a list row alone does not know its SKUs. */
export async function loadNewOrders(chosen: Chosen): Promise<OrderRow[]> {
  const inputs = 'ids' in chosen ? chunks(chosen.ids, pageSize).map((order_ids) => ({ order_ids })) : [chosen.filter]
  const found: OrderRow[] = []
  for (const input of inputs) {
    let cursor: string | null = null
    do {
      const { data }: { data: { rows: OrderRow[]; next_cursor: string | null } } = await api.vendor.getOrders({
        ...input,
        tab: 'new',
        include_lines: true,
        page_size: pageSize,
        cursor,
      })
      found.push(...data.rows)
      cursor = data.next_cursor
    } while (cursor !== null)
  }
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
    const { data } = await api.vendor.updateOrders({ orders: part.map(asOrdered) }, { ...options, key })
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
    await api.vendor.updateOrders({ action: 'reopen', orders: wanted }, { ...options, key })
  }
}
