import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { demoPassword } from '../../src/server/demo/book.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { type DesktopShot, desktopShots, showHostOf } from './desktop-shots.ts'
import { qcShots } from './qc-shots.ts'
import { type Language, type Say, sayIn } from './story/words.ts'

/**
 * Pictures of every screen in both languages and themes, for people to look at, those of the desktop edition over a host that
 * stands in for main: `node tests/support/screenshots.ts http://127.0.0.1:4680 FOLDER [WIDTHxHEIGHT [NAMES]]`
 * against a running server with the demo data; of pictures whose names have NAMES, a regular expression, where it is given.
 */
interface Shot {
  name: string
  path: string
  account: string | null
  /** Brings the screen into the state of the picture. */
  prepare?: (page: Page, say: Say) => Promise<void>
}

const openFirstRow = async (page: Page) => {
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page.locator('.drawer-body').waitFor()
}

const pressFirst = (selector: string, shows: string) => async (page: Page) => {
  await page.locator(selector).first().click()
  await page.locator(shows).first().waitFor()
}

/** A list's first row is chosen. */
const chooseFirst = async (page: Page) => page.locator('.dt-row[data-index="0"] [role=checkbox]').click()

const inTurn =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const shows = (selector: string) => async (page: Page) => page.locator(selector).first().waitFor()

const trace = (text: string, selector: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.locator('.trace-field input').fill(text)
  await shows(selector)(page)
}

const openView = (place: number) =>
  inTurn(openFirstRow, (page) => page.locator(`.drawer [role=tab]:nth-of-type(${place})`).click())

/** A code is on its way to `email`, and the demo shows it. */
const askForCode = (email: string) =>
  inTurn((page) => page.locator('input[type=email]').fill(email), pressFirst('button[type=submit]', '.outbox-code'))

const openUserMenu = pressFirst('.header-tools > :last-child', '.user-menu')

const press = (keys: string, selector: string) => async (page: Page) => {
  await page.keyboard.press(keys)
  await shows(selector)(page)
}

/** Last of its account's pictures: from here on the session has another role's eyes. */
const seeAsVendor = inTurn(
  pressFirst('.rights-role [aria-label$="Vendor"], .rights-role [aria-label$="供应商"]', '.see-as-dialog'),
  async (page) => {
    await page.locator('.see-as-dialog select').nth(1).selectOption('GZ01')
  },
  pressFirst('.see-as-dialog .bp6-intent-primary', '.see-as'),
  (page) => page.locator('.dt-row').first().waitFor(),
)

const vendor = 'vendor@demo.selvedge'
const superAdmin = 'super-admin@demo.selvedge'
const ops = 'ops@demo.selvedge'
const facility = 'facility@demo.selvedge'
const retail = 'retail@demo.selvedge'
const packing = '/supplier/shipment-management?tab=packing'
const shipped = '/supplier/shipment-management?tab=shipped'

