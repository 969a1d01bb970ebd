import { toApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { type LoggedEvent, onLoggedEvent } from '../api/request-log.ts'
import { noteHostCall, sendParting } from '../api/send.ts'
import { host } from '../host/host.ts'
import { currentUser } from '../session/session.ts'

const everyMillis = 5 * 60_000
/** What a closing page can still send: browsers let 64 kB through. */
const partingSize = 150

const outbox = logOutbox(async (batch) => {
  try {
    await api.frame.trackUserActions({ actions: batch.map(actionOf) }, { isQuiet: true })
    return true
  } catch (failure) {
    const { status } = toApiError(failure)
    if (status === 400 || status === 413) return false
    throw failure
  }
})

/**
 * Hands the client's request log to the server (track-user-actions): now and then, when a batch is full, and when the page
 * closes. It is no use to the user: a failure waits for the next time.
 */
export function startSendingLog(): void {
  host.app.onCall(noteHostCall)
  onLoggedEvent((event) => {
    // Telling of the telling would never end.
    if (event.path.includes('track-user-actions')) return
    outbox.add(event)
    if (outbox.waiting().length % batchSize === 0) void sendLog()
  })
  setInterval(() => void sendLog(), everyMillis)
  addEventListener('pagehide', () => {
    const last = outbox.waiting().slice(-partingSize)
    if (last.length > 0 && currentUser()) sendParting('/track-user-actions', { actions: last.map(actionOf) })
  })
}

async function sendLog(): Promise<void> {
  if (currentUser()) await outbox.flush()
}

function actionOf({ at, kind, path, request_id, trace_id, status }: LoggedEvent) {
  return { at, kind, path, request_id, trace_id, details: { status: status ?? null } }
}

/** track-user-actions takes no more at once. */
export const batchSize = 500
/** While nobody can be told, the oldest are let go beyond this. */
export const outboxLimit = 20_000

export interface LogOutbox {
  add(event: LoggedEvent): void
  /** Hands on all that waits, batch by batch, in order. A batch that fails stays for the next time; one that is refused is let go. */
  flush(): Promise<void>
  waiting(): readonly LoggedEvent[]
}

/** `send` throws when a batch did not arrive, and gives false when the server refuses it: sending it again would change nothing. */
export function logOutbox(send: (batch: readonly LoggedEvent[]) => Promise<boolean>): LogOutbox {
  let waiting: LoggedEvent[] = []
  let underWay: Promise<void> | null = null

  const sendAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      try {
        await send(batch)
      } catch {
        // Kept; the next round sends it.
        return
      }
      const gone = new Set(batch)
      waiting = waiting.filter((event) => !gone.has(event))
    }
  }
  return {
    add(event) {
      waiting.push(event)
      if (waiting.length > outboxLimit) waiting = waiting.slice(-outboxLimit)
    },
    flush() {
      underWay ??= sendAll().finally(() => {
        underWay = null
      })
      return underWay
    },
    waiting: () => waiting,
  }
}
