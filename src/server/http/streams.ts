import type { FastifyInstance } from 'fastify'
import type { Caller, Db } from './call.ts'
import { Refusal } from './errors.ts'
import type { Limits } from './limits.ts'

/** One event stream that is open. */
export interface OpenStream {
  /** Aborted by `end`, and when the server stops. */
  signal: AbortSignal
  end(): void
}

export interface Streams {
  /** Throws `too_many_requests` when the session, or this copy, holds as many as it may. */
  open(caller: Caller): OpenStream
  /** Whether the session of an open stream still holds. Does not keep it alive, as a call would. */
  isLive(caller: Caller): Promise<boolean>
  heartbeatMs: number
}

type StreamLimits = Pick<Limits, 'streamsPerSession' | 'streams' | 'heartbeatMs'>

/** Counts the event streams of this copy, and ends them all when it stops, since nothing else would. */
export function openStreams(app: FastifyInstance, db: Db, limits: StreamLimits): Streams {
  const open = new Map<OpenStream, string>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })
  return {
    heartbeatMs: limits.heartbeatMs,
    isLive: (caller) => isLive(db, caller),
    open({ sessionId }) {
      const own = [...open.values()].filter((one) => one === sessionId).length
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
      open.set(stream, sessionId)
      return stream
    },
  }
}

async function isLive(db: Db, { sessionId }: Caller): Promise<boolean> {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .select('s.expires_at')
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined && row.expires_at.getTime() > Date.now()
}
