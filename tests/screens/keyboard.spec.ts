import { expect, type Locator, type Page, test } from '@playwright/test'
import { pendingOrders } from '../support/story/pending-order.ts'
import { password } from '../support/story/stage.ts'

const origin = process.env.SELVEDGE_URL ?? ''

/** Goes by Tab until the thing has the focus: where it cannot be reached so, nobody without a mouse reaches it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 400): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < most; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target}`)
}

async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
}

/** The ring that shows where the keyboard is must be seen. */
async function showsFocus(page: Page): Promise<void> {
  const isSeen = () =>
    page.evaluate(() => {
      const style = document.activeElement && getComputedStyle(document.activeElement)
      return style !== null && (style.outlineStyle !== 'none' || style.boxShadow !== 'none')
    })
  await expect.poll(isSeen).toBe(true)
}

const grid = (page: Page) => page.getByRole('grid').first()

async function askQc<D>(page: Page, call: string, data: unknown): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`${origin}/v1/erp/qc/china/${call}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

/** The SSCC of a box that has come in and waits to be counted. */
async function inwardedBox(page: Page): Promise<string> {
  const { rows } = await askQc<{ rows: { sscc: string }[] }>(page, 'get-awaiting-inward-boxes', { page_size: 1 })
  const sscc = rows[0]?.sscc ?? ''
  await askQc(page, 'inward-boxes', { site: 'CNQC', boxes: [{ code: sscc }] })
  return sscc
}

// Would catch: a step of the main tasks that only a mouse can do, a focus that is lost or cannot be seen.
test('ops approve an order by keyboard alone', async ({ page }) => {
  await signIn(page, 'ops@demo.selvedge')
  const order = (await pendingOrders(origin, 'GZ01')).find(({ exceptions }) => exceptions.length === 0)
  if (!order) throw new Error('the demo data has no pending order for GZ01')
  await expect(grid(page)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(order.order_id)
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  await tabTo(page, grid(page))
  await showsFocus(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: order.order_id })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('Space')
  await pressOn(page, page.getByRole('button', { name: 'Approve 1', exact: true }))
  // Would catch: Ctrl+Enter that is taken as a press of Cancel, since the focus is there, and not of what the dialog is for.
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }), 'Control+Enter')
  await expect(page.getByText(/^Order \S+ approved\.$/)).toBeVisible()
})

test('a vendor finds a screen, answers an order, and signs out by keyboard alone', async ({ page }) => {
  await signIn(page, 'vendor@demo.selvedge')
  await expect(grid(page)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await tabTo(page, menu.getByRole('link', { name: 'My Orders' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/shipping-platform/)
  // The focus has gone on to the content: the menu need not be walked through.
  await expect(page.locator('main:focus, main :focus')).toBeVisible()
  // Back, since a list with its fields may have any number of stops.
  await tabTo(page, menu.getByRole('link', { name: 'Shipping Platform', exact: true }), 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  // The list that was there before has rows too: the way goes on from the new one, where the focus has gone.
  await expect(page).toHaveURL(/my-orders/)
  await expect(page.locator('#page-title')).toHaveText('My Orders')
  await expect(page.locator('main:focus, main :focus')).toBeVisible()
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible()

  await tabTo(page, grid(page))
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toBeVisible()
  // A key at machine speed may come before the focus is in the dialog.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Unfold the menu' })).toBeVisible()
  await page.keyboard.press('Control+b')

  await tabTo(page, grid(page))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog').first()
  const orderId = (await drawer.getByRole('heading').first().textContent())?.match(/[A-Z]+\d+/)?.[0]
  if (orderId === undefined) throw new Error('the drawer names no order')
  const cell = drawer.getByRole('textbox', { name: /, Out of stock$/ }).first()
  await tabTo(page, cell)
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await pressOn(page, drawer.getByRole('button', { name: 'Confirm', exact: true }))
  await expect(page.getByText(`Order ${orderId} answered:`)).toBeVisible()
  await expect(drawer).toBeHidden()

  await pressOn(page, page.getByRole('button', { name: 'Your account' }))
  const out = page.getByRole('menuitem', { name: 'Sign out' })
  for (let step = 0; step < 15 && !(await out.evaluate((one) => one === document.activeElement)); step += 1) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

test('the warehouse finds a box, counts it, inspects its sample and saves the verdict by keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'china-qc@demo.selvedge')
  const sscc = await inwardedBox(page)
  await page.goto(`${origin}/supplier/qc-platform?tab=inwarded`)
  await grid(page).getByRole('row').nth(1).waitFor()
  await page.keyboard.press('/')
  // As a hand types: what comes faster is a scan.
  await page.keyboard.type(sscc, { delay: 45 })
  await expect(grid(page).getByRole('row')).toHaveCount(2)
  await tabTo(page, grid(page))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog').first()
  const overview = drawer.getByRole('tab', { name: 'Overview' })
  await tabTo(page, overview)
  await page.keyboard.press('ArrowRight')
  // The field for scans must not take the focus from who only walks along the tabs.
  await expect(drawer.getByLabel('Scan pieces')).toBeVisible()
  await expect(drawer.getByRole('tab', { name: 'Count' })).toBeFocused()
  await pressOn(page, drawer.getByRole('button', { name: 'Rest as declared' }))
  await page.keyboard.press('Control+s')
  await expect(drawer.locator('.drawer-head .status-tag')).toHaveText('Qty validated')
  await tabTo(page, drawer.getByRole('tab', { selected: true }).first(), 'Shift+Tab')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const lots = drawer.locator('.qc-lot')
  await expect(lots.first()).toBeVisible()
  for (const lot of await lots.all()) {
    await pressOn(page, lot)
    await expect(lot).toHaveAttribute('aria-pressed', 'true')
    await pressOn(page, drawer.getByRole('button', { name: 'All looked at' }))
    await pressOn(page, drawer.getByRole('button', { name: 'Accept the lot' }))
    await showsFocus(page)
  }
  await page.keyboard.press('Control+s')
  await expect(page.locator('.toast', { hasText: 'Inspection saved.' })).toBeVisible()
  await expect(drawer.locator('.drawer-head .status-tag')).toHaveText('QC passed')
})

test('the trace box, the notices, the language and a saved view open and close by keyboard', async ({ page }) => {
  await signIn(page, 'ops@demo.selvedge')
  await expect(grid(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox'))).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pressOn(page, page.getByRole('button', { name: '中文' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await pressOn(page, page.getByRole('button', { name: 'EN' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  await pressOn(page, page.getByRole('button', { name: /^Notices/ }))
  await expect(page.getByText('Mark all as read').or(page.getByText('No notices')).first()).toBeVisible()
  await page.keyboard.press('Escape')
})

// Would catch: a dialog that leaves the focus on a trap of no size, keys that one dialog knows and another does not, overlays read out whole.
test('a dialog has the focus in its first field, and Ctrl+S sends it as Ctrl+Enter does', async ({ page }) => {
  await signIn(page, 'warehouse@demo.selvedge')
  await page.goto(`${origin}/warehouse/source`)
  for (const keys of ['Control+s', 'Control+Enter']) {
    await pressOn(page, page.getByRole('button', { name: 'New gate pass…' }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('select').first()).toBeFocused()
    await expect(page.locator('.bp6-overlay[aria-live]')).toHaveCount(0)
    await page.keyboard.press(keys)
    await expect(dialog.getByText('Please choose a site.').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
