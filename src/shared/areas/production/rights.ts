import { rights, rolesOf } from '../../kernel/rights.ts'

const india = ['ops', 'admin', 'super_admin'] as const

export const productionRights = rights({
  seeProduction: {
    group: 'Supply Management',
    label: 'See production orders; CAD sees those that need a marker or had one',
    roles: [...india, 'cad'],
  },
  runProduction: {
    group: 'Supply Management',
    label: 'Prepare production orders, assign them to facilities, send, hold and reject them',
    roles: india,
  },
  makeMarkers: {
    group: 'Supply Management',
    label: 'Write consumption, markers and their files (CAD)',
    roles: [...india, 'cad'],
  },
  productionOrdersOut: {
    group: 'Supply Management',
    label: 'Write purchase orders to facilities that produce for us, with their rates',
    roles: india,
    isPriced: true,
  },
})

export const allowed = rolesOf(productionRights)
