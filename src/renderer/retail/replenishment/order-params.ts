import { replenishmentStates, replenishmentTests } from '../../../shared/areas/allocation/words.ts'
import { filterBy, type ListState, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export const orderTabs = [...replenishmentStates, 'all'] as const
export const orderViews = ['eligible', 'not_eligible', 'ordered', 'overall', 'summary'] as const

export const orderParams = {
  tab: oneOfParam([...orderTabs], 'DRAFT'),
  search: filterBy('search', textParam()),
  store: filterBy('store', textParam()),
  /** The open order, its part in sight, and what that is narrowed to. */
  order: placeParam(textParam()),
  view: placeParam(oneOfParam([...orderViews], 'eligible')),
  at: placeParam(textParam()),
  find: placeParam(textParam()),
  test: placeParam(oneOfParam(['', ...replenishmentTests], '')),
}

export type OrderAddress = ListState<typeof orderParams>

export const closedOrder = { order: '', view: 'eligible', at: '', find: '', test: '' } as const
