import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { disputeRights } from '../../../shared/areas/disputes/rights.ts'
import { placedRoles } from '../../../shared/areas/people/own-sites.ts'
import { allowed } from '../../../shared/areas.ts'
import type { Role } from '../../../shared/kernel/roles.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { Tx } from '../../http/call.ts'
import { holds } from '../../http/right-holders.ts'

/** The leads of QC first, then who works at its sites, then whoever leads the company. */
const usually: readonly Role[] = [
  ...([
    'ops_team',
    'internal_team',
    'china_warehouse_team',
    'india_qc_manager',
    'ops',
    'admin',
    'super_admin',
  ] as const),
]

/** People `u` who may own disputes at this site: they handle them, and are bound to no other site. */
export function mayOwn(siteId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(u.is_active AND NOT u.is_machine AND ${holds(disputeRights.handleDisputes.roles)}
    AND CASE (SELECT w.kind FROM site w WHERE w.id = ${siteId}::uuid) WHEN 'india_qc' THEN ${holds(allowed.indiaQc)}
      ELSE ${holds(allowed.chinaQc)} OR NOT ${holds(allowed.indiaQc)} END
    AND (cardinality(u.site_ids) = 0 OR ${siteId}::uuid = ANY(u.site_ids) OR u.role <> ALL(${[...placedRoles]}::text[])))`
}

/** Whose a new dispute is: of the first kind of people there are, who has the fewest open ones. Null where there is nobody. */
export async function usualOwner(tx: Tx, siteId: string): Promise<string | null> {
  const { rows } = await rowsOf({ id: col.text })`
    SELECT u.id FROM app_user u WHERE ${mayOwn(siteId)}
    ORDER BY array_position(${[...usually]}::text[], u.role::text), (SELECT count(*) FROM qc_dispute p
      WHERE p.owner_id = u.id AND p.state IN ('open', 'asked', 'answered')), u.name, u.id LIMIT 1`.execute(tx)
  return rows[0]?.id ?? null
}
