import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from './call.ts'
import { proxyList } from './client-address.ts'
import { limitConnections } from './connections.ts'
import { openCounts } from './counts.ts'
import { Refusal } from './errors.ts'
import { guardHosts } from './hosts.ts'
import type { Limits } from './limits.ts'
import { type RateLimits, rateLimits } from './rates.ts'

/** How often Node looks for heads and requests that take too long. */
const LOOK_MS = 5_000

/** What Fastify and Node are told of the limits: how long a head and a whole request may take, and the body of what has no limit of its own. */
export function connectionLimits({ headMs, requestMs, openBytes }: Limits) {
  return {
    bodyLimit: openBytes,
    requestTimeout: requestMs,
    http: { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: Math.min(LOOK_MS, headMs) },
  }
}

interface Door {
  hosts?: readonly string[]
  trustedProxies?: string
}

/** What a request is asked before anything else of it is looked at: whether there is room for its connection, and whether it means this server. */
export function guardDoor(app: FastifyInstance, limits: Limits, { hosts = [], trustedProxies }: Door): void {
  const isTooMany = limitConnections(app, limits, proxyList(trustedProxies))
  app.addHook('onRequest', (request, reply, next) => {
    if (!isTooMany(request.raw.socket)) return next()
    reply.header('connection', 'close')
    next(noRoom())
  })
  guardHosts(app, hosts)
}

function noRoom(): Refusal {
  const words = 'Too many connections are open from here. Please try again in a moment.'
  return new Refusal('unavailable', words, { retry_after_seconds: 10 })
}

/** Rates that are counted here, and shared with other servers from when this one is ready until it is closed. */
export function openRates(
  app: FastifyInstance,
  { db, log }: { db: Db; log: FastifyBaseLogger },
  limits: Limits,
): RateLimits {
  const counts = openCounts(db, log, limits.shareCountsMs)
  app.addHook('onReady', async () => counts.start())
  app.addHook('onClose', () => counts.stop())
  return rateLimits(counts, limits)
}
