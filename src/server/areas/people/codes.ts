import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import { codeDigits } from '../../../shared/areas/people/rules.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { roles, teams } from '../../../shared/kernel/roles.ts'
import { recordEvent } from '../../audit/audit.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { isDemo } from '../../database/settings.ts'
import { type CallContext, type Db, type OpenCallContext, type Reply, reply, type Tx } from '../../http/call.ts'
import type { ServerContext } from '../../http/context.ts'
import { notFound, Refusal } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Mail } from '../../mail/carrier.ts'
import { type MailSender, queueMail } from '../../mail/outbox.ts'
import { type Whence, whenceOf } from './failed-sign-ins.ts'
import { hashPassword, isPassword } from './passwords.ts'

export const CODE_MINUTES = 5
/** From one address or device a user gets no other code sooner. */
export const PAUSE_SECONDS = 60
const MOST_TRIES = 5
const DAY_SECONDS = 86_400

interface NewCode {
  code: string
  hash: string
  /** What the asker is given: the code is good with it only, so that a mailbox's owner and whoever guesses never try the same code. */
  asked: string
}

/** Eight digits, as long as a person likes to type from a mail, and their slow hash: a fast one is turned back at once. */
export async function newCode(): Promise<NewCode> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  return { code, hash: await hashPassword(code), asked: randomBytes(32).toString('base64url') }
}

function askedHash(asked: string): Buffer {
  return createHash('sha256').update(asked).digest()
}

/**
 * Keeps the code for its user and purpose, in place of the one before that was asked for from there. False, and nothing is changed, when there
 * were codes enough: from there, for this user or for everybody. The user's row must be locked.
 */
async function keepCode(
  tx: Tx,
  { userId, purpose, whence }: { userId: string; purpose: CodePurpose; whence: Whence },
  { hash, asked }: NewCode,
  limits: Limits,
): Promise<boolean> {
  if (!(await isRoom(tx, userId, whence, limits))) return false
  await endCodes(tx, userId, { purpose, whence })
  const expires = sql<Date>`now() + ${CODE_MINUTES} * interval '1 minute'`
  const row = { id: v7(), user_id: userId, purpose, code_hash: hash, expires_at: expires }
  await tx
    .insertInto('one_time_code')
    .values({ ...row, asked_hash: askedHash(asked), whence })
    .execute()
  return true
}

/** Who guesses addresses must not use up what the owner's own device may ask for. */
async function isRoom(tx: Tx, userId: string, whence: Whence, limits: Limits): Promise<boolean> {
  const ago = (seconds: number) => sql<Date>`now() - ${seconds} * interval '1 second'`
  const isFromHere = sql<boolean>`whence = ${whence}`
  const counted = (rule: RawBuilder<unknown>) => sql<number>`(count(*) FILTER (WHERE ${rule}))::int`
  const lately = await tx
    .selectFrom('one_time_code')
    .select([
      counted(sql`${isFromHere} AND created_at > ${ago(PAUSE_SECONDS)}`).as('minute'),
      counted(sql`${isFromHere} AND created_at > ${ago(3_600)}`).as('hour'),
      counted(isFromHere).as('day'),
      counted(sql`whence LIKE 'address %'`).as('strangers'),
    ])
    .where('user_id', '=', userId)
    .where('created_at', '>', ago(DAY_SECONDS))
    .executeTakeFirstOrThrow()
  if (lately.minute > 0 || lately.hour >= limits.codesPerHour || lately.day >= limits.codesPerDay) return false
  if (whence.startsWith('device ')) return true
  if (lately.strangers >= limits.codesPerDayOfStrangers) return false
  const { all } = await tx
    .selectFrom('one_time_code')
    .select(sql<number>`count(*)::int`.as('all'))
    .where('created_at', '>', ago(DAY_SECONDS))
    .where('whence', 'like', 'address %')
    .executeTakeFirstOrThrow()
  return all < limits.codesPerDayOfAll
}

/** A user's codes open nothing from now on: a newer one came, or they were sent to a mailbox or for an account of before. */
export async function endCodes(tx: Tx, userId: string, of?: { purpose: CodePurpose; whence: Whence }): Promise<void> {
  await tx
    .updateTable('one_time_code')
    .set({ ended_at: sql`now()`, code_hash: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(of ? sql<SqlBool>`purpose = ${of.purpose} AND whence = ${of.whence}` : sql<SqlBool>`true`)
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

/** What somebody sends to show that they have the mailbox. */
export interface TriedCode {
  email: string
  code: string
  /** What the asker of the code was given. */
  asked: string
}

/**
 * Counts the try before the code is looked at, in one statement: many at once cannot try more than five. Null, after the same
 * work, where no code of this purpose is open for an active account and this asker.
 */
export async function tryCode(
  db: Db,
  purpose: CodePurpose,
  { email, code, asked }: TriedCode,
): Promise<KnownCode | null> {
  const row = await db
    .updateTable('one_time_code as c')
    .from('app_user as u')
    .set({ tries: sql<number>`c.tries + 1` })
    .where(sql<SqlBool>`u.id = c.user_id`)
    .where(sql<string>`lower(u.email)`, '=', email.toLowerCase())
    .where('u.is_active', '=', true)
    .where('c.purpose', '=', purpose)
    .where('c.asked_hash', '=', askedHash(asked))
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
  await context.command((tx) => sendCode(tx, input, made, context, limits))
  mail.kick()
  await notBefore
  const times = { expires_in_seconds: CODE_MINUTES * 60, retry_after_seconds: PAUSE_SECONDS }
  const data = { ...times, code_request: made.asked }
  return reply(data, 'If this account exists, a code is on its way to its mailbox.')
}

async function sendCode(
  tx: Tx,
  { email, purpose }: Input,
  made: NewCode,
  context: OpenCall,
  limits: Limits,
): Promise<void> {
  const { requestId, source, address } = context
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return
  const whence = await whenceOf(tx, email, context)
  if (!(await keepCode(tx, { userId: user.id, purpose, whence }, made, limits))) return
  await queueMail(tx, codeMail(user.email, made.code, purpose, CODE_MINUTES), CODE_MINUTES)
  const about = { entity: 'user', entityId: user.email, subjectId: user.id } as const
  const by = { caller: { userId: user.id }, requestId, source }
  await recordEvent(tx, by, { ...about, event: 'user.code_sent', details: { purpose, address } })
}

const MOST_SHOWN = 20

/** What the sign-in pages may offer: codes are sent, or, in the demo, shown. */
export async function signInOptions(db: Db, mail: MailSender): Promise<Reply<Gives<typeof peopleCalls.signInOptions>>> {
  const is_demo = await isDemo(db)
  return reply({ sends_mail: mail.sendsMail, is_demo, demo_accounts: is_demo ? await demoAccounts(db) : [] })
}

const demoColumns = { email: col.text, name: col.text, role: z.enum(roles), team: z.enum(teams).nullable() }

/** Those that came with the demo data. */
async function demoAccounts(db: Db) {
  const { rows } = await rowsOf(demoColumns)`
    SELECT email, name, role, team FROM app_user WHERE email LIKE '%@demo.selvedge' AND is_active ORDER BY role, email LIMIT 60`.execute(
    db,
  )
  return rows
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
