import { sql } from 'kysely'
import type { Tx, Work } from '../http/call.ts'
import { type Told, tell } from '../notices/tell.ts'

/** Pieces of one order that a vendor has just refused or has not. */
export interface Undelivered {
  order_id: string
  pieces: number
}

/** Tells ops which orders will not come whole, one notice a vendor. Orders of which all pieces come are left out. */
export async function tellUndelivered(tx: Tx, work: Work, orders: readonly Undelivered[]): Promise<void> {
  const pieces = new Map(orders.filter((order) => order.pieces > 0).map((order) => [order.order_id, order.pieces]))
  if (pieces.size === 0) return
  const found = await tx
    .selectFrom('vendor_order as o')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .where(sql<boolean>`o.order_id = ANY (${[...pieces.keys()]}::text[])`)
    .select(['o.order_id', 'v.code as vendor_code', 'v.name as vendor', 'v.name_zh as vendor_zh'])
    .orderBy('o.order_id')
    .execute()
  const told = [...Map.groupBy(found, (row) => row.vendor_code)].flatMap(([group, rows]): Told[] => {
    const [first] = rows
    if (first === undefined) return []
    const values = { ...first, pieces: pieces.get(first.order_id) ?? 0 }
    return [{ kind: 'pieces_refused', group, things: rows.map((row) => row.order_id), values }]
  })
  await tell(tx, work, ...told)
}
