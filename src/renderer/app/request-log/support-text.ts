import { type LoggedEvent, redactPath } from '../../api/request-log.ts'

export interface Surroundings {
  version: string
  edition: string
  role: string
  team: string | null
  language: string
  browser: string
  at: string
}

const most = 300

/** The log as support reads it: what program this is and the events, newest first. Names nobody, and no codes of goods. */
export function supportText(events: readonly LoggedEvent[], about: Surroundings): string {
  const head = [
    `Selvedge ${about.version || '-'} (${about.edition})`,
    `${about.at} · role ${about.role} · team ${about.team ?? '-'} · language ${about.language}`,
    about.browser,
  ]
  return [...head, '', ...events.slice(0, most).map(lineOf)].join('\n')
}

function lineOf({ at, kind, path, status, request_id, trace_id }: LoggedEvent): string {
  const ids = [request_id && `request ${request_id}`, trace_id && `trace ${trace_id}`].filter(Boolean)
  // Kept logs may be of an older release, which hid less.
  return [at, kind, status ?? '', redactPath(path), ...ids].join(' ').replace(/ {2,}/g, ' ')
}

/** Words of the search stand anywhere in an event: path, status, either id, kind. */
export function matchingEvents(log: readonly LoggedEvent[], words: string, failuresOnly: boolean): LoggedEvent[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return log
    .filter((event) => !failuresOnly || isFailure(event))
    .filter((event) => wanted.every((word) => textOf(event).includes(word)))
    .toReversed()
}

/** Answered with an error, or not at all. */
export function isFailure({ status }: LoggedEvent): boolean {
  return status !== undefined && (status === 0 || status >= 400)
}

function textOf({ at, kind, path, status, request_id, trace_id }: LoggedEvent): string {
  return [at, kind, path, status, request_id, trace_id].join(' ').toLowerCase()
}
