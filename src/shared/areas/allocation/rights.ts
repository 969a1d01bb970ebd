import { rights, rolesOf } from '../../kernel/rights.ts'

export const allocationRights = rights({
  allocation: {
    group: 'Retail',
    label: 'Allocate stock to stores, lock cells, submit allocations, order replenishment',
    roles: ['retail_admin', 'ops', 'admin', 'super_admin'],
  },
  allocationSettings: {
    group: 'Retail',
    label: 'Change what plans go by: cover, holdback, minimum set',
    roles: ['retail_admin', 'ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(allocationRights)
