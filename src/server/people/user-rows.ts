import { sql } from 'kysely'
import type { z } from 'zod'
import type { userRow } from '../../shared/contract/shapes.ts'
import type { Db, Tx } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { vendorColumns, vendorOf } from './user-details.ts'

export type UserRow = z.output<typeof userRow>

/** Accounts `u` with their vendor `v`, as `userWire` needs them. */
export function selectUsers(db: Db | Tx) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('vendor as v', 'v.id', 'u.vendor_id')
    .select(['u.id', 'u.email', 'u.name', 'u.role', 'u.team', 'u.is_active', 'u.must_change_password'])
    .select(['u.created_at', 'u.last_sign_in_at', 'u.version'])
    .select(sql<Date | null>`CASE WHEN ${isLocked} THEN u.locked_until END`.as('locked_until'))
    .select(vendorColumns)
}

/** A lock that is over is none. */
export const isLocked = sql<boolean>`coalesce(u.locked_until > now(), false)`

type Selected = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

export function userWire(row: Selected): UserRow {
  const { id, email, name, role, team, is_active, must_change_password, version } = row
  return {
    ...{ id, email, name, role, team, is_active, must_change_password, version },
    vendor: vendorOf(row),
    locked_until: row.locked_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  }
}

/** One account by its id (uuid). Throws 404 where there is none. */
export async function findUser(db: Db | Tx, userId: string): Promise<UserRow> {
  const row = await selectUsers(db).where('u.id', '=', userId).executeTakeFirst()
  if (!row) throw notFound('There is no such user.')
  return userWire(row)
}
