import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { inTransaction } from '../../database/database-errors.ts'
import { type CallContext, type OpenCallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import type { ServerContext } from '../../http/context.ts'
import { forgetDevices } from '../../http/devices.ts'
import { invalidInput, type Refusal } from '../../http/errors.ts'
import type { Sessions } from '../../http/sessions.ts'
import { endCodes, type KnownCode, takeCode, tryCode } from './codes.ts'
import { type Attempt, type AttemptLimits, clearAllFailures, takeAttempt, takeBackFailure } from './failed-sign-ins.ts'
import { goodPassword, hashPassword, isPassword } from './passwords.ts'
import { recordFailure, recordWrongCode } from './sign-in.ts'
import { callerDetails, type UserDetails } from './user-details.ts'

const MOST_SHOWN = 100

/** The caller's own name. */
export async function saveProfile(
  { name }: Taken<typeof peopleCalls.saveProfile>,
  context: CallContext,
  sessions: Sessions,
): Promise<Reply<{ user: UserDetails }>> {
  const { userId, email, name: before, sessionId } = context.caller
  const saved = await context.command(async (tx) => {
    const mark = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: userId }
    await tx
      .updateTable('app_user')
      .set({ name, ...mark })
      .where('id', '=', userId)
      .execute()
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, context, { ...about, event: 'user.name_changed', from: before, to: name })
    return reply({ user: await callerDetails(tx, context.caller) }, 'Your name was saved.')
  })
  sessions.forget(sessionId)
  return saved
}

/** Where the caller is signed in, newest first. */
export async function listSessions({
  db,
  caller,
}: CallContext): Promise<Reply<Gives<typeof peopleCalls.listSessions>>> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return reply({
    rows: rows.map(({ id, address, user_agent, created_at, expires_at }) => ({
      id,
      is_current: id === caller.sessionId,
      address,
      user_agent,
      signed_in_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    })),
  })
}

/** Signs the caller out everywhere else. */
export async function endOtherSessions(
  context: CallContext,
  sessions: Sessions,
): Promise<Reply<{ ended_sessions: number }>> {
  const { userId, email, sessionId } = context.caller
  let ended: string[] = []
  const answer = await context.command(async (tx) => {
    ended = await sessions.endAllOf(tx, userId, 'elsewhere', sessionId)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, context, { ...about, event: 'user.sessions_ended', details: { sessions: ended.length } })
    return reply({ ended_sessions: ended.length }, 'You are signed out everywhere else.')
  })
  sessions.forget(...ended)
  return answer
}

/**
 * The caller's own new password; the current one is asked for, and counted as at sign-in. Every other session of the caller
 * ends. Throws `invalid_input` naming the field.
 */
export async function changePassword(
  input: Taken<typeof peopleCalls.changePassword>,
  context: CallContext,
  { sessions, limits }: Pick<ServerContext, 'sessions' | 'limits'>,
): Promise<Reply<Gives<typeof peopleCalls.changePassword>>> {
  const { caller } = context
  if (input.new_password === input.current_password) {
    throw wrongField('new_password', invalidInput('Please choose another password than the current one.'))
  }
  const hash = await hashPassword(goodPassword(input.new_password, caller, 'new_password'))
  const attempt = await provePassword(input.current_password, context, limits)
  let ended: string[] = []
  // The whole reply is kept under the key: sent again it is given before anybody asks for the current password, which is another by now.
  const changed = await context.command(async (tx) => {
    const isSet = await setPassword(tx, attempt.userId, hash, sql<boolean>`password_hash = ${attempt.passwordHash}`)
    if (!isSet) throw currentIsWrong()
    const event = {
      entity: 'user',
      entityId: caller.email,
      subjectId: caller.userId,
      event: 'user.password_changed',
    } as const
    await recordEvent(tx, context, event)
    await endCodes(tx, caller.userId)
    ended = await sessions.endAllOf(tx, caller.userId, 'password', caller.sessionId)
    return reply({ ended_sessions: ended.length }, 'The password was changed.')
  })
  sessions.forget(caller.sessionId, ...ended)
  return changed
}

