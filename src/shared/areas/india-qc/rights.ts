import { rights, rolesOf } from '../../kernel/rights.ts'

const lead = ['ops', 'admin', 'super_admin'] as const

/** Rights of all who work at India QC: receiving, inspection, rejected pieces and purchase orders go by them. */
export const indiaQcRights = rights({
  indiaQc: {
    group: 'India QC',
    label: 'Inspect boxes in India, judge rejected pieces and buy what was accepted',
    roles: ['india_qc_manager', ...lead],
  },
  indiaReceive: {
    group: 'India QC',
    label: 'Receive boxes in India',
    roles: ['india_qc_inward_wh', 'india_qc_manager', ...lead],
  },
  indiaQcLead: {
    group: 'India QC',
    label: 'Overrule a verdict in India, plan a looser sample, reverse a posted receipt',
    roles: lead,
  },
})

export const allowed = rolesOf(indiaQcRights)
