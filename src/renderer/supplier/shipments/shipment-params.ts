import { type ShipmentStatus, shipmentStatuses } from '../../../shared/areas/shipments/status.ts'
import { filterBy, oneOfParam, placeParam, type StateOf, textParam } from '../../table/list-state.ts'

export const shipmentTabs = ['all', 'tentative', 'packing', 'shipped', 'cancelled'] as const

type ShipmentTab = (typeof shipmentTabs)[number]

export const shipmentParams = {
  tab: oneOfParam(shipmentTabs, 'all'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  /** The open shipment. */
  shipment: placeParam(textParam()),
  view: placeParam(oneOfParam(['packing', 'boxes', 'lines', 'history', 'talk'], 'packing')),
}

export type ShipmentsState = StateOf<typeof shipmentParams>
export type ShipmentView = ShipmentsState['view']

/** The status behind a tab; undefined for all. */
export function statusOfTab(tab: ShipmentTab): ShipmentStatus | undefined {
  return tab === 'all' ? undefined : shipmentStatuses[shipmentTabs.indexOf(tab) - 1]
}
