import { stockTabs } from '../../../shared/areas/stock/calls.ts'
import { key } from '../../i18n/formats.ts'
import { filterBy, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export const tabWords = {
  good: key('Good'),
  b_grade: key('B-grade'),
  damaged: key('Damaged'),
  reserved: key('Reserved'),
  in_transit: key('In transit'),
  all: key('All'),
} as const

/** What the address of the stock list says. */
export const params = {
  by: placeParam(oneOfParam(['sku', 'style'], 'sku')),
  tab: oneOfParam(stockTabs, 'good'),
  search: filterBy('search', textParam()),
  site: filterBy('site', textParam()),
  place: filterBy('place_kind', textParam()),
  category: filterBy('category', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  shelf: filterBy('shelf', textParam()),
  style: placeParam(textParam()),
  sku: placeParam(textParam()),
  view: placeParam(oneOfParam(['grid', 'places', 'life'], 'grid')),
  /** Whose site's life of the SKU is looked at. */
  life: placeParam(filterBy('site', textParam())),
}
