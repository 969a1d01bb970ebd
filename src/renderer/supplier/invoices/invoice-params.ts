import { dayParam, oneOfParam, placeParam, type StateOf, textParam } from '../../table/list-state.ts'

export const invoiceListTabs = ['ready', 'to_export', 'to_ship', 'shipped', 'void', 'all'] as const
export type InvoiceListTab = (typeof invoiceListTabs)[number]

export const invoiceParams = {
  tab: oneOfParam(invoiceListTabs, 'ready'),
  q: textParam(),
  supplier: textParam(),
  from: dayParam(),
  to: dayParam(),
  /** The open invoice. */
  invoice: placeParam(textParam()),
  view: placeParam(oneOfParam(['papers', 'boxes', 'styles', 'history'], 'papers')),
}

export type InvoicesState = StateOf<typeof invoiceParams>
export type InvoiceView = InvoicesState['view']

export const invoiceFilterKeys = ['q', 'supplier', 'from', 'to'] as const

/** The filter of invoices without their tab, for the counts. */
export function invoiceFilter({ q, supplier, from, to }: InvoicesState) {
  return { ...readyFilter({ q, supplier }), ...(from && { issued_from: from }), ...(to && { issued_to: to }) }
}

/** Boxes that wait for an invoice have no day of issue. */
export function readyFilter({ q, supplier }: Pick<InvoicesState, 'q' | 'supplier'>) {
  return { ...(q && { search: q }), ...(supplier && { supplier_id: supplier }) }
}
