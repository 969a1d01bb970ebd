import { rights, rolesOf } from '../../kernel/rights.ts'
import { indiaQcRights } from '../india-qc/rights.ts'

export const rejectedSkusRights = rights({
  indiaQcOutcome: {
    group: 'India QC',
    label: 'See what India QC sent back; vendors of their own',
    roles: ['vendor', ...indiaQcRights.indiaQc.roles],
  },
})

export const allowed = rolesOf(rejectedSkusRights)
