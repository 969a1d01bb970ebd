import { expect, type Page } from '@playwright/test'
import { dress, faultsInBothThemes, settled } from '../support/axe.ts'
import { chromiumPath, launched } from '../support/chromium.ts'
import { go } from '../support/go.ts'
import { storedCodes } from '../support/stored-codes.ts'
import { enterAs } from '../support/story/enter.ts'
import { type Say, sayIn } from '../support/story/words.ts'
import { test } from './machines.ts'

// A trace keeps every page as it was after every step, which is half of the time here; what is found says where it is.
// And to compile well what runs for a second is a fifth of it.
test.use({ trace: 'off', ...launched(chromiumPath(), '--js-flags=--no-opt --max-lazy') })

/** A place in the app, and how to bring it into the state that is looked at. Nothing of it changes data. */
interface Place {
  name: string
  /** Left out: it goes on from the place before, as users do. */
  path?: string
  prepare?: (page: Page, say: Say) => Promise<void>
  /** What is brought up is no dialog: the whole page is looked at. */
  isWhole?: boolean
}

const firstRow = (page: Page) => page.getByRole('grid').first().getByRole('row').nth(1)
/** Rows that came under a resting pointer take no press for their first moment. */
const openFirst = async (page: Page) => {
  await expect(async () => {
    const drawer = page.locator('.drawer-body')
    if (!(await drawer.isVisible())) await firstRow(page).getByRole('gridcell').nth(1).click({ timeout: 2_000 })
    await drawer.waitFor({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}
const press = (name: string) => async (page: Page, say: Say) => {
  await page
    .getByRole('button', { name: say(name) })
    .first()
    .click()
  await page.locator('.bp6-dialog-body').waitFor()
}
const openView = (name: string) => async (page: Page, say: Say) => {
  const tab = page
    .getByRole('dialog')
    .getByRole('tablist')
    .first()
    .getByRole('tab', { name: say(name) })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}
const shows = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()
const trace = (text: string, selector: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.locator('.trace-field input').fill(text)
  await shows(selector)(page)
}
const vendors = async (page: Page) => {
  await page.locator('.vendor-open').click()
  await shows('.choices-option')(page)
}
const openSettings = async (page: Page, say: Say) => {
  await page.getByRole('button', { name: say('Gate pass settings') }).click()
  await page.locator('.drawer .tax-rules').waitFor()
}
/** One after another, each on what the one before brought up. */
const steps =
  (...all: NonNullable<Place['prepare']>[]): NonNullable<Place['prepare']> =>
  async (page, say) => {
    for (const step of all) await step(page, say)
  }
const checkFirst = async (page: Page) => {
  await firstRow(page).waitFor()
  await page.getByRole('grid').first().getByRole('checkbox').nth(1).click()
}

const pressIn = (place: string, shows: string) => async (page: Page) => {
  await page.locator(place).first().click()
  await page.locator(shows).first().waitFor()
}
const askForCode = (email: string) => async (page: Page) => {
  await page.locator('input[type=email]').fill(email)
  await pressIn('button[type=submit]', '.code-field')(page)
}

const pressNamed = (name: string, shows: string) => async (page: Page, say: Say) => {
  await page
    .getByRole('button', { name: say(name) })
    .first()
    .click()
  await page.locator(shows).first().waitFor()
}
const pressKeys = (keys: string, shows: string) => async (page: Page) => {
  await page.locator('.dt-row').first().waitFor()
  await page.keyboard.press(keys)
  await page.locator(shows).first().waitFor()
}

/** What every role has in the header and above a list, looked at once. */
const menus: Place[] = [
  { name: 'views', path: '/supplier/my-orders?tab=new', prepare: pressIn('.dt-views', '.dt-views-menu') },
  { name: 'name of a view', prepare: pressIn('.dt-views-menu > li:last-child [role=menuitem]', '.dt-view-form') },
  { name: 'exports', path: '/supplier/my-orders?tab=new', prepare: pressNamed('Export', '.dt-export') },
  { name: 'columns', path: '/supplier/my-orders?tab=new', prepare: pressNamed('Columns', '.dt-menu') },
  { name: 'keys', path: '/supplier/my-orders?tab=new', prepare: pressKeys('?', '.dt-keys') },
  { name: 'notices', path: '/supplier/my-orders?tab=new', prepare: pressIn('.bell', '.notices') },
  { name: 'kinds of notices', prepare: pressIn('.notices-head button:last-child', '.notice-kinds') },
  { name: 'connection', path: '/supplier/my-orders?tab=new', prepare: pressIn('.connection', '.unsaved') },
  { name: 'further languages', path: '/supplier/my-orders?tab=new', prepare: pressIn('.switch-more', '.bp6-menu') },
  { name: 'request log', path: '/supplier/my-orders?tab=new', prepare: pressKeys('Control+Shift+L', '.request-log') },
]

const signedOut: Place[] = [
  { name: 'login', path: '/login' },
  { name: 'forgot password', path: '/forgot-password' },
  { name: 'new password by code', path: '/forgot-password', prepare: askForCode('buyer@demo.selvedge'), isWhole: true },
  { name: 'sign-in by code', path: '/supply-management/login' },
  { name: 'code', prepare: askForCode('retail@demo.selvedge'), isWhole: true },
]

/** A part of an inspection, which is a tab in a tab. */
const openPart = (name: string) => async (page: Page, say: Say) => {
  const tab = page.locator('.qc-subtabs').getByRole('tab', { name: say(name) })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}
/** A difference that nobody has settled: it is there until a user says what became of the pieces. */
const settle = steps(openFirst, pressIn('.drawer .section-tools button', '.qc-settle'))

const atDoor = (tab: string) => `/supplier/inward-shipments?tab=${tab}`
const atQc = (tab: string) => `/supplier/qc-platform?tab=${tab}`
const invoices = (tab: string) => `/supplier/qc-invoices?tab=${tab}`

/** What people at China QC see of a box, from the door to the shelf. */
const warehouse: Place[] = [
  { name: 'scan station', path: atDoor('scan'), prepare: shows('.scan-side .tallies'), isWhole: true },
  { name: 'awaiting inward', path: atDoor('awaiting') },
  { name: 'inward by file', prepare: press('Inward by file') },
  { name: 'file to check', path: atDoor('awaiting'), prepare: press('Check a file…') },
  { name: 'arrivals', path: atDoor('arrivals') },
  { name: 'boxes in QC', path: atQc('in_qc') },
  { name: 'a box', prepare: openFirst },
  { name: 'inspection', prepare: openView('Inspection') },
  { name: 'pieces', prepare: openPart('Pieces') },
  { name: 'measurements', prepare: openPart('Measurements') },
  { name: 'defects', prepare: steps(openPart('Defects'), pressNamed('Add a defect', '.qc-defect')) },
  { name: 'history of a box', prepare: openView('History') },
  { name: 'count', path: atQc('inwarded'), prepare: steps(openFirst, openView('Count')) },
  { name: 'settling', path: `${atQc('all')}&open=1`, prepare: settle },
  { name: 'shelf', path: atQc('passed'), prepare: steps(checkFirst, press('To shelf…')) },
]

/** A choice that is not saved, and is refused. */
const looserForMajor = async (page: Page) => {
  await page.locator('.qcs select').nth(3).selectOption('6.5')
  await page.locator('.qcs .field-problem').waitFor()
}

/** What those who write the papers see, and what managers read. */
const papers: Place[] = [
  {
    name: 'QC settings',
    path: atQc('in_qc'),
    prepare: steps(pressNamed('QC settings', '.qcs .plain-table'), looserForMajor),
  },
  { name: 'boxes ready for an invoice', path: invoices('ready') },
  { name: 'trade parties', prepare: pressIn('.page-tools button', '.inv-parties .plain-table') },
  { name: 'a party', prepare: pressIn('.inv-parties tbody button', '.inv-party-form') },
  {
    name: 'create invoice',
    path: invoices('ready'),
    prepare: steps(checkFirst, pressIn('.dt-bulk .bp6-intent-primary', '.inv-create .field')),
  },
  { name: 'invoices', path: invoices('all') },
  { name: 'outcomes of boxes', path: '/supplier/qc-results' },
  { name: 'an invoice to export', path: invoices('to_export'), prepare: openFirst },
  { name: 'boxes of an invoice', prepare: openView('Boxes') },
  { name: 'styles of an invoice', prepare: openView('Styles') },
  { name: 'void an invoice', prepare: pressIn('.drawer-tools .bp6-intent-danger', '.reason-dialog') },
  { name: 'an invoice to ship', path: invoices('to_ship'), prepare: openFirst },
  {
    name: 'ship to India',
    prepare: pressIn('.drawer-tools .bp6-intent-primary', '.inv-ship .plain-table'),
  },
  { name: 'disputes', path: '/supplier/disputes?tab=all' },
  { name: 'a dispute', prepare: openFirst },
  {
    name: 'loading station',
    path: `${invoices('to_ship')}&invoice=CI-2026-000002&load=1`,
    prepare: shows('.load-missing'),
    isWhole: true,
  },
  {
    name: 'return to vendor',
    path: atQc('failed'),
    prepare: steps(checkFirst, press('Return to vendor…'), shows('.return-dialog .plain-table')),
  },
  { name: 'a return note', path: '/supplier/qc-results?tab=notes', prepare: openFirst },
  {
    name: 'reports, one of them as a table',
    path: '/supplier/qc-reports?period=90',
    prepare: steps(shows('.column-chart svg'), pressIn('.chart-toggle', '.chart-table')),
    isWhole: true,
  },
]

/** What vendors have, what it costs and what is sold of it before it arrives, as the company sees it. */
const desk: Place[] = [
  { name: 'inventory of all vendors', path: '/supplier/inventory-management?tab=all' },
  { name: 'figures of inventory', prepare: pressNamed('Figures', '.inv-figures') },
  { name: 'inventory of a style', path: '/supplier/inventory-management?tab=all', prepare: openFirst },
  { name: 'sales and cover', prepare: openView('Sales and cover') },
  {
    name: 'inventory settings',
    path: '/supplier/inventory-management?tab=all',
    prepare: pressNamed('Settings', '.inv-form'),
  },
  { name: 'prices', path: '/supplier/price-negotiation?tab=all' },
  { name: 'a negotiation', prepare: openFirst },
  { name: 'enter an agreement', path: '/supplier/price-negotiation?tab=all', prepare: press('Enter an agreement…') },
  { name: 'accept many', path: '/supplier/price-negotiation?tab=all', prepare: press('Accept many…') },
  {
    name: 'negotiation settings',
    path: '/supplier/price-negotiation?tab=all',
    prepare: pressNamed('Settings', '.drawer .price-form'),
  },
  { name: 'pre-stock listings', path: '/supplier/pre-stock-listing?tab=all' },
  { name: 'a listing', path: '/supplier/pre-stock-listing?tab=sellable', prepare: openFirst },
  { name: 'withdraw it', prepare: pressIn('.drawer .bp6-intent-danger', '.bp6-dialog-body') },
]

/** Production in India, tab by tab of its drawer. */
const produced: Place[] = [
  { name: 'a production order', path: '/ops/in-house-orders', prepare: openFirst },
  { name: 'who makes an order', path: '/ops/in-house-orders?tab=READY_FOR_ALLOCATION', prepare: openFirst },
  { name: 'a marker', path: '/ops/outsourced-orders?tab=CAD', prepare: openFirst },
  { name: 'what it takes', prepare: openView('Materials') },
  { name: 'who makes it', prepare: openView('Facilities') },
  { name: 'send to production', path: '/ops/in-house-orders?tab=READY_FOR_PRODUCTION', prepare: openFirst },
  { name: 'a store', path: '/retail/stores?store=SDEL&style=LG1003~Black', prepare: shows('.store-sizes') },
  {
    name: 'transfers between stores',
    path: '/retail/stores?tab=transfers',
    prepare: shows('.stores-tick'),
    isWhole: true,
  },
  { name: 'a purchase order to a facility', path: '/ops/vendor-purchase-orders', prepare: openFirst },
  { name: 'the supply report', path: '/ops/supply-report', isWhole: true },
  { name: 'what stands behind a stage', path: '/ops/pipeline?stage=china_qc' },
  { name: 'what will be late', path: '/ops/pipeline?part=late&tab=open', isWhole: true },
  { name: 'how far to believe it', path: '/ops/pipeline?part=late&tab=open&belief=1' },
  { name: 'arrivals', path: '/ops/pipeline?part=arrivals', isWhole: true },
]

/** Fabric, masters and mappings. */
const materials: Place[] = [
  { name: 'fabrics', path: '/ops/fabrics' },
  { name: 'receive rolls', path: '/ops/fabrics', prepare: pressNamed('Receive rolls…', '.drawer .ts') },
  { name: 'a roll', path: '/ops/fabrics?view=rolls&tab=to_inspect', prepare: openFirst },
  {
    name: 'inspection of a roll',
    prepare: steps(press('Inspect…'), pressIn('.inspect-roll', '.inspect table')),
  },
  { name: 'a new material', path: '/ops/materials', prepare: press('New material…') },
  { name: 'a material', path: '/ops/materials?tab=all', prepare: openFirst },
  { name: 'a new trim', path: '/ops/materials?kind=product_accessories', prepare: press('New material…') },
  {
    name: 'an inspected roll',
    path: '/ops/fabrics?view=rolls&tab=rejected',
    prepare: steps(openFirst, openView('Inspections')),
  },
  { name: 'shortage', path: '/ops/fabrics?view=shortage', prepare: shows('.shortage-one'), isWhole: true },
  { name: 'mapping of a style', path: '/ops/product-mapping?tab=mapped', prepare: openFirst },
  { name: 'a material of a style', prepare: press('Add a material…') },
  {
    name: 'rolls of a fabric',
    path: '/ops/fabrics?view=rolls&material=FAB-POPLIN-NVY',
    prepare: shows('.shade-band'),
    isWhole: true,
  },
  { name: 'reserve rolls', path: '/ops/fabrics?view=rolls', prepare: press('Reserve for orders…') },
]

/** Production at a facility, as its people see it. */
const facility: Place[] = [
  { name: 'board of stages', path: '/supply-management/production', prepare: shows('.stage-card') },
  { name: 'output of a day', path: '/supply-management/production?view=output', prepare: shows('.row-bars') },
  { name: 'an order at a facility', path: '/supply-management/production?view=list', prepare: openFirst },
  { name: 'stages by scan', prepare: openView('By scan') },
  { name: 'all stages of an order', prepare: openView('All stages') },
  { name: 'trouble of an order', prepare: openView('Trouble') },
  { name: 'stages by sheet', path: '/supply-management/production', prepare: pressNamed('By sheet', '.bp6-menu') },
]

/** The first style of an open replenishment order, by store and size. */
const openSizes = async (page: Page) => {
  await page.getByRole('dialog').getByRole('gridcell').nth(2).click()
  await page.locator('.replenish-grid .qg').waitFor()
}

/** Which shop gets what. */
const allocated: Place[] = [
  { name: 'allocations', path: '/retail/allocation-dashboard?tab=all' },
  { name: 'new allocation', prepare: press('New allocation…') },
  { name: 'an allocation', path: '/retail/allocation-dashboard?tab=CALCULATED', prepare: openFirst },
  { name: 'its styles', prepare: openView('Styles') },
  {
    name: 'a style by store and size',
    prepare: async (page) => {
      await page.locator('.drawer .dt-body [role=row] .dt-cell').nth(2).click()
      await shows('.allocation-why')(page)
    },
    isWhole: true,
  },
  { name: 'its lines', prepare: openView('Lines') },
  { name: 'what each store gets', prepare: openView('By store') },
  { name: 'its history', prepare: openView('History') },
]

/** What shops get again, and what is on its way to them. */
const replenished: Place[] = [
  { name: 'replenishment', path: '/retail/replenishment' },
  { name: 'a replenishment order', prepare: openFirst },
  { name: 'styles that are not eligible', prepare: openView('Not eligible') },
  { name: 'a replenishment order by style', prepare: openView('By style') },
  { name: 'sum of a replenishment order', prepare: openView('Summary') },
  { name: 'stores and sizes of a style', path: '/retail/replenishment?order=RP-000001', prepare: openSizes },
  {
    name: 'cancel a replenishment order',
    path: '/retail/replenishment?order=RP-000001',
    prepare: press('Cancel the order…'),
  },
  { name: 'a new replenishment order', path: '/retail/replenishment', prepare: press('New replenishment order…') },
  { name: 'store inwards', path: '/retail/store-inwards' },
  { name: 'pending inwards', prepare: pressNamed('Pending inwards…', '.inwards') },
]

const orders = (tab: string) => `/supplier/my-orders?tab=${tab}`
const shipments = (tab: string) => `/supplier/shipment-management?tab=${tab}`
const places: readonly (readonly [account: string | null, places: readonly Place[]])[] = [
  [null, signedOut],
  [
    'vendor@demo.selvedge',
    [
      { name: 'new orders', path: orders('new') },
      { name: 'a new order', prepare: openFirst },
      { name: 'confirmed orders', path: orders('confirmed') },
      { name: 'an answered order', prepare: openFirst },
      { name: 'shipped orders', path: orders('shipped') },
      { name: 'rejected orders', path: orders('rejected_oos') },
      { name: 'an order with refused pieces', prepare: openFirst },
      { name: 'platform', path: '/supplier/shipping-platform?tab=on_platform' },
      { name: 'platform by line', path: '/supplier/shipping-platform?view=lines&tab=on_platform' },
      { name: 'make shipment', prepare: steps(checkFirst, press('Make shipment…')) },
      { name: 'upload dialog', path: '/supplier/shipping-platform?tab=all', prepare: press('Upload sheet') },
      { name: 'shipments', path: shipments('all') },
      { name: 'packing', path: shipments('packing'), prepare: openFirst },
      { name: 'lines', prepare: openView('Lines') },
      { name: 'change lines', prepare: press('Change lines…') },
      { name: 'boxes', path: shipments('shipped'), prepare: steps(openFirst, openView('Boxes & tracking')) },
      { name: 'history', prepare: openView('History') },
      { name: 'print dialog', prepare: press('Shipping labels') },
      { name: 'settings', path: '/supplier/settings' },
      { name: 'print jobs', prepare: pressIn('.print-button', '.print-jobs') },
      { name: 'printing centre', prepare: pressIn('.print-jobs-head button', '.centre') },
      { name: 'own inventory', path: '/supplier/my-inventory?tab=all' },
      { name: 'own inventory of a style', prepare: openFirst },
      { name: 'own prices', path: '/supplier/price-negotiation?tab=all' },
      { name: 'an own price', prepare: openFirst },
      { name: 'QC results', path: '/supplier/qc-results' },
      { name: 'a QC result', prepare: openFirst },
      ...menus,
    ],
  ],
  ['facility@demo.selvedge', facility],
  [
    'ops@demo.selvedge',
    [
      { name: 'pending', path: '/ops/all-pending-orders' },
      { name: 'refuse dialog', prepare: steps(checkFirst, press('Refuse…')) },
      { name: 'a pending order', path: '/ops/all-pending-orders', prepare: openFirst },
      { name: 'scorecards', path: '/supplier/scorecards' },
      { name: 'a scorecard', path: '/supplier/scorecards?period=365&of=lots', prepare: openFirst },
      { name: 'a corrective action to check', path: '/supplier/corrective-actions?tab=to_check', prepare: openFirst },
      {
        name: 'a new corrective action',
        path: '/supplier/corrective-actions',
        prepare: press('Ask for a corrective action…'),
      },
      { name: 'a new order', path: '/ops/all-pending-orders', prepare: press('New order…') },
      { name: 'confirmed', path: '/ops/confirmed-orders' },
      { name: 'pictures of a style', path: '/ops/pictures?tab=all', prepare: openFirst },
      { name: 'add pictures', path: '/ops/pictures', prepare: press('Add pictures…') },
      { name: 'traced', path: '/ops/confirmed-orders', prepare: trace('SH-', '.trace-hit') },
      { name: 'a life', path: '/ops/confirmed-orders?trace=SH-000041', prepare: shows('.trace-life') },
      { name: 'nothing traced', path: '/ops/confirmed-orders?trace=ZZZZ', prepare: shows('.trace .state') },
      { name: 'vendors', path: '/ops/confirmed-orders', prepare: vendors },
      { name: 'a gate pass that is packed', path: '/warehouse/source?tab=packing', prepare: openFirst },
      { name: 'boxes of a gate pass', prepare: openView('Packed boxes') },
      { name: 'history of a gate pass', prepare: openView('History') },
      { name: 'submitting a gate pass', prepare: press('Submit…') },
      { name: 'a new gate pass', path: '/warehouse/source?tab=draft', prepare: press('New gate pass…') },
      { name: 'settings of gate passes', path: '/warehouse/source?tab=all', prepare: openSettings },
      {
        name: 'papers of a gate pass',
        path: '/warehouse/source?tab=on_way',
        prepare: steps(openFirst, openView('Papers')),
      },
      { name: 'a gate pass that came', path: '/warehouse/destination?tab=completed', prepare: openFirst },
      { name: 'differences of a gate pass', path: '/warehouse/in-transit?tab=differences', prepare: openFirst },
      { name: 'measures of a sample', path: '/ops/final-measurements?tab=to_judge', prepare: openFirst },
      { name: 'points of measure in order', prepare: openView('Points of measure') },
      { name: 'how a style is made', prepare: openView('How it is made') },
      {
        name: 'tech packs',
        path: '/ops/final-measurements?tab=all',
        prepare: steps(openFirst, openView('Tech packs')),
      },
      { name: 'a costing', path: '/ops/sample-costing?tab=all', prepare: openFirst },
      { name: 'what a costing would be', prepare: openView('What if') },
      { name: 'versions of a costing', prepare: openView('Versions') },
      ...desk,
      ...materials,
      ...produced,
    ],
  ],
  ['china-qc@demo.selvedge', warehouse],
  ['ops-team@demo.selvedge', papers],
  ['retail@demo.selvedge', [...allocated, ...replenished]],
  ['newcomer@demo.selvedge', [{ name: 'first password', path: '/' }]],
  [
    'super-admin@demo.selvedge',
    [
      { name: 'languages', path: '/ops/languages?language=hi&show=all' },
      { name: 'add a language', prepare: pressIn('.page-tools .bp6-intent-primary', '.lang-form') },
      { name: 'API keys', path: '/ops/api-keys?tab=all' },
      { name: 'new API key', prepare: pressIn('.page-tools .bp6-intent-primary', '.person-form') },
      { name: 'records', path: '/ops/records' },
      { name: 'a record', path: '/ops/records?kind=styles', prepare: openFirst },
      { name: 'a record being edited', prepare: pressIn('.drawer-foot .bp6-intent-primary', '.records-form') },
      { name: 'an import', path: '/ops/records?kind=vendors', prepare: press('Import…') },
      { name: 'users', path: '/ops/users' },
      { name: 'account menu', prepare: pressIn('.header-tools > :last-child', '.user-menu') },
      { name: 'a user', path: '/ops/users?search=ops%40', prepare: openFirst },
      { name: 'a user being edited', prepare: pressIn('.drawer .section-tools button', '.user-edit') },
      {
        name: 'a temporary password',
        path: '/ops/users?search=ops%40',
        prepare: steps(openFirst, press('Temporary password…')),
      },
      { name: 'new user', path: '/ops/users', prepare: pressIn('.page-tools .bp6-intent-primary', '.person-form') },
      { name: 'faults of a new user', prepare: pressIn('.drawer-foot .bp6-intent-primary', '.field-problem') },
      { name: 'roles and rights', path: '/ops/users?tab=rights' },
      { name: 'see as', prepare: pressIn('.rights-tools [aria-label]', '.see-as-dialog') },
      {
        name: 'seen as another role',
        prepare: pressIn('.see-as-dialog .bp6-intent-primary', '.see-as'),
        isWhole: true,
      },
      { name: 'own profile', path: '/ops/profile' },
    ],
  ],
  ['cad@demo.selvedge', [{ name: 'not there yet', path: '/' }]],
]

for (const [account, itsPlaces] of places) {
  // Names and roles hang on neither theme nor language, colours on the theme alone: one walk in the language that needs more, with
  // the colours of both themes. Every screen is looked at in English as well (screens.spec.ts).
  // Would catch: a control without a name or too small to hit, words too pale for their ground, a role that its parts break.
  test(`axe finds nothing (${account ?? 'signed out'})`, async ({ atAnotherMachine }) => {
    test.setTimeout(480_000)
    // Low, since every row of a list has the same roles and colours, and axe looks at each.
    const page = await atAnotherMachine({ viewport: { width: 1440, height: 480 }, reducedMotion: 'reduce' })
    await dress(page, 'zh', 'dark')
    if (account !== null) await enterAs(page, account)
    expect(await walk(page, itsPlaces)).toEqual([])
  })
}

// Would catch: a short table of a drawer that scrolls where it has too little room, and that the keyboard never reaches.
test('axe finds nothing in a return note of a low window, whose tables scroll', async ({ atAnotherMachine }) => {
  const page = await atAnotherMachine({ viewport: { width: 1440, height: 300 }, reducedMotion: 'reduce' })
  await dress(page, 'zh', 'dark')
  await enterAs(page, 'ops-team@demo.selvedge')
  expect(
    await walk(page, [{ name: 'a return note', path: '/supplier/qc-results?tab=notes', prepare: openFirst }]),
  ).toEqual([])
})

/** In the running app where its coming can be told from the place before, or else as a new page. */
async function open(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || !(await isCleared(page))) return void (await page.goto(path))
  const before = new URL(page.url())
  const after = new URL(path, before)
  if (after.href === before.href) return
  const isOther = after.pathname !== before.pathname
  const tab = (url: URL) => url.searchParams.get('tab')
  const shown = page.locator(isOther ? 'h1#page-title' : 'main [role=tab][aria-selected=true]').first()
  const canBeTold = (isOther || tab(before) !== tab(after)) && (await shown.count()) > 0
  if (!canBeTold) return void (await page.goto(path))
  const words = (await shown.textContent()) ?? ''
  await go(page, path)
  await expect(shown).not.toHaveText(words)
}

/** Escape closes what lies over a screen, as for users; what it leaves goes with the page. */
async function isCleared(page: Page): Promise<boolean> {
  const over = page.locator('.bp6-dialog, .bp6-popover, .bp6-overlay-backdrop')
  for (let presses = 0; presses < 3; presses++) {
    if ((await over.count()) === 0) return true
    await page.keyboard.press('Escape')
    await settled(page)
  }
  return (await over.count()) === 0
}

/** Every place with all rules, then once more for its colours in the other theme, which then stays until a page is loaded. */
async function walk(page: Page, itsPlaces: readonly Place[]): Promise<string[]> {
  const say = sayIn('zh')
  const found: string[] = []
  for (const place of itsPlaces) {
    if (place.path) await open(page, place.path)
    await page.locator('main, form').first().waitFor()
    await place.prepare?.(page, say)
    await settled(page)
    await expect(page.locator('.tab-count[data-old]')).toHaveCount(0, { timeout: 30_000 })
    // The list behind a drawer was looked at without it.
    const parts = place.prepare && !place.isWhole ? ['.bp6-portal'] : []
    const faults = await faultsInBothThemes(page, parts)
    found.push(...faults.map((words) => `${place.name}: ${words}`))
    const codes = await storedCodes(page, parts)
    found.push(...codes.map((word) => `${place.name}: stands as it is stored: ${word}`))
  }
  return found
}
