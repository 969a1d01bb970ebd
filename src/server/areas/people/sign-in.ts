import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { type CallContext, type Handlers, type OpenCallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import type { ServerContext } from '../../http/context.ts'
import { keepDevice } from '../../http/devices.ts'
import { type Refusal, unauthenticated } from '../../http/errors.ts'
import type { Sessions } from '../../http/sessions.ts'
import { type KnownCode, type TriedCode, takeCode, tryCode } from './codes.ts'
import {
  type Attempt,
  type AttemptLimits,
  clearFailures,
  takeAttempt,
  type Whence,
  whenceOf,
} from './failed-sign-ins.ts'
import { isPassword } from './passwords.ts'
import { type UserDetails, userDetails } from './user-details.ts'

type SignInContext = Omit<CallContext, 'caller'> & OpenCallContext

/** Somebody who showed who they are. */
interface Proven {
  userId: string
  email: string
  how: 'password' | 'code'
  whence: Whence
  /** Says, in the transaction that opens the session, whether the proof still holds. */
  stillHolds(tx: Tx): Promise<boolean>
}

/**
 * Opens a session, always a new one, and knows the device again from now on. Throws `unauthenticated` with one message and after one
 * time, whether the e-mail is unknown, the password or the code wrong, or too many were wrong before.
 */
export async function signIn(
  asked: Taken<typeof peopleCalls.login>,
  context: SignInContext,
  { sessions, limits }: Pick<ServerContext, 'sessions' | 'limits'>,
): ReturnType<Handlers<typeof peopleCalls>['login']> {
  const notBefore = sleep(limits.refusedSignInMs)
  try {
    const { email, password = '', otp, code_request = '' } = asked
    const proven =
      otp === undefined
        ? await byPassword(email, password, context, limits)
        : await byCode({ email, code: otp, asked: code_request }, context)
    const { token, expires, device, user } = await openSession(proven, context, sessions)
    if (!context.wantsCookie) return reply({ token, device, user })
    context.setSessionCookie(token, expires)
    context.setDeviceCookie(device)
    return reply({ token: null, device: null, user })
  } catch (error) {
    await notBefore
    throw error
  }
}

function refused(): Refusal {
  return unauthenticated('Please enter valid credentials!')
}

async function byPassword(
  email: string,
  password: string,
  context: SignInContext,
  limits: AttemptLimits,
): Promise<Proven> {
  const whence = await whenceOf(context.db, email, context)
  const attempt = await takeAttempt(context.db, email, whence, limits)
  const matches = await isPassword(password, attempt?.passwordHash ?? null)
  if (attempt && matches) return provenBy(attempt)
  if (attempt) await context.command((tx) => recordFailure(tx, attempt, context))
  throw refused()
}

function provenBy({ userId, email, passwordHash, whence }: Attempt): Proven {
  // Another password meanwhile has ended every session: this one must not open after that.
  const stillHolds = async (tx: Tx) => {
    const row = await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
    return row?.password_hash === passwordHash
  }
  return { userId, email, how: 'password', whence, stillHolds }
}

async function byCode(tried: TriedCode, context: SignInContext): Promise<Proven> {
  const known = await tryCode(context.db, 'sign_in', tried)
  if (known?.isRight) {
    const whence = await whenceOf(context.db, known.email, context)
    return { userId: known.userId, email: known.email, how: 'code', whence, stillHolds: (tx) => takeCode(tx, known) }
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
  /** What the browser or program is known again by. */
  device: string
  user: UserDetails
}

/** Throws `unauthenticated` when what was shown does not hold any more. */
function openSession(proven: Proven, context: SignInContext, sessions: Sessions): Promise<Opened> {
  const { userId, email, how, whence } = proven
  const by = { caller: { userId }, requestId: context.requestId, source: context.source }
  const details = { address: context.address, agent: context.userAgent.slice(0, 120), how }
  return context.command(async (tx) => {
    const entered = await tx
      .updateTable('app_user')
      .set({ last_sign_in_at: sql<Date>`now()` })
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (entered.numUpdatedRows === 0n || !(await proven.stillHolds(tx))) throw refused()
    await clearFailures(tx, userId, whence)
    const device = await keepDevice(tx, userId, context.deviceToken, context)
    const opened = await sessions.open(tx, userId, context)
    const about = { entity: 'user', entityId: email, subjectId: userId } as const
    await recordEvent(tx, by, { ...about, event: 'user.signed_in', details })
    return { ...opened, device, user: await userDetails(tx, userId) }
  })
}

/** Writes that the attempt failed, and whether the next one from there has to wait. */
export async function recordFailure(
  tx: Tx,
  { userId, email, holds }: Attempt,
  { requestId, source, address }: Pick<CallContext, 'requestId' | 'source'> & { address?: string },
): Promise<void> {
  const event = holds ? 'user.locked' : 'user.sign_in_failed'
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
