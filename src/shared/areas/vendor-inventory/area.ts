import { area } from '../../kernel/area.ts'
import { listFile, notPaged } from '../../kernel/list.ts'
import { notice, toVendor } from '../../kernel/notices.ts'
import { screen } from '../../kernel/screens.ts'
import { vendorInventoryCalls } from './calls.ts'
import { inventoryFigures } from './figures.ts'
import { vendorInventory } from './lists.ts'
import { vendorInventoryRights } from './rights.ts'
import { delistReasons, inventoryFaults, inventoryWords } from './rules.ts'

const { vendorInventory: own, seeInventory, readInventory } = vendorInventoryRights

export const vendorInventoryArea = area({
  calls: vendorInventoryCalls,
  rights: vendorInventoryRights,
  figures: inventoryFigures,
  screens: [
    screen('vendors', '/supplier/my-inventory', 'My Inventory', 'panel-stats', own, {
      sameAs: '/supplier/inventory-management',
    }),
    screen('vendors', '/supplier/inventory-management', 'Inventory Management', 'series-search', seeInventory),
  ],
  lists: { 'vendor-inventory': readInventory },
  exports: {
    exportInventory: listFile('vendor-inventory', vendorInventory, {
      summary: 'Styles with their vendor’s inventory as seen.',
      callers: readInventory.roles,
      takes: notPaged(vendorInventoryCalls.getInventoryDetails),
    }),
  },
  notices: {
    inventory_to_update: notice('attention', {
      to: toVendor(own, 'Update'),
      label: 'Inventory to update',
      one: [
        'Please update your inventory: {{styles}} styles are asked for.',
        '/supplier/my-inventory?tab=update_pending',
      ],
      many: [
        'Please update your inventory. You were asked {{count}} times.',
        '/supplier/my-inventory?tab=update_pending',
      ],
    }),
  },
  entities: ['vendor_inventory'],
  feed: { vendor_inventory: readInventory },
  events: {
    'inventory.said': 'Inventory updated',
    'inventory.confirmed': 'Inventory confirmed as it was',
    'inventory.priced': 'Price of inventory changed',
    'inventory.listed': 'Listed',
    'inventory.delisted': 'Delisted',
  },
  statuses: {
    Listed: 'good',
    Delisted: 'neutral',
    'In stock': 'good',
    Updated: 'good',
    'Update Pending': 'warn',
  },
  words: [...Object.values(inventoryWords), ...Object.values(inventoryFaults), ...Object.values(delistReasons)],
})
