import { sql } from 'kysely'

// What a piece of a style cost that vendors sold, in one currency. What facilities make is priced by their papers and judges no order. `style` and `currency` name columns of the query around.

const isIn = (of: string, currency: string) => sql`${sql.ref(`${of}.currency`)} = ${sql.ref(currency)}`

const approved = (style: string, currency: string) => sql`SELECT a.unit_price_minor AS minor, a.approved_at AS at
  FROM vendor_order a WHERE a.style_id = ${sql.ref(style)} AND a.decision = 'APPROVED' AND ${isIn('a', currency)}
  ORDER BY a.approved_at DESC NULLS LAST, a.order_date DESC, a.id DESC LIMIT 1`

const bought = (style: string, currency: string) => sql`SELECT bl.unit_price_minor AS minor, b.created_at AS at
  FROM sku bk JOIN purchase_order_line bl ON bl.sku_id = bk.id JOIN purchase_order b ON b.id = bl.purchase_order_id
  WHERE bk.style_id = ${sql.ref(style)} AND b.state = 'POSTED' AND bl.order_line_id IS NOT NULL AND ${isIn('b', currency)}
  ORDER BY b.created_at DESC, b.id DESC, bl.position DESC LIMIT 1`

const invoiced = (style: string, currency: string) => sql`SELECT il.unit_price_minor AS minor, i.created_at AS at
  FROM vendor_order io JOIN order_line ol ON ol.order_id = io.id JOIN invoice_line il ON il.order_line_id = ol.id
  JOIN invoice i ON i.id = il.invoice_id
  WHERE io.style_id = ${sql.ref(style)} AND i.state = 'LIVE' AND ${isIn('i', currency)}
  ORDER BY i.created_at DESC, i.id DESC LIMIT 1`

type PriceOf = (style: string, currency: string) => ReturnType<typeof sql<number | null>>

/** Of the order approved last or the purchase order posted last, whichever is later: what prices that wait are judged by. */
export const lastApproved: PriceOf = (style, currency) => sql`(SELECT y.minor FROM
  ((${approved(style, currency)}) UNION ALL (${bought(style, currency)})) y ORDER BY y.at DESC NULLS LAST LIMIT 1)`

/** Paid is what was invoiced or bought, whichever is later; an order alone pays nothing. */
export const lastPaid: PriceOf = (style, currency) => sql`(SELECT y.minor FROM
  ((${invoiced(style, currency)}) UNION ALL (${bought(style, currency)})) y ORDER BY y.at DESC LIMIT 1)::float8`

/** What the order approved last costs now. */
export const lastOrdered: PriceOf = (style, currency) =>
  sql`(SELECT y.minor FROM (${approved(style, currency)}) y)::float8`
