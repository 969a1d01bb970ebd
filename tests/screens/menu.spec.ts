import { expect, type Page, test } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { enterAs } from '../support/story/enter.ts'
import { sayIn } from '../support/story/words.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const menuOf = (page: Page, name = 'Menu') => page.getByRole('navigation', { name })

// Would catch: a fold or a pin that is forgotten, an entry that is listed twice, a page whose entry is out of sight.
test('groups fold and stay so, entries are pinned on top, and the page’s own entry is always in sight', async ({
  page,
}) => {
  await enterAs(page, 'internal@demo.selvedge')
  await page.goto('/supplier/my-orders')
  const menu = menuOf(page)
  const catalogue = menu.getByRole('region', { name: 'Catalogue' })
  await expect(catalogue.getByRole('link')).toHaveCount(0)
  await catalogue.getByRole('button', { name: 'Catalogue', expanded: false }).click()
  await expect(catalogue.getByRole('link', { name: 'Sample QC' })).toBeVisible()

  const orders = menu.getByRole('region', { name: 'Orders and shipments' })
  await orders.getByRole('button', { name: 'Orders and shipments' }).click()
  await expect(orders.getByRole('link')).toHaveText(['My Orders'])

  await catalogue.getByRole('link', { name: 'Sample QC' }).hover()
  await catalogue.getByRole('button', { name: 'Pin Sample QC on top' }).click()
  const pinned = menu.getByRole('region', { name: 'Pinned' })
  await expect(pinned.getByRole('link')).toHaveText(['Sample QC'])
  await expect(menu.getByRole('link', { name: 'Sample QC' })).toHaveCount(1)
  expect(await faultsOf(page, ['.side'])).toEqual([])

  await page.reload()
  await expect(pinned.getByRole('link', { name: 'Sample QC' })).toBeVisible()
  await expect(orders.getByRole('link')).toHaveText(['My Orders'])
  await pinned.getByRole('link', { name: 'Sample QC' }).hover()
  await pinned.getByRole('button', { name: 'Unpin Sample QC' }).click()
  await expect(pinned).toHaveCount(0)
})

// Would catch: a folded group that no key opens, or a pin that only a pointer reaches.
test('by keyboard alone, and collapsed', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/all-pending-orders')
  const menu = menuOf(page)
  const stock = menu.getByRole('button', { name: 'Stock and gate passes' })
  await stock.focus()
  await page.keyboard.press('ArrowRight')
  await expect(stock).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Stock', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(menu.getByRole('button', { name: 'Pin Stock on top' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(stock).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Control+b')
  await expect(menu).toHaveAttribute('data-narrow', 'true')
  await expect(menu.getByRole('link', { name: 'All pending orders' })).toBeInViewport()
  expect(await faultsOf(page, ['.side'])).toEqual([])
  await page.keyboard.press('Control+b')
})

// Would catch: groups that push the entry of the page out of the menu, above or below, also folded; a window of 480 px has no room for it beside its neighbours.
test('the entry of the page stays in sight while groups open and the menu is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 640 })
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/my-orders')
  const menu = menuOf(page)
  await expect(menu.locator('[aria-current="page"]')).toBeVisible()
  const folded = menu.locator('.side-heading[aria-expanded="false"]')
  while ((await folded.count()) > 0) await folded.first().click()
  for (const path of ['/supplier/my-orders', '/ops/all-pending-orders']) {
    await menu.locator(`.side-link[href="${path}"]`).click()
    for (const way of [-10_000, 10_000]) {
      await menu.locator('.side-groups').hover()
      await page.mouse.wheel(0, way)
      await expect(menu.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 })
    }
  }
})

// Would catch: one list under two entries, or the address of the other entry, which marks none.
test('one list has one entry, under both its addresses', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/my-inventory')
  await expect(page.locator('#page-title')).toHaveText('My Inventory')
  const here = menuOf(page).locator('[aria-current="page"]')
  await expect(here).toHaveText('Inventory Management')
  await expect(here).toBeVisible()
})

test('on a phone, in Chinese', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'facility@demo.selvedge')
  await page.goto('/supply-management/production')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menuOf(page).getByRole('link', { name: 'Receive' })).toBeVisible()
  expect(sayIn('zh')('Your company')).toBe('本公司')
})
