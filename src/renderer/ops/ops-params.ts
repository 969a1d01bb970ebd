import { exceptionKinds, exceptionWords } from '../../shared/areas/orders/answers.ts'
import {
  choiceFilter,
  datesFilter,
  dayParam,
  type Filter,
  flagParam,
  oneOfParam,
  placeParam,
  type StateOf,
  searchFilter,
  textParam,
} from '../table/list-state.ts'

/** What the address of both ops lists says. */
export const opsParams = {
  search: textParam(),
  supplier: textParam(),
  exception: oneOfParam(['', 'any', ...exceptionKinds], ''),
  from: dayParam(),
  to: dayParam(),
  sort: oneOfParam(['', 'shipping_deadline', 'order_date', 'order_id', 'total_order_quantity'], ''),
  desc: flagParam(),
  order: placeParam(textParam()),
}

export type OpsState = StateOf<typeof opsParams>

export const opsFilterKeys = ['search', 'supplier', 'exception', 'from', 'to'] as const

/** The filter as the calls take it. */
export function opsFilter({ search, supplier, exception, from, to }: Pick<OpsState, (typeof opsFilterKeys)[number]>) {
  return {
    ...(search && { search }),
    ...(supplier && { supplier_id: supplier }),
    ...(exception !== '' && { exception }),
    ...(from && { order_date_from: from }),
    ...(to && { order_date_to: to }),
  }
}

/** The sort as the calls take it; without one, each list has its own order. */
export function opsSort({ sort, desc }: Pick<OpsState, 'sort' | 'desc'>) {
  return sort === '' ? {} : { sort, descending: desc }
}

export type OpsFilter = ReturnType<typeof opsFilter>

type T = (key: string) => string

export function opsFilters(t: T): Filter<typeof opsParams>[] {
  const exceptions = [
    { value: 'any', label: t('Any exception') },
    ...exceptionKinds.map((value) => ({ value, label: t(exceptionWords[value]) })),
  ]
  return [
    searchFilter('search', t('Order, style, SKU or supplier')),
    choiceFilter('exception', t('Exceptions'), exceptions),
    datesFilter('from', 'to', t('Order date')),
  ]
}
