import { orderStatuses } from '../../../shared/domain/order-status.ts'
import {
  dayParam,
  flagParam,
  manyOfParam,
  oneOfParam,
  placeParam,
  type StateOf,
  textParam,
} from '../../table/list-params.ts'

export const orderTabs = ['new', 'confirmed', 'shipped', 'rejected_oos', 'all'] as const

/** What the address of My Orders says. */
export const myOrdersParams = {
  tab: oneOfParam(orderTabs, 'new'),
  search: textParam(),
  status: manyOfParam(orderStatuses),
  supplier: textParam(),
  from: dayParam(),
  to: dayParam(),
  urgent: flagParam(),
  sort: oneOfParam(['shipping_deadline', 'order_date', 'order_id', 'total_order_quantity'], 'shipping_deadline'),
  desc: flagParam(),
  order: placeParam(textParam()),
}

export type MyOrdersState = StateOf<typeof myOrdersParams>

export const myOrdersFilters = ['search', 'status', 'supplier', 'from', 'to', 'urgent'] as const

/** The filter as the calls take it, without tab and sort. */
export function filterOf(state: MyOrdersState) {
  return {
    ...(state.search && { search: state.search }),
    ...(state.supplier && { supplier_id: state.supplier }),
    ...(state.status.length > 0 && { status: [...state.status] }),
    ...(state.from && { order_date_from: state.from }),
    ...(state.to && { order_date_to: state.to }),
    ...(state.urgent && { urgent: true }),
  }
}
