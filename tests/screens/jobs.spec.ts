import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

/** As another page of the same person asks for a file that takes long. */
async function startExport(page: Page, search: string): Promise<void> {
  const reply = await page.context().request.post('/selvedge/jobs/export', {
    headers: { 'x-selvedge-client': 'screen', 'idempotency-key': `export-${search}-${Date.now()}` },
    data: {
      ...{ call: 'exportOrders', always: true },
      input: { columns: [{ id: 'order_id', header: 'Order' }], format: 'csv', search },
    },
  })
  expect(reply.ok(), await reply.text()).toBe(true)
}

const jobsButton = (page: Page) => page.getByRole('button', { name: /^Jobs/ })

// Would catch: an end that is seen after a reload only, a file that cannot be taken, a list that the keyboard does not reach, a job
// that stays on the list of who took it off.
test('a long export comes to the header by itself, is saved from its toast and from the list, and goes', async ({
  page,
}) => {
  await enterAs(page, 'vendor2@demo.selvedge')
  await page.goto('/supplier/my-orders')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(jobsButton(page)).toHaveCount(0)
  await startExport(page, '')

  const toast = page.locator('.toast').filter({ hasText: 'Ready: Export of orders.csv' })
  await expect(toast).toBeVisible()
  const first = page.waitForEvent('download')
  await toast.getByRole('button', { name: 'Save file' }).click()
  const file = await first
  expect(file.suggestedFilename()).toBe('orders.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split(/\r?\n/)
  expect(lines[0]).toContain('Order')
  expect(lines.length).toBeGreaterThan(1)

  await jobsButton(page).focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('region', { name: 'Jobs' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await faultsOf(page, ['.jobs', '.jobs-button'])).toEqual([])
  }
  const second = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Save file: Export of orders.csv' }).press('Enter')
  expect((await second).suggestedFilename()).toBe('orders.csv')
  await list.getByRole('button', { name: 'Remove Export of orders.csv from the list' }).press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(jobsButton(page)).toHaveCount(0)
})

// Would catch: progress or a cancel that nobody sees, a problem told in English only.
test('a job under way shows how far it is and can be cancelled; one that failed says why in Chinese', async ({
  page,
}) => {
  await enterAs(page, 'ops@demo.selvedge')
  const id = '0199f6a0-0000-7000-8000-00000000000'
  const base = { kind: 'list-export', step: null, created_at: new Date().toISOString(), file: null }
  const title = { text: 'Export of {{name}}', values: { name: 'orders.xlsx' } }
  const running = { ...base, id: `${id}1`, title, state: 'running', done: 12_000, total: 48_000, is_ending: false }
  const problem = {
    text: 'The file would be larger than {{limit}} MB. Please narrow the filter.',
    values: { limit: 100 },
  }
  const failed = { ...running, id: `${id}2`, state: 'failed', problem, ended_at: base.created_at }
  const cancelled: string[] = []
  // How far a job is at a given moment only a made-up answer says.
  await page.route('**/selvedge/jobs/list*', (route) => {
    const rows = [{ ...running, problem: null, ended_at: null, is_ending: cancelled.length > 0 }, failed]
    return route.fulfill({ json: { message: 'Success', data: { rows, version: 1 } } })
  })
  await page.route('**/selvedge/jobs/cancel*', (route) => {
    cancelled.push((route.request().postDataJSON() as { job_id: string }).job_id)
    const job = { ...running, problem: null, ended_at: null, is_ending: true }
    return route.fulfill({ json: { message: 'Success', data: { job } } })
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Jobs, 1 under way' }).click()
  const list = page.getByRole('region', { name: 'Jobs' })
  const bar = list.getByRole('progressbar', { name: 'Export of orders.xlsx' })
  await expect(bar).toHaveAttribute('aria-valuenow', '25')
  await expect(list).toContainText('12,000 of 48,000')
  await expect(list).toContainText('The file would be larger than 100 MB. Please narrow the filter.')
  await list.getByRole('button', { name: 'Cancel Export of orders.xlsx' }).click()
  await expect(list).toContainText('Ending…')
  expect(cancelled).toEqual([`${id}1`])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: '后台任务，1 项进行中' }).click()
  await expect(page.getByRole('region', { name: '后台任务' })).toContainText('文件将超过 100 MB，请缩小筛选范围。')
})
