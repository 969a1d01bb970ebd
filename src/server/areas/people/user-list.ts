import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { userRow } from '../../../shared/areas/people/shapes.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import type { CallContext, Db, Tx } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { inOrder, listQuery } from '../../lists/list-query.ts'
import { containing } from '../orders/order-rows.ts'
import { heldUntil, isHeld } from './failed-sign-ins.ts'
import { sitesOfUser, vendorColumns, vendorOf } from './user-details.ts'

export type UserRow = z.output<typeof userRow>

/** Accounts `u` with their vendor `v`, as `userWire` needs them. */
export function selectUsers(db: Db | Tx) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('vendor as v', 'v.id', 'u.vendor_id')
    .where('u.is_machine', '=', false)
    .select(['u.id', 'u.email', 'u.name', 'u.role', 'u.team', 'u.is_active', 'u.must_change_password'])
    .select(['u.created_at', 'u.last_sign_in_at', 'u.version'])
    .select(heldUntil.as('locked_until'))
    .select(sitesOfUser.as('sites'))
    .select('u.further_rights')
    .select(vendorColumns)
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

export function userWire(row: Selected): UserRow {
  const { id, email, name, role, team, sites, further_rights, is_active, must_change_password, version } = row
  return {
    ...{ id, email, name, role, team, sites, further_rights, is_active, must_change_password, version },
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

type Input = Taken<typeof peopleCalls.getUsers>

/** Accounts, by whatever they are sorted. */
export const userQuery = listQuery<Input & { user_ids?: string[] | undefined }, UserRow>({
  from: sql`app_user u`,
  id: sql<string>`u.id`,
  scope: () => sql`NOT u.is_machine`,
  rules: {
    status: (status) => statuses[status],
    search: (text) => sql`(u.name ILIKE ${containing(text)} OR u.email ILIKE ${containing(text)})`,
    role: (roles) => (roles.length === 0 ? sql`true` : sql`u.role = ANY(${roles}::text[])`),
    team: (teams) => (teams.length === 0 ? sql`true` : sql`u.team = ANY(${teams}::text[])`),
    vendor_id: (code) => sql`u.vendor_id = (SELECT id FROM vendor WHERE code = ${code})`,
    user_ids: (ids) => sql`u.id = ANY(${ids}::uuid[])`,
  },
  order: ({ sort = 'name', descending = false }) => ({
    by: [
      [sortedBy[sort], 'text'],
      [sql`u.id`, 'uuid'],
    ],
    isDescending: descending,
  }),
  rows: async (ids, { db }) => {
    const rows = await selectUsers(db).where(sql<SqlBool>`u.id = ANY(${ids}::uuid[])`).execute()
    return inOrder(ids, rows, (row) => row.id).map(userWire)
  },
  counts: countUsers,
})

/** As texts, so that a cursor holds them exactly; who never signed in counts as longest ago. */
const sortedBy: Record<Input['sort'], RawBuilder<string>> = {
  name: sql<string>`lower(u.name)`,
  email: sql<string>`lower(u.email)`,
  role: sql<string>`u.role`,
  created_at: asText(sql`u.created_at`),
  last_sign_in_at: sql<string>`coalesce(${asText(sql`u.last_sign_in_at`)}, '')`,
}

function asText(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`
}

const statuses: Record<Input['status'], RawBuilder<SqlBool>> = {
  active: sql<SqlBool>`u.is_active`,
  inactive: sql<SqlBool>`NOT u.is_active`,
  locked: sql<SqlBool>`(u.is_active AND ${isHeld})`,
  all: sql<SqlBool>`true`,
}

/** By status (without the filter by status) and, under the roles' own names, by role (without the filter by role). */
async function countUsers(filter: Partial<Input>, context: CallContext): Promise<Record<string, number>> {
  const { db } = context
  const withoutStatus = await userQuery.where(filter, context, ['status'])
  const withoutRole = await userQuery.where(filter, context, ['role'])
  const [byStatus, byRole] = await Promise.all([
    db
      .selectFrom('app_user as u')
      .where(withoutStatus)
      .select([countWhere(statuses.active).as('active'), countWhere(statuses.inactive).as('inactive')])
      .select([countWhere(statuses.locked).as('locked'), countWhere(statuses.all).as('all')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('app_user as u')
      .where(withoutRole)
      .groupBy('u.role')
      .select(['u.role', countWhere(statuses.all).as('count')])
      .execute(),
  ])
  return { ...byStatus, ...Object.fromEntries(byRole.map(({ role, count }) => [role, count])) }
}

function countWhere(rule: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(count(*) FILTER (WHERE ${rule}))::int`
}
