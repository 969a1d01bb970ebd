/** Roles of the specification, section 6. */
export const roles = [
  'admin',
  'super_admin',
  'vendor',
  'internal_team',
  'ops',
  'ops_team',
  'bm_team',
  'bm_admin',
  'cataloging_team',
  'china_warehouse_team',
  'india_qc_manager',
  'india_qc_inward_wh',
  'warehouse',
  'cad',
  'retail_admin',
] as const

export type Role = (typeof roles)[number]

export const teams = ['india', 'china', 'warehouse', 'retail'] as const

export type Team = (typeof teams)[number]

export interface Person {
  role: Role
  team: Team | null
  /** Rights by name that were given beyond those of the role, and taken from it (`kernel/rights.ts`). */
  granted?: readonly string[]
  withheld?: readonly string[]
  /** The sites that the account is bound to; none where it works at all of its role's. */
  sites?: readonly string[]
}

type Landing = { roles: readonly Role[]; team?: Team; isAtFacility?: true; path: string }

/** The redirect table of the specification, section 2: the first row that fits wins. */
const landings: readonly Landing[] = [
  { roles: ['admin', 'super_admin'], team: 'india', path: '/ops/in-house-orders' },
  { roles: ['admin', 'super_admin'], team: 'warehouse', path: '/warehouse/source' },
  { roles: ['admin', 'super_admin'], team: 'retail', path: '/retail/allocation-dashboard' },
  { roles: ['vendor'], isAtFacility: true, path: '/supply-management/production' },
  { roles: ['vendor', 'internal_team'], path: '/supplier/my-orders' },
  { roles: ['retail_admin'], path: '/retail/allocation-dashboard' },
  { roles: ['ops', 'admin', 'super_admin'], path: '/ops/all-pending-orders' },
  { roles: ['ops_team'], path: '/supplier/qc-platform' },
  { roles: ['bm_team'], path: '/supplier/buyer-review' },
  { roles: ['bm_admin'], team: 'india', path: '/ops/india-catalogue-management' },
  { roles: ['cataloging_team'], team: 'china', path: '/supplier/assortments' },
  { roles: ['bm_admin'], path: '/supplier/catalogue-management' },
  { roles: ['china_warehouse_team'], path: '/supplier/qc-platform' },
  { roles: ['india_qc_manager'], path: '/supplier/qc-platform-india' },
  { roles: ['india_qc_inward_wh'], path: '/supplier/india-inward-platform' },
  { roles: ['warehouse'], path: '/warehouse/source' },
  { roles: ['cad'], path: '/ops/in-house-orders' },
]

/** Where a person lands after signing in; /login for a combination that the specification does not name. */
export function landingPath(person: Person): string {
  const fits = ({ roles, team, isAtFacility }: Landing) =>
    roles.includes(person.role) &&
    (team === undefined || team === person.team) &&
    (!isAtFacility || isFacilityPerson(person))
  return landings.find(fits)?.path ?? '/login'
}

/** Every role and team that the redirect table leads somewhere: the only ones that a person may be given. */
export function isPossible(person: Person): boolean {
  return landingPath(person) !== '/login'
}

/** A vendor's people who are bound to a production site (`people/own-sites.ts`: vendors are bound to no other kind). */
export function isFacilityPerson({ role, sites = [] }: Pick<Person, 'role' | 'sites'>): boolean {
  return role === 'vendor' && sites.length > 0
}

/** A vendor sees its own rows only; every other role that may call at all sees all vendors. */
export function isBoundToVendor({ role }: Pick<Person, 'role'>): boolean {
  return role === 'vendor'
}
