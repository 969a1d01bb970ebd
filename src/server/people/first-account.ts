import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { isAddress, peopleMessages } from '../../shared/domain/people.ts'
import { recordEvent } from '../audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Db, Tx } from '../http/call.ts'
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
