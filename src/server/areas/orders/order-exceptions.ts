import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ExceptionKind, exceptionKinds, vendorGoodsSites } from '../../../shared/areas/orders/answers.ts'
import { stages } from '../../../shared/areas/orders/status.ts'

// Conditions on `vendor_order o` alone, so that the same words show, count, sum and choose. All are judged when they are read: a setting,
// a style's vendor or a site that changes is seen at once. What they compare with is kept with the order, so that a list stays quick.

/** What the style costs by its record, where its first order waits and is in the same currency: there is no order before to compare with. */
export const stylePrice: RawBuilder<number | null> = sql`(SELECT ep.price_minor FROM style ep WHERE ep.id = o.style_id
  AND ep.price_currency = o.currency AND o.decision = 'NEW' AND o.previous_unit_price_minor IS NULL)`

const compared: RawBuilder<number> = sql`coalesce(o.previous_unit_price_minor, ${stylePrice})`

/** `isPriceJump` in SQL, of an order that is compared with this price. */
const jumpsFrom = (price: RawBuilder<number>): RawBuilder<boolean> => sql`coalesce(o.unit_price_minor <> ${price}
  AND abs(o.unit_price_minor - ${price}) * 100 >= ${price}
    * (SELECT (value #>> '{}')::numeric FROM setting WHERE name = 'price_jump_percent'), false)`

export const priceJump = jumpsFrom(compared)

export const otherVendor: RawBuilder<boolean> = sql`(NOT EXISTS (SELECT 1 FROM style es
  WHERE es.id = o.style_id AND es.vendor_id = o.vendor_id))`

const goodsKinds = sql.join(vendorGoodsSites.map((kind) => sql.lit(kind)))

export const noWarehouse: RawBuilder<boolean> = sql`(o.destination_id NOT IN (SELECT ed.id FROM site ed
  WHERE ed.retired_at IS NULL AND ed.kind IN (${goodsKinds})))`

const priceOfJoinedStyle: RawBuilder<number | null> = sql`(CASE WHEN o.decision = 'NEW'
  AND o.previous_unit_price_minor IS NULL AND s.price_currency = o.currency THEN s.price_minor END)`

/**
 * The same where the order's style `s` and destination `d` are joined already: asked by themselves, the database reads all styles and
 * all sites for each page.
 */
export const besideJoined = {
  stylePrice: priceOfJoinedStyle,
  priceJump: jumpsFrom(sql<number>`coalesce(o.previous_unit_price_minor, ${priceOfJoinedStyle})`),
  otherVendor: sql<boolean>`(s.vendor_id <> o.vendor_id)`,
  noWarehouse: sql<boolean>`(d.retired_at IS NOT NULL OR d.kind NOT IN (${goodsKinds}))`,
}

/** Late as `isLate` says it. `today` is a day in the vendors' zone. */
export function lateOn(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(o.stage > ${sql.lit(stages.fullyShipped)} AND o.ship_by < ${today}::date)`
}

export const exceptionRules = (today: string): Record<ExceptionKind, RawBuilder<SqlBool>> => ({
  price_jump: priceJump,
  late: lateOn(today),
  new_vendor: sql`o.is_new_vendor`,
  other_vendor: otherVendor,
  no_warehouse: noWarehouse,
})

export function isException(today: string): RawBuilder<SqlBool> {
  return sql`(${sql.join(Object.values(exceptionRules(today)), sql` OR `)})`
}

/** How many exceptions an order has. */
export function exceptionCount(today: string): RawBuilder<number> {
  const rules = exceptionRules(today)
  return sql`(${sql.join(
    exceptionKinds.map((kind) => sql`${rules[kind]}::int`),
    sql` + `,
  )})`
}
