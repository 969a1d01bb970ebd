import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Taken } from '../../shared/contract/grammar.ts'
import type { Contract } from '../../shared/contract/index.ts'
import { stages } from '../../shared/domain/order-status.ts'
import { containing, orderSearch } from '../orders/order-search.ts'

/** What ops narrow their lists by; "all that match" in an approval means this filter over the pending orders. */
export type OpsFilter = Taken<Contract['ops']['getBulkOrdersForApproval']>

/** Late as `isLate` says it, for the order `o`. `today` is a day in the vendors' zone. */
export function lateOn(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(o.stage > ${stages.fullyShipped} AND o.ship_by < ${today}::date)`
}

/**
 * The filter as a condition on `vendor_order o` alone, so that the same words select a page, count it, sum it and change it.
 */
export function matching(
  filter: OpsFilter,
  today: string,
  search = filter.search ? searchedFor(filter.search) : undefined,
): RawBuilder<SqlBool> {
  const all = [sql`true`]
  if (filter.supplier_id) all.push(sql`o.vendor_id = (SELECT id FROM vendor WHERE code = ${filter.supplier_id})`)
  if (filter.order_date_from) all.push(sql`o.order_date >= ${filter.order_date_from}::date`)
  if (filter.order_date_to) all.push(sql`o.order_date <= ${filter.order_date_to}::date`)
  if (filter.exception) all.push(exceptionRules(today)[filter.exception])
  if (search !== undefined) all.push(search)
  return sql<SqlBool>`(${sql.join(all, sql` AND `)})`
}

function exceptionRules(today: string): Record<NonNullable<OpsFilter['exception']>, RawBuilder<unknown>> {
  const late = lateOn(today)
  return {
    price_jump: sql`o.is_price_jump`,
    new_vendor: sql`o.is_new_vendor`,
    late,
    any: sql`(o.is_price_jump OR o.is_new_vendor OR ${late})`,
  }
}

/** How many exceptions an order has. */
export function exceptionCount(today: string): RawBuilder<number> {
  return sql<number>`(o.is_price_jump::int + o.is_new_vendor::int + ${lateOn(today)}::int)`
}

/** Finds by order, style or SKU, and by the supplier's names. */
export function searchedFor(text: string): RawBuilder<SqlBool> {
  const like = containing(text)
  return sql<SqlBool>`(${orderSearch(text)}
    OR o.vendor_id = ANY(ARRAY(SELECT id FROM vendor WHERE name ILIKE ${like} OR name_zh ILIKE ${like})))`
}
