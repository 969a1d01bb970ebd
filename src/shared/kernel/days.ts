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
  const first = from ?? addDays(last, 1 - USUAL)
  if (first > last) return { problem: 'reversed' }
  return daysBetween(first, last) >= longestReport ? { problem: 'tooLong' } : { from: first, to: last }
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
/** Whole days from one calendar day to another; negative when `to` lies before `from`. A page of orders asks 150 times. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

const MOST_NUMBERED = 4_000
/** The same few hundred days are read again and again. */
const numbered = new Map<string, number>()

function dayNumber(day: string): number {
  const known = numbered.get(day)
  if (known !== undefined) return known
  // A day alone is read as midnight in UTC.
  const number = Math.round(Date.parse(day) / 86_400_000)
  if (numbered.size >= MOST_NUMBERED) numbered.clear()
  numbered.set(day, number)
  return number
}
/** Deadlines of vendor orders are days in this zone (rules, section 0). */
export const vendorZone = 'Asia/Shanghai'
/** Shops and the warehouse are in this one. */
export const indiaZone = 'Asia/Kolkata'

/** The calendar day of an instant in a zone, `yyyy-mm-dd`. Throws RangeError for a zone that does not exist. */
export function dayIn(zone: string, at: Date): string {
  const minute = Math.floor(at.getTime() / 60000)
  const known = zones.get(zone)
  if (known?.minute === minute) return known.day
  const format = known?.format ?? dayFormat(zone)
  const day = format.format(at)
  zones.set(zone, { format, minute, day })
  return day
}

/** The calendar day of an instant in UTC: for dates that were made of a day alone, and for names of files. Days of the business have a place: `dayIn`. */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The calendar day `days` after `day`; before it when negative. */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
}
/** A formatter costs 50 µs to make; its last answer holds for the minute, since zones differ by whole minutes. */
export const zones = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>()

export function dayFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** The instant at which the clocks of a zone show a local time `yyyy-mm-ddThh:mm`. */
export function instantIn(zone: string, local: string): Date {
  const shown = Date.parse(`${local}:00Z`)
  const ahead = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`) - at
  // Twice, since the clocks may be put forward or back between the two.
  return new Date(shown - ahead(shown - ahead(shown)))
}
