import { dayParam, filterBy, oneOfParam, type StateOf, textParam } from '../../table/list-state.ts'

/** Stands in the address for boxes whose shipment names no carrier. */
export const noCarrier = '-'

export const inwardParams = {
  tab: oneOfParam(['scan', 'awaiting', 'arrivals'], 'scan'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  carrier: filterBy('carrier', textParam(), (carrier) => (carrier === noCarrier ? '' : carrier)),
  shipment: filterBy('shipment_id', textParam()),
  from: filterBy('shipped_from', dayParam()),
  to: filterBy('shipped_to', dayParam()),
  site: filterBy('site', textParam()),
}

export type InwardState = StateOf<typeof inwardParams>
export type InwardTab = InwardState['tab']

/** What of the address says which delivery is meant. */
export const deliveryWords = ['carrier', 'shipment', 'from', 'to'] as const
