import type { TraceKind } from '../../../shared/domain/trace.ts'
import type { CallData } from '../../actions/calls.ts'
import { key } from '../../i18n/key.ts'

export type Hit = CallData<'house.findTraced'>['hits'][number]
export type Life = CallData<'house.traceLife'>
export type LifeEvent = Life['events'][number]

/** What leads to a life. */
export interface Traced {
  kind: TraceKind
  code: string
}

/** What a kind of thing is called: one of it, and the heading over several. */
export const kindWords: Readonly<Record<TraceKind, { one: string; many: string }>> = {
  order: { one: key('Order'), many: key('Orders') },
  shipment: { one: key('Shipment'), many: key('Shipments') },
  box: { one: key('Box'), many: key('Boxes') },
  sku: { one: key('SKU'), many: key('SKUs') },
  style: { one: key('Style'), many: key('Styles') },
  invoice: { one: key('Invoice'), many: key('Invoices') },
  return_note: { one: key('Return note'), many: key('Return notes') },
}
