import { chaseKinds } from '../../shared/areas/orders/amendments.ts'
import { exceptionKinds, exceptionWords } from '../../shared/areas/orders/answers.ts'
import {
  choiceFilter,
  codesParam,
  datesFilter,
  dayParam,
  type Filter,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  type StateOf,
  searchFilter,
  textParam,
} from '../table/list-state.ts'

/** What the address of both ops lists says. */
export const opsParams = {
  search: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  exception: filterBy('exception', oneOfParam(['', 'any', ...exceptionKinds], '')),
  from: filterBy('order_date_from', dayParam()),
  to: filterBy('order_date_to', dayParam()),
  sort: oneOfParam(['', 'shipping_deadline', 'order_date', 'order_id', 'total_order_quantity'], ''),
  desc: flagParam(),
  order: placeParam(textParam()),
}

/** What the address of the pending orders says: those that wait, clean or with exceptions, those that were refused, or cancelled. Without a tab, the first of those that wait that has any. */
export const pendingParams = {
  ...opsParams,
  tab: oneOfParam(['', 'clean', 'exceptions', 'refused', 'cancelled'], ''),
}

/** What the address of the confirmed orders says; `orders` are those that a notice is about. */
export const confirmedParams = {
  ...opsParams,
  proposals: filterBy('open_proposal', flagParam()),
  chase: filterBy('chase', oneOfParam(['', ...chaseKinds], '')),
  orders: filterBy('order_ids', codesParam()),
}

export type OpsState = StateOf<typeof opsParams>

/** The sort as the calls take it; without one, each list has its own order. */
export function opsSort({ sort, desc }: Pick<OpsState, 'sort' | 'desc'>) {
  return sort === '' ? {} : { sort, descending: desc }
}

type T = (key: string) => string

export function opsFilters(t: T, { exceptions: has = true } = {}): Filter<typeof opsParams>[] {
  const exceptions = [
    { value: 'any', label: t('Any exception') },
    ...exceptionKinds.map((value) => ({ value, label: t(exceptionWords[value]) })),
  ]
  return [
    searchFilter('search', t('Order, style, SKU or vendor')),
    ...(has ? [choiceFilter<typeof opsParams>('exception', t('Exceptions'), exceptions)] : []),
    datesFilter('from', 'to', t('Order date')),
  ]
}
