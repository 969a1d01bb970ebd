import { type RawBuilder, sql } from 'kysely'
import { indiaZone, vendorZone } from '../../shared/kernel/days.ts'
import type { Db, Tx } from '../http/call.ts'
import { col, rowsOf } from './rows.ts'

/** The calendar day of now in a zone, which may be a column. The database’s own would be the day in UTC, which in China begins eight hours late. */
export function todayIn(zone: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(now() AT TIME ZONE ${zone})::date`
}

/** Today where vendors are. */
export const vendorToday = todayIn(sql.lit(vendorZone))

/** Today where the shops are. */
export const indiaToday = todayIn(sql.lit(indiaZone))

/** Whether a day is over where `today` is. */
export async function isPast(db: Db | Tx, day: string, today: RawBuilder<string>): Promise<boolean> {
  const { rows } = await rowsOf({ is_past: col.flag })`SELECT ${day}::date < ${today} AS is_past`.execute(db)
  return rows[0]?.is_past ?? false
}

/** Tells a moment by the database's own clock. */
export function daysAgo(days: number): RawBuilder<Date> {
  return sql<Date>`now() - ${days} * interval '1 day'`
}
