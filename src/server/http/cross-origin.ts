import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Pages of other origins may call only when they are listed (the desktop app's own scheme). Without credentials: no cookie travels. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'traceparent',
      'x-request-id',
      'x-selvedge-client',
      'x-selvedge-session',
    ],
    exposedHeaders: ['x-request-id', 'x-trace-id', 'content-disposition', 'idempotent-replay', 'retry-after'],
    maxAge: 600,
  })
}
