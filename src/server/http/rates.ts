import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from './client-address.ts'
import type { Counts } from './counts.ts'
import { Refusal } from './errors.ts'
import type { Limits } from './limits.ts'
import { openTokens, type Tokens } from './tokens.ts'

/** Each throws `too_many_requests`, with the seconds to wait, when there are too many. */
export interface RateLimits {
  /** A call of the person or the API key that `request.caller` is; of nobody, of its address. */
  countCall(request: FastifyRequest): void
  /** A call that needs no session, by its address. Before its body is read. */
  countOpenCall(request: FastifyRequest): void
  /** The same for sign-ins with one e-mail: from a device that the account knows, or from an address, there with all e-mails together as well. */
  countSignIn(request: FastifyRequest, email: string, deviceId: string | null): void
  /** A read of the calendar feed that is known by this name. */
  countFeed(name: string): void
  tokens: Tokens
  /** A call of its caller is under way until it is answered. */
  enter(request: FastifyRequest, reply: FastifyReply): void
}

/** Factor for an address that tries one password on many accounts, or lets many be hashed, over what one account may. */
const ACCOUNTS_OF_ONE_ADDRESS = 30

export function rateLimits(counts: Counts, limits: Limits): RateLimits {
  const underWay = new Map<string, number>()
  const { callsPerMinute, keyCallsPerMinute, openCallsPerMinute, signInsPerMinute, callsAtOnce } = limits
  const addressOf = (request: FastifyRequest) => addressKey(request.ip)
  return {
    countCall(request) {
      const { caller } = request
      const who = caller ? `user ${caller.userId}` : `address ${addressOf(request)}`
      counts.count(who, caller?.isMachine ? keyCallsPerMinute : callsPerMinute)
    },
    countOpenCall: (request) => counts.count(`open ${addressOf(request)}`, openCallsPerMinute),
    countSignIn(request, email, deviceId) {
      if (deviceId !== null) return counts.count(`device ${deviceId}`, signInsPerMinute)
      counts.count(`sign-ins ${addressOf(request)}`, signInsPerMinute * ACCOUNTS_OF_ONE_ADDRESS)
      counts.count(`sign-ins ${addressOf(request)} ${email}`, signInsPerMinute)
    },
    countFeed: (name) => counts.count(`feed ${name}`, limits.feedReadsPerMinute),
    tokens: openTokens(counts, openCallsPerMinute),
    enter({ caller }, reply) {
      if (!caller || callsAtOnce === 0) return
      const { userId } = caller
      const before = underWay.get(userId) ?? 0
      if (before >= callsAtOnce) throw tooManyAtOnce()
      underWay.set(userId, before + 1)
      reply.raw.once('close', () => {
        const left = (underWay.get(userId) ?? 1) - 1
        if (left > 0) underWay.set(userId, left)
        else underWay.delete(userId)
      })
    },
  }
}

function tooManyAtOnce(): Refusal {
  return new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', { retry_after_seconds: 1 })
}
