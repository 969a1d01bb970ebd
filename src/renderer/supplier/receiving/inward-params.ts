import { dayParam, oneOfParam, type StateOf, textParam } from '../../table/list-state.ts'

/** Stands in the address for boxes whose shipment names no carrier. */
export const noCarrier = '-'

export const inwardParams = {
  tab: oneOfParam(['scan', 'awaiting', 'arrivals'], 'scan'),
  q: textParam(),
  supplier: textParam(),
  carrier: textParam(),
  shipment: textParam(),
  from: dayParam(),
  to: dayParam(),
  site: textParam(),
}

export type InwardState = StateOf<typeof inwardParams>
export type InwardTab = InwardState['tab']

export const inwardFilterKeys = ['q', 'supplier', 'carrier', 'shipment', 'from', 'to', 'site'] as const

/** What of the address says which delivery is meant; the calls take it so. */
export function deliveryFilter({ carrier, shipment, from, to }: InwardState) {
  return {
    ...(carrier && { carrier: carrier === noCarrier ? '' : carrier }),
    ...(shipment && { shipment_id: shipment }),
    ...(from && { shipped_from: from }),
    ...(to && { shipped_to: to }),
  }
}

/** The whole filter of the list. */
export function awaitingFilter(state: InwardState) {
  const { q, supplier, site } = state
  return {
    ...deliveryFilter(state),
    ...(q && { search: q }),
    ...(supplier && { supplier_id: supplier }),
    ...(site && { site }),
  }
}
