import { type Person, type Role, roles } from './roles.ts'

const vendorDesk = ['vendor', 'internal_team', 'ops', 'admin', 'super_admin'] as const
const opsDesk = ['ops', 'admin', 'super_admin'] as const
const chinaQcLead = ['ops_team', 'internal_team', 'ops', 'admin', 'super_admin'] as const
const chinaQc = ['china_warehouse_team', ...chinaQcLead] as const

/**
 * What may be done, and by whom: the one table behind the contract's callers, the menu, the routes and the matrix that admins
 * see. `label` is English and the key of its translation. Deny by default: a role that is not named may not.
 */
export const rights = {
  vendorDesk: { group: 'Supplier', label: 'Answer orders, plan and pack shipments', roles: vendorDesk },
  labelPrinting: {
    group: 'Supplier',
    label: 'Print SKU and box labels',
    roles: [
      'vendor',
      'internal_team',
      'ops',
      'ops_team',
      'china_warehouse_team',
      'warehouse',
      'admin',
      'super_admin',
    ] as const,
  },
  opsDesk: { group: 'Ops', label: 'Approve orders and follow them', roles: opsDesk },
  chinaQc: { group: 'China QC', label: 'Inward, count and inspect boxes in China, and send them on', roles: chinaQc },
  chinaQcLead: {
    group: 'China QC',
    label: 'Skip QC, overrule a verdict, plan a looser sample, take a posted shipment or return back',
    roles: chinaQcLead,
  },
  chinaQcSettings: {
    group: 'China QC',
    label: 'Change the settings of QC: lots, inspection level, AQLs, blind count',
    roles: chinaQcLead,
  },
  chinaInvoices: {
    group: 'China QC',
    // Invoices are full of prices.
    label: 'Make invoices and export orders, and void them',
    roles: chinaQcLead,
  },
  chinaQcOutcome: {
    group: 'China QC',
    label: 'See what became of boxes at China QC; vendors of their own',
    roles: ['vendor', ...chinaQc] as const,
  },
  trace: {
    group: 'Everywhere',
    label: 'Trace an order, SKU, box or shipment',
    roles: [
      ...vendorDesk,
      'ops_team',
      'china_warehouse_team',
      'india_qc_manager',
      'india_qc_inward_wh',
      'warehouse',
    ] as const,
  },
  seePrices: {
    group: 'Everywhere',
    label: 'See prices',
    // Warehouse and QC roles never see one: not in lists, totals, exports, labels or history.
    roles: [...vendorDesk, 'ops_team', 'bm_team', 'bm_admin', 'cataloging_team'] as const,
  },
  manageUsers: { group: 'Administration', label: 'Create and change users', roles: ['admin', 'super_admin'] as const },
  grantSuperAdmin: {
    group: 'Administration',
    label: 'Make someone a super admin',
    roles: ['super_admin'] as const,
  },
  seeAsRole: {
    group: 'Administration',
    label: 'See Selvedge as another role, without changing anything',
    roles: ['super_admin'] as const,
  },
  translate: {
    group: 'Administration',
    label: 'Fill in missing translations',
    roles: ['admin', 'super_admin'] as const,
  },
} as const satisfies Record<string, { group: string; label: string; roles: readonly Role[] }>

export type Right = keyof typeof rights

/** The roles of each right, as the contract names its callers: `callers: allowed.vendorDesk`. */
export const allowed = Object.fromEntries(
  Object.entries(rights).map(([right, { roles: named }]) => [right, named]),
) as { readonly [R in Right]: (typeof rights)[R]['roles'] }

export function hasRight(person: Pick<Person, 'role'>, right: Right): boolean {
  return (rights[right].roles as readonly Role[]).includes(person.role)
}

/** Rights by role, for the matrix: every right once, with the roles that have it. */
export function rightsMatrix(): { right: Right; group: string; label: string; roles: Role[] }[] {
  return Object.entries(rights).map(([right, { group, label, roles: named }]) => ({
    right: right as Right,
    group,
    label,
    roles: roles.filter((role) => (named as readonly Role[]).includes(role)),
  }))
}
