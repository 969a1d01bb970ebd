import { rights, rolesOf } from '../../kernel/rights.ts'

const india = ['ops', 'admin', 'super_admin'] as const

export const developmentRights = rights({
  finalMeasurements: {
    group: 'Supply Management',
    label: 'Read samples, their final measurements and their tech packs',
    roles: [...india, 'cad'],
  },
  developSamples: {
    group: 'Supply Management',
    label: 'Measure samples, say how they are made, write tech packs and pre-production orders',
    roles: india,
  },
  sampleCosting: {
    group: 'Supply Management',
    label: 'See and write what samples cost',
    roles: india,
    isPriced: true,
  },
  sampleSheets: {
    group: 'Supply Management',
    label: 'Take measurement sheets and tech packs of samples: a vendor its own',
    roles: [...india, 'cad', 'vendor'],
  },
})

export const allowed = rolesOf(developmentRights)
