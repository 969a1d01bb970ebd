import { type SqlBool, sql } from 'kysely'
import { v7 } from 'uuid'
import type { KeyRow, keysCalls } from '../../../shared/areas/keys/calls.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { recordEvent } from '../../audit/audit.ts'
import { errorCode } from '../../database/database-errors.ts'
import { newSecret } from '../../http/api-keys.ts'
import { type CallContext, type Db, type Reply, reply, type Tx } from '../../http/call.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { placeOf } from '../people/accounts.ts'
import { vendorColumns, vendorOf } from '../people/user-details.ts'

/** Of keys that are over. */
const MOST_SHOWN = 500

/** All keys that may be at work, and the last of the others. */
export async function getKeys(_: object, { db }: CallContext): Promise<Reply<{ rows: KeyRow[] }>> {
  const isLive = sql<SqlBool>`k.revoked_at IS NULL AND k.expires_at > now()`
  const [live, over] = await Promise.all([
    selectKeys(db).where(isLive).execute(),
    selectKeys(db).where(sql<SqlBool>`NOT (${isLive})`).limit(MOST_SHOWN).execute(),
  ])
  const rows = [...live, ...over].map(keyWire)
  return reply({ rows: rows.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)) })
}

type Created = Gives<typeof keysCalls.createKey>

/**
 * A new key, with an account of its own to act as. Its secret is in no transaction and no stored reply: whoever asks again with
 * the same Idempotency-Key gets the key without it. Throws `conflict` for a name in use, `invalid_input` as for an account.
 */
export async function createKey(
  { name, role, team, vendor_id: vendorCode, expires_in_days: days }: Taken<typeof keysCalls.createKey>,
  context: CallContext,
): Promise<Reply<Created>> {
  const id = v7()
  const { secret, hash: secret_hash, hint } = newSecret()
  const made = await context.command(async (tx): Promise<Reply<Created>> => {
    const vendor_id = await placeOf(tx, { role, team, vendorCode: vendorCode || null })
    const email = `api-key.${id}@machine.invalid`
    const account = { id, email, name, role, team, vendor_id, password_hash: '', is_machine: true, is_active: false }
    await tx.insertInto('app_user').values(account).execute()
    const expires_at = sql<Date>`now() + ${days} * interval '1 day'`
    await withFreeName(() =>
      tx
        .insertInto('api_key')
        .values({ id, name, secret_hash, hint, expires_at, created_by: context.caller.userId })
        .execute(),
    )
    await recordEvent(tx, context, {
      ...{ entity: 'api_key', entityId: name, subjectId: id, event: 'api_key.created', to: role },
      details: { team, vendor: vendorCode || null, days },
    })
    return reply({ key: await findKeyRow(tx, id), secret: null }, 'The API key was made.')
  })
  const isNew = made.data.key.id === id
  return { ...made, data: { ...made.data, secret: isNew ? secret : null } }
}

async function withFreeName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (errorCode(error) !== '23505') throw error
    const { message } = conflict('There is an API key with this name already.')
    throw conflict(message, { fields: [{ field: 'name', message }] })
  }
}

/** From now on the key opens nothing, at no server. Throws 404 where there is none. */
export async function revokeKey(
  { key_id }: Taken<typeof keysCalls.revokeKey>,
  context: CallContext,
): Promise<Reply<Gives<typeof keysCalls.revokeKey>>> {
  return context.command(async (tx) => {
    const done = await tx
      .updateTable('api_key')
      .set({ revoked_at: sql<Date>`now()`, revoked_by: context.caller.userId })
      .where('id', '=', key_id)
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (done)
      await recordEvent(tx, context, {
        ...{ entity: 'api_key', entityId: done.name, subjectId: key_id, event: 'api_key.revoked' },
      })
    return reply({ key: await findKeyRow(tx, key_id) }, 'The API key was revoked.')
  })
}

async function findKeyRow(db: Db | Tx, id: string): Promise<KeyRow> {
  const row = await selectKeys(db).where('k.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such API key.')
  return keyWire(row)
}

function selectKeys(db: Db | Tx) {
  return db
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', 'u.id', 'k.id')
    .innerJoin('app_user as m', 'm.id', 'k.created_by')
    .leftJoin('app_user as r', 'r.id', 'k.revoked_by')
    .leftJoin('vendor as v', 'v.id', 'u.vendor_id')
    .select(['k.id', 'k.name', 'k.hint', 'u.role', 'u.team', 'm.name as created_by', 'r.name as revoked_by'])
    .select(['k.created_at', 'k.expires_at', 'k.last_used_at', 'k.revoked_at'])
    .select(vendorColumns)
    .orderBy('k.id', 'desc')
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>

function keyWire(row: Selected): KeyRow {
  const { id, name, hint, role, team, created_by, revoked_by } = row
  return {
    ...{ id, name, hint, role, team, created_by, revoked_by },
    vendor: vendorOf(row),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  }
}
