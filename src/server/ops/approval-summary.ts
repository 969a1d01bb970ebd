import { sql } from 'kysely'
import type { Gives } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { dayIn, vendorZone } from '../../shared/domain/order-status.ts'
import { type Said, said, type Work } from '../http/call.ts'
import { lateOn, matching, type OpsFilter } from './order-filter.ts'

type Summary = Gives<Contract['ops']['getBulkOrdersForApproval']>

/** Vendor orders are priced in yuan (specification, section 3), so their values can be added. */
const currency = 'CNY'

/** What approving all that match would change: orders, pieces, value and exceptions, by supplier and in sum. */
export async function summarizePending(filter: OpsFilter, work: Pick<Work, 'db'>): Promise<Said<Summary>> {
  const suppliers = (await sumBySupplier(filter, work)).map(({ minor, price_jump, late, new_vendor, ...supplier }) => ({
    ...supplier,
    value: { minor, currency },
    exceptions: { price_jump, late, new_vendor },
  }))
  const sum = (of: (supplier: (typeof suppliers)[number]) => number) =>
    suppliers.reduce((total, supplier) => total + of(supplier), 0)
  return said({
    suppliers,
    orders: sum((s) => s.orders),
    pieces: sum((s) => s.pieces),
    value: { minor: sum((s) => s.value.minor), currency },
    exceptions: {
      price_jump: sum((s) => s.exceptions.price_jump),
      late: sum((s) => s.exceptions.late),
      new_vendor: sum((s) => s.exceptions.new_vendor),
    },
  })
}

function sumBySupplier(filter: OpsFilter, work: Pick<Work, 'db'>) {
  const today = dayIn(vendorZone, new Date())
  return work.db
    .selectFrom('vendor_order as o')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .where('o.decision', '=', 'NEW')
    .where(matching(filter, today))
    .groupBy('v.id')
    .orderBy('v.name')
    .select(['v.code as supplier_id', 'v.name as supplier_name', 'v.name_zh as supplier_name_zh'])
    .select([
      sql<number>`count(*)::int`.as('orders'),
      sql<number>`sum(o.ordered)::int`.as('pieces'),
      sql<number>`sum(o.ordered * o.unit_price_minor)::bigint`.as('minor'),
      sql<number>`count(*) FILTER (WHERE o.is_price_jump)::int`.as('price_jump'),
      sql<number>`count(*) FILTER (WHERE ${lateOn(today)})::int`.as('late'),
      sql<number>`count(*) FILTER (WHERE o.is_new_vendor)::int`.as('new_vendor'),
    ])
    .execute()
}
