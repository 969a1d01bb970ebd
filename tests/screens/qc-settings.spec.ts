import { expect, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

interface Saved<S> {
  settings: S
  version: number
}
type Items = { items: { words: string; words_zh: string; is_required: boolean }[] }

async function ask<D>(page: Page, call: { path: string; method: string }, data: unknown = {}): Promise<D> {
  const headers = { 'x-selvedge-client': 'screen' }
  const { request } = page.context()
  const reply =
    call.method === 'GET'
      ? await request.get(`/${call.path}`, { headers })
      : await request.post(`/${call.path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: D }).data
}

const { inspection, qcBoxes, receiving, counting } = contract

/** A box of the demo that is counted and waits for its inspection. */
async function boxToInspect(page: Page): Promise<string> {
  const { rows } = await ask<{ rows: { sscc: string; supplier_id: string; pieces: number }[] }>(
    page,
    receiving.getAwaitingInwardBoxes,
    { page_size: 500 },
  )
  const sscc = rows.findLast(({ supplier_id, pieces }) => supplier_id !== 'SZ02' && pieces >= 40)?.sscc ?? ''
  await ask(page, receiving.inwardBoxes, { site: 'CNQC', boxes: [{ code: sscc }] })
  const { box, lines } = await ask<{
    box: { version: number }
    lines: { nm_sku: string; quantities: { uncounted: number } }[]
  }>(page, qcBoxes.getQcModal, { box_id: sscc })
  const counted = lines.map(({ nm_sku, quantities }) => ({ nm_sku, counted: quantities.uncounted }))
  await ask(page, counting.verifyQuantity, { box_id: sscc, version: box.version, lines: counted })
  return sscc
}

/** The first check in other words, and required, as a lead saves it. */
async function reword(lead: Page, words: string): Promise<void> {
  const { settings, version } = await ask<Saved<Items>>(lead, inspection.qcChecklist)
  const items = settings.items.map((item, at) => (at === 0 ? { ...item, words, is_required: true } : item))
  await ask(lead, inspection.saveQcChecklist, { settings: { ...settings, items }, version })
}

// Would catch: a list that changes under the inspector's hands unsaid, a yes to the old words that is saved as one to the new, a refusal that shows the old list until the page is loaded anew.
test('an open inspection says who changed checklist and settings, and asks what is new', async ({
  page,
  atAnotherMachine,
}) => {
  await enterAs(page, 'china-qc@demo.selvedge')
  const lead = await atAnotherMachine()
  await lead.goto(process.env.SELVEDGE_URL ?? '')
  await enterAs(lead, 'ops-team@demo.selvedge')
  const list = await ask<Saved<Items>>(lead, inspection.qcChecklist)
  const rules = await ask<Saved<object>>(lead, inspection.qcSettings)
  try {
    const sscc = await boxToInspect(page)
    await page.goto(`/supplier/qc-platform?tab=all&box=${sscc}&view=inspect`)
    // The first page of a machine that has much to do.
    await expect(page.locator('.qc-subtabs')).toBeVisible({ timeout: 60_000 })
    await page
      .locator('.qc-subtabs')
      .getByRole('tab', { name: /Checklist/ })
      .click()
    const checks = page.locator('.qc-checklist')
    const first = checks.locator('.qc-check').filter({ hasText: list.settings.items[0]?.words ?? '' })
    await first.getByRole('button', { name: 'Yes' }).click()

    await reword(lead, 'Care label in two languages')
    const changed = page.locator('.qc-changed')
    await expect(changed).toContainText(/ changed the checklist, /)
    await expect(changed).toContainText('open again: 1')
    const anew = checks.locator('.qc-check').filter({ hasText: 'Care label in two languages' })
    await expect(anew).toContainText('required')
    await expect(anew.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'false')
    await changed.getByRole('button', { name: 'Go on with the new ones' }).click()
    await expect(changed).toBeHidden()
    await anew.getByRole('button', { name: 'Yes' }).click()

    // The same where nothing was heard of it: the refusal brings the new list and says whose it is.
    await page.route(`**/${contract.frame.watchRecord.path}`, (route) => route.abort())
    await page.locator('.qc-subtabs').getByRole('tab', { name: 'Plan and sample' }).click()
    await page.getByRole('button', { name: 'All looked at' }).first().click()
    await page.keyboard.press('a')
    await reword(lead, 'Care label in three languages')
    await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.toast').filter({ hasText: 'has changed the checklist meanwhile' })).toBeVisible()
    await page
      .locator('.qc-subtabs')
      .getByRole('tab', { name: /Checklist/ })
      .click()
    await expect(checks).toContainText('Care label in three languages')
    await expect(changed).toContainText(/ changed the checklist, /)

    // A category asks for more: set in the settings, and said by the plan.
    await page.unroute(`**/${contract.frame.watchRecord.path}`)
    const { plans } = await ask<{ plans: { style_id: string | null }[] }>(page, qcBoxes.getQcModal, { box_id: sscc })
    const { style_categories } = await ask<{ style_categories: string[] }>(lead, inspection.qcSettings)
    expect(plans.length * style_categories.length).toBeGreaterThan(0)
    await lead.goto('/supplier/qc-platform')
    await lead.getByRole('button', { name: 'QC settings' }).click()
    const drawer = lead.getByRole('dialog', { name: 'QC settings' })
    for (const category of style_categories.slice(0, 30)) {
      await drawer.getByLabel('Row for a category').selectOption(category)
      await drawer.getByLabel(`Inspection level, ${category}`).selectOption('III')
    }
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(lead.getByText('QC settings saved.')).toBeVisible()
    await expect(changed).toContainText(/ changed the QC settings, /)
    await page.locator('.qc-subtabs').getByRole('tab', { name: 'Plan and sample' }).click()
    await expect(page.locator('.qc-whose').first()).toContainText('Level III: category')
  } finally {
    const now = await ask<Saved<Items>>(lead, inspection.qcChecklist)
    await ask(lead, inspection.saveQcChecklist, { settings: list.settings, version: now.version })
    const { version } = await ask<Saved<object>>(lead, inspection.qcSettings)
    await ask(lead, inspection.saveQcSettings, { settings: rules.settings, version })
  }
})
