import { expect, type Locator, type Page } from '@playwright/test'
import { askAs, enterAs } from '../support/story/enter.ts'
import { test } from './machines.ts'

test.use({ baseURL: process.env.SELVEDGE_URL ?? '' })

/** What a spreadsheet would put on the clipboard, pasted where the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => {
    const data = new DataTransfer()
    data.setData('text', block)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

/** Presses on one cell and lets go on another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}

/** Where the next key goes: the cell with the focus, which must be seen to have it however the focus came. */
async function showsCursor(cell: Locator): Promise<void> {
  await expect(cell).toBeFocused()
  await expect(cell).toHaveCSS('box-shadow', /inset/)
}

const cellAt = (grid: Locator, r: number, c: number) => grid.locator(`[data-r="${r}"][data-c="${c}"]`)

async function inwardedBox(page: Page): Promise<string> {
  const headers = { 'x-selvedge-client': 'screen' }
  const ask = async (call: string, data: unknown) => {
    const reply = await page.context().request.post(`/v1/erp/qc/china/${call}`, { headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as { data: { rows: { sscc: string; sku_count: number; supplier_id: string }[] } }
  }
  const { data } = await ask('get-awaiting-inward-boxes', { page_size: 500 })
  const [box] = data.rows
    .filter(({ supplier_id }) => supplier_id !== 'SZ02')
    .toSorted((a, b) => b.sku_count - a.sku_count)
  if (!box) throw new Error('no box of the demo is on its way')
  await ask('inward-boxes', { site: 'CNQC', boxes: [{ code: box.sscc }] })
  return box.sscc
}

/** The first grid on the page with two cells beside each other, neither of which is where the keyboard enters; and those two. */
async function neighbours(page: Page): Promise<{ grid: Locator; first: Locator; one: Locator; other: Locator }> {
  await page.locator('.qg input[data-r]').first().waitFor()
  const grids = page.locator('.qg')
  for (let at = 0; at < (await grids.count()); at += 1) {
    const grid = grids.nth(at)
    const places = await grid
      .locator('input[data-r]')
      .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ dataset }) => [Number(dataset.r), Number(dataset.c)]))
    const [start, ...others] = places
    const isThere = (r = -1, c = -1) => others.some(([row, column]) => row === r && column === c)
    const found = others.find(([r, c = -1]) => isThere(r, c + 1))
    if (!start || !found) continue
    const [r = 0, c = 0] = found
    const first = cellAt(grid, start[0] ?? 0, start[1] ?? 0)
    return { grid, first, one: cellAt(grid, r, c), other: cellAt(grid, r, c + 1) }
  }
  throw new Error('no grid on the page has two cells beside each other')
}

// Would catch: keys that act on the cell where the cursor was before the click.
test('in the grids of a box, keys act on the cell that was clicked, and on what was dragged over', async ({ page }) => {
  await enterAs(page, 'china-qc@demo.selvedge')
  const sscc = await inwardedBox(page)
  await page.goto(`/supplier/qc-platform?tab=all&box=${sscc}&view=count`)
  await page.getByRole('button', { name: 'Rest as declared' }).click()
  const { grid, first, one, other } = await neighbours(page)
  const declared = await first.inputValue()

  await one.click()
  await showsCursor(one)
  await page.keyboard.press('Delete')
  await expect(one).toHaveValue('0')
  await expect(first).toHaveValue(declared)
  // A digit after a click overwrites what stands there, also after a second one.
  await page.keyboard.type('7')
  await one.click()
  await page.keyboard.type('8')
  await expect(one).toHaveValue('8')

  await drag(page, one, other)
  await showsCursor(one)
  await expect(grid.locator('[data-marked]')).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expect(one).toHaveValue('0')
  await expect(other).toHaveValue('0')
  await expect(first).toHaveValue(declared)
  // Shift draws the area up from the cursor, by mouse and by arrow.
  await one.click()
  await expect(grid.locator('[data-marked]')).toHaveCount(0)
  await other.click({ modifiers: ['Shift'] })
  await expect(grid.locator('[data-marked]')).toHaveCount(2)
  await paste(page, '3')
  await expect(one).toHaveValue('3')
  await expect(other).toHaveValue('3')
  await one.click()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(grid.locator('[data-marked]')).toHaveCount(2)
  await showsCursor(one)
})

