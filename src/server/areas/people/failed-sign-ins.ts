import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { col, rowsOf } from '../../database/rows.ts'
import { daysAgo } from '../../database/today.ts'
import type { Db, Tx } from '../../http/call.ts'
import { addressKey } from '../../http/client-address.ts'
import { findDevice } from '../../http/devices.ts'
import type { Limits } from '../../http/limits.ts'

/** Where a password or a code comes from, as failures are counted: apart from each other. */
export type Whence = `address ${string}` | `device ${string}` | 'session'

/** All addresses together that no device known to the account came from. */
const STRANGERS = 'strangers'

/** Of a sign-in: the device, where the account knows it, otherwise the address. */
export async function whenceOf(
  db: Db | Tx,
  email: string,
  { address, deviceToken }: { address: string; deviceToken: string | null },
): Promise<Whence> {
  const device = await findDevice(db, email, deviceToken)
  return device ? `device ${device.id}` : `address ${addressKey(address)}`
}

export interface Attempt {
  userId: string
  email: string
  name: string
  passwordHash: string
  whence: Whence
  /** The next one from there is not looked at for a while. */
  holds: boolean
}

export type AttemptLimits = Pick<
  Limits,
  'wrongPasswords' | 'wrongPasswordsOfStrangers' | 'wrongPasswordsOfDevice' | 'holdSeconds' | 'longestHoldSeconds'
>

/**
 * Counts the attempt before the password is looked at, in one statement: many at once try no more than one after the other. Null for an unknown
 * or inactive account, and where too many failed before: then nobody from there is heard for a while, which grows with each further one. A
 * device that the account knows is always heard, but is known no longer after very many failures in a row.
 */
export async function takeAttempt(
  db: Db,
  email: string,
  whence: Whence,
  limits: AttemptLimits,
): Promise<Attempt | null> {
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'name', 'password_hash'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!user) return null
  const attempt = { userId: user.id, email: user.email, name: user.name, passwordHash: user.password_hash, whence }
  if (whence.startsWith('device ')) {
    const counted = await countFailure(db, user.id, whence, Number.MAX_SAFE_INTEGER, limits)
    if (counted && counted.failures >= limits.wrongPasswordsOfDevice) await forgetDevice(db, whence)
    return { ...attempt, holds: false }
  }
  const here = await countFailure(db, user.id, whence, limits.wrongPasswords, limits)
  if (!here || whence === 'session') return here && { ...attempt, holds: here.holds }
  const all = await countFailure(db, user.id, STRANGERS, limits.wrongPasswordsOfStrangers, limits)
  return all && { ...attempt, holds: here.holds || all.holds }
}

interface Counted {
  failures: number
  holds: boolean
}

/** One failure more. Null, and nothing is counted, while nobody is heard from there. Failures of more than a day ago are forgotten. */
async function countFailure(
  db: Db,
  userId: string,
  whence: Whence | typeof STRANGERS,
  free: number,
  { holdSeconds, longestHoldSeconds }: AttemptLimits,
): Promise<Counted | null> {
  const next = sql<number>`CASE WHEN f.last_at < now() - interval '1 day' THEN 1 ELSE f.failures + 1 END`
  const hold = (failures: RawBuilder<number>) => sql`CASE WHEN ${failures} >= ${free}::bigint THEN now() +
    least(${holdSeconds} * 2 ^ least(${failures} - ${free}::bigint, 20), ${longestHoldSeconds}) * interval '1 second' END`
  const { rows } = await rowsOf({ failures: col.number, holds: col.flag })`
    INSERT INTO sign_in_failure AS f (user_id, whence, failures, held_until)
    VALUES (${userId}, ${whence}, 1, ${hold(sql<number>`1`)})
    ON CONFLICT (user_id, whence) DO UPDATE SET failures = ${next}, last_at = now(), held_until = ${hold(next)}
    WHERE coalesce(f.held_until <= now(), true)
    RETURNING failures, held_until IS NOT NULL AS holds`.execute(db)
  return rows[0] ?? null
}

async function forgetDevice(db: Db, whence: Whence): Promise<void> {
  await db.deleteFrom('known_device').where('id', '=', whence.slice('device '.length)).execute()
}

/**
 * After a success from there: what failed before it, and the attempt itself, no longer count, neither there nor among all addresses
 * together. Others' failures stay, and are as old as they were.
 */
export async function clearFailures(tx: Tx, userId: string, whence: Whence): Promise<void> {
  await sql`
    WITH own AS (DELETE FROM sign_in_failure WHERE user_id = ${userId} AND whence = ${whence} RETURNING whence, failures)
    UPDATE sign_in_failure s SET failures = greatest(s.failures - own.failures, 0), held_until = NULL,
      last_at = coalesce((SELECT max(o.last_at) FROM sign_in_failure o
        WHERE o.user_id = s.user_id AND o.whence LIKE 'address %' AND o.whence <> own.whence), s.last_at)
    FROM own WHERE s.user_id = ${userId} AND s.whence = ${STRANGERS} AND own.whence LIKE 'address %'`.execute(tx)
}

/** One attempt that was counted was none. */
export async function takeBackFailure(db: Db, { userId, whence }: Attempt): Promise<void> {
  await db
    .updateTable('sign_in_failure')
    .set({ failures: sql<number>`failures - 1`, held_until: null })
    .where('user_id', '=', userId)
    .where('whence', '=', whence)
    .where('failures', '>', 0)
    .execute()
}

/** Everybody is heard again: an administrator says so, or there is another password to guess. */
export async function clearAllFailures(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('user_id', '=', userId).execute()
}

/** For housekeeping: what is forgotten, and counters of devices that are known no longer. */
export async function removeOldFailures(db: Db): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('last_at', '<', daysAgo(1))
    .where(sql<SqlBool>`coalesce(held_until < now(), true)`)
    .execute()
}

/** Until when somebody is not heard who tries to sign in to the account `u`; null where everybody is. */
export const heldUntil = sql<Date | null>`(SELECT max(f.held_until) FROM sign_in_failure f
  WHERE f.user_id = u.id AND f.held_until > now())`

/** Whether somebody is not. */
export const isHeld = sql<SqlBool>`EXISTS (SELECT FROM sign_in_failure f WHERE f.user_id = u.id AND f.held_until > now())`

type Failures = NonNullable<Gives<typeof peopleCalls.getUserDetails>['failed_sign_ins']>

const MOST_SHOWN = 50

/** From where an account's password was tried in vain during the last day, the latest first. */
export async function listFailures(db: Db, userId: string): Promise<Failures> {
  const rows = await db
    .selectFrom('sign_in_failure as f')
    .leftJoin('known_device as d', (join) => join.on(sql<SqlBool>`f.whence = 'device ' || d.id`))
    .select(['f.whence', 'f.failures', 'f.last_at', 'd.address', 'd.user_agent'])
    .select(sql<Date | null>`CASE WHEN f.held_until > now() THEN f.held_until END`.as('held_until'))
    .where('f.user_id', '=', userId)
    .where('f.failures', '>', 0)
    .where(sql<SqlBool>`(f.last_at > now() - interval '1 day' OR f.held_until > now())`)
    .orderBy('f.last_at', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map((row) => {
    const [kind = '', address = null] = row.whence.split(' ', 2)
    return {
      from: kind === 'device' || kind === 'session' || kind === 'strangers' ? kind : 'address',
      address: kind === 'address' ? address : row.address,
      agent: row.user_agent,
      failures: row.failures,
      last_at: row.last_at.toISOString(),
      held_until: row.held_until?.toISOString() ?? null,
    }
  })
}
