import { rights, rolesOf } from '../../kernel/rights.ts'

export const priceNegotiationRights = rights({
  negotiatePrices: {
    group: 'Supplier',
    label: 'Negotiate prices: a vendor its own, others for the company',
    roles: ['vendor', 'internal_team', 'bm_team', 'bm_admin', 'ops', 'admin', 'super_admin'],
  },
  negotiateForUs: {
    group: 'Supplier',
    label: 'See targets, floors and last prices, enter agreements made elsewhere, accept many at once',
    roles: ['internal_team', 'bm_team', 'bm_admin', 'ops', 'admin', 'super_admin'],
  },
  reopenPrices: {
    group: 'Supplier',
    label: 'Reopen a negotiation that was agreed or abandoned',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(priceNegotiationRights)
