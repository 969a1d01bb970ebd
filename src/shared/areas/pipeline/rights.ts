import { rights, rolesOf } from '../../kernel/rights.ts'

const leads = ['ops', 'admin', 'super_admin'] as const

export const pipelineRights = rights({
  seePipeline: {
    group: 'Supplier',
    label: 'See where all pieces are, from order to shop; a vendor its own until China receives them',
    roles: ['vendor', 'internal_team', ...leads, 'bm_team', 'bm_admin'],
  },
  seeForecast: {
    group: 'Supplier',
    label: 'See what is late and will be late, and when goods arrive in India',
    roles: [...leads, 'bm_team', 'bm_admin'],
  },
})

export const allowed = rolesOf(pipelineRights)
