import { key } from '../../kernel/words.ts'

/** What finds the records of one kind: the list that has them, as its file reads it, and where one of them is opened. */
export interface RecordKind {
  /** The call of the list's file: who may make it, finds its records. */
  call: string
  one: string
  /** How its numbers begin. */
  begins?: string
  /** Found by words as well: those of a name. */
  isNamed?: true
  /** The screen, the word of its address that opens a record, and the words beside it. */
  at: readonly [path: string, word: string, also?: Readonly<Record<string, string>>]
  /** Ids of the fields that say what it is. */
  about: readonly string[]
  /** Id of the field that holds its number, where a row is one of several that belong to it; else the row's own id is. */
  code?: string
}

/** Records that the palette finds, beside whatever has a history of its own (`traces`). */
export const recordKinds = {
  catalogue_style: {
    call: 'exportCatalogue',
    one: key('Catalogue style'),
    begins: 'CT-',
    isNamed: true,
    at: ['/supplier/catalogue-management', 'style'],
    about: ['style', 'supplier'],
  },
  own_style: {
    call: 'exportGarmentSpecs',
    one: key('Catalogue style'),
    begins: 'CT-',
    isNamed: true,
    at: ['/supplier/garment-specs', 'style'],
    about: ['style'],
  },
  price_negotiation: {
    call: 'exportPriceNegotiations',
    one: key('Negotiation'),
    begins: 'PN-',
    at: ['/supplier/price-negotiation', 'negotiation'],
    about: ['style', 'supplier'],
  },
  pre_stock: {
    call: 'exportPreStock',
    one: key('Pre-stock listing'),
    begins: 'PS-',
    at: ['/supplier/pre-stock-listing', 'listing'],
    about: ['style_id', 'style', 'supplier'],
  },
  sample: {
    call: 'exportSamples',
    one: key('Sample'),
    begins: 'SM-',
    at: ['/supplier/sample-shipping-platform', 'sample'],
    about: ['style', 'supplier'],
  },
  measured_sample: {
    call: 'exportSampleDevelopment',
    one: key('Sample'),
    begins: 'SM-',
    at: ['/ops/final-measurements', 'sample', { tab: 'all' }],
    about: ['style', 'supplier'],
  },
  corrective_action: {
    call: 'exportCorrectiveActions',
    one: key('Corrective action'),
    begins: 'CA-',
    at: ['/supplier/corrective-actions', 'action'],
    about: ['title', 'supplier'],
  },
  dispute: {
    call: 'exportDisputes',
    one: key('Dispute'),
    begins: 'QD-',
    at: ['/supplier/disputes', 'dispute'],
    about: ['shipment', 'box', 'supplier'],
  },
  launch: {
    call: 'exportLaunches',
    one: key('Launch'),
    begins: 'PL-',
    at: ['/supplier/product-launch', 'launch', { tab: 'history' }],
    about: ['created_by'],
  },
  assortment: {
    call: 'exportAssortments',
    one: key('Assortment'),
    begins: 'AS-',
    isNamed: true,
    at: ['/supplier/assortments', 'assortment'],
    about: ['name'],
  },
  survey: {
    call: 'exportSurveys',
    one: key('Style survey'),
    begins: 'SV-',
    at: ['/supplier/style-survey', 'survey'],
    about: ['name'],
  },
  return_note: {
    call: 'exportReturnNotes',
    one: key('Return note'),
    begins: 'RN-',
    at: ['/supplier/qc-results', 'note'],
    about: ['supplier'],
  },
  india_return_note: {
    call: 'exportIndiaReturnNotes',
    one: key('Return note'),
    begins: 'RN',
    at: ['/supplier/qc-results', 'note', { tab: 'india_notes' }],
    about: ['supplier'],
  },
  debit_note: {
    call: 'exportDebitNotes',
    one: key('Debit note'),
    begins: 'DN',
    at: ['/supplier/qc-results', 'debit', { tab: 'debit_notes' }],
    about: ['supplier'],
  },
  gate_pass: {
    call: 'exportGatePasses',
    one: key('Gate pass'),
    begins: 'GP-',
    at: ['/warehouse/source', 'pass'],
    about: ['from', 'to'],
  },
  transfer: {
    call: 'exportGatePasses',
    one: key('Transfer between stores'),
    begins: 'TR-',
    at: ['/warehouse/source', 'search', { tab: 'all' }],
    about: [],
    code: 'purpose',
  },
  stock_count: {
    call: 'exportStockCounts',
    one: key('Stock count'),
    begins: 'SC-',
    at: ['/warehouse/stock-counts', 'count'],
    about: ['site'],
  },
  allocation: {
    call: 'exportAllocations',
    one: key('Allocation'),
    begins: 'AL-',
    isNamed: true,
    at: ['/retail/allocation-dashboard', 'task'],
    about: ['name'],
  },
  replenishment: {
    call: 'exportReplenishmentOrders',
    one: key('Replenishment order'),
    begins: 'RP-',
    at: ['/retail/replenishment', 'order'],
    about: ['name'],
  },
  production_order: {
    call: 'exportProductionOrders',
    one: key('Production order'),
    begins: 'PR-',
    at: ['/ops/in-house-orders', 'order'],
    about: ['style', 'name'],
  },
  production_po: {
    call: 'exportProductionPos',
    one: key('Purchase order'),
    begins: 'PPO-',
    at: ['/ops/vendor-purchase-orders', 'po'],
    about: ['facility', 'order'],
  },
  facility_job: {
    call: 'exportFacilityOrders',
    one: key('Order at a facility'),
    begins: 'PR-',
    at: ['/supply-management/production', 'job'],
    about: ['facility', 'name'],
  },
  material: {
    call: 'exportMaterials',
    one: key('Material'),
    isNamed: true,
    at: ['/ops/materials', 'material', { tab: 'all' }],
    about: ['name', 'color'],
  },
  roll: {
    call: 'exportRolls',
    one: key('Roll'),
    begins: 'RL-',
    at: ['/ops/fabrics', 'roll', { view: 'rolls' }],
    about: ['material_id'],
  },
  person: {
    call: 'exportUsers',
    one: key('Person'),
    isNamed: true,
    at: ['/ops/users', 'user'],
    about: ['email', 'role', 'vendor'],
  },
} as const satisfies Readonly<Record<string, RecordKind>>

export type RecordKindName = keyof typeof recordKinds

/** Rows of no list with a file: they are found by name, in any part, by their code, or by the initials of their Chinese name. */
export const namedKinds = {
  vendor: key('Vendor'),
  shop: key('Store'),
  site: key('Company site'),
} as const

/** By kind, for whoever names a found record. */
export const recordWords: Readonly<Record<RecordKindName | keyof typeof namedKinds, string>> = {
  ...namedKinds,
  ...(Object.fromEntries(Object.entries(recordKinds).map(([kind, { one }]) => [kind, one])) as Record<
    RecordKindName,
    string
  >),
}

/** Kinds of which a text may be a number, by how it begins, or a name. A text that is the beginning of a number is nobody's name. */
export function kindsOf(text: string): RecordKindName[] {
  const upper = text.toUpperCase()
  const all = Object.entries(recordKinds) as [RecordKindName, RecordKind][]
  const numbered = all.filter(
    ([, { begins }]) => begins !== undefined && (upper.startsWith(begins) || begins.startsWith(upper)),
  )
  const isNumber = numbered.length > 0 && /\d|-$/.test(upper)
  const named = isNumber ? [] : all.filter(([, { isNamed }]) => isNamed)
  return [...new Set([...numbered, ...named].map(([kind]) => kind))]
}
