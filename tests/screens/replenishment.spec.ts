import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

const { allocation } = contract
const retail = 'retail@demo.selvedge'

/** Asks the server as the signed-in page would. */
async function ask<C extends Call>(page: Page, call: C, data: Record<string, unknown>): Promise<Gives<C>> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(data[name]))
  const reply = await page.context().request.post(`/${path}`, { headers: { 'x-selvedge-client': 'screen' }, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

/** Signs in, and cancels what a run before this one left: its pieces would count as on their way. */
async function entered(page: Page): Promise<void> {
  await enterAs(page, retail)
  const { rows } = await ask(page, allocation.replenishmentOrders, { tab: 'DRAFT', search: 'spec' })
  for (const { po_id } of rows) await cancel(page, po_id)
}

/** A new order, open in its drawer. */
async function opened(page: Page, stores: string[], name: string): Promise<string> {
  await entered(page)
  const { order } = await ask(page, allocation.createReplenishment, { name, source: 'WBLR', stores })
  await page.goto(`/retail/replenishment?order=${order.po_id}`)
  await expect(rowOf(page, 0)).toBeVisible()
  return order.po_id
}

const drawer = (page: Page) => page.getByRole('dialog').first()
const rowOf = (page: Page, at: number) => drawer(page).locator(`.dt-row[data-index="${at}"]`)
const tabOf = (page: Page, name: RegExp) => drawer(page).getByRole('tab', { name }).click()
const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).press('Enter')
const summary = (page: Page, po_id: string) => ask(page, allocation.replenishmentSummary, { po_id })
/** Leaves nothing that later specs would find on its way. */
const cancel = async (page: Page, po_id: string) => {
  const { order } = await summary(page, po_id)
  await ask(page, allocation.cancelReplenishment, { po_id, version: order.version, reason: 'Spec' })
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => {
    const data = new DataTransfer()
    data.setData('text', block)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

// Would catch: a second press that makes a second order, sums that differ between the list, the drawer, its summary and the file.
test('a buyer orders what is proposed, once, and its pieces and value add up everywhere', async ({ page }) => {
  await entered(page)
  await page.goto('/retail/replenishment')
  await page.getByRole('button', { name: 'New replenishment order…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New replenishment order' })
  await dialog.getByRole('textbox', { name: 'Order name' }).fill('Spec of metros')
  await dialog.getByRole('combobox', { name: 'From' }).selectOption('WBLR')
  await dialog.getByText('SBLR ·').click()
  await dialog.getByText('SMAA ·').click()
  await dialog.getByRole('button', { name: 'Create replenishment order' }).dblclick()
  await expect(rowOf(page, 0)).toBeVisible()
  const { rows } = await ask(page, allocation.replenishmentOrders, { search: 'Spec of metros' })
  const made = rows.filter(({ state }) => state === 'DRAFT')
  expect(made).toHaveLength(1)
  const po_id = made[0]?.po_id ?? ''

  await drawer(page).getByRole('checkbox').first().click()
  await drawer(page)
    .getByRole('button', { name: /^Order the proposed \d+ pieces$/ })
    .dblclick()
  await expect(drawer(page).getByText(/^[1-9]\d* pieces of \d+ SKUs ordered$/)).toBeVisible()
  const { order, by_store } = await summary(page, po_id)
  const { rows: ordered } = await ask(page, allocation.replenishmentStyles, { po_id, tab: 'ordered', page_size: 500 })
  const { rows: overall } = await ask(page, allocation.replenishmentOverall, { po_id })
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  expect([
    sum(by_store.map(({ pieces }) => pieces)),
    sum(ordered.map((row) => row.ordered)),
    sum(overall.map((row) => row.ordered)),
  ]).toEqual([order.pieces, order.pieces, order.pieces])
  expect(sum(by_store.map((row) => row.retail_value_minor ?? 0))).toBe(order.retail_value_minor)
  await tabOf(page, /^Summary/)
  const value = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(
    (order.retail_value_minor ?? 0) / 100,
  )
  await expect(drawer(page).locator('tfoot')).toContainText(value)

  await page.goBack()
  await expect(page.getByRole('row', { name: new RegExp(po_id) })).toContainText(String(order.pieces))
  await page.goForward()
  await expect(drawer(page)).toContainText(po_id)
  await page.goto('/retail/replenishment?search=Spec%20of%20metros')
  await press(page, 'Export')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText(/^CSV/).click()])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(po_id)
  expect(text).toContain(`,${order.pieces},`)
  await cancel(page, po_id)
})

// Would catch: a cell that is saved though the source lacks it, a paste that is cut without a word, what one person typed lost to another's change.
test('what cannot be ordered is said at its cell, and two people hear of each other', async ({
  page,
  atAnotherMachine,
}) => {
  const po_id = await opened(page, ['SBLR', 'SMAA'], 'Two people, spec')
  await rowOf(page, 0).getByRole('gridcell').nth(2).click()
  const grid = page.getByRole('grid', { name: 'Order by store and size' })
  const cells = grid.locator('input')
  const [shown] = (await ask(page, allocation.replenishmentStyles, { po_id })).rows
  const size = shown?.sizes.find(({ proposed, free }) => proposed > 0 && free > 3)
  const cell = grid.getByRole('textbox', { name: new RegExp(`^${shown?.store}, ${size?.size} .*, In this order`) })
  await cell.focus()
  await paste(page, '9000')
  await expect(
    page.getByText(/^S\w+ · .+: Only [\d,]+ pieces of \S+ are free at the source; 9,000 are ordered\.$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save the order' })).toBeDisabled()
  await cell.fill('0')
  await cells.first().focus()
  await paste(page, '0\ttwo')
  await expect(page.getByText('Left out, not whole numbers: 1.')).toBeInViewport()
  await cell.fill('2')
  await expect(page.getByRole('button', { name: 'Save the order' })).toBeEnabled()

  // Meanwhile ops orders something else.
  const ops = await atAnotherMachine()
  await enterAs(ops, 'ops@demo.selvedge')
  const { rows } = await ask(ops, allocation.replenishmentStyles, { po_id, page_size: 50 })
  const other = rows.at(-1)
  const line = other?.sizes.find(({ proposed }) => proposed > 0)
  const version = (await summary(ops, po_id)).order.version
  await ask(ops, allocation.addReplenishmentStyles, {
    ...{ po_id, version },
    lines: [{ store: other?.store, nm_sku: line?.nm_sku, quantity: 1 }],
  })
  await press(page, 'Save the order')
  await expect(page.getByText(/^Changed by .+ in the meantime\. Please look again\.$/)).toBeVisible()
  await expect(page.getByText('1 piece of 1 SKU ordered')).toBeVisible()
  await expect(cell).toHaveValue('2')
  await press(page, 'Save the order')
  await expect.poll(async () => (await summary(page, po_id)).order.pieces).toBe(3)
  await cancel(page, po_id)
})

// Would catch: "not eligible" without a number, what is put off and goes out all the same, a cancelled order that still counts as on its way.
test('a style is put off and holds the order up, which is then cancelled', async ({ page }) => {
  const po_id = await opened(page, ['SBLR'], 'Put off, spec')
  await tabOf(page, /^Not eligible/)
  // Which test failed, with its numbers.
  await expect(rowOf(page, 0)).toContainText(
    /No minimum set: the source has too few left of size \w+|No room in \w+: \d+ there|Has \d+, and its target is \d+/,
  )
  await tabOf(page, /^Eligible/)
  const [row] = (await ask(page, allocation.replenishmentStyles, { po_id })).rows
  await rowOf(page, 0).getByRole('checkbox').click()
  await press(drawer(page), /^Order the proposed/)
  await expect(drawer(page).getByText(/^[1-9]\d* pieces of/)).toBeVisible()
  await rowOf(page, 0).getByRole('checkbox').click()
  await press(drawer(page), 'Put off…')
  await press(page, 'Put it off')
  await tabOf(page, /^In this order/)
  await expect(rowOf(page, 0)).toContainText(/Put off until .+ by Priya Nair/)
  await press(drawer(page), 'Make gate passes…')
  await page.getByRole('button', { name: 'Make gate passes', exact: true }).press('Enter')
  await expect(
    page.getByText(/It was ordered before that \(\d+ lines\)\. Please take it off the order\./),
  ).toBeVisible()

  await press(drawer(page), 'Cancel the order…')
  const reason = page.locator('.bp6-dialog')
  await reason.getByText('Made by mistake').click()
  await reason.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(drawer(page)).toContainText('Cancelled')
  await expect(drawer(page).getByRole('tab')).toHaveCount(2)
  await tabOf(page, /^Summary/)
  await expect(drawer(page)).toContainText('Made by mistake')
  await ask(page, allocation.snoozeStyles, {
    style_id: row?.style_id,
    color: row?.color,
    stores: ['SBLR'],
    until: null,
  })
})

// Would catch: a shop that is not told since when it waits, in which boxes, and what is late; a drawer that a phone cannot read.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('a shop sees what is to come by pass and box, and what is late', async ({ page }) => {
    await enterAs(page, retail)
    const { rows } = await ask(page, allocation.pendingStoreInwards, {})
    const late = rows.find(({ days_late }) => days_late > 1)
    await page.goto('/retail/store-inwards')
    await press(page, 'Pending inwards…')
    const row = drawer(page).getByRole('row', { name: new RegExp(late?.gate_pass ?? '?') })
    await expect(row).toContainText(`${late?.days_late} days late`)
    await expect(drawer(page).getByText(late?.boxes[0]?.box_code ?? '?')).toBeInViewport()
    await expect(row.getByText(/days late/)).toBeInViewport()
    await row.getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`pass=${late?.gate_pass}`))
  })
})
