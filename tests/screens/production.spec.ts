import { expect, type Locator, type Page } from '@playwright/test'
import { contract } from '../../src/shared/areas.ts'
import type { Call, Gives } from '../../src/shared/kernel/call.ts'
import { enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '', viewport: { width: 1440, height: 900 } })

const { production, materials } = contract
const ops = 'ops@demo.selvedge'

/** Asks the server as the signed-in page would. */
async function ask<C extends Call>(page: Page, call: C, data: object): Promise<Gives<C>> {
  const headers = { 'x-selvedge-client': 'screen' }
  const reply = await page.context().request.post(`/${call.path}`, { headers, data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: Gives<C> }).data
}

const one = (page: Page, order_action_id: string) => ask(page, production.getOrderActionSummary, { order_action_id })
const stateOf = async (page: Page, number: string) => (await one(page, number)).order.state

/** The longest waiting order of a tab that is as wanted. */
async function firstOf(
  page: Page,
  asked: { path: 'IN_HOUSE' | 'OUTSOURCED'; tab: string },
  fits: (row: Gives<typeof production.getOrders>['rows'][number]) => boolean = () => true,
) {
  const { rows } = await ask(page, production.getOrders, { ...asked, page_size: 100 })
  const row = rows.find(fits)
  if (row === undefined) throw new Error(`the demo has no such order in ${asked.tab}`)
  return row
}

const drawerOf = (page: Page) => page.getByRole('dialog').first()
const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).press('Enter')
const tabOf = (drawer: Locator, name: RegExp) => drawer.getByRole('tab', { name }).click()
/** A cell of a grid by its place, from 0. */
const cell = (drawer: Locator, grid: string, at: number) =>
  drawer.getByRole('grid', { name: grid }).locator('input').nth(at)

/** Maps a fabric of which much is free to every SKU of an order, and makes the order small. */
async function mapAndShrink(page: Page, number: string): Promise<void> {
  const { order, lines } = await one(page, number)
  const fabrics = await ask(page, materials.getFabricMaterials, { tab: 'in_use', page_size: 100 })
  const fabric = fabrics.rows.toSorted((a, b) => b.free - a.free)[0]
  await ask(page, materials.updateSkuMaterial, {
    mappings: lines.map(({ nm_sku }) => ({ nm_sku, material_id: fabric?.material_id, consumption: 1.2 })),
  })
  await ask(page, production.updateOrder, {
    order_action_id: number,
    version: order.version,
    content: { lines: lines.map(({ color, size }) => ({ color, size, pieces: 2 })) },
  })
}

