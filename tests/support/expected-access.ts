import type { Role, Team } from '../../src/shared/kernel/roles.ts'

/**
 * Who lands where and may open what, written down a second time from the specification (sections 2 and 6) and the rules, apart
 * from the tables that the program works by: a slip in those must not pass unseen.
 */
export interface Expected {
  email: string
  role: Role
  team: Team | null
  /** Sites that the account is bound to, where that decides. */
  sites?: readonly string[]
  lands: string
  /** The landing screen is one that a later area brings. */
  isToCome: boolean
  /** Addresses of the screens, without the landing screen to come; passing screens are in no menu of the demo. */
  opens: readonly string[]
}

/** The menu: its groups and what stands in each, in order. */
const menuGroups: readonly (readonly string[])[] = [
  ['/supplier/home'],
  [
    ...['/supplier/my-orders', '/supplier/shipping-platform', '/ops/all-pending-orders', '/ops/confirmed-orders'],
    ...['/supplier/shipment-management', '/ops/pipeline'],
  ],
  [
    ...['/supplier/product-launch', '/supplier/catalogue-management', '/ops/india-catalogue-management'],
    ...['/supplier/assortments', '/supplier/buyer-review', '/supplier/catalogue-review'],
    ...['/supplier/garment-specs', '/supplier/style-survey'],
    ...['/supplier/sample-shipping-platform', '/supplier/sample-qc'],
    ...['/ops/final-measurements', '/ops/sample-costing'],
  ],
  [
    ...['/supplier/inward-shipments', '/supplier/qc-platform', '/supplier/qc-invoices'],
    ...['/supplier/qc-results', '/supplier/qc-reports'],
  ],
  ['/supplier/india-inward-platform', '/supplier/qc-platform-india', '/supplier/sku-dimensions'],
  [
    ...['/warehouse/stock', '/warehouse/put-away', '/warehouse/stock-counts'],
    ...['/warehouse/source', '/warehouse/destination', '/warehouse/in-transit'],
  ],
  [
    ...['/ops/fabrics', '/ops/materials', '/ops/product-mapping', '/ops/in-house-orders', '/ops/outsourced-orders'],
    ...['/ops/vendor-purchase-orders', '/ops/supply-report'],
    ...['production', 'shipments', 'receive', 'labels'].map((screen) => `/supply-management/${screen}`),
  ],
  ['/retail/store-inwards', '/retail/allocation-dashboard', '/retail/replenishment', '/retail/stores'],
  [
    ...['/supplier/my-inventory', '/supplier/inventory-management', '/supplier/price-negotiation'],
    ...['/supplier/pre-stock-listing', '/supplier/scorecards', '/supplier/corrective-actions', '/supplier/disputes'],
  ],
  [
    ...['/ops/records', '/ops/pictures', '/ops/users', '/ops/api-keys', '/ops/ledgers'],
    ...['/ops/backups', '/ops/languages'],
  ],
]
const productionAt = 6

/** Addresses in this person's menu, in order: what they may open, a list once, and of a facility its own work before the vendor's. */
export function menuOf({ opens, sites, lands, isToCome }: Omit<Expected, 'email' | 'role' | 'team'>): string[] {
  const [home = [], ...others] = menuGroups
  const production = menuGroups[productionAt] ?? []
  const groups = sites ? [home, production, ...others.filter((one) => one !== production)] : menuGroups
  const seesAll = opens.includes('/supplier/inventory-management')
  const isListed = (path: string) => opens.includes(path) && !(seesAll && path === '/supplier/my-inventory')
  return [...(isToCome ? [lands] : []), ...groups.flat().filter(isListed)]
}

