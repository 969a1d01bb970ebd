import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'

/** SKUs that one event names; how many more there are is said beside them. */
export const MOST_SKUS_TOLD = 200

interface Moved {
  /** sku.id */
  skuId: string
  quantity: number
}

/** Details of a stock event that say which SKUs moved, as "NM-1 12, NM-2 3" in the order of the moves. */
export async function movedSkus(tx: Tx, moves: readonly Moved[]): Promise<{ skus: string; more_skus?: number }> {
  const pieces = new Map<string, number>()
  for (const { skuId, quantity } of moves) pieces.set(skuId, (pieces.get(skuId) ?? 0) + quantity)
  const told = [...pieces].slice(0, MOST_SKUS_TOLD)
  const { rows } = await rowsOf({ id: col.text, nm_sku: col.text })`
    SELECT id::text AS id, nm_sku FROM sku WHERE id = ANY(${told.map(([id]) => id)}::uuid[])`.execute(tx)
  const codes = new Map(rows.map(({ id, nm_sku }) => [id, nm_sku]))
  const more = pieces.size - told.length
  return {
    skus: told.map(([id, quantity]) => `${codes.get(id) ?? ''} ${quantity}`).join(', '),
    ...(more > 0 && { more_skus: more }),
  }
}
