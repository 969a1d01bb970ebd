import { dayParam, filterBy, oneOfParam, placeParam, type StateOf, textParam } from '../../table/list-state.ts'

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
}

export type InvoicesState = StateOf<typeof invoiceParams>
export type InvoiceView = InvoicesState['view']

/** Boxes that wait for an invoice have no day of issue. */
export const readyWords = ['q', 'supplier'] as const
