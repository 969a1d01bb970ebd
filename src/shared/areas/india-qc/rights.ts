import { rights, rolesOf } from '../../kernel/rights.ts'

/** Rights of all who work at India QC: its areas go by them. */
export const indiaQcRights = rights({
  indiaQc: {
    group: 'India QC',
    label: 'Inspect boxes in India, judge rejected pieces and buy what was accepted',
    roles: ['india_qc_manager', 'ops', 'admin', 'super_admin'],
  },
  indiaReceive: {
    group: 'India QC',
    label: 'Receive boxes in India',
    roles: ['india_qc_inward_wh', 'india_qc_manager', 'ops', 'admin', 'super_admin'],
  },
  indiaQcLead: {
    group: 'India QC',
    label: 'Overrule a verdict in India, plan a looser sample, reverse a posted receipt',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(indiaQcRights)
