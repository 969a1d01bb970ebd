import { stockCountTabs } from '../../../shared/areas/stock-counts/calls.ts'
import { filterBy, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export const stockCountParams = {
  tab: oneOfParam(stockCountTabs, 'open'),
  q: filterBy('search', textParam()),
  site: filterBy('site', textParam()),
  /** The open count. */
  count: placeParam(textParam()),
  view: placeParam(oneOfParam(['places', 'lines', 'history'], 'places')),
  /** Counting by scan, in place of the list; and where. */
  scan: placeParam(textParam()),
  shelf: placeParam(textParam()),
}

export const stateTones = { OPEN: 'active', POSTED: 'good', CANCELLED: 'neutral', REVERSED: 'neutral' } as const
