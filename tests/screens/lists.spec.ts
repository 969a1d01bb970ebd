import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

/** Another vendor than the stories', whose lists must open as they come. */
const someone = 'vendor2@demo.selvedge'

async function openAs(page: Page, email: string, path: string, width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 768 })
  await enterAs(page, email)
  await page.goto(path)
  // A drawer that is open has a list of its own.
  await page.locator('.dt-row[data-index="0"]').first().waitFor()
}

const headers = (page: Page) => page.locator('.dt-th-text').allTextContents()
const views = (page: Page) => page.locator('.dt-views')
const header = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')

/** The tabs whose rows a fresh page shows one after another, although its views come late. */
async function tabsLoaded(page: Page): Promise<(string | undefined)[]> {
  const fresh = await page.context().newPage()
  const tabs: (string | undefined)[] = []
  await fresh.route('**/selvedge/views', async (route) => {
    // Later than everything else of the page, and well within what the list waits for them.
    await new Promise((done) => setTimeout(done, 100))
    await route.continue()
  })
  fresh.on('requestfinished', (request) => {
    const asked = request.url().endsWith('/get-orders') ? request.postDataJSON() : null
    if (asked && asked.part === undefined && asked.order_ids === undefined) tabs.push(asked.tab)
  })
  await fresh.goto('/supplier/my-orders')
  await fresh.locator('.dt-row[data-index="0"]').waitFor()
  await expect(fresh).toHaveURL(/tab=all/)
  await fresh.close()
  return tabs
}

async function pick(page: Page, item: string | RegExp): Promise<void> {
  await views(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The server has every change of the layout, so that another machine finds it. */
const layoutKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([name]) => name.startsWith('selvedge.preference.'))
          .filter(([, saved]) => !(JSON.parse(String(saved)) as { isSaved: boolean }).isSaved)
          .map(([name]) => name),
      ),
    )
    .toEqual([])

// Would catch: a layout that stays on one machine, a default view that does not open, a view that loses filter or columns.
test('a view with its filter and columns, saved as the default, opens on another machine', async ({
  page: here,
  atAnotherMachine,
}) => {
  await openAs(here, someone, '/supplier/my-orders?tab=all&desc=1')
  await here.getByRole('button', { name: 'Columns' }).click()
  await here.getByRole('checkbox', { name: 'Shipped' }).uncheck()
  await here.getByRole('checkbox', { name: 'Remark' }).check()
  await here.keyboard.press('Escape')
  await expect(here.getByRole('checkbox', { name: 'Remark' })).toHaveCount(0)
  await header(here, 'Status').focus()
  await here.keyboard.press('Alt+Shift+ArrowLeft')
  await here.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(header(here, 'Status')).toBeFocused()
  await here.keyboard.press('Alt+ArrowRight')
  await layoutKept(here)
  const shown = await headers(here)
  expect(shown.indexOf('Status')).toBe(shown.indexOf('Style') - 1)
  expect(shown).toContain('Remark')
  expect(shown).not.toContain('Shipped')

  await pick(here, 'Save as a new view…')
  await here.getByLabel('View name').fill('Latest <b>first</b>')
  await here.keyboard.press('Enter')
  await expect(views(here)).toContainText('Latest <b>first</b>')
  await pick(here, 'Open the list with this view')
  await expect(here.getByText('The list opens with “Latest <b>first</b>”')).toBeVisible()

  const there = await atAnotherMachine()
  await openAs(there, someone, '/supplier/my-orders')
  await expect(views(there)).toContainText('Latest <b>first</b>')
  await expect(there).toHaveURL(/tab=all.*desc=1|desc=1.*tab=all/)
  await expect(there.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => headers(there)).toEqual(shown)

  expect(await tabsLoaded(there)).toEqual(['all'])

  // Changed, saved over, deleted, brought back, deleted for good: other specs find the list as it comes.
  await there.getByRole('button', { name: 'Urgent' }).click()
  await expect(views(there)).toContainText('changed')
  await pick(there, 'Save changes')
  await expect(views(there)).not.toContainText('changed')
  await pick(there, 'Delete view')
  await expect(views(there)).toHaveText('Views')
  await there.getByRole('button', { name: 'Undo' }).click()
  await expect(views(there)).toContainText('Latest <b>first</b>')
  await pick(there, 'Delete view')
  await expect(views(there)).toHaveText('Views')
  await pick(there, 'As it comes')
  await expect.poll(() => headers(there)).toContain('Shipped')
  await layoutKept(there)
})

