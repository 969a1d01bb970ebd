import { sql } from 'kysely'
import type { Tx } from '../../http/call.ts'
import { lastApproved } from './style-prices.ts'

/**
 * Puts beside what waits for ops of these styles (`style.id`) the price approved or bought last, in its currency, after an order of them
 * was decided on, cancelled, priced otherwise, bought, or a purchase taken back. Orders that are decided on keep what they were judged by.
 */
export async function judgePrices(tx: Tx, styles: readonly string[]): Promise<void> {
  if (styles.length === 0) return
  await sql`
    WITH judged AS (
      SELECT o.id, ${lastApproved('o.style_id', 'o.currency')} AS before
      FROM vendor_order o WHERE o.style_id = ANY(${[...new Set(styles)]}::uuid[]) AND o.decision = 'NEW' ORDER BY o.id FOR NO KEY UPDATE OF o)
    UPDATE vendor_order n SET previous_unit_price_minor = j.before FROM judged j
    WHERE n.id = j.id AND n.previous_unit_price_minor IS DISTINCT FROM j.before`.execute(tx)
}

/** Holds what waits of the styles in these boxes, before the boxes are held: what is bought of them judges its prices. */
export async function holdWaitingOf(tx: Tx, boxIds: readonly string[]): Promise<void> {
  await sql`SELECT o.id FROM vendor_order o WHERE o.decision = 'NEW' AND o.style_id IN (SELECT k.style_id FROM qc_line l
    JOIN sku k ON k.id = l.sku_id WHERE l.box_id = ANY(${boxIds}::uuid[])) ORDER BY o.id FOR NO KEY UPDATE OF o`.execute(
    tx,
  )
}

/** The same for the styles of what a purchase order has; their waiting orders are held. */
export async function judgePricesBought(tx: Tx, purchaseOrderId: string): Promise<void> {
  const styles = await tx
    .selectFrom('purchase_order_line as l')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .where('l.purchase_order_id', '=', purchaseOrderId)
    .select('k.style_id')
    .distinct()
    .execute()
  await judgePrices(
    tx,
    styles.map(({ style_id }) => style_id),
  )
}
