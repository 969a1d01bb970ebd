import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { contentPolicy } from '../../shared/content-policy.ts'
import { launchHeader } from '../../shared/kernel/headers.ts'
import { forbidden, sendRefusal } from './errors.ts'

/** The same for every reply, so they are made once. */
const headers = {
  'content-security-policy': contentPolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The camera is for photographs and scans; nothing of a page asks for more.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A year: a browser that came by https once does not come in clear again. Its neighbours under the same name are not ours to speak for. */
const ONLY_HTTPS = 'max-age=31536000'

/** Adds the security headers; a trusted proxy that ends TLS before this server is believed when it says that a browser came by https. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.protocol === 'https') reply.header('strict-transport-security', ONLY_HTTPS)
  })
}

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

/**
 * The server in the desktop app answers that app alone: whoever else on this computer finds its port hears a 403 to everything.
 * Without a secret (a company's server) everybody may ask.
 */
export interface LaunchWall {
  /** Whether this request carries the secret, or is a preflight, which a browser sends without any header of ours. */
  lets(request: Pick<IncomingMessage, 'headers' | 'method'>): boolean
}

export function launchWall(secret: string | undefined, origins: readonly string[]): LaunchWall {
  if (secret === undefined) return { lets: () => true }
  const wanted = digest(secret)
  return {
    lets({ headers, method }) {
      const given = headers[launchHeader]
      if (typeof given === 'string' && timingSafeEqual(digest(given), wanted)) return true
      return method === 'OPTIONS' && isPreflight(headers, origins)
    },
  }
}

export const notThisLaunch = () => forbidden('Only the app that started this server may ask it.')

/** To be added before every other hook, so that nothing else looks at a stranger's request. */
export function guardLaunch(app: FastifyInstance, wall: LaunchWall): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (wall.lets(request.raw)) next()
    else void sendRefusal(reply, notThisLaunch())
  })
}

/** Hashes to one length whatever was given, so that comparing takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function isPreflight(headers: IncomingMessage['headers'], origins: readonly string[]): boolean {
  return origins.includes(headers.origin ?? '') && headers['access-control-request-method'] !== undefined
}
