import { type SqlBool, sql } from 'kysely'
import { noVendorFigures, usualPeriod } from '../../../shared/areas/scorecards/figures.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { type Db, type Handlers, reply } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { cardDays } from '../scorecards/cards.ts'
import { figuresBy } from '../scorecards/figures.ts'

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

/** The vendor's scorecard of its usual days: the very figures that stand on the card. */
async function vendorRecord(db: Db, vendorId: string): Promise<Background['vendor']> {
  const days = cardDays({})
  const figures = await figuresBy(db, 'vendor', { days, vendor: sql<SqlBool>`v.id = ${vendorId}::uuid` })
  return { days: usualPeriod, figures: figures.get(vendorId) ?? noVendorFigures }
}
