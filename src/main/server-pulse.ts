import { patience } from './patience.ts'

/** So many questions without an answer, and the server counts as hung. */
const mostUnanswered = 4

export interface Pulse {
  answered(): void
  stop(): void
}

/**
 * Asks the server again and again whether it is there. Unanswered questions are counted, not minutes: a computer that slept
 * wakes up with an old clock and a sound server.
 */
export function serverPulse({ ask, onSilent }: { ask(): void; onSilent(): void }): Pulse {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= mostUnanswered) {
      clearInterval(timer)
      onSilent()
      return
    }
    unanswered += 1
    ask()
  }, patience.serverPulse)
  return {
    answered() {
      unanswered = 0
    },
    stop: () => clearInterval(timer),
  }
}
