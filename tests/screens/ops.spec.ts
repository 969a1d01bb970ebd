import { expect, type Page, test } from '@playwright/test'
import { plainPhoto } from '../support/pictures.ts'
import { pressAgain } from '../support/press-again.ts'
import { enterAs } from '../support/story/enter.ts'
import { amendElsewhere, decideElsewhere, pendingOrders } from '../support/story/pending-order.ts'
import { rowOf } from '../support/story/stage.ts'

const origin = process.env.SELVEDGE_URL ?? ''

test.use({ baseURL: origin })

/** Another vendor's than the story's, so that both find their orders waiting. */
const SUPPLIER = 'SZ02'

/** Those that need no second look: the list that opens. */
async function cleanOrders(supplier = SUPPLIER) {
  return (await pendingOrders(origin, supplier)).filter(({ exceptions }) => exceptions.length === 0)
}

async function openPending(page: Page): Promise<number> {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto(`/ops/all-pending-orders?supplier=${SUPPLIER}`)
  const { length } = await cleanOrders()
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(length + 1)
  return length
}

// Would catch: a bulk approval that changes other orders than those chosen, or an undo that leaves some approved.
test('ops approve several orders, take that back, and refuse one with a reason, which is taken back as well', async ({
  page,
}) => {
  const before = await openPending(page)
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  await page.getByRole('button', { name: 'Approve 2', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve 2 orders' }).click()
  await expect(page.getByText('2 orders approved.')).toBeVisible()
  await expect.poll(async () => (await cleanOrders()).length).toBe(before - 2)
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await cleanOrders()).length).toBe(before)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(before + 1)

  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Price not agreed')
  await expect(dialog.getByRole('button', { name: 'Refuse', exact: true })).toBeDisabled()
  await dialog.getByRole('combobox').selectOption('Other')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(page.getByText(/^Order \S+ refused\.$/)).toBeVisible()
  await expect.poll(async () => (await cleanOrders()).length).toBe(before - 1)

  // Would catch: a refused order that is in no list, and cannot be had back once the toast is gone.
  await page.getByRole('tab', { name: 'Refused' }).click()
  const refused = page.getByRole('row').filter({ hasText: 'Other · Price not agreed' })
  await expect(refused).toHaveCount(1)
  await refused.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText(/^Decision on order \S+ taken back\.$/)).toBeVisible()
  await expect(refused).toHaveCount(0)
  await expect.poll(async () => (await cleanOrders()).length).toBe(before)
})

