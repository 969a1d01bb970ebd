import { expect, type Locator, type Page } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }

/** Where people work with a device in the hand, by who does. */
const stations = {
  'china-qc@demo.selvedge': ['/supplier/inward-shipments', '/supplier/qc-platform'],
  'india-inward@demo.selvedge': [
    '/supplier/india-inward-platform?tab=scan',
    '/supplier/india-inward-platform?tab=received',
  ],
  'warehouse@demo.selvedge': ['/warehouse/source', '/warehouse/destination', '/warehouse/stock', '/warehouse/put-away'],
  'retail@demo.selvedge': ['/retail/stores?tab=transfers', '/retail/stores?tab=replay'],
  'vendor@demo.selvedge': ['/supplier/shipping-platform', '/supplier/my-orders'],
} as const

/** What is lower than a thumb, and that nothing makes the page wider than the phone. */
async function expectThumbs(page: Page, about: string, within = page.locator('body')): Promise<void> {
  expect(await tooLow(within), about).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth), about).toBeLessThanOrEqual(360)
}

// Would catch: something to press that a thumb in a glove misses, or a page that is wider than the phone.
for (const [who, paths] of Object.entries(stations))
  test(`what ${who} presses on a phone is as high as a thumb`, async ({ atAnotherMachine }) => {
    const page = await atAnotherMachine(phone)
    await enterAs(page, who)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('#page-title')).toBeVisible()
      await expect(page.locator('main [aria-busy="true"], .loading-rows')).toHaveCount(0)
      await expectThumbs(page, path)
    }
  })

// Would catch: an order that can be answered "out of stock" by a keyboard alone, names of colours that scroll away, hints of keys that a phone has not.
test('an order is answered by thumb alone', async ({ atAnotherMachine }) => {
  const page = await atAnotherMachine(phone)
  await enterAs(page, 'vendor@demo.selvedge')
  await page.goto('/supplier/my-orders')
  await page
    .locator('[data-index]')
    .first()
    .tap({ position: { x: 120, y: 20 } })
  const drawer = page.locator('.drawer')
  const cell = drawer.locator('.qg input[data-r="0"]').first()
  await expect(cell).toBeVisible()
  await expectThumbs(page, 'drawer')
  await expect(drawer.locator('kbd:visible, .key-hint:visible')).toHaveCount(0)
  const ready = Number(await cell.inputValue())
  await cell.tap()
  await drawer.locator('.qg-touch').getByRole('button', { name: 'Out of stock' }).tap()
  await expect(cell).toHaveValue('')
  await expect(drawer.locator('.qg input[data-r="1"]').first()).toHaveValue(String(ready))
  // The names stay while the sizes are scrolled, and leave room for more than one.
  const names = drawer.locator('.qg tbody .qg-layer').first()
  const before = await names.boundingBox()
  await drawer.locator('.qg').evaluate((grid) => grid.scrollTo({ left: 60 }))
  expect(Math.abs(((await names.boundingBox())?.x ?? 999) - (before?.x ?? 0))).toBeLessThanOrEqual(1)
  expect(before?.width).toBeLessThan(120)
})

// Would catch: a table whose buttons or numbers lie beyond the edge of the phone, and papers that stand before the scan field.
test('a stock count shows each place with its pieces and its button on a phone', async ({ atAnotherMachine }) => {
  const page = await atAnotherMachine(phone)
  await enterAs(page, 'warehouse@demo.selvedge')
  await page.goto('/warehouse/stock-counts')
  await page
    .locator('[data-index]')
    .first()
    .tap({ position: { x: 120, y: 20 } })
  const scan = page.locator('.drawer').getByRole('button', { name: 'Scan here' }).first()
  // The drawer comes in from the side.
  await expect
    .poll(async () => {
      const box = await scan.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 999)
    })
    .toBeLessThanOrEqual(360)
  await expectThumbs(page, 'stock count')
})

// Would catch: options of a filter that a thumb misses, in the sheet that a phone has its filters in.
for (const [who, path] of [
  ['china-qc@demo.selvedge', '/supplier/qc-platform?tab=all'],
  ['warehouse@demo.selvedge', '/warehouse/stock'],
] as const)
  test(`what ${who} chooses in a sheet of filters is as high as a thumb`, async ({ atAnotherMachine }) => {
    const page = await atAnotherMachine(phone)
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
      await expectThumbs(page, path, options)
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
