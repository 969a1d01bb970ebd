import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** When a day (date) begins at a site `d`. */
export const startOfDay = (day: RawBuilder<unknown>) => sql`(${day}::timestamp AT TIME ZONE d.time_zone)`

/** Whether so many whole days went by since, at a site `d`: what came at 23:00 is a day old an hour later. */
export function isDaysAgo(since: RawBuilder<unknown>, days: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`${since} < ${startOfDay(sql`((now() AT TIME ZONE d.time_zone)::date - ${days}::int + 1)`)}`
}
