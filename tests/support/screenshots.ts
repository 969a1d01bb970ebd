import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword } from '../../src/server/database/seed/accounts.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'

/**
 * Pictures of every screen in both languages and themes, for people to look at:
 * `node tests/support/screenshots.ts http://127.0.0.1:4680 FOLDER [WIDTHxHEIGHT]` against a running server with the demo data.
 */
interface Shot {
  name: string
  path: string
  account: string | null
  /** Brings the screen into the state of the picture. */
  prepare?: (page: Page) => Promise<void>
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

const openView = (place: number) =>
  inTurn(openFirstRow, (page) => page.locator(`.drawer [role=tab]:nth-of-type(${place})`).click())

const vendor = 'vendor@demo.selvedge'
const ops = 'ops@demo.selvedge'
const packing = '/supplier/shipment-management?tab=packing'
const shipped = '/supplier/shipment-management?tab=shipped'

const shots: readonly Shot[] = [
  { name: 'login', path: '/login', account: null },
  { name: 'forgot-password', path: '/forgot-password', account: null },
  { name: 'my-orders', path: '/supplier/my-orders', account: vendor },
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
    path: '/supplier/shipping-platform?tab=on_platform',
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
    prepare: inTurn(openFirstRow, pressFirst('.ship-actions > button:last-child', '.print-dialog canvas')),
  },
  { name: 'pending-orders', path: '/ops/all-pending-orders', account: ops },
  { name: 'pending-drawer', path: '/ops/all-pending-orders', account: ops, prepare: openFirstRow },
  { name: 'confirmed-orders', path: '/ops/confirmed-orders', account: ops },
  { name: 'no-permission', path: '/ops/all-pending-orders', account: vendor },
  { name: 'not-there-yet', path: '/warehouse/source', account: 'warehouse@demo.selvedge' },
]

async function shoot(browser: Browser, url: string, folder: string, language: string, theme: string): Promise<void> {
  for (const account of new Set(shots.map((shot) => shot.account))) {
    const context = await browser.newContext({ baseURL: url, viewport })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(`page error: ${error.stack ?? error.message}`))
    await page.addInitScript(
      ([lng, name]) => {
        localStorage.setItem('i18nextLng', lng ?? '')
        localStorage.setItem('theme', name ?? '')
      },
      [language, theme],
    )
    if (account) await signIn(page, account)
    for (const shot of shots.filter((one) => one.account === account)) {
      await picture(page, shot, join(folder, `${shot.name}-${language}-${theme}.png`))
    }
    await context.close()
  }
}

async function signIn(page: Page, account: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[type=email]').fill(account)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('button[type=submit]').click()
  await page.locator('.frame').waitFor()
}

/** One screen that cannot be brought into its state says so and does not stop the others. */
async function picture(page: Page, { name, path, prepare }: Shot, file: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  try {
    await prepare?.(page)
  } catch (failure) {
    console.error(`${name}: ${failure instanceof Error ? failure.message.split('\n')[0] : String(failure)}`)
  }
  await page.waitForTimeout(250)
  await page.screenshot({ path: file })
  console.log(file)
}

const [url, folder, size = '1440x900'] = process.argv.slice(2)
if (!url || !folder) throw new Error('Usage: node tests/support/screenshots.ts URL FOLDER')
mkdirSync(folder, { recursive: true })
const [width = 1440, height = 900] = size.split('x').map(Number)
const viewport = { width, height }
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath ? { executablePath } : {}) })
try {
  for (const language of ['en', 'zh']) {
    for (const theme of ['light', 'dark']) await shoot(browser, url, folder, language, theme)
  }
} finally {
  await browser.close()
}
