import { rights, rolesOf } from '../../kernel/rights.ts'

export const dataRights = rights({
  manageData: { group: 'Data', label: 'Manage records', roles: ['ops', 'admin', 'super_admin'] },
})

export const allowed = rolesOf(dataRights)
