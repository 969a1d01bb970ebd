import { sql } from 'kysely'
import { RECORD_DAYS } from '../../../shared/areas/orders/manage-calls.ts'
import { stages } from '../../../shared/areas/orders/status.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'

type Routes = Handlers<Contract['orders']>
type Background = Gives<Contract['orders']['orderBackground']>

const EARLIER = 6

/** What an approval weighs. Throws not_found for an order that nobody made. */
export const orderBackground: Routes['orderBackground'] = async ({ order_id }, { db }) => {
  const order = await db
    .selectFrom('vendor_order')
    .where('order_id', '=', order_id)
    .select(['id', 'style_id', 'vendor_id', 'order_date'])
    .executeTakeFirst()
  if (!order) throw notFound('The order was not found.', { order_id })
  const [earlier, vendor] = await Promise.all([ordersBefore(db, order), vendorRecord(db, order.vendor_id)])
  return reply({ earlier, vendor })
}

async function ordersBefore(
  db: Db,
  order: { id: string; style_id: string; order_date: string },
): Promise<Background['earlier']> {
  const rows = await db
    .selectFrom('vendor_order as o')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .where('o.style_id', '=', order.style_id)
    .where('o.id', '<>', order.id)
    .where('o.order_date', '<=', order.order_date)
    .where('o.decision', 'in', ['NEW', 'APPROVED'])
    .orderBy('o.order_date', 'desc')
    .orderBy('o.order_id', 'desc')
    .limit(EARLIER)
    .select(['o.order_id', 'o.order_date', 'o.ordered as pieces', 'o.unit_price_minor as minor', 'o.currency'])
    .select(['v.code as supplier_id', 'v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
    .execute()
  return rows.map(({ minor, currency, ...row }) => ({ ...row, unit_price: { minor, currency } }))
}

const recordColumns = {
  due: col.number,
  on_time: col.number,
  short: col.number,
  inspected: col.number,
  passed: col.number,
}

/** How a vendor did in the last days, by the deadlines that its orders have now. */
export async function vendorRecord(db: Db, vendorId: string): Promise<Background['vendor']> {
  const today = dayIn(vendorZone, new Date())
  const { rows } = await rowsOf(recordColumns)`
    WITH due AS (
      SELECT o.ship_by, o.ordered, o.shipped, o.stage,
        (SELECT max(s.shipped_at) FROM order_line l JOIN shipment_line sl ON sl.order_line_id = l.id
           JOIN shipment s ON s.id = sl.shipment_id WHERE l.order_id = o.id AND s.state = 'PACKED_AND_SHIPPED') AS last_left
      FROM vendor_order o
      WHERE o.vendor_id = ${vendorId} AND o.decision = 'APPROVED'
        AND o.ship_by < ${today}::date AND o.ship_by >= ${today}::date - ${sql.lit(RECORD_DAYS)}
    ), looked AS (
      SELECT i.verdict FROM qc_inspection i JOIN qc_box q ON q.box_id = i.box_id AND q.site_id = i.site_id
      WHERE q.vendor_id = ${vendorId} AND q.site_kind = 'china_qc' AND i.kind <> 'skip' AND i.verdict <> 'hold'
        AND i.at >= ${today}::date - ${sql.lit(RECORD_DAYS)}
    )
    SELECT count(*)::int AS due,
      count(*) FILTER (WHERE stage <= ${stages.fullyShipped} AND shipped > 0
        AND (last_left AT TIME ZONE ${vendorZone})::date <= ship_by)::int AS on_time,
      count(*) FILTER (WHERE stage <= ${stages.fullyShipped} AND shipped > 0 AND shipped < ordered)::int AS short,
      (SELECT count(*) FROM looked)::int AS inspected,
      (SELECT count(*) FROM looked WHERE verdict = 'passed')::int AS passed
    FROM due`.execute(db)
  const none = { due: 0, on_time: 0, short: 0, inspected: 0, passed: 0 }
  return { days: RECORD_DAYS, ...(rows[0] ?? none) }
}
