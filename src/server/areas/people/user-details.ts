import { sql } from 'kysely'
import type { peopleCalls } from '../../../shared/areas/people/calls.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import type { Role, Team } from '../../../shared/kernel/roles.ts'
import type { Caller, Db, Tx } from '../../http/call.ts'
import { unauthenticated } from '../../http/errors.ts'
import { changedRights } from '../../http/right-holders.ts'
import { sealKey } from '../../http/sealing.ts'
import { placeZones } from '../../lists/place-zones.ts'
import { landingNow } from '../company/first-day.ts'

export type UserDetails = Gives<typeof peopleCalls.getUserDetails>['user']

/** What a super admin sees as, instead of their own role; `vendorId` is the vendor's uuid. */
export interface Seen {
  role: Role
  team: Team | null
  vendorId: string | null
}

/** Who the caller is, and what they see as. Throws `unauthenticated` when they may not work any more. */
export function callerDetails(db: Db | Tx, caller: Caller): Promise<UserDetails> {
  return userDetails(db, caller.userId, caller.trueRole === null ? null : caller)
}

/** Who a user is, for the screens. Throws `unauthenticated` for one who may not work any more. */
export async function userDetails(db: Db | Tx, userId: string, seen: Seen | null = null): Promise<UserDetails> {
  const vendorId = seen ? sql<string | null>`${seen.vendorId}::uuid` : sql.ref<string | null>('u.vendor_id')
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('vendor as v', (join) => join.on('v.id', '=', vendorId))
    .select(['u.id', 'u.email', 'u.name', 'u.role', 'u.team', 'u.must_change_password'])
    .select(vendorColumns)
    .select(vendorId.as('vendor_uuid'))
    .select(['u.further_rights', sitesOfUser.as('sites')])
    .select(changedRights(seen ? sql`${seen.role}::text` : sql`u.role`))
    .where('u.id', '=', userId)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (!row) throw unauthenticated()
  const { id, email, name, must_change_password } = row
  const { role, team } = seen ?? row
  const { sites } = row
  return {
    id,
    email,
    name,
    role,
    team,
    country: team,
    vendor: vendorOf(row),
    landing_path: await landingNow(db, { role, team, sites }),
    granted: seen ? row.given : [...row.given, ...row.further_rights],
    withheld: row.withheld,
    sites,
    true_role: seen ? row.role : null,
    must_change_password,
    draft_key: (await sealKey(db, `drafts of ${id}`)).toString('base64'),
    zones: await placeZones(db, { userId, team, vendorId: row.vendor_uuid }),
  }
}

/** Codes of the sites of an account (`u`), as an array. */
export const sitesOfUser = sql<string[]>`ARRAY(SELECT s.code FROM site s WHERE s.id = ANY(u.site_ids) ORDER BY s.code)`

/** Of `vendor as v`, joined from the left. */
export const vendorColumns = [
  'v.code as vendor_code',
  'v.name as vendor_name',
  'v.name_zh as vendor_name_zh',
  'v.is_selectable',
] as const

interface VendorColumns {
  vendor_code: string | null
  vendor_name: string | null
  vendor_name_zh: string | null
  is_selectable: boolean | null
}

export function vendorOf(row: VendorColumns): UserDetails['vendor'] {
  const { vendor_code: id, vendor_name: name, vendor_name_zh: nameZh, is_selectable: isSelectable } = row
  if (id === null || name === null || nameZh === null || isSelectable === null) return null
  return { id, name, name_zh: nameZh, is_selectable: isSelectable }
}
