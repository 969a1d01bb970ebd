import { sql } from 'kysely'
import type { z } from 'zod'
import { type PurchaseOrderRow, purchaseOrderRow } from '../../../shared/areas/purchase-orders/calls.ts'
import { allowedPurchaseActions, purchaseMessages } from '../../../shared/areas/purchase-orders/rules.ts'
import { hasRight } from '../../../shared/areas.ts'
import { money } from '../../../shared/kernel/shapes.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { atOwnSites, type Placed } from '../../http/own-sites.ts'

/** A purchase order with the ids behind its names (`id` is purchase_order.id), ready for `purchaseOrderWire`. */
const purchaseOrderFacts = purchaseOrderRow
  .omit({ allowed_actions: true })
  .extend({ id: col.text, site_id: col.text, vendor_id: col.text, total: money })

export type PurchaseOrderFacts = z.output<typeof purchaseOrderFacts>

/** Purchase orders `o`: complete it with `WHERE ${rules} …`. */
export const purchaseOrdersSelected = sql`
  SELECT o.id, o.site_id, o.vendor_id, o.number AS purchase_order, o.state, o.issued_on, w.code AS site,
    w.name AS site_name, w.name_zh AS site_name_zh, v.code AS supplier_id, v.name AS supplier_name,
    v.name_zh AS supplier_name_zh, o.boxes, o.pieces, o.currency, o.total_minor, o.remark, o.reversal_number AS reversal,
    (SELECT count(*)::int FROM purchase_order_line l WHERE l.purchase_order_id = o.id) AS lines,
    o.reverse_reason, o.reversed_at, r.name AS reversed_by, o.created_at, u.name AS created_by, o.version
  FROM purchase_order o JOIN site w ON w.id = o.site_id JOIN vendor v ON v.id = o.vendor_id JOIN app_user u ON u.id = o.created_by
  LEFT JOIN app_user r ON r.id = o.reversed_by`

/** Free words of a paper with prices are for those who see prices. */
export function purchaseOrderWire(facts: PurchaseOrderFacts, caller: Pick<Caller, 'role'>): PurchaseOrderRow {
  const { id: _i, site_id: _s, vendor_id: _v, ...row } = facts
  return {
    ...row,
    remark: hasRight(caller, 'seePrices') ? row.remark : null,
    reverse_reason: hasRight(caller, 'seePrices') ? row.reverse_reason : null,
    allowed_actions: hasRight(caller, 'indiaQcLead') ? allowedPurchaseActions(row) : [],
  }
}

/** Throws not_found for a number that nobody gave. */
export async function findPurchaseOrder(db: Db, caller: Placed, number: string): Promise<PurchaseOrderFacts> {
  const { rows } = await rowsOf(purchaseOrderFacts)`${purchaseOrdersSelected} WHERE o.number = ${number}
    AND ${atOwnSites(caller, 'o.site_id', 'india_qc')}`.execute(db)
  if (rows[0] === undefined) throw notFound(purchaseMessages.unknown, { purchase_order: number })
  return rows[0]
}

/** The same, locked for a command; its boxes are locked before. */
export async function lockPurchaseOrder(tx: Tx, caller: Placed, number: string): Promise<PurchaseOrderFacts> {
  await sql`SELECT 1 FROM purchase_order WHERE number = ${number} FOR NO KEY UPDATE`.execute(tx)
  return findPurchaseOrder(tx, caller, number)
}

export async function purchaseOrdersById(
  db: Db,
  caller: Pick<Caller, 'role'>,
  ids: readonly string[],
): Promise<Map<string, PurchaseOrderRow>> {
  const { rows } = await rowsOf(purchaseOrderFacts)`${purchaseOrdersSelected}
    WHERE o.id = ANY(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, purchaseOrderWire(row, caller)]))
}
