import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { auth } from '../../shared/contract/auth.ts'
import { recordEvent } from '../audit.ts'
import type { Db, Handlers, OpenWork, Work } from '../http/call.ts'
import { said } from '../http/call.ts'
import { unauthenticated } from '../http/errors.ts'
import type { Sessions } from '../http/sessions.ts'
import { isPassword } from './passwords.ts'
import { type UserDetails, userDetails } from './user-details.ts'

const REFUSED = 'Please enter valid credentials!'
/** After this many failures in a row nobody enters, whatever the password, for `LOCKED_MINUTES`. */
const MOST_FAILURES = 5
const LOCKED_MINUTES = 15

type Asked = { email: string; password: string }
type SignInWork = Omit<Work, 'caller'> & OpenWork

/**
 * Opens a session. Throws `unauthenticated` with one message and after one time, whether the e-mail is unknown, the password
 * wrong or the account locked.
 */
export async function signIn(
  asked: Asked,
  work: SignInWork,
  sessions: Sessions,
  refusedAfterMs: number,
): ReturnType<Handlers<typeof auth>['login']> {
  const notBefore = sleep(refusedAfterMs)
  const attempt = await takeAttempt(work.db, asked.email)
  const matches = await isPassword(asked.password, attempt?.passwordHash ?? null)
  if (!attempt || !matches) {
    if (attempt) await recordFailure(attempt, work)
    await notBefore
    throw unauthenticated(REFUSED)
  }
  const { token, expires, user } = await openSession(attempt, work, sessions)
  if (work.wantsCookie) work.setSessionCookie(token, expires)
  return said({ token: work.wantsCookie ? null : token, user })
}

interface Attempt {
  userId: string
  email: string
  passwordHash: string
  locks: boolean
}

/**
 * Counts the attempt before the password is looked at, in one statement: many at once cannot try more than five. Null for
 * an unknown, inactive or locked account.
 */
async function takeAttempt(db: Db, email: string): Promise<Attempt | null> {
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
    .returning(['id', 'email', 'password_hash', 'failed_sign_ins'])
    .executeTakeFirst()
  if (!row) return null
  const locks = row.failed_sign_ins >= MOST_FAILURES
  return { userId: row.id, email: row.email, passwordHash: row.password_hash, locks }
}

async function recordFailure(attempt: Attempt, work: SignInWork): Promise<void> {
  const event = attempt.locks ? 'user.locked' : 'user.sign_in_failed'
  const by = { caller: { userId: attempt.userId }, requestId: work.requestId, source: work.source }
  const details = { address: work.address }
  await work.command((tx) => recordEvent(tx, by, { entity: 'user', entityId: attempt.email, event, details }))
}

interface Opened {
  token: string
  expires: Date
  user: UserDetails
}

function openSession(attempt: Attempt, work: SignInWork, sessions: Sessions): Promise<Opened> {
  const { userId, email } = attempt
  const by = { caller: { userId }, requestId: work.requestId, source: work.source }
  const details = { address: work.address, agent: work.userAgent.slice(0, 120) }
  return work.command(async (tx) => {
    await tx.updateTable('app_user').set({ failed_sign_ins: 0, locked_until: null }).where('id', '=', userId).execute()
    const opened = await sessions.open(tx, userId)
    await recordEvent(tx, by, { entity: 'user', entityId: email, event: 'user.signed_in', details })
    return { ...opened, user: await userDetails(tx, userId) }
  })
}
