import { daysBetween } from '../areas/orders/status.ts'

/** Days of a report, both included. */
export interface ReportDays {
  from: string
  to: string
}

/** As long as a report may be: a leap year. */
export const longestReport = 366
const USUAL = 30

/** English, and the keys of their translations. */
export const reportDayProblems = {
  reversed: 'The first day comes after the last.',
  tooLong: 'A report covers at most {{days}} days.',
} as const

/** The days asked for; left out: the thirty up to the last one, which is today unless said otherwise. */
export function reportDays(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): ReportDays | { problem: keyof typeof reportDayProblems } {
  const last = to ?? today
  const first = from ?? plusDays(last, 1 - USUAL)
  if (first > last) return { problem: 'reversed' }
  return daysBetween(first, last) >= longestReport ? { problem: 'tooLong' } : { from: first, to: last }
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Days from the door to the first verdict, as a chart shows them: each group up to so many days. */
export const doorDayGroups = [
  { days: '0', upTo: 0 },
  { days: '1', upTo: 1 },
  { days: '2', upTo: 2 },
  { days: '3', upTo: 3 },
  { days: '4–7', upTo: 7 },
  { days: '8–14', upTo: 14 },
  { days: '15+', upTo: Number.POSITIVE_INFINITY },
] as const
