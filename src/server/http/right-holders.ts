import { type RawBuilder, sql } from 'kysely'
import { partsOf } from '../../shared/kernel/rights.ts'
import type { Role } from '../../shared/kernel/roles.ts'

/** Selects rights given to a role beyond its usual ones, and taken from it, as columns `given` and `withheld`. */
export function changedRights(role: RawBuilder<unknown>) {
  const named = (may: boolean) =>
    sql<string[]>`ARRAY(SELECT r.right_name FROM role_right r WHERE r.role = ${role} AND r.may = ${sql.lit(may)})`
  return [named(true).as('given'), named(false).as('withheld')] as const
}

/** Whether account `u` has a right behind these roles: `isAmong`, for many people at once. */
export function holds(roles: readonly Role[]): RawBuilder<boolean> {
  const parts = partsOf(roles).map(({ right, roles: usual }) => {
    const usually = sql`u.role = ANY(${[...usual]}::text[])`
    return right === null
      ? usually
      : sql`(${right} = ANY(u.further_rights)
      OR coalesce((SELECT r.may FROM role_right r WHERE r.right_name = ${right} AND r.role = u.role), ${usually}))`
  })
  return sql<boolean>`(${sql.join(parts, sql` OR `)})`
}