const allShots: readonly Shot[] = [
  { name: 'login', path: '/login', account: null },
  { name: 'forgot-password', path: '/forgot-password', account: null },
  { name: 'new-password', path: '/forgot-password', account: null, prepare: askForCode('buyer@demo.selvedge') },
  { name: 'code-sign-in', path: '/supply-management/login', account: null },
  { name: 'code', path: '/supply-management/login', account: null, prepare: askForCode('cad@demo.selvedge') },
  { name: 'first-password', path: '/', account: 'newcomer@demo.selvedge' },
  { name: 'my-orders', path: '/supplier/my-orders', account: vendor },
  {
    name: 'views-menu',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: pressFirst('.dt-views', '.dt-views-menu'),
  },
  {
    name: 'view-name',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: inTurn(
      pressFirst('.dt-views', '.dt-views-menu'),
      pressFirst('.dt-views-menu > li:last-child [role=menuitem]', '.dt-view-form'),
    ),
  },
  {
    name: 'export-menu',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: inTurn(
      chooseFirst,
      pressFirst('.dt-tools > span:nth-last-of-type(2) button, .dt-tools [aria-haspopup=menu]', '.dt-export'),
    ),
  },
  {
    name: 'columns',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: pressFirst('.dt-tools > :last-child', '.dt-menu'),
  },
  { name: 'keys', path: '/supplier/my-orders', account: vendor, prepare: press('?', '.dt-keys') },
  { name: 'connection', path: '/supplier/my-orders', account: vendor, prepare: pressFirst('.connection', '.unsaved') },
  {
    name: 'request-log',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: press('Control+Shift+L', '.request-log'),
  },
  { name: 'no-match', path: '/supplier/my-orders?search=zzzz', account: vendor, prepare: shows('.dt > .state') },
  { name: 'my-orders-all', path: '/supplier/my-orders?tab=all', account: vendor },
  { name: 'answer-drawer', path: '/supplier/my-orders', account: vendor, prepare: openFirstRow },
  { name: 'answered-drawer', path: '/supplier/my-orders?tab=confirmed', account: vendor, prepare: openFirstRow },
  { name: 'refused-drawer', path: '/supplier/my-orders?tab=rejected_oos', account: vendor, prepare: openFirstRow },
  { name: 'shipping-platform', path: '/supplier/shipping-platform', account: vendor },
  {
    name: 'upload-dialog',
    path: '/supplier/shipping-platform',
    account: vendor,
    prepare: pressFirst('.page-tools button:nth-of-type(2)', '.drop-zone'),
  },
  {
    name: 'make-shipment',
    path: '/supplier/shipping-platform?view=lines&tab=on_platform',
    account: vendor,
    prepare: inTurn(chooseFirst, pressFirst('.page-tools .bp6-intent-primary', '.plat-make')),
  },
  { name: 'shipments', path: '/supplier/shipment-management', account: vendor },
  { name: 'shipment-empty', path: packing, account: vendor, prepare: openFirstRow },
  { name: 'shipment-packing', path: shipped, account: vendor, prepare: openFirstRow },
  { name: 'shipment-boxes', path: shipped, account: vendor, prepare: openView(2) },
  { name: 'shipment-lines', path: packing, account: vendor, prepare: openView(3) },
  {
    name: 'change-lines',
    path: packing,
    account: vendor,
    prepare: inTurn(openView(3), pressFirst('.pack-bar button', '.change-lines .plain-table')),
  },
  { name: 'shipment-history', path: shipped, account: vendor, prepare: openView(4) },
  {
    name: 'print-dialog',
    path: shipped,
    account: vendor,
    prepare: inTurn(openFirstRow, pressFirst('.drawer-tools > button:last-child', '.print-dialog canvas')),
  },
  { name: 'pending-orders', path: '/ops/all-pending-orders', account: ops },
  {
    name: 'new-order',
    path: '/ops/all-pending-orders',
    account: ops,
    prepare: pressFirst('.page-tools .bp6-intent-primary', '.new-order .choices-option'),
  },
  { name: 'pending-drawer', path: '/ops/all-pending-orders', account: ops, prepare: openFirstRow },
  { name: 'confirmed-orders', path: '/ops/confirmed-orders', account: ops },
  { name: 'profile', path: '/supplier/profile', account: vendor },
  { name: 'settings', path: '/supplier/settings', account: vendor },
  {
    name: 'print-jobs',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: pressFirst('.print-button', '.print-jobs'),
  },
  {
    name: 'printing-centre',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: inTurn(pressFirst('.print-button', '.print-jobs'), pressFirst('.print-jobs-head button', '.centre')),
  },
  { name: 'fabrics', path: '/ops/fabrics', account: ops },
  { name: 'fabric-rolls', path: '/ops/fabrics?view=rolls', account: ops },
  {
    name: 'fabric-receive',
    path: '/ops/fabrics',
    account: ops,
    prepare: pressFirst('.page-tools .bp6-intent-primary', '.drawer .ts'),
  },
  { name: 'fabric-roll', path: '/ops/fabrics?view=rolls&tab=reserved', account: ops, prepare: openFirstRow },
  {
    name: 'fabric-inspection',
    path: '/ops/fabrics?view=rolls&tab=to_inspect',
    account: ops,
    prepare: inTurn(openFirstRow, pressFirst('.fabric-actions .bp6-intent-primary', '.inspect-roll'), (page) =>
      page.locator('.inspect-roll').click(),
    ),
  },
  { name: 'fabric-shortage', path: '/ops/fabrics?view=shortage', account: ops },
  { name: 'in-house-orders', path: '/ops/in-house-orders', account: ops },
  { name: 'production-order', path: '/ops/in-house-orders', account: ops, prepare: openFirstRow },
  {
    name: 'production-facilities',
    path: '/ops/in-house-orders?tab=READY_FOR_ALLOCATION',
    account: ops,
    prepare: openFirstRow,
  },
  { name: 'production-marker', path: '/ops/outsourced-orders?tab=CAD', account: ops, prepare: openFirstRow },
  { name: 'store', path: '/retail/stores?store=SDEL&view=lacks&style=LG1003~Black', account: 'retail@demo.selvedge' },
  { name: 'store-transfers', path: '/retail/stores?tab=transfers', account: 'retail@demo.selvedge' },
  { name: 'production-po', path: '/ops/vendor-purchase-orders', account: ops, prepare: openFirstRow },
  { name: 'supply-report', path: '/ops/supply-report', account: ops },
  { name: 'facility-board', path: '/supply-management/production', account: facility, prepare: shows('.stage-card') },
  { name: 'facility-output', path: '/supply-management/production?view=output', account: facility },
  {
    name: 'facility-stages',
    path: '/supply-management/production?view=list',
    account: facility,
    prepare: openFirstRow,
  },
  { name: 'replenishment', path: '/retail/replenishment?tab=all', account: retail },
  { name: 'replenishment-order', path: '/retail/replenishment', account: retail, prepare: openFirstRow },
  {
    name: 'replenishment-not-eligible',
    path: '/retail/replenishment?order=RP-000001&view=not_eligible',
    account: retail,
    prepare: shows('.drawer .dt-row[data-index="0"]'),
  },
  {
    name: 'replenishment-sizes',
    path: '/retail/replenishment?order=RP-000001',
    account: retail,
    prepare: pressFirst('.drawer .dt-row[data-index="0"] [role=gridcell]:nth-of-type(3)', '.replenish-grid .qg'),
  },
  { name: 'store-inwards', path: '/retail/store-inwards', account: retail },
  { name: 'pending-inwards', path: '/retail/store-inwards?pending=1', account: retail, prepare: shows('.inwards') },
  { name: 'pipeline', path: '/ops/pipeline', account: ops },
  { name: 'pipeline-behind', path: '/ops/pipeline?stage=china_qc', account: ops },
  { name: 'pipeline-late', path: '/ops/pipeline?part=late&tab=open', account: ops },
  { name: 'pipeline-arrivals', path: '/ops/pipeline?part=arrivals', account: ops },
  { name: 'materials', path: '/ops/materials', account: ops },
  {
    name: 'material-form',
    path: '/ops/materials',
    account: ops,
    prepare: pressFirst('.page-tools .bp6-intent-primary', '.bp6-dialog-body'),
  },
  { name: 'product-mapping', path: '/ops/product-mapping', account: ops },
  { name: 'product-mapping-style', path: '/ops/product-mapping?tab=unlikely', account: ops, prepare: openFirstRow },
  { name: 'records', path: '/ops/records', account: superAdmin },
  { name: 'records-styles', path: '/ops/records?kind=styles', account: superAdmin },
  { name: 'record', path: '/ops/records?kind=styles', account: superAdmin, prepare: openFirstRow },
  {
    name: 'record-edit',
    path: '/ops/records?kind=styles',
    account: superAdmin,
    prepare: inTurn(openFirstRow, pressFirst('.drawer-foot .bp6-intent-primary', '.records-form')),
  },
  { name: 'users', path: '/ops/users', account: superAdmin },
  { name: 'user-drawer', path: '/ops/users?search=ops%40', account: superAdmin, prepare: openFirstRow },
  {
    name: 'user-edit',
    path: '/ops/users?search=ops%40',
    account: superAdmin,
    prepare: inTurn(openFirstRow, pressFirst('.drawer .section-tools button', '.user-edit')),
  },
  {
    name: 'user-new',
    path: '/ops/users',
    account: superAdmin,
    prepare: pressFirst('.page-tools .bp6-intent-primary', '.drawer .person-form'),
  },
  { name: 'pictures', path: '/ops/pictures?tab=all', account: superAdmin, prepare: shows('.style-picture img') },
  { name: 'pictures-style', path: '/ops/pictures?tab=all', account: superAdmin, prepare: openFirstRow },
  { name: 'languages', path: '/ops/languages?language=hi&show=all', account: superAdmin, prepare: shows('.lang-row') },
  {
    name: 'language-new',
    path: '/ops/languages?language=hi&show=all',
    account: superAdmin,
    prepare: pressFirst('.page-tools .bp6-intent-primary', '.lang-form'),
  },
  {
    name: 'language-menu',
    path: '/ops/users',
    account: superAdmin,
    prepare: pressFirst('.switch-more', '.bp6-menu'),
  },
  { name: 'rights', path: '/ops/users?tab=rights', account: superAdmin },
  { name: 'user-menu', path: '/ops/users', account: superAdmin, prepare: openUserMenu },
  { name: 'see-as', path: '/ops/users?tab=rights', account: superAdmin, prepare: seeAsVendor },
  { name: 'trace-found', path: '/supplier/my-orders', account: ops, prepare: trace('SH-', '.trace-hit') },
  { name: 'trace-shipment', path: '/supplier/my-orders?trace=SH-000041', account: ops, prepare: shows('.trace-life') },
  { name: 'trace-nothing', path: '/supplier/my-orders?trace=ZZZZ', account: ops, prepare: shows('.trace .state') },
  {
    name: 'vendor-search',
    path: '/supplier/my-orders?supplier=GZ01',
    account: ops,
    prepare: pressFirst('.vendor-open', '.choices-option'),
  },
  {
    name: 'notices',
    path: '/supplier/my-orders',
    account: vendor,
    prepare: pressFirst('.bell', '.notices li, .notices .state'),
  },
  {
    name: 'notice-kinds',
    path: '/ops/confirmed-orders',
    account: ops,
    prepare: inTurn(pressFirst('.bell', '.notices'), pressFirst('.notices-head button:last-child', '.notice-kinds')),
  },
  { name: 'no-permission', path: '/ops/all-pending-orders', account: vendor },
  { name: 'not-there-yet', path: '/warehouse/source', account: 'warehouse@demo.selvedge' },
  ...qcShots,
]

