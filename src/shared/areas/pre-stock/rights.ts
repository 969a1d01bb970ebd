import { rights, rolesOf } from '../../kernel/rights.ts'

export const preStockRights = rights({
  preStock: {
    group: 'Supplier',
    label: 'List styles for sale before their pieces arrive, and withdraw them',
    roles: ['internal_team', 'bm_team', 'bm_admin', 'cataloging_team', 'ops', 'admin', 'super_admin'],
  },
  // A vendor says what it has, so it sees what is promised of that.
  readPreStock: {
    group: 'Supplier',
    label: 'Read pre-stock listings: a vendor those of its own styles, others all of them',
    roles: ['vendor', 'internal_team', 'bm_team', 'bm_admin', 'cataloging_team', 'ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(preStockRights)
