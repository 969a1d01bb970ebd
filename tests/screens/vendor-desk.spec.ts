import { expect, type Page } from '@playwright/test'
import { askAs, enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })
test.beforeEach(({ page }) => enterAs(page, 'vendor@demo.selvedge'))

const notWhole = (text: string) => `${text} is no whole number: the number is as it was before.`

async function newOrder(page: Page): Promise<string> {
  const { rows } = await askAs<{ rows: { order_id: string }[] }>(page, 'get-orders', { tab: 'new', page_size: 50 })
  return rows.at(-1)?.order_id ?? ''
}

// Would catch: 12.5 that becomes 125, a minus that is lost unseen, Ctrl+A that moves where the next key goes.
test('a grid of pieces takes whole numbers alone, and marking all moves nothing', async ({ page }) => {
  await page.goto(`/supplier/my-orders?order=${await newOrder(page)}`)
  const cell = page.locator('.qg input[data-r]').nth(3)
  await cell.click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await cell.click()
  await page.keyboard.type('2.5')
  await expect(cell).toHaveValue('2.5')
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Tab')
  await expect(cell).toHaveValue('1')
  await expect(page.getByText(notWhole('2.5'))).toBeVisible()
  await cell.click()
  await page.keyboard.type('-5')
  await expect(page.getByText('Only whole numbers of pieces, without a minus sign.')).toBeVisible()
  await page.keyboard.press('Escape')
  await cell.click()
  await page.keyboard.press('Control+a')
  await expect(cell).toBeFocused()
  expect(await page.locator('.qg [data-marked]').count()).toBeGreaterThan(3)
  await page.keyboard.type('2')
  await expect(cell).toHaveValue('2')
})

