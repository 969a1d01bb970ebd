import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { launchHeader } from '../../shared/kernel/headers.ts'
import type { Bodies, HeldBody } from './bodies.ts'
import type { Caller } from './call.ts'

/** One line a request: who called what, how it ended and how long it took. Never a body, a header or a query. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call, url } = { call: request.routeOptions.config.call, url: request.routeOptions.url }
    request.log.info(
      {
        request_id: request.id,
        trace_id: request.traceId,
        user_id: request.caller?.userId ?? null,
        call: call ?? url ?? null,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'call',
    )
  })
}

const WELL_FORMED = /^[\w.:-]{8,80}$/
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** The caller's own request id when it is well-formed (8 to 80 letters, digits, . : _ -), otherwise a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

/** The trace of a W3C `traceparent` header, otherwise a new one. */
export function traceIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers.traceparent
  const found = typeof given === 'string' ? TRACE_PARENT.exec(given)?.[1] : undefined
  // Ids are made many at once; random bytes are asked of the system each time.
  return found ?? randomUUID().replaceAll('-', '')
}

/** Every reply, errors too, names the request and its trace. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    request.traceId = traceIdOf(request.raw)
    reply.header('x-request-id', request.id).header('x-trace-id', request.traceId)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the session is known, and for calls that need none. */
    caller: Caller | null
    traceId: string
    /** Null where none is sent. */
    heldBody: HeldBody | null
  }

  interface FastifyInstance {
    bodies: Bodies
  }

  interface FastifyContextConfig {
    /** Area and key of the contract, for the log: `orders.getOrders`. */
    call?: string
  }
}

/** Declares what hooks put on a request, so that all requests have one shape. */
export function declareRequestState(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('traceId', '')
  app.decorateRequest('heldBody', null)
}

const headers = ['authorization', 'cookie', 'set-cookie', launchHeader]
const passwords = ['password', 'new_password', 'current_password', 'password_hash']
const secrets = [...headers, ...passwords, 'otp', 'code_hash', 'token', 'launchSecret']

/** At the top, one and two levels down: `password`, `headers.cookie`, `req.headers.authorization`. */
const paths = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** A line of the log as a person reads it in a terminal: when, how bad, what, and what belongs to it. */
export function terminalLine(line: string): string {
  const { level, time, msg, ...more } = JSON.parse(line)
  const values = Object.entries(more).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const worse = level >= 40 ? [level >= 50 ? 'ERROR' : 'WARNING'] : []
  return `${[new Date(time).toTimeString().slice(0, 8), ...worse, msg ?? '', ...values].join(' ')}\n`
}

/** The log where a person sees it. Programs, and files, take JSON. */
export const terminalLog: DestinationStream = { write: (line) => void process.stderr.write(terminalLine(line)) }

/** A structured log that writes no secret even where somebody logs a whole request. */
export function makeLog(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const settings = { level: options.level ?? 'info', redact: { paths, censor: '[redacted]' }, base: {} }
  return options.destination ? pino(settings, options.destination) : pino(settings, pino.destination(2))
}
