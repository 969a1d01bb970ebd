import type { CallData } from '../../actions/calls.ts'

export type InvoiceDetails = CallData<'invoices.invoiceDetails'>
