import type { Db } from '../../http/call.ts'
import { producedLines } from '../facilities/produced-lines.ts'
import { orderedLines } from '../invoices/drafts.ts'

/** Pieces of a SKU in a box by what they were packed for: the line of a vendor's order, or what a facility makes of a production order. */
export interface PricedLine {
  box_id: string
  sku_id: string
  order_line_id: string | null
  facility_line_id: string | null
  /** Of the order, as people name it. */
  order_id: string
  quantity: number
  unit_price_minor: number
  currency: string
}

/** `no price`: a facility sent it with a paper that says no value. Undefined: nobody ordered it. */
export type Priced = readonly PricedLine[] | 'no price' | undefined

interface BoxSku {
  box_id: string
  sku_id: string
}

/** What the SKUs of boxes were packed for, in the order of their lines. */
export async function pricedLinesOf(db: Db, held: readonly BoxSku[]): Promise<(of: BoxSku) => Priced> {
  const ordered = await orderedLines(db, held)
  const made = Map.groupBy(
    await producedLines(
      db,
      held.map(({ box_id }) => box_id),
    ),
    keyOf,
  )
  return (of) => {
    const own = made.get(keyOf(of))
    if (own === undefined) return ordered(of)?.map((line): PricedLine => ({ ...line, facility_line_id: null }))
    const priced = own.flatMap(({ unit_price_minor, ...line }): PricedLine[] =>
      unit_price_minor === null ? [] : [{ ...line, unit_price_minor, order_line_id: null, currency: 'INR' }],
    )
    return priced.length < own.length ? 'no price' : priced
  }
}

const keyOf = ({ box_id, sku_id }: BoxSku) => `${box_id} ${sku_id}`