// Would catch: a missing thing that leads nowhere, a split that does not add up and is taken, a marker wider than its cloth, an order that is
// sent without fabric, CAD that sees money, a job card that cannot be printed again.
test('an order is mapped, split over two facilities, marked by CAD and sent with its job card', async ({
  page,
  atAnotherMachine,
}) => {
  await enterAs(page, ops)
  const found = await firstOf(
    page,
    { path: 'IN_HOUSE', tab: 'ACTION_REQUIRED' },
    ({ lacking }) => lacking[0] === 'mapping',
  )
  const number = found.order_action_id
  const drawer = drawerOf(page)

  await page.goto('/ops/in-house-orders')
  await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Fabric mapping')
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByRole('gridcell')
    .nth(2)
    .click()
  await expect(drawer.getByRole('button', { name: 'Make ready for allocation' })).toBeHidden()
  await drawer.getByRole('link', { name: 'Not every SKU has its fabric mapped.' }).click()
  await expect(page).toHaveURL(/product-mapping\?.*style=/)
  await mapAndShrink(page, number)
  await page.goBack()
  // It was mapped by a call, of which this page knows nothing.
  await page.reload()
  await expect(drawer.getByRole('link', { name: 'Not every SKU has its fabric mapped.' })).toBeHidden()
  await press(drawer, 'Make ready for allocation')
  await expect.poll(() => stateOf(page, number)).toBe('READY_FOR_ALLOCATION')

  // Two facilities: what does not add up is said at its cell and cannot be sent.
  const { order, lines } = await one(page, number)
  await expect(drawer.getByText(/Makes all .* pcs in time/)).toBeVisible()
  await cell(drawer, 'Split over facilities', 0).fill(String(order.pieces - 5))
  await expect(drawer.getByText(/pcs are given to facilities: 5 are left/).first()).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Assign facilities' })).toBeDisabled()
  await cell(drawer, 'Split over facilities', 1).fill('5')
  await expect(drawer.getByText(/^All \d+ pcs are given to facilities/)).toBeVisible()
  await page.screenshot({ path: 'test-results/production-assign.png' })
  await drawer.getByText('By size').click()
  await expect(drawer.getByRole('grid', { name: 'Split over facilities' }).getByRole('columnheader')).not.toHaveCount(3)
  await drawer.getByText('By quantity').click()
  await press(drawer, 'Assign facilities')
  await expect.poll(() => stateOf(page, number)).toBe('CAD')
  expect((await one(page, number)).facilities).toHaveLength(2)

  // CAD: nothing of money or facilities; a marker wider than the cloth is refused at its field.
  const cad = await atAnotherMachine({ viewport: { width: 1440, height: 900 } })
  await enterAs(cad, 'cad@demo.selvedge')
  await cad.goto(`/ops/in-house-orders?tab=CAD&order=${number}`)
  const desk = drawerOf(cad)
  await expect(desk.getByRole('tab', { name: /^Marker/ })).toBeVisible()
  await expect(desk.getByRole('tab', { name: /^Facilities/ })).toBeHidden()
  await expect(desk.getByText('₹')).toHaveCount(0)
  await desk.getByRole('textbox', { name: 'Width (cm)' }).fill('900')
  await desk.getByRole('textbox', { name: 'Length (m)' }).fill('6.2')
  // More than can be is said at its field, and kept over a closed drawer.
  await desk.getByRole('textbox', { name: 'Efficiency (%)' }).fill('183')
  await expect(desk.getByText('At most 100')).toBeVisible()
  await cad.keyboard.press('Escape')
  await expect(desk).toBeHidden()
  await cad.reload()
  await cad.goto(`/ops/in-house-orders?tab=CAD&order=${number}`)
  await expect(desk.getByRole('textbox', { name: 'Efficiency (%)' })).toHaveValue('183')
  await expect(desk.getByRole('textbox', { name: 'Width (cm)' })).toHaveValue('900')
  await desk.getByRole('textbox', { name: 'Efficiency (%)' }).fill('84.6')
  for (const size of new Set(lines.map(({ size }) => size)))
    await desk.getByRole('textbox', { name: size, exact: true }).fill('1.2')
  await press(desk, 'Save the marker')
  await expect(desk.getByText(/The marker is 900 cm wide, the narrowest roll/).first()).toBeVisible()
  await desk.getByRole('textbox', { name: 'Width (cm)' }).fill('90')
  await cad.screenshot({ path: 'test-results/production-marker.png' })
  await press(desk, 'Save the marker')
  await expect.poll(() => stateOf(page, number)).toBe('READY_FOR_PRODUCTION')
  // The same once more makes no version.
  await expect(desk.getByText('Version 1 says the same.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Save the marker' })).toBeDisabled()
  // Taken back to CAD it may be found right as it is: nobody makes up another value to go on.
  await page.goto(`/ops/in-house-orders?tab=READY_FOR_PRODUCTION&order=${number}`)
  await press(drawer, 'One step back')
  await press(page.getByRole('alertdialog'), 'One step back')
  await expect.poll(() => stateOf(page, number)).toBe('CAD')
  await cad.reload()
  await press(desk, 'Save the marker')
  await expect.poll(() => stateOf(page, number)).toBe('READY_FOR_PRODUCTION')

  // What would be thrown away is said before it is.
  await page.goto(`/ops/in-house-orders?tab=READY_FOR_PRODUCTION&order=${number}`)
  await press(drawer, 'Move to outsourced')
  await expect(page.getByRole('alertdialog')).toContainText('Ready for production → Ready for allocation')
  await expect(page.getByRole('alertdialog')).toContainText('are thrown away')
  await page.screenshot({ path: 'test-results/production-thrown-away.png' })
  await press(page.getByRole('alertdialog'), 'Cancel')

  // Nothing is sent without its fabric: the list of what is missing leads to the rolls.
  await page.goto(`/ops/in-house-orders?tab=READY_FOR_PRODUCTION&order=${number}`)
  await expect(drawer.getByRole('button', { name: 'Send to production' })).toBeHidden()
  await drawer.getByRole('link', { name: 'Not all of its fabric is reserved.' }).click()
  await press(drawer, 'Reserve rolls…')
  const dialog = page.locator('.bp6-dialog')
  await press(dialog, 'Choose rolls')
  await press(dialog, 'Reserve')
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await one(page, number)).lacking).toEqual([])
  // The drawer hears of it without being loaded anew.
  await expect(drawer.getByText('Missing before it can be sent:')).toBeHidden()
  await press(drawer, 'Send to production')
  const card = page.waitForEvent('download')
  await press(dialog, 'Send and fetch job cards')
  expect((await card).suggestedFilename()).toBe('job_card.pdf')
  await expect.poll(() => stateOf(page, number)).toBe('SENT_FOR_PRODUCTION')
  await press(drawer, 'Job card')
  const again = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /English/ }).click()
  expect((await again).suggestedFilename()).toBe('job_card.pdf')
})

