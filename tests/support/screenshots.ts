import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword } from '../../src/server/database/seed/accounts.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'

/**
 * Pictures of every screen in both languages and themes, for people to look at:
 * `node tests/support/screenshots.ts http://127.0.0.1:4680 FOLDER` against a running server with the demo data.
 */
interface Shot {
  name: string
  path: string
  account: string | null
  /** Brings the screen into the state of the picture. */
  prepare?: (page: Page) => Promise<void>
}

const openFirstRow = async (page: Page) => {
  await page.locator('[role=row] [role=gridcell], tbody td').nth(2).click()
  await page.locator('.drawer-body').waitFor()
}

const shots: readonly Shot[] = [
  { name: 'login', path: '/login', account: null },
  { name: 'forgot-password', path: '/forgot-password', account: null },
  { name: 'my-orders', path: '/supplier/my-orders', account: 'vendor@demo.selvedge' },
  { name: 'my-orders-drawer', path: '/supplier/my-orders', account: 'vendor@demo.selvedge', prepare: openFirstRow },
  { name: 'shipping-platform', path: '/supplier/shipping-platform', account: 'vendor@demo.selvedge' },
  { name: 'shipments', path: '/supplier/shipment-management', account: 'vendor@demo.selvedge' },
  {
    name: 'shipment-drawer',
    path: '/supplier/shipment-management',
    account: 'vendor@demo.selvedge',
    prepare: openFirstRow,
  },
  { name: 'pending-orders', path: '/ops/all-pending-orders', account: 'ops@demo.selvedge' },
  { name: 'confirmed-orders', path: '/ops/confirmed-orders', account: 'ops@demo.selvedge' },
  { name: 'no-permission', path: '/ops/all-pending-orders', account: 'vendor@demo.selvedge' },
  { name: 'not-there-yet', path: '/warehouse/source', account: 'warehouse@demo.selvedge' },
]

async function shoot(browser: Browser, url: string, folder: string, language: string, theme: string): Promise<void> {
  for (const account of new Set(shots.map((shot) => shot.account))) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
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

const [url, folder] = process.argv.slice(2)
if (!url || !folder) throw new Error('Usage: node tests/support/screenshots.ts URL FOLDER')
mkdirSync(folder, { recursive: true })
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath ? { executablePath } : {}) })
try {
  for (const language of ['en', 'zh']) {
    for (const theme of ['light', 'dark']) await shoot(browser, url, folder, language, theme)
  }
} finally {
  await browser.close()
}
