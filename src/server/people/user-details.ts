import type { Gives } from '../../shared/contract/grammar.ts'
import type { users } from '../../shared/contract/users.ts'
import { landingPath } from '../../shared/domain/roles.ts'
import type { Db, Tx } from '../http/call.ts'
import { unauthenticated } from '../http/errors.ts'

export type UserDetails = Gives<typeof users.getUserDetails>['user']

/** Who a user is, for the screens. Throws `unauthenticated` for one who may not work any more. */
export async function userDetails(db: Db | Tx, userId: string): Promise<UserDetails> {
  const row = await db
    .selectFrom('app_user as u')
    .leftJoin('vendor as v', 'v.id', 'u.vendor_id')
    .select(['u.id', 'u.email', 'u.name', 'u.role', 'u.team'])
    .select(['v.code as vendor_code', 'v.name as vendor_name', 'v.name_zh as vendor_name_zh', 'v.is_selectable'])
    .where('u.id', '=', userId)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (!row) throw unauthenticated()
  const { id, email, name, role, team } = row
  return {
    id,
    email,
    name,
    role,
    team,
    vendor: vendorOf(row),
    landing_path: landingPath({ role, team }),
    true_role: null,
    must_change_password: false,
  }
}

interface VendorColumns {
  vendor_code: string | null
  vendor_name: string | null
  vendor_name_zh: string | null
  is_selectable: boolean | null
}

function vendorOf(row: VendorColumns): UserDetails['vendor'] {
  const { vendor_code: id, vendor_name: name, vendor_name_zh: nameZh, is_selectable: isSelectable } = row
  if (id === null || name === null || nameZh === null || isSelectable === null) return null
  return { id, name, name_zh: nameZh, is_selectable: isSelectable }
}
