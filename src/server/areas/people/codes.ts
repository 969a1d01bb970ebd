import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { isDemo } from '../../database/settings.ts'
import { type CallContext, type Db, type OpenCallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import type { ServerContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import type { Mail } from '../../mail/carrier.ts'
import { type MailSender, queueMail } from '../../mail/outbox.ts'
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

type Input = Taken<typeof peopleCalls.requestOtp>
type Parts = Pick<ServerContext, 'mail' | 'limits'>
type OpenCall = Omit<CallContext, 'caller'> & OpenCallContext

/**
 * Sends a one-time code. The words and the time are the same whether the account is there, closed, or has had codes enough.
 * Throws `unavailable`, for everybody, where mails lead nowhere.
 */
export async function requestCode(
  input: Input,
  context: OpenCall,
  { mail, limits }: Parts,
): Promise<Reply<Gives<typeof peopleCalls.requestOtp>>> {
  if (!mail.sendsMail && !(await isDemo(context.db))) {
    throw new Refusal('unavailable', 'Mail is not set up here. Please ask an administrator.')
  }
  const notBefore = sleep(limits.refusedSignInMs)
  // Made for everybody: it is what takes the time.
  const made = await newCode()
  await context.command((tx) => sendCode(tx, input, made, context))
  mail.kick()
  await notBefore
  const data = { expires_in_seconds: CODE_MINUTES * 60, retry_after_seconds: PAUSE_SECONDS }
  return reply(data, 'If this account exists, a code is on its way to its mailbox.')
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

const MOST_SHOWN = 20

/** What the sign-in pages may offer: codes are sent, or, in the demo, shown. */
export async function signInOptions(db: Db, mail: MailSender): Promise<Reply<Gives<typeof peopleCalls.signInOptions>>> {
  return reply({ sends_mail: mail.sendsMail, is_demo: await isDemo(db) })
}

/** The last mails that the demo would have sent. Throws 404 anywhere else, as if there were no such call. */
export async function getDemoOutbox(db: Db, mail: MailSender): Promise<Reply<Gives<typeof peopleCalls.getDemoOutbox>>> {
  if (mail.sendsMail || !(await isDemo(db))) throw notFound('There is no such address.')
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['to_address', 'subject', 'body', 'created_at'])
    .where('body', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const mails = rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.body ?? '',
    at: row.created_at.toISOString(),
  }))
  return reply({ mails })
}

export type CodePurpose = 'sign_in' | 'reset_password'

const subjects: Record<CodePurpose, string> = {
  sign_in: 'Selvedge: your sign-in code / 您的登录验证码',
  reset_password: 'Selvedge: your code for a new password / 重置密码验证码',
}

const english: Record<CodePurpose, string> = {
  sign_in: 'Your code to sign in to Selvedge:',
  reset_password: 'Your code to choose a new password for Selvedge:',
}

const chinese: Record<CodePurpose, string> = {
  sign_in: '您登录 Selvedge 的验证码：',
  reset_password: '您重置 Selvedge 密码的验证码：',
}

/** A one-time code in both languages: which one its reader speaks is not known before sign-in. */
export function codeMail(to: string, code: string, purpose: CodePurpose, minutes: number): Mail {
  // The subject, which a locked screen shows, does not hold the code.
  const text = `${english[purpose]}

    ${code}

It can be used once, within ${minutes} minutes. Selvedge staff never ask for it: give it to nobody.
If you did not ask for it, do nothing; your password stays as it is.

------------------------------------------------------------

${chinese[purpose]}

    ${code}

验证码 ${minutes} 分钟内有效，仅可使用一次。工作人员不会向您索要验证码，请勿告诉任何人。
如非本人操作，请忽略本邮件，您的密码不会改变。
`
  return { to, subject: subjects[purpose], text }
}
