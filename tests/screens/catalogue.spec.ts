import { expect, type Page } from '@playwright/test'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

interface Details {
  style: { status: string; missing: string[] }
  moves: { to_status: string; is_back: boolean }[]
}

async function ask<D>(page: Page, path: string, data: unknown): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(path, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

const details = (page: Page, catalogue_id: string) => ask<Details>(page, '/v1/erp/get-style-details', { catalogue_id })
const tile = (page: Page, code: string) => page.locator(`.wall-tile[data-row-id="${code}"]`)

/** Chosen by the keyboard, from the first on. */
async function choose(page: Page, count: number): Promise<void> {
  await page.locator('.wall').focus()
  await page.keyboard.press('Home')
  for (let at = 0; at < count; at++) {
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowRight')
  }
}

test('styles are judged by the keyboard, and none is lost or judged twice when the connection drops', async ({
  page,
}) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/catalogue-management')
  await expect(page.locator('.wall-tile').first()).toBeVisible()
  const ids = await page.locator('.wall-tile').evaluateAll((all) => all.map((one) => one.getAttribute('data-row-id')))
  const [first = '', second = '', third = ''] = ids.map((id) => id ?? '')
  await page.locator('.wall').focus()
  await page.keyboard.press('p')
  await expect.poll(async () => (await details(page, first)).style.status).toBe('Selected for Sample QC')
  await page.context().setOffline(true)
  await page.keyboard.press('p')
  // Would catch: the digit of a reason that is lost because it is struck before the dialog has the focus.
  await Promise.all([page.keyboard.press('f'), page.keyboard.press('1')])
  // Would catch: a verdict that waits for the server before the next style can be judged.
  await expect(tile(page, second)).toHaveAttribute('data-judged', 'yes')
  await expect(tile(page, third)).toHaveAttribute('data-judged', 'yes')
  await page.context().setOffline(false)
  // Would catch: own words that cannot begin with a digit, since the digit chooses a reason.
  await page.keyboard.press('f')
  await page.keyboard.type(' 3 buttons lack')
  await expect(page.getByRole('dialog').getByLabel('Why?')).toHaveValue(' 3 buttons lack')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await details(page, third)).style.status).toBe('Design Rejected')
  // Would catch: a verdict sent again after a lost answer that is written twice, and one dropped with the connection.
  for (const [code, to] of [
    [first, 'Selected for Sample QC'],
    [second, 'Selected for Sample QC'],
    [third, 'Design Rejected'],
  ])
    expect((await details(page, code ?? '')).moves.map(({ to_status }) => to_status)).toEqual(['New Styles', to])
})

// Would catch: a comparison of other styles than those that were chosen; a style on the website that lacks what the shop needs.
test('styles are compared, and one that lacks something does not go live', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/supplier/catalogue-management?tab=Assortment Passed')
  await expect(page.locator('.wall-tile').first()).toBeVisible()
  await choose(page, 2)
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog').locator('th[scope=col]')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const code = (await page.locator('.wall-tile').first().getAttribute('data-row-id')) ?? ''
  await ask(page, '/v1/erp/china/update-vendor-catalogue', {
    ...{ catalogue_ids: [code], to: 'Buyer Review Pending', set: { hs_code: null } },
  })
  // Nobody decides a style before its buyers were asked.
  await ask(page, '/selvedge/buyer-reviews/open', {
    ...{ catalogue_ids: [code], responsible: 'ops@demo.selvedge', deadline: '2040-01-02' },
  })
  await ask(page, '/selvedge/buyer-reviews/verdict', { catalogue_id: code, verdict: 'pass', score: 4 })
  await page.goto(`/supplier/catalogue-management?tab=Buyer Review Pending&style=${code}`)
  await page.getByRole('button', { name: 'Live on Website' }).click()
  await expect(page.locator('.toast, .bp6-toast, [role=alert]').filter({ hasText: 'HS code' }).first()).toBeVisible()
  expect((await details(page, code)).style.status).toBe('Buyer Review Pending')
})

// Would catch: a verdict that was taken, beside "Please say why" and a draft that was sent with it.
test('what a verdict lacked, and its draft, are not said any more once it was taken', async ({ page }) => {
  await enterAs(page, 'buyer@demo.selvedge')
  await page.goto('/supplier/buyer-review')
  const remark = page.getByLabel('Remark, needed to fail it')
  await remark.fill('Too long')
  await page.waitForTimeout(500)
  await page.reload()
  await expect(page.getByText(/^Draft of .* restored$/)).toBeVisible()
  await page.getByRole('button', { name: '3', exact: true }).click()
  await remark.fill('')
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('Please say why, in the remark.')).toBeVisible()
  await remark.fill('Too short')
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.locator('.toast[data-tone=success]')).toBeVisible()
  await expect(page.getByText('Please say why, in the remark.')).toHaveCount(0, { timeout: 1_000 })
  await expect(page.getByText(/^Draft of .* restored$/)).toHaveCount(0, { timeout: 1_000 })
})

// Would catch: keys that judge the style before, a verdict that cannot be given again, an undo that takes away what was said first.
test('a buyer judges one of a list by keys, says it again, and takes that back', async ({ page }) => {
  await enterAs(page, 'buyer-admin-india@demo.selvedge')
  await page.goto('/supplier/buyer-review')
  const waiting = page.locator('.review-item')
  await expect(waiting.first()).toHaveAttribute('aria-current', 'true')
  const all = await waiting.count()
  const heading = page.locator('main h2').first()
  const judged = ((await heading.textContent()) ?? '').split(' ')[0] ?? ''
  await page.keyboard.press('2')
  await page.keyboard.press('p')
  await expect(waiting).toHaveCount(all - 1)
  await page.goto(`/supplier/buyer-review?tab=judged&style=${judged}`)
  await expect(heading).toContainText(judged)
  await expect(page.getByText('You said: Pass, 2')).toBeVisible()
  await page.keyboard.press('5')
  await page.keyboard.press('p')
  await expect(page.getByText('You said: Pass, 5')).toBeVisible()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('You said: Pass, 2')).toBeVisible()
})

// Would catch: a ratio of -1 that is dropped by the press that saves the others.
test('an assortment with a number that is none is not saved by half, and says so at its cell', async ({ page }) => {
  await enterAs(page, 'cataloguer@demo.selvedge')
  await page.goto('/supplier/assortments')
  await page.locator('.dt-row[data-index="0"]').click()
  const cells = page.locator('.assortment-ratio input')
  const [first, second] = [cells.nth(0), cells.nth(1)]
  const before = await second.inputValue()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  let saves = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/selvedge/assortments/save')) saves += 1
  })
  await first.fill('7')
  await second.fill('-1')
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await save.click()
  await expect(page.getByText('-1 is no whole number: the number is as it was before.')).toBeVisible()
  await expect(second).toHaveValue(before)
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(second).toHaveAttribute('title', /^-1 is no whole number/)
  await second.fill('-2')
  await second.press('Control+Enter')
  expect(saves).toBe(0)
  await second.fill('4')
  await save.click()
  await expect(page.getByText('Assortment saved.')).toBeVisible()
  expect(saves).toBe(1)
})
