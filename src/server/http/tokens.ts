import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { addressKey } from './client-address.ts'
import type { Counts } from './counts.ts'

const MOST_REMEMBERED = 20_000
/** One that opened nothing is not looked up again for so long: a program with an old key asks all the time. */
const REFUSED_MS = 1_000

/** Tokens that callers sent, good and bad, so that guessing has an end and nobody else at the same address is touched by it. */
export interface Tokens {
  /** Throws `too_many_requests` for a token that was never seen, from an address that has sent too many bad ones. */
  of(request: FastifyRequest, token: string): SentToken
}

export interface SentToken {
  /** False for one that opened nothing a moment ago: it is not looked up. */
  isWorthwhile: boolean
  /** Whether it opened something. Each bad one counts once. */
  note(isGood: boolean): void
}

export function openTokens(counts: Counts, mostBadAMinute: number): Tokens {
  /** By their hashes: until when they are not looked up. */
  const seen = new Map<string, number>()
  const nameOf = (request: FastifyRequest) => `tokens ${addressKey(request.ip)}`
  return {
    of(request, token) {
      const hash = hashOf(token)
      const before = seen.get(hash)
      if (before === undefined) counts.check(nameOf(request), mostBadAMinute)
      return {
        isWorthwhile: before === undefined || before <= Date.now(),
        note(isGood) {
          const until = seen.get(hash)
          if (until === undefined && seen.size >= MOST_REMEMBERED) seen.delete(seen.keys().next().value ?? '')
          if (isGood) seen.set(hash, 0)
          else if (until === undefined || until <= Date.now()) seen.set(hash, Date.now() + REFUSED_MS)
          if (!isGood && until === undefined) counts.count(nameOf(request), mostBadAMinute)
        },
      }
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
