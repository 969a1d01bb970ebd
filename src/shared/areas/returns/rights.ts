import { rights, rolesOf } from '../../kernel/rights.ts'
import { allowed as qc } from '../qc-boxes/rights.ts'

export const returnsRights = rights({
  chinaQcOutcome: {
    group: 'China QC',
    label: 'See what became of boxes at China QC; vendors of their own',
    roles: ['vendor', ...qc.chinaQc],
  },
})

/** Its own, and those of QC that its calls go by. */
export const allowed = { ...qc, ...rolesOf(returnsRights) }
