import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { userRow } from '../../../shared/areas/people/shapes.ts'
import type { Gives, Taken } from '../../../shared/kernel/call.ts'
import { type Db, type Said, said, type Tx, type Work } from '../../http/call.ts'
import { notFound } from '../../http/errors.ts'
import { pageOf, readCursor } from '../../lists/keyset.ts'
import { containing } from '../orders/order-rows.ts'
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

type Input = Taken<typeof peopleCalls.getUsers>
type Filter = Pick<Input, 'search' | 'role' | 'team' | 'vendor_id' | 'status'>

/** A page of accounts, or how many there are by status and by role. */
export async function listUsers(
  input: Input,
  { db }: Pick<Work, 'db'>,
): Promise<Said<Gives<typeof peopleCalls.getUsers>>> {
  if (input.part === 'counts') return said({ rows: [], next_cursor: null, counts: await countUsers(input, { db }) })
  const by = sortedBy[input.sort]
  const after = readCursor(input.cursor)
  const way = sql.raw(input.descending ? 'DESC' : 'ASC')
  const found = await selectUsers(db)
    .select(by.as('sorted_by'))
    .where(matching(input))
    .$if(after !== null, (query) => query.where(behind(by, String(after?.value), after?.id ?? '', input.descending)))
    .orderBy(sql`${by} ${way}, u.id ${way}`)
    .limit(sql.lit(input.page_size + 1))
    .execute()
  const { rows, next_cursor } = pageOf(found, input.page_size, (row) => ({ value: row.sorted_by, id: row.id }))
  return said({ rows: rows.map(userWire), next_cursor })
}

/** Ids (uuid) of the whole list, or of those named, in its order; `most` of them at most. */
export async function userIdsInOrder(
  input: Filter & Pick<Input, 'sort' | 'descending'> & { user_ids?: string[] | undefined },
  { db }: Pick<Work, 'db'>,
  most: number,
): Promise<string[]> {
  const way = sql.raw(input.descending ? 'DESC' : 'ASC')
  const found = await db
    .selectFrom('app_user as u')
    .select('u.id')
    .where(matching(input))
    .$if(input.user_ids !== undefined, (query) => query.where(sql<SqlBool>`u.id = ANY(${input.user_ids}::uuid[])`))
    .orderBy(sql`${sortedBy[input.sort]} ${way}, u.id ${way}`)
    .limit(sql.lit(most))
    .execute()
  return found.map(({ id }) => id)
}

/** Accounts by their ids (uuid), in the order given. */
export async function usersById(ids: readonly string[], { db }: Pick<Work, 'db'>): Promise<UserRow[]> {
  const rows = await selectUsers(db).where(sql<SqlBool>`u.id = ANY(${ids}::uuid[])`).execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? []).map(userWire)
}

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

function behind(by: RawBuilder<string>, value: string, id: string, descending: boolean): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${by}, u.id) ${sql.raw(descending ? '<' : '>')} (${value}::text, ${id}::uuid)`
}

const statuses: Record<Input['status'], RawBuilder<unknown>> = {
  active: sql`u.is_active`,
  inactive: sql`NOT u.is_active`,
  locked: sql`(u.is_active AND ${isLocked})`,
  all: sql`true`,
}

function matching({ search, role, team, vendor_id, status }: Filter): RawBuilder<SqlBool> {
  const all = [statuses[status]]
  if (search) all.push(sql`(u.name ILIKE ${containing(search)} OR u.email ILIKE ${containing(search)})`)
  if (role?.length) all.push(sql`u.role = ANY(${role}::text[])`)
  if (team?.length) all.push(sql`u.team = ANY(${team}::text[])`)
  if (vendor_id) all.push(sql`u.vendor_id = (SELECT id FROM vendor WHERE code = ${vendor_id})`)
  return sql<SqlBool>`(${sql.join(all, sql` AND `)})`
}

/** By status (without the filter by status) and, under the roles' own names, by role (without the filter by role). */
async function countUsers(filter: Filter, { db }: Pick<Work, 'db'>): Promise<Record<string, number>> {
  const { role: _role, ...others } = filter
  const [byStatus, byRole] = await Promise.all([
    db
      .selectFrom('app_user as u')
      .where(matching({ ...filter, status: 'all' }))
      .select([countWhere(statuses.active).as('active'), countWhere(statuses.inactive).as('inactive')])
      .select([countWhere(statuses.locked).as('locked'), countWhere(statuses.all).as('all')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('app_user as u')
      .where(matching(others))
      .groupBy('u.role')
      .select(['u.role', countWhere(statuses.all).as('count')])
      .execute(),
  ])
  return { ...byStatus, ...Object.fromEntries(byRole.map(({ role, count }) => [role, count])) }
}

function countWhere(rule: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(count(*) FILTER (WHERE ${rule}))::int`
}
