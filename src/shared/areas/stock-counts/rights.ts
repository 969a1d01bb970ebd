import { rights, rolesOf } from '../../kernel/rights.ts'

export const stockCountsRights = rights({
  countStock: {
    group: 'Warehouse',
    label: 'Count what lies on shelves',
    roles: [
      ...(['warehouse', 'retail_admin', 'india_qc_manager', 'india_qc_inward_wh'] as const),
      ...(['ops', 'admin', 'super_admin'] as const),
    ],
  },
  postStockCounts: {
    group: 'Warehouse',
    label: 'Post a stock count: write off what is missing, take in what was found',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(stockCountsRights)
