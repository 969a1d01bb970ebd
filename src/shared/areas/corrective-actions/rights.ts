import { rights, rolesOf } from '../../kernel/rights.ts'

const house = ['ops_team', 'internal_team', 'ops', 'admin', 'super_admin'] as const

export const correctiveActionRights = rights({
  correctiveActions: {
    group: 'Supplier',
    label: 'See corrective actions, and answer them: a vendor its own',
    roles: ['vendor', ...house],
  },
  askCorrective: {
    group: 'Supplier',
    label: 'Ask vendors for corrective actions, accept, send back and close them',
    roles: house,
  },
})

export const allowed = rolesOf(correctiveActionRights)
