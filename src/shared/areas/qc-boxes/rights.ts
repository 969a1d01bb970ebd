import { rights, rolesOf } from '../../kernel/rights.ts'

const lead = ['ops_team', 'internal_team', 'ops', 'admin', 'super_admin'] as const

/** Rights of all who work at China QC: receiving, counting and inspection go by them too. */
export const qcBoxesRights = rights({
  chinaQc: {
    group: 'China QC',
    label: 'Inward, count and inspect boxes in China, and send them on',
    roles: ['china_warehouse_team', ...lead],
  },
  chinaQcLead: {
    group: 'China QC',
    label: 'Skip QC, overrule a verdict, plan a looser sample, take a posted shipment or return back',
    roles: lead,
  },
})

export const allowed = rolesOf(qcBoxesRights)