// Would catch: a hold that is released to another tab, an undo that does nothing, an order of another path without its purchase order.
test('a hold is released and taken back; an order is moved to outsourced and gets its purchase order', async ({
  page,
}) => {
  await enterAs(page, ops)
  const held = await firstOf(page, { path: 'IN_HOUSE', tab: 'ON_HOLD' })
  await page.goto('/ops/in-house-orders?tab=ON_HOLD')
  await page
    .getByRole('row', { name: new RegExp(held.order_action_id) })
    .getByRole('checkbox')
    .click()
  await press(page.locator('.dt-bulk'), 'Release')
  await expect.poll(() => stateOf(page, held.order_action_id)).not.toBe('ON_HOLD')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => stateOf(page, held.order_action_id)).toBe('ON_HOLD')
  expect((await one(page, held.order_action_id)).order.reason).toBe(held.reason)

  const { order_action_id: number } = await firstOf(page, { path: 'IN_HOUSE', tab: 'READY_FOR_ALLOCATION' })
  await page.goto(`/ops/in-house-orders?tab=READY_FOR_ALLOCATION&order=${number}`)
  const drawer = drawerOf(page)
  await press(drawer, 'Move to outsourced')
  await expect.poll(async () => (await one(page, number)).order.path).toBe('OUTSOURCED')
  await page.goto(`/ops/outsourced-orders?tab=READY_FOR_ALLOCATION&order=${number}`)
  const { order } = await one(page, number)
  // The demo's draft is older than the move: it is chosen before it goes over the order.
  await press(drawer, 'Go on with my draft')
  await cell(drawer, 'Split over facilities', 0).fill(String(order.pieces))
  await drawer.getByRole('textbox', { name: 'Rate a piece (INR)' }).fill('92.50')
  await expect(drawer.getByRole('table', { name: 'What if' })).toContainText('Cost')
  await press(drawer, /^Assign (facilities|all the same, beyond capacity)$/)
  await expect.poll(() => stateOf(page, number)).toBe('CAD')
  await tabOf(drawer, /^Facilities/)
  await press(drawer, 'Make its purchase order')
  await expect.poll(async () => (await one(page, number)).facilities[0]?.purchase_order).toBeTruthy()
  const po = (await one(page, number)).facilities[0]?.purchase_order ?? ''
  // The other path is shut while it has a purchase order, and says so with the way there.
  await expect(drawer.getByRole('button', { name: 'Move in-house' })).toBeDisabled()
  await expect(drawer.getByText('cancel its purchase order first:')).toContainText(po)
  await drawer.getByRole('link', { name: po }).first().click()
  await expect(page).toHaveURL(new RegExp(`vendor-purchase-orders\\?.*po=${po}`))
  await expect(drawer).toContainText('₹92.50')
  await expect(drawer.getByRole('button', { name: 'Print' })).toBeVisible()
  // Cancelled by words, and it stays to be read.
  await press(drawer, 'Cancel it…')
  await page.locator('.bp6-dialog').getByText('Another facility').click()
  await press(page.locator('.bp6-dialog'), 'Cancel the purchase order')
  await expect(drawer).toContainText('Cancelled')
})

