import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayIn, vendorZone } from '../../shared/domain/order-status.ts'
import { longestReport, type ReportDays, reportDayProblems, reportDays } from '../../shared/domain/report-days.ts'
import { invalidInput } from '../http/errors.ts'
import { chinaSites } from './qc-sites.ts'

interface Asked {
  from?: string | undefined
  to?: string | undefined
}

/** The days of a report. Throws invalid_input for days in the wrong order, and for more of them than a report covers. */
export function daysAsked(asked: Asked): ReportDays {
  const days = reportDays(asked, dayIn(vendorZone, new Date()))
  if ('problem' in days) throw invalidInput(reportDayProblems[days.problem], { values: { days: longestReport } })
  return days
}

/** The day of an instant at a site `d`. */
export function dayAt(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${instant} AT TIME ZONE d.time_zone)::date`
}

/** Whether an instant lies in days of its site `d`: first roughly, which an index can answer, then exactly. */
export function isIn({ from, to }: ReportDays, instant: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${instant} >= ${from}::timestamp AT TIME ZONE 'UTC' - interval '1 day'
    AND ${instant} < ${to}::timestamp AT TIME ZONE 'UTC' + interval '2 days'
    AND ${dayAt(instant)} BETWEEN ${from}::date AND ${to}::date`
}

/** Sites of China QC with the instants between which their days lie, as `sites`: worked out once, and not for every row of a year. */
export function sitesWith({ from, to }: ReportDays): RawBuilder<unknown> {
  return sql`sites AS MATERIALIZED (SELECT id, time_zone, ${from}::timestamp AT TIME ZONE time_zone AS starts,
    (${to}::date + 1)::timestamp AT TIME ZONE time_zone AS ends FROM site
    WHERE kind = ${sql.lit(chinaSites.sites)})`
}

/** Whether an instant lies in the days of its site `d` of `sitesWith`: first roughly, which an index can answer, then exactly. */
export function isWithin({ from, to }: ReportDays, instant: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${instant} >= ${from}::timestamp AT TIME ZONE 'UTC' - interval '1 day'
    AND ${instant} < ${to}::timestamp AT TIME ZONE 'UTC' + interval '2 days'
    AND ${instant} >= d.starts AND ${instant} < d.ends`
}
