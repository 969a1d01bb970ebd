import { dayParam, filterBy, oneOfParam, placeParam, textParam } from '../../table/list-state.ts'

export const purchaseViews = ['lines', 'boxes', 'stock', 'history'] as const

export const purchaseParams = {
  /** Boxes that can be bought, or purchase orders by their state. */
  tab: oneOfParam(['ready', 'posted', 'reversed', 'all'], 'ready'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  from: filterBy('issued_from', dayParam()),
  to: filterBy('issued_to', dayParam()),
  /** The open purchase order. */
  po: placeParam(textParam()),
  view: placeParam(oneOfParam(purchaseViews, 'lines')),
}

/** What of the address asks for boxes. */
export const boxWords = ['q', 'supplier'] as const
