import { inventorySheets } from '../../../src/shared/areas/vendor-inventory/sheets.ts'
import { contract } from '../../../src/shared/areas.ts'
import { csvOf, type Plays, some, type World } from './play.ts'

const { vendorInventory } = contract

async function aStyle({ by, random }: World) {
  const hand = random.pick([by.vendor, by.vendor2])
  const { rows } = await hand.look(vendorInventory.getInventoryDetails, { page_size: 30 })
  return { hand, style: random.pick(rows) }
}

/** What vendors have, make and ask for. */
export const inventoryPlays: Plays = {
  'vendorInventory.updateInventoryDetails': async (world) => {
    const { hand, style } = await aStyle(world)
    if (world.random.chance(0.2))
      return hand.act(vendorInventory.updateInventoryDetails, { unchanged_styles: [style.style_id] })
    const items = some(world.random.some(style.skus, 4)).map(({ nm_sku }) => ({
      ...{ nm_sku, available: world.random.int(0, 200) },
    }))
    return hand.act(vendorInventory.updateInventoryDetails, { items })
  },
  'vendorInventory.uploadInventoryFile': async (world) => {
    const { hand, style } = await aStyle(world)
    const rows = some(style.skus).map(({ nm_sku }) => ({ nm_sku, available: world.random.int(0, 200) }))
    const file = csvOf(inventorySheets.stock, rows)
    return hand.act(vendorInventory.uploadInventoryFile, { flow: 'stock', file })
  },
  'vendorInventory.updateStyleStatus': async (world) => {
    const { hand, style } = await aStyle(world)
    const isDelisted = world.random.chance(0.5)
    return hand.act(vendorInventory.updateStyleStatus, {
      ...{ style_ids: [style.style_id], listing_status: isDelisted ? 'Delisted' : 'Listed' },
      ...(isDelisted && { reason: 'season' as const }),
    })
  },
  'vendorInventory.askForInventory': async (world) => {
    const { style } = await aStyle(world)
    return world.by.ops.act(vendorInventory.askForInventory, { style_ids: [style.style_id] })
  },
  'vendorInventory.saveInventorySettings': async ({ by, random }) => {
    const { settings, version } = await by.admin.look(vendorInventory.inventorySettings, {})
    const days_7 = random.int(1, 7) / 10
    const changed = {
      ...settings,
      update_days: random.int(5, 20),
      days_7,
      days_15: (8 - days_7 * 10) / 10,
      days_30: 0.2,
    }
    return by.admin.act(vendorInventory.saveInventorySettings, { settings: changed, version })
  },
}
