import { rights, rolesOf } from '../../kernel/rights.ts'

export const allocationRights = rights({
  allocation: {
    group: 'Retail',
    label: 'Plan which store gets what, lock cells, submit plans, order replenishment',
    roles: ['retail_admin', 'ops', 'admin', 'super_admin'],
  },
  allocationSettings: {
    group: 'Retail',
    label: 'Change what plans go by: cover, holdback, minimum set',
    roles: ['retail_admin', 'ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(allocationRights)