// Would catch: a letter that judges the pieces of another colour.
test('a letter judges the pieces of the cell that was clicked', async ({ page }) => {
  await enterAs(page, 'china-qc@demo.selvedge')
  const sscc = await inwardedBox(page)
  await page.goto(`/supplier/qc-platform?tab=all&box=${sscc}&view=count`)
  await page.getByRole('button', { name: 'Rest as declared' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.locator('.drawer-head .status-tag')).toHaveText('Qty validated')
  await page.goto(`/supplier/qc-platform?tab=all&box=${sscc}&view=inspect`)
  await page.locator('.qc-subtabs').getByRole('tab', { name: 'Pieces' }).click()
  const { grid, other: cell } = await neighbours(page)
  const at = await cell.evaluate((field: HTMLInputElement) => [Number(field.dataset.r), Number(field.dataset.c)])
  await cell.click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('f')
  const filled = () =>
    grid
      .locator('input[data-r]')
      .evaluateAll((fields: HTMLInputElement[]) =>
        fields.filter(({ value }) => value !== '').map(({ dataset }) => [Number(dataset.r), Number(dataset.c)]),
      )
  // Under "Passed" stands "Failed QC".
  await expect.poll(filled).toEqual([[(at[0] ?? 0) + 1, at[1]]])
})

// Would catch: a paste that lands in the first colour, a letter that refuses another size.
test('an answer is pasted and lettered where the click was', async ({ page }) => {
  await enterAs(page, 'vendor@demo.selvedge')
  interface Order {
    order_id: string
    sku_details: { color: string; size: string }[]
  }
  const { rows } = await askAs<{ rows: Order[] }>(page, 'get-orders', {
    tab: 'new',
    page_size: 50,
    include_lines: true,
  })
  const order = rows.find(({ sku_details }) => new Set(sku_details.map(({ size }) => size)).size > 2)
  await page.goto(`/supplier/my-orders?order=${order?.order_id}`)
  const { first, one, other } = await neighbours(page)
  const before = await first.inputValue()
  await one.click()
  await showsCursor(one)
  await paste(page, '1\t2')
  await expect(one).toHaveValue('1')
  await expect(other).toHaveValue('2')
  await expect(first).toHaveValue(before)
  await other.click()
  await page.keyboard.press('x')
  await expect(other).toHaveValue('')
  await expect(one).toHaveValue('1')
  await expect(first).toHaveValue(before)
  // Would catch: letters that do nothing, or write themselves into the cell, while a Chinese input method is on.
  const wire = await page.context().newCDPSession(page)
  const compose = async (letter: string) => {
    const code = `Key${letter.toUpperCase()}`
    await wire.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code, windowsVirtualKeyCode: 229 })
    await wire.send('Input.imeSetComposition', { text: letter, selectionStart: 1, selectionEnd: 1 })
    await wire.send('Input.dispatchKeyEvent', { type: 'keyUp', key: letter, code })
  }
  await one.click()
  await compose('a')
  await expect(one).not.toHaveValue('1')
  await compose('o')
  await expect(one).toHaveValue('')
  await expect(one).toBeFocused()
  await compose('x')
  await compose('a')
  await expect(one).toHaveValue(/^\d+$/)
  await expect(page.getByText('Only whole numbers of pieces, without a minus sign.')).toBeHidden()
  await page.keyboard.press('3')
  await expect(one).toHaveValue('3')
})

// Would catch: a cursor that nobody sees after a click, so that Delete and "Fill down" act where nobody looks.
test('the packing grid shows its cursor after a click, and marks what is dragged over', async ({ page }) => {
  await enterAs(page, 'vendor@demo.selvedge')
  interface Shipment {
    shipment_id: string
    allowed_moves: string[]
  }
  const { rows } = await askAs<{ rows: Shipment[] }>(page, 'get-shipments', { page_size: 100 })
  const shipment = rows.find(({ allowed_moves }) => allowed_moves.includes('pack'))
  await page.goto(`/supplier/shipment-management?shipment=${shipment?.shipment_id}&view=packing`)
  for (let box = 0; box < 3; box += 1) await page.getByRole('button', { name: 'Add box' }).first().click()
  const grid = page.locator('.pg')
  const cell = (row: number, column: number) => grid.locator(`[data-row="${row}"][data-col="${column}"] input`)
  await cell(1, 3).click()
  await showsCursor(cell(1, 3))
  await page.keyboard.type('4')
  await cell(0, 3).click()
  await page.keyboard.type('9')
  await expect(cell(1, 3)).toHaveValue('4')
  await drag(page, cell(0, 3), cell(1, 3))
  await showsCursor(cell(0, 3))
  await expect(grid.locator('[data-marked]')).toHaveCount(2)
  await paste(page, '5')
  await expect(cell(0, 3)).toHaveValue('5')
  await expect(cell(1, 3)).toHaveValue('5')
  await page.keyboard.press('Delete')
  await expect(cell(0, 3)).toHaveValue('')
  await expect(cell(1, 3)).toHaveValue('')
  await page.keyboard.type('6')
  await cell(1, 3).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+d')
  await expect(cell(1, 3)).toHaveValue('6')
  await expect(cell(2, 3)).toHaveValue('')
  // The focus is elsewhere: where the button acts is still shown.
  await cell(1, 3).click()
  await page.keyboard.press('Escape')
  await expect(cell(1, 3)).toHaveCSS('box-shadow', /inset/)
  await page.getByRole('button', { name: 'Fill down' }).click()
  await expect(cell(2, 3)).toHaveValue('6')
})

