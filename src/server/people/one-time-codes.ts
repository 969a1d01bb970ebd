import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import type { Db, Tx } from '../http/call.ts'
import type { CodePurpose } from '../mail/code-mail.ts'
import { hashPassword, isPassword } from './passwords.ts'

export const CODE_MINUTES = 5
/** A user gets no other code sooner, and no more than `MOST_AN_HOUR`. */
export const PAUSE_SECONDS = 60
const MOST_AN_HOUR = 5
const MOST_TRIES = 5

/** Six digits, and their slow hash: of a million codes a fast one is turned back at once. */
export async function newCode(): Promise<{ code: string; hash: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, hash: await hashPassword(code) }
}

/**
 * Keeps the code for its user and purpose, in place of the one before. False, and nothing is changed, when the user had one
 * within the last minute or five within the hour. The user's row must be locked.
 */
export async function keepCode(tx: Tx, userId: string, purpose: CodePurpose, hash: string): Promise<boolean> {
  const ago = (seconds: number) => sql<Date>`now() - ${seconds} * interval '1 second'`
  const lately = await tx
    .selectFrom('one_time_code')
    .select([
      sql<number>`count(*)::int`.as('hour'),
      sql<number>`(count(*) filter (where created_at > ${ago(PAUSE_SECONDS)}))::int`.as('minute'),
    ])
    .where('user_id', '=', userId)
    .where('created_at', '>', ago(3_600))
    .executeTakeFirstOrThrow()
  if (lately.minute > 0 || lately.hour >= MOST_AN_HOUR) return false
  await endCodes(tx, userId, purpose)
  const expires = sql<Date>`now() + ${CODE_MINUTES} * interval '1 minute'`
  const row = { id: v7(), user_id: userId, purpose, code_hash: hash, expires_at: expires }
  await tx.insertInto('one_time_code').values(row).execute()
  return true
}

/** A user's codes open nothing from now on: a newer one came, or they were sent to a mailbox or for an account of before. */
export async function endCodes(tx: Tx, userId: string, purpose?: CodePurpose): Promise<void> {
  await tx
    .updateTable('one_time_code')
    .set({ ended_at: sql`now()`, code_hash: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? 'sign_in'))
    .execute()
}

/** A code that somebody knew: whose it is. It must still be used up, in the transaction of what it opens. */
export interface KnownCode {
  id: string
  userId: string
  email: string
  name: string
  isRight: boolean
}

/**
 * Counts the try before the code is looked at, in one statement: many at once cannot try more than five. Null, after the same
 * work, where no code of this purpose is open for an active account.
 */
export async function tryCode(db: Db, email: string, purpose: CodePurpose, code: string): Promise<KnownCode | null> {
  const row = await db
    .updateTable('one_time_code as c')
    .from('app_user as u')
    .set({ tries: sql<number>`c.tries + 1` })
    .where(sql<SqlBool>`u.id = c.user_id`)
    .where(sql<string>`lower(u.email)`, '=', email.toLowerCase())
    .where('u.is_active', '=', true)
    .where('c.purpose', '=', purpose)
    .where('c.ended_at', 'is', null)
    .where('c.expires_at', '>', sql<Date>`now()`)
    .where('c.tries', '<', MOST_TRIES)
    .returning(['c.id', 'c.code_hash', 'u.id as user_id', 'u.email', 'u.name'])
    .executeTakeFirst()
  const isRight = await isPassword(code, row?.code_hash ?? null)
  return row ? { id: row.id, userId: row.user_id, email: row.email, name: row.name, isRight } : null
}

/** Uses the code up. False when somebody else did so, or a newer one came, since it was tried. */
export async function takeCode(tx: Tx, { id }: KnownCode): Promise<boolean> {
  const done = await tx
    .updateTable('one_time_code')
    .set({ ended_at: sql`now()`, code_hash: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
