import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { orderDecisions } from '../../../shared/areas/orders/amendments.ts'
import { orderExceptions } from '../../../shared/areas/orders/answers.ts'
import { onPlatform, type Quantities } from '../../../shared/areas/orders/quantities.ts'
import type { OrderRow } from '../../../shared/areas/orders/shapes.ts'
import { isLate, isUrgent, type Stage, statusAt } from '../../../shared/areas/orders/status.ts'
import { dayIn, daysBetween } from '../../../shared/kernel/days.ts'
import { type Columns, col, rowsOf } from '../../database/rows.ts'
import type { Tables } from '../../database/types.gen.ts'
import type { FeedScope } from '../../feed/read-feed.ts'
import type { Caller, Db } from '../../http/call.ts'
import { forVendor } from '../../http/own-rows.ts'
import { besideJoined } from './order-exceptions.ts'

const { stylePrice, priceJump, otherVendor, noWarehouse } = besideJoined

const columns = [
  'o.id',
  'o.order_id',
  'o.vendor_id',
  'v.code as supplier_id',
  'v.name as supplier_name',
  'v.name_zh as supplier_name_zh',
  'v.time_zone',
  's.code as style_id',
  's.name as style_name',
  's.name_zh as style_name_zh',
  's.picture_id as picture',
  'd.name as destination',
  'd.name_zh as destination_zh',
  'o.order_date',
  'o.ship_by',
  'o.unit_price_minor',
  'o.currency',
  'o.previous_unit_price_minor',
  'o.is_flagged_urgent',
  'o.is_new_vendor',
  'o.decision',
  'o.vendor_decision',
  'o.remark',
  'o.ordered',
  'o.awaiting',
  'o.platform',
  'o.reserved',
  'o.packed',
  'o.shipped',
  'o.rejected',
  'o.oos',
  'o.stage',
  'o.version',
] as const

/** Whether order `o` ended longer ago than the company keeps orders open: the trigger of migration 0194 refuses its changes. */
export const isClosed = sql<SqlBool>`order_is_closed(o, (SELECT closed_order_months()))`

/**
 * Orders `o` with their vendor `v`, style `s` and destination site `d`, ready for `orderWire`; callers add where, order
 * and limit. `supplier_id` is the vendor's code. Start from `scopeOrders` when a vendor may be calling.
 */
export function selectOrders(db: Kysely<Tables>) {
  return db
    .selectFrom('vendor_order as o')
    .innerJoin('vendor as v', 'v.id', 'o.vendor_id')
    .innerJoin('style as s', 's.id', 'o.style_id')
    .innerJoin('site as d', 'd.id', 'o.destination_id')
    .select(columns)
    .select([
      stylePrice.as('style_price_minor'),
      priceJump.as('is_price_jump'),
      otherVendor.as('is_other_vendor'),
      noWarehouse.as('is_no_warehouse'),
    ])
}

/** The same as text: naming 34 columns anew for each page costs more than reading it. */
export const orderSelection = sql`${sql.raw(columns.join(', '))}, ${stylePrice} AS style_price_minor, ${priceJump} AS is_price_jump,
  ${otherVendor} AS is_other_vendor, ${noWarehouse} AS is_no_warehouse`
export const orderTables = sql`vendor_order o JOIN vendor v ON v.id = o.vendor_id JOIN style s ON s.id = o.style_id
  JOIN site d ON d.id = o.destination_id`

type OrderQuery = ReturnType<typeof selectOrders>
type PartsOf<Q> = Q extends SelectQueryBuilder<infer DB, infer TB, infer O> ? { db: DB; tables: TB; row: O } : never

/** One order as `selectOrders` reads it. */
export type OrderFacts = PartsOf<OrderQuery>['row']

type AnyOrderQuery<O> = SelectQueryBuilder<PartsOf<OrderQuery>['db'], PartsOf<OrderQuery>['tables'], O>

/** Only what this caller may see: a vendor its own orders, and of those only the ones that ops approved. */
export function scopeOrders<O>(query: AnyOrderQuery<O>, caller: Caller): AnyOrderQuery<O> {
  const vendorId = forVendor(caller)
  return vendorId === null ? query : query.where('o.vendor_id', '=', vendorId).where('o.decision', '=', 'APPROVED')
}

/** Of the change feed: a vendor hears of orders that it may see, and that one was taken from its sight. */
export const ordersOfVendor: FeedScope = (vendorId) => sql`EXISTS (SELECT 1 FROM vendor_order o
  WHERE o.order_id = e.entity_id AND o.vendor_id = ${vendorId}::uuid
    AND (o.decision = 'APPROVED' OR e.event = 'order.approval_withdrawn'))`

/** Orders by their ids (uuid), in the order given, of those that this caller may see. */
export async function ordersById(
  ids: readonly string[],
  { db, caller }: { db: Kysely<Tables>; caller: Caller },
): Promise<OrderRow[]> {
  const rows = await scopeOrders(selectOrders(db), caller).where(sql<boolean>`o.id = ANY(${ids}::uuid[])`).execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  const now = new Date()
  return ids.flatMap((id) => found.get(id) ?? []).map((facts) => orderWire(facts, now))
}

/** The wire's seven quantities; free and reserved pieces together are what users call "on platform". */
export function quantitiesWire(line: Quantities): OrderRow['quantities'] {
  const { ordered, rejected, oos, awaiting, packed, shipped } = line
  return { ordered, rejected, oos, awaiting, on_platform: onPlatform(line), packed, shipped }
}

