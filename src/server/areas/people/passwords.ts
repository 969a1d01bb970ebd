import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2'
import { passwordProblem } from '../../../shared/areas/people/rules.ts'
import { invalidInput, Refusal } from '../../http/errors.ts'

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. `Algorithm` is a const enum, which cannot be imported here. */
const cost: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing fills a core and 19 MiB each: files are read by the same few threads, and others' calls wait for them. */
const AT_ONCE = 2
/** Whoever comes when so many wait would be answered after seconds. */
const MOST_WAITING = 200
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) {
    const words = 'The server cannot do this right now. Please try again in a moment.'
    throw new Refusal('unavailable', words, { retry_after_seconds: 5 })
  }
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await task()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Throws `unavailable`, as `isPassword` does, when very many are hashed at once. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Of a password nobody has: checked where there is no user, so that it takes as long as where there is one. */
let nobody: Promise<string> | undefined

/** Says whether the password is the hashed one. Without a hash it is not, after the same work. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hash(crypto.randomUUID(), cost)
  const known = stored ?? (await nobody)
  const matches = await inTurn(() => verify(known, password))
  return matches && stored !== null
}

/** Gives the password back. Throws `invalid_input` with what is wrong with it, under its field's name. */
export function goodPassword(password: string, owner: { email: string; name: string }, field: string): string {
  const message = passwordProblem(password, owner)
  if (message !== null) throw invalidInput(message, { fields: [{ field, message }] })
  return password
}
