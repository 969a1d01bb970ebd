import { expect, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

const { allocation } = contract
const retail = 'retail@demo.selvedge'

/** Asks the server as the signed-in page would. */
async function ask<C extends Call>(page: Page, call: C, data: object): Promise<Gives<C>> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${call.path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

const drawer = (page: Page) => page.locator('.drawer').last()

// Would catch: a map that the keyboard cannot walk, a cell that says another number than the server, one that leads to no store.
test('the map of stores is walked by keyboard, says each cell in words, and leads to the store', async ({
  atAnotherMachine,
}) => {
  const page = await atAnotherMachine()
  await enterAs(page, retail)
  await page.goto('/retail/stores?category=Lingerie')
  const grid = page.getByRole('grid')
  const { rows } = await ask(page, allocation.storeStock, { category: 'Lingerie', store: 'SGGN', page_size: 500 })
  const { styles = [] } = await ask(page, allocation.storeStock, { category: 'Lingerie', with_styles: true })
  const row = rows.find(({ style_id, color }) => style_id === 'LG1003' && color === 'Black')
  if (row === undefined) throw new Error('the demo has no run that lies')
  await expect(grid).toHaveAttribute('aria-rowcount', '25')
  await expect(grid.getByRole('columnheader', { name: 'Store' })).toBeVisible()
  expect(styles.length).toBeGreaterThan(5)

  await grid.focus()
  const said = page.locator('.heat-said')
  const codeOf = async () => ((await said.textContent()) ?? '').slice(0, 4)
  while ((await codeOf()) !== 'SGGN') await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 60 && !((await said.textContent()) ?? '').includes('LG1003 '); step++)
    await page.keyboard.press('ArrowRight')
  while (!((await said.textContent()) ?? '').includes('Black')) await page.keyboard.press('ArrowRight')
  await expect(said).toContainText(`Too much · ${row.on_hand} on hand`)
  const cell = grid.locator('[data-cursor][role=gridcell]')
  await expect(cell).toContainText(String(Math.round(row.cover ?? 0)))
  await expect(cell).toContainText('Too much')

  await page.keyboard.press('Enter')
  await expect(drawer(page)).toContainText('SGGN')
  await expect(drawer(page).locator('.store-sizes')).toContainText('LG1003BLK-M')
  await drawer(page)
    .getByRole('tab', { name: /^Lies too long/ })
    .click()
  await expect(drawer(page)).toContainText('LG1003 · Black')
  await page.keyboard.press('Escape')
  await expect(page.locator('.drawer')).toHaveCount(0)

  await page.getByRole('button', { name: 'Lost days of 30' }).click()
  await expect(page.locator('.heat-legend')).toContainText('10 days or more')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Lost days of 30' })).toHaveAttribute('aria-pressed', 'true')
})

// Would catch: transfers that are not what is shown, a press without a question, pieces that are offered once more, a refusal without a word.
test('transfers are chosen, made into gate passes in one press, and come to the store’s page', async ({
  atAnotherMachine,
}) => {
  const page = await atAnotherMachine()
  await enterAs(page, retail)
  await page.goto('/retail/stores?tab=transfers&category=Dresses')
  const { rows } = await ask(page, allocation.storeTransfers, { category: 'Dresses' })
  const [first] = rows
  if (first === undefined) throw new Error('the demo has no transfer')
  const { from, to } = first
  const chosen = rows.filter((row) => row.from === from && row.to === to)
  const pieces = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  await page.getByRole('button', { name: 'Choose none' }).click()
  for (const { nm_sku } of chosen)
    await page.getByRole('checkbox', { name: `${nm_sku} from ${from} to ${to}` }).check({ force: true })
  await page.getByRole('button', { name: `Make gate passes of ${pieces} piece` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${pieces} piece`)
  await question.getByRole('button', { name: 'Make gate passes' }).click()
  await expect(page.getByText(/Transfers made: the stores can pack\. TR-/).first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: `${first.nm_sku} from ${from} to ${to}` })).toHaveCount(0)

  // Sent once more from another page, which still shows them: refused in words.
  const again = await page.context().request.post(`/${allocation.sendTransfers.path}`, {
    headers: { 'x-selvedge-client': 'screen' },
    data: { lines: chosen.map(({ nm_sku }) => ({ from, to, nm_sku, quantity: first.giver.on_hand })) },
  })
  expect(again.status()).toBe(409)

  await page.goto(`/retail/stores?store=${to}&view=way`)
  const row = drawer(page).getByRole('row').filter({ hasText: 'TR-' }).first()
  await expect(row).toContainText(from)
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/warehouse\/source\?.*pass=GP-/)
})

// Would catch: an allocation of last month of which nothing is said, a replay that never ends or compares nothing.
test('last allocations are looked back on, and past sales are replayed by other settings', async ({
  atAnotherMachine,
}) => {
  test.setTimeout(120_000)
  const page = await atAnotherMachine()
  await enterAs(page, retail)
  await page.goto('/retail/stores?tab=back')
  await expect(page.locator('.stores-verdict')).toContainText(/Of \d+ pieces that came, \d+ sold within 14 days/)
  await expect(page.getByRole('row').filter({ hasText: 'SDEL' })).toBeVisible()

  await page.getByRole('tab', { name: 'Replay' }).click()
  await page.getByLabel('Category').selectOption('Activewear')
  await page.getByRole('textbox', { name: 'Cover days' }).fill('7')
  await page.getByRole('button', { name: 'Replay past sales' }).click()
  const result = page.getByRole('table', { name: 'What came of it' })
  await expect(result).toBeVisible({ timeout: 60_000 })
  await expect(result.getByRole('row', { name: /^Sales lost/ })).toBeVisible()
  await expect(page.getByText('Cover days: 21 → 7')).toBeVisible()
})
