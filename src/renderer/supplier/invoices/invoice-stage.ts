import type { InvoiceTab } from '../../../shared/areas/invoices/rules.ts'

export { missingWords, stageOf, stageWords } from '../../../shared/areas/invoices/lists.ts'

import type { CallData } from '../../actions/calls.ts'
import type { Tone } from '../../kit/StatusTag.tsx'

export type Invoice = CallData<'invoices.getInvoices'>['rows'][number]
export type InvoiceDetails = CallData<'invoices.invoiceDetails'>

export const stageTones: Record<InvoiceTab, Tone> = {
  to_export: 'active',
  to_ship: 'warn',
  shipped: 'good',
  void: 'neutral',
}

/** Styles' facts are filled in by sheet; the gross weight stands on the export order; a value on the order itself. */
export function isBySheet(field: string): boolean {
  return ['hs_code', 'description', 'origin', 'net_weight'].includes(field)
}
