import { sql } from 'kysely'
import { orderCurrency as currency, orderMessages } from '../../../shared/areas/orders/amendments.ts'
import { eachException, exceptionKinds } from '../../../shared/areas/orders/answers.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { dayIn, vendorZone } from '../../../shared/kernel/days.ts'
import { amountOf } from '../../../shared/kernel/sheet-cells.ts'
import { type CallContext, type Reply, reply } from '../../http/call.ts'
import { conflict } from '../../http/errors.ts'
import { matching, type OpsFilter } from './ops-orders.ts'
import { exceptionRules } from './order-exceptions.ts'

type Summary = Gives<Contract['orders']['getBulkOrdersForApproval']>

/** What approving all that match would change: orders, pieces, value and exceptions, by supplier and in sum. */
export async function summarizePending(filter: OpsFilter, context: Pick<CallContext, 'db'>): Promise<Reply<Summary>> {
  const suppliers = (await sumBySupplier(filter, context)).map(
    ({ minor, price_jump, late, new_vendor, other_vendor, no_warehouse, ...supplier }) => ({
      ...supplier,
      value: { minor, currency },
      exceptions: { price_jump, late, new_vendor, other_vendor, no_warehouse },
    }),
  )
  const sum = (of: (supplier: (typeof suppliers)[number]) => number) =>
    suppliers.reduce((total, supplier) => total + of(supplier), 0)
  return reply({
    suppliers,
    orders: sum((s) => s.orders),
    pieces: sum((s) => s.pieces),
    value: { minor: sum((s) => s.value.minor), currency },
    exceptions: eachException((kind) => sum((s) => s.exceptions[kind])),
  })
}

function sumBySupplier(filter: OpsFilter, context: Pick<CallContext, 'db'>) {
  const today = dayIn(vendorZone, new Date())
  const rules = exceptionRules(today)
  return context.db
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
    ])
    .select(exceptionKinds.map((kind) => sql<number>`count(*) FILTER (WHERE ${rules[kind]})::int`.as(kind)))
    .execute()
}

export const priceWords = (minor: number) => `${amountOf({ minor, currency })} ${currency}`

type Shown = NonNullable<Taken<Contract['orders']['approveOrder']>['all_matching']>['expected']

/** Throws conflict, with what matches now, where that is not what the caller was shown. */
export function assertAsShown(orders: readonly { ordered: number; unit_price_minor: number }[], shown: Shown): void {
  const pieces = orders.reduce((sum, { ordered }) => sum + ordered, 0)
  const minor = orders.reduce((sum, { ordered, unit_price_minor }) => sum + ordered * unit_price_minor, 0)
  const isSameValue = shown.value.minor === minor && shown.value.currency === currency
  if (shown.orders === orders.length && shown.pieces === pieces && isSameValue) return
  throw conflict(orderMessages.otherSums, { values: { orders: orders.length, pieces, value: priceWords(minor) } })
}
