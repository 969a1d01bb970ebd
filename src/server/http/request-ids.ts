import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

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
  return found ?? randomBytes(16).toString('hex')
}

/** Every reply, errors too, names the request and its trace. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    request.traceId = traceIdOf(request.raw)
    reply.header('x-request-id', request.id).header('x-trace-id', request.traceId)
  })
}
