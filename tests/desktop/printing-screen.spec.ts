import { expect, type Page } from '@playwright/test'
import type { PrintJob } from '../../src/shared/bridge.ts'
import { type Stage, signIn } from '../support/story/stage.ts'
import { sayIn } from '../support/story/words.ts'
import { type Cups, startCups, whyNoCups } from './cups.ts'
import { test as base, done } from './fixtures.ts'

const missing = whyNoCups()
if (missing) console.log(`The printing centre on a real CUPS is not tested here: ${missing}.`)

const test = base.extend<{ cups: Cups }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  cups: async ({}, use) => {
    const cups = await startCups()
    await use(cups)
    await cups.stop()
  },
})

test.skip(missing !== null, missing ?? '')

/**
 * The screens on the app's own main process, its own server and a real print queue. Would catch: a screen and a ledger that
 * mean different things by a job, a reprint that is not a job of its own, a queue that went away and is not noticed.
 */
test('labels are printed, taken back and printed again from the screens', async ({ startOnDemo, cups }) => {
  test.setTimeout(180_000)
  await cups.addPrinter('Packing', { isDefault: true })
  await cups.addPrinter('Spare')
  const { page } = await startOnDemo({ environment: { CUPS_SERVER: cups.address }, locale: 'en' })
  await expect(page).not.toHaveURL(/starting/, { timeout: 60_000 })
  const origin = await page.evaluate(() => location.origin)
  await signIn({ page, origin, say: sayIn('en') } as Stage, 'vendor@demo.selvedge')

  await openLabels(page, origin)
  const dialog = page.locator('.print-dialog')
  await dialog.getByLabel('Printer', { exact: true }).selectOption('Packing')
  await dialog.getByLabel('Copies').press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await cups.printed()).length).toBe(1)

  await page.keyboard.press('Escape')
  await page.locator('.print-button').click()
  const list = page.locator('.print-jobs')
  await list
    .getByRole('region', { name: 'Printed' })
    .getByRole('button', { name: /^Print again…/ })
    .click()
  const reprint = page.getByRole('dialog', { name: 'Print labels again' })
  await reprint.getByText('Label lost').click()
  await reprint.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(reprint).toBeHidden()
  await expect.poll(async () => (await cups.printed()).length).toBe(2)
  const [second, first] = await done<PrintJob[]>(page, 'print.jobs')
  expect(second?.reprint).toMatchObject({ of: first?.id, reason: 'lost' })

  await cups.switchPrinter('Packing', false)
  await openLabels(page, origin)
  await expect(dialog.getByText('This printer is offline.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await page.locator('.print-button').click()
  await list.getByRole('button', { name: /^Cancel/ }).click()
  await expect(list.getByRole('region', { name: 'Failed' })).toBeVisible()
  await expect.poll(() => cups.openJobs()).toEqual([])
  expect((await cups.printed()).length).toBe(2)

  await cups.removePrinter('Packing')
  await openLabels(page, origin)
  await expect(dialog.getByText('Packing is no longer on this computer.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
})

async function openLabels(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/supplier/shipment-management?tab=shipped`)
  await page.locator('.dt-row[data-index="0"] [role=gridcell]').nth(1).click()
  await page.getByRole('button', { name: 'Shipping labels' }).first().click()
  await page.locator('.print-dialog canvas').waitFor()
}
