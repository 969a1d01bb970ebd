import { z } from 'zod'
import {
  counts,
  instant,
  nmSku,
  page,
  picture,
  pieces,
  price,
  searchText,
  supplierId,
  timelineEvent,
} from '../../kernel/shapes.ts'
import { delistReasonNames, inventoryTabs, listingStatuses, stockStatuses, updateStatuses } from './rules.ts'

export const styleId = z.string().trim().min(1).max(40)

const sales = {
  /** Pieces a day over all shops, days out of stock left out. */
  rate_of_sale: z.number(),
  sales_7: z.int(),
  sales_15: z.int(),
  sales_30: z.int(),
  /** Days that real stock lasts; null where nothing sells. */
  days_of_cover: z.number().nullable(),
}

/** available − promised; below zero, more is promised than there is. */
export const realPieces = z.int()

const amounts = {
  /** What the vendor said last, less what it shipped since: below zero where it shipped more than it said to have. */
  available: z.int(),
  /** Pieces of orders that it confirmed and did not ship yet. */
  promised: pieces,
  real_stock: realPieces,
  /** Can be shipped within 7 days. */
  in_production: pieces,
}

const statuses = {
  listing_status: z.enum(listingStatuses),
  stock_status: z.enum(stockStatuses),
  update_status: z.enum(updateStatuses),
  /** When its stock was said or confirmed last; null: never. */
  last_updated: instant.nullable(),
}

export const inventorySku = z.object({
  nm_sku: z.string(),
  color: z.string(),
  color_zh: z.string(),
  size: z.string(),
  /** Of its own colour. */
  picture,
  is_core: z.boolean(),
  ...amounts,
  ...statuses,
  ...sales,
  price,
  /** 0: nothing was said of it yet. */
  version: z.int().min(0),
})

export const inventoryRow = z.object({
  style_id: z.string(),
  style_name: z.string(),
  style_name_zh: z.string(),
  category: z.string(),
  supplier_id: z.string(),
  supplier_name: z.string(),
  supplier_name_zh: z.string(),
  picture,
  ...amounts,
  ...statuses,
  ...sales,
  delist_reason: z.enum(delistReasonNames).nullable(),
  delist_remark: z.string().nullable(),
  /** Colours with a core size that is not in stock. */
  broken_colors: z.array(z.string()),
  skus: z.array(inventorySku),
})

export type InventoryRow = z.output<typeof inventoryRow>
export type InventorySku = z.output<typeof inventorySku>

export const inventoryFilter = {
  tab: z.enum(inventoryTabs).default('all'),
  search: searchText.optional(),
  supplier_id: supplierId.optional(),
  category: z.string().trim().max(60).optional(),
  style_ids: z.array(styleId).max(5_000).optional(),
  /** `low`: the shortest cover first; `old`: what was said longest ago first. */
  sort: z.enum(['low', 'old', 'style', 'best_selling']).default('low'),
}

export const inventoryAsked = {
  ...inventoryFilter,
  ...page,
  /** `both`: the page, and beside it how many styles each tab has. */
  part: z.enum(['both', 'rows', 'counts']).default('both'),
}

export const inventoryPage = z.object({
  rows: z.array(inventoryRow),
  next_cursor: z.string().nullable(),
  counts: counts.optional(),
})

/** What becomes of one SKU; what is left out stays. */
export const inventoryChange = z.object({
  nm_sku: nmSku,
  available: pieces.optional(),
  in_production: pieces.optional(),
  price: z.object({ minor: z.int().min(1).max(10_000_000), currency: z.literal('CNY') }).nullish(),
  /** As it was read: with it a change by somebody else in between is refused as stale. */
  version: z.int().min(0).optional(),
})

/** One style with why it is as it is. */
export const productInventory = z.object({
  product: inventoryRow,
  /** Orders that the vendor confirmed and has not shipped whole. */
  open_orders: z.array(z.object({ order_id: z.string(), shipping_deadline: z.iso.date().nullable(), pieces })),
  /** Sold over all shops in the last thirty days, oldest first; `out` counts shops and SKUs that had none that day. */
  days: z.array(z.object({ day: z.iso.date(), sold: z.int(), out: z.int() })),
  events: z.array(timelineEvent.extend({ id: z.string(), nm_sku: z.string() })),
})
