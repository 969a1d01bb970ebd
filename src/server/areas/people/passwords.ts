import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2'
import { passwordProblem } from '../../../shared/areas/people/rules.ts'
import { invalidInput } from '../../http/errors.ts'

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. `Algorithm` is a const enum, which cannot be imported here. */
const cost: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Of a password nobody has: checked where there is no user, so that it takes as long as where there is one. */
let nobody: Promise<string> | undefined

/** Says whether the password is the hashed one. Without a hash it is not, after the same work. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID())
  const matches = await verify(stored ?? (await nobody), password)
  return matches && stored !== null
}

/** Gives the password back. Throws `invalid_input` with what is wrong with it, under its field's name. */
export function goodPassword(password: string, owner: { email: string; name: string }, field: string): string {
  const message = passwordProblem(password, owner)
  if (message !== null) throw invalidInput(message, { fields: [{ field, message }] })
  return password
}