interface Dress {
  language: Language
  theme: 'light' | 'dark'
}

async function shoot(browser: Browser, url: string, folder: string, dress: Dress): Promise<void> {
  const fileOf = (name: string) => join(folder, `${name}-${dress.language}-${dress.theme}.png`)
  const say = sayIn(dress.language)
  for (const account of new Set([...shots, ...ofDesktop].map((shot) => shot.account))) {
    const context = await browser.newContext({ baseURL: url, viewport })
    const page = await openPage(context, dress)
    if (account) await signIn(page, account)
    for (const shot of shots.filter((one) => one.account === account)) {
      await picture(page, shot, say, fileOf(shot.name))
    }
    for (const shot of ofDesktop.filter((one) => one.account === account)) {
      await desktopPicture(await openPage(context, dress), shot, dress.language, fileOf(`desktop-${shot.name}`))
    }
    await context.close()
  }
}

async function openPage(context: BrowserContext, { language, theme }: Dress): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`page error: ${error.stack ?? error.message}`))
  await page.addInitScript(
    ([lng, name]) => {
      localStorage.setItem('i18nextLng', lng ?? '')
      localStorage.setItem('theme', name ?? '')
      // What is said once on a computer, and a wizard left half-way, begin anew with each picture.
      for (const saved of ['selvedge.keyringTold', 'selvedge.firstStart']) localStorage.removeItem(saved)
    },
    [language, theme],
  )
  return page
}

