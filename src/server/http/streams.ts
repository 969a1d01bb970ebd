import type { FastifyInstance } from 'fastify'
import type { Caller, Db } from './call.ts'
import { Refusal } from './errors.ts'
import type { Limits } from './limits.ts'
import { readCaller } from './sessions.ts'

/** One event stream that is open. */
export interface OpenStream {
  /** Aborted by `end`, and when the server stops. */
  signal: AbortSignal
  end(): void
}

export interface Streams {
  /** Throws `too_many_requests` when the session, or this copy, holds as many as it may. */
  open(caller: Caller): OpenStream
  /** Whether the session of an open stream still holds, and its caller is and sees as who they were when it was opened. */
  isLive(caller: Caller): Promise<boolean>
  /** After a change of these sessions: their streams end now, and not only with the next heartbeat, where they must. */
  recheck(sessionIds: readonly string[]): void
  heartbeatMs: number
}

type StreamLimits = Pick<Limits, 'streamsPerSession' | 'streams' | 'heartbeatMs'>

/** Counts the event streams of this copy, and ends them all when it stops, since nothing else would. */
export function openStreams(app: FastifyInstance, db: Db, limits: StreamLimits): Streams {
  const open = new Map<OpenStream, Caller>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })
  return {
    heartbeatMs: limits.heartbeatMs,
    isLive: (caller) => isLive(db, caller),
    recheck(sessionIds) {
      for (const [stream, caller] of open) {
        if (!sessionIds.includes(caller.sessionId)) continue
        // Not knowing is as good as no: the client comes back, and is asked who it is.
        isLive(db, caller).then(
          (live) => live || stream.end(),
          () => stream.end(),
        )
      }
    },
    open(caller) {
      const own = [...open.values()].filter(({ sessionId }) => sessionId === caller.sessionId).length
      if (own >= limits.streamsPerSession || open.size >= limits.streams)
        throw new Refusal('too_many_requests', 'Too many open pages listen for news.', { retry_after_seconds: 60 })
      const ending = new AbortController()
      const stream: OpenStream = {
        signal: ending.signal,
        end() {
          open.delete(stream)
          ending.abort()
        },
      }
      open.set(stream, caller)
      return stream
    },
  }
}

async function isLive(db: Db, caller: Caller): Promise<boolean> {
  const now = await readCaller(db, caller.sessionId)
  return now !== null && seeing(now) === seeing(caller)
}

/** What a caller may see hangs on these. */
function seeing({ role, team, vendorId, trueRole }: Caller): string {
  return [role, team, vendorId, trueRole].join(' ')
}