// Would catch: a shared view that does not reach a colleague, or that a colleague may delete.
test('a shared view of ops reaches an admin under its owner’s name', async ({ page: ops, atAnotherMachine }) => {
  await openAs(ops, 'ops@demo.selvedge', '/ops/confirmed-orders?exception=late&sort=shipping_deadline')
  await pick(ops, 'Save as a new view…')
  await ops.getByLabel('View name').fill('Late, soonest first')
  await ops.getByLabel('Share with colleagues').check()
  await ops.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(views(ops)).toContainText('Late, soonest first')

  const internal = await atAnotherMachine()
  await openAs(internal, 'admin@demo.selvedge', '/ops/confirmed-orders')
  await pick(internal, /Late, soonest first/)
  await expect(internal).toHaveURL(/exception=late/)
  await expect(internal.getByRole('columnheader', { name: 'Ship by' })).toHaveAttribute('aria-sort', 'ascending')
  await pick(ops, 'Delete view')
  await expect(views(ops)).toHaveText('Views')
})

// Would catch: an export of other rows or columns than those on screen, or in another order.
test('what is seen is exported: chosen rows or all, with the visible columns in their order', async ({ page }) => {
  await openAs(page, someone, '/supplier/my-orders?tab=all')
  const fetchCsv = async (item: number) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV (.csv)' }).nth(item).click(),
    ])
    expect(download.suggestedFilename()).toBe('orders.csv')
    return (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
  }
  const all = await fetchCsv(0)
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveText(`All${all.length - 1}`)
  expect(all[0]?.split(',').slice(0, 4)).toEqual(['Order', 'Flags', 'Style', 'Style ID'])

  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(3).check()
  const chosen = await fetchCsv(0)
  expect(chosen.slice(1)).toEqual([all[1], all[3]])

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [book] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).last().click(),
  ])
  expect(book.suggestedFilename()).toBe('orders.xlsx')
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK')
})