/** Each has a page of its own: its host stays with it. */
async function desktopPicture(page: Page, shot: DesktopShot, language: Language, file: string): Promise<void> {
  const say = await showHostOf(page, shot, language)
  const { name, path, account, prepare } = shot
  await picture(page, { name, path, account, ...(prepare && { prepare }) }, say, file)
  await page.close()
}

async function signIn(page: Page, account: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[type=email]').fill(account)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

/** One screen that cannot be brought into its state says so and does not stop the others. */
async function picture(page: Page, { name, path, prepare }: Shot, say: Say, file: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  try {
    await prepare?.(page, say)
  } catch (failure) {
    console.error(`${name}: ${failure instanceof Error ? failure.message.split('\n')[0] : String(failure)}`)
  }
  await page.waitForTimeout(250)
  await page.screenshot({ path: file })
  console.log(file)
}

const [url, folder, size = '1440x900', names = ''] = process.argv.slice(2)
if (!url || !folder) throw new Error('Usage: node tests/support/screenshots.ts URL FOLDER')
mkdirSync(folder, { recursive: true })
const shots = allShots.filter(({ name }) => new RegExp(names).test(name))
const ofDesktop = desktopShots.filter(({ name }) => new RegExp(names).test(`desktop-${name}`))
const [width = 1440, height = 900] = size.split('x').map(Number)
const viewport = { width, height }
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath ? { executablePath } : {}) })
try {
  for (const language of ['en', 'zh'] as const) {
    for (const theme of ['light', 'dark'] as const) await shoot(browser, url, folder, { language, theme })
  }
} finally {
  await browser.close()
}
