import type { KindName } from '../data/kinds.ts'

/** What there is on the first days, in records that are in use and accounts that are active. */
export interface FirstCounts {
  /** 1 where the company has a name. */
  named: number
  sites: number
  china_qc_sites: number
  /** Warehouses and QC sites in India: where goods of an order go. */
  destinations: number
  warehouses: number
  shelves: number
  vendors: number
  facilities: number
  size_sets: number
  styles: number
  styles_without_skus: number
  skus: number
  people: number
  vendors_without_account: number
  china_qc_accounts: number
  warehouse_accounts: number
  orders: number
  /** Of these, those that their vendors see. */
  approved_orders: number
  opening_stock: number
}

export const firstStepKeys = ['company', 'vendors', 'styles', 'stock', 'people', 'orders'] as const
export type FirstStepKey = (typeof firstStepKeys)[number]

/** What is missing; `message` is English and the key of its translation. */
export interface Missing {
  message: string
  values: Record<string, number>
}

export const missingWords = {
  name: 'The company has no name yet.',
  chinaQc: 'No QC site in China yet.',
  destination: 'No warehouse and no QC site in India yet, so no order has a destination.',
  vendor: 'No vendor yet.',
  style: 'No style yet.',
  sku: 'No SKU yet.',
  styleWithoutSkus: '1 style without SKUs.',
  stylesWithoutSkus: '{{count}} styles without SKUs.',
  stock: 'No opening stock yet. Where nothing lies yet, go on.',
  vendorAccount: '1 vendor has no account.',
  vendorAccounts: '{{count}} vendors have no account.',
  chinaQcAccount: 'Nobody of QC in China has an account.',
  warehouseAccount: 'Nobody of a warehouse has an account.',
  order: 'No order yet.',
  approval: 'No order is approved yet: no vendor sees one.',
} as const

interface StepAbout {
  /** English, and the keys of their translations: what it is called and what it is for. */
  title: string
  about: string
  /** Its records, and how many there are of each. The first is what the step is about. */
  kinds: readonly (readonly [kind: KindName, count: keyof FirstCounts])[]
}

export const firstStepWords: Readonly<Record<FirstStepKey, StepAbout>> = {
  company: {
    title: 'Company and sites',
    about: 'Who you are on papers and labels, and where goods are inspected, kept and sold.',
    kinds: [
      ['sites', 'sites'],
      ['shelves', 'shelves'],
    ],
  },
  vendors: {
    title: 'Vendors',
    about: 'Who makes the goods: every style and every order names one.',
    kinds: [
      ['vendors', 'vendors'],
      ['facilities', 'facilities'],
    ],
  },
  styles: {
    title: 'Styles and SKUs',
    about: 'What is ordered: a style, and an SKU for each of its colours and sizes.',
    kinds: [
      ['size-sets', 'size_sets'],
      ['styles', 'styles'],
      ['skus', 'skus'],
    ],
  },
  stock: {
    title: 'Opening stock',
    about: 'What lies in your warehouses and shops on the first day.',
    kinds: [['opening-stock', 'opening_stock']],
  },
  people: {
    title: 'People',
    about: 'Vendors answer their orders themselves; QC and warehouses scan what arrives.',
    kinds: [],
  },
  orders: {
    title: 'Orders',
    about: 'With the first order the work begins: its vendor sees it as soon as it is approved.',
    kinds: [['orders', 'orders']],
  },
}

export interface FirstStep {
  key: FirstStepKey
  missing: Missing[]
}

const plain = (message: string): Missing => ({ message, values: {} })

function counted(count: number, one: string, many: string): Missing[] {
  if (count === 0) return []
  return [count === 1 ? plain(one) : { message: many, values: { count } }]
}

/** What each step still wants, in the order of the steps; a step of which nothing is missing is done. */
export function firstSteps(counts: FirstCounts): FirstStep[] {
  const wants = (count: number, message: string) => (count === 0 ? [plain(message)] : [])
  const w = missingWords
  const missing: Record<FirstStepKey, Missing[]> = {
    company: [
      ...wants(counts.named, w.name),
      ...wants(counts.china_qc_sites, w.chinaQc),
      ...wants(counts.destinations, w.destination),
    ],
    vendors: wants(counts.vendors, w.vendor),
    styles: [
      ...wants(counts.styles, w.style),
      // Of no style at all there is no SKU either: that is said once.
      ...(counts.styles === 0 ? [] : wants(counts.skus, w.sku)),
      ...(counts.skus === 0 ? [] : counted(counts.styles_without_skus, w.styleWithoutSkus, w.stylesWithoutSkus)),
    ],
    stock: wants(counts.opening_stock, w.stock),
    people: [
      ...counted(counts.vendors_without_account, w.vendorAccount, w.vendorAccounts),
      ...wants(counts.china_qc_accounts, w.chinaQcAccount),
      ...(counts.warehouses === 0 ? [] : wants(counts.warehouse_accounts, w.warehouseAccount)),
    ],
    orders: counts.orders === 0 ? [plain(w.order)] : wants(counts.approved_orders, w.approval),
  }
  return firstStepKeys.map((key) => ({ key, missing: missing[key] }))
}

/** Steps that not every company has: a new one begins with empty shelves. */
const mayBeLeft: readonly FirstStepKey[] = ['stock']

/** Nothing is missing any more: the first steps go. */
export function isFirstDayOver(steps: readonly FirstStep[]): boolean {
  return steps.every(({ key, missing }) => missing.length === 0 || mayBeLeft.includes(key))
}
