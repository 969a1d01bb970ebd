import { z } from 'zod'
import { lineKey } from '../../shared/domain/packing.ts'
import { col, type Row, rowsOf } from '../database/rows.ts'
import type { Caller, Db } from '../http/call.ts'
import { quantityColumns } from '../orders/order-columns.ts'
import { ownRows } from '../people/for-vendor.ts'

const lineRefColumns = {
  order_id: col.text,
  nm_sku: col.text,
}

export type LineRef = Row<typeof lineRefColumns>

const foundLineColumns = {
  ...quantityColumns,
  ...lineRefColumns,
  id: col.text,
  /** vendor_order.id */
  order_uuid: col.text,
  vendor_id: col.text,
  vendor_decision: z.enum(['NEW', 'CONFIRMED', 'REJECTED', 'OUT_OF_STOCK']),
}

export type FoundLine = Row<typeof foundLineColumns>

/** Said of a line that ops approved and its vendor has not answered. */
export const NOT_ANSWERED = 'Please confirm the order first.'

/** Lines by the ids that people use, keyed by `lineKey`; unknown ones and those of other vendors are simply missing. */
export async function findLines(db: Db, caller: Caller, refs: readonly LineRef[]): Promise<Map<string, FoundLine>> {
  const found = await rowsOf(foundLineColumns)`
    SELECT l.id, o.id AS order_uuid, o.vendor_id, o.order_id, s.nm_sku, l.vendor_decision,
           l.ordered, l.awaiting, l.platform, l.reserved, l.packed, l.shipped, l.rejected, l.oos
    FROM unnest(${refs.map((ref) => ref.order_id)}::text[], ${refs.map((ref) => ref.nm_sku)}::text[])
           AS wanted (order_id, nm_sku)
    JOIN vendor_order o ON o.order_id = wanted.order_id AND o.decision = 'APPROVED'
    JOIN sku s ON s.nm_sku = wanted.nm_sku
    JOIN order_line l ON l.order_id = o.id AND l.sku_id = s.id
    WHERE ${ownRows(caller, 'o.vendor_id')}`.execute(db)
  return new Map(found.rows.map((line) => [lineKey(line), line]))
}
