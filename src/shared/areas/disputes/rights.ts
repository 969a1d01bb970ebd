import { rights, rolesOf } from '../../kernel/rights.ts'
import { qcBoxesRights } from '../qc-boxes/rights.ts'

const { chinaQc, chinaQcLead } = qcBoxesRights
/** India's results are answered by India's QC; which of them a caller sees is the query's matter. */
const qc = [...chinaQc.roles, 'india_qc_manager'] as const

export const disputeRights = rights({
  qcDisputes: {
    group: 'China QC',
    label: 'See disputes about QC results: a vendor its own',
    roles: ['vendor', ...qc],
  },
  raiseDispute: {
    group: 'China QC',
    label: 'Accept or dispute QC results of their own boxes',
    roles: ['vendor'],
  },
  handleDisputes: {
    group: 'China QC',
    label: 'Ask vendors about their disputes, and hand disputes over',
    roles: qc,
  },
  settleDisputes: {
    group: 'China QC',
    label: 'Decide on disputes about QC results, and how long vendors may dispute',
    roles: chinaQcLead.roles,
  },
})

export const allowed = rolesOf(disputeRights)
