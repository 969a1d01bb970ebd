import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import {
  type CallContext,
  type Db,
  type Handlers,
  type OpenCallContext,
  type Reply,
  reply,
  type Tx,
} from '../../http/call.ts'
import { type Refusal, unauthenticated } from '../../http/errors.ts'
import type { Sessions } from '../../http/sessions.ts'
import { type KnownCode, takeCode, tryCode } from './codes.ts'
import { isPassword } from './passwords.ts'
import { type UserDetails, userDetails } from './user-details.ts'

type SignInContext = Omit<CallContext, 'caller'> & OpenCallContext

/** Somebody who showed who they are. */
interface Proven {
  userId: string
  email: string
  how: 'password' | 'code'
  /** Says, in the transaction that opens the session, whether the proof still holds. */
  stillHolds(tx: Tx): Promise<boolean>
}

/**
 * Opens a session, always a new one. Throws `unauthenticated` with one message and after one time, whether the e-mail is
 * unknown, the password or the code wrong, or the account locked.
 */
export async function signIn(
  asked: Taken<typeof peopleCalls.login>,
  context: SignInContext,
  sessions: Sessions,
  refusedAfterMs: number,
): ReturnType<Handlers<typeof peopleCalls>['login']> {
  const notBefore = sleep(refusedAfterMs)
  try {
    const { email, password = '', otp } = asked
    const proven = otp === undefined ? await byPassword(email, password, context) : await byCode(email, otp, context)
    const { token, expires, user } = await openSession(proven, context, sessions)
    if (context.wantsCookie) context.setSessionCookie(token, expires)
    return reply({ token: context.wantsCookie ? null : token, user })
  } catch (error) {
    await notBefore
    throw error
  }
}

function refused(): Refusal {
  return unauthenticated('Please enter valid credentials!')
}

async function byPassword(email: string, password: string, context: SignInContext): Promise<Proven> {
  const attempt = await takeAttempt(context.db, email)
  const matches = await isPassword(password, attempt?.passwordHash ?? null)
  if (attempt && matches) return provenBy(attempt)
  if (attempt) await context.command((tx) => recordFailure(tx, attempt, context))
  throw refused()
}

function provenBy({ userId, email, passwordHash }: Attempt): Proven {
  // Another password meanwhile has ended every session: this one must not open after that.
  const stillHolds = async (tx: Tx) => {
    const row = await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
    return row?.password_hash === passwordHash
  }
  return { userId, email, how: 'password', stillHolds }
}

async function byCode(email: string, otp: string, context: SignInContext): Promise<Proven> {
  const known = await tryCode(context.db, email, 'sign_in', otp)
  if (known?.isRight) {
    return { userId: known.userId, email: known.email, how: 'code', stillHolds: (tx) => takeCode(tx, known) }
  }
  if (known) await context.command((tx) => recordWrongCode(tx, known, context))
  throw refused()
}

/** Writes that somebody tried a wrong code. */
export async function recordWrongCode(tx: Tx, { userId, email }: KnownCode, context: SignInContext): Promise<void> {
  const by = { caller: { userId }, requestId: context.requestId, source: context.source }
  const details = { address: context.address }
  const event = 'user.code_refused'
  await recordEvent(tx, by, { entity: 'user', entityId: email, subjectId: userId, event, details })
}

interface Opened {
  token: string
  expires: Date
  user: UserDetails
}

/** Throws `unauthenticated` when what was shown does not hold any more. */
function openSession(proven: Proven, context: SignInContext, sessions: Sessions): Promise<Opened> {
  const { userId, email, how } = proven
  const by = { caller: { userId }, requestId: context.requestId, source: context.source }
  const details = { address: context.address, agent: context.userAgent.slice(0, 120), how }
  return context.command(async (tx) => {
    const entered = await tx
      .updateTable('app_user')
      .set({ ...noFailures, last_sign_in_at: sql<Date>`now()` })
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (entered.numUpdatedRows === 0n || !(await proven.stillHolds(tx))) throw refused()
    const opened = await sessions.open(tx, userId, context)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, by, { ...about, event: 'user.signed_in', details })
    return { ...opened, user: await userDetails(tx, userId) }
  })
}

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
  { requestId, source, address }: Pick<CallContext, 'requestId' | 'source'> & { address?: string },
): Promise<void> {
  const event = locks ? 'user.locked' : 'user.sign_in_failed'
  const details = address === undefined ? {} : { address }
  const by = { caller: { userId }, requestId, source }
  await recordEvent(tx, by, { entity: 'user', entityId: email, subjectId: userId, event, details })
}

/** Ends the caller's session: its token is worthless from now on. */
export async function signOut(context: CallContext, sessions: Sessions): Promise<Reply<Record<string, never>>> {
  const { userId, email, sessionId } = context.caller
  await context.command(async (tx) => {
    await sessions.end(tx, sessionId)
    await recordEvent(tx, context, { entity: 'user', entityId: email, subjectId: userId, event: 'user.signed_out' })
  })
  sessions.forget(sessionId)
  context.clearSessionCookie()
  return reply({})
}
