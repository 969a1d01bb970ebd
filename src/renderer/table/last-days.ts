/** The last n days, today included, as calendar days in the reader's own zone. */
export function lastDays(n: number, now: Date): [from: string, to: string] {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (n - 1))
  return [calendarDay(first), calendarDay(now)]
}

function calendarDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