/** The order as every list shows it. Days and status are those of the vendor's zone at `now`. */
export function orderWire(facts: OrderFacts, now: Date): OrderRow {
  const today = dayIn(facts.time_zone, now)
  const stage = facts.stage as Stage
  const late = isLate(stage, facts.ship_by, today)
  const money = (minor: number) => ({ minor, currency: facts.currency })
  return {
    order_id: facts.order_id,
    supplier_id: facts.supplier_id,
    supplier_name: facts.supplier_name,
    supplier_name_zh: facts.supplier_name_zh,
    style_id: facts.style_id,
    style_name: facts.style_name,
    style_name_zh: facts.style_name_zh,
    picture: facts.picture,
    order_date: facts.order_date,
    shipping_deadline: facts.ship_by,
    status: statusAt(stage, facts.ship_by, today),
    decision: facts.decision,
    vendor_decision: facts.vendor_decision,
    is_late: late,
    is_urgent: isUrgent({ flagged: facts.is_flagged_urgent, stage, deadline: facts.ship_by }, today),
    is_flagged_urgent: facts.is_flagged_urgent,
    days_passed: daysBetween(facts.order_date, today),
    days_remaining: daysBetween(today, facts.ship_by),
    unit_price: money(facts.unit_price_minor),
    previous_unit_price: facts.previous_unit_price_minor === null ? null : money(facts.previous_unit_price_minor),
    style_price: facts.style_price_minor === null ? null : money(facts.style_price_minor),
    exceptions: orderExceptions({
      price_jump: facts.is_price_jump,
      late,
      new_vendor: facts.is_new_vendor,
      other_vendor: facts.is_other_vendor,
      no_warehouse: facts.is_no_warehouse,
    }),
    total_order_quantity: facts.ordered,
    quantities: quantitiesWire(facts),
    destination: facts.destination,
    destination_zh: facts.destination_zh,
    remark: facts.remark,
    version: facts.version,
  }
}

/** A search text as a LIKE pattern: what users type is never a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Finds an order `o` by a part of its id, of its style's code or names in either language, or of a SKU in its lines. An order
 * is for one style, so only orders of the styles that have such a SKU are asked for their lines.
 */
export function orderSearch(text: string): RawBuilder<SqlBool> {
  const like = containing(text)
  return sql<SqlBool>`(o.order_id ILIKE ${like}
    OR o.style_id = ANY(ARRAY(SELECT id FROM style WHERE code ILIKE ${like} OR name ILIKE ${like} OR name_zh ILIKE ${like}))
    OR (o.style_id = ANY(ARRAY(SELECT style_id FROM sku WHERE nm_sku ILIKE ${like}))
      AND EXISTS (SELECT 1 FROM order_line fl JOIN sku fk ON fk.id = fl.sku_id
        WHERE fl.order_id = o.id AND fk.nm_sku ILIKE ${like})))`
}

/** More matches than this, and a page of them is found soonest by walking the list in its order. */
const FEW = 2_000

/**
 * A search as a condition that is fast for a page of any list: the few orders that match by their ids, or the search itself
 * where many do. The database cannot know beforehand which it will be, and is slow by a hundred times when it guesses wrong.
 * Both conditions are on `vendor_order o`; `scope` says which orders the list is about.
 */
export async function narrowed(
  db: Db,
  search: RawBuilder<SqlBool>,
  scope: RawBuilder<SqlBool>,
): Promise<RawBuilder<SqlBool>> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT o.id FROM vendor_order o WHERE ${scope} AND ${search} LIMIT ${sql.lit(FEW + 1)}`.execute(db)
  if (rows.length > FEW) return search
  return sql<SqlBool>`o.id = ANY(${rows.map((row) => row.id)}::uuid[])`
}

/** The pieces of an order or of a line, by where they are. */
export const quantityColumns = {
  ordered: col.number,
  awaiting: col.number,
  platform: col.number,
  reserved: col.number,
  packed: col.number,
  shipped: col.number,
  rejected: col.number,
  oos: col.number,
} satisfies Record<keyof Quantities, typeof col.number>

/** What `orderSelection` reads, for the raw queries that go on from it. */
export const orderColumns = {
  ...quantityColumns,
  id: col.text,
  order_id: col.text,
  vendor_id: col.text,
  supplier_id: col.text,
  supplier_name: col.text,
  supplier_name_zh: col.text,
  time_zone: col.text,
  style_id: col.text,
  style_name: col.text,
  style_name_zh: col.text,
  picture: col.textOrNull,
  destination: col.text,
  destination_zh: col.text,
  order_date: col.text,
  ship_by: col.text,
  unit_price_minor: col.number,
  currency: col.text,
  previous_unit_price_minor: col.numberOrNull,
  style_price_minor: col.numberOrNull,
  is_flagged_urgent: col.flag,
  is_price_jump: col.flag,
  is_new_vendor: col.flag,
  is_other_vendor: col.flag,
  is_no_warehouse: col.flag,
  decision: z.enum(orderDecisions),
  vendor_decision: z.enum(['NEW', 'ANSWERED']),
  remark: col.textOrNull,
  stage: col.number,
  version: col.number,
} satisfies Columns & Record<keyof OrderFacts, unknown>
