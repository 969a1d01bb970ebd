import { key } from '../../kernel/words.ts'
import type { CatalogueStatus } from './statuses.ts'

/** Columns of a catalogue style that say what it is like. */
export const attributeNames = [
  'fabric_type',
  'fabric_composition',
  'padded',
  'push_up',
  'wiring',
  'transparency',
  'pilling',
  'stretchability',
] as const

export type AttributeName = (typeof attributeNames)[number]

export const attributeLabels = {
  fabric_type: key('Fabric type'),
  fabric_composition: key('Fabric composition'),
  padded: key('Padded'),
  push_up: key('Push up'),
  wiring: key('Wiring'),
  transparency: key('Transparency'),
  pilling: key('Pilling'),
  stretchability: key('Stretchability'),
} as const satisfies Record<AttributeName, string>

/** Words to choose from; the others are free words, or yes and no. */
export const attributeChoices = {
  wiring: [key('Wired'), key('Wire-free')],
  transparency: [key('Opaque'), key('Slightly sheer'), key('Sheer')],
  pilling: [key('None'), key('Slight'), key('Heavy')],
  stretchability: [key('No stretch'), key('Low stretch'), key('Medium stretch'), key('High stretch')],
} as const

export const yesOrNo = ['padded', 'push_up'] as const

export const catalogueTypes = [key('Regular'), key('Basic'), key('Fashion')] as const

const always = ['fabric_type', 'fabric_composition'] as const
const ofFeel = ['transparency', 'stretchability'] as const
const byCategory: Readonly<Record<string, readonly AttributeName[]>> = {
  Lingerie: [...always, 'padded', 'push_up', 'wiring', ...ofFeel],
  Activewear: [...always, ...ofFeel, 'pilling'],
  Loungewear: [...always, ...ofFeel, 'pilling'],
  Tops: [...always, ...ofFeel, 'pilling'],
}

/** Categories that ask for something of their own. */
export const namedCategories: readonly string[] = Object.keys(byCategory)

/** What a style of a category cannot go live without. A category that is not named asks for cloth, look and stretch. */
export function attributesOf(category: string): readonly AttributeName[] {
  return byCategory[category] ?? [...always, ...ofFeel]
}

export const missingNames = [...attributeNames, 'picture', 'price', 'sizes', 'hs_code', 'colors'] as const
export type Missing = (typeof missingNames)[number]

export const missingLabels = {
  ...attributeLabels,
  picture: key('Picture'),
  price: key('Price'),
  sizes: key('Sizes'),
  hs_code: key('HS code'),
  colors: key('Colours'),
} as const satisfies Record<Missing, string>

export interface Described extends Partial<Record<AttributeName, string | boolean | null>> {
  category: string
  picture: string | null
  has_price: boolean
  size_set: string | null
  /** Sizes that its set has now. */
  sizes: number
  colors: number
  hs_code: string | null
}

/** What a style lacks to go live, in the order in which it is asked for. */
export function missingOf(style: Described): Missing[] {
  const lacks: Partial<Record<Missing, boolean>> = {
    picture: style.picture === null,
    price: !style.has_price,
    sizes: style.size_set === null || style.sizes === 0,
    hs_code: !style.hs_code,
    colors: style.colors === 0,
  }
  for (const name of attributesOf(style.category)) lacks[name] = (style[name] ?? '') === ''
  return missingNames.filter((name) => lacks[name])
}

/** What a vendor is told of where its style stands: that it is looked at, never by whom or what they think. */
export const vendorStatuses = [
  key('Being looked at'),
  key('Sample wanted'),
  key('Details wanted'),
  key('Accepted'),
  key('On the website'),
  key('Not taken'),
  key('Taken back'),
] as const
export type VendorStatus = (typeof vendorStatuses)[number]

const seenByVendor: Partial<Record<CatalogueStatus, VendorStatus>> = {
  'Selected for Sample QC': 'Sample wanted',
  'Sample OOS': 'Sample wanted',
  'Info to be added': 'Details wanted',
  'Additional Details Pending': 'Details wanted',
  'Assortment Passed': 'Accepted',
  'Live on Website': 'On the website',
  'Design Rejected': 'Not taken',
  'Assortment Failed': 'Not taken',
  'Vendor Delisted': 'Taken back',
}

export const vendorStatus = (status: CatalogueStatus): VendorStatus => seenByVendor[status] ?? 'Being looked at'
