import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { type accountChanges, isAddress, peopleMessages } from '../../../shared/areas/people/rules.ts'
import { noticeKindNames, noticeKinds } from '../../../shared/areas.ts'
import type { NoticeKind } from '../../../shared/kernel/notices.ts'
import { recordEvent } from '../../audit/audit.ts'
import { inTransaction } from '../../database/database-errors.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { countVersion } from '../../notices/feed.ts'
import { notify } from '../../notices/notify.ts'
import { hashPassword } from './passwords.ts'

/** The first account cannot be made so. The message may be shown. */
export class BadFirstAccount extends Error {}

/**
 * Makes the first super admin of an installation and gives the temporary password, which is kept nowhere and changed at the
 * first sign-in. Null, and nothing is made, where there are accounts already. Throws `BadFirstAccount` for no e-mail address.
 */
export async function makeFirstAccount(db: Db, email: string): Promise<string | null> {
  if (!isAddress(email)) throw new BadFirstAccount(peopleMessages.address)
  const password = randomBytes(12).toString('base64url')
  const password_hash = await hashPassword(password)
  const made = await inTransaction(
    db,
    async (tx) => (await isFirst(tx)) && (await insertAccount(tx, email, password_hash)),
  )
  return made ? password : null
}

/** Of several servers started at once the setting's row lets one make it. */
async function isFirst(tx: Tx): Promise<boolean> {
  const written = await tx
    .insertInto('setting')
    .values({ name: 'first_account_made', value: 'true' })
    .onConflict((on) => on.doNothing())
    .returning('name')
    .executeTakeFirst()
  const someone = await tx.selectFrom('app_user').select('id').limit(1).executeTakeFirst()
  return written !== undefined && someone === undefined
}

async function insertAccount(tx: Tx, email: string, password_hash: string): Promise<true> {
  const id = v7()
  const row = {
    id,
    email,
    name: email.split('@')[0] ?? email,
    role: 'super_admin' as const,
    team: null,
    vendor_id: null,
  }
  await tx
    .insertInto('app_user')
    .values({ ...row, password_hash, must_change_password: true })
    .execute()
  const by = { caller: { userId: id }, requestId: 'start', source: 'api' as const }
  await recordEvent(tx, by, {
    entity: 'user',
    entityId: email,
    subjectId: id,
    event: 'user.created',
    to: 'super_admin',
  })
  return true
}

type AccountChange = (typeof accountChanges)[number]

/** Tells a person what an administrator changed about their account. */
export async function tellAccountChanged(
  tx: Tx,
  context: CallContext,
  userId: string,
  change: AccountChange,
): Promise<void> {
  await notify(tx, context, { kind: 'account_changed', userId, values: { change_key: change } })
}

/** Takes away what a person was told in a role, or for a vendor, that is theirs no more. What is their own stays. */
export async function forgetNotices(tx: Tx, userId: string): Promise<void> {
  const own = noticeKindNames.filter((name) => (noticeKinds[name] as NoticeKind).audience === 'person')
  await tx.deleteFrom('notice').where('user_id', '=', userId).where('kind', 'not in', own).execute()
  await countVersion(tx, userId)
}
