import { sql } from 'kysely'
import { recordEvent } from '../audit.ts'
import type { Db, Tx, Work } from '../http/call.ts'

/** After this many failures in a row no password enters for `LOCKED_MINUTES`; a code from the mailbox still does. */
const MOST_FAILURES = 5
const LOCKED_MINUTES = 15

export interface Attempt {
  userId: string
  email: string
  name: string
  passwordHash: string
  locks: boolean
}

/**
 * Counts the attempt before the password is looked at, in one statement: many at once cannot try more than five. Null for
 * an unknown, inactive or locked account.
 */
export async function takeAttempt(db: Db, email: string): Promise<Attempt | null> {
  // A lock that is over begins a new count.
  const count = sql<number>`case when locked_until is null then failed_sign_ins + 1 else 1 end`
  const row = await db
    .updateTable('app_user')
    .set({
      failed_sign_ins: count,
      locked_until: sql<Date | null>`case when ${count} >= ${MOST_FAILURES}
        then now() + ${LOCKED_MINUTES} * interval '1 minute' end`,
    })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', sql<Date>`now()`)]))
    .returning(['id', 'email', 'name', 'password_hash', 'failed_sign_ins'])
    .executeTakeFirst()
  if (!row) return null
  const locks = row.failed_sign_ins >= MOST_FAILURES
  return { userId: row.id, email: row.email, name: row.name, passwordHash: row.password_hash, locks }
}

/** After a success: the failures before it no longer count. */
export const noFailures = { failed_sign_ins: 0, locked_until: null }

/** Writes that the attempt failed, and whether it was the one too many. */
export async function recordFailure(
  tx: Tx,
  { userId, email, locks }: Attempt,
  { requestId, source, address }: Pick<Work, 'requestId' | 'source'> & { address?: string },
): Promise<void> {
  const event = locks ? 'user.locked' : 'user.sign_in_failed'
  const details = address === undefined ? {} : { address }
  const by = { caller: { userId }, requestId, source }
  await recordEvent(tx, by, { entity: 'user', entityId: email, subjectId: userId, event, details })
}
