import { key } from '../../kernel/words.ts'

/** The specification's words (section 4). */
export const listingStatuses = ['Listed', 'Delisted'] as const
export const stockStatuses = ['In stock', 'Out of stock'] as const
export const updateStatuses = ['Updated', 'Update Pending'] as const

export type ListingStatus = (typeof listingStatuses)[number]

export const inventoryTabs = ['update_pending', 'low', 'out_of_stock', 'broken', 'listed', 'delisted', 'all'] as const

export const delistReasons = {
  discontinued: key('No longer made'),
  fabric: key('Fabric is not to be had'),
  season: key('Season is over'),
  price: key('Price no longer holds'),
  other: key('Another reason'),
} as const

export type DelistReason = keyof typeof delistReasons

export const delistReasonNames = Object.keys(delistReasons) as [DelistReason, ...DelistReason[]]

/** The most that anyone has of an SKU, and the dearest piece (in minor units). */
export const mostPieces = 1_000_000
export const mostPrice = 100_000_00

/** What a vendor has that nobody was promised; below zero, more is promised than there is. */
export const realStock = (available: number, promised: number): number => available - promised

/** Days that real stock lasts; null where nothing sells. */
export const daysOfCover = (real: number, rate: number): number | null => (rate > 0 ? Math.max(0, real) / rate : null)

/** A SKU as the rules of a style look at it. */
interface SkuState {
  color: string
  is_core: boolean
  listing_status: ListingStatus
  real_stock: number
}

/** Colours with a listed core size that is not in stock: shops sell the sizes between them badly. */
export function brokenColors(skus: readonly SkuState[]): string[] {
  const broken = skus.filter((sku) => sku.is_core && sku.listing_status === 'Listed' && sku.real_stock <= 0)
  return [...new Set(broken.map(({ color }) => color))]
}

export const inventoryWords = {
  saved: key('Inventory saved.'),
  unchanged: key('The inventory is as it was.'),
  confirmed: key('Confirmed: nothing has changed.'),
  listed: key('Styles listed.'),
  delisted: key('Styles delisted.'),
  sameListing: key('These styles are so already.'),
  asked: key('Vendors are asked to update their inventory.'),
  settingsSaved: key('Inventory settings saved.'),
  reasonNeeded: key('Please choose why.'),
  weights: key('The weights add up to 1.'),
} as const

export const inventoryFaults = {
  unknown: key('This SKU is not yours, or not known.'),
  tooMuch: key('More than {{most}} pieces.'),
  price: key('A price is more than zero.'),
  tooDear: key('This price is dearer than any garment.'),
  reason: key('Delisting needs a reason.'),
} as const