// Would catch: orders of one supplier approved under the name of another, whose rows have not come yet.
test('rows of another question are dimmed and take no press', async ({ page }) => {
  const before = await openPending(page)
  const { promise: isSlow, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/get-orders/pending/**', async (route) => {
    await isSlow
    await route.continue()
  })
  const rows = page.getByRole('grid').locator('.dt-row[data-row-id]')
  await page.getByRole('button', { name: /^All suppliers/ }).click()
  const body = page.locator('.dt-body')
  await expect(body).toHaveAttribute('inert', '')
  await expect(rows).toHaveCount(before)
  const at = await rows.first().boundingBox()
  await page.mouse.click((at?.x ?? 0) + 16, (at?.y ?? 0) + 16)
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  await expect(page.locator('.dt-bulk')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letGo()
  await expect(body).not.toHaveAttribute('inert')
  await rows.first().getByRole('checkbox').check()
  await expect(page.locator('.dt-bulk')).toBeVisible()
})

// Would catch: a green "0 orders approved" with an Undo that undoes nothing; a refusal that ends at "It was decided on meanwhile".
test('a decision that came too late is no success, and a refusal in the drawer goes on to the next', async ({
  page,
}) => {
  await openPending(page)
  const [first, second] = await cleanOrders()
  await page.route('**/get-orders/pending/**', (route) => route.abort())
  await decideElsewhere(origin, first?.order_id ?? '', 'approve')
  await rowOf(page, first?.order_id ?? '')
    .getByRole('button', { name: 'Approve' })
    .click()
  const toast = page.locator('.toast').filter({ hasText: 'Nothing was changed.' })
  await expect(toast).toHaveAttribute('data-tone', 'info')
  await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.unroute('**/get-orders/pending/**')
  await decideElsewhere(origin, first?.order_id ?? '', 'withdraw')

  await page.goto(`/ops/all-pending-orders?supplier=${SUPPLIER}&order=${second?.order_id}`)
  const drawer = page.locator('.drawer')
  await drawer.getByRole('button', { name: 'Refuse…' }).click()
  const dialog = page.getByRole('dialog', { name: `Refuse order ${second?.order_id}` })
  await dialog.getByRole('combobox').selectOption('Other')
  await dialog.getByRole('textbox').fill('Too late')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  const refused = `Order ${second?.order_id} refused.`
  await expect(page.getByText(refused)).toBeVisible()
  await expect(page.getByText('It was decided on in the meantime.')).toHaveCount(0)
  await expect(drawer.getByRole('heading', { level: 2 })).not.toHaveText(second?.order_id ?? '')
  await page.locator('.toast').filter({ hasText: refused }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
})

// Would catch: an order that a colleague amended since it was drawn, approved at whatever stands; a drawer that goes on past it.
test('an order that is not as it was seen stays, and says who changed it and how it is', async ({ page }) => {
  await openPending(page)
  const [first, second] = await cleanOrders()
  const approves = async (order_id: string, press: () => Promise<void>) => {
    await page.route('**/get-orders/pending/**', (route) => route.abort())
    const deadline = await amendElsewhere(origin, order_id)
    await press()
    const said = `${order_id} – Changed by `
    const toast = page.locator('.toast').filter({ hasText: said })
    await expect(toast).toContainText(`to ship by ${deadline}`)
    await expect(toast).toHaveAttribute('data-tone', 'info')
    await page.unroute('**/get-orders/pending/**')
    await toast.getByRole('button', { name: 'Close' }).click()
  }
  await approves(first?.order_id ?? '', () =>
    rowOf(page, first?.order_id ?? '')
      .getByRole('button', { name: 'Approve' })
      .click(),
  )
  await page.goto(`/ops/all-pending-orders?supplier=${SUPPLIER}&order=${second?.order_id}`)
  const drawer = page.locator('.drawer')
  const approve = drawer.getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeEnabled({ timeout: 30_000 })
  await approves(second?.order_id ?? '', () => approve.click())
  await expect(drawer.getByRole('heading', { level: 2 })).toHaveText(second?.order_id ?? '')
  expect((await cleanOrders()).map(({ order_id }) => order_id)).toEqual(
    expect.arrayContaining([first?.order_id, second?.order_id]),
  )
})

// Would catch: a button that turns for ever over a line that gives no answer, and a green mark beside it; a second press that refuses twice.
test('a press without an answer says so after three seconds, and pressed again is the same press', async ({ page }) => {
  await openPending(page)
  const order_id = (await cleanOrders())[0]?.order_id ?? ''
  await page.locator(`[data-row-id="${order_id}"]`).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption('Other')
  await dialog.getByRole('textbox').fill('Line is cut')
  const keys: (string | undefined)[] = []
  let cut = () => {}
  const isCut = new Promise<void>((resolve) => {
    cut = resolve
  })
  // The whole line is silent: a server that answers others is no news for the mark.
  await page.route('**/*', async (route) => {
    await isCut
    return route.fallback()
  })
  await page.route('**/approve-order', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // It is done, and its answer lost.
    await route.fetch()
    await isCut
    return route.abort()
  })
  const mark = page.locator('.connection')
  await expect(mark).toHaveAttribute('data-state', 'connected')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'No answer yet…' })).toBeDisabled()
  await expect(mark).not.toHaveAttribute('data-state', 'connected')
  cut()
  await pressAgain(dialog)
  await expect(page.getByText(`Order ${order_id} refused.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect([keys.length, keys[1]]).toEqual([2, keys[0]])
  await page
    .locator('.toast')
    .filter({ hasText: `Order ${order_id} refused.` })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText('Undone')).toBeVisible()
})

// Would catch: rows that jump under the pointer once one is decided on, an undo in the row that undoes another; keys that do nothing.
test('what was decided on keeps its place, with its undo; A approves the row under the cursor', async ({ page }) => {
  const before = await openPending(page)
  const ids = () =>
    page.locator('.dt-row[data-row-id]').evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')))
  const order = await ids()
  await rowOf(page, order[1] ?? '')
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(rowOf(page, order[1] ?? '')).toContainText('Approved')
  await page.getByRole('grid').focus()
  for (const key of ['j', 'j', 'j', 'a']) await page.keyboard.press(key)
  await expect(rowOf(page, order[2] ?? '')).toContainText('Approved')
  await expect.poll(async () => (await cleanOrders()).length).toBe(before - 2)
  expect(await ids()).toEqual(order)
  for (const at of [1, 2])
    await rowOf(page, order[at] ?? '')
      .getByRole('button', { name: 'Undo' })
      .click()
  await expect.poll(async () => (await cleanOrders()).length).toBe(before)
  await expect.poll(ids).toEqual(order)
})

// Would catch: "all that match" meaning what is loaded, or what another filter shows; exceptions that go through with the clean ones.
test('ops approve all clean ones that match, and take one back from the confirmed ones', async ({ page }) => {
  await openPending(page)
  const waiting = await cleanOrders()
  await page.getByRole('button', { name: `Approve all ${waiting.length} clean` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(String(waiting.length))
  await question.getByRole('button', { name: `Approve ${waiting.length} orders` }).click()
  await expect(page.getByText(`${waiting.length} orders approved.`)).toBeVisible()
  expect(await cleanOrders()).toEqual([])
  expect(await pendingOrders(origin, SUPPLIER)).not.toEqual([])
  expect(await cleanOrders('GZ01')).not.toEqual([])

  const [one] = waiting
  if (one === undefined) throw new Error('the demo data has no pending order of this supplier')
  await page.goto(`/ops/confirmed-orders?search=${one.order_id}`)
  await rowOf(page, one.order_id).getByText(one.order_id).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take the decision back' }).click()
  await expect(page.getByText(`Decision on order ${one.order_id} taken back.`)).toBeVisible()
  expect((await cleanOrders()).map((order) => order.order_id)).toEqual([one.order_id])
})

// Would catch: a folder of pictures that goes in without its colours, a second drop that doubles them, a refusal without its reason;
// a picture that is taken off for good, or whose list still shows it.
test('ops add pictures by the names of their files, and take one off and back', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/pictures?search=BT2009')
  const row = page.getByRole('row').filter({ hasText: 'BT2009' })
  await expect(row.locator('img')).toHaveCount(0)
  const front = await plainPhoto(600, 800)
  const files = [
    { name: 'bt2009.jpg', mimeType: 'image/jpeg', buffer: front },
    { name: 'BT2009_摩卡棕.jpg', mimeType: 'image/jpeg', buffer: await plainPhoto(600, 800) },
    { name: 'BT2009-Purple.jpg', mimeType: 'image/jpeg', buffer: front },
    { name: 'BT2009-2.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ]
  await page.getByRole('button', { name: 'Add pictures…' }).click()
  const dialog = page.getByRole('dialog')
  for (const sums of [
    'Taken: 2 · unchanged: 0 · refused: 2 · left: 0',
    'Taken: 2 · unchanged: 2 · refused: 4 · left: 0',
  ]) {
    await dialog.getByLabel('Choose pictures').setInputFiles(files)
    await expect(dialog.getByText(sums)).toBeVisible()
  }
  await expect(dialog.getByText('Style BT2009 has no colour "PURPLE".').first()).toBeVisible()
  await expect(dialog.getByText('Please upload a .jpg, .png or .webp picture.').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('tab', { name: 'All' }).click()
  await expect(row.locator('img')).toHaveCount(2)
  await row.getByText('BT2009').click()
  const drawer = page.getByRole('dialog', { name: 'BT2009' })
  await drawer.getByRole('button', { name: 'Remove picture 1: Mocha' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(drawer.locator('.pictures-tiles img')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(drawer.locator('.pictures-tiles img')).toHaveCount(2)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await row.locator('img').first().hover()
  await expect(page.locator('.style-enlarged img')).toBeVisible()
})

// Would catch: a form that loses its style or numbers, a made order that does not open, an amendment that the vendor does not read,
// and buttons of the drawer that do nothing.
test('ops make an order by hand, amend it, hurry it, and cancel it', async ({ page }) => {
  await enterAs(page, 'ops@demo.selvedge')
  await page.goto('/ops/all-pending-orders')
  await page.getByRole('button', { name: 'New order…' }).click()
  const form = page.getByRole('dialog', { name: 'New order' })
  await form.getByRole('combobox', { name: 'Style ID or name' }).fill('AC6001')
  await expect(form.getByRole('listbox', { name: 'Style' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  // The grid has the focus: keys go on from there.
  await expect(form.getByRole('grid').locator('input').first()).toBeFocused()
  await page.keyboard.type('10')
  await page.keyboard.press('Tab')
  await page.keyboard.type('20')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Please enter a price above zero.')).toBeVisible()
  await form.getByLabel('Unit price (CNY)').fill('61.50')
  await form.getByLabel('Ship by').fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))
  await form.getByLabel('Destination').selectOption({ index: 1 })
  await expect(form.getByRole('status')).toContainText('30 pieces')
  await page.keyboard.press('Control+Enter')
  const drawer = page.locator('.drawer')
  await expect(drawer.getByRole('heading', { name: /^VO-/ })).toBeVisible()
  await expect(page.locator('.toast').getByRole('button', { name: 'Order another' })).toBeVisible()
  const id = (await drawer.getByRole('heading', { name: /^VO-/ }).textContent()) ?? ''

  await drawer.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText(`Order ${id} approved.`)).toBeVisible()
  await page.goto(`/ops/confirmed-orders?order=${id}`)
  await drawer.getByRole('button', { name: 'Amend…' }).click()
  const amend = page.getByRole('dialog', { name: `Amend order ${id}` })
  await expect(amend.getByRole('grid').locator('input').first()).toBeFocused()
  await page.keyboard.type('4')
  await page.keyboard.press('Tab')
  await amend.getByLabel('Reason').fill('Sells worse than planned')
  await amend.getByRole('button', { name: 'Amend', exact: true }).click()
  await expect(page.getByText(`Order ${id} amended.`)).toBeVisible()
  await drawer.getByRole('button', { name: 'Flag as urgent' }).click()
  await expect(drawer.getByRole('button', { name: 'Not urgent any more' })).toBeVisible()

  // What the vendor has before it.
  await page.goto(`/supplier/my-orders?tab=all&order=${id}`)
  const told = drawer.locator('.order-amendments li')
  await expect(told).toContainText('10 → 4')
  await expect(told).toContainText('Sells worse than planned')

  await page.goto(`/ops/confirmed-orders?order=${id}`)
  await drawer.getByRole('button', { name: 'Cancel order…' }).click()
  const cancel = page.getByRole('dialog', { name: `Cancel order ${id}` })
  await cancel.getByText('Style dropped').click()
  await cancel.getByRole('button', { name: 'Cancel order', exact: true }).click()
  await expect(page.getByText(`Order ${id} cancelled.`)).toBeVisible()
  await page.goto('/ops/all-pending-orders?tab=cancelled')
  await expect(page.getByRole('row').filter({ hasText: id })).toContainText('Style dropped')
})