// Would catch: a refusal that names neither line nor limit, a field of a dialog that makes 15 of 1.5.
test('a shipment of more than is ready names the line and leads to it', async ({ page }) => {
  await page.goto('/supplier/shipping-platform?view=lines&tab=on_platform')
  const boxes = page.getByRole('grid').getByRole('checkbox')
  for (const at of [1, 2, 3]) await boxes.nth(at).click()
  await page.getByRole('button', { name: 'Make shipment…' }).last().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox').first()
  const ready = await field.inputValue()
  await field.fill('1.5')
  await field.press('Tab')
  await expect(page.getByText(notWhole('1.5'))).toBeVisible()
  await expect(field).toHaveValue(ready)
  await field.fill('9999')
  await dialog.getByRole('textbox').nth(2).focus()
  const way = dialog.getByRole('button', { name: `: ${ready} at most` })
  await expect(dialog.getByText('Please enter correct quantity for order.')).toBeVisible()
  await way.click()
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

// Would catch: ¥5.00 sent at once where ¥139.00 was said; a minus sign that is dropped from a price.
test('a price far from the one said last is asked about first', async ({ page }) => {
  interface Row {
    negotiation: string
    status: string
    last_price: { minor: number }
  }
  const asked = { tab: 'vendors', page_size: 50 }
  const [row] = (await askAs<{ rows: Row[] }>(page, 'get-price-negotiation-details', asked)).rows
  expect(row?.status).toBe('Waits for you')
  await page.goto(`/supplier/price-negotiation?negotiation=${row?.negotiation}`)
  const price = page.getByLabel('Another price (CNY)')
  await price.pressSequentially('-5')
  await expect(page.getByText('No minus sign can be typed here.')).toBeVisible()
  await price.fill('-5')
  await page.getByRole('button', { name: 'Send this price' }).click()
  await expect(page.getByText('An amount such as 12.50.')).toBeVisible()
  await price.fill('5')
  await page.getByRole('button', { name: 'Send this price' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Send ¥5.00?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(price).toHaveValue('5')
  const [now] = (await askAs<{ rows: Row[] }>(page, 'get-price-negotiation-details', asked)).rows
  expect(now?.last_price).toEqual(row?.last_price)
})

// Would catch: orders that are no longer chosen after a search, or that are acted on without being said.
test('chosen orders stay chosen over a search, which says how many it hides', async ({ page }) => {
  await page.goto('/supplier/my-orders')
  const grid = page.getByRole('grid')
  const rows = grid.getByRole('row').filter({ hasText: /PO\d+/ })
  await expect(rows.nth(1)).toBeVisible()
  const other = (await rows.nth(1).locator('.code').first().textContent()) ?? ''
  const confirm = page.getByRole('button', { name: /^Confirm \d+ as ordered$/ })
  await rows.first().getByRole('checkbox').click()
  await expect(page.getByText('1 selected.')).toBeVisible()
  // Another row comes under a pointer that rests there, and would not hear its press.
  await page.mouse.move(700, 600)
  await page.keyboard.press('/')
  await page.keyboard.type(other)
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('1 selected, 1 of them not shown.')).toBeVisible()
  await rows.first().getByRole('checkbox').click()
  await expect(page.getByText('2 selected, 1 of them not shown.')).toBeVisible()
  await expect(confirm).toHaveText('Confirm 2 as ordered')
  await page.getByRole('button', { name: 'Leave out those not shown' }).click()
  await expect(page.getByText('1 selected.')).toBeVisible()
  await expect(confirm).toHaveText('Confirm 1 as ordered')
  // Another tab is another list: there nothing is chosen, and it says so.
  await page.getByRole('tab', { name: /^All/ }).click()
  await expect(page.getByText('1 chosen before is not chosen any more')).toBeVisible()
})

// Would catch: a shipment of two orders that cannot be found one after the other: the search for the second lets the first go.
test('orders of the shipping platform stay chosen over a search, and go into the shipment', async ({ page }) => {
  await page.goto('/supplier/shipping-platform?tab=on_platform')
  const orders = page.locator('.plat-order')
  await expect(orders.nth(1)).toBeVisible()
  const other = (await orders.nth(1).getByRole('heading').textContent()) ?? ''
  const first = (await orders.first().getByRole('heading').textContent()) ?? ''
  await orders.first().getByRole('checkbox').click()
  await expect(page.getByText('1 selected.')).toBeVisible()
  // Another order comes under a pointer that rests there, and would not hear its press.
  await page.mouse.move(1000, 700)
  await page.getByPlaceholder('Order, SKU, style').fill(other)
  await expect(orders).toHaveCount(1)
  await expect(page.getByText('1 selected, 1 of them not shown.')).toBeVisible()
  await orders.first().getByRole('checkbox').click()
  await expect(page.getByText('2 selected, 1 of them not shown.')).toBeVisible()
  await page.getByRole('button', { name: 'Make shipment…' }).last().click()
  const dialog = page.getByRole('dialog')
  for (const order of [first, other]) await expect(dialog.getByText(order, { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave out those not shown' }).click()
  await expect(page.getByText('1 selected.')).toBeVisible()
})

// Would catch: a platform of forty orders that Tab walks cell by cell before it comes to the bar, a cell that is lost on the way back, and
// chosen orders that "All ready" lets go.
test('the shipping platform is one stop of Tab, and its keys go over its orders', async ({ page }) => {
  await page.goto('/supplier/shipping-platform?tab=on_platform')
  const orders = page.locator('.plat-order')
  const focused = (at: number) => orders.nth(at).locator('input[data-r]:focus')
  const stop = page.locator('.plat-order [tabindex="0"]')
  await expect(orders.nth(1)).toBeVisible()
  await expect(stop).toHaveCount(1)
  await stop.focus()
  await page.keyboard.press('PageDown')
  await expect(focused(1)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(focused(0)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(focused(1)).toBeVisible()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('1 selected.')).toBeVisible()
  await page.keyboard.press('a')
  await orders.nth(1).getByRole('button', { name: 'All ready' }).click()
  await expect(page.getByText('1 selected.')).toBeVisible()

  await page.keyboard.press('F6')
  await expect(page.locator('.dt-bulk button:focus')).toBeVisible()
  await page.keyboard.press('F6')
  await expect(focused(1)).toBeVisible()
  await expect(stop).toHaveCount(1)
  const cell = await focused(1).getAttribute('aria-label')
  await page.keyboard.press('Tab')
  await expect(page.locator('.plat-order :focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(focused(1)).toHaveAttribute('aria-label', cell ?? '')
  await page.keyboard.press('Control+End')
  await expect(orders.last().locator('input[data-r]').last()).toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(orders.first().locator('input[data-r]').first()).toBeFocused()

  // Whoever types numbers tabs from one to the next: the second would fall on a button beside the sheet.
  await page.keyboard.press('1')
  await page.keyboard.press('Tab')
  await expect(focused(0)).toBeVisible()
  await orders.first().locator('input[data-r]').last().focus()
  await page.keyboard.press('Tab')
  await expect(orders.nth(1).locator('input[data-r]').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.locator('.plat-order :focus')).toHaveCount(0)
})

// Would catch: a parcel to send of which nobody says what is in it; defects of QC before a vendor’s own reasons.
test('a sample to send says what it is, and a vendor’s own reasons stand first', async ({ page }) => {
  await page.goto('/supplier/sample-shipping-platform')
  await page.getByRole('grid').getByRole('row').nth(1).getByText(/^SM-/).click()
  const drawer = page.getByRole('dialog')
  for (const fact of ['Style', 'Round', 'To be sent by'])
    await expect(drawer.getByText(fact, { exact: true })).toBeVisible()
  await page.goto(`/supplier/my-orders?order=${await newOrder(page)}`)
  await page.locator('.qg input[data-r]').nth(3).click()
  await page.keyboard.press('x')
  const options = await page.locator('.order-refusal select option').allTextContents()
  expect(options.indexOf('Price too low')).toBe(1)
  await page.goto('/supplier/my-orders?lng=zh')
  await page.getByRole('grid').getByRole('row').nth(2).waitFor()
})
