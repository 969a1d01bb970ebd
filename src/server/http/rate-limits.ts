import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { Limits } from './limits.ts'

export interface RateLimits {
  /** Throws `too_many_requests`, with the seconds to wait, when the session calls too often. */
  countCall(request: FastifyRequest): Promise<void>
  /** The same for sign-ins with one e-mail from one address, and with all e-mails together. The body must have been read. */
  countSignIn(request: FastifyRequest): Promise<void>
}

/** Whoever tries one password on many accounts, or lets many be hashed: so many times what one account may. */
const ACCOUNTS_OF_ONE_ADDRESS = 30

/** Counted in this copy's memory: N copies let N times as much through. */
export function rateLimits(app: FastifyInstance, limits: Limits): RateLimits {
  const sessionKey = (request: FastifyRequest) => request.caller?.sessionId ?? request.ip
  const signInKey = (request: FastifyRequest) => `${request.ip} ${emailOf(request.body)}`
  const countOfEmail = counter(app, limits.signInsPerMinute, signInKey)
  const countOfAddress = counter(app, limits.signInsPerMinute * ACCOUNTS_OF_ONE_ADDRESS, (request) => request.ip)
  return {
    countCall: counter(app, limits.callsPerMinute, sessionKey),
    async countSignIn(request) {
      await countOfAddress(request)
      await countOfEmail(request)
    },
  }
}

function counter(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string) {
  if (max === 0) return async () => undefined
  const count = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator })
  return async (request: FastifyRequest) => {
    const outcome = await count(request)
    if (outcome.isAllowed || !outcome.isExceeded) return
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retry_after_seconds: Math.max(1, outcome.ttlInSeconds),
    })
  }
}

function emailOf(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : ''
  return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 254) : ''
}
