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
  await expect(main.getByText('Only in the desktop app')).toBeVisible()
  await expect(main.getByText('Save and restart')).toHaveCount(0)
  await expect(main.getByRole('tab')).toHaveCount(0)
})

// Would catch: a key that works on one screen only, a theme or language chosen here that does not hold.
test('Ctrl+, opens them from any screen; what is chosen holds after a reload', async ({ page }) => {
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto('/supplier/shipment-management')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+,')
  await expect(page).toHaveURL(/\/supplier\/settings$/)
  const main = page.locator('main')
  await main.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
  await main.getByRole('button', { name: '中文' }).click()
  await expect(title(page)).toHaveText(sayIn('zh')('Settings'))
  await page.reload()
  await expect(title(page)).toHaveText(sayIn('zh')('Settings'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
