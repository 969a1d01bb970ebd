import type { CallData } from '../../actions/calls.ts'

export type ShipSummary = CallData<'chinaQc.shipToIndiaSummary'>
export type ShippedInvoice = ShipSummary['invoices'][number]

/** What was chosen; nothing: all that can go. */
export interface ShipWish {
  box_ids?: string[]
  invoice_numbers?: string[]
}

/** What all invoices say alike, to be shown in the field; empty where they differ or say nothing. */
export function commonTo(invoices: readonly ShippedInvoice[], of: 'carrier' | 'transport_document'): string {
  const said = new Set(invoices.map((invoice) => invoice[of] ?? ''))
  const [only] = said
  return said.size === 1 ? (only ?? '') : ''
}

/** In grams; null while one of them is unknown. */
export function grossOf(invoices: readonly ShippedInvoice[]): number | null {
  let sum = 0
  for (const { gross_weight_grams } of invoices) {
    if (gross_weight_grams === null) return null
    sum += gross_weight_grams
  }
  return sum
}

/** As the call takes it; a field left as it was changes nothing on the export orders. */
export function shipInput(
  summary: ShipSummary,
  typed: { carrier: string | null; document: string | null },
): {
  invoice_numbers: string[]
  expected: { boxes: number; pieces: number }
  carrier?: string
  transport_document?: string
} {
  const carrier = typed.carrier?.trim()
  const document = typed.document?.trim()
  return {
    invoice_numbers: summary.invoices.map(({ invoice_number }) => invoice_number),
    expected: { boxes: summary.boxes, pieces: summary.pieces },
    ...(carrier && { carrier }),
    ...(document && { transport_document: document }),
  }
}