// Would catch: three colours pasted as Ready, Out of stock and Refused of the first; two clicks that confirm two orders.
test('a matrix is pasted by its names, what could be meant otherwise is asked, and a second click confirms nothing', async ({
  page,
}) => {
  await enterAs(page, 'vendor@demo.selvedge')
  interface Order {
    order_id: string
    sku_details: { nm_sku: string; color: string; color_zh: string; size: string }[]
  }
  const { rows } = await askAs<{ rows: Order[] }>(page, 'get-orders', {
    tab: 'new',
    page_size: 50,
    include_lines: true,
  })
  const order = rows.find(({ sku_details }) => new Set(sku_details.map(({ color }) => color)).size > 1)
  if (!order) throw new Error('no new order of the demo has two colours')
  await page.goto(`/supplier/my-orders?order=${order.order_id}`)
  const grid = page.locator('.qg').first()
  const fields = grid.locator('input[data-r]')
  await fields.first().waitFor()
  const colors = [...new Map(order.sku_details.map((sku) => [sku.color, sku.color_zh]))]
  const sizes = [...new Set(order.sku_details.map(({ size }) => size))].toReversed()
  const matrix = colors.map(([, zh], at) => [zh, ...sizes.map(() => String(at + 1))].join('\t')).toReversed()
  await fields.first().click()
  await paste(page, `${['颜色', ...sizes].join('\t')}\n${matrix.join('\n')}`)
  const shown = await fields.evaluateAll((all: HTMLInputElement[]) =>
    all
      .filter(({ dataset }) => Number(dataset.r) % 3 === 0)
      .map(({ dataset, value }) => [Number(dataset.r) / 3, value]),
  )
  for (const [at, value] of shown) expect(value).toBe(String(Number(at) + 1))
  const before = await fields.first().inputValue()
  await fields.first().click()
  await paste(page, Array.from({ length: colors.length + 1 }, () => '0').join('\n'))
  const question = page.getByRole('alertdialog', { name: 'Paste like this?' })
  await expect(question).toBeVisible()
  await expect(question.getByRole('radio').first()).toBeChecked()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(fields.first()).toHaveValue(before)

  await page.goto('/supplier/my-orders')
  await page.locator('.dt-row[data-row-id]').first().click()
  const heading = page.locator('.drawer h2')
  const first = await heading.textContent()
  const confirm = page.getByRole('button', { name: /^Confirm and next/ })
  await page.locator('.qg input[data-r]').first().waitFor()
  const confirmed: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/update-orders')) confirmed.push(request.url())
  })
  await confirm.hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(heading).not.toHaveText(first ?? '')
  await page.locator('.qg input[data-r]').first().waitFor()
  await page.mouse.down()
  await page.mouse.up()
  await page.waitForTimeout(600)
  expect(confirmed).toHaveLength(1)
  // Once it was seen, it takes the press.
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => confirmed).toHaveLength(2)
})

// Would catch: Ctrl+Z that takes the typing back before the paste that came after it; boxes that are wiped by one click.
test('in the packing grid the way back goes in order, and discarding asks first', async ({ page }) => {
  await enterAs(page, 'vendor@demo.selvedge')
  interface Shipment {
    shipment_id: string
    allowed_moves: string[]
  }
  const { rows } = await askAs<{ rows: Shipment[] }>(page, 'get-shipments', { page_size: 100 })
  const shipment = rows.find(({ allowed_moves }) => allowed_moves.includes('pack'))
  await page.goto(`/supplier/shipment-management?shipment=${shipment?.shipment_id}&view=packing`)
  for (let box = 0; box < 2; box += 1) await page.getByRole('button', { name: 'Add box' }).first().click()
  const grid = page.locator('.pg')
  const cell = (row: number, column: number) => grid.locator(`[data-row="${row}"][data-col="${column}"] input`)
  await cell(0, 3).click()
  await page.keyboard.type('12')
  await cell(1, 3).click()
  await paste(page, '3\t')
  await expect(cell(1, 3)).toHaveValue('3')
  await page.keyboard.press('Control+z')
  await expect(cell(1, 3)).toHaveValue('')
  await expect(cell(0, 3)).toHaveValue('12')
  await page.keyboard.press('Control+z')
  await expect(cell(0, 3)).toHaveValue('')
  // Nor before the typing: the second box was added earlier.
  await expect(cell(1, 3)).toHaveCount(1)
  await page.keyboard.press('Control+y')
  await expect(cell(0, 3)).toHaveValue('12')

  await page.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('12')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(cell(0, 3)).toHaveValue('12')
  await page.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Boxes typed, not saved yet')).toHaveCount(0)
})
