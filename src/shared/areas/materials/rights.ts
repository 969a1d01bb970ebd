import { rights, rolesOf } from '../../kernel/rights.ts'

const india = ['ops', 'admin', 'super_admin'] as const

export const materialRights = rights({
  seeMaterials: {
    group: 'Supply Management',
    label: 'See fabrics, trims and what each SKU needs of them',
    roles: [...india, 'cad'],
  },
  changeMaterials: {
    group: 'Supply Management',
    label: 'Receive and inspect fabric, keep materials and what each SKU needs of them',
    roles: india,
  },
})

export const allowed = rolesOf(materialRights)
