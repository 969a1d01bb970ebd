import type { Role } from '../../kernel/roles.ts'
import type { SiteKind } from '../stock/rights.ts'

const india: readonly SiteKind[] = ['india_qc', 'warehouse', 'production']

/**
 * Roles whose accounts may be bound to sites, and of which kinds (rules, section 9: china_* and india_* their site). An account without
 * sites works at all of them; what a role sees of other kinds is not narrowed: a shop's people see what a warehouse has.
 */
const boundTo: Readonly<Partial<Record<Role, readonly SiteKind[]>>> = {
  china_warehouse_team: ['china_qc'],
  india_qc_manager: india,
  india_qc_inward_wh: india,
  warehouse: india,
  // A facility's people.
  vendor: ['production'],
  retail_admin: ['shop'],
}

/** Roles of which an account may be bound to sites. */
export const placedRoles: readonly string[] = Object.keys(boundTo)

/** Those of them that are told only of what lies at their sites; a vendor's people are told of all that is their vendor's. */
export const toldBySite: readonly string[] = placedRoles.filter((role) => role !== 'vendor')

/** Kinds of sites that an account of this role is bound to when it has sites; none for roles that see all. */
export function kindsBound(role: Role): readonly SiteKind[] {
  return boundTo[role] ?? []
}
