import type { TraceKind } from '../../shared/domain/trace.ts'
import { boxFinder } from './boxes.ts'
import type { Finder } from './finder.ts'
import { invoiceFinder } from './invoices.ts'
import { orderFinder } from './orders.ts'
import { returnNoteFinder } from './return-notes.ts'
import { shipmentFinder } from './shipments.ts'
import { skuFinder } from './skus.ts'
import { styleFinder } from './styles.ts'

/** One line per kind of thing that has a code. Hits are shown in this order. */
export const finders: Readonly<Record<TraceKind, Finder>> = {
  order: orderFinder,
  shipment: shipmentFinder,
  box: boxFinder,
  sku: skuFinder,
  style: styleFinder,
  invoice: invoiceFinder,
  return_note: returnNoteFinder,
}
