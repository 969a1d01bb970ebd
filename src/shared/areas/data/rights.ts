import { rights, rolesOf } from '../../kernel/rights.ts'

export const dataRights = rights({
  manageData: {
    group: 'Administration',
    label: 'Manage records: sites, vendors, styles, sales and others',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(dataRights)
