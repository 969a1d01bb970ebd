import { sql } from 'kysely'
import type { vendorInventoryArea } from '../../../shared/areas/vendor-inventory/area.ts'
import { inventoryWords } from '../../../shared/areas/vendor-inventory/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import { loadGroup, saveGroup, settingGroup } from '../../audit/setting-group.ts'
import { col, rowsOf } from '../../database/rows.ts'
import type { ServerArea } from '../../http/area.ts'
import { type CallContext, type Handlers, reply } from '../../http/call.ts'
import { notify } from '../../notices/notify.ts'
import { assertVendorName } from '../data/vendors.ts'
import { downloadInventoryDetails, downloadSampleInventoryFile, uploadInventoryFile } from './inventory-files.ts'
import { inventoryQuery } from './inventory-rows.ts'
import { getProductInventory, inventoryFigures } from './product.ts'
import { freshRates, markRates } from './rates.ts'
import { stylesByCode, updateInventoryDetails, updateStyleStatus } from './save-inventory.ts'
import { freshStyles } from './style-states.ts'

type Routes = Handlers<Contract['vendorInventory']>

const group = settingGroup({
  prefix: 'inventory',
  rows: ['inventory_low_days', 'inventory_update_days', 'sale_rate_weights'],
  fields: ['update_days', 'low_days', 'days_7', 'days_15', 'days_30'],
  shown: ({ inventory_low_days, inventory_update_days, sale_rate_weights }) => ({
    update_days: inventory_update_days,
    low_days: inventory_low_days,
    ...sale_rate_weights,
  }),
  kept: ({ update_days, low_days, ...weights }) => ({
    inventory_low_days: low_days,
    inventory_update_days: update_days,
    sale_rate_weights: weights,
  }),
})

/** The page, and beside it how many styles each tab has: one of them alone where only that is asked for. */
const getInventoryDetails: Routes['getInventoryDetails'] = async (input, context) => {
  await freshRates(context.db)
  const asked = await inventoryQuery.page(input, context)
  if (input.part !== 'both') return asked
  const { data } = await inventoryQuery.page({ ...input, part: 'counts' }, context)
  return { ...asked, quantity_map: data.counts ?? {} }
}

const inventorySettings: Routes['inventorySettings'] = async (_, { db }) => reply(await loadGroup(db, group))

const saveInventorySettings: Routes['saveInventorySettings'] = (input, context) =>
  context.command(async (tx) => {
    await markRates(tx)
    return saveGroup(tx, context, group, input, inventoryWords.settingsSaved)
  })

/** One notice a vendor, whatever was asked of how many styles. */
const askForInventory: Routes['askForInventory'] = async ({ style_ids, supplier_id }, context) => {
  await assertVendorName(context, supplier_id)
  return context.command(async (tx) => {
    const styles = style_ids ? await stylesByCode(tx, context, style_ids) : await stylesOf(context, supplier_id ?? '')
    const byVendor = Map.groupBy(styles, ({ vendor_id }) => vendor_id)
    await notify(
      tx,
      context,
      ...[...byVendor].map(([vendorId, own]) => ({
        ...({ kind: 'inventory_to_update', vendorId } as const),
        values: { styles: own.length },
      })),
    )
    return reply({ vendors: byVendor.size, styles: styles.length }, inventoryWords.asked)
  })
}

async function stylesOf({ db }: CallContext, supplierId: string) {
  const { rows } = await rowsOf({ id: col.text, code: col.text, vendor_id: col.text })`
    SELECT s.id, s.code, s.vendor_id FROM style s JOIN vendor v ON v.id = s.vendor_id
    WHERE v.code = ${supplierId} AND s.retired_at IS NULL`.execute(db)
  return rows
}

/** What vendors have, make, ask for and offer. */
export const vendorInventoryServer: ServerArea<typeof vendorInventoryArea> = {
  routes: {
    ...{ getInventoryDetails, updateInventoryDetails, uploadInventoryFile, downloadSampleInventoryFile },
    ...{ updateStyleStatus, getProductInventory, downloadInventoryDetails },
    ...{ askForInventory, inventoryFigures, inventorySettings, saveInventorySettings },
  },
  feeds: {
    vendor_inventory: (vendorId) => sql`(
      EXISTS (SELECT 1 FROM sku k JOIN style s ON s.id = k.style_id WHERE k.nm_sku = e.entity_id AND s.vendor_id = ${vendorId}::uuid)
      OR EXISTS (SELECT 1 FROM style s WHERE s.code = e.entity_id AND s.vendor_id = ${vendorId}::uuid))`,
  },
  exports: { exportInventory: inventoryQuery },
  // Where nobody looks at the list, marks would pile up.
  removeOld: (db) => freshStyles(db),
}
