import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '../../src/server/http/call.ts'
import { dayIn, vendorZone } from '../../src/shared/kernel/days.ts'
import { ledgerDifferences } from './ledgers.ts'
import { type MadeVendor, makeVendor } from './people.ts'

export interface MadeLine {
  id: string
  nm_sku: string
  ordered: number
}

export interface MadeOrder {
  id: string
  order_id: string
  vendor: MadeVendor
  lines: MadeLine[]
}

export interface OrderWish {
  vendor?: MadeVendor
  /** Pieces per line; each line is another SKU. */
  pieces?: number[]
  decision?: 'NEW' | 'APPROVED' | 'NOT_APPROVED'
  /** Answered lines are CONFIRMED with every piece awaiting. */
  answered?: boolean
  /** Days from today, in the vendor's zone. */
  shipInDays?: number
}

let made = 0

/** A day counted from today in the vendors' zone, `yyyy-mm-dd`. */
export function dayFromNow(days: number): string {
  return dayIn(vendorZone, new Date(Date.now() + days * 86_400_000))
}

/** An order as ops would have it: approved and answered unless wished otherwise. */
export async function makeOrder(db: Db, wish: OrderWish = {}): Promise<MadeOrder> {
  made += 1
  const vendor = wish.vendor ?? (await makeVendor(db))
  const pieces = wish.pieces ?? [12, 8]
  const answered = wish.answered ?? true
  const style = {
    id: v7(),
    code: `ST-T${made}`,
    vendor_id: vendor.id,
    name: `Style ${made}`,
    name_zh: `款式 ${made}`,
    category: 'Tops',
  }
  await db.insertInto('style').values(style).execute()
  const order = { id: v7(), order_id: `PO-T${String(made).padStart(6, '0')}` }
  const ordered = pieces.reduce((sum, each) => sum + each, 0)
  await db
    .insertInto('vendor_order')
    .values({
      ...order,
      vendor_id: vendor.id,
      style_id: style.id,
      destination_id: await siteId(db),
      order_date: dayFromNow(-10),
      ship_by: dayFromNow(wish.shipInDays ?? 10),
      unit_price_minor: 4_550,
      currency: 'CNY',
      previous_unit_price_minor: null,
      decision: wish.decision ?? 'APPROVED',
      vendor_decision: answered ? 'ANSWERED' : 'NEW',
      remark: null,
      ordered,
      awaiting: ordered,
    })
    .execute()
  const lines: MadeLine[] = []
  for (const [at, quantity] of pieces.entries())
    lines.push(await makeLine(db, order.id, style.id, { at, quantity, answered }))
  return { ...order, vendor, lines }
}

async function makeLine(
  db: Db,
  orderUuid: string,
  styleId: string,
  { at, quantity, answered }: { at: number; quantity: number; answered: boolean },
): Promise<MadeLine> {
  const sku = {
    id: v7(),
    nm_sku: `NM-T${made}-${at}`,
    style_id: styleId,
    color: 'Black',
    color_zh: '黑色',
    size: `S${at}`,
    size_rank: at,
  }
  await db.insertInto('sku').values(sku).execute()
  const line = {
    id: v7(),
    order_id: orderUuid,
    sku_id: sku.id,
    opened: quantity,
    ordered: quantity,
    awaiting: quantity,
    reason: null,
    remark: null,
  }
  const vendor_decision = answered ? ('CONFIRMED' as const) : ('NEW' as const)
  await db
    .insertInto('order_line')
    .values({ ...line, vendor_decision })
    .execute()
  return { id: line.id, nm_sku: sku.nm_sku, ordered: quantity }
}

/** The China QC site, to which every vendor ships. */
export async function siteId(db: Db): Promise<string> {
  const known = await db.selectFrom('site').where('kind', '=', 'china_qc').select('id').executeTakeFirst()
  if (known !== undefined) return known.id
  const id = v7()
  const place = {
    name: 'Guangzhou QC',
    name_zh: '广州质检中心',
    kind: 'china_qc' as const,
    country: 'CN',
    time_zone: 'Asia/Shanghai',
  }
  await db
    .insertInto('site')
    .values({ id, code: 'CN-GZ-T', address: '1 Test Road, Guangzhou', ...place })
    .execute()
  return id
}

/** Everything that must hold of an order after any command: what a failing test prints first. */
export async function brokenBooks(db: Db): Promise<string[]> {
  const { rows } = await db.executeQuery<{ what: string }>(
    sql<{ what: string }>`
      SELECT 'reserved and packed of line ' || l.id FROM order_line l
      LEFT JOIN (SELECT sl.order_line_id, sum(sl.quantity) AS held FROM shipment_line sl JOIN shipment h ON h.id = sl.shipment_id
        WHERE h.state IN ('TENTATIVE', 'AWAITING_PACKING') GROUP BY 1) p ON p.order_line_id = l.id
      WHERE l.reserved + l.packed <> coalesce(p.held, 0)
      UNION ALL
      SELECT 'packed of line ' || l.id FROM order_line l
      LEFT JOIN (SELECT bl.order_line_id, sum(bl.quantity) AS boxed FROM box_line bl JOIN box b ON b.id = bl.box_id AND b.removed_at IS NULL
        JOIN shipment h ON h.id = b.shipment_id WHERE h.state = 'AWAITING_PACKING' GROUP BY 1) p ON p.order_line_id = l.id
      WHERE l.packed <> coalesce(p.boxed, 0)
      UNION ALL
      SELECT 'shipped of line ' || l.id FROM order_line l
      LEFT JOIN (SELECT bl.order_line_id, sum(bl.quantity) AS boxed FROM box_line bl JOIN box b ON b.id = bl.box_id AND b.removed_at IS NULL
        JOIN shipment h ON h.id = b.shipment_id WHERE h.state = 'PACKED_AND_SHIPPED' GROUP BY 1) p ON p.order_line_id = l.id
      WHERE l.shipped <> coalesce(p.boxed, 0)
      UNION ALL
      SELECT 'decision of line ' || l.id FROM order_line l WHERE l.vendor_decision <> 'NEW' AND l.vendor_decision <>
        CASE WHEN l.ordered = 0 THEN 'CONFIRMED' WHEN l.rejected = l.ordered THEN 'REJECTED' WHEN l.rejected + l.oos = l.ordered THEN 'OUT_OF_STOCK' ELSE 'CONFIRMED' END
      UNION ALL
      SELECT 'reason of line ' || l.id FROM order_line l WHERE (l.rejected = 0) <> (l.reason IS NULL)
      UNION ALL
      SELECT 'decision of ' || o.order_id FROM vendor_order o JOIN order_line l ON l.order_id = o.id GROUP BY o.id
      HAVING (o.vendor_decision = 'NEW') <> bool_or(l.vendor_decision = 'NEW')
      UNION ALL
      SELECT 'tracking id of ' || min(b.sscc) FROM box b WHERE b.removed_at IS NULL AND b.tracking_id IS NOT NULL
      GROUP BY upper(b.tracking_id) HAVING count(*) > 1
      UNION ALL
      SELECT 'empty box ' || b.sscc FROM box b WHERE b.removed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM box_line bl WHERE bl.box_id = b.id)`.compile(db),
  )
  return [...(await ledgerDifferences(db, 'order lines')), ...rows.map((row) => row.what)]
}
