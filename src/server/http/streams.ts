import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Caller, Db, EventsReply } from './call.ts'
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
  /** Throws `too_many_requests` when the session, its user or this copy holds as many as it may. */
  open(caller: Caller): OpenStream
  /** Whether the session of an open stream still holds, and its caller is and sees as who they were when it was opened. */
  isLive(caller: Caller): Promise<boolean>
  /** After a change of these sessions: their streams end now, and not only with the next heartbeat, where they must. */
  recheck(sessionIds: readonly string[]): void
  heartbeatMs: number
}

type StreamLimits = Pick<Limits, 'streamsPerSession' | 'streamsPerUser' | 'streams' | 'heartbeatMs'>

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
      const own = [...open.values()].filter(({ userId }) => userId === caller.userId)
      const ofSession = own.filter(({ sessionId }) => sessionId === caller.sessionId).length
      if (ofSession >= limits.streamsPerSession || own.length >= limits.streamsPerUser || open.size >= limits.streams)
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

/** Facts of a caller that decide what they may see. */
function seeing({ role, team, vendorId, trueRole, granted = [], withheld = [] }: Caller): string {
  return [role, team, vendorId, trueRole, granted, withheld].join(' ')
}

/** A client whose connection broke comes back after this long. */
const RETRY_MS = 3_000
/** A reader who takes nothing while this many bytes wait is gone. */
const MOST_WAITING = 64 * 1024

interface Sending {
  reply: FastifyReply
  caller: Caller
  stream: OpenStream
  streams: Streams
  write: (event: unknown) => string
}

/**
 * Sends events as they happen (text/event-stream) until the caller goes, the session ends or sees as another (looked at with every
 * heartbeat), the handler ends, or the server stops. After an error the stream ends as well, and its client comes back.
 */
export function sendEvents(sending: Sending, { events }: EventsReply<unknown>): FastifyReply {
  const { reply, stream } = sending
  const out = new PassThrough()
  const end = () => {
    clearInterval(heart)
    stream.end()
    out.end()
  }
  const heart = setInterval(() => void beat(sending, out).catch(() => end()), sending.streams.heartbeatMs)
  stream.signal.addEventListener('abort', end, { once: true })
  out.once('close', end)
  if (stream.signal.aborted) end()
  else out.write(`retry: ${RETRY_MS}\n\n`)
  pump(sending, out, events)
    .catch((error: unknown) => reply.log.warn({ err: error }, 'a stream broke off'))
    .finally(end)
  // A proxy that gathers or packs replies would hold events back.
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-store, no-transform')
  reply.header('x-accel-buffering', 'no')
  return reply.send(out)
}

async function pump({ write, stream }: Sending, out: PassThrough, events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) {
    if (stream.signal.aborted) return
    out.write(`data: ${write(event)}\n\n`)
  }
}

/** A comment, which clients ignore and proxies take for life. */
async function beat({ streams, stream, caller }: Sending, out: PassThrough): Promise<void> {
  if (out.writableLength > MOST_WAITING || !(await streams.isLive(caller))) stream.end()
  else if (!stream.signal.aborted) out.write(':\n\n')
}
