import { rights, rolesOf } from '../../kernel/rights.ts'

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