// Would catch: keystrokes that are lost by a reload or while nothing answers, a draft that goes over another's, a conflict without both values.
test('drafts survive a reload and a lost connection; two people and two tabs see both values', async ({
  page,
  context,
  atAnotherMachine,
}) => {
  await enterAs(page, ops)
  const { order_action_id: number } = await firstOf(page, { path: 'OUTSOURCED', tab: 'ACTION_REQUIRED' })
  const place = `/ops/outsourced-orders?order=${number}&part=order`
  const drawer = drawerOf(page)
  const remark = (of: Page) => drawerOf(of).getByRole('textbox', { name: 'Remark' })
  const draft = async () =>
    (await ask(page, production.getOrderActionDraft, { order_action_id: number })).draft?.content.remark
  await page.goto(place)
  await remark(page).fill('Cut the navy first')
  await expect.poll(draft).toBe('Cut the navy first')

  // Nothing answers, and the page is loaded anew: what was typed is here, and is sent once it can be.
  await page.route(`**/${production.updateOrder.path}`, (route) => route.abort())
  await remark(page).fill('Cut the navy first, then black')
  await expect(drawer.getByText('No connection: it is kept here and sent later.').first()).toBeVisible()
  await page.unroute(`**/${production.updateOrder.path}`)
  await page.reload()
  await expect(remark(page)).toHaveValue('Cut the navy first, then black')
  await expect.poll(draft).toBe('Cut the navy first, then black')

  // Another tab of the same person: the later one is told, with both values, and chooses.
  const tab = await context.newPage()
  await tab.goto(place)
  await expect(remark(tab)).toHaveValue('Cut the navy first, then black')
  await remark(page).fill('Typed in the first tab')
  await expect.poll(draft).toBe('Typed in the first tab')
  await remark(tab).fill('Typed in the second tab')
  const sides = drawerOf(tab).getByRole('table', { name: 'Both side by side' })
  await expect(sides).toContainText('Typed in the second tab')
  await expect(sides).toContainText('Typed in the first tab')
  await tab.screenshot({ path: 'test-results/production-conflict.png' })
  await press(drawerOf(tab), 'Keep what is typed here')
  await expect.poll(draft).toBe('Typed in the second tab')
  await tab.close()

  // Somebody else at the order sees the draft beside their own, and changes the order under it.
  const other = await atAnotherMachine({ viewport: { width: 1440, height: 900 } })
  await enterAs(other, 'admin-india@demo.selvedge')
  await other.goto(place)
  await expect(drawerOf(other).getByText(/has a draft of this order/)).toBeVisible()
  await expect(drawerOf(other).getByRole('table', { name: 'Both side by side' })).toContainText(
    'Typed in the second tab',
  )
  await remark(other).fill('The order says so now')
  await press(drawerOf(other), 'Save the order')
  await expect.poll(async () => (await one(page, number)).remark).toBe('The order says so now')
  await page.reload()
  await expect(
    drawer.getByText('The order was changed since you typed your draft. Nothing of it is lost.'),
  ).toBeVisible()
  await expect(drawer.getByRole('table', { name: 'Both side by side' }).first()).toContainText('The order says so now')
  await expect(remark(page)).toHaveValue('Typed in the second tab')
  // Neither waiting nor typing on puts the draft over what the order says now.
  await expect(drawer.getByRole('button', { name: 'Save the order' })).toBeDisabled()
  await remark(page).fill('Typed in the second tab, and on')
  await expect.poll(draft).toBe('Typed in the second tab, and on')
  await page.reload()
  await expect(drawer.getByRole('button', { name: 'Save the order' })).toBeDisabled()
  // Gone on with, it is one of the order as it is now, after a reload too; until the order changes again.
  const isOld = drawer.getByText('The order was changed since you typed your draft. Nothing of it is lost.')
  await press(drawer, 'Go on with my draft')
  await expect(isOld).toBeHidden()
  await page.reload()
  await expect(remark(page)).toHaveValue('Typed in the second tab, and on')
  await expect(isOld).toBeHidden()
  await remark(other).fill('And now it says this')
  await press(drawerOf(other), 'Save the order')
  await expect.poll(async () => (await one(page, number)).remark).toBe('And now it says this')
  await page.reload()
  await expect(isOld).toBeVisible()
  await press(drawer, 'Drop my draft')
  await expect.poll(draft).toBe(undefined)
})

// Would catch: a sheet that is taken although a cell of it is wrong, and a report without its file.
test('orders are moved by sheet, with faults by cell; the report is fetched as a workbook', async ({ page }) => {
  await enterAs(page, ops)
  const { order_action_id: number } = await firstOf(page, { path: 'OUTSOURCED', tab: 'READY_FOR_ALLOCATION' })
  await page.goto('/ops/outsourced-orders?tab=READY_FOR_ALLOCATION')
  const bring = async (rows: readonly string[]) => {
    const buffer = Buffer.from(['Production order,Action,Reason', ...rows].join('\n'))
    await page.locator('input[type=file]').last().setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer })
  }
  await page.getByRole('button', { name: 'Change by sheet…' }).click()
  await bring([`${number},hold,`])
  await expect(page.locator('.bp6-dialog').getByText('Please say why.').first()).toBeVisible()
  expect(await stateOf(page, number)).toBe('READY_FOR_ALLOCATION')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change by sheet…' }).click()
  await bring([`${number},hold,Fabric is late`])
  await expect.poll(() => stateOf(page, number)).toBe('ON_HOLD')

  await page.goto('/ops/supply-report')
  await expect(page.getByRole('figure', { name: 'Orders by tab and age' })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Workbook (XLSX)' }).click()
  expect((await file).suggestedFilename()).toBe('supply_report.xlsx')
})
