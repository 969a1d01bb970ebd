import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '../../shared/kernel/call.ts'
import type { Db, Reply, SentKey, Tx } from './call.ts'
import { conflict, invalidInput, Refusal } from './errors.ts'
import type { ReadInput } from './read-input.ts'

export type Stored = { reply: unknown } | null

/** The key of the header: 1 to 200 printable signs. Null when none was sent; throws `invalid_input` for another form. */
export function keyFrom(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw invalidInput('The Idempotency-Key must be 1 to 200 printable characters.')
}

/** Never hashed: a fast hash of a secret in the database is soon guessed. */
const secrets = new Set(['password', 'new_password', 'current_password', 'otp'])

/** Fingerprint of a request: method, path, everything taken but secrets, and the bytes of files. */
export function requestHash(call: Call, input: ReadInput): string {
  const hash = createHash('sha256').update(`${call.method} ${call.path}\n${canonical(input.taken)}`)
  if (input.file) hash.update('\n').update(createHash('sha256').update(input.file.bytes).digest())
  for (const { name, bytes } of input.pictures ?? [])
    hash.update(`\n${name}\n`).update(createHash('sha256').update(bytes).digest())
  return hash.digest('hex')
}

/** JSON with sorted keys: the order in which a client writes them means nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (secrets.has(name)) return undefined
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** The reply stored under the key. Throws `idempotency_mismatch` when the key was used for another request. */
export async function storedReply(db: Db | Tx, sent: SentKey): Promise<Stored> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply', sql<boolean>`reply IS NULL`.as('is_forgotten')])
    .where('user_id', '=', sent.userId)
    .where('key', '=', sent.key)
    .executeTakeFirst()
  if (!row) return null
  if (row.request_hash !== sent.requestHash) {
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for another request.')
  }
  // Too many large replies were kept (keep-limits.ts). Under way it is not: that row nobody else would see.
  if (row.is_forgotten) throw conflict('This was done already; what was answered is no longer kept. Please look again.')
  return { reply: row.reply }
}

/**
 * Runs the work once under its key, in the transaction given. Of two at once the second waits at the key's row until the
 * first is through, and gives the first's reply.
 */
export async function once<T>(tx: Tx, sent: SentKey, task: () => Promise<T>): Promise<{ reply: T; replayed: boolean }> {
  const row = { user_id: sent.userId, key: sent.key, request_hash: sent.requestHash, reply: null }
  const taken = await tx
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) {
    const stored = await storedReply(tx, sent)
    // Deleted between the two statements: its age was up.
    if (!stored) throw new Refusal('unavailable', 'The server cannot do this right now. Please try again in a moment.')
    return { reply: stored.reply as T, replayed: true }
  }
  const reply = await task()
  await tx
    .updateTable('idempotency_key')
    .set({ reply: JSON.stringify(reply ?? null) })
    .where('user_id', '=', sent.userId)
    .where('key', '=', sent.key)
    .execute()
  return { reply, replayed: false }
}

export function isSaid(reply: unknown): reply is Reply<unknown> {
  return typeof reply === 'object' && reply !== null && 'data' in reply && 'message' in reply
}
