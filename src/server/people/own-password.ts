import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import type { housePeople } from '../../shared/contract/house-people.ts'
import type { users } from '../../shared/contract/users.ts'
import { recordEvent } from '../audit.ts'
import { inTransaction } from '../database/transaction.ts'
import { type OpenWork, type Said, said, type Tx, type Work } from '../http/call.ts'
import type { Context } from '../http/context.ts'
import { invalidInput, type Refusal } from '../http/errors.ts'
import type { Sessions } from '../http/sessions.ts'
import { type Attempt, noFailures, recordFailure, takeAttempt } from './attempts.ts'
import { endCodes, type KnownCode, takeCode, tryCode } from './one-time-codes.ts'
import { goodPassword, hashPassword, isPassword } from './passwords.ts'
import { recordWrongCode } from './sign-in.ts'

/**
 * The caller's own new password; the current one is asked for, and counted as at sign-in. Every other session of the caller
 * ends. Throws `invalid_input` naming the field.
 */
export async function changePassword(
  input: Taken<typeof users.changePassword>,
  work: Work,
  sessions: Sessions,
): Promise<Said<Gives<typeof users.changePassword>>> {
  const { caller } = work
  if (input.new_password === input.current_password) {
    throw wrongField('new_password', invalidInput('Please choose another password than the current one.'))
  }
  const hash = await hashPassword(goodPassword(input.new_password, caller, 'new_password'))
  const attempt = await provePassword(input.current_password, work)
  const ended = await work.command(async (tx) => {
    const isSet = await setPassword(tx, attempt.userId, hash, sql<boolean>`password_hash = ${attempt.passwordHash}`)
    if (!isSet) throw currentIsWrong()
    const event = {
      entity: 'user',
      entityId: caller.email,
      subjectId: caller.userId,
      event: 'user.password_changed',
    } as const
    await recordEvent(tx, work, event)
    await endCodes(tx, caller.userId)
    return sessions.endAllOf(tx, caller.userId, caller.sessionId)
  })
  sessions.forget(caller.sessionId, ...ended)
  return said({ ended_sessions: ended.length }, 'The password was changed.')
}

async function provePassword(password: string, work: Work): Promise<Attempt> {
  const attempt = await takeAttempt(work.db, work.caller.email)
  if (attempt && (await isPassword(password, attempt.passwordHash))) return attempt
  // Not the call's own command: its Idempotency-Key is for the change, which may still be tried again.
  if (attempt) await inTransaction(work.db, (tx) => recordFailure(tx, attempt, work))
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
  input: Taken<typeof housePeople.resetPassword>,
  work: Omit<Work, 'caller'> & OpenWork,
  { sessions, limits }: Pick<Context, 'sessions' | 'limits'>,
): Promise<Said<Record<string, never>>> {
  // Said before the code is looked at, and of what was sent alone: it tells nothing of the account.
  goodPassword(input.new_password, { email: input.email, name: '' }, 'new_password')
  const notBefore = sleep(limits.refusedSignInMs)
  try {
    const hash = await hashPassword(input.new_password)
    const known = await tryCode(work.db, input.email, 'reset_password', input.otp)
    if (known && !known.isRight) await work.command((tx) => recordWrongCode(tx, known, work))
    if (!known?.isRight) throw codeIsWrong()
    goodPassword(input.new_password, known, 'new_password')
    const ended = await work.command((tx) => replacePassword(tx, known, hash, work, sessions))
    sessions.forget(...ended)
    return said({}, 'The password was changed. Please sign in with it.')
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
  { requestId, source, address }: Omit<Work, 'caller'> & OpenWork,
  sessions: Sessions,
): Promise<string[]> {
  const { userId, email } = known
  const isSet = await setPassword(tx, userId, hash, sql<boolean>`is_active`)
  if (!isSet || !(await takeCode(tx, known))) throw codeIsWrong()
  await endCodes(tx, userId)
  const about = { entity: 'user', entityId: email, subjectId: userId } as const
  const by = { caller: { userId }, requestId, source }
  await recordEvent(tx, by, { ...about, event: 'user.password_reset_by_code', details: { address } })
  return sessions.endAllOf(tx, userId)
}

/** A password that its owner chose: it need not be changed, and failures and locks of before are over. */
async function setPassword(
  tx: Tx,
  userId: string,
  hash: string,
  when: ReturnType<typeof sql<boolean>>,
): Promise<boolean> {
  const done = await tx
    .updateTable('app_user')
    .set({ ...noFailures, password_hash: hash, must_change_password: false })
    .set({ version: sql<number>`version + 1`, updated_at: sql`now()`, updated_by: userId })
    .where('id', '=', userId)
    .where(when)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
