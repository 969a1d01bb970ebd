import { hash } from '@node-rs/argon2'
import { v7 } from 'uuid'
import type { Db } from '../../src/server/http/call.ts'
import type { Role, Team } from '../../src/shared/kernel/roles.ts'

export const PASSWORD = 'a test password 测试'

/** Cheap on purpose: what it costs to check a real one is not what tests are about. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface MadeVendor {
  id: string
  code: string
  name: string
}

export interface MadeUser {
  id: string
  email: string
  role: Role
  vendor: MadeVendor | null
}

export interface UserWish {
  role?: Role
  team?: Team | null
  /** For the role `vendor`; left out, one is made. */
  vendor?: { id: string; code: string; name: string }
  email?: string
  isActive?: boolean
  /** site.id of the sites that the account is bound to. */
  sites?: readonly string[]
}

let made = 0

export async function makeVendor(db: Db, wish: { name?: string; code?: string } = {}): Promise<MadeVendor> {
  made += 1
  const vendor = {
    id: v7(),
    code: wish.code ?? `V${String(made).padStart(4, '0')}`,
    name: wish.name ?? `Vendor ${made}`,
  }
  const place = { name_zh: `供应商 ${made}`, city: 'Guangzhou', onboarded_on: '2024-01-15' }
  await db
    .insertInto('vendor')
    .values({ ...vendor, ...place })
    .execute()
  return vendor
}

/** A user who can sign in with `PASSWORD`. */
export async function makeUser(db: Db, wish: UserWish = {}): Promise<MadeUser> {
  made += 1
  const role = wish.role ?? 'internal_team'
  const vendor = role === 'vendor' ? (wish.vendor ?? (await makeVendor(db))) : null
  const user = { id: v7(), email: wish.email ?? `${role}.${made}@selvedge.test`, role }
  const rest = {
    name: `User ${made}`,
    team: wish.team ?? null,
    vendor_id: vendor?.id ?? null,
    site_ids: [...(wish.sites ?? [])],
  }
  const password = { password_hash: await passwordHash, is_active: wish.isActive ?? true }
  await db
    .insertInto('app_user')
    .values({ ...user, ...rest, ...password })
    .execute()
  return { ...user, vendor }
}
