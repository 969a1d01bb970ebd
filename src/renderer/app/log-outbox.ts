import type { LoggedEvent } from '../api/request-log.ts'

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
