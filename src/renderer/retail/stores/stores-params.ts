import { heatMetrics } from '../../../shared/areas/allocation/store-stock.ts'
import type { CallData } from '../../actions/calls.ts'
import { filterBy, type ListState, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export const storeTabs = ['map', 'transfers', 'back', 'replay'] as const
export const storeViews = ['sells', 'lacks', 'long', 'way', 'given'] as const

export const storesParams = {
  tab: oneOfParam(storeTabs, 'map'),
  metric: oneOfParam(heatMetrics, 'cover'),
  category: filterBy('category', textParam()),
  season: filterBy('season', textParam()),
  region: filterBy('region', textParam()),
  search: filterBy('search', textParam()),
  /** Days of cover above which a store has too much; empty for the company's setting. */
  over: textParam(),
  /** The store that is open, the part of it, and the style of it that is looked at, as `DR1008~Emerald`. */
  store: placeParam(textParam()),
  view: placeParam(oneOfParam(storeViews, 'sells')),
  style: placeParam(textParam()),
  /** The allocation that is looked back on. */
  task: placeParam(textParam()),
}

export type Config = CallData<'allocation.getAllocationConfig'>
export type StoresAddress = ListState<typeof storesParams>

export const closedStore = { store: '', style: '', view: 'sells' } as const
