import { expect, type Page, test } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { pendingOrders } from '../support/story/pending-order.ts'
import { rowOf } from '../support/story/stage.ts'

const origin = process.env.SELVEDGE_URL ?? ''

test.use({ baseURL: origin })

/** Another vendor's than the story's, so that both find their orders waiting. */
const SUPPLIER = 'SZ02'

async function openPending(page: Page): Promise<number> {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto(`/ops/all-pending-orders?supplier=${SUPPLIER}`)
  const { length } = await pendingOrders(origin, SUPPLIER)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(length + 1)
  return length
}

// Would catch: a bulk approval that changes other orders than those chosen, or an undo that leaves some approved.
test('ops approve several orders, take that back, and refuse one with a remark', async ({ page }) => {
  const before = await openPending(page)
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve 2 orders' }).click()
  await expect(page.getByText('2 orders approved.')).toBeVisible()
  await expect.poll(async () => (await pendingOrders(origin, SUPPLIER)).length).toBe(before - 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await pendingOrders(origin, SUPPLIER)).length).toBe(before)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(before + 1)

  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Price not agreed')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(page.getByText('1 order refused.')).toBeVisible()
  await expect.poll(async () => (await pendingOrders(origin, SUPPLIER)).length).toBe(before - 1)
})

// Would catch: "all that match" meaning what is loaded, or what another filter shows.
test('ops approve all that match, and take one back from the confirmed ones', async ({ page }) => {
  await openPending(page)
  const waiting = await pendingOrders(origin, SUPPLIER)
  await page.getByRole('button', { name: `Approve all ${waiting.length} that match` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(String(waiting.length))
  await question.getByRole('button', { name: `Approve ${waiting.length} orders` }).click()
  await expect(page.getByText(`${waiting.length} orders approved.`)).toBeVisible()
  expect(await pendingOrders(origin, SUPPLIER)).toEqual([])
  expect(await pendingOrders(origin, 'GZ01')).not.toEqual([])

  const [one] = waiting
  if (one === undefined) throw new Error('the demo data has no pending order of this supplier')
  await page.goto(`/ops/confirmed-orders?search=${one.order_id}`)
  await rowOf(page, one.order_id).getByText(one.order_id).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take the decision back' }).click()
  await expect(page.getByText('1 decision taken back.')).toBeVisible()
  expect((await pendingOrders(origin, SUPPLIER)).map((order) => order.order_id)).toEqual([one.order_id])
})
