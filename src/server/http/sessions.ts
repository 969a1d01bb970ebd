import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import type { Caller, Db, Tx } from './call.ts'

const HOUR = 3_600_000
/** A session ends after this long without a call, and in any case after `LONGEST_MS`. */
const IDLE_MS = 12 * HOUR
const LONGEST_MS = 7 * 24 * HOUR
/** Its end is moved on at most this often: a read must not become a write each time. */
const MOVE_ON_MS = 5 * 60_000
/** How long another copy of the server may go on trusting a session that ended here. */
const TRUST_MS = 5_000
const MOST_REMEMBERED = 10_000

export interface Sessions {
  /** Opens a session in the transaction of the sign-in. The token is 32 random bytes; only its hash is stored. */
  open(tx: Tx, userId: string): Promise<{ token: string; expires: Date }>
  /** Whose session the token opens; null when it is unknown, ended, expired, or its user may not work any more. */
  find(token: string): Promise<Caller | null>
  /** Ends it in the database. Other copies of the server notice within five seconds. */
  end(tx: Tx, sessionId: string): Promise<void>
  /** After that: this copy lets nobody in with it from now on. */
  forget(sessionId: string): void
}

interface Remembered {
  caller: Caller
  until: number
}

export function openSessions(db: Db): Sessions {
  const remembered = new Map<string, Remembered>()
  /** Ended here lately, with when: a lookup under way may have read a session before its end. */
  const ended = new Map<string, number>()

  return {
    async open(tx, userId) {
      const token = randomBytes(32).toString('base64url')
      const expires = new Date(Date.now() + IDLE_MS)
      const row = { id: v7(), token_hash: hashOf(token), user_id: userId, expires_at: expires }
      await tx.insertInto('session').values(row).execute()
      return { token, expires: new Date(Date.now() + LONGEST_MS) }
    },

    async find(token) {
      if (!/^[\w-]{43}$/.test(token)) return null
      const hash = hashOf(token)
      const name = hash.toString('base64')
      const known = remembered.get(name)
      if (known && known.until > Date.now()) return known.caller
      remembered.delete(name)
      const found = await readSession(db, hash)
      if (!found || ended.has(found.caller.sessionId)) return null
      if (found.expiresAt.getTime() - Date.now() < IDLE_MS - MOVE_ON_MS) await moveOn(db, found.caller.sessionId)
      if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '')
      remembered.set(name, { caller: found.caller, until: Math.min(Date.now() + TRUST_MS, found.expiresAt.getTime()) })
      return found.caller
    },

    async end(tx, sessionId) {
      await tx.updateTable('session').set({ ended_at: sql`now()` }).where('id', '=', sessionId).execute()
    },

    forget(sessionId) {
      for (const [name, { caller }] of remembered) if (caller.sessionId === sessionId) remembered.delete(name)
      for (const [id, at] of ended) if (at < Date.now() - 60_000) ended.delete(id)
      ended.set(sessionId, Date.now())
    },
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

async function readSession(db: Db, hash: Buffer): Promise<{ caller: Caller; expiresAt: Date } | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.expires_at',
      'app_user.id',
      'email',
      'name',
      'role',
      'team',
      'vendor_id',
    ])
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { id, email, name, role, team, vendor_id, session_id, expires_at } = row
  const caller = { userId: id, email, name, role, team, vendorId: vendor_id, sessionId: session_id }
  return { caller, expiresAt: expires_at }
}

async function moveOn(db: Db, sessionId: string): Promise<void> {
  const idle = sql<Date>`now() + ${IDLE_MS} * interval '1 millisecond'`
  const longest = sql<Date>`created_at + ${LONGEST_MS} * interval '1 millisecond'`
  await db
    .updateTable('session')
    .set({ expires_at: sql<Date>`least(${idle}, ${longest})` })
    .where('id', '=', sessionId)
    .execute()
}