// Would catch: a menu that only a mouse can open, or that loses the focus when it closes.
test('views and exports by keyboard alone', async ({ page }) => {
  await openAs(page, someone, '/supplier/my-orders?tab=all')
  await views(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'As it comes' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Save as a new view…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('View name')).toBeFocused()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expect(views(page)).toContainText('By hand')
  await expect(views(page)).toBeFocused()
  await page.getByRole('button', { name: 'Export', exact: true }).focus()
  await page.keyboard.press('Enter')
  // Until the menu has the focus, a key is nobody's.
  await expect(page.locator('[role=menuitem]:focus')).toHaveCount(1)
  await expect(page.getByRole('menuitem', { name: 'CSV (.csv)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'CSV (.csv)' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  await pick(page, 'Delete view')
  await expect(views(page)).toHaveText('Views')
})

// Would catch: a default column too many.
for (const [email, paths] of [
  [
    someone,
    ['/supplier/my-orders?tab=all', '/supplier/shipping-platform?view=lines&tab=all', '/supplier/shipment-management'],
  ],
  ['internal@demo.selvedge', ['/supplier/my-orders?tab=all']],
  [
    'super-admin@demo.selvedge',
    [
      '/ops/all-pending-orders',
      '/ops/confirmed-orders',
      '/supplier/shipping-platform?view=lines&tab=all',
      '/supplier/shipment-management',
      '/ops/users',
    ],
  ],
] as const) {
  test(`no list scrolls sideways on a laptop (${email})`, async ({ page }) => {
    await openAs(page, email, paths[0], 1366)
    for (const path of paths) {
      if (path !== paths[0]) await page.goto(path)
      await page.locator('.dt-row[data-index="0"]').waitFor()
      const [whole, seen] = await page.locator('.dt-grid').evaluate((grid) => [grid.scrollWidth, grid.clientWidth])
      expect(whole, path).toBe(seen)
    }
  })
}

// Would catch: words that are lost since the list is drawn anew for another tab before they were asked for.
test('what is typed just before a tab is pressed is searched for in that tab', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/all-pending-orders?tab=exceptions')
  await expect(page.getByRole('tab', { name: 'Refused' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[data-table-search]')
    if (!field) throw new Error('there is no search')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'PO1')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
    tabs.find(({ textContent }) => textContent.startsWith('Refused'))?.click()
  })
  await expect(page).toHaveURL(/tab=refused/)
  await expect(page).toHaveURL(/PO1/)
  await expect(page.getByRole('searchbox')).toHaveValue('PO1')
})

/** Pages whose tabs draw another list: what is typed right after the press. */
const typedAhead = [
  ['india-qc@demo.selvedge', '/supplier/qc-platform-india', 'Purchase orders', 'PO-26'],
  ['india-qc@demo.selvedge', '/supplier/qc-platform-india', 'Rejected SKUs', 'TP1010'],
  ['india-qc@demo.selvedge', '/supplier/qc-platform-india?part=rejected_skus', 'Boxes at QC', 'SH-000'],
  ['india-inward@demo.selvedge', '/supplier/india-inward-platform', 'Received', 'SH-00'],
  ['india-inward@demo.selvedge', '/supplier/india-inward-platform', 'Differences', 'SH-00'],
  ['china-qc@demo.selvedge', '/supplier/qc-invoices', 'To export', 'INV'],
  ['ops@demo.selvedge', '/ops/pipeline', 'Late and will be late', 'TP10'],
] as const

// Would catch: a tab that is undone by the search of the list it leaves, letters that fall on nothing while the new list is drawn.
for (const [email, path, tab, text] of typedAhead)
  test(`what is typed right after the tab ${tab} of ${path} is its search`, async ({ page }) => {
    await enterAs(page, email)
    await page.goto(path)
    const press = page
      .getByRole('main')
      .getByRole('tab', { name: tab })
      .or(page.getByRole('tab', { name: tab }))
    await press.first().waitFor()
    await page.waitForTimeout(500)
    await press.first().click()
    await page.keyboard.press('/')
    // As fast as a hand: faster keys are a scanner's, which the page takes out of the field.
    await page.keyboard.type(text, { delay: 70 })
    await expect(page.locator('input[data-table-search]').first()).toHaveValue(text)
    await expect(press.first()).toHaveAttribute('aria-selected', 'true')
    await page.waitForTimeout(600)
    await expect(page.locator('input[data-table-search]').first()).toHaveValue(text)
    await expect(page.locator('input[data-table-search]').first()).toBeFocused()
  })

// Would catch: names, sizes and sites that a laptop's screen cuts, and tabs that take the rows' place.
test('at 1366 pixels nothing is cut of styles, sizes and places, and tabs of the wall stand in two rows', async ({
  page,
}) => {
  const cut = (parts: string) =>
    page
      .locator(parts)
      .evaluateAll((found) =>
        found
          .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 3)
          .map((part) => part.textContent),
      )
  await openAs(page, 'ops@demo.selvedge', '/supplier/inventory-management?tab=all', 1366)
  await expect.poll(() => page.locator('.inv-strip').count()).toBeGreaterThan(8)
  expect(await cut('.dt-body .dt-cell:has(> .inv-strip, > .with-picture), .dt-body .dt-two > span')).toEqual([])
  await openAs(page, 'warehouse@demo.selvedge', '/warehouse/stock?style=AC4005&view=life&sku=AC4005BLK-M', 1366)
  await expect.poll(() => page.locator('.drawer .dt-body .dt-two').count()).toBeGreaterThan(3)
  expect(await cut('.drawer .dt-body :is(.dt-two, .dt-two > span)')).toEqual([])
  await page.setViewportSize({ width: 1366, height: 768 })
  await enterAs(page, 'buyer@demo.selvedge')
  await page.goto('/supplier/catalogue-management')
  await expect(page.locator('.wall-tile').first()).toBeVisible()
  const tops = await page
    .locator('.catalogue .tab')
    .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(2)
})
