import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Caller, EventsReply } from './call.ts'
import type { OpenStream, Streams } from './streams.ts'

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
