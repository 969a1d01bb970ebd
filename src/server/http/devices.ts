import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { deviceHeader } from '../../shared/kernel/headers.ts'
import { daysAgo } from '../database/today.ts'
import type { Db, Tx } from './call.ts'
import { deviceOfCookie } from './cookies.ts'
import type { OpenedFrom } from './sessions.ts'

const FORM = /^[\w-]{43}$/
/** Most devices of one person; the one used longest ago is forgotten. */
const MOST_OF_ONE = 20

/** Reads the device id that a browser sends by cookie or a program by header; null when there is none of that form. */
export function deviceToken(request: FastifyRequest): string | null {
  const header = request.headers[deviceHeader]
  const token = typeof header === 'string' ? header : deviceOfCookie(request)
  return token !== null && FORM.test(token) ? token : null
}

/** A browser or program in which somebody has signed in to this account before. Null where none has. */
export async function findDevice(db: Db | Tx, email: string, token: string | null): Promise<{ id: string } | null> {
  if (token === null) return null
  const row = await db
    .selectFrom('known_device as d')
    .innerJoin('app_user as u', 'u.id', 'd.user_id')
    .select('d.id')
    .where('d.token_hash', '=', hashOf(token))
    .where(sql<string>`lower(u.email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

/**
 * After a sign-in: the device is known to this account from now on. Gives the token to know it by: the one that it has, if we gave it, or a
 * new one of 32 random bytes, of which only the hash is stored. It opens nothing.
 */
export async function keepDevice(tx: Tx, userId: string, token: string | null, from: OpenedFrom): Promise<string> {
  const kept = token !== null && (await isOurs(tx, token)) ? token : randomBytes(32).toString('base64url')
  const place = { address: from.address, user_agent: from.userAgent }
  await tx
    .insertInto('known_device')
    .values({ id: v7(), user_id: userId, token_hash: hashOf(kept), ...place })
    .onConflict((on) => on.columns(['token_hash', 'user_id']).doUpdateSet({ ...place, used_at: sql<Date>`now()` }))
    .execute()
  const newest = tx
    .selectFrom('known_device')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_OF_ONE)
  await tx.deleteFrom('known_device').where('user_id', '=', userId).where('id', 'not in', newest).execute()
  return kept
}

async function isOurs(tx: Tx, token: string): Promise<boolean> {
  const row = await tx
    .selectFrom('known_device')
    .select('id')
    .where('token_hash', '=', hashOf(token))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** None of a user's devices is known any more: their password was replaced by somebody else, or by a code. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute()
}

/** For housekeeping: browsers keep a cookie for 400 days. */
export async function removeOldDevices(db: Db): Promise<void> {
  await db.deleteFrom('known_device').where('used_at', '<', daysAgo(400)).execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
