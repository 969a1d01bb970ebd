import { type SqlBool, sql } from 'kysely'
import type { AmendmentRow } from '../../../shared/areas/orders/shapes.ts'
import type { Caller, Db } from '../../http/call.ts'

/**
 * What ops changed of each order, newest first, keyed by the order's uuid. A vendor is not told what was changed before it saw the
 * order.
 */
export async function loadAmendments(
  db: Db,
  caller: Pick<Caller, 'vendorId'>,
  orderUuids: readonly string[],
): Promise<Map<string, AmendmentRow[]>> {
  const rows = await db
    .selectFrom('order_amendment as a')
    .innerJoin('vendor_order as o', 'o.id', 'a.order_id')
    .innerJoin('app_user as u', 'u.id', 'a.amended_by')
    .where(sql<SqlBool>`a.order_id = ANY(${orderUuids}::uuid[])`)
    .where(caller.vendorId === null ? sql<SqlBool>`true` : sql<SqlBool>`NOT a.is_internal`)
    .select(['a.id', 'a.order_id', 'a.reason', 'a.ship_by_before', 'a.ship_by', 'a.unit_price_before'])
    .select(['a.unit_price_minor', 'a.amended_at', 'u.name', 'o.currency'])
    .orderBy('a.seq', 'desc')
    .execute()
  if (rows.length === 0) return new Map()
  const lines = await amendedLines(
    db,
    rows.map(({ id }) => id),
  )
  const wire = (row: (typeof rows)[number]): AmendmentRow => {
    const price = (minor: number | null) => (minor === null ? null : { minor, currency: row.currency })
    const { ship_by_before: from, ship_by: to } = row
    return {
      amended_at: row.amended_at.toISOString(),
      amended_by: row.name,
      reason: row.reason,
      deadline: from === null || to === null ? null : { from, to },
      unit_price_from: price(row.unit_price_before),
      unit_price_to: price(row.unit_price_minor),
      lines: lines.get(row.id) ?? [],
    }
  }
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([order, own]) => [order, own.map(wire)]))
}

/** The changed lines of amendments, keyed by the amendment's id, in the grid's order. */
async function amendedLines(db: Db, amendments: readonly string[]): Promise<Map<string, AmendmentRow['lines']>> {
  const rows = await db
    .selectFrom('order_amendment_line as a')
    .innerJoin('order_line as l', 'l.id', 'a.order_line_id')
    .innerJoin('sku as k', 'k.id', 'l.sku_id')
    .where(sql<SqlBool>`a.amendment_id = ANY(${amendments}::uuid[])`)
    .select(['a.amendment_id', 'k.nm_sku', 'k.color', 'k.color_zh', 'k.size'])
    .select(['a.quantity_before as from', 'a.quantity as to'])
    .orderBy('k.color')
    .orderBy('k.size_rank')
    .execute()
  const byAmendment = Map.groupBy(rows, ({ amendment_id }) => amendment_id)
  return new Map([...byAmendment].map(([id, own]) => [id, own.map(({ amendment_id: _, ...line }) => line)]))
}
