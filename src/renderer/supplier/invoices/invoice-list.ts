import type { InvoiceTab } from '../../../shared/areas/invoices/rules.ts'
import type { Tone } from '../../../shared/kernel/area.ts'
import type { CallData } from '../../actions/calls.ts'
import {
  dayParam,
  filterBy,
  flagParam,
  oneOfParam,
  placeParam,
  type StateOf,
  textParam,
} from '../../table/list-state.ts'

export type Invoice = CallData<'invoices.getInvoices'>['rows'][number]
export type InvoiceDetails = CallData<'invoices.invoiceDetails'>

export const stageTones: Record<InvoiceTab, Tone> = {
  to_export: 'active',
  to_ship: 'warn',
  shipped: 'good',
  void: 'neutral',
}

export const invoiceListTabs = ['ready', 'to_export', 'to_ship', 'shipped', 'void', 'all'] as const
export type InvoiceListTab = (typeof invoiceListTabs)[number]

export const invoiceParams = {
  tab: oneOfParam(invoiceListTabs, 'ready'),
  q: filterBy('search', textParam()),
  supplier: filterBy('supplier_id', textParam()),
  from: filterBy('issued_from', dayParam()),
  to: filterBy('issued_to', dayParam()),
  /** The open invoice. */
  invoice: placeParam(textParam()),
  view: placeParam(oneOfParam(['papers', 'boxes', 'styles', 'history'], 'papers')),
  /** The loading station of the open invoice. */
  load: placeParam(flagParam()),
}

export type InvoiceView = StateOf<typeof invoiceParams>['view']

/** Boxes that wait for an invoice have no day of issue. */
export const readyWords = ['q', 'supplier'] as const
