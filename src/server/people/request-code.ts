import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { auth } from '../../shared/contract/auth.ts'
import type { Gives, Taken } from '../../shared/contract/grammar.ts'
import { recordEvent } from '../audit.ts'
import type { OpenWork, Said, Tx, Work } from '../http/call.ts'
import { said } from '../http/call.ts'
import type { Context } from '../http/context.ts'
import { Refusal } from '../http/errors.ts'
import { codeMail } from '../mail/code-mail.ts'
import { queueMail } from '../mail/outbox.ts'
import { isDemo } from '../settings.ts'
import { CODE_MINUTES, keepCode, newCode, PAUSE_SECONDS } from './one-time-codes.ts'

type Input = Taken<typeof auth.requestOtp>
type Parts = Pick<Context, 'mail' | 'limits'>
type OpenCall = Omit<Work, 'caller'> & OpenWork

/**
 * Sends a one-time code. The words and the time are the same whether the account is there, closed, or has had codes enough.
 * Throws `unavailable`, for everybody, where mails lead nowhere.
 */
export async function requestCode(
  input: Input,
  work: OpenCall,
  { mail, limits }: Parts,
): Promise<Said<Gives<typeof auth.requestOtp>>> {
  if (!mail.sendsMail && !(await isDemo(work.db))) {
    throw new Refusal('unavailable', 'Mail is not set up here. Please ask an administrator.')
  }
  const notBefore = sleep(limits.refusedSignInMs)
  // Made for everybody: it is what takes the time.
  const made = await newCode()
  await work.command((tx) => sendCode(tx, input, made, work))
  mail.kick()
  await notBefore
  const data = { expires_in_seconds: CODE_MINUTES * 60, retry_after_seconds: PAUSE_SECONDS }
  return said(data, 'If this account exists, a code is on its way to its mailbox.')
}

async function sendCode(
  tx: Tx,
  { email, purpose }: Input,
  made: { code: string; hash: string },
  { requestId, source, address }: OpenCall,
): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || !(await keepCode(tx, user.id, purpose, made.hash))) return
  await queueMail(tx, codeMail(user.email, made.code, purpose, CODE_MINUTES), CODE_MINUTES)
  const about = { entity: 'user', entityId: user.email, subjectId: user.id } as const
  const by = { caller: { userId: user.id }, requestId, source }
  await recordEvent(tx, by, { ...about, event: 'user.code_sent', details: { purpose, address } })
}
