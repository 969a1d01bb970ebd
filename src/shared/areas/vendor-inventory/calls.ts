import { z } from 'zod'
import { csv, json, post, upload, xlsx } from '../../kernel/call.ts'
import { day, remark, rowsTaken, savedSettings, supplierId, takeMode, version } from '../../kernel/shapes.ts'
import { allowed } from './rights.ts'
import { delistReasonNames, inventoryWords, listingStatuses } from './rules.ts'
import {
  inventoryAsked,
  inventoryChange,
  inventoryFilter,
  inventoryPage,
  inventoryRow,
  productInventory,
  styleId,
} from './shapes.ts'
import { inventoryFlows } from './sheets.ts'

const weight = z.number().min(0).max(1)

const settings = z
  .object({
    /** Days after which what a vendor said wants to be said again. */
    update_days: z.int().min(1).max(90),
    /** Days of cover under which inventory is low. */
    low_days: z.int().min(1).max(180),
    /** How much the last 7, 15 and 30 days weigh in the rate of sale. */
    ...{ days_7: weight, days_15: weight, days_30: weight },
  })
  .refine((all) => Math.abs(all.days_7 + all.days_15 + all.days_30 - 1) < 0.000_1, {
    error: inventoryWords.weights,
    path: ['days_7'],
  })

export type InventorySettings = z.output<typeof settings>

const settingsReply = savedSettings(settings)

const changed = json(z.object({ changed: z.int(), rows: z.array(inventoryRow) }))

export const vendorInventoryCalls = {
  getInventoryDetails: post('v1/erp/vendor/inventory/get-inventory-details', {
    summary:
      'Styles with what their vendor has, makes and asks for of each SKU, how it sells and how long it lasts; beside `data` stands `quantity_map`, how many styles each tab has.',
    callers: allowed.readInventory,
    takes: z.object(inventoryAsked),
    gives: json(inventoryPage, { hasQuantityMap: true }),
    // Rates of sale are brought up to date by whoever asks first in a day.
    atStandby: false,
  }),
  updateInventoryDetails: post('v1/erp/vendor/inventory/update-inventory-details', {
    summary:
      'What becomes of SKUs; and styles of which nothing has changed, which counts as said anew. All of it or nothing.',
    callers: allowed.vendorInventory,
    changes: true,
    takes: z
      .object({
        items: z.array(inventoryChange).max(2_000).default([]),
        unchanged_styles: z.array(styleId).max(500).default([]),
      })
      .refine(({ items, unchanged_styles }) => items.length + unchanged_styles.length > 0, {
        error: 'Please check the values sent.',
      }),
    gives: changed,
  }),
  uploadInventoryFile: upload('v1/erp/vendor/inventory/upload-inventory-file/{flow}', {
    summary: 'Stock, production, prices or listing by a sheet, an SKU a row; an SKU that is not in it stays as it is.',
    callers: allowed.vendorInventory,
    accept: ['.xlsx', '.csv'],
    takes: z.object({ flow: z.enum(inventoryFlows), mode: takeMode }),
    gives: json(z.object({ ...rowsTaken })),
  }),
  downloadSampleInventoryFile: post('v1/erp/vendor/inventory/download-sample-inventory-file', {
    summary: 'The sheet of a flow to fill in, with the SKUs that match and what stands there now.',
    callers: allowed.vendorInventory,
    takes: z.object({ ...inventoryFilter, flow: z.enum(inventoryFlows).default('stock') }),
    gives: xlsx<{ flow: string }>(({ flow }) => `sample_inventory_${flow}.xlsx`),
  }),
  updateStyleStatus: post('v1/erp/vendor/inventory/update-style-status', {
    summary: 'Lists or delists styles, or one colour of them; delisting says why.',
    callers: allowed.vendorInventory,
    changes: true,
    takes: z
      .object({
        style_ids: z.array(styleId).min(1).max(500),
        color: z.string().trim().min(1).max(60).optional(),
        listing_status: z.enum(listingStatuses),
        reason: z.enum(delistReasonNames).optional(),
        remark: remark.optional(),
      })
      .refine(({ listing_status, reason }) => listing_status === 'Listed' || reason !== undefined, {
        error: inventoryWords.reasonNeeded,
        path: ['reason'],
      }),
    gives: changed,
  }),
  getProductInventory: post('v1/erp/vendor/inventory/get-product-inventory', {
    summary: 'One style with its SKUs, open orders, sales by day and who said what of it.',
    callers: allowed.readInventory,
    takes: z.object({ style_id: styleId }),
    gives: json(productInventory),
  }),
  downloadInventoryDetails: post('v1/erp/vendor/inventory/download-inventory-details', {
    summary: 'An SKU a row, of the styles that match.',
    callers: allowed.readInventory,
    takes: z.object(inventoryFilter),
    gives: csv('Inventory-Details.csv'),
  }),
  askForInventory: post('selvedge/vendor-inventory/ask', {
    summary: 'Asks the vendors of these styles, or one vendor of all of its own, to say anew what they have.',
    callers: allowed.seeInventory,
    changes: true,
    takes: z
      .object({ style_ids: z.array(styleId).max(500).optional(), supplier_id: supplierId.optional() })
      .refine(({ style_ids, supplier_id }) => (style_ids === undefined) !== (supplier_id === undefined), {
        error: 'Please check the values sent.',
      }),
    gives: json(z.object({ vendors: z.int(), styles: z.int() })),
  }),
  inventoryFigures: post('selvedge/vendor-inventory/figures', {
    summary:
      'Over the styles that match: how many SKUs last how long, and by category the days on which core sizes were out of stock in shops in the last 30 days, with the pieces that were not sold for it.',
    callers: allowed.seeInventory,
    takes: z.object({ supplier_id: supplierId.optional(), category: z.string().trim().max(60).optional() }),
    gives: json(
      z.object({
        /** The last day of sales that there is; null: none. */
        as_of: day.nullable(),
        cover: z.array(
          z.object({ band: z.enum(['none', 'week', 'fortnight', 'month', 'more', 'unsold']), skus: z.int() }),
        ),
        lost: z.array(z.object({ category: z.string(), days: z.int(), pieces: z.number() })),
        categories: z.array(z.string()),
      }),
    ),
  }),
  inventorySettings: post('selvedge/vendor-inventory/settings', {
    summary: 'When inventory is old or low, and how rate of sale is weighed.',
    callers: allowed.seeInventory,
    takes: z.object({}),
    gives: json(settingsReply),
  }),
  saveInventorySettings: post('selvedge/vendor-inventory/settings/save', {
    summary: 'Changes them.',
    callers: allowed.inventoryRules,
    changes: true,
    takes: z.object({ settings, version }),
    gives: json(settingsReply),
  }),
}
