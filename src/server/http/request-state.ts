import type { FastifyInstance } from 'fastify'
import type { Caller } from './call.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the session is known, and for calls that need none. */
    caller: Caller | null
    traceId: string
  }

  interface FastifyContextConfig {
    /** Area and key of the contract, for the log: `vendor.getOrders`. */
    call?: string
  }
}

/** Declares what hooks put on a request, so that all requests have one shape. */
export function declareRequestState(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('traceId', '')
}
