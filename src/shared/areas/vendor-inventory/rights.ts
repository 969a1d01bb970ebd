import { rights, rolesOf } from '../../kernel/rights.ts'

export const vendorInventoryRights = rights({
  vendorInventory: {
    group: 'Supplier',
    label: 'Say what a vendor has in stock, makes, asks for it and offers',
    roles: ['vendor', 'internal_team', 'ops', 'admin', 'super_admin'],
  },
  readInventory: {
    group: 'Supplier',
    label: 'Read inventory: a vendor its own, others that of all vendors',
    roles: ['vendor', 'internal_team', 'bm_team', 'bm_admin', 'ops', 'admin', 'super_admin'],
  },
  seeInventory: {
    group: 'Supplier',
    label: 'See the inventory of all vendors and ask them to update it',
    roles: ['internal_team', 'bm_team', 'bm_admin', 'ops', 'admin', 'super_admin'],
  },
  inventoryRules: {
    group: 'Supplier',
    label: 'Change how rate of sale and low inventory are reckoned',
    roles: ['ops', 'admin', 'super_admin'],
  },
})

export const allowed = rolesOf(vendorInventoryRights)
