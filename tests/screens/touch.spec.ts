import { expect, type Locator } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

/** Where people work with a device in the hand, by who does. */
const stations = {
  'china-qc@demo.selvedge': ['/supplier/inward-shipments', '/supplier/qc-platform'],
  'india-inward@demo.selvedge': ['/supplier/india-inward-platform?tab=scan'],
  'warehouse@demo.selvedge': ['/warehouse/source', '/warehouse/destination', '/warehouse/stock', '/warehouse/put-away'],
} as const

// Would catch: something to press that a thumb in a glove misses, or a page that is wider than the phone.
for (const [who, paths] of Object.entries(stations))
  test(`what ${who} presses on a phone is as high as a thumb`, async ({ atAnotherMachine }) => {
    const page = await atAnotherMachine({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    await enterAs(page, who)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('#page-title')).toBeVisible()
      await expect(page.locator('main [aria-busy="true"], .loading-rows')).toHaveCount(0)
      expect(await tooLow(page.locator('body')), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })

// Would catch: options of a filter that a thumb misses, in the sheet that a phone has its filters in.
for (const [who, path] of [
  ['china-qc@demo.selvedge', '/supplier/qc-platform?tab=all'],
  ['warehouse@demo.selvedge', '/warehouse/stock'],
] as const)
  test(`what ${who} chooses in a sheet of filters is as high as a thumb`, async ({ atAnotherMachine }) => {
    const page = await atAnotherMachine({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    await enterAs(page, who)
    await page.goto(path)
    await page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const filters = sheet.locator('.dt-sheet-body > .bp6-popover-target .dt-filter')
    await expect(filters.first()).toBeVisible()
    for (let at = 0; at < (await filters.count()); at++) {
      await filters.nth(at).click()
      const options = page.locator('.dt-choice, .dt-dates')
      await expect(options).toBeVisible()
      expect(await tooLow(options), path).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
      await page.keyboard.press('Escape')
      await expect(options).toHaveCount(0)
    }
  })

/** What can be pressed and is lower than 44 pixels, with its height. */
function tooLow(within: Locator): Promise<string[]> {
  return within.evaluate((whole) =>
    [...whole.querySelectorAll('button, a[href], select, summary, [role="button"], [role="tab"], input')]
      .filter((part) => part.checkVisibility() && !part.matches('.skip-link, [type="hidden"]'))
      .map((part) => (part.matches('[type="checkbox"], [type="radio"]') && part.closest('label')) || part)
      .map((part) => ({ part, height: part.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 43.5)
      .map(({ part, height }) => `${part.tagName}.${part.className} "${part.textContent.trim()}": ${height}`),
  )
}
