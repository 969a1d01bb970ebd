import { rights, rolesOf } from '../../kernel/rights.ts'
import type { Role } from '../../kernel/roles.ts'

export const stockRights = rights({
  seeStock: {
    group: 'Warehouse',
    label: 'See stock: what lies where, and what is on its way',
    roles: [
      ...(['warehouse', 'retail_admin', 'india_qc_manager', 'india_qc_inward_wh'] as const),
      ...(['bm_team', 'bm_admin', 'ops', 'admin', 'super_admin'] as const),
    ],
  },
  putAwayStock: {
    group: 'Warehouse',
    label: 'Put goods on shelves, move them within a site and say in which condition they are',
    roles: [
      ...(['warehouse', 'retail_admin', 'india_qc_manager', 'india_qc_inward_wh'] as const),
      ...(['ops', 'admin', 'super_admin'] as const),
    ],
  },
  writeOffStock: {
    group: 'Warehouse',
    label: 'Write stock off, or take up what was found',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(stockRights)

export type SiteKind = 'china_qc' | 'india_qc' | 'warehouse' | 'shop' | 'production'

const india: readonly SiteKind[] = ['india_qc', 'warehouse', 'production']

/** Roles that see stock at sites of some kinds only; where they may move less than they see, that. */
const bySite: Readonly<Partial<Record<Role, { sees: readonly SiteKind[]; changes?: readonly SiteKind[] }>>> = {
  warehouse: { sees: india },
  india_qc_manager: { sees: india },
  india_qc_inward_wh: { sees: india },
  retail_admin: { sees: ['shop', 'warehouse'], changes: ['shop'] },
}

/** Kinds of sites whose stock a role sees, or may change; null for all. */
export function stockSites(role: Role, what: 'sees' | 'changes' = 'sees'): readonly SiteKind[] | null {
  const own = bySite[role]
  if (own === undefined) return null
  return what === 'changes' ? (own.changes ?? own.sees) : own.sees
}
