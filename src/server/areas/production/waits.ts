import { sql } from 'kysely'
import { type Wait, waitsFor } from '../../../shared/areas/production/lacking.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { knownOrders } from './orders.ts'

/**
 * Does work on what orders (by id) may wait for; those that wait for something else after it wait for that from now on. Whoever calls it
 * holds the orders. Moves into another state note it themselves.
 */
export async function notingWaits<T>(tx: Tx, orders: readonly string[], work: () => Promise<T>): Promise<T> {
  if (orders.length === 0) return work()
  const before = await waitsOf(tx, orders)
  const result = await work()
  const after = await waitsOf(tx, orders)
  const changed = orders.filter((id) => before.get(id) !== after.get(id))
  if (changed.length > 0)
    await sql`UPDATE production_order SET waits_since = now() WHERE id = ANY(${changed}::uuid[])`.execute(tx)
  return result
}

async function waitsOf(tx: Tx, orders: readonly string[]): Promise<Map<string, Wait>> {
  return new Map((await knownOrders(tx, orders)).map(({ id, state, lacking }) => [id, waitsFor(state, lacking)]))
}

/** Holds the orders in their first tab that are of SKUs (by code), before the SKUs are held. One that somebody else holds is passed over: nobody waits here, and its time stays as it was. */
export async function holdFirstOrdersOf(tx: Tx, nmSkus: readonly string[]): Promise<string[]> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT o.id::text AS id FROM production_order o WHERE o.state = 'ACTION_REQUIRED'
      AND o.id IN (SELECT l.order_id FROM production_order_line l JOIN sku k ON k.id = l.sku_id
        WHERE k.nm_sku = ANY(${[...new Set(nmSkus)]}::text[]))
    ORDER BY o.id FOR NO KEY UPDATE SKIP LOCKED`.execute(tx)
  return rows.map(({ id }) => id)
}
