import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller, Db } from './call.ts'
import { changedRights } from './right-holders.ts'

/** Prefix by which people and secret scanners recognise a key in a log or a repository. */
const PREFIX = 'slv_'
const FORM = /^slv_[\w-]{43}$/
/** Number of the secret's 43 characters that are kept in clear: too few to guess the rest by. */
const HINT = PREFIX.length + 4

export interface NewSecret {
  secret: string
  hash: Buffer
  hint: string
}

/** A secret of 32 random bytes, as long as a session's token: its plain hash cannot be guessed back. */
export function newSecret(): NewSecret {
  const secret = PREFIX + randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret), hint: secret.slice(0, HINT) }
}

/** Hashes a secret as it is stored. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isKeyForm(token: string): boolean {
  return token.startsWith(PREFIX)
}

/**
 * Who calls with this key; null when it is unknown, expired or revoked. The database is asked each time, so that a key is
 * revoked at every server at once; when it was used is noted once a minute.
 */
export async function findKey(db: Db, secret: string): Promise<Caller | null> {
  if (!FORM.test(secret)) return null
  const row = await db
    .selectFrom('api_key as k')
    .innerJoin('app_user as u', 'u.id', 'k.id')
    .select(['u.id', 'u.email', 'u.name', 'u.role', 'u.team', 'u.vendor_id', 'u.site_ids'])
    .select(changedRights(sql`u.role`))
    .select(sql<boolean>`coalesce(k.last_used_at > now() - interval '1 minute', false)`.as('is_noted'))
    .where('k.secret_hash', '=', hashOf(secret))
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!row) return null
  if (!row.is_noted) await noteUse(db, row.id)
  const { id, email, name, role, team, vendor_id: vendorId, site_ids: siteIds } = row
  const seen = {
    role,
    granted: row.given,
    withheld: row.withheld,
    team,
    vendorId,
    siteIds,
    trueRole: null,
    mustChangePassword: false,
  }
  return { userId: id, email, name, ...seen, sessionId: id, isMachine: true }
}

/** Notes the use of a key; of calls at the same moment one does. */
async function noteUse(db: Db, id: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at <= now() - interval '1 minute', true)`)
    .execute()
}
