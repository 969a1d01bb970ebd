import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { key } from '../../shared/kernel/words.ts'
import { openBuckets } from './buckets.ts'
import type { Db } from './call.ts'
import { addressKey, proxyList } from './client-address.ts'
import { limitConnections } from './connections.ts'
import { openCounts } from './counts.ts'
import { Refusal, sendRefusal } from './errors.ts'
import { guardHosts } from './hosts.ts'
import type { Limits } from './limits.ts'
import { type RateLimits, rateLimits } from './rates.ts'

/** How often Node looks for heads and requests that take too long. */
const LOOK_MS = 5_000
const BURST_SECONDS = 5

/** Limits for Fastify and Node: how long a head and a whole request may take, and the body of a call without a limit of its own. */
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

/** Checks a request before anything else of it is looked at: whether there is room for its connection, and whether it means this server. */
export function guardDoor(app: FastifyInstance, limits: Limits, { hosts = [], trustedProxies }: Door): void {
  const isTooMany = limitConnections(app, limits, proxyList(trustedProxies))
  const mayAsk = openBuckets(limits.requestsPerSecond, limits.requestsPerSecond * BURST_SECONDS)
  app.addHook('onRequest', (request, reply, next) => {
    const refusal = isTooMany(request.raw.socket) ? noRoom() : mayAsk(addressKey(request.ip)) ? null : tooOften()
    if (refusal === null) return next()
    void sendRefusal(reply.header('connection', 'close'), refusal)
  })
  guardHosts(app, hosts)
}

function tooOften(): Refusal {
  return new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', { retry_after_seconds: 1 })
}

function noRoom(): Refusal {
  const words = key('Too many connections are open from here. Please try again in a moment.')
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