const home = '/supplier/home'
const vendorDesk = ['/supplier/my-orders', '/supplier/shipping-platform', '/supplier/shipment-management']
const results = '/supplier/qc-results'
const chinaQc = [
  '/supplier/inward-shipments',
  '/supplier/qc-platform',
  '/supplier/qc-invoices',
  results,
  '/supplier/qc-reports',
]
/** Of vendors, and of all at QC in China. */
const disputes = '/supplier/disputes'
/** Of vendors, and of the company's leads. */
const record = ['/supplier/scorecards', '/supplier/corrective-actions', disputes]
const ownInventory = '/supplier/my-inventory'
const prices = '/supplier/price-negotiation'
const seesInventory = ['/supplier/inventory-management']
const preStock = '/supplier/pre-stock-listing'
const launch = '/supplier/product-launch'
const catalogue = '/supplier/catalogue-management'
const specs = '/supplier/garment-specs'
/** Of a vendor; the house judges and asks beside that. */
const sampleShipping = '/supplier/sample-shipping-platform'
const launches = [launch, specs, sampleShipping]
const samples = [sampleShipping, '/supplier/sample-qc']
const [assortments, buyerReview, review] = [
  '/supplier/assortments',
  '/supplier/buyer-review',
  '/supplier/catalogue-review',
]
const further = [specs, '/supplier/style-survey', ...samples]
const catalogues = [launch, catalogue, assortments, review, ...further]
/** Of those who judge as buyers, too. */
const buyersCatalogues = [launch, catalogue, assortments, buyerReview, review, ...further]
const indiaCatalogue = '/ops/india-catalogue-management'
const supplier = [
  home,
  ...vendorDesk,
  ownInventory,
  ...seesInventory,
  prices,
  preStock,
  ...buyersCatalogues,
  ...chinaQc,
  ...record,
]
const indiaInward = ['/supplier/india-inward-platform']
/** Of who manages QC in India, as it stands in the menu. */
const indiaQc = [...indiaInward, '/supplier/qc-platform-india', '/supplier/sku-dimensions']
/** Of India’s own people; the cad team measures and sees no cost. */
const finalMeasurements = '/ops/final-measurements'
const development = [finalMeasurements, '/ops/sample-costing']
/** Of vendors and buyers as well. */
const pipeline = '/ops/pipeline'
const ops = ['/ops/all-pending-orders', '/ops/confirmed-orders', pipeline]
const records = ['/ops/records', '/ops/pictures']
/** Of who cuts in India, and of CAD, which reads. */
const materials = ['/ops/fabrics', '/ops/materials', '/ops/product-mapping']
/** Of CAD as well, which sees what needs a marker. */
const productionOrders = ['/ops/in-house-orders', '/ops/outsourced-orders']
const production = [...productionOrders, '/ops/vendor-purchase-orders', '/ops/supply-report']
/** Of India’s people and of a facility’s own. */
const facilities = ['production', 'shipments', 'receive', 'labels'].map((screen) => `/supply-management/${screen}`)
const seesStock = ['/warehouse/stock']
const counts = [...seesStock, '/warehouse/put-away', '/warehouse/stock-counts']
/** As they stand in the menu. */
const warehouse = [...counts, '/warehouse/source', '/warehouse/destination', '/warehouse/in-transit']
const retail = ['/retail/store-inwards', '/retail/allocation-dashboard', '/retail/replenishment', '/retail/stores']
const firstDay = '/ops/first-day'
const everyAdmin = [
  ...supplier,
  ...indiaQc,
  ...ops,
  indiaCatalogue,
  ...development,
  ...records,
  ...warehouse,
  ...retail,
  ...materials,
  ...production,
  ...facilities,
  firstDay,
]
const all = [...everyAdmin, '/ops/users', '/ops/ledgers', '/ops/backups', '/ops/languages']
const allOfSuper = [...everyAdmin, '/ops/users', '/ops/api-keys', '/ops/ledgers', '/ops/backups', '/ops/languages']

/** Screens that stand in the menu while there is something to do on them, before all others. */
export const passingScreens = [firstDay] as const

