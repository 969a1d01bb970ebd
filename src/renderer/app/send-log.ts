import { api } from '../api/client.ts'
import { readRequestLog } from '../api/request-log.ts'
import { currentUser } from './session.ts'

const everyMillis = 5 * 60_000
let sentUntil = new Date().toISOString()

/** Hands the client's request log to the server now and then (track-user-actions). It is no use to the user: a failure waits for the next time. */
export function startSendingLog(): void {
  setInterval(() => void sendLog(), everyMillis)
}

async function sendLog(): Promise<void> {
  const actions = readRequestLog()
    .filter(({ at, path }) => at > sentUntil && !path.includes('track-user-actions'))
    .map(({ at, kind, path, request_id, trace_id, status }) => ({
      at,
      kind,
      path,
      request_id,
      trace_id,
      details: { status: status ?? null },
    }))
  const last = actions.at(-1)
  if (!last || !currentUser()) return
  try {
    await api.other.trackUserActions({ actions })
    sentUntil = last.at
  } catch {
    // Kept in local storage; the next round sends it.
  }
}
