import { eitherOf, rights, rolesOf } from '../../kernel/rights.ts'
import type { Role } from '../../kernel/roles.ts'

export const supplyChains = ['china', 'india'] as const
export type SupplyChain = (typeof supplyChains)[number]

/** In what vendors of a supply chain are paid. */
export const chainCurrency = { china: 'CNY', india: 'INR' } as const satisfies Record<SupplyChain, string>

export const catalogueRights = rights({
  catalogue: {
    group: 'Catalogue',
    label: 'Judge styles that vendors offer, and change what is known of them',
    roles: ['internal_team', 'bm_team', 'bm_admin', 'cataloging_team', 'ops', 'admin', 'super_admin'],
  },
  indiaCatalogue: {
    group: 'Catalogue',
    label: 'Judge styles for India',
    roles: ['bm_team', 'bm_admin', 'ops', 'admin', 'super_admin'],
  },
  // A vendor sees its own, without what the house says of them, and may take one back that it no longer makes.
  offerStyles: {
    group: 'Catalogue',
    label: 'Read styles that are offered: a vendor its own, others all of them',
    roles: ['vendor', 'internal_team', 'bm_team', 'bm_admin', 'cataloging_team', 'ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(catalogueRights)

/** Who judges and describes styles of a supply chain. */
export const judgesOf = (chain: SupplyChain): readonly Role[] =>
  chain === 'india' ? catalogueRights.indiaCatalogue.roles : catalogueRights.catalogue.roles

/** Who judges styles of any supply chain: which ones is asked of each style (`holdToJudge`). */
export const judges = eitherOf(allowed.catalogue, allowed.indiaCatalogue)
