/** One event of the client's log (specification, section 7): no bodies, no query strings, no codes of people or goods. */
export interface LoggedEvent {
  at: string
  kind: 'request-sent' | 'response-received'
  path: string
  /** 0 where no answer came. */
  status?: number
  request_id?: string
  trace_id?: string
}

export const requestLogKey = 'requestLog'
export const requestLogLimit = 500

/** `requestId` travels with the request and comes back in its answer: by it the pair is found, also in the server's own log. */
export function noteRequest(path: string, requestId: string): void {
  note({ at: new Date().toISOString(), kind: 'request-sent', path: redactPath(path), request_id: requestId })
}

export function noteResponse(path: string, status: number, requestId?: unknown, traceId?: unknown): void {
  note({
    at: new Date().toISOString(),
    kind: 'response-received',
    path: redactPath(path),
    status,
    ...(typeof requestId === 'string' ? { request_id: requestId } : {}),
    ...(typeof traceId === 'string' ? { trace_id: traceId } : {}),
  })
}

/** Drops the query and hides every path word that is a code or a number: `/a/SH-000012` becomes `/a/*`. */
export function redactPath(path: string): string {
  const plain = path.split(/[?#]/)[0] ?? ''
  return plain
    .split('/')
    .map((word) => (/^v\d+$/.test(word) || !/[\d%@]/.test(word) ? word : '*'))
    .join('/')
    .slice(0, 200)
}

/** The log with one event more, the oldest dropped beyond the limit. */
export function appendEvent(log: readonly LoggedEvent[], event: LoggedEvent): LoggedEvent[] {
  return [...log, event].slice(-requestLogLimit)
}

export function readRequestLog(): LoggedEvent[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(requestLogKey) ?? '[]')
    return Array.isArray(saved) ? (saved as LoggedEvent[]) : []
  } catch {
    // A log that somebody else broke is worth less than the work that it would stop.
    return []
  }
}

export function clearRequestLog(): void {
  pending = []
  localStorage.removeItem(requestLogKey)
}

let pending: LoggedEvent[] = []
let writing = false
let tellServer: (event: LoggedEvent) => void = () => undefined

/** Who hands every event on: local storage keeps the last ones only. */
export function onLoggedEvent(listener: (event: LoggedEvent) => void): void {
  tellServer = listener
}

/** Written in idle time and in batches: a long list must not wait for local storage. */
function note(event: LoggedEvent): void {
  pending.push(event)
  tellServer(event)
  if (writing) return
  writing = true
  setTimeout(writeLog, 500)
}

/** What is not written yet is written now: a panel shows the newest. */
export function writeLog(): void {
  writing = false
  const log = pending.reduce(appendEvent, readRequestLog())
  pending = []
  try {
    localStorage.setItem(requestLogKey, JSON.stringify(log))
  } catch {
    localStorage.removeItem(requestLogKey)
  }
}
