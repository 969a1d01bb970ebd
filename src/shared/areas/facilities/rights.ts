import { rights, rolesOf } from '../../kernel/rights.ts'

const india = ['ops', 'admin', 'super_admin'] as const

export const facilityRights = rights({
  workFacility: {
    group: 'Supply Management',
    label: 'Work at production facilities: stages, boxes, shipments; a vendor’s people at their own',
    roles: ['vendor', ...india],
  },
  clearFacility: {
    group: 'Supply Management',
    label: 'Clear what facilities have not cut: cancel it or order it anew',
    roles: india,
  },
})

export const allowed = rolesOf(facilityRights)
