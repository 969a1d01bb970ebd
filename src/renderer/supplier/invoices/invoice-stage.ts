import { type InvoiceTab, invoiceTab } from '../../../shared/areas/invoices/rules.ts'
import type { Tone } from '../../../shared/kernel/area.ts'
import type { CallData } from '../../actions/calls.ts'
import { key } from '../../i18n/formats.ts'

export type Invoice = CallData<'invoices.getInvoices'>['rows'][number]

/** Where an invoice stands on its way; English and the keys of their translations. */
export const stageWords: Record<InvoiceTab, string> = {
  to_export: key('To export'),
  to_ship: key('To ship'),
  shipped: key('Shipped to India'),
  void: key('Void'),
}

export const stageTones: Record<InvoiceTab, Tone> = {
  to_export: 'active',
  to_ship: 'warn',
  shipped: 'good',
  void: 'neutral',
}

export function stageOf({ state, export_order }: Pick<Invoice, 'state' | 'export_order'>): InvoiceTab {
  const exported = export_order === null || export_order.state === 'CANCELLED' ? null : export_order.state
  return invoiceTab({ state, exported })
}

/** What an export order may still want, by its field on the wire. */
export const missingWords: Record<string, string> = {
  hs_code: key('HS code'),
  description: key('Description'),
  origin: key('Country of origin'),
  net_weight: key('Net weight'),
  gross_weight: key('Gross weight'),
  value: key('Invoice value'),
}

/** Styles' facts are filled in by sheet; the gross weight stands on the export order; a value on the order itself. */
export function isBySheet(field: string): boolean {
  return ['hs_code', 'description', 'origin', 'net_weight'].includes(field)
}