/** Every screen that there is. */
export const builtScreens = allOfSuper

/** What stands in the head of each. */
export const screenTitles: Readonly<Record<string, string>> = {
  '/supplier/home': 'Home',
  '/supplier/my-orders': 'My Orders',
  '/supplier/shipping-platform': 'Shipping Platform',
  '/supplier/shipment-management': 'Shipment Management',
  '/supplier/price-negotiation': 'Price negotiation',
  '/supplier/my-inventory': 'My Inventory',
  '/supplier/inventory-management': 'Inventory Management',
  '/supplier/pre-stock-listing': 'Pre-stock listing',
  '/supplier/product-launch': 'Product Launch',
  '/supplier/sample-shipping-platform': 'Sample Shipping Platform',
  '/supplier/sample-qc': 'Sample QC',
  '/supplier/garment-specs': 'Garment specs and grading',
  '/supplier/style-survey': 'Style survey',
  '/supplier/catalogue-management': 'Catalogue Management',
  '/supplier/assortments': 'Assortments',
  '/supplier/buyer-review': 'Buyer Review',
  '/supplier/catalogue-review': 'Catalogue Review',
  '/ops/india-catalogue-management': 'India Catalogue Management',
  '/supplier/inward-shipments': 'Inward shipment dashboard',
  '/supplier/qc-platform': 'QC Platform',
  '/supplier/qc-invoices': 'Invoices and exports',
  '/supplier/qc-results': 'QC results',
  '/supplier/qc-reports': 'QC reports',
  '/supplier/scorecards': 'Scorecards',
  '/supplier/corrective-actions': 'Corrective actions',
  '/supplier/disputes': 'Disputes',
  '/supplier/india-inward-platform': 'India Inward Platform',
  '/supplier/qc-platform-india': 'QC Platform India',
  '/supplier/sku-dimensions': 'SKU dimensions',
  '/ops/all-pending-orders': 'All pending orders',
  '/ops/confirmed-orders': 'Confirmed orders',
  '/ops/pipeline': 'Pipeline',
  '/ops/fabrics': 'Fabrics',
  '/ops/materials': 'Materials',
  '/ops/product-mapping': 'Product mapping',
  '/ops/in-house-orders': 'In-house orders',
  '/ops/outsourced-orders': 'Outsourced orders',
  '/ops/vendor-purchase-orders': 'Vendor purchase orders',
  '/ops/supply-report': 'Supply report',
  '/supply-management/production': 'Production stages',
  '/supply-management/shipments': 'Boxes and shipments',
  '/supply-management/receive': 'Receive',
  '/supply-management/labels': 'SKU labels',
  '/ops/final-measurements': 'Final measurements',
  '/ops/sample-costing': 'Sample costing',
  '/ops/records': 'Records',
  '/ops/pictures': 'Pictures',
  '/ops/first-day': 'First steps',
  '/warehouse/stock': 'Stock',
  '/warehouse/put-away': 'Put on shelves',
  '/warehouse/source': 'Warehouse source',
  '/warehouse/destination': 'Warehouse destination',
  '/warehouse/in-transit': 'Goods on the road',
  '/retail/store-inwards': 'Store inwards',
  '/retail/allocation-dashboard': 'Allocation dashboard',
  '/retail/replenishment': 'Replenishment',
  '/retail/stores': 'Stores',
  '/warehouse/stock-counts': 'Stock counts',
  '/ops/users': 'Users',
  '/ops/api-keys': 'API keys',
  '/ops/ledgers': 'Ledger check',
  '/ops/backups': 'Backups',
  '/ops/languages': 'Languages',
}

function who(mailbox: string, role: Role, team: Team | null, lands: string, opens: readonly string[]): Expected {
  return { email: `${mailbox}@demo.selvedge`, role, team, lands, opens, isToCome: !all.includes(lands) }
}

