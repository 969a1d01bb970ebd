import { expect, type Page, test } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { sayIn } from '../support/story/words.ts'

const baseURL = process.env.SELVEDGE_URL ?? ''
test.use({ baseURL })

const title = (page: Page) => page.locator('#page-title')

// Would catch: settings that only some areas open, that offer in a browser what a browser cannot do, or that nobody finds.
test('everybody finds the settings, and in a browser they say what only the desktop app can do', async ({ page }) => {
  await enterAs(page, 'warehouse@demo.selvedge')
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: /Settings/ }).click()
  await expect(page).toHaveURL(/\/warehouse\/settings$/)
  await expect(title(page)).toHaveText('Settings')
  const main = page.locator('main')
  // The directory: what this role may change, each the way to its place, and nothing of others'.
  const places = main.getByRole('listitem').getByRole('link')
  await expect(places).toHaveText(['Profile', 'Language and theme'])
  await places.last().click()
  await expect(main.getByText('Only in the desktop app')).toBeVisible()
  await expect(main.getByText('Save and restart')).toHaveCount(0)
})

// Would catch: a key that works on one screen only, a theme or language chosen here that does not hold.
test('Ctrl+, opens them from any screen; what is chosen holds after a reload', async ({ page }) => {
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto('/supplier/shipment-management')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+,')
  await expect(page).toHaveURL(/\/supplier\/settings$/)
  const main = page.locator('main')
  await main.getByRole('tab', { name: 'General' }).click()
  await main.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await main.getByRole('button', { name: '中文' }).click()
  await expect(title(page)).toHaveText(sayIn('zh')('Settings'))
  await page.reload()
  await expect(title(page)).toHaveText(sayIn('zh')('Settings'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

// Would catch: a way of the directory that leads to a screen with its settings closed, or that stays in the address and opens them again.
test('a way of the directory opens the settings at their place', async ({ page }) => {
  await enterAs(page, 'admin@demo.selvedge')
  await page.goto('/ops/settings')
  await page.locator('main').getByRole('link', { name: 'Gate passes' }).click()
  await expect(page.getByRole('dialog', { name: 'Gate pass settings' })).toBeVisible()
  await expect(page).toHaveURL(/\/warehouse\/source$/)
})
