import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { vendorZone } from '../../../shared/kernel/days.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Db, Tx } from '../../http/call.ts'
import { retract } from '../../notices/notify.ts'

/** Whether an approved order `o` waits for its vendor's answer. */
export const toAnswer = sql<SqlBool>`o.vendor_decision = 'NEW'`

/** Since when it waits. */
export const askedAt: RawBuilder<Date> = sql`coalesce(o.asked_at, o.order_date::timestamp AT TIME ZONE ${vendorZone})`

/** When its vendor answered; of an order with a line that is not answered, for the first time. */
export const answeredAt: RawBuilder<Date> = sql`coalesce(o.answered_at, (SELECT min(e.at) FROM audit_event e
  WHERE e.entity = 'order' AND e.entity_id = o.order_id AND e.event = 'order.answered'), ${askedAt})`

/** The earliest `at` of these orders (by their uuids); null of none. */
export async function earliestOf(db: Db, ids: readonly string[], at: RawBuilder<Date>): Promise<Date | null> {
  const { rows } = await rowsOf({ since: col.instant.nullable() })`
    SELECT min(${at}) AS since FROM vendor_order o WHERE o.id = ANY(${[...ids]}::uuid[])`.execute(db)
  return rows[0]?.since ?? null
}

/** Orders that their vendor sees no longer leave the notice that asks for an answer; where others stay on it, it names one of those. */
export async function retractAsked(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const left = await retract(tx, 'orders_to_answer', '', orderIds)
  const named = sql`details = n.details || jsonb_build_object('order_id', n.things[1])`
  await sql`UPDATE notice_outbox n SET ${named} WHERE n.kind = 'orders_to_answer'`.execute(tx)
  await sql`UPDATE notice n SET ${named} WHERE n.id = ANY (${left}::uuid[])`.execute(tx)
}
