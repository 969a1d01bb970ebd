import type { ReadyBox } from '../../../shared/areas/invoices/shapes.ts'
import type { ListInput } from '../../actions/useRows.ts'
import { allRows } from '../../actions/useRows.ts'

export type { ReadyBox }

/** As many as one invoice takes. */
export const mostBoxes = 5000

/** All boxes that are ready and match, as many as one invoice takes. */
export function allReady(filter: ListInput<'invoices.getBoxesForInvoice'>, signal?: AbortSignal): Promise<ReadyBox[]> {
  const input = { ...filter, page_size: 500 }
  return allRows('invoices.getBoxesForInvoice', input, { most: mostBoxes, ...(signal && { signal }) })
}

export interface InvoiceSums {
  boxes: number
  pieces: number
  /** Null where a price is hidden or the currencies differ. */
  value: { minor: number; currency: string } | null
}

/** What boxes come to on an invoice. */
export function sumsOf(boxes: readonly ReadyBox[]): InvoiceSums {
  const currency = boxes[0]?.value?.currency
  const isWhole = boxes.every(({ value }) => value !== null && value.currency === currency)
  const minor = boxes.reduce((sum, { value }) => sum + (value?.minor ?? 0), 0)
  return {
    boxes: boxes.length,
    pieces: boxes.reduce((sum, { quantities }) => sum + quantities.ready, 0),
    value: isWhole && currency ? { minor, currency } : null,
  }
}

/** Boxes of one currency and site: what can go on one invoice together. */
export interface InvoiceGroup {
  key: string
  /** Null where the boxes' pieces have several, so that they fit on no invoice. */
  currency: string | null
  site: string
  boxes: ReadyBox[]
}

export interface InvoicePlan {
  /** The largest group that can go on an invoice; null where there is none. */
  fits: InvoiceGroup | null
  /** Groups that would need an invoice of their own, or none at all. */
  others: InvoiceGroup[]
  /** Boxes asked for that are not ready any more. */
  gone: number
}

/** An invoice has one currency and one site: which of the chosen boxes go together, the most boxes first. */
export function planInvoice(boxes: readonly ReadyBox[], asked: number): InvoicePlan {
  const groups = new Map<string, InvoiceGroup>()
  for (const box of boxes) {
    const currency = box.currencies.length === 1 ? (box.currencies[0] ?? null) : null
    const key = `${box.site} ${currency ?? ''}`
    const group = groups.get(key) ?? { key, currency, site: box.site, boxes: [] }
    group.boxes.push(box)
    groups.set(key, group)
  }
  const bySize = [...groups.values()].sort((a, b) => b.boxes.length - a.boxes.length)
  const fits = bySize.find(({ currency }) => currency !== null) ?? null
  return { fits, others: bySize.filter((group) => group !== fits), gone: Math.max(0, asked - boxes.length) }
}