export const expectedAccess: readonly Expected[] = [
  who('vendor', 'vendor', null, '/supplier/my-orders', [
    home,
    ...vendorDesk,
    ownInventory,
    prices,
    preStock,
    ...launches,
    results,
    ...record,
    pipeline,
  ]),
  who('vendor2', 'vendor', null, '/supplier/my-orders', [
    home,
    ...vendorDesk,
    ownInventory,
    prices,
    preStock,
    ...launches,
    results,
    ...record,
    pipeline,
  ]),
  {
    ...who('facility', 'vendor', null, '/supply-management/production', [
      // Their own work leads the menu.
      ...facilities,
      home,
      ...vendorDesk,
      ownInventory,
      prices,
      preStock,
      ...launches,
      results,
      ...record,
      pipeline,
    ]),
    sites: ['PNOI'],
  },
  who('internal', 'internal_team', null, '/supplier/my-orders', [
    ...supplier.filter((path) => path !== buyerReview),
    pipeline,
  ]),
  who('ops', 'ops', null, '/ops/all-pending-orders', [
    ...supplier,
    ...indiaQc,
    ...ops,
    indiaCatalogue,
    ...development,
    ...records,
    ...warehouse,
    ...retail,
    ...materials,
    ...production,
    ...facilities,
    firstDay,
  ]),
  who('ops-team', 'ops_team', null, '/supplier/qc-platform', [home, ...chinaQc, ...record]),
  who('china-qc', 'china_warehouse_team', 'china', '/supplier/qc-platform', [home, ...chinaQc, disputes]),
  who('india-qc', 'india_qc_manager', 'india', '/supplier/qc-platform-india', [home, ...indiaQc, ...counts, disputes]),
  who('india-inward', 'india_qc_inward_wh', 'india', '/supplier/india-inward-platform', [
    home,
    ...indiaInward,
    ...counts,
  ]),
  who('warehouse', 'warehouse', 'warehouse', '/warehouse/source', [home, ...warehouse]),
  who('retail', 'retail_admin', 'retail', '/retail/allocation-dashboard', [home, ...warehouse, ...retail]),
  who('cad', 'cad', 'india', '/ops/in-house-orders', [
    home,
    specs,
    finalMeasurements,
    ...materials,
    ...productionOrders,
  ]),
  who('buyer', 'bm_team', null, '/supplier/buyer-review', [
    home,
    ...seesInventory,
    ...[prices, preStock, ...buyersCatalogues, pipeline, indiaCatalogue],
    ...seesStock,
  ]),
  who('buyer-admin', 'bm_admin', 'china', '/supplier/catalogue-management', [
    home,
    ...seesInventory,
    prices,
    ...[preStock, ...buyersCatalogues, pipeline, indiaCatalogue],
    ...seesStock,
  ]),
  who('buyer-admin-india', 'bm_admin', 'india', '/ops/india-catalogue-management', [
    home,
    ...seesInventory,
    prices,
    ...[preStock, ...buyersCatalogues, pipeline, indiaCatalogue],
    ...seesStock,
  ]),
  who('cataloguer', 'cataloging_team', 'china', '/supplier/assortments', [home, preStock, ...catalogues]),
  who('admin', 'admin', null, '/ops/all-pending-orders', all),
  who('admin-india', 'admin', 'india', '/ops/in-house-orders', all),
  who('admin-warehouse', 'admin', 'warehouse', '/warehouse/source', all),
  who('admin-retail', 'admin', 'retail', '/retail/allocation-dashboard', all),
  who('super-admin', 'super_admin', null, '/ops/all-pending-orders', allOfSuper),
  who('super-admin-india', 'super_admin', 'india', '/ops/in-house-orders', allOfSuper),
  who('super-admin-warehouse', 'super_admin', 'warehouse', '/warehouse/source', allOfSuper),
  who('super-admin-retail', 'super_admin', 'retail', '/retail/allocation-dashboard', allOfSuper),
]
