/** An entry of whole days; `until` is the day after the last. */
export interface CalendarEntry {
  /** Stays the same while the entry is about the same, so that a calendar changes it in place. */
  id: string
  from: string
  until: string
  title: string
  text: string
  place?: string
}

export interface Calendar {
  name: string
  /** Hours after which a calendar should read it again. */
  refreshHours: number
  /** When it was made: an ISO instant. */
  at: string
  entries: readonly CalendarEntry[]
}

/** Writes a calendar as iCalendar (RFC 5545): lines end with CR LF, and none is longer than 75 bytes. */
export function writeCalendar({ name, refreshHours, at, entries }: Calendar): string {
  const stamp = at.replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Selvedge//Arrivals//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
    `X-PUBLISHED-TTL:PT${refreshHours}H`,
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${textOf(entry.id)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${entry.from.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${entry.until.replaceAll('-', '')}`,
      `SUMMARY:${textOf(entry.title)}`,
      `DESCRIPTION:${textOf(entry.text)}`,
      ...(entry.place === undefined ? [] : [`LOCATION:${textOf(entry.place)}`]),
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** A calendar with control characters is refused whole. */
const CONTROL = /(?![\t\n])\p{Cc}/gu

/** Backslash, comma, semicolon and line ends are escaped; control characters left out. */
function textOf(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .replace(/[\\,;]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

const MOST_BYTES = 75

/** Breaks a line between characters; the next begins with a space, which counts. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (bytes + size > MOST_BYTES) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += sign
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