/** Guesses of whoever found a session hold back nobody who signs in. */
async function provePassword(password: string, context: CallContext, limits: AttemptLimits): Promise<Attempt> {
  const attempt = await takeAttempt(context.db, context.caller.email, 'session', limits)
  if (attempt && (await isPassword(password, attempt.passwordHash))) return attempt
  if (attempt && (await context.isDone?.())) {
    // It was sent twice at once, and the other has changed the password: nobody guessed. The other's reply is given again.
    await takeBackFailure(context.db, attempt)
    throw currentIsWrong()
  }
  // Not the call's own command: its Idempotency-Key is for the change, which may still be tried again.
  if (attempt) await inTransaction(context.db, (tx) => recordFailure(tx, attempt, context))
  throw currentIsWrong()
}

function currentIsWrong(): Refusal {
  return wrongField('current_password', invalidInput('The current password is not right.'))
}

function wrongField(field: string, { message }: Refusal): Refusal {
  return invalidInput(message, { fields: [{ field, message }] })
}

/**
 * A new password by a code from the mailbox; ends all sessions of the user, and any lock. Throws `invalid_input` with one
 * message and after one time, whether the e-mail is unknown or the code wrong, used, replaced or too old.
 */
export async function resetPassword(
  input: Taken<typeof peopleCalls.resetPassword>,
  context: Omit<CallContext, 'caller'> & OpenCallContext,
  { sessions, limits }: Pick<ServerContext, 'sessions' | 'limits'>,
): Promise<Reply<Record<string, never>>> {
  // Said before the code is looked at, and of what was sent alone: it tells nothing of the account.
  goodPassword(input.new_password, { email: input.email, name: '' }, 'new_password')
  const notBefore = sleep(limits.refusedSignInMs)
  try {
    const hash = await hashPassword(input.new_password)
    const { email, otp: code, code_request: asked = '' } = input
    const known = await tryCode(context.db, 'reset_password', { email, code, asked })
    if (known && !known.isRight) await context.command((tx) => recordWrongCode(tx, known, context))
    if (!known?.isRight) throw codeIsWrong()
    goodPassword(input.new_password, known, 'new_password')
    const ended = await context.command((tx) => replacePassword(tx, known, hash, context, sessions))
    sessions.forget(...ended)
    return reply({}, 'The password was changed. Please sign in with it.')
  } catch (error) {
    await notBefore
    throw error
  }
}

function codeIsWrong(): Refusal {
  return invalidInput('This code is not right, or not good any more. Please ask for a new one.')
}

async function replacePassword(
  tx: Tx,
  known: KnownCode,
  hash: string,
  { requestId, source, address }: Omit<CallContext, 'caller'> & OpenCallContext,
  sessions: Sessions,
): Promise<string[]> {
  const { userId, email } = known
  const isSet = await setPassword(tx, userId, hash, sql<boolean>`is_active`)
  if (!isSet || !(await takeCode(tx, known))) throw codeIsWrong()
  await endCodes(tx, userId)
  await forgetDevices(tx, userId)
  const about = { entity: 'user', entityId: email, subjectId: userId } as const
  const by = { caller: { userId }, requestId, source }
  await recordEvent(tx, by, { ...about, event: 'user.password_reset_by_code', details: { address } })
  return sessions.endAllOf(tx, userId, 'password')
}

/** A password that its owner chose: it need not be changed, and failures of before are over. */
async function setPassword(
  tx: Tx,
  userId: string,
  hash: string,
  when: ReturnType<typeof sql<boolean>>,
): Promise<boolean> {
  const done = await tx
    .updateTable('app_user')
    .set({ password_hash: hash, must_change_password: false })
    .set({ version: sql<number>`version + 1`, updated_at: sql`now()`, updated_by: userId })
    .where('id', '=', userId)
    .where(when)
    .executeTakeFirst()
  await clearAllFailures(tx, userId)
  return done.numUpdatedRows > 0n
}
