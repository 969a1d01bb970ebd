import { rights, rolesOf } from '../../kernel/rights.ts'
import { allowed as orders } from '../orders/rights.ts'

export const peopleRights = rights({
  seePrices: {
    group: 'Everywhere',
    label: 'See prices',
    // Warehouse and QC roles never see one: not in lists, totals, exports, labels or history.
    roles: [...orders.vendorDesk, 'ops_team', 'bm_team', 'bm_admin', 'cataloging_team'],
  },
  manageUsers: { group: 'Administration', label: 'Create and change users', roles: ['admin', 'super_admin'] },
  grantSuperAdmin: { group: 'Administration', label: 'Make someone a super admin', roles: ['super_admin'] },
  changeRights: {
    group: 'Administration',
    label: 'Change what roles may do, within bounds',
    roles: ['super_admin'],
  },
  seeAsRole: {
    group: 'Administration',
    label: 'See Selvedge as another role, without changing anything',
    roles: ['super_admin'],
  },
})

export const allowed = rolesOf(peopleRights)
