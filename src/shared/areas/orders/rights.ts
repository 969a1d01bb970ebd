import { rights, rolesOf } from '../../kernel/rights.ts'

export const ordersRights = rights({
  vendorDesk: {
    group: 'Supplier',
    label: 'Answer orders, plan and pack shipments',
    roles: ['vendor', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
  opsDesk: { group: 'Ops', label: 'Approve orders and follow them', roles: ['ops', 'admin', 'super_admin'] },
  manageOrders: {
    group: 'Ops',
    label: 'Make, amend and cancel orders',
    roles: ['ops', 'admin', 'super_admin'],
  },
  vendorReasons: {
    group: 'Ops',
    label: 'Choose the reasons for which vendors may reject',
    roles: ['admin', 'super_admin'],
  },
})

export const allowed = rolesOf(ordersRights)
